"""Terminus on arrays: the rules of `omnibus.rules.terminus` once more, for thousands of tables at once.

Cards are counted by kind, in the order of `CARDS`. A pile that a key shuffles has no order: each card is drawn from
what is left when it is wanted. One that a deal shuffles has the order of the rules.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch.engine import Engine, either, padded, ranked
from omnibus.batch.luck import Deal, Luck, pick, shuffled
from omnibus.rules.game import Game, Move
from omnibus.rules.terminus.cards import (
    CARDS,
    COLOUR_JOKERS,
    COPIES,
    DECK,
    LINES,
    NO_CARD,
    NO_LINE,
    NUMBER_JOKERS,
    NUMBERS,
    PLACES,
    POINTS,
    SECRETS,
    SUPER_JOKER,
)
from omnibus.rules.terminus.encoding import JOKERS, MOST_SEATS, SEAT_COUNTS
from omnibus.rules.terminus.moves import MOVES, PlayJoker, PlayNumber, Secret, Swap
from omnibus.rules.terminus.state import FIRST_HAND

FEWEST_POINTS_LEFT = 2  # a card in hand and a secret, both worth one (T22)
NOT_TAKEN_BACK = -1

SECRET, NUMBER, JOKER, SWAP, END = range(5)  # what a move does


def _about(move: Move) -> tuple[int, int, int, int]:
    """What a move does, its card, how many of it, and on which line."""
    match move:
        case Secret():
            return SECRET, move.card, 1, NO_LINE
        case PlayNumber():
            return NUMBER, move.card, move.copies, move.line
        case PlayJoker():
            return JOKER, move.card, 1, move.line
        case Swap():
            return SWAP, move.card, 1, move.line
        case _:
            return END, 0, 0, NO_LINE


_MOVES = np.array([_about(move) for move in MOVES.all], np.int8)
_DO, _CARD, _COPIES, _LINE = _MOVES.T
# The place that a number card, or a number joker, goes to; and the joker that a swap is for.
_PLACE = _CARD % PLACES
_BOUND_TO_PLACE = np.isin(_CARD, NUMBER_JOKERS)
_SWAPPED = np.where(_DO == SWAP, _CARD, 0)

_KINDS = np.arange(len(CARDS), dtype=np.int8)
_SECRET_KINDS = _KINDS[: len(SECRETS)]
_JOKER_KINDS = _KINDS[JOKERS[0] :]
_PLACE_NUMBERS = np.arange(len(NUMBERS), dtype=np.int8)
_LINE_OF_PLACE = _PLACE_NUMBERS // PLACES
_UP_TO = np.tri(len(CARDS), dtype=bool)


class Table(NamedTuple):
    """One table. Of a stack of secrets only the top has a place: below it the order means nothing (T15)."""

    chances: Array  # how often chance has spoken
    starter: Array
    active: Array  # whose turn it is once all secrets lie
    line: Array  # the line played on this turn
    joker_laid: Array  # this turn
    hands: Array  # [seats, kinds]
    hidden: Array  # [seats, kinds that may be secrets]: secrets that were never shown
    shown: Array  # those that everyone knows
    top: Array  # [seats]: the secret that counts; NO_CARD before the first
    top_shown: Array  # [seats]
    # [seats, the more narrowly known and the other, joker kinds]: the hidden secrets put down since (T25)
    taken_back: Array
    laid: Array  # number cards on each place of the lines
    jokers: Array  # the joker at the bottom of each place
    pile: Array  # [kinds]
    order: Array | None  # the cards of the pile, the next one last; None if a key draws them
    pile_source: Array  # [kinds]: what the pile was last made of
    drawn: Array  # [seats, kinds]: what each seat has drawn since then
    discards: Array  # [kinds]
    aside: Array  # [kinds]
    scores: Array  # [seats]
    taken: Array  # [seats]: points taken for lines this round


class TerminusEngine(Engine[Table]):
    """Terminus for 2 to 6 seats (T1) and any target (T23)."""

    longest_shuffle = len(DECK)

    def __init__(self, game: Game):
        super().__init__(game)
        self.seats = game.seats
        self.target = int(game.options["target"])
        # Every round dealt, every pile made anew is a chance. A round leaves points with all but one, and a pile
        # comes from a line that cost somebody 15; so no game has more chances than one of the cheapest rounds (T22).
        cheapest_round = FEWEST_POINTS_LEFT * (self.seats - 1)
        self.chances = range(2 + self.seats * (self.target - 1) // cheapest_round)
        self._seats = np.arange(self.seats)

    # ---- A round

    def set_up(self, luck: Luck) -> Table:
        """The first round, dealt. A random player starts (T6)."""
        for_starter, for_deal = _two(luck)
        starter = pick(for_starter, 0, self.seats)
        return self._deal_round(starter, jnp.int32(1), jnp.zeros(self.seats, jnp.int32), for_deal)

    def _deal_round(self, starter: Array, chances: Array, scores: Array, luck: Luck) -> Table:
        """T4: shuffle all, six cards each; then everyone chooses a secret at the same time."""
        hands, order = self._dealt(luck, chances)
        secrets = jnp.zeros((self.seats, len(SECRETS)), jnp.int8)
        nothing = jnp.zeros(len(CARDS), jnp.int8)
        return Table(
            chances=chances + 1,
            starter=starter,
            active=starter,
            line=jnp.int8(NO_LINE),
            joker_laid=jnp.bool_(False),
            hands=hands,
            hidden=secrets,
            shown=secrets,
            top=jnp.full(self.seats, NO_CARD, jnp.int8),
            top_shown=jnp.zeros(self.seats, bool),
            taken_back=jnp.full((self.seats, 2, len(JOKERS)), NOT_TAKEN_BACK, jnp.int8),
            laid=jnp.zeros(len(NUMBERS), jnp.int8),
            jokers=jnp.full(len(NUMBERS), NO_CARD, jnp.int8),
            pile=jnp.asarray(COPIES, jnp.int8) - _sum(hands, axis=0),
            order=order,
            pile_source=jnp.asarray(COPIES, jnp.int8),
            drawn=jnp.zeros_like(hands),
            discards=nothing,
            aside=nothing,
            scores=scores,
            taken=jnp.zeros_like(scores),
        )

    def _dealt(self, luck: Luck, row: Array) -> tuple[Array, Array | None]:
        """The first hands, and the order of the deck, its front last."""
        dealt = self.seats * FIRST_HAND
        if isinstance(luck, Deal):
            deck = shuffled(luck, row, jnp.asarray(DECK, jnp.int8), len(DECK))
            cards, order = deck[:dealt], deck[::-1]
        else:
            cards, order = jnp.asarray(DECK, jnp.int8)[_places_drawn(luck, dealt)], None
        return _sum(cards.reshape(self.seats, FIRST_HAND, 1) == _KINDS, axis=1), order

    def _begin_turn(self, table: Table, seat: Array, luck: Luck) -> Table:
        """T7: a turn begins with a card from the pile."""
        begun = table._replace(active=seat, line=jnp.int8(NO_LINE), joker_laid=jnp.bool_(False))
        return self._draw(self._fill_pile(begun, luck), seat, luck)

    def _fill_pile(self, table: Table, luck: Luck) -> Table:
        """T8: an empty pile is made anew from the discards."""
        again = ~jnp.any(table.pile) & jnp.any(table.discards)
        order = table.order
        if isinstance(luck, Deal) and order is not None:
            heap = jnp.sum(_up_to(table.discards) <= np.arange(len(DECK))[:, None], axis=1, dtype=jnp.int8)
            new = shuffled(luck, table.chances, heap, jnp.sum(table.discards, dtype=jnp.int32))
            order = jnp.where(again, new, order)
        return table._replace(
            chances=table.chances + again,
            pile=jnp.where(again, table.discards, table.pile),
            order=order,
            pile_source=jnp.where(again, table.discards, table.pile_source),
            drawn=jnp.where(again, 0, table.drawn),
            discards=jnp.where(again, 0, table.discards),
        )

    def _draw(self, table: Table, seat: Array, luck: Luck) -> Table:
        """T8: without any card none is drawn."""
        size = jnp.sum(table.pile, dtype=jnp.int32)
        if table.order is not None:
            card = table.order[size - 1]
        else:
            lot = pick(luck, 0, jnp.maximum(size, 1))
            card = jnp.sum(_up_to(table.pile) <= lot, dtype=jnp.int8)
        drawn = (card == _KINDS) & (size > 0)
        to_hand = drawn & (self._seats == seat)[:, None]
        return table._replace(pile=table.pile - drawn, hands=table.hands + to_hand, drawn=table.drawn + to_hand)

    # ---- What is legal

    def over(self, table: Table) -> Array:
        """T23: whether a player has reached or passed the target."""
        return jnp.max(table.scores) >= self.target

    def turn(self, table: Table) -> Array:
        """The seat that decides next."""
        return jnp.where(_choosing(table), jnp.argmax(table.top == NO_CARD), table.active).astype(jnp.int32)

    def legal(self, table: Table) -> Array:
        """Which moves that seat may make."""
        line = table.line
        hand = table.hands[self.turn(table)]
        held = _has(hand > 0, _CARD)
        for copies in (2, 3):
            held &= _has(hand >= copies, _CARD) | (copies > _COPIES)
        # T15: changing the secret is a whole turn.
        secret = (_DO == SECRET) & (line == NO_LINE) & held
        # T9: all cards of a turn go on one line. T14: only who has played a card may stop.
        on_line = ((line == NO_LINE) | (line == _LINE)) & ~_choosing(table)
        end = (_DO == END) & (line != NO_LINE)
        legal: Array = (secret | (held & on_line & self._may_lie(table)) | end) & ~self.over(table)
        return legal

    def _may_lie(self, table: Table) -> Array:
        """Which moves lay a card where it may lie."""
        length = jnp.select([line == _LINE for line in LINES], list(_lengths(table)))
        # T10: on the next empty place, or on top of a filled one.
        number = (_DO == NUMBER) & (length >= _PLACE)
        # T11: only on the next empty place. T12: one a turn.
        joker = (_DO == JOKER) & ((length == _PLACE) | ~_BOUND_TO_PLACE) & ~table.joker_laid
        # T13: a joker without a card on top, for the number it stands for.
        bare = (table.jokers != NO_CARD) & (table.laid == 0)
        swap = (_DO == SWAP) & _has(bare, _SWAPPED)
        may_lie: Array = number | joker | swap
        return may_lie

    # ---- Playing a move

    def carry_out(self, table: Table, move: Array, luck: Luck) -> Table:
        """Make a move, and all that follows from it."""
        seat, chose = self.turn(table), _choosing(table)
        do, card, copies, line = jnp.asarray(_MOVES)[move]
        table = self._put_secret(table, seat, card, do == SECRET)
        table = self._lay(table, seat, do, card, copies, line)
        complete = jnp.any(_lengths(table) == PLACES)
        table = self._complete_line(table, seat, complete)
        # T22: an empty hand ends the round, unless a line has ended the game.
        out = ~jnp.any(table.hands[seat]) & ~self.over(table)
        table = self._count(table, seat, out)
        # T14: what ends a turn. T4: the first card is drawn after all secrets lie.
        passes = (do == END) | complete | ((do == SECRET) & ~_choosing(table))
        after = jnp.where(chose, table.starter, (seat + 1) % self.seats)
        for_deal, for_turn = _two(luck)
        going_on = ~self.over(table)
        # T6: each later round is started by the next player.
        starter = (table.starter + 1) % self.seats
        fresh = self._deal_round(starter, table.chances, table.scores, for_deal)
        table = either(passes & ~out & going_on, self._begin_turn(table, after, for_turn), table)
        return either(out & going_on, fresh, table)

    def _put_secret(self, table: Table, seat: Array, card: Array, put: Array) -> Table:
        """T4 and T15: a card goes face down on the stack of secrets."""
        mine = (self._seats == seat) & put
        known = table.taken_back
        return table._replace(
            hidden=table.hidden + (mine[:, None] & (card == _SECRET_KINDS)),
            top=jnp.where(mine, card, table.top),
            top_shown=table.top_shown & ~mine,
            taken_back=known + (mine[:, None, None] & (known != NOT_TAKEN_BACK)),
        )

    def _lay(self, table: Table, seat: Array, do: Array, card: Array, copies: Array, line: Array) -> Table:
        """T10, T11 and T13: the card leaves the hand; a number takes a joker's place, which goes into the hand."""
        mine = (self._seats == seat)[:, None]
        swapped = (do == SWAP) & (card == _PLACE_NUMBERS)
        back = jnp.max(jnp.where(swapped, table.jokers, NO_CARD))
        next_place = line * PLACES + _lengths(table)[line]
        filled = (do == JOKER) & (next_place == _PLACE_NUMBERS)
        laid = ((do == NUMBER) & (card == _PLACE_NUMBERS)) * copies + swapped
        return table._replace(
            line=jnp.where(line == NO_LINE, table.line, line),
            joker_laid=table.joker_laid | (do == JOKER),
            hands=table.hands - (mine & (card == _KINDS)) * copies + (mine & (back == _KINDS)),
            taken_back=_known_to_hold(
                table.taken_back,
                more=mine & (back == _JOKER_KINDS),
                less=mine & (card == _JOKER_KINDS) & (do == JOKER),
            ),
            laid=table.laid + laid,
            jokers=jnp.where(filled, card, jnp.where(swapped, NO_CARD, table.jokers)),
        )

    # ---- Points

    def _complete_line(self, table: Table, seat: Array, complete: Array) -> Table:
        """T16 to T21, if the line played on is complete."""
        line = table.line
        taken_up = (line == _LINE_OF_PLACE) & complete
        heap = table.aside + _cards_on(table, taken_up)
        # T18: of the revealed secrets that match the line the smallest takes the points.
        revealed = (self._seats != seat) & complete  # T19
        matches = revealed & ((table.top // PLACES == line) | (table.top >= NUMBER_JOKERS[0]))
        number = jnp.where(matches, table.top % PLACES, PLACES)
        takes = matches & (number == jnp.min(number))
        points = jnp.where(takes, _points(heap), 0)
        # T20: a line that nobody takes is set aside, for the next one that somebody takes.
        scored = jnp.any(takes)
        return self._reveal(table, revealed)._replace(
            laid=jnp.where(taken_up, 0, table.laid),
            jokers=jnp.where(taken_up, NO_CARD, table.jokers),
            scores=table.scores + points,
            taken=table.taken + points,
            discards=table.discards + jnp.where(scored, heap, 0),
            aside=jnp.where(scored, 0, heap),
        )

    def _reveal(self, table: Table, revealed: Array) -> Table:
        """T16, T21: the top secret is shown, and stays known when it is face down again."""
        new = (revealed & ~table.top_shown)[:, None]
        secret = new & (table.top[:, None] == _SECRET_KINDS)
        return table._replace(
            hidden=table.hidden - secret,
            shown=table.shown + secret,
            top_shown=table.top_shown | revealed,
            taken_back=_come_to_light(table.taken_back, new, new & (table.top[:, None] == _JOKER_KINDS)),
        )

    def _count(self, table: Table, seat: Array, out: Array) -> Table:
        """T22: nothing for the player with the empty hand; the others count hand and stack."""
        secrets = jnp.pad(table.hidden + table.shown, ((0, 0), (0, len(CARDS) - len(SECRETS))))
        left = jnp.where((self._seats != seat) & out, _points(table.hands + secrets), 0)
        return table._replace(scores=table.scores + left)

    def scores(self, table: Table) -> Array:
        """The points of every seat."""
        return table.scores

    def ranks(self, table: Table) -> Array:
        """T24: the lowest score wins, equal ones share a rank."""
        return ranked(-table.scores)

    # ---- Looking at it

    def observe(self, table: Table, seat: Array | int) -> Array:
        """The numbers of `encode(view)`, part by part."""
        in_order = (seat + jnp.arange(self.seats)) % self.seats
        parts = [
            *self._observe_turn(table, seat, in_order),
            *_observe_lines(table),
            *self._observe_seats(table, seat, in_order),
            *self._observe_unseen(table, seat),
        ]
        return jnp.concatenate([jnp.ravel(jnp.asarray(part, jnp.int16)) for part in parts])

    def _observe_turn(self, table: Table, seat: Array | int, in_order: Array) -> list[Array]:
        choosing = _choosing(table)
        turn = jnp.where(choosing, table.top == NO_CARD, self._seats == table.active) & ~self.over(table)
        asks = jnp.stack([choosing, ~choosing & (table.line == NO_LINE), table.line != NO_LINE])
        return [
            np.asarray(SEAT_COUNTS) == self.seats,
            jnp.int16(self.target),
            asks & turn[seat],
            self.over(table),
            _by_seat(turn[in_order]),
            _by_seat(in_order == table.active),
            _by_seat(in_order == table.starter),
            _by_seat(table.scores[in_order]),
            _by_seat(table.taken[in_order]),
            np.asarray(LINES) == table.line,
            table.joker_laid,
        ]

    def _observe_seats(self, table: Table, seat: Array | int, in_order: Array) -> list[Array]:
        """What is known of hands and secrets."""
        known = table.taken_back[in_order]
        top = (table.top[:, None] == _SECRET_KINDS) & (table.top_shown | (self._seats == seat))[:, None]
        return [
            table.hands[seat],
            table.hidden[seat],
            _by_seat(jnp.sum(table.hands, axis=1, dtype=jnp.int16)[in_order]),
            _by_seat(jnp.sum(table.hidden, axis=1, dtype=jnp.int16)[in_order]),
            _by_seat(table.shown[in_order]),
            _by_seat(top[in_order]),
            _by_seat(table.top_shown[in_order]),
            _by_seat(jnp.sum(known != NOT_TAKEN_BACK, axis=1)),
            _by_seat(jnp.maximum(known, 0)[:, :, : len(NUMBER_JOKERS)].swapaxes(1, 2)),
        ]

    def _observe_unseen(self, table: Table, seat: Array | int) -> list[Array]:
        """The cards that the seat does not see, and those of them that the pile may hold."""
        others = (self._seats != seat)[:, None]
        secrets = table.hidden[seat] + _sum(table.shown, axis=0)
        back = _sum((table.taken_back != NOT_TAKEN_BACK) & others[:, None], axis=(0, 1))
        seen = table.discards + table.aside + table.hands[seat] + _cards_on(table, jnp.ones(len(NUMBERS), bool))
        seen = seen.at[: len(SECRETS)].add(secrets).at[JOKERS[0] :].add(back)
        unseen = jnp.asarray(COPIES, jnp.int8) - seen
        may_hold = jnp.minimum(unseen, table.pile_source - table.drawn[seat])
        return [unseen, jnp.sum(table.pile, dtype=jnp.int16), may_hold]


def _choosing(table: Table) -> Array:
    """Whether the round's first secrets are still being put down (T4)."""
    return jnp.any(table.top == NO_CARD)


def _lengths(table: Table) -> Array:
    """The open places of each line."""
    filled = (table.laid > 0) | (table.jokers != NO_CARD)
    return _sum(filled.reshape(len(LINES), PLACES), axis=1)


def _cards_on(table: Table, places: Array) -> Array:
    """The cards that lie on those places, by kind."""
    numbers = jnp.where(places, table.laid, 0)
    jokers = _sum((table.jokers[:, None] == _JOKER_KINDS) & places[:, None], axis=0)
    return jnp.concatenate([numbers, jokers])


def _points(heap: Array) -> Array:
    """What heaps of cards, counted by kind, are worth (T3)."""
    return jnp.sum(heap * np.asarray(POINTS, np.int32), axis=-1, dtype=jnp.int32)


def _known_to_hold(known: Array, more: Array, less: Array) -> Array:
    """T25: a joker was taken back, or one came to light that was; of two alike the one known more narrowly."""
    near, far = known[:, 0], known[:, 1]
    return jnp.stack(
        [
            jnp.where(more, 0, jnp.where(less, far, near)),
            jnp.where(more, near, jnp.where(less, NOT_TAKEN_BACK, far)),
        ],
        axis=1,
    )


def _come_to_light(known: Array, new: Array, joker: Array) -> Array:
    """T25: the top secret was shown for the first time; it may be a joker that was put down since it was taken back."""
    near, far = known[:, 0], known[:, 1]
    it_is_near, it_is_far = joker & (near > 0), joker & (near <= 0) & (far > 0)
    left = jnp.stack(
        [jnp.where(it_is_near, far, near), jnp.where(it_is_near | it_is_far, NOT_TAKEN_BACK, far)],
        axis=1,
    )
    return left - (new[:, None] & (left > 0))


def _observe_lines(table: Table) -> list[Array]:
    """What lies open in the middle."""
    bounds = np.array([NUMBER_JOKERS[0], COLOUR_JOKERS[0], SUPER_JOKER, len(CARDS)], np.int8)
    jokers = table.jokers[:, None]
    of_lines = jnp.asarray(np.arange(len(LINES))[:, None] == _LINE_OF_PLACE)
    worth = [_points(_cards_on(table, places)) for places in of_lines]
    return [
        table.laid,
        (jokers >= bounds[:-1]) & (jokers < bounds[1:]),
        jnp.stack(worth),
        table.aside,
        _points(table.aside),
        table.discards,
    ]


def _by_seat(numbers: Array) -> Array:
    return padded(numbers.astype(jnp.int16), MOST_SEATS)


def _places_drawn(key: Array, many: int) -> Array:
    """So many different places of the deck, in a random order.

    The last card takes the place of each one drawn. So a place drawn holds what came to it last: looking back over the
    draws before, that is the place which was the last one then.
    """
    last = len(DECK) - 1 - np.arange(many)
    lots = (jax.random.bits(key, (many,)) % (last + 1).astype(np.uint32)).astype(jnp.int8)
    places = lots
    for before in reversed(range(many - 1)):
        moved = (places == lots[before]) & (np.arange(many) > before)
        places = jnp.where(moved, jnp.int8(last[before]), places)
    return places


def _has(flags: Array, numbers: Any) -> Array:
    """Which of the numbers are flagged: bits of one word are quicker to look up than elements of an array."""
    word = jnp.sum(flags.astype(jnp.uint32) << np.arange(len(flags), dtype=np.uint32), dtype=jnp.uint32)
    flagged: Array = (word >> numbers.astype(np.uint32) & 1) == 1
    return flagged


def _up_to(counts: Array) -> Array:
    """How many cards there are up to each kind."""
    return _sum(jnp.where(_UP_TO, counts, 0), axis=1)


def _sum(cards: Array, axis: int | tuple[int, ...]) -> Array:
    return jnp.sum(cards, axis=axis, dtype=jnp.int8)


def _two(luck: Luck) -> tuple[Luck, Luck]:
    """Luck for two chances: a deal has a row for each, a key is split."""
    if isinstance(luck, Deal):
        return luck, luck
    one, other = jax.random.split(luck)
    return one, other


ENGINE = TerminusEngine
