"""Random players of Bus who reach its corners, and what a seat cannot know changed: for tests alone."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random

from omnibus.rules.bus.moves import (
    BUILDINGS,
    BUS,
    CHOOSING,
    CLOCK,
    EXTENDING,
    EXTENSION,
    FIRST,
    PASSENGERS,
    VRROOOMM,
    Build,
    Choose,
    Extend,
    Lay,
    Ride,
    Stop,
    StopChoosing,
)
from omnibus.rules.bus.scoring import BY_ARRIVAL, BY_STONES
from omnibus.rules.bus.state import BusState
from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Move
from omnibus.testing.insider import Habit

Taste = Callable[[BusState, int, Move], bool]


def _liking(*tastes: Taste) -> Habit[BusState]:
    """Takes what the first taste finds, else the second and so on, else anything; one time in ten anything."""

    def choose(state: BusState, seat: int, legal: list[Move], rng: Random) -> Move:
        if len(legal) > 1 and rng.random() < 0.9:
            for taste in tastes:
                liked = [move for move in legal if taste(state, seat, move)]
                if liked:
                    return rng.choice(liked)
        return rng.choice(legal)

    return choose


def _choosing(*actions: int) -> Taste:
    return lambda _state, _seat, move: isinstance(move, Choose) and move.action in actions


def _passes(_state: BusState, _seat: int, move: Move) -> bool:
    return isinstance(move, StopChoosing)


def _stops(_state: BusState, _seat: int, move: Move) -> bool:
    return isinstance(move, Stop)


def _keeps_the_last_cube(state: BusState, seat: int, move: Move) -> bool:
    """Passing with few cubes left, so that the last ones are placed late."""
    return isinstance(move, StopChoosing) and state.cubes[seat] <= 3


def _closes_a_loop(state: BusState, seat: int, move: Move) -> bool:
    return isinstance(move, Extend) and move.end in (state.trails[seat][0], state.trails[seat][-1])


def _turns_towards_the_own_line(state: BusState, seat: int, move: Move) -> bool:
    """Along a street to a junction next to the own line: a loop may follow."""
    if not isinstance(move, Extend):
        return False
    other_end = state.trails[seat][0 if move.start == state.trails[seat][-1] else -1]
    return (move.end, other_end) in state.game.board.street_between


def _follows_others(state: BusState, _seat: int, move: Move) -> bool:
    """Along streets that are in use."""
    if isinstance(move, Lay):
        return any(line >> move.street & 1 for line in state.streets)
    return isinstance(move, Extend) and any(line >> move.street & 1 for line in state.streets)


def _keeps_to_corners(state: BusState, _seat: int, move: Move) -> bool:
    """To junctions with few streets, where lines get stuck."""
    few = [streets.bit_count() <= 3 for streets in state.game.board.streets_at]
    if isinstance(move, Lay):
        street = state.game.board.streets[move.street]
        return few[street.one] and few[street.other]
    return isinstance(move, Extend) and few[move.end]


HABITS: Mapping[str, Habit[BusState]] = {
    "uniform": _liking(),
    "passing early": _liking(_passes),
    "stopping time": _liking(_stops, _passes, _choosing(CLOCK)),
    "building": _liking(_passes, _choosing(BUS), _choosing(BUILDINGS)),
    "extending in loops": _liking(
        _closes_a_loop, _turns_towards_the_own_line, _keeps_to_corners, _passes, _choosing(EXTENSION)
    ),
    "following others": _liking(_follows_others, _keeps_the_last_cube, _choosing(EXTENSION, VRROOOMM)),
    "driving": _liking(_passes, _choosing(VRROOOMM, PASSENGERS, FIRST)),
}


LANDMARKS = frozenset(
    {
        "a street is shared where ends meet",
        "a street of two lines is shared where ends meet",
        "a line of one stick is shared",
        "a line that closed a loop is shared",
        "no unused street: any will do",
        "one end has no unused street, the other has",
        "turning off where a street could be shared",
        "turning off in a later action",
        "following used streets, stick after stick",
        "a loop is closed",
        "a line goes on from its loop",
        "a line goes on from its loop, bound to turn off",
        "a street between both ends, open from either",
        "a street between both ends, open from one",
        "a line meets its own middle",
        "no stick left",
        "no street allowed",
        "a stick leaves no street for the next",
        "a space worth nothing",
        "several cubes of a player on one action",
        "a lone cube is placed",
        "an extension with five players",
        "a bus raises what spaces are worth",
        "passengers split between the stations",
        "the supply runs out within an action",
        "nobody left to arrive",
        "the zone changes within an action",
        "the last lot is built on within an action",
        "time stops and buses run",
        "buses run twice",
        "more buses than rides",
        "the first player has no cubes",
        "the game ends by stones",
        "the game ends by lots",
        "the game ends by cubes, one player has some",
        "the game ends by cubes, nobody has any",
        "a tie broken by stones",
        "a tie broken by who was first",
        "a shared victory",
        "a score below zero",
    }
)


def twin(state: BusState, seat: int | None, rng: Random, thorough: bool) -> BusState:  # noqa: ARG001
    """The same position with another seed: there is nothing else that a seat does not know."""
    twin = state.copy()
    twin.luck = Seeded(f"{rng.getrandbits(128):032x}")
    return twin


def passed(before: BusState, move: Move, events: Sequence[Event], after: BusState) -> set[str]:
    """The landmarks that a move passed."""
    kinds = {event.kind for event in events}
    if isinstance(move, Extend):
        marks = _passed_by_extending(before, move)
    elif isinstance(move, Choose | StopChoosing):
        marks = _passed_by_choosing(before, move, after)
    elif isinstance(move, Build):
        marks = _passed_by_building(before, after, kinds)
    else:
        marks = set()
    if "lost-sticks" in kinds:
        marks |= _passed_by_losing_sticks(before, move, events, after)
    if "lost-passengers" in kinds:
        marks.add("the supply runs out within an action" if before.supply else "nobody left to arrive")
    if "arrive" in kinds and all(after.people[station] for station in after.game.board.stations):
        marks.add("passengers split between the stations")
    if "bus" in kinds and max(after.buses) > max(before.buses):
        marks.add("a bus raises what spaces are worth")
    marks |= _passed_by_riding(before, move, kinds, after)
    if "round" in kinds and not after.cubes[after.first]:
        marks.add("the first player has no cubes")
    return marks | _passed_at_the_end(after, kinds)


def _passed_by_extending(before: BusState, move: Extend) -> set[str]:
    seat = before.turn[0]
    trail = before.trails[seat]
    ends = {trail[0], trail[-1]}
    marks = _passed_by_the_street(before, seat, move)
    if before.must_turn_off[seat][1 if trail[-1] == move.start else 0]:
        marks |= _passed_by_turning_off(before, seat, move)
    if len(ends) == 1:
        marks.add("a line goes on from its loop")
    elif move.end in ends:
        marks.add("a loop is closed")
        back = f"extend {before.game.board.junctions[move.end]}>{before.game.board.junctions[move.start]}"
        either = before.why_not(seat, back) is None
        marks.add(f"a street between both ends, open from {'either' if either else 'one'}")
    elif move.end in trail:
        marks.add("a line meets its own middle")
    if {bool(_unused(before, end)) for end in ends} == {True, False}:
        marks.add("one end has no unused street, the other has")
    if before.phase == EXTENDING and before.game.seats == 5:
        marks.add("an extension with five players")
    return marks


def _passed_by_turning_off(before: BusState, seat: int, move: Extend) -> set[str]:
    """By a stick from an end whose last stick lies along a used street."""
    if not _unused(before, move.start):
        return {"following used streets, stick after stick"}
    marks = set()
    if _could_be_shared(before, seat, move.start):
        marks.add("turning off where a street could be shared")
    if before.phase == EXTENDING and before.left == before.worth(EXTENSION, before.space):
        marks.add("turning off in a later action")
    if before.trails[seat][0] == before.trails[seat][-1]:
        marks.add("a line goes on from its loop, bound to turn off")
    return marks


def _passed_by_the_street(before: BusState, seat: int, move: Extend) -> set[str]:
    using = [other for other, line in enumerate(before.streets) if line >> move.street & 1 and other != seat]
    if not using:
        return set()
    if not _unused(before, move.start):
        return {"no unused street: any will do"}
    marks = {"a street is shared where ends meet"}
    if len(using) > 1:
        marks.add("a street of two lines is shared where ends meet")
    if any(len(before.trails[other]) == 2 for other in using):
        marks.add("a line of one stick is shared")
    if any(before.trails[other][0] == before.trails[other][-1] for other in using):
        marks.add("a line that closed a loop is shared")
    return marks


def _unused(state: BusState, junction: int) -> set[int]:
    used = {
        street
        for trail in state.trails
        for pair in pairwise(trail)
        for street in [state.game.board.street_between[pair]]
    }
    here = {street for pair, street in state.game.board.street_between.items() if pair[0] == junction}
    return here - used


def _could_be_shared(state: BusState, seat: int, junction: int) -> bool:
    """Whether an end that need not turn off could share a street there."""
    free = state.copy()
    free.must_turn_off[seat] = [False, False]
    moves = [move for move in free.legal(seat) if isinstance(move, Extend) and move.start == junction]
    return any(line >> move.street & 1 for move in moves for line in state.streets)


def _passed_by_losing_sticks(before: BusState, move: Move, events: Sequence[Event], after: BusState) -> set[str]:
    marks = set()
    for event in events:
        if event.kind == "lost-sticks":
            seat = event.public["seat"]
            marks.add("no street allowed" if after.sticks[seat] else "no stick left")
            if after.sticks[seat] and isinstance(move, Extend) and seat == before.turn[0]:
                marks.add("a stick leaves no street for the next")
    return marks


def _passed_by_choosing(before: BusState, move: Move, after: BusState) -> set[str]:
    marks = set()
    seat = before.turn[0]
    if isinstance(move, Choose):
        spaces = before.spaces[move.action]
        if move.action in (EXTENSION, PASSENGERS, BUILDINGS) and not before.worth(move.action, len(spaces)):
            marks.add("a space worth nothing")
        if seat in spaces:
            marks.add("several cubes of a player on one action")
        if before.cubes[seat] == 1 and not any(seat in cubes for cubes in before.spaces):
            marks.add("a lone cube is placed")
    if after.phase != CHOOSING and any(len(set(cubes)) < len(cubes) for cubes in after.spaces[VRROOOMM:FIRST]):
        marks.add("buses run twice")
    return marks


def _passed_by_building(before: BusState, after: BusState, kinds: set[str]) -> set[str]:
    marks = set()
    zones = before.game.board.zone_masks
    filled = [not mask & after.vacant for mask in zones] != [not mask & before.vacant for mask in zones]
    if before.phase == after.phase and before.space == after.space and before.left > 1 and filled and after.vacant:
        marks.add("the zone changes within an action")
    if "lost-buildings" in kinds and before.left > 1:
        marks.add("the last lot is built on within an action")
    return marks


def _passed_by_riding(before: BusState, move: Move, kinds: set[str], after: BusState) -> set[str]:
    marks = set()
    if isinstance(move, Stop) and after.turn and after.left:
        marks.add("time stops and buses run")
    if isinstance(move, Ride) and "idle-buses" in kinds and before.left > 1:
        marks.add("more buses than rides")
    return marks


def _passed_at_the_end(after: BusState, kinds: set[str]) -> set[str]:
    result = after.result
    if result is None:
        return set()
    marks = set()
    if "over-stones" in kinds:
        marks.add("the game ends by stones")
    elif "over-lots" in kinds:
        marks.add("the game ends by lots")
    else:
        marks.add(f"the game ends by cubes, {'one player has some' if any(after.cubes) else 'nobody has any'}")
    breaks = {part["tiebreak"] for part in result.parts}
    if BY_STONES in breaks:
        marks.add("a tie broken by stones")
    if BY_ARRIVAL in breaks:
        marks.add("a tie broken by who was first")
    if len(result.winners) > 1:
        marks.add("a shared victory")
    if min(result.scores) < 0:
        marks.add("a score below zero")
    return marks
