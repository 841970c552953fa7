"""Bots for Bus. `greedy` plays the round out in its head with every choice it has, and takes what looks best."""

from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import cast

from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.moves import (
    BUILDINGS,
    CHOOSING,
    EXTENSION,
    TIMING,
    VRROOOMM,
    Arrive,
    Build,
    Choose,
    Extend,
    Lay,
    Pass,
    Ride,
    Tick,
)
from omnibus.rules.bus.state import BusState
from omnibus.rules.game import Move, View

# What things are worth, in points.
NEXT_KINDS = (1.0, 0.6, 0.35)  # rides that could be made with the clock on the next kind, the one after, the third
BUS = 0.45  # a bus, at the beginning of the game
JUNCTION = 0.07  # a junction on the line, at the beginning of the game
STATION = 0.35
OTHERS = 0.35  # what the strongest of the others has
CUBE = 0.5  # a cube for an action


def play_greedily(view: View, rng: Random) -> str:
    """The move that leads to the best position at the end of the round, if the others do the obvious."""
    if len(view["legal"]) == 1:
        return view["legal"][0]
    state = _box(view["seats"]).guess(view, rng)
    seat = state.turn[0]
    if state.phase == CHOOSING:
        return _chosen_action(state, seat, rng).text
    if state.phase == TIMING:
        return _best(state, seat, [[move] for move in state.legal(seat)], rng).text
    return _obvious(state, seat, rng).text


@cache
def _box(seats: int) -> Bus:
    return Bus(seats)


# ---- Choosing actions


def _chosen_action(state: BusState, seat: int, rng: Random) -> Move:
    """The first cube of the best plan: two cubes while two must be placed, later one more or none."""
    legal = state.legal(seat)
    if state.cubes[seat] == 1 or state.placed(seat):
        return _best(state, seat, [[move] for move in legal], rng)
    pairs = combinations_with_replacement(legal, 2)
    return _best(state, seat, [list(pair) for pair in pairs if _make_sense(*pair)], rng)


def _make_sense(one: Move, other: Move) -> bool:
    """Not twice what can be had once."""
    return one is not other or (isinstance(one, Choose) and one.action in (EXTENSION, BUILDINGS, VRROOOMM))


def _best(state: BusState, seat: int, plans: list[list[Move]], rng: Random) -> Move:
    """The first move of the plan after which the round ends best."""
    values = [_value_of_plan(state, seat, plan, rng) + rng.random() * 1e-3 for plan in plans]
    plan = plans[values.index(max(values))]
    # Where others can be faster comes first; an extension is done last by who chose it first, and can wait.
    return min(plan, key=lambda move: isinstance(move, Choose) and move.action == EXTENSION)


def _value_of_plan(state: BusState, seat: int, plan: list[Move], rng: Random) -> float:
    """Play the round out: the seat by its plan, the others and all that follows by what is obvious."""
    ahead = state.copy()
    todo = plan[:]
    this_round = ahead.round
    while ahead.turn and ahead.round == this_round:
        mover = ahead.turn[0]
        legal = ahead.legal(mover)
        if mover == seat and todo and todo[0] in legal:
            move = todo.pop(0)
        elif len(legal) == 1:
            move = legal[0]
        else:
            move = _obvious(ahead, mover, rng)
        ahead.play(mover, move)
    return _standing(ahead, seat)


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
    rest = sorted(state.cubes)[-2] / state.box.cubes
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
    stations = sum(line >> station & 1 for station in state.box.board.stations)
    assets = BUS * state.buses[seat] + JUNCTION * line.bit_count() + STATION * stations * bool(state.supply)
    lead = 0.2 if state.first == seat else 0.0
    return score + min(1.0, 3 * rest) * rides + rest * assets + lead


# ---- What is obvious


