"""A view of Next Station as numbers.

Nothing that was drawn matters but what it leaves: which stations how many lines serve, which sections cannot be drawn
any more, and points. The sheets of the others are told without the line that they are drawing: all choose at the same
time (N4), and the line would show what somebody has chosen in this very turn.
"""

from collections.abc import Iterable
from functools import cache

from omnibus.rules.encoding import Encoding, Part
from omnibus.rules.nextstation.board import LONDON, SYMBOL_NAMES, NextStationBoard
from omnibus.rules.nextstation.moves import POWERS
from omnibus.rules.nextstation.scoring import (
    INTERCHANGE_POINTS,
    MODULE_POINTS,
    MOST_MARKS,
    NO_STATION,
    OBJECTIVE_POINTS,
    OBJECTIVES,
    SITE_POINTS,
    THAMES_POINTS,
    Line,
    Network,
    joined_up,
    parts_of,
    progress,
)
from omnibus.rules.nextstation.view import LineView, NextStationSheetView, NextStationView

MOST_SEATS = 4
MODULES = ("objectives", "powers")
DECISIONS = ("pencil", "section", "second-section", "double-station")
# The sheets, in the order of play from the seat that looks.
WHOSE = ("you", "next", "third", "fourth")


class NextStationEncoding(Encoding):
    """How views of the game on one board become numbers."""

    def __init__(self, board: NextStationBoard):
        self.board = board
        colours, stations = len(board.colours), len(board.stations)
        most = 1 + max(district.bit_count() for district in board.in_district)
        line = len(board.districts) * most + THAMES_POINTS * board.thames.bit_count()
        bonus = SITE_POINTS[-1] + max(INTERCHANGE_POINTS.values()) * stations + OBJECTIVE_POINTS * len(OBJECTIVES)
        self.parts = (
            Part("seats", MOST_SEATS),
            Part("modules", len(MODULES)),
            Part("asked of you", len(DECISIONS)),
            Part("round", colours),
            Part("turn of the round", 1, len(board.deck)),
            Part("symbol", len(SYMBOL_NAMES)),
            Part("switch", 1),
            Part("last turn", 1),
            Part("a double station is chosen", 1),
            Part("cards left", len(board.deck)),
            Part("objectives", len(OBJECTIVES)),
            Part("powers of the pencils", colours * len(POWERS)),
            Part("your power", len(POWERS)),
            Part("your power is used", 1),
            Part("symbol of a second section", len(SYMBOL_NAMES)),
            Part("stations of your line", stations),
            Part("ends of your line", stations),
            Part("districts, most in one, crossings, points of your line", 4, line),
            *(
                part
                for who in WHOSE
                for part in (
                    Part(f"{who}: pencils", colours * colours),
                    Part(f"{who}: lines at each station", stations, max(INTERCHANGE_POINTS)),
                    Part(f"{who}: sections closed", len(board.sections)),
                    Part(f"{who}: site marks", 1, MOST_MARKS),
                    Part(f"{who}: reached of the objectives", len(OBJECTIVES), max(stations, len(board.sections))),
                    Part(f"{who}: points of all lines, best line", 2, colours * line),
                    Part(f"{who}: points", 1, colours * line + bonus, -MODULE_POINTS * len(MODULES)),
                )
            ),
        )
        self._sheet_length = sum(part.size for part in self.parts if part.name.startswith(WHOSE[0] + ":"))

    def encode(self, view: NextStationView) -> list[int]:
        """All that the seat of the view knows."""
        seats, seat = view["seats"], view["seat"]
        if seat is None:
            raise ValueError("a spectator's view is nobody's")
        numbers = [
            *_one(view["seats"] - 1, MOST_SEATS),
            *(int(view["options"][module]) for module in MODULES),
            *_named(view["asks"], DECISIONS),
            *self._cards(view),
            *_some(view["objectives"] or (), OBJECTIVES),
            *self._powers(view["powers"]),
            *self._line(view["table"][seat]),
        ]
        for other in range(seat, seat + seats):
            numbers += self._sheet(view, other % seats)
        return numbers + [0] * (self._sheet_length * (MOST_SEATS - seats))

    def _cards(self, view: NextStationView) -> list[int]:
        """The round, its turn and what is known of its cards (N32): nothing before the first and after the last."""
        board = self.board
        playing = view["round"] > 0 and view["result"] is None
        if not playing:
            return [0] * (len(board.colours) + 1 + len(SYMBOL_NAMES) + 3 + len(board.deck))
        symbol = board.deck[board.card_named[view["card"] or ""]].symbol
        return [
            *_one(view["round"] - 1, len(board.colours)),
            view["turn_of_round"],
            *_one(symbol, len(SYMBOL_NAMES)),
            int(view["switch"]),
            int(view["last_turn"]),
            int(view["doubling"]),
            *_some(view["left"], board.card_names),
        ]

    def _powers(self, powers: dict[str, str] | None) -> list[int]:
        """N23: colour by colour."""
        if powers is None:
            return [0] * (len(self.board.colours) * len(POWERS))
        return [number for colour in self.board.colours for number in _named(powers[colour], POWERS)]

    def _line(self, sheet: NextStationSheetView) -> list[int]:
        """The line that the seat is drawing, and what it may do with its pencil."""
        stations, line = len(self.board.stations), sheet["line"]
        counted = [0] * 4 if line is None else [line["districts"], line["most"], line["crossings"], line["points"]]
        return [
            *_named(sheet["power"], POWERS),
            int(sheet["power_used"]),
            *_named(sheet["second"], SYMBOL_NAMES),
            *_bits(_set(() if line is None else line["stations"]), stations),
            *_bits(_set(sheet["ends"]), stations),
            *counted,
        ]

    def _sheet(self, view: NextStationView, seat: int) -> list[int]:
        """A sheet as it stands; those of the others without the line that they are drawing."""
        board, sheet = self.board, view["table"][seat]
        shown = sheet["lines"]
        if sheet["line"] is not None and seat == view["seat"]:
            shown = [*shown, sheet["line"]]
        lines = [self._counted(line) for line in shown]
        network = joined_up(lines)
        closed = 0
        for line in shown:
            for a, b in line["sections"]:
                closed |= board.barring[board.section_between[a, b]]  # N10, N11
        deduction = -sheet["points"].get("modules", 0)
        points = [line.points for line in lines]
        return [
            *self._pencils(view, seat),
            *self._served(network),
            *_bits(closed, len(board.sections)),
            network.marks,
            *self._reached(network, view["objectives"] or ()),
            sum(points),
            max(points, default=0),
            sum(parts_of(board, lines, view["objectives"], deduction).values()),
        ]

    def _pencils(self, view: NextStationView, seat: int) -> list[int]:
        """N2: the colours by round, as far as they are known: all once everybody has a pencil."""
        known = view["table"][seat]["pencils"]
        if not known:
            known = view["taken"] if view["seats"] == 1 else view["taken"][seat : seat + 1]
        colours = self.board.colours
        numbers = [number for colour in known for number in _named(colour, colours)]
        return numbers + [0] * (len(colours) * len(colours) - len(numbers))

    def _served(self, network: Network) -> list[int]:
        one, two, three, four = network.served_by
        return [
            (one >> s & 1) + (two >> s & 1) + (three >> s & 1) + (four >> s & 1)
            for s in range(len(self.board.stations))
        ]

    def _reached(self, network: Network, in_play: Iterable[str]) -> list[int]:
        """N22: how far the sheet is with each objective in play."""
        reached = {objective: progress(self.board, objective, network)[0] for objective in in_play}
        return [reached.get(objective, 0) for objective in OBJECTIVES]

    def _counted(self, line: LineView) -> Line:
        """The line and its column of the score sheet, taken from the view; nothing is counted anew."""
        counts = line["districts"], line["most"], line["crossings"], line["sites"], line["points"]
        return Line(self.board.colours.index(line["colour"]), 0, _set(line["stations"]), NO_STATION, *counts)


def _set(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _bits(members: int, size: int) -> list[int]:
    return [members >> number & 1 for number in range(size)]


def _one(which: int, size: int) -> list[int]:
    return _bits(1 << which, size)


def _named(name: str | None, names: tuple[str, ...]) -> list[int]:
    return [int(each == name) for each in names]


def _some(chosen: Iterable[str], names: tuple[str, ...]) -> list[int]:
    chosen = set(chosen)
    return [int(each in chosen) for each in names]


@cache
def encoding_of(board: NextStationBoard) -> NextStationEncoding:
    """The encoding of the game on a board."""
    return NextStationEncoding(board)


def encode(view: NextStationView) -> list[int]:
    """All that the seat of a view knows, as numbers; on the printed board."""
    return encoding_of(LONDON).encode(view)
