"""The transport cards of Ticket to Ride: London, for many tables at once: the row, the deck, the discards.

Cards are counted by kind in one word (see `Counts`). Nobody knows the order of a deck: with a key the next card is
drawn only when it is needed, with a deal the deck lies there in order.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch.luck import Deal, Luck, below, shuffled
from omnibus.rules.london.board import ROW, LondonBoard
from omnibus.rules.london.state import BUSES_IN_A_FLUSH, FIRST_HAND, FLUSHES_IN_A_ROW

Constants: TypeAlias = np.ndarray[Any, Any]

WORD = 32  # bits
TURNED_UP = ROW * (1 + FLUSHES_IN_A_ROW)  # cards at the most, after one move


class Market(NamedTuple):
    """The transport cards that are in no hand, counted by kind."""

    row: Array
    deck: Array
    made_of: Array  # the cards that the deck was last made of, less those turned up since
    discards: Array
    drawn: Array  # [seats] what each has drawn blind since then
    pile: Array  # with a deal: the kinds in the deck, the next one last; otherwise empty
    chances: Array  # how often chance has spoken


class Counts:
    """Cards by kind in one word: some bits for each kind, and a spare one above them to compare by."""

    def __init__(self, copies: Sequence[int]):
        widths = [number.bit_length() + 1 for number in copies]
        shifts = [0, *accumulate(widths)]
        if shifts.pop() > WORD:
            raise ValueError("the cards of this board do not fit into a word")
        self.shifts = np.array(shifts, np.uint32)
        self.masks = np.array([(1 << width - 1) - 1 for width in widths], np.uint32)
        self.ones = np.array([1 << shift for shift in shifts], np.uint32)
        self._spare = np.uint32(sum(1 << shift + width - 1 for shift, width in zip(shifts, widths, strict=True)))
        self.all = np.uint32(sum(number << shift for number, shift in zip(copies, shifts, strict=True)))

    def by_kind(self, cards: Array) -> Array:
        """The numbers, int32, in a new last axis."""
        return ((cards[..., None] >> self.shifts) & self.masks).astype(jnp.int32)

    def of(self, cards: Array, kind: int) -> Array:
        """How many there are of one kind."""
        number: Array = (cards >> self.shifts[kind]) & self.masks[kind]
        return number

    def up_to(self, cards: Array) -> list[Array]:
        """How many there are of the first kind, of the first two, and so on: the last number is that of all."""
        return list(accumulate(self.of(cards, kind) for kind in range(len(self.shifts))))

    def total(self, cards: Array) -> Array:
        """How many there are."""
        return self.up_to(cards)[-1]

    def covers(self, cards: Array, cost: Array | Constants) -> Array:
        """Whether there are as many of each kind as it costs."""
        return ((cards | self._spare) - cost) & self._spare == self._spare

    def common(self, cards: Array, cost: Array) -> Array:
        """Of each kind the smaller number of the two."""
        return jnp.sum(jnp.minimum(self.by_kind(cards), self.by_kind(cost)).astype(jnp.uint32) * self.ones, -1)


class Dealer:
    """What becomes of the transport cards that are in no hand."""

    def __init__(self, board: LondonBoard):
        self.board = board
        self.counts = Counts(board.copies)

    def deal(self, luck: Luck, words: Array) -> tuple[Array, Market]:
        """L2: two cards to each seat, in the order of the seats; the rest is the deck."""
        copies, dealt = self.board.copies, len(words)
        deck, pile = jnp.uint32(self.counts.all), jnp.zeros(0, jnp.int8)
        if isinstance(luck, Deal):
            kinds = np.repeat(np.arange(len(copies), dtype=np.int8), copies)
            order = shuffled(luck, 1, jnp.asarray(kinds), len(kinds))
            cards = jnp.asarray(self.counts.ones)[order[:dealt]]
            pile = jnp.concatenate([order[dealt:][::-1], jnp.zeros(dealt, jnp.int8)])
            deck = deck - jnp.sum(cards)
        else:
            deck, cards = jax.lax.scan(self._deal_one, deck, words)
        hands = jnp.sum(cards.reshape(-1, FIRST_HAND), 1)
        none = jnp.uint32(0)
        everything = jnp.uint32(self.counts.all)
        market = Market(none, deck, everything, none, drawn=hands, pile=pile, chances=jnp.int32(2))
        return hands, market

    def _deal_one(self, deck: Array, word: Array) -> tuple[Array, Array]:
        card = self.lot(deck, word)
        return deck - card, card

    def next_card(self, market: Market, word: Array, luck: Luck) -> Array:
        """The next card of the deck, counted; nothing if there is none."""
        if not isinstance(luck, Deal):
            return self.lot(market.deck, word)
        kind = market.pile[self.counts.total(market.deck).astype(jnp.int32) - 1]
        return jnp.where(market.deck == 0, 0, jnp.asarray(self.counts.ones)[kind])

    def lot(self, cards: Array, word: Array) -> Array:
        """One of the cards, all equally likely; nothing if there are none."""
        up_to = self.counts.up_to(cards)
        lot = below(word, up_to[-1])
        card: Array = jnp.uint32(0)
        for kind in reversed(range(len(up_to))):
            card = jnp.where(lot < up_to[kind], self.counts.ones[kind], card)
        return card

    def fill_row(self, market: Market, words: Array, luck: Luck) -> Market:
        """Turn up a card for every gap, flush the row where L3 demands it, and leave a deck behind (L9)."""
        lying = self.counts.total(market.row).astype(jnp.int32)
        # A row that stayed after three flushes stays until another card is turned up.
        nothing_new = (lying == ROW) | (market.deck | market.discards == 0)
        flushes = jnp.where(nothing_new, FLUSHES_IN_A_ROW, 0)
        carry = (market, lying, flushes)
        if isinstance(luck, Deal):
            carry = jax.lax.while_loop(self._unsettled, lambda carry: self._turn_up(carry, words[0], luck), carry)
        else:
            carry, _ = jax.lax.scan(lambda carry, word: (self._turn_up(carry, word, luck), None), carry, words)
        market = carry[0]
        return self._renew_deck(market, market.deck == 0, luck)

    def _unsettled(self, carry: tuple[Market, Array, Array]) -> Array:
        market, lying, _ = carry
        return ((lying < ROW) & (market.deck | market.discards != 0)) | self._too_many_buses(*carry)

    def _too_many_buses(self, market: Market, lying: Array, flushes: Array) -> Array:
        """L3: three Bus cards in a full row, and not three flushes before."""
        buses = self.counts.of(market.row, self.board.bus)
        return (buses >= BUSES_IN_A_FLUSH) & (lying == ROW) & (flushes < FLUSHES_IN_A_ROW)

    def _turn_up(self, carry: tuple[Market, Array, Array], word: Array, luck: Luck) -> tuple[Market, Array, Array]:
        """Turn up one card, if there is a gap for it; a row that must be flushed is flushed first."""
        market, lying, flushes = carry
        flush = self._too_many_buses(*carry)
        market = market._replace(
            row=jnp.where(flush, 0, market.row), discards=market.discards + jnp.where(flush, market.row, 0)
        )
        lying = jnp.where(flush, 0, lying)
        gap = lying < ROW
        market = self._renew_deck(market, gap & (market.deck == 0), luck)
        card = jnp.where(gap, self.next_card(market, word, luck), 0)
        market = market._replace(row=market.row + card, deck=market.deck - card, made_of=market.made_of - card)
        return market, lying + (card != 0), flushes + flush

    def _renew_deck(self, market: Market, when: Array, luck: Luck) -> Market:
        """L9: the discards become the deck. Everyone knows which cards they are, but not in which order (L23)."""
        when = when & (market.discards != 0)
        pile = market.pile
        if isinstance(luck, Deal):
            up_to = jnp.stack(self.counts.up_to(market.discards)).astype(jnp.int32)
            kinds = jnp.sum(jnp.arange(len(pile))[:, None] >= up_to, 1).astype(jnp.int8)
            pile = jnp.where(when, shuffled(luck, market.chances, kinds, up_to[-1]), pile)
        return Market(
            row=market.row,
            deck=jnp.where(when, market.discards, market.deck),
            made_of=jnp.where(when, market.discards, market.made_of),
            discards=jnp.where(when, 0, market.discards),
            drawn=jnp.where(when, 0, market.drawn),
            pile=pile,
            chances=market.chances + when,
        )
