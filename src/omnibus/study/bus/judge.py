"""The judge of Bus: everyone does the obvious to the end of the round, where the chances are judged.

Only who decides thinks of both cubes of the round.
"""

from random import Random

from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import chances, points_to_come
from omnibus.rules.bus.moves import CHOOSING
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move
from omnibus.study.judge import Worth, worths_at_end


class BusCase:
    """A decision in Bus, where all is known: what to do with a second cube, once the first is placed."""

    def __init__(self, seat: int):
        self.seat = seat
        self.plans: dict[int, list[Move]] = {}

    def plan(self, state: BusState, move: Move) -> list[Move]:
        """What the seat chooses next if it chooses that: whoever places one cube has the other in mind."""
        if state.phase != CHOOSING or state.placed(self.seat):
            return []
        if move.index not in self.plans:
            self.plans[move.index] = self._best_second(state, move)
        return self.plans[move.index]

    def _best_second(self, state: BusState, move: Move) -> list[Move]:
        best: list[Move] = []
        most = -1.0
        for second in state.legal(self.seat):
            ahead = state.copy()
            ahead.play(self.seat, move)
            finish_round(ahead, Random(0), self.seat, [second])
            chance = chances(ahead)[self.seat]
            if chance > most:
                best, most = [second], chance
        return best

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
        state.play(seat, move)
        finish_round(state, Random(self.luck), seat, self.case.plan(self.state, move))
        if state.result is not None:
            return worths_at_end(state)
        return [
            Worth(chance, state.points[each] - state.stones[each] + points_to_come(state, each))
            for each, chance in enumerate(chances(state))
        ]


class BusJudge:
    """Who judges Bus."""

    name = "bus 1"
    budget = 1500

    def case(self, view: BusView, hindsight: bool = False) -> BusCase:  # noqa: ARG002
        """What can be told from the view alone; there is nothing else."""
        return BusCase(view["turn"][0])


JUDGE = BusJudge()
