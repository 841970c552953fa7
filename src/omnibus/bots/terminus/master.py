"""Learnt the game by playing it: a network, and a look ahead with it until its next turn, in likely worlds."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from omnibus.bots.bot import Bot
from omnibus.bots.master import Looks, master_in
from omnibus.bots.terminus.numbers import numbers_of
from omnibus.bots.terminus.suspicion import suspect
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView


def suspecting(view: TerminusView, rng: Random) -> Callable[[], TerminusState]:
    """Guesses in which the others have put down what players do put down."""
    game, seat = Terminus.of(view), view["seat"]
    if seat is None:
        raise AssertionError("a spectator does not play")
    return lambda: suspect(game.guess(view, rng), seat, rng)


# What pays off was measured: `docs/training.md`. The network is surer than it should be, so every move has a chance.
LOOKS = Looks(candidates=75, least=0.0, trust=0.01, worlds=192, behind=1.5, guess=suspecting, numbers=numbers_of)


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""
    return master_in(folder, LOOKS)
