"""Learnt the game by playing it: a network, and a look ahead with it where the others hold likely secrets."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from omnibus.bots.bot import Bot
from omnibus.bots.master import Looks, master_in
from omnibus.bots.terminus.suspicion import suspect
from omnibus.rules.game import State
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.view import TerminusView


def likely_worlds(view: TerminusView, rng: Random) -> Callable[[], State]:
    """Guesses in which the others' hidden secrets are such as players put down."""
    game, seat = Terminus.of(view), view["seat"]
    if seat is None:
        raise AssertionError("a spectator makes no guesses")
    return lambda: suspect(game.guess(view, rng), seat, rng)


LOOKS = Looks(rounds=1, guess=likely_worlds)


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""
    return master_in(folder, LOOKS)
