"""The last turns of a game alone, gone through to the end: every order of the cards left, every way to draw.

Two positions are the same when the same sections are drawn, the same cards are left and the power is used or not.
Totals are sums over all orders of the pile, so that they stay whole numbers until the end.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial
from random import Random
from typing import NamedTuple

from omnibus.rules.game import Move
from omnibus.rules.nextstation import GAME
from omnibus.rules.nextstation.board import ANY, LONDON, SWITCH, members
from omnibus.rules.nextstation.moves import (
    DOUBLE,
    JOKER,
    SECOND,
    SWITCHING,
    Draw,
    DrawAsJoker,
    DrawAsSwitch,
    DrawSecond,
)
from omnibus.rules.nextstation.scoring import NO_STATION, parts_of, scored
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import NextStationView
from omnibus.study.proof import Leaves, Proof, Question

FEWEST_TURNS = 3
MOST_TURNS = 5  # N14 needs no thought then: five turns and more have gone
ALONE = 0

Pile = tuple[int, ...]

_WAYS = {(way.start, way.to): number for number, way in enumerate(LONDON.ways)}


def question(view: NextStationView) -> Question | None:
    """Alone, in the last round, in one of its last five turns, at least two of them to come."""
    if view["seats"] > 1 or view["round"] < len(LONDON.colours) or view["last_turn"]:
        return None
    if view["asks"] not in ("section", "second-section"):
        return None
    return Question("game", "points") if FEWEST_TURNS <= _turns_left(view) <= MOST_TURNS else None


def _turns_left(view: NextStationView) -> int:
    """How many turns there may be, this one included."""
    return 1 + sum(card != "switch" for card in view["left"])


def solve(view: NextStationView, _question: Question) -> Proof:
    """What every move comes to on average, if all that follows is drawn as well as it can be."""
    game = GAME.of(view)
    state = game.guess(view, Random(0))  # the order of the pile apart, nothing is guessed
    line = _LastLine(state)
    pile = tuple(sorted(state.pile))
    orders = factorial(len(pile))
    values = {move.text: Fraction(line.total_after(move, pile), orders) for move in state.legal(ALONE)}
    best = game.move(max(values, key=lambda move: values[move]))
    switched = " at the switch" if view["switch"] else ""
    kind = f"{best.data['do']}{switched}"
    at_once = {move.text: line.points_after(move) for move in state.legal(ALONE)}
    obvious = [move for move, points in at_once.items() if points == max(at_once.values())]
    return Proof(values, _orders(pile), line.leaves.count, kind, obvious)


def _goes_on(pile: Pile) -> bool:
    """N5: the round goes on as long as an underground card is left."""
    return any(LONDON.deck[card].underground for card in pile)


def _without(pile: Pile, card: int) -> Pile:
    return tuple(other for other in pile if other != card)


@cache
def _orders(pile: Pile) -> int:
    """In how many ways the cards may come until the round is over."""
    return sum(_orders(_without(pile, card)) for card in pile) if _goes_on(pile) else 1


class _Drawn(NamedTuple):
    """A line as it is drawn."""

    sections: int
    stations: int
    ends: int
    closed: int  # ways that cannot be drawn any more
    used: bool  # the power

    def starts(self, switching: bool) -> int:
        """N7, N13: where a section may start."""
        return self.stations if switching else self.ends

    def ways(self, stations: int, symbol: int) -> Iterator[int]:
        """The ways that lead from one of the stations to the symbol."""
        return members(LONDON.leaving(stations) & LONDON.to_symbol[symbol] & ~self.closed)

    def with_way(self, number: int, used: bool) -> "_Drawn":
        """The line with one section more."""
        way = LONDON.ways[number]
        ends = self.ends & ~(1 << way.start) if self.sections else self.ends
        return _Drawn(
            self.sections | 1 << way.section,
            self.stations | 1 << way.to,
            ends | 1 << way.to,
            self.closed | LONDON.barred_by[way.section] | LONDON.into[way.to],
            used,
        )


class _LastLine:
    """The line of the last round, and all that may become of it."""

    def __init__(self, state: NextStationState):
        self.leaves = Leaves()
        self._state = state
        self._power = state.power(ALONE)
        self._colour = state.pencils[ALONE][state.round]
        self._now = _Drawn(
            state.sections[ALONE], state.stations[ALONE], state.ends[ALONE], state.closed[ALONE], state.used[ALONE]
        )
        self._totals: dict[tuple[int, bool, Pile], int] = {}
        self._scores: dict[tuple[int, bool], int] = {}

    def total_after(self, move: Move, pile: Pile) -> int:
        """The points after that move now, added up over all orders of the pile."""
        return max(self._after(each, pile) for each in self._turns_from(move))

    def points_after(self, move: Move) -> int:
        """The points if all were over with this turn."""
        return max(self._score(each) for each in self._turns_from(move))

    def _turns_from(self, move: Move) -> list[_Drawn]:
        """What the line may be after a turn that begins with that move."""
        if not isinstance(move, Draw):
            return [self._now]
        powered = isinstance(move, DrawAsJoker | DrawAsSwitch | DrawSecond)
        way = _WAYS[move.start, move.to]
        drawn = self._now.with_way(way, self._now.used or powered)
        return [drawn, *self._seconds(drawn, way, self._state.symbol, self._state.switching)]

    def _after(self, line: _Drawn, pile: Pile) -> int:
        """The same after a whole turn."""
        if not _goes_on(pile):
            return self._score(line) * factorial(len(pile))
        key = line.sections, line.used, pile
        if key not in self._totals:
            self._totals[key] = sum(self._with_card(line, card, _without(pile, card)) for card in pile)
        return self._totals[key]

    def _with_card(self, line: _Drawn, card: int, pile: Pile) -> int:
        """The same when that card comes next; N13: after the switch another one at once."""
        symbol = LONDON.deck[card].symbol
        if symbol != SWITCH:
            return self._best(line, symbol, False, pile)
        return sum(self._best(line, LONDON.deck[after].symbol, True, _without(pile, after)) for after in pile)

    def _best(self, line: _Drawn, symbol: int, switching: bool, pile: Pile) -> int:
        return max(self._after(each, pile) for each in self._turns(line, symbol, switching))

    def _turns(self, line: _Drawn, symbol: int, switching: bool) -> Iterator[_Drawn]:
        """What the line may be after a turn."""
        yield line
        starts = line.starts(switching)
        for way in line.ways(starts, symbol):
            drawn = line.with_way(way, line.used)
            yield drawn
            yield from self._seconds(drawn, way, symbol, switching)
        if line.used:
            return
        # Where no power is needed, keeping it is as good: it does not matter that such ways are there too.
        if self._power == JOKER and symbol != ANY:
            yield from (line.with_way(way, True) for way in line.ways(starts, ANY))
        elif self._power == SWITCHING and not switching:
            yield from (line.with_way(way, True) for way in line.ways(line.stations, symbol))

    def _seconds(self, line: _Drawn, first: int, symbol: int, switching: bool) -> Iterator[_Drawn]:
        """N24: what a second section may make of it."""
        if self._power == SECOND and not line.used:
            if symbol == ANY:
                symbol = LONDON.stations[LONDON.ways[first].to].symbol
            yield from (line.with_way(way, True) for way in line.ways(line.starts(switching), symbol))

    def _score(self, line: _Drawn) -> int:
        """The points of the game with that line; N27: with the best station counted twice."""
        key = line.sections, line.used
        if key not in self._scores:
            self.leaves.add()
            doubles = self._power == DOUBLE and not line.used
            doubled = [NO_STATION, *members(line.stations)] if doubles else [NO_STATION]
            self._scores[key] = max(self._points(line, station) for station in doubled)
        return self._scores[key]

    def _points(self, line: _Drawn, doubled: int) -> int:
        state = self._state
        last = scored(LONDON, self._colour, line.sections, line.stations, doubled)
        lines = [*state.sheets[ALONE], last]
        return sum(parts_of(LONDON, lines, state.objectives, state.deduction).values())
