"""Players of Next Station: `greedy` takes the best immediate gain, `lookahead` thinks two cards ahead.

Both read their sheet off the view into a few integers and count in final points: lines, sites, interchanges and,
where they are played, objectives.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, cast

from omnibus.rules.game import View
from omnibus.rules.nextstation.board import ANY, LONDON, SWITCH, members
from omnibus.rules.nextstation.scoring import (
    ENOUGH_CROSSINGS,
    ENOUGH_INTERCHANGES,
    INTERCHANGE_POINTS,
    MOST_MARKS,
    OBJECTIVE_POINTS,
    SITE_POINTS,
    THAMES_POINTS,
)
from omnibus.rules.nextstation.state import FIRST_TURN_TO_SWITCH
from omnibus.rules.nextstation.view import NextStationView, SheetView

# What one more line at a station adds, by the lines that serve it already.
MORE_INTERCHANGE = (0, 2, INTERCHANGE_POINTS[3] - INTERCHANGE_POINTS[2], INTERCHANGE_POINTS[4] - INTERCHANGE_POINTS[3])
# A line has five sites at most, so that four lines can have twice as many marks as are kept.
MARK_POINTS = SITE_POINTS + (SITE_POINTS[MOST_MARKS],) * MOST_MARKS
# The stations of a line in each district, side by side in one integer.
COUNT_BITS = 4
FULL_COUNT = (1 << COUNT_BITS) - 1
# What keeping a power for later is worth, in points: the best of 0, 3, 6 and 9 in 120 solo games each.
POWER_WORTH = 3.0


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
EXIT_NAMED = {f"{start}>{way.station}": (start, way) for start, exits in enumerate(EXITS) for way in exits}
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


class Sheet:
    """A seat's sheet: the line being drawn, and what the earlier ones mean for it."""

    def __init__(self, view: NextStationView, sheet: SheetView):
        lines = sheet["lines"]
        served = [0] * len(LONDON.stations)
        barred = 0
        for line in lines:
            for station in line["stations"]:
                served[station] += 1
            for a, b in line["sections"]:
                barred |= LONDON.barring[LONDON.section_between[a, b]]
        self.more = [MORE_INTERCHANGE[count] for count in served]
        self.served = sum(1 << station for station, count in enumerate(served) if count)
        self.interchanges = sum(count > 1 for count in served)
        self.crossings = sum(line["crossings"] for line in lines)
        self.objectives = view["objectives"] or []
        # A doubled station adds one to the district that has most.
        self.doubled = int(sheet["power"] == "double")
        self.drawing = self._drawing(sheet, barred, sum(line["sites"] for line in lines))

    def _drawing(self, sheet: SheetView, barred: int, marks: int) -> Drawing:
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

    def points(self, drawing: Drawing) -> int:
        """What the sheet would score if the line stayed so, its earlier lines left out."""
        points = drawing.districts * (drawing.most + self.doubled) + drawing.thames
        points += MARK_POINTS[drawing.marks] + drawing.interchanges
        return points + self.bonus(drawing.stations, drawing.thames) if self.objectives else points

    def bonus(self, stations: int, thames: int) -> int:
        """Points for the objectives that the network would meet."""
        served = self.served | stations
        met = 0
        for objective in self.objectives:
            if objective == "interchanges":
                joined = sum(self.more[station] == MORE_INTERCHANGE[1] for station in members(stations))
                met += self.interchanges + joined >= ENOUGH_INTERCHANGES
            elif objective == "districts":
                met += all(served & district for district in LONDON.in_district)
            elif objective == "sites":
                met += served & LONDON.sites == LONDON.sites
            elif objective == "centre":
                met += served & CENTRE == CENTRE
            else:
                met += self.crossings + thames // THAMES_POINTS >= ENOUGH_CROSSINGS
        return OBJECTIVE_POINTS * met

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


# ---- Looking two cards ahead


class Cards(NamedTuple):
    """The cards left: how many of each symbol, street and underground, and whether the switch is among them."""

    street: tuple[int, ...]
    underground: tuple[int, ...]
    switch: bool
    turns: int  # begun this round


def _cards_left(view: NextStationView) -> Cards:
    left = [LONDON.deck[LONDON.card_named[name]] for name in view["left"]]
    symbols = range(ANY + 1)
    return Cards(
        tuple(sum(card.symbol == symbol and not card.underground for card in left) for symbol in symbols),
        tuple(sum(card.symbol == symbol and card.underground for card in left) for symbol in symbols),
        any(card.symbol == SWITCH for card in left),
        view["turn_of_round"],
    )


def _mean(best: list[int], opened: list[int] | None, counts: list[int], switch: bool) -> float:
    """The points to expect after one more card; `opened` is for a card that comes with the switch."""
    cards = sum(counts)
    expected = sum(count * points for count, points in zip(counts, best, strict=True)) / cards
    if not switch:
        return expected
    with_switch = sum(count * points for count, points in zip(counts, opened or best, strict=True)) / cards
    return (cards * expected + with_switch) / (cards + 1)


