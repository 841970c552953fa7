"""Many courses that a game alone may take, all of them a move at a time, in NumPy.

To build a view for each of them would take longer than the network does. So what it sees is kept as the numbers of the
encoding, of which a move changes few. Only the course of a game alone can be followed so; the rules are those of
`omnibus.rules.nextstation.state`.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
import numpy.typing as npt

from omnibus.bots.network import Floats, Network
from omnibus.rules.nextstation.board import ANY, LONDON, SWITCH, SYMBOL_NAMES
from omnibus.rules.nextstation.encoding import DECISIONS, encoding_of
from omnibus.rules.nextstation.moves import DOUBLE, JOKER, MOVES, POWERS, SECOND, SWITCHING
from omnibus.rules.nextstation.scoring import (
    ENOUGH_CROSSINGS,
    ENOUGH_INTERCHANGES,
    INTERCHANGE_POINTS,
    MOST_MARKS,
    OBJECTIVE_POINTS,
    OBJECTIVES,
    SITE_POINTS,
    THAMES_POINTS,
)
from omnibus.rules.nextstation.state import FIRST_TURN_TO_SWITCH, NO_POWER, NO_SYMBOL
from omnibus.rules.nextstation.view import NextStationView

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ROUNDS, CARDS, WAYS = len(LONDON.colours), len(LONDON.deck), len(LONDON.ways)


# ---- Tables of the encoding, the board and the moves


def _places() -> dict[str, slice]:
    """Where the parts of the encoding lie."""
    places, first = {}, 0
    for part in encoding_of(LONDON).parts:
        places[part.name] = slice(first, first + part.size)
        first += part.size
    return places


PLACES = _places()
SEEN = PLACES["next: pencils"].start  # of the other sheets there are none: all zeros from there on
COUNTED = PLACES["districts, most in one, crossings, points of your line"].start
OF_ALL_LINES = PLACES["you: points of all lines, best line"].start

SYMBOL = np.array([station.symbol for station in LONDON.stations])
DISTRICT = np.array([station.district for station in LONDON.stations])
SITE = np.array([station.site for station in LONDON.stations], np.int64)
IN_DISTRICT = (DISTRICT[:, None] == np.arange(len(LONDON.districts))).astype(np.float32)
CENTRE = IN_DISTRICT[:, LONDON.stations[LONDON.central].district] > 0
SHOWING = np.array([[stations >> n & 1 for n in range(len(SYMBOL))] for stations in LONDON.showing], bool)
START, TO, SECTION = (np.array(column) for column in zip(*LONDON.ways, strict=True))
OVER_THAMES = np.array([section.thames for section in LONDON.sections], np.int64)
CLOSES = np.array([[bars >> n & 1 for n in range(len(OVER_THAMES))] for bars in LONDON.barring], np.float32)
DEPARTURES = np.array(LONDON.departures)
CARD_SYMBOL = np.array([card.symbol for card in LONDON.deck])
UNDERGROUND = np.array([card.underground for card in LONDON.deck], np.int64)

MARK_POINTS = np.array(SITE_POINTS)
SERVED_POINTS = np.array([INTERCHANGE_POINTS.get(lines, 0) for lines in range(max(INTERCHANGE_POINTS) + 1)])
ENOUGH = np.array([ENOUGH_INTERCHANGES, len(LONDON.districts), SITE.sum(), CENTRE.sum(), ENOUGH_CROSSINGS])

# Moves that come one after the other in `MOVES`, as a network's opinion of them does.
DRAWS = slice(MOVES.draws[0].index, MOVES.pass_section.index + 1)
JOKERS = slice(MOVES.jokers[0].index, MOVES.jokers[-1].index + 1)
SWITCHES = slice(MOVES.switches[0].index, MOVES.switches[-1].index + 1)
SECONDS = slice(MOVES.seconds[0].index, MOVES.done.index + 1)
FAMILIES = (DRAWS, JOKERS, SWITCHES, SECONDS)
NO_WAY = -1
WAY = np.full(len(MOVES.all), NO_WAY)
for _family in FAMILIES:
    WAY[_family.start : _family.start + WAYS] = np.arange(WAYS)
SPENDS = np.zeros(len(MOVES.all), bool)  # the power of the pencil
for _family in (JOKERS, SWITCHES, SECONDS):
    SPENDS[_family.start : _family.start + WAYS] = True


def guessed_orders(view: NextStationView, rng: Random, worlds: int) -> Ints:
    """For each world the cards of all rounds in their order, as far as the view does not tell them (N3, N32)."""
    shown, left = ([LONDON.card_named[name] for name in view[cards]] for cards in ("revealed", "left"))
    orders = np.zeros((worlds, ROUNDS, CARDS), np.int64)
    for world in range(worlds):
        orders[world, view["round"] - 1] = shown + rng.sample(left, len(left))
        for later in range(view["round"], ROUNDS):
            orders[world, later] = rng.sample(range(CARDS), CARDS)
    return orders


class Courses:
    """Courses that begin with the same view of somebody who plays alone; one for each order of the cards.

    A row of each array is a course. The double station at a round's end is no decision here: one of the fullest
    district is best, and whichever it is brings the same (N27).
    """

    def __init__(self, view: NextStationView, orders: Ints):
        sheet, (count, *_) = view["table"][0], orders.shape
        line = sheet["line"]
        if view["seats"] != 1 or line is None or view["doubling"]:
            raise ValueError("only where somebody alone draws a section")

        def all_alike(number: int) -> Ints:
            return np.full(count, number, np.int64)

        self.orders = orders
        numbers = np.array(encoding_of(LONDON).encode(view)[:SEEN], np.float32)
        # What the encoding has as it is kept here; the rest is put in when the network looks.
        self._numbers = np.repeat(numbers[None], count, axis=0)
        self.stations = self._numbers[:, PLACES["stations of your line"]]
        self.ends = self._numbers[:, PLACES["ends of your line"]]
        self.served = self._numbers[:, PLACES["you: lines at each station"]]
        self.closed = self._numbers[:, PLACES["you: sections closed"]]
        self.left = self._numbers[:, PLACES["cards left"]]
        # The round and its cards.
        self.round = all_alike(view["round"] - 1)  # from 0; beyond the last when the game is over
        self.turn = all_alike(view["turn_of_round"])
        self.shown = all_alike(len(view["revealed"]))
        self.symbol = all_alike(CARD_SYMBOL[LONDON.card_named[view["card"] or ""]])
        self.switching = all_alike(view["switch"]).astype(bool)
        self.below = all_alike(sum(UNDERGROUND[LONDON.card_named[name]] for name in view["revealed"]))
        # The pencils and their powers.
        colours = [LONDON.colours.index(name) for name in sheet["pencils"]]
        powers = view["powers"]
        self.pencils = np.array(colours)
        self.powers = np.array(
            [NO_POWER if powers is None else POWERS.index(powers[name]) for name in sheet["pencils"]] + [NO_POWER]
        )
        self.used = all_alike(sheet["power_used"]).astype(bool)
        self.second = all_alike(NO_SYMBOL if sheet["second"] is None else SYMBOL_NAMES.index(sheet["second"]))
        # The line being drawn, and what the others have brought.
        self.counts = (self.stations @ IN_DISTRICT).astype(np.int64)  # stations of the line in each district
        self.crossings = all_alike(line["crossings"])
        finished = sheet["lines"]
        self.crossings_before = all_alike(sum(each["crossings"] for each in finished))
        self.marks = all_alike(sum(each["sites"] for each in [*finished, line]))
        self.lines = all_alike(sum(each["points"] for each in finished))
        self.best_line = all_alike(max([each["points"] for each in finished], default=0))
        self.objectives = np.array([name in (view["objectives"] or ()) for name in OBJECTIVES])
        self.deducted = -sheet["points"].get("modules", 0)

    @property
    def going(self) -> Ints:
        """The courses that are not over."""
        return np.flatnonzero(self.round < ROUNDS)

    # ---- What the network sees

    def numbers(self, rows: Ints) -> Floats:
        """The encoding of some courses that go on, without the zeros at its end."""
        numbers: Floats = self._numbers[rows]
        second, power = self.second[rows], self.powers[self.round[rows]]
        asked = np.where(second == NO_SYMBOL, DECISIONS.index("section"), DECISIONS.index("second-section"))
        _mark(numbers, "asked of you", asked)
        _mark(numbers, "round", self.round[rows])
        numbers[:, PLACES["turn of the round"].start] = self.turn[rows]
        _mark(numbers, "symbol", self.symbol[rows])
        numbers[:, PLACES["switch"].start] = self.switching[rows]
        numbers[:, PLACES["last turn"].start] = self.below[rows] == LONDON.underground
        _mark(numbers, "your power", power)
        numbers[:, PLACES["your power is used"].start] = self.used[rows]
        _mark(numbers, "symbol of a second section", second)
        points, counts = self._line_points(rows), self.counts[rows]
        columns = (counts > 0).sum(axis=1), counts.max(axis=1), self.crossings[rows], points
        numbers[:, COUNTED : COUNTED + len(columns)] = np.stack(columns, axis=1)
        numbers[:, PLACES["you: site marks"].start] = np.minimum(self.marks[rows], MOST_MARKS)
        numbers[:, PLACES["you: reached of the objectives"]] = self._reached(rows)
        numbers[:, OF_ALL_LINES] = self.lines[rows] + points
        numbers[:, OF_ALL_LINES + 1] = np.maximum(self.best_line[rows], points)
        numbers[:, PLACES["you: points"].start] = self.points(rows)
        return numbers

    def _line_points(self, rows: Ints) -> Ints:
        """N15"""
        counts = self.counts[rows]
        points: Ints = (counts > 0).sum(axis=1) * counts.max(axis=1) + THAMES_POINTS * self.crossings[rows]
        return points

    def _reached(self, rows: Ints) -> Ints:
        """N22: how much of the objectives in play."""
        reached = np.zeros((len(rows), len(OBJECTIVES)), np.int64)
        if self.objectives.any():
            served = self.served[rows]
            once = served > 0
            reached[:, 0] = (served > 1).sum(axis=1)
            reached[:, 1] = (once.astype(np.float32) @ IN_DISTRICT > 0).sum(axis=1)
            reached[:, 2] = once @ SITE
            reached[:, 3] = once[:, CENTRE].sum(axis=1)
            reached[:, 4] = self.crossings_before[rows] + self.crossings[rows]
        in_play: Ints = reached * self.objectives
        return in_play

    def points(self, rows: Ints) -> Ints:
        """N19: what the sheets are worth as they are."""
        marks = MARK_POINTS[np.minimum(self.marks[rows], MOST_MARKS)]
        interchanges = SERVED_POINTS[self.served[rows].astype(np.int64)].sum(axis=1)
        met = ((self._reached(rows) >= ENOUGH) & self.objectives).sum(axis=1)
        bonus = marks + interchanges + OBJECTIVE_POINTS * met - self.deducted
        points: Ints = self.lines[rows] + self._line_points(rows) + bonus
        return points

    # ---- What is legal

    def legal(self, rows: Ints) -> Flags:
        """For each of these courses, which moves there are."""
        legal = np.zeros((len(rows), len(MOVES.all)), bool)
        second = self.second[rows] != NO_SYMBOL
        symbol = np.where(second, self.second[rows], self.symbol[rows])
        wanted = SHOWING[symbol]
        found = self._ways(rows, self._starts(rows), wanted)
        legal[:, DRAWS.start : DRAWS.start + WAYS] = found & ~second[:, None]
        legal[:, SECONDS.start : SECONDS.start + WAYS] = found & second[:, None]
        legal[:, MOVES.pass_section.index] = ~second
        legal[:, MOVES.done.index] = second
        power = np.where(second, NO_POWER, self._power(rows))
        jokers = np.flatnonzero(power == JOKER)  # N25
        if jokers.size:
            legal[jokers, JOKERS] = self._ways(rows[jokers], self._starts(rows[jokers]), ~wanted[jokers])
        may_switch = (power == SWITCHING) & ~self.switching[rows] & (self.turn[rows] >= FIRST_TURN_TO_SWITCH)
        switches = np.flatnonzero(may_switch)  # N26
        if switches.size:
            inner = (self.stations[rows[switches]] > 0) & (self.ends[rows[switches]] == 0)
            legal[switches, SWITCHES] = self._ways(rows[switches], inner, wanted[switches])
        return legal

    def _power(self, rows: Ints) -> Ints:
        """N23: the power that may still be used in the round."""
        return np.where(self.used[rows], NO_POWER, self.powers[self.round[rows]])

    def _starts(self, rows: Ints) -> Flags:
        """N7, N13"""
        return np.where(self.switching[rows, None], self.stations[rows], self.ends[rows]) > 0

    def _ways(self, rows: Ints, starts: Flags, wanted: Flags) -> Flags:
        """N8 to N11: which ways lead from one of these stations to one that is wanted."""
        free = wanted & (self.stations[rows] == 0)
        still_open = self.closed[rows] == 0
        ways: Flags = starts[:, START] & free[:, TO] & still_open[:, SECTION]
        return ways

    # ---- Playing a move

    def play(self, rows: Ints, moves: Ints) -> None:
        """Make a move in each of these courses."""
        self.second[rows] = NO_SYMBOL
        draws = WAY[moves] != NO_WAY
        asks = np.zeros(len(rows), bool)
        asks[draws] = self._draw(rows[draws], moves[draws])
        acted = rows[~asks]
        last = self.below[acted] == LONDON.underground  # N5
        self._end_round(acted[last])
        self._begin_turn(acted[self.round[acted] < ROUNDS])

    def _draw(self, rows: Ints, moves: Ints) -> Flags:
        """N4: draw a section; and whether a second one is asked for now (N24)."""
        start, to, section = (column[WAY[moves]] for column in (START, TO, SECTION))
        # N7: the departure station stays an end after the first section, any other start is one no more.
        begun = self.stations[rows].sum(axis=1) > 1
        self.ends[rows[begun], start[begun]] = 0
        self.closed[rows] = np.maximum(self.closed[rows], CLOSES[section])
        self.crossings[rows] += OVER_THAMES[section]
        self._reach(rows, to)
        asks: Flags = (self._power(rows) == SECOND) & ~SPENDS[moves]
        self.used[rows] |= SPENDS[moves]
        asks[asks] = self._ask_for_second(rows[asks], to[asks])
        return asks

    def _reach(self, rows: Ints, station: Ints) -> None:
        """The line comes to a station, or begins there."""
        self.stations[rows, station] = 1
        self.ends[rows, station] = 1
        self.served[rows, station] += 1
        self.counts[rows, DISTRICT[station]] += 1
        self.marks[rows] += SITE[station]

    def _ask_for_second(self, rows: Ints, first_to: Ints) -> Flags:
        """N24: where a second section is possible it is asked for."""
        symbol = np.where(self.symbol[rows] == ANY, SYMBOL[first_to], self.symbol[rows])
        possible: Flags = np.any(self._ways(rows, self._starts(rows), SHOWING[symbol]), axis=1)
        self.second[rows] = np.where(possible, symbol, NO_SYMBOL)
        return possible

    def _end_round(self, rows: Ints) -> None:
        """N15 to N17: the line is counted, with the double station if there is one (N27)."""
        doubled = self._power(rows) == DOUBLE
        points = self._line_points(rows) + doubled * (self.counts[rows] > 0).sum(axis=1)
        self.lines[rows] += points
        self.best_line[rows] = np.maximum(self.best_line[rows], points)
        self.crossings_before[rows] += self.crossings[rows]
        self.round[rows] += 1
        of_the_round = (self.turn, self.shown, self.below, self.used, self.crossings)
        for array in (self.stations, self.ends, self.counts, *of_the_round):
            array[rows] = 0
        begins = rows[self.round[rows] < ROUNDS]
        self.left[begins] = 1
        self._reach(begins, DEPARTURES[self.pencils[self.round[begins]]])

    def _begin_turn(self, rows: Ints) -> None:
        """N4: the top card is revealed. N13: after the switch another one at once."""
        self.turn[rows] += 1
        card = self._reveal(rows)
        switch = CARD_SYMBOL[card] == SWITCH
        self.switching[rows] = switch & (self.turn[rows] >= FIRST_TURN_TO_SWITCH)  # N14
        card[switch] = self._reveal(rows[switch])
        self.symbol[rows] = CARD_SYMBOL[card]
        self.below[rows] += UNDERGROUND[card]

    def _reveal(self, rows: Ints) -> Ints:
        card: Ints = self.orders[rows, self.round[rows], self.shown[rows]]
        self.shown[rows] += 1
        self.left[rows, card] = 0
        return card


def _mark(numbers: Floats, part: str, which: Ints) -> None:
    """A part of the encoding that has a one at a place, or, for −1, nowhere."""
    place = PLACES[part]
    numbers[:, place] = which[:, None] == np.arange(place.stop - place.start)


class Follower:
    """Plays on as a network would, and says what may be hoped for then."""

    def __init__(self, network: Network):
        self.network = network

    def hopes(self, view: NextStationView, moves: Sequence[int], orders: Ints, decisions: int) -> Floats:
        """For each of these moves, by its index, and each order of the cards: the points to hope for in the end.

        After so many decisions, the move being the first, the network says what is to come.
        """
        courses = Courses(view, np.tile(orders, (len(moves), 1, 1)))
        courses.play(courses.going, np.repeat(np.array(moves), len(orders)))
        for _ in range(decisions - 1):
            if not self._play_on(courses):
                break
        return self._worths(courses).reshape(len(moves), len(orders))

    def _play_on(self, courses: Courses) -> bool:
        """In each course that goes on the move that looks best; whether there was any."""
        rows = courses.going
        legal = courses.legal(rows)
        moves = legal.argmax(axis=1)
        choices = np.flatnonzero(legal.sum(axis=1) > 1)
        if choices.size:
            hidden = self.network.hidden(courses.numbers(rows[choices]))
            moves[choices] = self._looking_best(hidden, legal[choices])
        courses.play(rows, moves)
        return rows.size > 0

    def _looking_best(self, hidden: Floats, legal: Flags) -> Ints:
        best = np.zeros(len(legal), np.int64)
        looks = np.full(len(legal), -np.inf, np.float32)
        for family in FAMILIES:
            rows = np.flatnonzero(legal[:, family].any(axis=1))
            if rows.size:
                logits = np.where(legal[rows, family], self.network.logits(hidden[rows], family), -np.inf)
                favourite = logits.argmax(axis=1)
                better = logits[np.arange(len(rows)), favourite] > looks[rows]
                best[rows[better]] = family.start + favourite[better]
                looks[rows] = np.maximum(looks[rows], logits.max(axis=1))
        return best

    def _worths(self, courses: Courses) -> Floats:
        worths: Floats = courses.points(np.arange(len(courses.round))).astype(np.float32)
        rows = courses.going
        if rows.size:
            worths[rows] += self.network.values(self.network.hidden(courses.numbers(rows)))[1]
        return worths
