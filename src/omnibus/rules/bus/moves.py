"""The moves of Bus on a board, and their notation."""

from typing import ClassVar, Literal, TypedDict, get_args

from omnibus.rules.bus.board import CITY, KINDS, BusBoard
from omnibus.rules.game import Move

ACTIONS = ("extension", "bus", "passengers", "buildings", "clock", "vrrooomm", "first")  # as carried out (B10)
EXTENSION, BUS, PASSENGERS, BUILDINGS, CLOCK, VRROOOMM, FIRST = range(7)
SINGLE = (BUS, CLOCK, FIRST)  # take one cube a round (B8)
LAST_FIRST = (EXTENSION, BUILDINGS)  # the last to choose acts first (B10)

FOUNDING, LAYING, DOUBLING, CHOOSING, EXTENDING, ARRIVING, BUILDING, TIMING, RIDING = range(9)
CARRIED_OUT = {EXTENDING: EXTENSION, ARRIVING: PASSENGERS, BUILDING: BUILDINGS, TIMING: CLOCK, RIDING: VRROOOMM}


Decision = Literal[
    "founding", "laying", "doubling", "choosing", "extending", "arriving", "building", "timing", "riding"
]
PHASES: tuple[Decision, ...] = get_args(Decision)
Building = Literal["house", "office", "pub"]
Action = Literal["extension", "bus", "passengers", "buildings", "clock", "vrrooomm", "first"]


class BuildData(TypedDict):
    """Put a building on a lot."""

    text: str
    do: Literal["build"]
    lot: str
    building: Building


class LineData(TypedDict):
    """Lay the first stick of a line."""

    text: str
    do: Literal["line"]
    street: str


class ChooseData(TypedDict):
    """Place a cube on an action."""

    text: str
    do: Literal["choose"]
    action: Action


class ExtendData(TypedDict):
    """Lay a stick from an end of the line."""

    text: str
    do: Literal["extend"]
    start: str
    end: str
    street: str


class ArriveData(TypedDict):
    """Let a passenger arrive."""

    text: str
    do: Literal["arrive"]
    station: str


class RideData(TypedDict):
    """Carry a passenger."""

    text: str
    do: Literal["ride"]
    start: str
    end: str


class BusWordData(TypedDict):
    """Place no more cubes, stop time, or let it go on."""

    text: str
    do: Literal["pass", "stop", "tick"]


BusMoveData = BuildData | LineData | ChooseData | ExtendData | ArriveData | RideData | BusWordData


class BusMove(Move):
    """A move, and the phases of the game in which it can be made."""

    __slots__ = ()
    phases: ClassVar[tuple[int, ...]]


class Build(BusMove):
    """Put a building of some kind on a lot (B5, B24)."""

    __slots__ = ("kind", "lot")
    phases = (FOUNDING, BUILDING)

    def __init__(self, index: int, board: BusBoard, lot: int, kind: int):
        name, building = board.lots[lot].name, KINDS[kind]
        super().__init__(index, f"build {name} {building}", "build", lot=name, building=building)
        self.lot = lot
        self.kind = kind


class Lay(BusMove):
    """Lay the first stick of a line (B6)."""

    __slots__ = ("street",)
    phases = (LAYING,)

    def __init__(self, index: int, board: BusBoard, street: int):
        name = board.streets[street].name
        super().__init__(index, f"line {name}", "line", street=name)
        self.street = street


class Choose(BusMove):
    """Place a cube on an action (B7)."""

    __slots__ = ("action",)
    phases = (CHOOSING,)

    def __init__(self, index: int, action: int):
        super().__init__(index, f"choose {ACTIONS[action]}", "choose", action=ACTIONS[action])
        self.action = action


class StopChoosing(BusMove):
    """Place no more cubes this round (B9)."""

    __slots__ = ()
    phases = (CHOOSING,)


class Extend(BusMove):
    """Lay a stick from an end of the line along a street (B15)."""

    __slots__ = ("end", "start", "street")
    phases = (DOUBLING, EXTENDING)

    def __init__(self, index: int, board: BusBoard, start: int, end: int):
        a, b = board.junctions[start], board.junctions[end]
        self.street = board.street_between[start, end]
        super().__init__(index, f"extend {a}>{b}", "extend", start=a, end=b, street=board.streets[self.street].name)
        self.start = start
        self.end = end


class Arrive(BusMove):
    """Let a passenger of the supply arrive at a station (B23)."""

    __slots__ = ("station",)
    phases = (ARRIVING,)

    def __init__(self, index: int, board: BusBoard, station: int):
        name = board.junctions[station]
        super().__init__(index, f"arrive {name}", "arrive", station=name)
        self.station = station


class Stop(BusMove):
    """Stop time and take a stone (B25)."""

    __slots__ = ()
    phases = (TIMING,)


class Tick(BusMove):
    """Let the hand of the clock move on (B25)."""

    __slots__ = ()
    phases = (TIMING,)


class Ride(BusMove):
    """Carry a waiting passenger to a free building (B28)."""

    __slots__ = ("end", "start")
    phases = (RIDING,)

    def __init__(self, index: int, board: BusBoard, start: int, end: int):
        a, b = board.junctions[start], board.junctions[end]
        super().__init__(index, f"ride {a}>{b}", "ride", start=a, end=b)
        self.start = start
        self.end = end


class BusMoves:
    """Every move on a board in a fixed order, and tables to find them by what they do."""

    __slots__ = ("all", "arrive", "build", "choose", "extend_from", "lay", "ride", "stop", "stop_choosing", "tick")

    def __init__(self, board: BusBoard):
        moves: list[Move] = []

        def add(move: Move) -> Move:
            moves.append(move)
            return move

        self.build = [
            [add(Build(len(moves), board, lot, kind)) for kind in range(len(KINDS))] for lot in range(len(board.lots))
        ]
        self.lay = [add(Lay(len(moves), board, street)) for street in range(len(board.streets))]
        self.choose = [add(Choose(len(moves), action)) for action in range(len(ACTIONS))]
        self.stop_choosing = add(StopChoosing(len(moves), "pass", "pass"))
        # For each junction the streets that lead away from it, as bits, with the move along each.
        self.extend_from: list[list[tuple[int, Move]]] = [
            [
                (1 << board.street_between[start, end], add(Extend(len(moves), board, start, end)))
                for end in range(len(board.junctions))
                if (start, end) in board.street_between
            ]
            for start in range(len(board.junctions))
        ]
        self.arrive = [add(Arrive(len(moves), board, station)) for station in board.stations]
        self.stop = add(Stop(len(moves), "stop", "stop"))
        self.tick = add(Tick(len(moves), "tick", "tick"))
        # Where someone waits no building of the kind is free: no ride leads back to its own junction (B27, B28).
        with_lots = sorted({lot.junction for lot in board.lots})
        self.ride = [
            {end: add(Ride(len(moves), board, start, end)) for end in with_lots if end != start}
            for start in range(len(board.junctions))
        ]
        self.all = tuple(moves)


MOVES = BusMoves(CITY)
