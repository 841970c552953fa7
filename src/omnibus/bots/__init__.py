"""Players who see what a person in that seat would see."""

from collections.abc import Callable
from random import Random

from omnibus.bots.random_player import play_at_random
from omnibus.rules.game import View
from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

Bot = Callable[[View, Random], str]
"""A bot gets its seat's view and a random generator of its own, and returns the text of one of `view["legal"]`."""

BOTS: dict[str, Bot] = {"random": play_at_random}

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.bots", "texts.toml"))


class NoSuchBot(Refusal):
    """A name that no bot has."""


def bot_named(name: str) -> Bot:
    """The bot with that name."""
    if name not in BOTS:
        raise NoSuchBot(TEXTS["no-such-bot"], bot=name[:40], bots=sorted(BOTS))
    return BOTS[name]
