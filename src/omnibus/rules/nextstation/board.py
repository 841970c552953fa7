"""The board, loaded and validated once: stations, sections, districts, the Thames, and the station cards.

Sets of stations and of sections are integers with one bit for each. A section can be drawn in two directions;
a direction is a `Way`, and sets of ways are integers too.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple

from omnibus.rules.game import BadBoard

SYMBOLS = ("circle", "triangle", "square", "pentagon")
ANY = len(SYMBOLS)  # the symbol of the central station, and of a joker card
SWITCH = ANY + 1
SYMBOL_NAMES = (*SYMBOLS, "any")
SIGNS = ("○", "△", "□", "⬠", "?")

# N6: the eight straight ways to leave a station; four of them find every section once.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1))


class Card(NamedTuple):
    """A station card (N3)."""

    name: str
    symbol: int  # one of the four, ANY or SWITCH
    underground: bool


class Station(NamedTuple):
    """A station: where it is and what it shows."""

    x: int
    y: int
    symbol: int
    district: int
    site: bool
    north: bool  # of the Thames


class Section(NamedTuple):
    """A straight line between two stations, the lower number first (N6)."""

    a: int
    b: int
    thames: bool
    crosses: frozenset[int]


class Way(NamedTuple):
    """A section in the direction in which it is drawn."""

    start: int
    to: int
    section: int


class NextStationBoard:
    """A board and all tables that make play quick."""

    def __init__(self, data: Mapping[str, Any]):
        self.columns: int = data["columns"]
        self.rows: int = data["rows"]
        self.colours: tuple[str, ...] = tuple(data["colours"])
        self.districts: tuple[str, ...] = tuple(sorted({row["district"] for row in data["stations"]}))
        self.stations: tuple[Station, ...] = tuple(self._station(row) for row in data["stations"])
        self.sections: tuple[Section, ...] = tuple(_section(row) for row in data["sections"])
        self.deck: tuple[Card, ...] = tuple(_card(row) for row in data["deck"])
        self.card_names = tuple(card.name for card in self.deck)
        self.card_named = {card.name: number for number, card in enumerate(self.deck)}
        self.river: tuple[tuple[float, float], ...] = tuple((x, y) for x, y in data["river"])
        # N7: one departure station for each colour. N12: nothing else sets those stations apart.
        named = {row["departure"]: number for number, row in enumerate(data["stations"]) if "departure" in row}
        if set(named) != set(self.colours):
            raise BadBoard("not every colour has one departure station")
        self.departures: tuple[int, ...] = tuple(named[colour] for colour in self.colours)
        for fault in self._faults(data):
            raise BadBoard(fault)
        self._lay_tables()

    def _station(self, row: Mapping[str, Any]) -> Station:
        x, y = row["at"]
        symbol = SYMBOL_NAMES.index(row["symbol"])
        district = self.districts.index(row["district"])
        return Station(x, y, symbol, district, bool(row.get("site")), row["bank"] == "north")

    # ---- Validation

    def _faults(self, data: Mapping[str, Any]) -> Iterator[str]:
        """Where the board contradicts the counts in its own file, or itself."""
        yield from self._miscounts(data["counts"])
        yield from self._faults_of_sections()
        yield from self._faults_of_the_thames()
        yield from self._faults_of_crossings()

    def _miscounts(self, counts: Mapping[str, int]) -> Iterator[str]:
        symbols = Counter(station.symbol for station in self.stations)
        north = sum(station.north for station in self.stations)
        found = {
            "stations": len(self.stations),
            "of_each_symbol": min(symbols[symbol] for symbol in range(ANY)),
            "sections": len(self.sections),
            "over_the_thames": sum(section.thames for section in self.sections),
            "crossings": sum(len(section.crosses) for section in self.sections) // 2,
            "districts": len(self.districts),
            "sites": sum(station.site for station in self.stations),
            "north_bank": north,
            "south_bank": len(self.stations) - north,
        }
        if found != dict(counts):
            yield f"the board has {found}"
        if symbols[ANY] != 1:
            yield "there is not exactly one central station"

    def _faults_of_sections(self) -> Iterator[str]:
        """N6: the sections are those that the grid has."""
        at = {(station.x, station.y): number for number, station in enumerate(self.stations)}
        on_the_grid = set()
        for (x, y), number in at.items():
            for right, down in DIRECTIONS:
                other = self._first_station(at, x, y, right, down)
                if other is not None:
                    on_the_grid.add((min(number, other), max(number, other)))
        if [(section.a, section.b) for section in self.sections] != sorted(on_the_grid):
            yield "the sections are not those of the grid"

    def _first_station(self, at: Mapping[tuple[int, int], int], x: int, y: int, right: int, down: int) -> int | None:
        while 0 <= x + right < self.columns and 0 <= y + down < self.rows:
            x, y = x + right, y + down
            if (x, y) in at:
                return at[x, y]
        return None

    def _faults_of_the_thames(self) -> Iterator[str]:
        """Banks follow the river, and a section crosses it when its ends lie on different banks."""
        for number, station in enumerate(self.stations):
            if station.north != (station.y < self._river_at(station.x)):
                yield f"station {number} is on the other bank of the river"
        for number, section in enumerate(self.sections):
            if section.thames != (self.stations[section.a].north != self.stations[section.b].north):
                yield f"section {number} and the banks of its ends disagree"

    def _river_at(self, x: float) -> float:
        """How far down the river flows in that column."""
        for (left, up), (right, down) in zip(self.river, self.river[1:], strict=False):
            if left <= x <= right:
                return up + (down - up) * (x - left) / (right - left)
        raise BadBoard(f"the river does not flow through column {x}")

    def _faults_of_crossings(self) -> Iterator[str]:
        """N11: the listed crossings are those that geometry gives."""
        crossing: list[set[int]] = [set() for _ in self.sections]
        for one, other in combinations(range(len(self.sections)), 2):
            if self._cross(self.sections[one], self.sections[other]):
                crossing[one].add(other)
                crossing[other].add(one)
        if any(section.crosses != found for section, found in zip(self.sections, crossing, strict=True)):
            yield "the crossings are not those of the geometry"

    def _cross(self, one: Section, other: Section) -> bool:
        """Whether two sections meet elsewhere than at a common station."""
        if {one.a, one.b} & {other.a, other.b}:
            return False
        a, b, c, d = (self.stations[number] for number in (one.a, one.b, other.a, other.b))
        return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0

    # ---- Tables

    def _lay_tables(self) -> None:
        stations = range(len(self.stations))
        self.ways: tuple[Way, ...] = tuple(
            sorted(
                way
                for number, section in enumerate(self.sections)
                for way in (Way(section.a, section.b, number), Way(section.b, section.a, number))
            )
        )
        self.underground = sum(card.underground for card in self.deck)
        self.in_district = tuple(self._stations(district=d) for d in range(len(self.districts)))
        self.sites = sum(1 << s for s in stations if self.stations[s].site)
        # N8: the central station shows every symbol; a joker card asks for any.
        self.showing = tuple(self._showing(symbol) for symbol in range(ANY + 1))
        (self.central,) = (s for s in stations if self.stations[s].symbol == ANY)
        self.thames = sum(1 << n for n, section in enumerate(self.sections) if section.thames)
        self.section_between = {(section.a, section.b): n for n, section in enumerate(self.sections)}
        self.ends_of = tuple(1 << section.a | 1 << section.b for section in self.sections)
        self.out_of = tuple(self._ways(way.start == s for way in self.ways) for s in stations)
        self.into = tuple(self._ways(way.to == s for way in self.ways) for s in stations)
        self.to_symbol = tuple(self._ways(bool(showing >> way.to & 1) for way in self.ways) for showing in self.showing)
        # N10, N11: what nobody can draw any more once a section is there, and which sections those are.
        self.barred_by = tuple(
            self._ways(way.section == n or way.section in section.crosses for way in self.ways)
            for n, section in enumerate(self.sections)
        )
        self.barring = tuple(
            1 << n | sum(1 << other for other in section.crosses) for n, section in enumerate(self.sections)
        )

    def _stations(self, district: int) -> int:
        return sum(1 << number for number, station in enumerate(self.stations) if station.district == district)

    def _showing(self, symbol: int) -> int:
        fitting = (symbol, ANY)
        return sum(1 << n for n, station in enumerate(self.stations) if symbol == ANY or station.symbol in fitting)

    def _ways(self, chosen: Iterable[bool]) -> int:
        return sum(1 << number for number, wanted in enumerate(chosen) if wanted)

    def leaving(self, stations: int) -> int:
        """The ways that start at one of the stations."""
        ways = 0
        while stations:
            last = stations.bit_length() - 1
            ways |= self.out_of[last]
            stations ^= 1 << last
        return ways

    def joined(self, sections: Iterable[int]) -> tuple[int, int]:
        """The stations that sections lead to, and those among them with exactly one section."""
        once = twice = 0
        for section in sections:
            ends = self.ends_of[section]
            twice |= once & ends
            once |= ends
        return once, once & ~twice


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, rising."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _section(row: Mapping[str, Any]) -> Section:
    a, b = row["between"]
    return Section(a, b, bool(row.get("thames")), frozenset(row.get("crosses", ())))


def _card(row: Mapping[str, Any]) -> Card:
    shows, underground = row["shows"], bool(row.get("underground"))
    symbol = {"joker": ANY, "switch": SWITCH}.get(shows)
    return Card(
        f"underground {shows}" if underground else shows,
        SYMBOLS.index(shows) if symbol is None else symbol,
        underground,
    )


def _side(a: Station, b: Station, c: Station) -> int:
    """On which side of the line from a to b the third station lies: a sign, 0 on the line itself."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def numbers(names: Sequence[str], among: Sequence[str]) -> list[int]:
    """The numbers of things from their names."""
    return [among.index(name) for name in names]


PRINTED: dict[str, Any] = json.loads(
    files("omnibus.rules.nextstation").joinpath("board.json").read_text(encoding="utf-8")
)
LONDON = NextStationBoard(PRINTED)
