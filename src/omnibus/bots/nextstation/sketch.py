"""A line sketched on integers, quick enough to try thousands of ways to go on with it.

A sketch is judged in points at the end of the game: its own, and what it means for the lines still to come.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from omnibus.bots.nextstation.prospects import mark_worth, objective_worth, section_cost, station_worth
from omnibus.bots.nextstation.sheet import EXITS, FULL_COUNT, SeatSheet
from omnibus.rules.nextstation.board import ANY, LONDON, SWITCH, Card
from omnibus.rules.nextstation.moves import JOKER, POWERS, SECOND, SWITCHING
from omnibus.rules.nextstation.scoring import THAMES_POINTS
from omnibus.rules.nextstation.state import FIRST_TURN_TO_SWITCH, NO_POWER
from omnibus.rules.nextstation.view import NextStationView

# By how much a line's districts, and its most stations in one, are thought to grow each turn: the best of four pairs
# in 2,000 games of what looks best alone, though not by more than chance allows.
MORE_DISTRICTS = 1.0
MORE_STATIONS = 0.5
# A power is used before the last turn if it brings more than this: a guess, not measured.
POWER_KEPT = 4.0


class Turn(NamedTuple):
    """A turn of a round, and how many cards are left after it, the switch not counted."""

    symbol: int
    opened: bool  # by the switch
    number: int
    underground: int
    street: int
    late: bool  # enough for a switch to have an effect
    left: float  # turns to expect after it
    key: int  # of all turns that call for the same decision


@cache
def _turn(symbol: int, switch: bool, number: int, underground: int, street: int) -> Turn:
    late = number >= FIRST_TURN_TO_SWITCH
    opened = switch and late
    # Each street card left has the same chance to come before the last underground card.
    left = underground + street * underground / (underground + 1)
    return Turn(symbol, opened, number, underground, street, late, left, symbol | opened << 3 | underground << 4)


def turn_now(view: NextStationView) -> Turn:
    """The turn that has begun."""
    (card,) = cards_named([view["card"] or ""])
    left = [each for each in cards_named(view["left"]) if each.symbol != SWITCH]
    underground = sum(each.underground for each in left)
    return _turn(card.symbol, view["switch"], view["turn_of_round"], underground, len(left) - underground)


def cards_named(names: list[str]) -> list[Card]:
    return [LONDON.deck[LONDON.card_named[name]] for name in names]


def turns_to_come(now: Turn, pile: Sequence[Card]) -> list[Turn]:
    """The rest of the round, if the cards come in this order."""
    _, _, number, underground, street, _, _, _ = now
    turns: list[Turn] = []
    switch = False
    for _, symbol, below in pile:
        if not underground:
            break
        if symbol == SWITCH:
            switch = True
            continue
        number += 1
        if below:
            underground -= 1
        else:
            street -= 1
        turns.append(_turn(symbol, switch, number, underground, street))
        switch = False
    return turns


class Extension(NamedTuple):
    """A section as it leaves a station, and what it is worth besides districts and sites."""

    to: int  # the station, as a set of one
    bars: int  # itself and the sections it crosses
    station: int
    count_at: int  # where its district is counted
    crossing: int
    site: int
    symbol: int
    worth: float


Look = tuple[float, int, Extension]
"""How good a way looks, the station it leaves, and the way."""


class Sketch(NamedTuple):
    """A line as it might be drawn."""

    stations: int
    ends: int
    begun: bool  # it has a section
    barred: int  # sections that cannot be drawn any more on this sheet
    counts: int  # stations in each district
    districts: int
    most: int  # stations in one district
    crossings: int
    marks: int  # of sites, on all lines
    worth: float
    power: int  # that may still be used


class Paper:
    """A sheet to sketch on: what every section is worth on it this round."""

    def __init__(self, view: NextStationView, seat: int):
        mine = view["table"][seat]
        self.sheet = SeatSheet(view, mine)
        self.doubled = self.sheet.doubled
        self.later = mine["pencils"][view["round"] :]
        self.marks = mark_worth(self.later)
        power = NO_POWER if mine["power"] is None or mine["power_used"] else POWERS.index(mine["power"])
        now = self.sheet.drawing
        crossings = now.thames // THAMES_POINTS
        self.begin = Sketch(*now[:7], crossings, now.marks, float(now.thames + now.interchanges), power)
        self.ways = self._ways()

    def _ways(self) -> list[list[list[tuple[int, int, int, int, float, Extension]]]]:
        """The ways by the symbol of the card and the station they leave.

        What is needed most often stands before each: the station, the section, where its district is counted, its
        site, and how good it looks besides districts and sites.
        """
        barred = self.begin.barred
        worth = station_worth(self.sheet.lines_at, self.later)
        cost = section_cost(barred, self.later)
        ways: list[list[list[tuple[int, int, int, int, float, Extension]]]] = [
            [[] for _ in EXITS] for _ in range(ANY + 1)
        ]
        for start, exits in enumerate(EXITS):
            for leave in exits:
                if leave.section & barred:
                    continue
                value = worth[leave.station] - cost[leave.section.bit_length() - 1] + leave.crossing
                crossing = int(leave.crossing > 0)
                way = Extension(
                    leave.to, leave.bars, leave.station, leave.count_at, crossing, leave.site, leave.symbol, value
                )
                appeal = value + (self._towards_objectives(way) if self.sheet.objectives else 0.0)
                entry = (leave.to, leave.section, leave.count_at, leave.site, appeal, way)
                for symbol in range(ANY + 1):
                    if symbol in (leave.symbol, ANY) or leave.symbol == ANY:
                        ways[symbol][start].append(entry)
        return ways

    def _towards_objectives(self, way: Extension) -> float:
        after = self._hopes(self.begin.stations | way.to, self.begin.crossings + way.crossing)
        return after - self._hopes(self.begin.stations, self.begin.crossings)

    def _hopes(self, stations: int, crossings: int) -> float:
        return objective_worth(self.sheet, stations, crossings, len(self.later))

    def points(self, sketch: Sketch) -> float:
        """What the sketch would be worth in the end if the line stayed so."""
        points = sketch.districts * (sketch.most + self.doubled) + self.marks[sketch.marks] + sketch.worth
        if self.sheet.objectives:
            points += self._hopes(sketch.stations, sketch.crossings)
        return points

    @staticmethod
    def drawn(sketch: Sketch, start: int, way: Extension, power: int) -> Sketch:
        """The sketch with one more section, and the power that is left."""
        stations, ends, begun, barred, counts, districts, most, crossings, marks, worth, _ = sketch
        to, bars, _, count_at, crossing, site, _, value = way
        count = counts >> count_at & FULL_COUNT
        return Sketch(
            stations | to,
            (ends & ~(1 << start) if begun else ends) | to,
            True,
            barred | bars,
            counts + (1 << count_at),
            districts + (not count),
            most + (count == most),
            crossings + crossing,
            marks + site,
            worth + value,
            power,
        )

    def sections(self, sketch: Sketch, starts: int, symbol: int, turns_left: float) -> list[Look]:
        """All that can be drawn from these stations, and how good it looks."""
        stations, barred, counts, most = sketch.stations, sketch.barred, sketch.counts, sketch.most
        new_district = most + self.doubled + MORE_STATIONS * turns_left
        one_more = sketch.districts + MORE_DISTRICTS * turns_left
        mark = self.marks[sketch.marks + 1] - self.marks[sketch.marks]
        ways = self.ways[symbol]
        found: list[Look] = []
        while starts:
            start = starts.bit_length() - 1
            starts ^= 1 << start
            for to, section, count_at, site, gain, way in ways[start]:
                if barred & section or stations & to:
                    continue
                count = counts >> count_at & FULL_COUNT
                if not count:
                    gain += new_district
                if count == most:
                    gain += one_more
                if site:
                    gain += mark
                found.append((gain, start, way))
        return found

    def best(self, sketch: Sketch, starts: int, symbol: int, turns_left: float) -> Look | None:
        """The section that looks best; none if drawing nothing looks better."""
        found = max(self.sections(sketch, starts, symbol, turns_left), default=None)
        return found if found is not None and found[0] >= 0 else None

    def play_out(self, sketch: Sketch, turns: list[Turn], first: int) -> float:
        """What the sketch is worth after these turns, from the first on, each section being the one that looks best."""
        return self.points(self.drawn_on(sketch, turns, first))

    def drawn_on(self, sketch: Sketch, turns: list[Turn], first: int) -> Sketch:
        """The sketch after these turns, from the first on, each section being the one that looks best."""
        for number in range(first, len(turns)):
            now = turns[number]
            if sketch.power != NO_POWER:
                sketch = self._with_power(sketch, now)
                continue
            look = self.best(sketch, sketch.stations if now.opened else sketch.ends, now.symbol, now.left)
            if look is not None:
                sketch = self.drawn(sketch, look[1], look[2], NO_POWER)
        return sketch

    def _with_power(self, sketch: Sketch, now: Turn) -> Sketch:
        """The section that looks best, the power of the pencil being used if that brings enough."""
        power = sketch.power
        starts = sketch.stations if now.opened else sketch.ends
        look = self.best(sketch, starts, now.symbol, now.left)
        enough = POWER_KEPT if now.left else 0.0
        other = None
        if power == JOKER:
            other = self.best(sketch, starts, ANY, now.left)
        elif power == SWITCHING and now.late:
            other = self.best(sketch, sketch.stations, now.symbol, now.left)
        if other is not None and other[0] > enough + (look[0] if look is not None else 0.0):
            return self.drawn(sketch, other[1], other[2], NO_POWER)
        if look is None:
            return sketch
        sketch = self.drawn(sketch, look[1], look[2], power)
        return self.with_second(sketch, now, look[2]) if power == SECOND else sketch

    def with_second(self, sketch: Sketch, now: Turn, first: Extension) -> Sketch:
        """The sketch with a second section in the same turn, if that brings enough (N24)."""
        starts = sketch.stations if now.opened else sketch.ends
        second = self.best(sketch, starts, symbol_of_second(now.symbol, first), now.left)
        if second is not None and second[0] > (POWER_KEPT if now.left else 0.0):
            return self.drawn(sketch, second[1], second[2], NO_POWER)
        return sketch


def symbol_of_second(symbol: int, first: Extension) -> int:
    """N24: a second section leads to the symbol of the card, after a joker to that of the first."""
    return first.symbol if symbol == ANY else symbol
