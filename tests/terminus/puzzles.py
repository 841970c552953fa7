"""Puzzles of Terminus recalculated: every way to play the turn, in every world, played out by the rules themselves.

The worlds are counted otherwise than where the puzzles are made. Cards without a number cannot be secrets, so it is
settled first which of them the next player has; all the others then lie anywhere with equal chances.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

from omnibus.learn import Puzzle
from omnibus.rules.game import Event, Move
from omnibus.rules.terminus.cards import CARD_NAMED, CARDS, COPIES, PLACES, SECRETS, counted, points
from omnibus.rules.terminus.moves import PlayJoker, PlayNumber
from omnibus.rules.terminus.state import TerminusState

SHIPPED = 40

Look = tuple[object, ...]


class _World(NamedTuple):
    """Some secrets on top of the others’ stacks, and which of the cards that matter the next player has."""

    tops: tuple[tuple[int, int], ...]  # seats and cards
    hand: frozenset[int]


def recalculated(puzzle: Puzzle) -> dict[str, Fraction]:
    """The value of every legal move."""
    state = puzzle.begin()
    assert isinstance(state, TerminusState)
    known: dict[Look, Fraction] = {}
    return {move.text: _best(state, puzzle.seat, move, known) for move in state.legal(puzzle.seat)}


def _best(state: TerminusState, me: int, move: Move, known: dict[Look, Fraction]) -> Fraction:
    """What a move comes to. Nothing is revealed before the turn is over: one way to go on is best in all worlds."""
    key = tuple(state.hands[me]), tuple(state.laid), tuple(state.jokers), state.joker_laid, move.text
    if key not in known:
        after = state.copy()
        events = after.play(me, move)
        if move.data["do"] in ("secret", "end") or {"complete", "complete-with-aside", "out"} & _kinds(events):
            known[key] = _expected(state, me, move)
        else:
            known[key] = max(_best(after, me, more, known) for more in after.legal(me))
    return known[key]


def _kinds(events: list[Event]) -> set[str]:
    return {event.kind for event in events}


# ---- The end of the turn, in one world


def _expected(state: TerminusState, me: int, last: Move) -> Fraction:
    """The lead after the last move of the turn, on average over all worlds."""
    unseen = _unseen(state, me)
    worlds = _worlds(state, me, last, unseen)
    assert sum(worlds.values()) == 1
    expected = Fraction(0)
    for world, chance in worlds.items():
        expected += chance * _lead(_laid_out(state, me, world, unseen.copy()), me, last)
    return expected


def _lead(state: TerminusState, me: int, last: Move) -> Fraction:
    """Play it and, if no line was scored by it, the next player’s turn."""
    events = state.play(me, last)
    if any(event.kind == "out" for event in events):
        mine = 0
    else:
        mine = points(state.hands[me]) + points(counted([CARDS[card] for card in state.stacks[me]]))
        if not {"complete", "complete-with-aside"} & _kinds(events):
            events += _next_turn(state)
    taken = Counter[int]()
    for event in events:
        if event.kind == "take":
            taken[event.public["seat"]] += event.public["points"]
    others = state.game.seats - 1
    return Fraction(taken.total() - taken[me], others) - taken[me] - mine


def _next_turn(state: TerminusState) -> list[Event]:
    """The next player completes a line if one or two cards do it, the one worth most, with the cheapest cards."""
    (seat,) = state.turn
    found = [(-points(state.on_line(line)), line, cost, moves) for line, cost, moves in _completions(state, seat)]
    if not found:
        return []
    _, _, _, moves = min(found, key=lambda each: each[:3])
    return [event for move in moves for event in state.play(seat, move)]


def _completions(state: TerminusState, seat: int) -> Iterator[tuple[int, int, list[Move]]]:
    """The lines that one or two cards complete, what the cards are worth, and how."""
    for first in _single_cards(state, seat):
        after = state.copy()
        length = after.length[first.line]
        after.play(seat, first)
        cost = _worth(first)
        if length == PLACES - 1 and _opens(state, first):
            yield first.line, cost, [first]
        elif after.turn == (seat,):
            for second in _single_cards(after, seat):
                if after.length[first.line] == PLACES - 1 and _opens(after, second):
                    yield first.line, cost + _worth(second), [first, second]


def _single_cards(state: TerminusState, seat: int) -> list[PlayNumber | PlayJoker]:
    plays = [move for move in state.legal(seat) if isinstance(move, PlayNumber | PlayJoker)]
    return [move for move in plays if not (isinstance(move, PlayNumber) and move.copies > 1)]


def _opens(state: TerminusState, move: PlayNumber | PlayJoker) -> bool:
    """Whether it lies on the next empty place of its line."""
    return isinstance(move, PlayJoker) or move.place == state.length[move.line]


def _worth(move: PlayNumber | PlayJoker) -> int:
    return points(counted([CARDS[move.card]]))


# ---- The worlds


def _worlds(state: TerminusState, me: int, last: Move, unseen: Counter[int]) -> dict[_World, Fraction]:
    """All that may lie hidden and changes anything, with its probability."""
    others = [seat for seat in range(state.game.seats) if seat != me]
    after = state.copy()
    events = _kinds(after.play(me, last))
    if events & {"complete", "complete-with-aside"}:
        return {_World(tops, frozenset()): chance for tops, chance, _ in _tops(state, others, unseen)}
    follower = others[others.index((me + 1) % state.game.seats)]
    mattering = [] if "out" in events else _mattering(state)
    found: dict[_World, Fraction] = {}
    for tops, chance, left in _tops(state, [seat for seat in others if seat != follower], unseen):
        for hand, likely in _hands(state, me, follower, left, mattering):
            world = _World(tops, hand)
            found[world] = found.get(world, Fraction(0)) + chance * likely
    return found


def _unseen(state: TerminusState, me: int) -> Counter[int]:
    """The cards that the seat does not see, jokers known to be in a hand left out."""
    view = state.view(me)
    seen = [
        *view["discards"],
        *view["aside"],
        *(card for line in view["lines"].values() for each in line for card in each),
    ]
    for seat in view["table"]:
        seen += [card for card in seat["stack"] if card]
        seen += seat["hand"] or [entry["joker"] for entry in seat["taken_back"]]
    return Counter(dict(enumerate(COPIES))) - Counter(CARD_NAMED[card] for card in seen)


def _is_hidden(state: TerminusState, seat: int, height: int) -> bool:
    return not state.shown[seat] >> height & 1


def _tops(
    state: TerminusState, seats: Sequence[int], unseen: Counter[int]
) -> Iterator[tuple[tuple[tuple[int, int], ...], Fraction, Counter[int]]]:
    """The secrets that may lie on top there, with their probability, and what is unseen besides."""
    if not seats:
        yield (), Fraction(1), unseen
        return
    *first, last = seats
    top = len(state.stacks[last]) - 1
    for tops, chance, left in _tops(state, first, unseen):
        if not _is_hidden(state, last, top):
            yield (*tops, (last, state.stacks[last][top])), chance, left
            continue
        secrets = {card: left[card] for card in SECRETS if left[card]}
        for card, copies in secrets.items():
            likely = Fraction(copies, sum(secrets.values()))
            yield (*tops, (last, card)), chance * likely, left - Counter([card])


def _mattering(state: TerminusState) -> list[int]:
    """The cards that may fill an open place of a line that one or two cards complete."""
    found = set()
    for line, length in enumerate(state.length):
        for place in range(length, PLACES) if length >= PLACES - 2 else ():
            letter = CARDS[line * PLACES][0]
            found |= {f"{letter}{place + 1}", f"{place + 1}*", f"{letter}*", "**"}
    return sorted(CARD_NAMED[name] for name in found)


def _hands(
    state: TerminusState, me: int, follower: int, left: Counter[int], mattering: list[int]
) -> Iterator[tuple[frozenset[int], Fraction]]:
    """Which of those cards the next player has after drawing, with their probability."""
    others = [seat for seat in range(state.game.seats) if seat != me]
    sure = [entry.joker for entry in state.taken_back[follower]]
    slots = sum(state.hands[follower]) + 1 - len(sure)
    anywhere = len(state.pile) + sum(sum(state.hands[seat]) - len(state.taken_back[seat]) for seat in others)
    numberless = [card for card in left if card not in SECRETS]
    numbered = {card: copies for card, copies in left.items() if card in SECRETS}
    kinds = [card for card in numbered if card in mattering]
    total, rest = sum(numbered.values()), sum(copies for card, copies in numbered.items() if card not in mattering)
    for size in range(min(len(numberless), slots) + 1):
        for bare in combinations(numberless, size):
            having = Fraction(comb(anywhere - len(numberless), slots - size), comb(anywhere, slots))
            for counts in product(*(range(numbered[card] + 1) for card in kinds)):
                fill = slots - size - sum(counts)
                if 0 <= fill <= rest:
                    ways = prod(comb(numbered[card], count) for card, count in zip(kinds, counts, strict=True))
                    likely = Fraction(ways * comb(rest, fill), comb(total, slots - size))
                    held = {card for card, count in zip(kinds, counts, strict=True) if count}
                    yield frozenset(held | {card for card in [*bare, *sure] if card in mattering}), having * likely


def _laid_out(state: TerminusState, me: int, world: _World, left: Counter[int]) -> TerminusState:
    """The position in that world; what does not matter lies anyhow."""
    laid = state.copy()
    follower, tops = (me + 1) % state.game.seats, dict(world.tops)
    for seat, card in world.tops:
        if _is_hidden(state, seat, len(state.stacks[seat]) - 1):
            left -= Counter([card])
        laid.stacks[seat][-1] = card
    sure = [entry.joker for entry in state.taken_back[follower]]
    wanted = [card for card in world.hand if card not in sure]
    left -= Counter(wanted)
    # The rest of the hand may be more of the same, and whatever changes nothing.
    elsewhere = set(_mattering(state)) - world.hand
    fill = sorted(left.elements(), key=lambda card: card in elsewhere)
    drawn, *held = [*wanted, *fill][: sum(state.hands[follower]) + 1 - len(sure)]
    left -= Counter([drawn, *held]) - Counter(wanted)
    pile = sorted(left.elements(), key=lambda card: card in SECRETS)  # secrets from its end
    for seat in range(state.game.seats):
        if seat != me:
            for height in range(len(laid.stacks[seat]) - (seat in tops)):
                if _is_hidden(state, seat, height):
                    laid.stacks[seat][height] = pile.pop()
    for seat in range(state.game.seats):
        if seat != me:
            known = [entry.joker for entry in state.taken_back[seat]]
            others = [pile.pop(0) for _ in range(sum(state.hands[seat]) - len(known))] if seat != follower else held
            laid.hands[seat] = counted([CARDS[card] for card in [*others, *known]])
    laid.pile = [*pile, drawn]
    assert len(laid.pile) == len(state.pile)
    return laid
