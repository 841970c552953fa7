"""Puzzles of Bus recalculated: for every number of points, whether the seat can be sure of it, whatever the others do.

Every legal move is played out by the rules themselves; positions are the same only if all pieces lie the same.
"""

from collections.abc import Iterator
from fractions import Fraction

from omnibus.learn import Puzzle
from omnibus.rules.bus.moves import BUILDING, CHOOSING
from omnibus.rules.bus.state import BusState
from omnibus.rules.game import Move

SHIPPED = 60

# What changes in a round.
IN_A_ROUND = [name for name in BusState.__slots__ if name not in ("built", "carried", "round", "first", "spent")]


def recalculated(puzzle: Puzzle) -> dict[str, Fraction]:
    """The value of every legal move."""
    state = puzzle.begin()
    assert isinstance(state, BusState)
    return {move.text: _Rest(puzzle, _after(state, move)).sure() for move in state.legal(puzzle.seat)}


def _after(state: BusState, move: Move) -> BusState:
    after = state.copy()
    after.play(state.turn[0], move)
    return after


def _moves(state: BusState) -> list[Move]:
    """Whoever may pass does. Of buildings that make no difference to any ride of the round one is enough."""
    legal = state.legal(state.turn[0])
    if state.phase == CHOOSING:
        return [move for move in legal if move.text == "pass"] or legal
    if state.phase != BUILDING:
        return legal
    view = state.view(None)
    served = {stop for cube in view["actions"]["vrrooomm"]["cubes"] for stop in view["table"][cube["seat"]]["line"]}
    different: dict[tuple[str, ...], Move] = {}
    for move in legal:
        junction, kind = move.data["lot"].partition(".")[0], move.data["building"]
        difference = (junction, kind if kind in view["hours"] else "") if junction in served else ()
        different[difference] = move
    return list(different.values())


class _Rest:
    """The rest of the round after a first move."""

    def __init__(self, puzzle: Puzzle, after: BusState):
        self._seat = puzzle.seat
        self._counts = puzzle.counts
        self._after = after
        self._round = puzzle.view()["round"]

    def sure(self) -> Fraction:
        """The most that the seat can be sure of."""
        found = None
        for least in self._possible():
            if not self._is_sure(self._after, least, {}):
                break
            found = least
        assert found is not None
        return found

    def _possible(self) -> Iterator[Fraction]:
        """What may come of it, from the least on."""
        if self._counts == "share":
            yield Fraction(0)
            yield from (Fraction(1, winners) for winners in range(self._after.game.seats, 0, -1))
            return
        now = self._after.points[self._seat] - self._after.stones[self._seat]
        yield from (Fraction(now + more) for more in range(-1, 100))

    def _is_sure(self, state: BusState, least: Fraction, known: dict[str, bool]) -> bool:
        if state.result is not None or state.round != self._round:
            return self._worth(state) >= least
        if self._counts == "points" and self._worth(state) >= least:
            return True  # nobody can take it away
        key = repr([getattr(state, name) for name in IN_A_ROUND])
        if key not in known:
            decides = any if state.turn[0] == self._seat else all
            known[key] = decides(self._is_sure(_after(state, move), least, known) for move in _moves(state))
        return known[key]

    def _worth(self, state: BusState) -> Fraction:
        if self._counts == "points":
            return Fraction(state.points[self._seat] - state.stones[self._seat])
        assert state.result is not None
        winners = state.result.winners
        return Fraction(1, len(winners)) if self._seat in winners else Fraction(0)
