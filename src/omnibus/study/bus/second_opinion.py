"""A second opinion in Bus: a search as `master` makes it, where the others answer a move by what is best for them.

To the judge everybody does the obvious. In games among `hard` players most of the losses that it told were none to the
search, and one of those moves was sure to win. NumPy is needed here.
"""

from importlib.resources import files
from pathlib import Path
from random import Random

from omnibus.bots.bot import Budget
from omnibus.bots.bus.hard import EXPLORATION, BusExpert
from omnibus.bots.bus.judge import judge_for
from omnibus.bots.learnt import NETWORK
from omnibus.bots.search import Search
from omnibus.rules.bus import Bus
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move, State

FOLDER = Path(str(files("omnibus.bots.bus").joinpath(NETWORK)))
ENOUGH = Budget(iterations=1000)  # for each of the two moves, as `master` has for a decision
BETTER = 0.02  # a share of the victory, below which a loss would have no name


class Decided(BusExpert):
    """What the search must know, where the first move is decided."""

    def __init__(self, game: Bus, n: int, move: Move):
        super().__init__(judge_for(game, FOLDER).chances)
        self.n = n  # of the plies before it
        self.move = move

    def promising(self, state: State, seat: int) -> list[Move]:
        """The move that is decided, and then all."""
        return [self.move] if state.n == self.n else super().promising(state, seat)


def finds_better(view: BusView, better: Move, played: Move, luck: str) -> bool:
    """Whether the one move leads to a better chance than the played one, when everyone looks ahead."""
    return _chance_after(view, better, luck) - _chance_after(view, played, luck) >= BETTER


def _chance_after(view: BusView, move: Move, luck: str) -> float:
    game = Bus.of(view)
    search = Search(game, Decided(game, view["n"], move), EXPLORATION)
    weighed = search.best(view, Random(luck), ENOUGH).weighed
    if not weighed:
        raise AssertionError("a search tells what it finds")
    return weighed["candidates"][0]["worth"]
