"""`normal` plays the round out in its head with every move it has, by a judgement of the position fitted to games."""

from random import Random

from omnibus.bots.bus.obvious import obvious
from omnibus.bots.bus.plan import best_move, planned_choice
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import CHOOSING
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView


def play_normally(view: BusView, rng: Random) -> str:
    """The move after which the round ends with the best chances to win, if the others do the obvious."""
    if len(view["legal"]) == 1:
        return view["legal"][0]["text"]
    state = Bus.of(view).guess(view, rng)
    seat = state.turn[0]
    if state.phase == CHOOSING:
        return planned_choice(state, seat, _chances_of, rng).text
    if state.round:
        return best_move(state, seat, state.legal(seat), _chances_of, rng).text
    return obvious(state, seat, rng).text


def _chances_of(state: BusState, seat: int) -> float:
    return chances(state)[seat]
