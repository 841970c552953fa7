"""Learnt the game by playing it: a network, and a look ahead with it where the others hold likely tickets."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from omnibus.bots.bot import Bot
from omnibus.bots.london.situation import Situation
from omnibus.bots.london.worlds import Worlds
from omnibus.bots.master import Looks, master_in
from omnibus.rules.game import State
from omnibus.rules.london.view import LondonView


def likely_worlds(view: LondonView, rng: Random) -> Callable[[], State]:
    """Guesses in which the others' routes speak for their tickets."""
    return Worlds(Situation(view), rng).likely


LOOKS = Looks(rounds=1, guess=likely_worlds)


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""
    return master_in(folder, LOOKS)
