"""The rest of a round of Bus, whatever the others do: what a seat can be sure of, by looking at all there is.

Nothing is hidden and nothing is drawn. Everyone passes as soon as possible; for the rest each move of the others is the
one that leaves the seat least. Moves that come to the same in this round are looked at once.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import cast

from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.moves import BUILDING, BUS, CHOOSING, CLOCK, EXTENDING, RIDING, TIMING, VRROOOMM, Build
from omnibus.rules.bus.state import LEAST_CUBES, BusState
from omnibus.rules.game import Move
from omnibus.study.proof import Leaves

Worth = Callable[[BusState, int], Fraction]
"""What the end of the round is worth to a seat."""


def score(state: BusState, seat: int) -> Fraction:
    """B32: points less stones."""
    return Fraction(state.points[seat] - state.stones[seat])


def share_of_victory(state: BusState, seat: int) -> Fraction:
    """A shared victory counts in parts."""
    if state.result is None:
        raise ValueError("the game goes on")
    winners = state.result.winners
    return Fraction(seat in winners, len(winners))


class Round:
    """The rest of a round, from the seat's turn on."""

    def __init__(self, state: BusState, seat: int, worth: Worth, leaves: Leaves):
        self._start = state
        self._round = state.round
        self._seat = seat
        self._worth = worth
        self._points_alone = worth is score
        self._leaves = leaves
        self._known: dict[Hashable, Fraction] = {}

    def values(self) -> dict[Move, Fraction]:
        """What each legal move makes sure of."""
        values: dict[Hashable, Fraction] = {}
        found: dict[Move, Fraction] = {}
        for move in self._start.legal(self._seat):
            sort = _sort_of(self._start, move)
            if sort not in values:
                values[sort] = self._value(self._after(self._start, move))
            found[move] = values[sort]
        return found

    def come_to_the_same(self, one: Move, other: Move) -> bool:
        """Whether two of the best moves are alike, or parts of one plan that can be made in either order."""
        start, seat = self._start, self._seat
        if _sort_of(start, one) == _sort_of(start, other):
            return True
        ends = []
        for first, then in ((one, other), (other, one)):
            ahead = self._after(start, first)
            if self._is_over(ahead) or ahead.why_not(seat, then) is not None:
                return False
            ends.append(self._after(ahead, then))
        values = {self._value(end) for end in ends} | {self._value(self._after(start, one))}
        over = [self._is_over(end) for end in ends]
        return len(values) == 1 and (all(over) or (not any(over) and self.key(ends[0]) == self.key(ends[1])))

    def _after(self, state: BusState, move: Move) -> BusState:
        self._leaves.add()
        ahead = state.copy()
        ahead.play(state.turn[0], move)
        return ahead

    def _is_over(self, state: BusState) -> bool:
        return state.round != self._round or state.result is not None

    def _value(self, state: BusState) -> Fraction:
        if self._is_over(state):
            return self._worth(state, self._seat)
        key = self.key(state)
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._best(state) if state.turn[0] == self._seat else self._worst(state)
        return value

    def _best(self, state: BusState) -> Fraction:
        highest = self._highest(state)
        best = None
        for move in to_try(state):
            value = self._value(self._after(state, move))
            if best is None or value > best:
                best = value
                if best >= highest:
                    break
        return cast(Fraction, best)

    def _worst(self, state: BusState) -> Fraction:
        lowest = self._lowest(state)
        worst = None
        for move in to_try(state):
            value = self._value(self._after(state, move))
            if worst is None or value < worst:
                worst = value
                if worst <= lowest:
                    break
        return cast(Fraction, worst)

    def _highest(self, state: BusState) -> Fraction:
        """More cannot come of it: all buses full at every run (B29)."""
        if not self._points_alone:
            return Fraction(1)
        seat = self._seat
        runs = state.spaces[VRROOOMM]
        if state.phase == CHOOSING:
            to_come = max(0, LEAST_CUBES - state.placed(seat))
            return score(state, seat) + (runs.count(seat) + to_come) * (state.buses[seat] + 1)
        if state.phase == RIDING:
            now = state.left if runs[state.space] == seat else 0
            return score(state, seat) + now + runs[state.space + 1 :].count(seat) * state.buses[seat]
        more = state.phase == EXTENDING and seat in state.spaces[BUS]
        return score(state, seat) + runs.count(seat) * (state.buses[seat] + more)

    def _lowest(self, state: BusState) -> Fraction:
        """Less cannot come of it: the seat alone decides whether it takes a stone."""
        return score(state, self._seat) if self._points_alone else Fraction(0)

    # ---- What is the same

    def key(self, state: BusState) -> Hashable:
        """All that the rest of the round depends on."""
        phase = state.phase
        standing: tuple[Hashable, ...] = (
            (state.points[self._seat], state.stones[self._seat])
            if self._points_alone
            else (*state.points, *state.stones, *state.reached)
        )
        now = (phase, state.turn, state.space, state.left, state.clock, standing, tuple(map(tuple, state.spaces)))
        if phase == CHOOSING:
            return (*now, tuple(state.cubes), state.passed)
        if phase == EXTENDING:
            return (*now, *map(_line, state.trails, state.streets, state.must_turn_off))
        lines = tuple(state.touched[seat] for seat in state.spaces[VRROOOMM])
        piles = (state.supply, state.vacant) if phase < TIMING else ()
        return (*now, lines, tuple(state.buses), piles, _balances(state))


def _line(trail: list[int], streets: int, bound: list[bool]) -> Hashable:
    """All that the next sticks depend on."""
    return streets, trail[0], trail[1], trail[-2], trail[-1], *bound


def _balances(state: BusState) -> Hashable:
    """How many wait at each junction where buses will come (below 0: find room), for what the clock may show then."""
    riders = _lines_of_riders(state)
    return tuple(
        people - state.kinds_at[kind][junction]
        for kind in _hours(state)
        for junction, people in enumerate(state.people)
        if riders >> junction & 1
    )


def _lines_of_riders(state: BusState) -> int:
    """The junctions where buses will run in this round, as bits."""
    riders = 0
    for seat in state.spaces[VRROOOMM]:
        riders |= state.touched[seat]
    return riders


def _hours(state: BusState) -> list[int]:
    """The kinds that the clock may show when the buses run."""
    if state.phase == RIDING:
        return [state.clock]
    return [state.hour_after(), state.clock] if state.phase == CHOOSING or state.spaces[CLOCK] else [state.hour_after()]


def to_try(state: BusState) -> Iterator[Move]:
    """To pass wherever one may; otherwise the legal moves, of those that come to the same in this round one."""
    legal = state.legal(state.turn[0])
    if state.phase == CHOOSING and state.game.book.stop_choosing in legal:
        legal = [state.game.book.stop_choosing]
    seen = set()
    for move in legal:
        sort = _sort_of(state, move)
        if sort not in seen:
            seen.add(sort)
            yield move


def _sort_of(state: BusState, move: Move) -> tuple[int, ...]:
    """Buildings beside the same junction are alike, and so are those that no bus will need this round."""
    if not isinstance(move, Build) or state.phase != BUILDING:
        return (move.index,)
    junction = state.game.board.lots[move.lot].junction
    if not _lines_of_riders(state) >> junction & 1:
        return (-1, -1)
    return (junction, move.kind if move.kind in _hours(state) else len(KINDS))
