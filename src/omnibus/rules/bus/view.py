"""What a seat sees of a game of Bus, which is everything, and making a position of it again."""

from typing import TYPE_CHECKING, TypedDict

from omnibus.rules.bus.board import KINDS, ZONES, BusBoard
from omnibus.rules.bus.moves import (
    ACTIONS,
    BUILDINGS,
    CARRIED_OUT,
    CHOOSING,
    CLOCK,
    DOUBLING,
    EXTENSION,
    LAST_FIRST,
    PASSENGERS,
    PHASES,
    RIDING,
    VRROOOMM,
    BusMoveData,
    Decision,
)
from omnibus.rules.game import View

if TYPE_CHECKING:
    from omnibus.rules.bus.state import BusState


class EndView(TypedDict):
    """An end of a line: where it lies, its last street, and whether its next stick must turn off (B19)."""

    junction: str
    street: str
    must_turn_off: bool


class BusSeatView(TypedDict):
    """What a player has."""

    cubes: int  # left for actions
    spent: int
    buses: int
    sticks: int
    points: int
    reached: int  # the ride of the whole game that brought the player to these points (B33); 0 for none
    stones: int
    passed: bool
    line: list[str]  # its junctions from end to end; the end laid last stands last
    ends: list[EndView]  # in the same order; none before the first stick
    rides: dict[str, int]  # how many all buses would carry now if the clock showed that kind of building (B28)


class LotView(TypedDict):
    """A building lot and what stands there."""

    lot: str
    building: str | None


class JunctionView(TypedDict):
    """The people at a junction: content, waiting, or carried there this round."""

    content: int
    waiting: int
    carried: int


class SpaceView(TypedDict):
    """A cube on the action board, and what its space is worth now: sticks, passengers, buildings, or buses that run."""

    seat: int
    worth: int


class ActionView(TypedDict):
    """An action: the cubes on it in order, and what the next space would be worth now (to the viewer)."""

    cubes: list[SpaceView]
    order: list[int]  # its spaces in the order in which they are carried out (B10)
    last_first: bool  # whether the cube placed last acts first (B10)
    next_worth: int


class BusView(View[BusMoveData, Decision]):
    """All that a seat may know."""

    phase: str
    then: list[int]  # the seats whose turn in this phase comes after the one now, in order (B5, B6, B9, B10)
    round: int
    first: int
    table: list[BusSeatView]
    zone: str | None  # the zone where one builds now
    lots: dict[str, list[LotView]]  # by zone
    people: dict[str, JunctionView]  # the junctions where there are any
    supply: int
    clock: str
    hours: list[str]  # what it may show when buses run next: if time goes on, and if it is stopped where it can be
    stones_left: int
    most_buses: int
    actions: dict[str, ActionView]
    space: int  # the space being carried out, from 0
    left: int  # how much of it is left to do


def look(state: "BusState", seat: int | None) -> BusView:
    """All that the seat may know; None is a spectator."""
    game = state.game
    return {
        **state.common_view(seat),
        "phase": PHASES[state.phase],
        "then": _who_comes_then(state) if state.turn else [],
        "round": state.round,
        "first": state.first,
        "table": [_look_at_seat(state, other) for other in range(game.seats)],
        "zone": _open_zone(state),
        "lots": _look_at_lots(state),
        "people": _look_at_people(state),
        "supply": state.supply,
        "clock": KINDS[state.clock],
        "hours": _hours_of_the_next_rides(state),
        "stones_left": state.stones_left,
        "most_buses": max(state.buses),
        "actions": {ACTIONS[action]: _look_at_action(state, action, seat) for action in range(len(ACTIONS))},
        "space": state.space,
        "left": state.left,
    }


def _who_comes_then(state: "BusState") -> list[int]:
    """As things are now: whose action is worth nothing is not asked, others may yet lose theirs (B11)."""
    now, seats = state.turn[0], state.game.seats
    if state.phase == CHOOSING:
        others = [(now + step) % seats for step in range(1, seats)]
        return [seat for seat in others if state.cubes[seat] and not state.passed >> seat & 1]  # B9
    if state.phase in CARRIED_OUT:
        action = CARRIED_OUT[state.phase]
        order, cubes = _order_of_acting(state, action), state.spaces[action]
        later = order[order.index(state.space) + 1 :]
        return [cubes[space] for space in later if action == VRROOOMM or state.worth(action, space)]
    if state.phase == DOUBLING:
        return [(now - step) % seats for step in range(1, (now - state.first) % seats + 1)]  # B6
    return [(now + step) % seats for step in range(1, (state.first - now - 1) % seats + 1)]  # B5, B6


def _order_of_acting(state: "BusState", action: int) -> list[int]:
    """B10: from space a on, or from the last to choose back to space a."""
    spaces = list(range(len(state.spaces[action])))
    return spaces[::-1] if action in LAST_FIRST else spaces


