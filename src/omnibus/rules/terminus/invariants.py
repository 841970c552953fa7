"""What must always hold in a game of Terminus."""

from collections.abc import Iterator

from omnibus.rules.terminus.cards import (
    CARDS,
    COPIES,
    LINES,
    NO_CARD,
    PLACES,
    SECRETS,
)
from omnibus.rules.terminus.state import TerminusState


def broken_laws(state: TerminusState) -> Iterator[str]:
    """All 59 cards are there (T2), lines have no gaps (T9), secrets have numbers (T5), scores add up."""
    if tuple(_everywhere(state)) != COPIES or any(min(heap) < 0 for heap in state.hands):
        yield "a card was lost or made"
    yield from _broken_lines(state)
    if any(card not in SECRETS for stack in state.stacks for card in stack):
        yield "a card without a number became a secret"
    for seat, score in enumerate(state.scores):
        on_the_sheet = sum(row.lines[seat] + row.cards[seat] for row in state.sheet)
        if score != on_the_sheet + (state.taken[seat] if state.result is None else 0):
            yield "the score sheet does not add up"
    if state.result is None:
        if not all(any(hand) for hand in state.hands):
            yield "a round goes on with an empty hand"
        if max(state.scores) >= state.game.options["target"]:
            yield "a game goes on past its target"
        yield from _false_memories(state)


def _broken_lines(state: TerminusState) -> Iterator[str]:
    for line in LINES:
        first = line * PLACES
        filled = [bool(state.laid[place]) or state.jokers[place] != NO_CARD for place in range(first, first + PLACES)]
        if filled != [place < state.length[line] for place in range(PLACES)]:
            yield "a line has a gap"
        if state.length[line] == PLACES:
            yield "a complete line was left lying"


def _false_memories(state: TerminusState) -> Iterator[str]:
    """What seats remember of the pile and of others' jokers is true (T25)."""
    hidden = _hidden(state)
    for seat in (None, *range(state.game.seats)):
        possible = may_be_piled(state, seat, hidden)
        if any(state.pile.count(card) > possible[card] for card in set(state.pile)):
            yield "a seat has ruled out a card that is in the pile"
    for other, known in enumerate(state.taken_back):
        for joker in {entry.joker for entry in known}:
            heights = sorted(entry.since for entry in known if entry.joker == joker)
            held = state.hands[other][joker] + sum(
                card == joker and height >= heights[0] and not state.shown[other] >> height & 1
                for height, card in enumerate(state.stacks[other])
            )
            if held < len(heights):
                yield "a seat remembers a joker that has gone"


def may_be_piled(state: TerminusState, seat: int | None, hidden: list[int] | None = None) -> list[int]:
    """The cards by kind that the pile was made of and that the seat has not seen leave it."""
    hidden = (_hidden(state) if hidden is None else hidden)[:]
    if seat is None:
        return [min(cards, source) for cards, source in zip(hidden, state.pile_source, strict=True)]
    if state.result is None:
        for card in _kept_from_others(state, seat):
            hidden[card] -= 1
        for entry in state.taken_back[seat]:
            hidden[entry.joker] += 1
    own = state.drawn[seat]
    return [min(cards, source - drawn) for cards, source, drawn in zip(hidden, state.pile_source, own, strict=True)]


def _hidden(state: TerminusState) -> list[int]:
    """The cards by kind that lie where a spectator cannot see them, those known to be in a hand left out."""
    counts = [0] * len(CARDS)
    for card in state.pile:
        counts[card] += 1
    if state.result is None:
        for seat, known in enumerate(state.taken_back):
            for card in _kept_from_others(state, seat):
                counts[card] += 1
            for entry in known:
                counts[entry.joker] -= 1
    return counts


def _kept_from_others(state: TerminusState, seat: int) -> list[int]:
    """The cards of a seat's hand, and those of its secrets that were never shown."""
    hand = [card for card, copies in enumerate(state.hands[seat]) if copies for _ in range(copies)]
    return hand + [card for height, card in enumerate(state.stacks[seat]) if not state.shown[seat] >> height & 1]


def _everywhere(state: TerminusState) -> list[int]:
    """All cards on the table by kind, wherever they lie."""
    cards = [*state.pile, *(card for stack in state.stacks for card in stack)]
    cards += [joker for joker in state.jokers if joker != NO_CARD]
    counts = [sum(heaps) for heaps in zip(state.discards, state.aside, *state.hands, strict=True)]
    for card in cards:
        counts[card] += 1
    for place, copies in enumerate(state.laid):
        counts[place] += copies
    return counts
