"""`greedy` plays the round out in its head with every choice it has, and takes what looks best by a rule of thumb."""

from random import Random

from omnibus.bots.bus.obvious import NEXT_KINDS, obvious
from omnibus.bots.bus.plan import best_move, planned_choice
from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.moves import CHOOSING, TIMING
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView

# What things are worth, in points.
BUS = 0.45  # a bus, at the beginning of the game
JUNCTION = 0.07  # a junction on the line, at the beginning of the game
STATION = 0.35
OTHERS = 0.35  # what the strongest of the others has
CUBE = 0.5  # a cube for an action


def play_greedily(view: BusView, rng: Random) -> str:
    """The move that leads to the best position at the end of the round, if the others do the obvious."""
    if len(view["legal"]) == 1:
        return view["legal"][0]["text"]
    state = Bus.of(view).guess(view, rng)
    seat = state.turn[0]
    if state.phase == CHOOSING:
        return planned_choice(state, seat, _standing, rng).text
    if state.phase == TIMING:
        return best_move(state, seat, state.legal(seat), _standing, rng).text
    return obvious(state, seat, rng).text


def _standing(state: BusState, seat: int) -> float:
    """How well a seat stands: its own prospects against those of the strongest other."""
    prospects = [_prospects(state, other) for other in range(state.game.seats)]
    best_other = max(value for other, value in enumerate(prospects) if other != seat)
    if state.result is not None:
        return 20.0 * (state.result.ranks[seat] == 1) + prospects[seat] - best_other
    others_cubes = max(cubes for other, cubes in enumerate(state.cubes) if other != seat)
    # Cubes that nobody else can answer are of little use: the game is over.
    useful = min(state.cubes[seat], others_cubes + 1)
    return prospects[seat] - OTHERS * best_other + CUBE * useful


def _prospects(state: BusState, seat: int) -> float:
    """Points, and the rides that may come."""
    score = state.points[seat] - state.stones[seat]
    if state.result is not None:
        return score
    # The game is over when all but one have placed their cubes.
    rest = sorted(state.cubes)[-2] / state.game.cubes
    line = state.touched[seat]
    rides = 0.0
    for step, weight in enumerate(NEXT_KINDS, start=1):
        wanted = state.kinds_at[(state.clock + step) % len(KINDS)]
        waiting = free = 0
        for junction, people in enumerate(state.people):
            if line >> junction & 1:
                if people > wanted[junction]:
                    waiting += people - wanted[junction]
                else:
                    free += wanted[junction] - people
        fewest, middle = sorted((waiting, free, state.buses[seat]))[:2]
        rides += weight * (fewest + 0.15 * middle)
    stations = sum(line >> station & 1 for station in state.game.board.stations)
    assets = BUS * state.buses[seat] + JUNCTION * line.bit_count() + STATION * stations * bool(state.supply)
    lead = 0.2 if state.first == seat else 0.0
    return score + min(1.0, 3 * rest) * rides + rest * assets + lead