class Outlook:
    """What a sheet may become with the next two cards."""

    def __init__(self, sheet: Sheet, cards: Cards):
        self.sheet = sheet
        self.counts = [street + below for street, below in zip(cards.street, cards.underground, strict=True)]
        self.underground = cards.underground
        self.ending = sum(cards.underground) == 1  # the next underground card is the last
        self.switch = cards.switch
        # N14: whether a switch has an effect if it comes with the next card, or with the one after it
        self.opens_next = cards.turns + 1 >= FIRST_TURN_TO_SWITCH
        self.opens_later = cards.turns + 2 >= FIRST_TURN_TO_SWITCH
        self._one_card: dict[Drawing, tuple[list[int], list[int] | None]] = {}

    def one_card(self, drawing: Drawing, gone: int, switch: bool) -> float:
        """The points to expect of one more card, when one of symbol `gone` is out of the pile."""
        known = self._one_card.get(drawing)
        if known is None:
            best = self.sheet.best_by_symbol(drawing, drawing.ends)
            opened = None
            if self.switch and self.opens_later:
                opened = self.sheet.best_by_symbol(drawing, drawing.stations)
            known = self._one_card[drawing] = best, opened
        counts = self.counts[:]
        counts[gone] -= 1
        return _mean(*known, counts, switch) if any(counts) else float(self.sheet.points(drawing))

    def two_cards(self, drawing: Drawing) -> float:
        """The points to expect of the next two cards."""
        cards = sum(self.counts)
        expected = sum(self._after_next(drawing, drawing.ends, self.switch)) / cards
        if not self.switch:
            return expected
        starts = drawing.stations if self.opens_next else drawing.ends
        with_switch = sum(self._after_next(drawing, starts, False)) / cards
        return (cards * expected + with_switch) / (cards + 1)

    def _after_next(self, drawing: Drawing, starts: int, switch: bool) -> Iterator[float]:
        """For each card that may come next the points to expect after it and one more."""
        sheet = self.sheet
        present = [symbol for symbol in range(ANY + 1) if self.counts[symbol]]
        best = {symbol: self.one_card(drawing, symbol, switch) for symbol in present}
        last = sheet.best_by_symbol(drawing, starts) if self.ending else None
        for start, way in sheet.ways(drawing, starts):
            after = sheet.drawn(drawing, start, way)
            for symbol in present:
                if symbol in (ANY, way.symbol) or way.symbol == ANY:
                    best[symbol] = max(best[symbol], self.one_card(after, symbol, switch))
        for symbol in present:
            for number in range(self.counts[symbol]):
                if last is not None and number < self.underground[symbol]:
                    yield float(last[symbol])
                else:
                    yield best[symbol]


# ---- The players


def greedy(view: View, rng: Random) -> str:
    """The move with the best immediate gain in final points; it passes only when nothing can be drawn."""
    return _best(cast(NextStationView, view), rng, None)


def lookahead(view: View, rng: Random) -> str:
    """The move after which the next two cards promise most, over all cards left."""
    view = cast(NextStationView, view)
    return _best(view, rng, None if view["last_turn"] else _cards_left(view))


def _best(view: NextStationView, rng: Random, cards: Cards | None) -> str:
    seat, legal = view["seat"], view["legal"]
    if seat is None or view["round"] == 0 or len(legal) == 1:
        return rng.choice(legal)
    sheet = Sheet(view, view["table"][seat])
    if view["doubling"]:
        return _best_double(sheet, legal)
    outlook = None if cards is None else Outlook(sheet, cards)
    merits = [_merit(text, sheet, outlook) for text in legal]
    return rng.choice([text for text, merit in zip(legal, merits, strict=True) if merit == max(merits)])


def _merit(text: str, sheet: Sheet, outlook: Outlook | None) -> float:
    """What a move promises."""
    name, _, power = text.partition(" ")
    drawing = sheet.drawing
    if name in EXIT_NAMED:
        drawing = sheet.drawn(drawing, *EXIT_NAMED[name])
    if outlook is None:
        # Passing, and using a power for nothing, come last.
        return sheet.points(drawing) - (0.5 if power else 0) - (1 if name == "pass" else 0)
    return outlook.two_cards(drawing) - (POWER_WORTH if power else 0)


def _best_double(sheet: Sheet, legal: list[str]) -> str:
    """A station in the district that has most."""

    def in_its_district(text: str) -> int:
        station = int(text.removeprefix("double "))
        return sheet.drawing.counts >> COUNT_BITS * LONDON.stations[station].district & FULL_COUNT

    return max((text for text in legal if text != "single"), key=in_its_district)
