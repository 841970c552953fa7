"""The judge of Bus: everyone does the obvious to the end of the round, where the chances are judged.

Only who decides thinks of both cubes of the round, and of all rides of a turn.
"""

from importlib import import_module
from math import exp
from random import Random

from omnibus.bots.bus import BOTS
from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus.moves import CHOOSING, RIDING, VRROOOMM, Choose
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move
from omnibus.study.bus.points import points_to_come
from omnibus.study.judge import Doubt, Judge, Worlds, Worth, worths_at_end

# To run one's buses is worth less than where the others do the obvious, who then build nothing in between and leave the
# clock alone: by so much in the logarithm of the odds, found in games of `hard` players.
DISTURBED = 0.2

MASTER = BOTS["master"]


def disturbed(shares: list[float], seat: int, plan: list[Move]) -> list[float]:
    """The chances to win where the others do not only do the obvious while the seat follows its plan."""
    runs = sum(isinstance(move, Choose) and move.action == VRROOOMM for move in plan)
    odds = [share * exp(-DISTURBED * runs) if each == seat else share for each, share in enumerate(shares)]
    total = sum(odds)
    return [each / total for each in odds]


def at_likely_end(state: BusState) -> list[Worth]:
    """What an end is worth that comes about only if the others choose the obvious, too.

    A point ahead, or to be first of those with as many, is worth 2.7 times the chance: so who wins was foretold best in
    games of `hard` players. Where all was thought to be sure, another won in one of eight.
    """
    ends = worths_at_end(state)
    odds = [exp(end.points + (end.share > 0)) for end in ends]
    return [Worth(odd / sum(odds), end.points) for odd, end in zip(odds, ends, strict=True)]


class BusCase:
    """A decision in Bus, where all is known: what the seat has in mind to do next."""

    def __init__(self, view: BusView):
        self.view = view
        self.seat: int = view["turn"][0]
        self.plans: dict[int, list[Move]] = {}

    def plan(self, state: BusState, move: Move) -> list[Move]:
        """What the seat does next if it does that: whoever places one cube has the other in mind."""
        if move.index not in self.plans:
            self.plans[move.index] = self._planned(state, move)
        return self.plans[move.index]

    def _planned(self, state: BusState, move: Move) -> list[Move]:
        after = state.copy()
        after.play(self.seat, move)
        if state.phase == CHOOSING and not state.placed(self.seat):
            return [self._best(after, state.legal(self.seat))]
        plan: list[Move] = []
        while state.phase == after.phase == RIDING and after.turn == (self.seat,):
            plan.append(self._best(after, after.legal(self.seat)))
            after.play(self.seat, plan[-1])
        return plan

    def _best(self, state: BusState, moves: list[Move]) -> Move:
        """The move after which, made as soon as it can be, the round ends best."""
        if len(moves) == 1:
            return moves[0]
        values = []
        for move in moves:
            ahead = state.copy()
            finish_round(ahead, Random(0), self.seat, [move])
            values.append(disturbed(chances(ahead), self.seat, [move])[self.seat])
        return moves[values.index(max(values))]

    def world(self, state: BusState, luck: str) -> "BusWorld":
        """The state as a world to try moves in."""
        return BusWorld(self, state, luck)


class BusWorld:
    """The position, and what decides between moves that are equally obvious."""

    def __init__(self, case: BusCase, state: BusState, luck: str):
        self.case = case
        self.state = state
        self.luck = luck

    def worths(self, move: Move) -> list[Worth]:
        """How the round ends."""
        state, seat = self.state.copy(), self.case.seat
        plan = [move, *self.case.plan(self.state, move)]
        finish_round(state, Random(self.luck), seat, plan)
        if state.result is not None:
            return at_likely_end(state) if self.state.phase == CHOOSING else worths_at_end(state)
        shares = disturbed(chances(state), seat, plan)
        scores = [points - stones for points, stones in zip(state.points, state.stones, strict=True)]
        return [
            Worth(share, score + later)
            for share, score, later in zip(shares, scores, points_to_come(state), strict=True)
        ]


class BusJudge(Judge):
    """Who judges Bus."""

    name = "bus 6" if MASTER.ready else "bus 5"
    doubt = Doubt(odds=0.25, points=0.5)
    budget = 1500

    def case(self, view: BusView) -> BusCase:
        """What can be told from the view alone; there is nothing else."""
        return BusCase(view)

    def confirms(self, case: BusCase, _worlds: Worlds, better: Move, played: Move, luck: str) -> bool:
        """What a search finds, where players who learnt the game judge its ends."""
        if not (MASTER.ready and MASTER.plays_by(case.view["ruleset"])):
            return True
        second_opinion = import_module("omnibus.study.bus.second_opinion")
        return bool(second_opinion.finds_better(case.view, better, played, luck))


JUDGE = BusJudge()
