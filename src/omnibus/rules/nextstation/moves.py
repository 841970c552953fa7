"""The moves of Next Station and their notation."""

from typing import Literal, TypedDict

from omnibus.rules.game import Move
from omnibus.rules.nextstation.board import LONDON, NextStationBoard, Way

# What the power cards allow (N24 to N27).
POWERS = ("second", "joker", "switch", "double")
SECOND, JOKER, SWITCHING, DOUBLE = range(4)


Decision = Literal["pencil", "section", "second-section", "double-station"]


class PencilData(TypedDict):
    """Take a pencil."""

    text: str
    do: Literal["pencil"]
    colour: str


class DrawData(TypedDict):
    """Draw a section, perhaps with the power of the pencil."""

    text: str
    do: Literal["draw", "draw-joker", "draw-switch", "draw-second"]
    start: int
    end: int


class DoubleData(TypedDict):
    """Count a station twice."""

    text: str
    do: Literal["double"]
    station: int


class NextStationWordData(TypedDict):
    """Draw nothing, no second section, or count no station twice."""

    text: str
    do: Literal["pass", "done", "single"]


NextStationMoveData = PencilData | DrawData | DoubleData | NextStationWordData


class Pencil(Move):
    """Take a pencil (N2)."""

    __slots__ = ("colour",)

    def __init__(self, index: int, colour: int, name: str):
        super().__init__(index, f"pencil {name}", "pencil", colour=name)
        self.colour = colour


class Draw(Move):
    """Draw a section (N4)."""

    __slots__ = ("section", "start", "to")

    def __init__(self, index: int, way: Way, power: str = ""):
        text = f"{way.start}>{way.to}"
        if power:
            super().__init__(index, f"{text} {power}", f"draw-{power}", start=way.start, end=way.to)
        else:
            super().__init__(index, text, "draw", start=way.start, end=way.to)
        self.start = way.start
        self.to = way.to
        self.section = way.section


class DrawAsJoker(Draw):
    """Draw a section as if the card were a joker (N25)."""

    __slots__ = ()


class DrawAsSwitch(Draw):
    """Draw a section as if the switch had come with the card (N26)."""

    __slots__ = ()


class DrawSecond(Draw):
    """Draw a second section in the same turn (N24)."""

    __slots__ = ()


class PassSection(Move):
    """Draw nothing this turn (N4)."""

    __slots__ = ()


class Done(Move):
    """Draw no second section (N24)."""

    __slots__ = ()


class Double(Move):
    """Count a station of the line twice in its district (N27)."""

    __slots__ = ("station",)

    def __init__(self, index: int, station: int):
        super().__init__(index, f"double {station}", "double", station=station)
        self.station = station


class Single(Move):
    """Count every station of the line once (N27)."""

    __slots__ = ()


class NextStationMoves:
    """Every move there is on a board; those that no power is needed for come first."""

    def __init__(self, board: NextStationBoard):
        moves: list[Move] = []

        def add(move: Move) -> Move:
            moves.append(move)
            return move

        self.pencils = [add(Pencil(len(moves), n, colour)) for n, colour in enumerate(board.colours)]
        # By the number of the way that is drawn.
        self.draws = [add(Draw(len(moves), way)) for way in board.ways]
        self.pass_section = add(PassSection(len(moves), "pass", "pass"))
        self.without_powers = tuple(moves)
        self.jokers = [add(DrawAsJoker(len(moves), way, "joker")) for way in board.ways]
        self.switches = [add(DrawAsSwitch(len(moves), way, "switch")) for way in board.ways]
        self.seconds = [add(DrawSecond(len(moves), way, "second")) for way in board.ways]
        self.done = add(Done(len(moves), "done", "done"))
        self.doubles = [add(Double(len(moves), station)) for station in range(len(board.stations))]
        self.single = add(Single(len(moves), "single", "single"))
        self.all = tuple(moves)


def picked(moves: list[Move], chosen: int) -> list[Move]:
    """The moves whose numbers are in a set, in their order."""
    found = []
    while chosen:
        low = chosen & -chosen
        found.append(moves[low.bit_length() - 1])
        chosen ^= low
    return found


MOVES = NextStationMoves(LONDON)
