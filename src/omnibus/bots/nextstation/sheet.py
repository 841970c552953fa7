"""A sheet read off the view into a few integers, and what it would score as the line grows.

It counts in final points: lines, sites, interchanges and, where they are played, objectives.
"""

from collections.abc import Iterator
from typing import NamedTuple

from omnibus.rules.game import Move
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import ANY, LONDON
from omnibus.rules.nextstation.moves import Double, Draw
from omnibus.rules.nextstation.scoring import (
    ENOUGH_CROSSINGS,
    ENOUGH_INTERCHANGES,
    INTERCHANGE_POINTS,
    MOST_MARKS,
    OBJECTIVE_POINTS,
    SITE_POINTS,
    THAMES_POINTS,
)
from omnibus.rules.nextstation.view import NextStationSheetView, NextStationView

EVERY_MOVE = NextStation(powers=True)  # with powers there are all moves

# What one more line at a station adds, by the lines that serve it already.
MORE_INTERCHANGE = (0, 2, INTERCHANGE_POINTS[3] - INTERCHANGE_POINTS[2], INTERCHANGE_POINTS[4] - INTERCHANGE_POINTS[3])
# A line has five sites at most, so that four lines can have twice as many marks as are kept.
MARK_POINTS = SITE_POINTS + (SITE_POINTS[MOST_MARKS],) * MOST_MARKS
# The stations of a line in each district, side by side in one integer.
COUNT_BITS = 4
FULL_COUNT = (1 << COUNT_BITS) - 1


class Exit(NamedTuple):
    """A section as it leaves a station, ready for quick counting."""

    to: int  # the station, as a set of one
    section: int  # the section, as a set of one
    bars: int  # itself and the sections it crosses
    station: int
    count_at: int  # where its district is counted
    crossing: int  # points for the Thames
    site: int
    symbol: int


def _exits(start: int) -> tuple[Exit, ...]:
    return tuple(
        Exit(
            1 << way.to,
            1 << way.section,
            LONDON.barring[way.section],
            way.to,
            COUNT_BITS * LONDON.stations[way.to].district,
            THAMES_POINTS * LONDON.sections[way.section].thames,
            int(LONDON.stations[way.to].site),
            LONDON.stations[way.to].symbol,
        )
        for way in LONDON.ways
        if way.start == start
    )


EXITS = tuple(_exits(start) for start in range(len(LONDON.stations)))
EXIT_BETWEEN = {(start, way.station): way for start, exits in enumerate(EXITS) for way in exits}
CENTRE = LONDON.in_district[LONDON.stations[LONDON.central].district]


class Drawing(NamedTuple):
    """A line being drawn, and what it has brought so far."""

    stations: int
    ends: int
    begun: bool  # it has a section
    barred: int  # sections that cannot be drawn any more on this sheet
    counts: int  # stations in each district
    districts: int
    most: int  # stations in one district
    thames: int  # points
    marks: int  # of sites, on all lines
    interchanges: int  # points


