"""What a player of Bus does who looks no further than the board: quick enough to play whole rounds in one's head."""

from random import Random
from typing import cast

from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.moves import (
    ARRIVING,
    BUILDING,
    BUILDINGS,
    BUS,
    CHOOSING,
    EXTENSION,
    FIRST,
    FOUNDING,
    LAYING,
    RIDING,
    TIMING,
    VRROOOMM,
    Build,
    Extend,
    Ride,
)
from omnibus.rules.bus.state import LEAST_CUBES, BusState
from omnibus.rules.game import Move

# What a building is worth of the kind that the clock shows next, of the one after, of the third.
NEXT_KINDS = (1.0, 0.6, 0.35)

CUBES_TO_USE_A_BUS = 5


def obvious(state: BusState, seat: int, rng: Random) -> Move:
    """The obvious move of the seat whose turn it is."""
    phase = state.phase
    if phase == CHOOSING:
        return obvious_choice(state, seat)
    if phase == RIDING:
        return obvious_ride(state, seat, rng)
    if phase == ARRIVING:
        stations = state.game.board.stations
        worths = [ours(state, seat, station) for station in stations]
        return state.game.book.arrive[one_of_the_best(worths, rng)]
    if phase == TIMING:
        return state.game.book.tick
    legal = state.legal(seat)
    if len(legal) == 1:
        return legal[0]
    if phase in (BUILDING, FOUNDING):
        worths = worths_of_buildings(state, seat, legal)
    elif phase == LAYING:
        worths = _worths_of_first_sticks(state, seat)
    else:
        worths = worths_of_extensions(state, seat, legal)
    return legal[one_of_the_best(worths, rng)]


def one_of_the_best(worths: list[float], rng: Random) -> int:
    """The number of the best; of several equal ones any."""
    best = max(worths)
    if worths.count(best) == 1:
        return worths.index(best)
    return rng.choice([number for number, worth in enumerate(worths) if worth == best])


def obvious_choice(state: BusState, seat: int) -> Move:
    """Run the buses if there will be a ride, go on with the line, buy a bus that will still pay, be first; pass."""
    table, spaces = state.game.book, state.spaces
    if state.placed(seat) >= LEAST_CUBES:
        return table.stop_choosing
    if seat not in spaces[VRROOOMM] and _will_ride(state, seat):
        return table.choose[VRROOOMM]
    if seat not in spaces[EXTENSION] and state.sticks[seat]:
        return table.choose[EXTENSION]
    if not spaces[BUS] and state.cubes[seat] > CUBES_TO_USE_A_BUS:
        return table.choose[BUS]
    if not spaces[FIRST]:
        return table.choose[FIRST]
    return table.choose[BUILDINGS]


def _will_ride(state: BusState, seat: int) -> bool:
    """Whether the line has someone waiting and a free building, with the clock on the next kind."""
    people, wanted = state.people, state.kinds_at[(state.clock + 1) % len(KINDS)]
    waiting = free = False
    for junction in state.trails[seat]:
        if people[junction] > wanted[junction]:
            waiting = True
        elif people[junction] < wanted[junction]:
            free = True
        if waiting and free:
            return True
    return False


def ours(state: BusState, seat: int, junction: int) -> float:
    """How much a junction is on the own line and on no other."""
    lines = 0
    for line in state.touched:
        lines += line >> junction & 1
    return 1.35 - 0.35 * lines if state.touched[seat] >> junction & 1 else -0.35 * lines


def obvious_ride(state: BusState, seat: int, rng: Random) -> Move:
    """Passengers whom others could take, to where they will want to leave again, on the own line alone."""
    waiting, free = state.waiting_and_free(seat)
    start, end = waiting[0], free[0]
    if len(waiting) > 1:
        start = waiting[one_of_the_best([-ours(state, seat, junction) for junction in waiting], rng)]
    if len(free) > 1:
        next_kind = state.kinds_at[(state.clock + 1) % len(KINDS)]
        worths = [ours(state, seat, junction) + (0.0 if next_kind[junction] else 0.5) for junction in free]
        end = free[one_of_the_best(worths, rng)]
    return state.game.book.ride[start][end]


def worths_of_rides(state: BusState, seat: int, legal: list[Move]) -> list[float]:
    """As in `obvious_ride`, for each of them."""
    next_kind = state.kinds_at[(state.clock + 1) % len(KINDS)]
    return [
        ours(state, seat, move.end) + (0.0 if next_kind[move.end] else 0.5) - ours(state, seat, move.start)
        for move in cast(list[Ride], legal)
    ]


def worth_of_junction(state: BusState, junction: int) -> float:
    """What a line gains by touching it."""
    houses, offices, pubs = state.kinds_at
    worth = 0.5 * state.people[junction] + 0.35 * (houses[junction] + offices[junction] + pubs[junction])
    if junction in state.game.board.stations:
        worth += 0.4 + 0.08 * state.supply
    return worth


def _worths_of_first_sticks(state: BusState, seat: int) -> list[float]:
    """For each street the junctions at both its ends, and those one street further."""
    board, table = state.game.board, state.game.book
    at_hand = [worth_of_junction(state, junction) for junction in range(len(board.junctions))]
    worths = [
        at_hand[junction]
        + 0.5 * ours(state, seat, junction)
        + 0.3 * sum([at_hand[cast(Extend, way).end] for _, way in table.extend_from[junction]])
        for junction in range(len(board.junctions))
    ]
    return [worths[street.one] + worths[street.other] for street in board.streets]


def worths_of_extensions(state: BusState, seat: int, legal: list[Move]) -> list[float]:
    """For each stick the junction it reaches, and the best one it can go on to."""
    board, own = state.game.board, state.touched[seat]
    used = 0
    for line in state.streets:
        used |= line
    at_hand: dict[int, float] = {}  # what junctions are worth: many a one is reached by several ways
    worths = []
    for move in cast(list[Extend], legal):
        end = move.end
        worth = 0.0 if own >> end & 1 else worth_of_junction(state, end) + 0.1
        taken = used | 1 << move.street
        ahead = 0.0
        for street, beyond in board.across[end].items():
            if not taken & street:
                if own >> beyond & 1:
                    further = 0.15
                else:
                    if beyond not in at_hand:
                        at_hand[beyond] = 0.2 + worth_of_junction(state, beyond)
                    further = at_hand[beyond]
                if further > ahead:
                    ahead = further
        if not ahead and board.streets_at[end] & ~state.streets[seat] & ~(1 << move.street):
            ahead = 0.1
        worths.append(worth + 0.5 * ahead)
    return worths


def worths_of_buildings(state: BusState, seat: int, legal: list[Move]) -> list[float]:
    """For the own line and against the others, most of all of the kind that the clock will show next."""
    weights = [NEXT_KINDS[(kind - state.clock - 1) % len(KINDS)] for kind in range(len(KINDS))]
    crowds = [0.05 * sum(row) for row in state.kinds_at]
    lots, people, kinds_at = state.game.board.lots, state.people, state.kinds_at
    worths = []
    lot, junction, mine = -1, -1, 0.0
    for move in cast(list[Build], legal):
        kind = move.kind
        if move.lot != lot:
            lot = move.lot
            junction = lots[lot].junction
            mine = ours(state, seat, junction)
        # One who waits there would be content: no ride.
        takes_a_passenger = people[junction] > kinds_at[kind][junction]
        worths.append((-mine if takes_a_passenger else mine) * weights[kind] - crowds[kind])
    return worths
