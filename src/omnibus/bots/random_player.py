"""A player who does anything that is allowed."""

from random import Random

from omnibus.rules.game import View


def play_at_random(view: View, rng: Random) -> str:
    """Any legal move, all equally likely."""
    return str(rng.choice(view["legal"])["text"])