class SeatSheet:
    """A seat's sheet: the line being drawn, and what the earlier ones mean for it."""

    def __init__(self, view: NextStationView, sheet: NextStationSheetView):
        lines = sheet["lines"]
        served = [0] * len(LONDON.stations)
        barred = 0
        for line in lines:
            for station in line["stations"]:
                served[station] += 1
            for a, b in line["sections"]:
                barred |= LONDON.barring[LONDON.section_between[a, b]]
        self.lines_at = served
        self.more = [MORE_INTERCHANGE[count] for count in served]
        self.served = sum(1 << station for station, count in enumerate(served) if count)
        self.served_once = sum(1 << station for station, count in enumerate(served) if count == 1)
        self.interchanges = sum(count > 1 for count in served)
        self.crossings = sum(line["crossings"] for line in lines)
        self.objectives = view["objectives"] or []
        # A doubled station adds one to the district that has most.
        self.doubled = int(sheet["power"] == "double")
        self.drawing = self._drawing(sheet, barred, sum(line["sites"] for line in lines))

    def _drawing(self, sheet: NextStationSheetView, barred: int, marks: int) -> Drawing:
        line = sheet["line"]
        if line is None:
            raise ValueError("no line is being drawn")
        stations = counts = 0
        for station in line["stations"]:
            stations |= 1 << station
            counts += 1 << COUNT_BITS * LONDON.stations[station].district
        for a, b in line["sections"]:
            barred |= LONDON.barring[LONDON.section_between[a, b]]
        return Drawing(
            stations,
            sum(1 << station for station in sheet["ends"]),
            bool(line["sections"]),
            barred,
            counts,
            line["districts"],
            line["most"],
            THAMES_POINTS * line["crossings"],
            marks + line["sites"],
            sum(self.more[station] for station in line["stations"]),
        )

    def drawn(self, drawing: Drawing, start: int, way: Exit) -> Drawing:
        """The line with one more section."""
        stations, ends, begun, barred, counts, districts, most, thames, marks, interchanges = drawing
        count = counts >> way.count_at & FULL_COUNT
        return Drawing(
            stations | way.to,
            (ends & ~(1 << start) if begun else ends) | way.to,
            True,
            barred | way.bars,
            counts + (1 << way.count_at),
            districts + (not count),
            most + (count == most),
            thames + way.crossing,
            marks + way.site,
            interchanges + self.more[way.station],
        )

    def after(self, drawing: Drawing, move: Draw) -> Drawing:
        """The line with the section that a move draws."""
        return self.drawn(drawing, move.start, EXIT_BETWEEN[move.start, move.to])

    def points(self, drawing: Drawing) -> int:
        """What the sheet would score if the line stayed so, its earlier lines left out."""
        points = drawing.districts * (drawing.most + self.doubled) + drawing.thames
        points += MARK_POINTS[drawing.marks] + drawing.interchanges
        return points + self.bonus(drawing.stations, drawing.thames) if self.objectives else points

    def bonus(self, stations: int, thames: int) -> int:
        """Points for the objectives that the network would meet."""
        crossings = thames // THAMES_POINTS
        met = sum(not self.missing(objective, stations, crossings) for objective in self.objectives)
        return OBJECTIVE_POINTS * met

    def missing(self, objective: str, stations: int, crossings: int) -> int:
        """How many steps an objective is away, if the line has these stations and crossings."""
        served = self.served | stations
        if objective == "interchanges":
            return max(0, ENOUGH_INTERCHANGES - self.interchanges - (self.served_once & stations).bit_count())
        if objective == "districts":
            return sum(not served & district for district in LONDON.in_district)
        if objective == "sites":
            return (LONDON.sites & ~served).bit_count()
        if objective == "centre":
            return (CENTRE & ~served).bit_count()
        return max(0, ENOUGH_CROSSINGS - self.crossings - crossings)

    def ways(self, drawing: Drawing, starts: int) -> Iterator[tuple[int, Exit]]:
        """All ways to go on from some stations, whatever the card."""
        closed, stations = drawing.barred, drawing.stations
        while starts:
            start = starts.bit_length() - 1
            starts ^= 1 << start
            for way in EXITS[start]:
                if not (closed & way.section or stations & way.to):
                    yield start, way

    def best_by_symbol(self, drawing: Drawing, starts: int) -> list[int]:
        """The most points after one more card, by its symbol."""
        stations, _, _, barred, counts, districts, most, thames, marks, interchanges = drawing
        more, doubled, objectives = self.more, self.doubled, self.objectives
        now = self.points(drawing)
        best = [now] * (ANY + 1)
        while starts:
            start = starts.bit_length() - 1
            starts ^= 1 << start
            for to, section, _, station, count_at, crossing, site, symbol in EXITS[start]:
                if barred & section or stations & to:
                    continue
                count = counts >> count_at & FULL_COUNT
                points = (
                    (districts + (not count)) * (most + (count == most) + doubled)
                    + thames
                    + crossing
                    + MARK_POINTS[marks + site]
                    + interchanges
                    + more[station]
                )
                if objectives:
                    points += self.bonus(stations | to, thames + crossing)
                if points > best[symbol]:
                    best[symbol] = points
        central = best[ANY]
        for symbol in range(ANY):
            if best[symbol] < central:
                best[symbol] = central
        best[ANY] = max(best)
        return best


def legal_moves(view: NextStationView) -> list[Move]:
    """The moves that a view offers, as the rules have them."""
    return [EVERY_MOVE.move(offered["text"]) for offered in view["legal"]]


def best_double(sheet: SeatSheet, legal: list[Move]) -> Double:
    """The move that doubles a station in the district that has most."""

    def in_its_district(move: Double) -> int:
        return sheet.drawing.counts >> COUNT_BITS * LONDON.stations[move.station].district & FULL_COUNT

    return max([move for move in legal if isinstance(move, Double)], key=in_its_district)
