"""Where the cards may lie that a seat does not see, with exact weights: all arrangements are equally likely (T25).

Before the first reshuffle of a round every unseen card may be in the pile, in a hand, or, if it has a number, face down
as a secret. An arrangement is counted once for all that look the same: by the secrets on top, and by which of some
cards are in the next player's hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb, perm
from typing import NamedTuple

from omnibus.rules.terminus.cards import CARD_NAMED, CARDS, COPIES, SECRETS, counted
from omnibus.rules.terminus.view import TerminusView

Present = frozenset[int]


class Tops(NamedTuple):
    """The secrets on top of some stacks, and the cards that are still unseen then."""

    cards: Mapping[int, int]  # by seat
    unseen: tuple[int, ...]  # by kind
    guessed: int  # how many of them nobody had shown
    weight: int


class Hidden:
    """What a seat does not see."""

    def __init__(self, view: TerminusView):
        me = view["seat"] or 0
        table = view["table"]
        self.next = (me + 1) % view["seats"]
        self.unseen = _unseen(view)
        self._tops = [None if seat["stack"][-1] is None else CARD_NAMED[seat["stack"][-1]] for seat in table]
        self._secrets = sum(card is None for seat in table for card in seat["stack"])
        follower = table[self.next]
        self.known = frozenset(CARD_NAMED[entry["joker"]] for entry in follower["taken_back"])
        # T7: the next turn begins with a card from the pile.
        self._drawn = follower["hand_size"] + 1 - len(follower["taken_back"])
        self._hands = cache(self._count_hands)

    def tops(self, seats: Sequence[int]) -> Iterator[Tops]:
        """The secrets that may lie on top of the stacks of those seats."""
        return self._tops_from(Tops({}, self.unseen, 0, 1), seats)

    def _tops_from(self, so_far: Tops, seats: Sequence[int]) -> Iterator[Tops]:
        if not seats:
            yield so_far
            return
        first, *others = seats
        shown = self._tops[first]
        if shown is not None:
            yield from self._tops_from(so_far._replace(cards={**so_far.cards, first: shown}), others)
            return
        for card in SECRETS:
            copies = so_far.unseen[card]
            if copies:
                unseen = _less_one(so_far.unseen, card)
                cards = {**so_far.cards, first: card}
                yield from self._tops_from(Tops(cards, unseen, so_far.guessed + 1, so_far.weight * copies), others)

    def next_hands(self, tops: Tops, kinds: Sequence[int]) -> Sequence[tuple[Present, int]]:
        """Which of those kinds of cards the next player may have in hand, with the weight of each case."""
        copies = tuple(tops.unseen[kind] for kind in kinds)
        rest = [card for card in range(len(CARDS)) if card not in kinds]
        numbered_rest = sum(tops.unseen[card] for card in rest if card in SECRETS)
        numberless_rest = sum(tops.unseen[card] for card in rest if card not in SECRETS)
        return self._hands(tuple(kinds), copies, numbered_rest, numberless_rest, self._secrets - tops.guessed)

    def _count_hands(
        self, kinds: tuple[int, ...], copies: tuple[int, ...], numbered_rest: int, numberless_rest: int, secrets: int
    ) -> Sequence[tuple[Present, int]]:
        numbered = numbered_rest + sum(many for kind, many in zip(kinds, copies, strict=True) if kind in SECRETS)

        def weight(ways: Mapping[tuple[int, int], int]) -> int:
            """How many arrangements have that in the hand, the cards of other kinds filled up."""
            total = 0
            for (size, numberless), count in ways.items():
                for more in range(numberless_rest + 1):
                    fill = self._drawn - size - more
                    if fill >= 0:
                        in_hand = self._drawn - numberless - more  # cards with a number, that are no secrets then
                        ways_to_fill = comb(numberless_rest, more) * comb(numbered_rest, fill)
                        total += count * ways_to_fill * perm(max(numbered - in_hand, 0), secrets)
            return total

        counted_hands = [(present, weight(ways)) for present, ways in self._presences(kinds, copies)]
        return [(present, found) for present, found in counted_hands if found]

    def _presences(
        self, kinds: Sequence[int], copies: Sequence[int]
    ) -> Iterator[tuple[Present, Mapping[tuple[int, int], int]]]:
        """Which of the kinds are there, and in how many ways with so many cards, so many of them without a number."""
        if not kinds:
            yield frozenset(), {(0, 0): 1}
            return
        *before, kind = kinds
        for present, ways in self._presences(before, copies[:-1]):
            yield (present | {kind} if kind in self.known else present), ways
            if not copies[-1]:
                continue
            numberless = kind not in SECRETS
            grown: dict[tuple[int, int], int] = {}
            for (size, bare), count in ways.items():
                for taken in range(1, copies[-1] + 1):
                    key = size + taken, bare + numberless * taken
                    grown[key] = grown.get(key, 0) + count * comb(copies[-1], taken)
            yield present | {kind}, grown


def _less_one(unseen: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*unseen[:card], unseen[card] - 1, *unseen[card + 1 :])


def _unseen(view: TerminusView) -> tuple[int, ...]:
    """The cards by kind that the seat does not see, those known to be in a hand left out."""
    seen = [*view["discards"], *view["aside"]]
    seen += [card for line in view["lines"].values() for place in line for card in place]
    for seat in view["table"]:
        seen += [card for card in seat["stack"] if card is not None]
        seen += seat["hand"] if seat["hand"] is not None else [entry["joker"] for entry in seat["taken_back"]]
    return tuple(copies - elsewhere for copies, elsewhere in zip(COPIES, counted(seen), strict=True))


def is_countable(view: TerminusView) -> bool:
    """Whether every unseen card may be anywhere: the pile was never made anew, and of jokers taken back all is sure."""
    fresh = counted(view["pile"]["made_of"]) == list(COPIES)
    sure = all(entry["sure"] for seat in view["table"] if seat["hand"] is None for entry in seat["taken_back"])
    return fresh and sure and view["pile"]["size"] > 0
