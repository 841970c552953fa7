"""Puzzles of Next Station recalculated: every order of the cards and every move, played out by the rules themselves."""

from collections.abc import Iterator
from fractions import Fraction

from omnibus.learn import Puzzle
from omnibus.rules.chance import Given, Outcome, Undecided
from omnibus.rules.game import Move
from omnibus.rules.nextstation.state import NextStationState

SHIPPED = 60
ALONE = 0


def recalculated(puzzle: Puzzle) -> dict[str, Fraction]:
    """The value of every legal move."""
    state = puzzle.begin()
    assert isinstance(state, NextStationState)
    known: dict[tuple[object, ...], Fraction] = {}
    return {move.text: _expected(state, move, known) for move in state.legal(ALONE)}


def _expected(state: NextStationState, move: Move, known: dict[tuple[object, ...], Fraction]) -> Fraction:
    return sum((chance * _best(after, known) for chance, after in _after(state, move)), start=Fraction(0))


def _best(state: NextStationState, known: dict[tuple[object, ...], Fraction]) -> Fraction:
    if state.result is not None:
        return Fraction(state.result.scores[ALONE])
    asked = state.symbol, state.switching, state.last_turn, state.doubling
    key = (*asked, *state.sections, *state.second, *state.used, frozenset(state.pile))
    if key not in known:
        known[key] = max(_expected(state, move, known) for move in state.legal(ALONE))
    return known[key]


def _after(
    state: NextStationState, move: Move, cards: tuple[Outcome, ...] = ()
) -> Iterator[tuple[Fraction, NextStationState]]:
    """What a move may lead to, with its probability: one state for every card that may come."""
    after = state.copy()
    after.luck = Given(cards)
    try:
        after.play(ALONE, move)
    except Undecided as undecided:
        for card, chance in undecided.outcomes:
            yield from ((chance * more, each) for more, each in _after(state, move, (*cards, card)))
    else:
        yield Fraction(1), after
