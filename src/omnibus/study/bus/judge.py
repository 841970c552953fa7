"""The judge of Bus: everyone does the obvious to the end of the round, where the chances are judged."""

from random import Random

from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import chances, points_to_come
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move
from omnibus.study.judge import Worth, worth_at_end


class BusWorld:
    """The position, and what decides between moves that are equally obvious."""

    def __init__(self, state: BusState, luck: str):
        self.state = state
        self.luck = luck

    def worth(self, move: Move) -> Worth:
        """How the round ends."""
        state = self.state.copy()
        seat = state.turn[0]
        state.play(seat, move)
        finish_round(state, Random(self.luck))
        if state.result is not None:
            return worth_at_end(state, seat)
        scored = state.points[seat] - state.stones[seat]
        return Worth(chances(state)[seat], scored + points_to_come(state, seat))


class BusCase:
    """A decision in Bus, where all is known."""

    def world(self, state: BusState, luck: str) -> BusWorld:
        """The state as a world to try moves in."""
        return BusWorld(state, luck)


class BusJudge:
    """Who judges Bus."""

    name = "bus 1"
    budget = 800

    def case(self, view: BusView) -> BusCase:  # noqa: ARG002
        """What can be told from the view alone."""
        return BusCase()


JUDGE = BusJudge()