def _obvious(state: BusState, seat: int, rng: Random) -> Move:
    """What a player does who looks no further than the board."""
    legal = state.legal(seat)
    first = legal[0]
    if isinstance(first, Choose):
        return _obvious_choice(state, seat, legal)
    if len(legal) == 1:
        return first
    if isinstance(first, Extend):
        worths = [_worth_of_extension(state, seat, cast(Extend, move)) for move in legal]
    elif isinstance(first, Build):
        worths = _worths_of_buildings(state, seat, legal)
    elif isinstance(first, Ride):
        worths = [_worth_of_ride(state, seat, cast(Ride, move)) for move in legal]
    elif isinstance(first, Arrive):
        worths = [_ours(state, seat, cast(Arrive, move).station) for move in legal]
    elif isinstance(first, Lay):
        worths = [_worth_of_first_stick(state, seat, cast(Lay, move)) for move in legal]
    else:
        return next(move for move in legal if isinstance(move, Tick))
    best = max(worths)
    return legal[rng.choice([number for number, worth in enumerate(worths) if worth == best])]


def _obvious_choice(state: BusState, seat: int, legal: list[Move]) -> Move:
    """Run the buses, do one thing more, and pass."""
    if isinstance(legal[-1], Pass):
        return legal[-1]
    if seat not in state.spaces[VRROOOMM]:
        return state.box.table.choose[VRROOOMM]
    fewer = len(state.spaces[EXTENSION]) <= len(state.spaces[BUILDINGS])
    return state.box.table.choose[EXTENSION if fewer else BUILDINGS]


def _ours(state: BusState, seat: int, junction: int) -> float:
    """How much a junction is on the own line and on no other."""
    others = sum(line >> junction & 1 for other, line in enumerate(state.touched) if other != seat)
    return (1.0 if state.touched[seat] >> junction & 1 else 0.0) - 0.35 * others


def _worth_of_junction(state: BusState, junction: int) -> float:
    """What a line gains by touching it."""
    board = state.box.board
    houses, offices, pubs = (counts[junction] for counts in state.kinds_at)
    worth = 0.5 * state.people[junction] + 0.35 * (houses + offices + pubs)
    if junction in board.stations:
        worth += 0.4 + 0.08 * state.supply
    return worth


def _worth_of_first_stick(state: BusState, seat: int, move: Lay) -> float:
    street = state.box.board.streets[move.street]
    near = [
        _worth_of_junction(state, there) * (0.3 if here in street[1:] else 0.0)
        for here, there in state.box.board.street_between
    ]
    shared = sum(_ours(state, seat, junction) for junction in street[1:])
    return sum(_worth_of_junction(state, junction) for junction in street[1:]) + sum(near) + 0.5 * shared


def _worth_of_extension(state: BusState, seat: int, move: Extend) -> float:
    """The junction it reaches, and the best one it can go on to."""
    board, own = state.box.board, state.touched[seat]
    worth = 0.0 if own >> move.end & 1 else _worth_of_junction(state, move.end) + 0.1
    used = 1 << move.street
    for line in state.streets:
        used |= line
    ahead = 0.0
    for street, way in state.box.table.extend_from[move.end]:
        if not used & street:
            beyond = cast(Extend, way).end
            ahead = max(ahead, 0.15 if own >> beyond & 1 else 0.2 + _worth_of_junction(state, beyond))
    if not ahead and board.streets_at[move.end] & ~state.streets[seat] & ~(1 << move.street):
        ahead = 0.1
    return worth + 0.5 * ahead


def _worths_of_buildings(state: BusState, seat: int, legal: list[Move]) -> list[float]:
    """For the own line and against the others, most of all of the kind that the clock will show next."""
    steps = [(kind - state.clock - 1) % len(KINDS) for kind in range(len(KINDS))]
    counts = [sum(row) for row in state.kinds_at]
    lots = state.box.board.lots
    worths = []
    for move in cast(list[Build], legal):
        junction = lots[move.lot].junction
        weight = NEXT_KINDS[steps[move.kind]]
        mine = _ours(state, seat, junction)
        # One who waits there would be content: no ride.
        takes_a_passenger = state.people[junction] > state.kinds_at[move.kind][junction]
        worths.append(mine * weight * (-1 if takes_a_passenger else 1) - 0.05 * counts[move.kind])
    return worths


def _worth_of_ride(state: BusState, seat: int, move: Ride) -> float:
    """Passengers whom others could take, to where they will want to leave again, on the own line alone."""
    leaves_again = not state.kinds_at[(state.clock + 1) % len(KINDS)][move.end]
    return 0.5 * leaves_again + _ours(state, seat, move.end) - _ours(state, seat, move.start)