def _look_at_seat(state: "BusState", seat: int) -> BusSeatView:
    names = state.game.board.junctions
    return {
        "cubes": state.cubes[seat],
        "spent": state.spent[seat],
        "buses": state.buses[seat],
        "sticks": state.sticks[seat],
        "points": state.points[seat],
        "reached": state.reached[seat],
        "stones": state.stones[seat],
        "passed": bool(state.passed >> seat & 1),
        "line": [names[junction] for junction in state.trails[seat]],
        "ends": _look_at_ends(state.game.board, state.trails[seat], state.must_turn_off[seat]),
        "rides": {building: state.could_carry(seat, kind) for kind, building in enumerate(KINDS)},
    }


def _look_at_ends(board: BusBoard, trail: list[int], must_turn_off: list[bool]) -> list[EndView]:
    if not trail:
        return []
    return [
        {
            "junction": board.junctions[end],
            "street": board.streets[board.street_between[end, before]].name,
            "must_turn_off": bound,
        }
        for (end, before), bound in zip(((trail[0], trail[1]), (trail[-1], trail[-2])), must_turn_off, strict=True)
    ]


def _open_zone(state: "BusState") -> str | None:
    for zone, mask in zip(ZONES, state.game.board.zone_masks, strict=True):
        if mask & state.vacant:
            return zone
    return None


def _hours_of_the_next_rides(state: "BusState") -> list[str]:
    """B25, and B26: the last stone is taken without a ride."""
    if not state.turn:
        return []
    if state.phase == RIDING:
        return [KINDS[state.clock]]
    still_open = state.phase <= CHOOSING or state.spaces[CLOCK]
    stopped = [state.clock] if still_open and state.stones_left > 1 else []
    return [KINDS[kind] for kind in (state.hour_after(), *stopped)]


def _look_at_lots(state: "BusState") -> dict[str, list[LotView]]:
    board, built = state.game.board, state.built
    return {
        zone: [
            {"lot": board.lots[lot].name, "building": KINDS[built[lot]] if built[lot] >= 0 else None} for lot in lots
        ]
        for zone, lots in zip(ZONES, board.zone_lots, strict=True)
    }


def _look_at_people(state: "BusState") -> dict[str, JunctionView]:
    """B27: as many as there are buildings of the kind on the clock are content."""
    wanted = state.kinds_at[state.clock]
    seen: dict[str, JunctionView] = {}
    for junction, people in enumerate(state.people):
        if people:
            seated = min(people, wanted[junction])
            carried = state.carried[junction]  # B29: they sit in buildings of their own
            seen[state.game.board.junctions[junction]] = {
                "content": seated - carried,
                "waiting": people - seated,
                "carried": carried,
            }
    return seen


def _look_at_action(state: "BusState", action: int, viewer: int | None) -> ActionView:
    cubes = state.spaces[action]
    if action in (EXTENSION, PASSENGERS, BUILDINGS):
        worths = [state.worth(action, place) for place in range(len(cubes) + 1)]
    elif action == VRROOOMM:
        worths = [state.buses[seat] for seat in cubes] + [0 if viewer is None else state.buses[viewer]]
    else:
        worths = [1] * len(cubes) + [0 if cubes else 1]
    return {
        "cubes": [{"seat": seat, "worth": worth} for seat, worth in zip(cubes, worths[:-1], strict=True)],
        "order": _order_of_acting(state, action),
        "last_first": action in LAST_FIRST,
        "next_worth": worths[-1],
    }


def fill(state: "BusState", view: BusView) -> None:
    """Make a blank state look like the view: there is only one that does, as nothing is hidden."""
    board, table = state.game.board, view["table"]
    building = {lot["lot"]: lot["building"] for lots in view["lots"].values() for lot in lots}
    people = [view["people"].get(name) for name in board.junctions]
    state.phase = PHASES.index(view["phase"])
    state.round = view["round"]
    state.first = view["first"]
    state.cubes = [seat["cubes"] for seat in table]
    state.spent = [seat["spent"] for seat in table]
    state.buses = [seat["buses"] for seat in table]
    state.sticks = [seat["sticks"] for seat in table]
    state.points = [seat["points"] for seat in table]
    state.reached = [seat["reached"] for seat in table]
    state.stones = [seat["stones"] for seat in table]
    state.trails = [[board.junction_named[name] for name in seat["line"]] for seat in table]
    state.must_turn_off = [[end["must_turn_off"] for end in seat["ends"]] or [False, False] for seat in table]
    state.built = [-1 if (kind := building[lot.name]) is None else KINDS.index(kind) for lot in board.lots]
    state.people = [0 if there is None else there["content"] + there["waiting"] + there["carried"] for there in people]
    state.carried = [0 if there is None else there["carried"] for there in people]
    state.supply = view["supply"]
    state.clock = KINDS.index(view["clock"])
    state.stones_left = view["stones_left"]
    state.spaces = [[cube["seat"] for cube in view["actions"][action]["cubes"]] for action in ACTIONS]
    state.passed = sum(1 << number for number, seat in enumerate(table) if seat["passed"])
    state.space = view["space"]
    state.left = view["left"]
