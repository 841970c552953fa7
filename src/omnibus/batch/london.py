"""Ticket to Ride: London, thousands of tables at once. Sets of routes, tickets and locations are bits."""

from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch.engine import Engine, padded, ranked
from omnibus.batch.london_cards import TURNED_UP, WORD, Constants, Counts, Dealer, Market
from omnibus.batch.luck import Deal, Luck, below, pick, shuffled
from omnibus.rules.game import Game
from omnibus.rules.london import London
from omnibus.rules.london.board import NO_ROUTE, LondonBoard
from omnibus.rules.london.encoding import FEWEST_SEATS, MOST_SEATS
from omnibus.rules.london.moves import Claim, DrawFaceUp, Keep, LondonMoves
from omnibus.rules.london.state import (
    FIRST_HAND,
    FLUSHES_IN_A_ROW,
    LAST_BUSES,
    NOT_YET,
    OFFERED,
)

FAR = 10_000  # spaces: no way there


class LondonTable(NamedTuple):
    """The position of one table."""

    starter: Array
    active: Array
    took_one: Array
    last_turns: Array
    market: Market
    hands: Array  # [seats] cards counted by kind
    known: Array  # [seats] those of which all know (L23)
    owned: Array  # [seats, words] routes
    closed: Array  # [seats, words] routes that the seat can no longer claim
    linked: Array  # [seats, locations] the locations that the seat's routes link with each
    completed: Array  # [seats] tickets that its routes complete, whoever holds them
    districts: Array  # [seats] districts that its routes link
    buses: Array  # [seats]
    points: Array  # [seats] for routes
    tickets: Array  # [seats]
    offers: Array  # [seats, 2] tickets to choose from, in the order in which they were dealt
    choices: Array  # [seats] what the seat keeps of its first offer, while others still choose
    ticket_pile: Array  # with a deal: the tickets as they were shuffled; otherwise empty
    unseen_tickets: Array  # those that lie as they were shuffled
    ticket_top: Array  # the number of the next ticket's place, as in the rules' memory
    put_back: Array  # [tickets - 1] the tickets put under the deck, one after the other
    returns: Array  # how many there are
    # L23: they have numbers 0, 1, …, and what is remembered of them is bits of those numbers.
    remembered: Array  # [seats] those that the seat put back and has not seen since
    in_deck: Array  # [tickets - 1] those that may lie where each of them was put
    kept_by: Array  # [tickets] the holder of each ticket kept, one after the other
    in_hand: Array  # [tickets] those put back that it may be


class Moves:
    """What each move does, by its index: nothing, in all tables that are about something else."""

    def __init__(self, book: LondonMoves, counts: Counts):
        moves, board = book.all, book.board
        words = -(-len(board.routes) // WORD)
        self.kept = np.zeros(len(moves), np.uint32)
        self.taken = np.zeros(len(moves), np.uint32)
        self.cost = np.zeros(len(moves), np.uint32)
        self.length = np.zeros(len(moves), np.int32)
        self.points = np.zeros(len(moves), np.int32)
        self.ends = np.zeros((len(moves), 2), np.int32)
        self.route = np.zeros((len(moves), words), np.uint32)
        self.partner = np.zeros((len(moves), words), np.uint32)
        for move in moves:
            if isinstance(move, Keep):
                self.kept[move.index] = sum(1 << ticket for ticket in move.tickets)
            elif isinstance(move, DrawFaceUp):
                self.taken[move.index] = counts.ones[move.card]
            elif isinstance(move, Claim):
                self._claim(move, board, counts)
        self.draw_deck = book.draw_deck.index
        self.take_tickets = book.take_tickets.index
        self.claims = slice(book.claims[0].index, book.claims[-1].index + 1)
        self.keeps = slice(0, len(book.keep))
        self.claimed = np.array([claim.route for claim in book.claims])

    def _claim(self, move: Claim, board: LondonBoard, counts: Counts) -> None:
        route, at = board.routes[move.route], move.index
        self.cost[at] = move.coloured * counts.ones[move.colour] + move.buses * counts.ones[board.bus]
        self.length[at] = route.length
        self.points[at] = route.points
        self.ends[at] = route.a, route.b
        self.route[at, move.route // WORD] = 1 << move.route % WORD
        if route.partner != NO_ROUTE:
            self.partner[at, route.partner // WORD] = 1 << route.partner % WORD


class LondonEngine(Engine[LondonTable]):
    """The rules of Ticket to Ride: London on arrays."""

    def __init__(self, game: Game):
        super().__init__(game)
        if not isinstance(game, London):
            raise TypeError(f"{game.id} is not played with the cards of London")
        self.board = game.board
        self.seats = game.seats
        cards, claims = sum(game.board.copies), game.seats * game.board.buses  # each takes a bus at least
        # The row is filled after claims, and after a card was taken that is held at the end or was spent for a bus.
        flushes = FLUSHES_IN_A_ROW * (cards + claims + claims)
        # Who starts, the cards, the tickets; then the discards, which come from claims and flushes alone.
        self.chances = range(3 + claims + flushes)
        self.longest_shuffle = max(cards, len(game.board.tickets))
        self.dealer = Dealer(game.board)
        self.counts = self.dealer.counts
        self.moves = Moves(game.book, self.counts)
        self.tickets = len(game.board.tickets)
        self.ticket_ends = np.array([ticket.ends for ticket in game.board.tickets], np.uint32)
        self.ticket_points = Worth([ticket.points for ticket in game.board.tickets])
        self.district_ends = np.array([district.locations for district in game.board.districts], np.uint32)
        self.district_points = Worth([district.value for district in game.board.districts])
        self.ways = Ways(game.board)

    # ---- Setting up

    def set_up(self, luck: Luck) -> LondonTable:
        """L2 for the cards, L4 for the tickets. A random player starts (L5)."""
        seats, tickets, bits = self.seats, self.tickets, np.uint32
        lots = np.cumsum([seats * FIRST_HAND, TURNED_UP, seats * OFFERED])
        for_hands, for_row, for_tickets, for_starter = jnp.split(self._words(luck, lots[-1] + 1), lots)
        starter = pick(luck, 0, seats) if isinstance(luck, Deal) else below(for_starter[0], seats).astype(jnp.int32)
        hands, market = self.dealer.deal(luck, for_hands)
        market = self.dealer.fill_row(market, for_row, luck)
        ticket_pile, offers, unseen, market = self._deal_tickets(market, for_tickets, luck)
        routes = self.moves.route.shape[1]
        return LondonTable(
            starter=starter,
            active=starter,
            took_one=jnp.bool_(False),
            last_turns=jnp.int32(NOT_YET),
            market=market,
            hands=hands,
            known=jnp.zeros(seats, bits),
            owned=jnp.zeros((seats, routes), bits),
            closed=jnp.zeros((seats, routes), bits),
            linked=jnp.tile(jnp.uint32(1) << jnp.arange(len(self.board.locations), dtype=bits), (seats, 1)),
            completed=jnp.zeros(seats, bits),
            districts=jnp.zeros(seats, bits),
            buses=jnp.full(seats, self.board.buses, jnp.int32),  # L1
            points=jnp.zeros(seats, jnp.int32),
            tickets=jnp.zeros(seats, bits),
            offers=offers,
            choices=jnp.zeros(seats, bits),
            ticket_pile=ticket_pile,
            unseen_tickets=unseen,
            ticket_top=jnp.int32(seats * OFFERED),
            put_back=jnp.zeros(tickets - 1, bits),
            returns=jnp.int32(0),
            remembered=jnp.zeros(seats, bits),
            in_deck=jnp.zeros(tickets - 1, bits),
            kept_by=jnp.zeros(tickets, jnp.int8),
            in_hand=jnp.zeros(tickets, bits),
        )

    def _words(self, luck: Luck, number: int) -> Array:
        """Random words. With a deal there is no need of them."""
        if isinstance(luck, Deal):
            return jnp.zeros(number, jnp.uint32)
        return jax.random.bits(luck, (number,), jnp.uint32)

    def _deal_tickets(self, market: Market, words: Array, luck: Luck) -> tuple[Array, Array, Array, Market]:
        """L4: two tickets to each seat, in the order of the seats."""
        pile = jnp.zeros(0, jnp.uint32)
        unseen = jnp.uint32((1 << self.tickets) - 1)
        if isinstance(luck, Deal):
            every = jnp.uint32(1) << jnp.arange(self.tickets, dtype=jnp.uint32)
            pile = shuffled(luck, market.chances, every, self.tickets)
            offered = pile[: len(words)]
        else:
            unseen, offered = jax.lax.scan(_deal_ticket, unseen, words)
        market = market._replace(chances=market.chances + 1)
        return pile, offered.reshape(self.seats, OFFERED), unseen, market

    # ---- Whose turn it is, and what is legal

    def turn(self, table: LondonTable) -> Array:
        """The seat that decides next: of those who choose their first tickets the lowest."""
        first = jnp.argmax(table.choices == 0).astype(jnp.int32)
        return jnp.where(_choosing_first_tickets(table), first, table.active)

    def over(self, table: LondonTable) -> Array:
        """Whether the game is over (L19)."""
        return table.last_turns == 0

    def legal(self, table: LondonTable) -> Array:
        """Which moves the seat may make whose turn it is."""
        seat, market, moves = self.turn(table), table.market, self.moves
        playing = ~self.over(table)
        offer = table.offers[seat, 0] | table.offers[seat, 1]
        free = playing & (offer == 0)
        at_first = free & ~table.took_one  # L6; the second card is not optional (L7)
        # L4, L17: one or both of two; a single one must be kept.
        keeps = playing & (moves.kept[moves.keeps] & ~offer == 0)
        # L7: the top of the deck, or a face-up card. As second card no face-up Bus (L8).
        deck = free & (market.deck != 0)
        face_up = free & (self.counts.by_kind(market.row) > 0)
        face_up = face_up & (at_first | (np.arange(len(self.board.kinds)) != self.board.bus))
        # L11 to L15: every payment in hand, for every open route for which there are buses.
        claims = at_first & self.counts.covers(table.hands[seat], moves.cost[moves.claims])
        claims = claims & (moves.length[moves.claims] <= table.buses[seat])
        claims = claims & ~self._bits(table.closed[seat], moves.claimed)
        tickets = at_first & (self._ticket_deck(table) > 0)
        # L10: for want of anything else.
        pass_turn = at_first & ~(deck | tickets | jnp.any(face_up) | jnp.any(claims))
        return jnp.concatenate([keeps, deck[None], face_up, claims, tickets[None], pass_turn[None]])

    def _bits(self, words: Array, numbers: Constants) -> Array:
        """Whether each of the routes is in a set."""
        return (words[..., numbers // WORD] >> (numbers % WORD).astype(np.uint32)) & 1 != 0

    def _ticket_deck(self, table: LondonTable) -> Array:
        """How many tickets are left to draw."""
        return self.tickets + table.returns - table.ticket_top

    # ---- Playing a move

    def carry_out(self, table: LondonTable, move: Array, luck: Luck) -> LondonTable:
        """Make a move, by its index, that is known to be legal."""
        seat, moves = self.turn(table), self.moves
        words = self._words(luck, TURNED_UP)
        first = _choosing_first_tickets(table)
        keeps, draws = move < moves.keeps.stop, move == moves.draw_deck
        takes_tickets = move == moves.take_tickets
        taken, cost = jnp.asarray(moves.taken)[move], jnp.asarray(moves.cost)[move]
        table = self._claim(table, seat, move, cost)
        table = self._take_card(
            table, seat, jnp.where(draws, self.dealer.next_card(table.market, words[0], luck), 0), taken
        )
        table = table._replace(market=self.dealer.fill_row(table.market, words, luck))
        table = self._draw_tickets(table, seat, takes_tickets, words, luck)
        table = self._choose(table, seat, jnp.asarray(moves.kept)[move], keeps)
        takes_one = (draws | (taken != 0)) & self._second_card_follows(table, taken)
        ends = ~takes_one & ~takes_tickets & ~(keeps & first)
        return self._end_turn(table._replace(took_one=takes_one), seat, ends)

    def _end_turn(self, table: LondonTable, seat: Array, ends: Array) -> LondonTable:
        """L19: two buses or fewer at the end of a turn bring one more turn for each; then the game ends."""
        begins = (table.last_turns == NOT_YET) & (table.buses[seat] <= LAST_BUSES)
        later = jnp.where(table.last_turns == NOT_YET, NOT_YET, table.last_turns - 1)
        last_turns = jnp.where(begins, self.seats, later)
        goes_on = ends & (last_turns != 0)
        return table._replace(
            last_turns=jnp.where(ends, last_turns, table.last_turns),
            active=jnp.where(goes_on, (seat + 1) % self.seats, table.active),  # L5
        )

    # ---- Transport cards

    def _take_card(self, table: LondonTable, seat: Array, drawn: Array, taken: Array) -> LondonTable:
        """L7: the top card of the deck, or a face-up one, of which all know (L23)."""
        market, mine = table.market, _at(seat, self.seats)
        market = market._replace(
            row=market.row - taken, deck=market.deck - drawn, drawn=market.drawn + jnp.where(mine, drawn, 0)
        )
        return table._replace(
            market=market,
            hands=table.hands + jnp.where(mine, drawn + taken, 0),
            known=table.known + jnp.where(mine, taken, 0),
        )

    def _second_card_follows(self, table: LondonTable, taken: Array) -> Array:
        """A second card follows the first, but not a face-up Bus (L8), nor where there is none to take (L10)."""
        row, bus = table.market.row, self.board.bus
        colours = row & ~np.uint32(self.counts.masks[bus] << self.counts.shifts[bus])
        there_is_one = (table.market.deck != 0) | (colours != 0)
        follows: Array = ~table.took_one & (taken != self.counts.ones[bus]) & there_is_one
        return follows

    # ---- Routes

    def _claim(self, table: LondonTable, seat: Array, move: Array, cost: Array) -> LondonTable:
        """L11: cards to the discards, buses on the board. L16: points at once. Any other move changes nothing here."""
        moves, mine = self.moves, _at(seat, self.seats)
        route, partner = jnp.asarray(moves.route)[move], jnp.asarray(moves.partner)[move]
        known = self.counts.common(table.known[seat], cost)  # L23: known cards go first
        # L14: nor may its owner claim the other route of a double; L15: of two players neither.
        shut = mine[:, None] | (self.seats == 2)
        table = self._link(table, seat, jnp.asarray(moves.ends)[move])
        return table._replace(
            market=table.market._replace(discards=table.market.discards + cost),
            hands=table.hands - jnp.where(mine, cost, 0),
            known=table.known - jnp.where(mine, known, 0),
            owned=table.owned | jnp.where(mine[:, None], route, 0),
            closed=table.closed | route | jnp.where(shut, partner, 0),  # L12
            buses=table.buses - jnp.where(mine, jnp.asarray(moves.length)[move], 0),
            points=table.points + jnp.where(mine, jnp.asarray(moves.points)[move], 0),
        )

    def _link(self, table: LondonTable, seat: Array, ends: Array) -> LondonTable:
        """L20, L21: what the seat's routes link now. (The ends of no route are linked already.)"""
        mine = _at(seat, self.seats)
        joined = table.linked[seat, ends[0]] | table.linked[seat, ends[1]]
        places = jnp.arange(len(self.board.locations), dtype=jnp.uint32)
        inside = (joined >> places) & 1 != 0
        return table._replace(
            linked=jnp.where(mine[:, None] & inside, joined, table.linked),
            completed=table.completed | jnp.where(mine, _packed(self.ticket_ends & ~joined == 0), 0),
            districts=table.districts | jnp.where(mine, _packed(self.district_ends & ~joined == 0), 0),
        )

    # ---- Tickets

    def _draw_tickets(self, table: LondonTable, seat: Array, draws: Array, words: Array, luck: Luck) -> LondonTable:
        """L17: two tickets from the top, or the last one."""
        unseen, offer = table.unseen_tickets, []
        for further in range(OFFERED):
            place = table.ticket_top + further
            ticket = table.ticket_pile[place] if isinstance(luck, Deal) else _one_of(unseen, words[further])
            # What was put under the deck is no longer as it was shuffled.
            behind = _entry(table.put_back, place - self.tickets)
            ticket = jnp.where(draws, jnp.where(place < self.tickets, ticket, behind), 0)
            unseen = unseen & ~ticket
            offer.append(ticket)
        table = self._look_at(table, seat, offer)
        mine = _at(seat, self.seats) & draws
        return table._replace(
            offers=jnp.where(mine[:, None], jnp.stack(offer), table.offers),
            unseen_tickets=unseen,
            ticket_top=table.ticket_top + sum((ticket != 0).astype(jnp.int32) for ticket in offer),
        )

    def _look_at(self, table: LondonTable, seat: Array, offer: list[Array]) -> LondonTable:
        """L23: the seat sees the next tickets: it need not remember those, and what it remembers lies elsewhere."""
        seen = offer[0] | offer[1]
        found = _packed(table.put_back & seen != 0)
        remembered = table.remembered & ~jnp.where(_at(seat, self.seats), found, 0)
        place = jnp.arange(self.tickets - 1) + self.tickets - table.ticket_top
        looked_at = (seen != 0) & (place >= 0) & (place < OFFERED)
        return table._replace(remembered=remembered, in_deck=table.in_deck & ~jnp.where(looked_at, remembered[seat], 0))

    def _choose(self, table: LondonTable, seat: Array, kept: Array, chooses: Array) -> LondonTable:
        """L4: nobody learns how many the others keep before the last has chosen. Later a choice is final (L17)."""
        first = _choosing_first_tickets(table)
        mine = _at(seat, self.seats)
        table = table._replace(choices=table.choices | jnp.where(mine & chooses, kept, 0))
        settled = chooses & (~first | jnp.all(table.choices != 0))
        for other in range(self.seats):
            table = self._keep(table, other, settled & (first | (seat == other)))
        return table._replace(choices=jnp.where(settled, 0, table.choices))

    def _keep(self, table: LondonTable, seat: int, keeps: Array) -> LondonTable:
        """The chosen tickets go to the hand, the other under the deck; what is remembered of them goes along (L23)."""
        kept = jnp.where(keeps, table.choices[seat], 0)
        offer = table.offers[seat]
        returned = jnp.where(keeps, (offer[0] | offer[1]) & ~kept, 0)
        top = table.ticket_top - self.tickets - jnp.sum(offer != 0)
        one, other = _entry(table.in_deck, top), _entry(table.in_deck, top + 1)
        one = jnp.where(returned != 0, one | other, one)  # nobody else learns which of them it was
        holding = jnp.arange(self.tickets) - jnp.sum(jax.lax.population_count(table.tickets)).astype(jnp.int32)
        new = (holding >= 0) & (holding < jax.lax.population_count(kept).astype(jnp.int32))
        under = (jnp.arange(self.tickets - 1) == table.returns) & (returned != 0)
        number = jnp.where(returned != 0, jnp.uint32(1) << table.returns.astype(jnp.uint32), 0)
        return table._replace(
            tickets=table.tickets.at[seat].set(table.tickets[seat] | kept),
            offers=table.offers.at[seat].set(jnp.where(keeps, 0, offer)),
            kept_by=jnp.where(new, seat, table.kept_by).astype(jnp.int8),
            in_hand=jnp.where(new, jnp.where(holding == 0, one, other), table.in_hand),
            put_back=jnp.where(under, returned, table.put_back),
            in_deck=jnp.where(under, one | number, table.in_deck),
            remembered=table.remembered.at[seat].set(table.remembered[seat] | number),
            returns=table.returns + (returned != 0),
        )

    # ---- The end

    def scores(self, table: LondonTable) -> Array:
        """L20 once the game is over; before that the points for routes, which all may know."""
        done = table.tickets & table.completed
        tickets = 2 * self.ticket_points.of(done) - self.ticket_points.of(table.tickets)
        total = table.points + tickets + self.district_points.of(table.districts)
        return jnp.where(self.over(table), total, table.points)

    def ranks(self, table: LondonTable) -> Array:
        """L22: most points, then most completed tickets, then the place is shared. Before the end by routes alone."""
        completed = jax.lax.population_count(table.tickets & table.completed).astype(jnp.int32)
        merits = self.scores(table) * WORD + jnp.where(self.over(table), completed, 0)
        return ranked(merits)

    # ---- What a seat knows

    def observe(self, table: LondonTable, seat: Array | int) -> Array:
        """What the seat knows, int16: the numbers of `encode(view)`."""
        seat = jnp.asarray(seat, jnp.int32)
        order = (seat + jnp.arange(self.seats)) % self.seats
        parts = [
            *self._observe_turns(table, seat, order),
            *self._observe_cards(table, seat, order),
            *self._observe_routes(table, seat, order),
            *self._observe_tickets(table, seat, order),
            *self._observe_put_back(table, seat),
        ]
        return jnp.concatenate([part.astype(jnp.int16).ravel() for part in parts])

    def _observe_turns(self, table: LondonTable, seat: Array, order: Array) -> list[Array]:
        first = _choosing_first_tickets(table)
        everyone = jnp.arange(self.seats)
        to_move = ~self.over(table) & jnp.where(first, table.choices == 0, everyone == table.active)
        offered = table.offers[seat, 0] != 0
        asked = to_move[seat] & jnp.stack(
            [first, ~offered & ~table.took_one, ~offered & table.took_one, offered & ~first]
        )
        begun = table.last_turns != NOT_YET
        return [
            jnp.arange(FEWEST_SEATS, MOST_SEATS + 1) == self.seats,
            asked,
            _by_seat(to_move[order]),
            _by_seat(order == table.active),
            _by_seat(order == table.starter),
            table.took_one,
            begun,
            jnp.where(begun, table.last_turns, 0),
        ]

    def _observe_cards(self, table: LondonTable, seat: Array, order: Array) -> list[Array]:
        market, by_kind = table.market, self.counts.by_kind
        hands, known = by_kind(table.hands), by_kind(table.known)
        others = (jnp.arange(self.seats) != seat)[:, None]
        out_of_hands = by_kind(jnp.uint32(self.counts.all)) - by_kind(market.row) - by_kind(market.discards)
        unseen = out_of_hands - jnp.sum(jnp.where(others, known, hands), 0)
        # L18: after the end all hands are open.
        hidden = out_of_hands - jnp.sum(jnp.where(others & ~self.over(table), known, hands), 0)
        made_of, drawn = by_kind(market.made_of), by_kind(market.drawn[seat])
        return [
            hands[seat],
            _by_seat(jnp.sum(hands, 1)[order]),
            _by_seat(known[order]),
            by_kind(market.row),
            by_kind(market.discards),
            unseen,
            self.counts.total(market.deck),
            made_of,
            drawn,
            jnp.minimum(hidden, made_of - drawn),
        ]

    def _observe_routes(self, table: LondonTable, seat: Array, order: Array) -> list[Array]:
        routes = np.arange(len(self.board.routes))
        owned = self._bits(table.owned, routes)
        return [
            _by_seat(owned[order]),
            self._bits(table.closed[seat], routes) & ~jnp.any(owned, 0),
            _by_seat(table.buses[order]),
            _by_seat(table.points[order]),
            _by_seat(_unpacked(table.districts[order], len(self.board.districts))),
        ]

    def _observe_tickets(self, table: LondonTable, seat: Array, order: Array) -> list[Array]:
        offer = table.offers[seat, 0] | table.offers[seat, 1]
        in_sight = _unpacked(table.tickets[seat] | offer, self.tickets)
        routes = np.arange(len(self.board.routes))
        missing = self.ways.missing(self._bits(table.owned[seat], routes), self._bits(table.closed[seat], routes))
        counts = jax.lax.population_count(table.tickets)
        return [
            _unpacked(table.tickets[seat], self.tickets),
            _unpacked(offer, self.tickets),
            _unpacked(table.choices[seat], self.tickets),
            in_sight & _unpacked(table.completed[seat], self.tickets),
            jnp.where(in_sight & (missing < FAR), missing, 0),
            in_sight & (missing >= FAR),
            _by_seat(counts[order]),
            _by_seat(jnp.sum(table.offers != 0, 1)[order]),
            self._ticket_deck(table),
        ]

    def _observe_put_back(self, table: LondonTable, seat: Array) -> list[Array]:
        """Where the tickets may be that the seat put back."""
        own = _unpacked(table.remembered[seat], self.tickets - 1) & ~self.over(table)
        which = _unpacked(table.put_back, self.tickets).T & own  # [ticket, its number among those put back]
        number = jnp.argmax(which, 1).astype(jnp.uint32)[:, None]
        remembered = jnp.any(which, 1)[:, None]
        in_deck = remembered & ((table.in_deck >> number) & 1 != 0)
        in_hand = remembered & ((table.in_hand >> number) & 1 != 0)
        place = jnp.arange(self.tickets - 1) + self.tickets - table.ticket_top
        # Those drawn and not yet chosen from lay just above the top.
        in_offer = place + jnp.sum(table.offers != 0)
        return [
            jnp.sum(jnp.where(in_deck & (place >= 0), place + 1, 0), 1),
            jnp.stack([jnp.any(in_deck & (place < 0) & (in_offer == at), 1) for at in range(OFFERED)], 1),
            *self._observe_hands(table, seat, in_hand),
        ]

    def _observe_hands(self, table: LondonTable, seat: Array, in_hand: Array) -> list[Array]:
        """Who may hold each of them, and at which place of the others' hands, which lie one after the other."""
        numbers = jnp.arange(self.tickets)
        held = numbers < jnp.sum(jax.lax.population_count(table.tickets)).astype(jnp.int32)
        holder = jnp.where(held, (table.kept_by - seat) % self.seats, 0)
        earlier = (holder[:, None] < holder) | ((holder[:, None] == holder) & (numbers[:, None] < numbers))
        place = jnp.sum(earlier & (holder[:, None] > 0), 0)
        lies_at = (holder[:, None] > 0) & (place[:, None] == jnp.arange(self.tickets - 1))  # [number, place]
        at_place = jnp.argmax(lies_at, 0)
        return [
            jnp.stack([jnp.any(in_hand & (holder == other), 1) for other in range(1, MOST_SEATS)], 1),
            in_hand[:, at_place] & jnp.any(lies_at, 0),
        ]


class Worth:
    """What sets of things are worth."""

    def __init__(self, points: Sequence[int]):
        # The things whose points have a one in each place of the binary system.
        self._places = [
            np.uint32(sum(1 << thing for thing, worth in enumerate(points) if worth >> place & 1))
            for place in range(max(points).bit_length())
        ]

    def of(self, things: Array) -> Array:
        """The points of all in a set, int32."""
        points = jnp.zeros_like(things)
        for place, having in enumerate(self._places):
            points = points + (jax.lax.population_count(things & having) << place)
        return points.astype(jnp.int32)


class Ways:
    """How far the tickets' ends are apart for a seat."""

    def __init__(self, board: LondonBoard):
        locations, self._no_route = len(board.locations), len(board.routes)
        self._lengths = np.array([route.length for route in board.routes], np.int32)
        self._ends = np.array([(ticket.a, ticket.b) for ticket in board.tickets])
        self._direct = np.full((2, locations, locations), self._no_route)  # the routes, of a double both
        for index, route in enumerate(board.routes):
            which = int(NO_ROUTE < route.partner < index)
            self._direct[which, route.a, route.b] = self._direct[which, route.b, route.a] = index

    def missing(self, owned: Array, closed: Array) -> Array:
        """The fewest spaces still to claim for each ticket; FAR if it can no longer be completed."""
        spaces = jnp.where(owned, 0, jnp.where(closed, FAR, self._lengths))
        spaces = jnp.append(spaces, FAR)[self._direct].min(0)
        spaces = jnp.where(np.eye(len(spaces), dtype=bool), 0, spaces)

        def by_way_of(here: int, spaces: Array) -> Array:
            return jnp.minimum(spaces, spaces[:, here, None] + spaces[None, here, :])

        spaces = jax.lax.fori_loop(0, len(spaces), by_way_of, spaces)
        return jnp.minimum(spaces[self._ends[:, 0], self._ends[:, 1]], FAR)


ENGINE = LondonEngine


def _choosing_first_tickets(table: LondonTable) -> Array:
    return table.tickets[0] == 0


def _at(seat: Array, seats: int) -> Array:
    return jnp.arange(seats) == seat


def _entry(entries: Array, at: Array) -> Array:
    """The entry at a place; nothing if there is no such place."""
    return jnp.sum(jnp.where(jnp.arange(len(entries)) == at, entries, 0))


def _packed(marks: Array) -> Array:
    """The numbers that are marked as bits of one word."""
    return jnp.sum(marks.astype(jnp.uint32) << jnp.arange(len(marks), dtype=jnp.uint32), dtype=jnp.uint32)


def _unpacked(sets: Array, size: int) -> Array:
    """Which of the numbers are in each set, in a new last axis."""
    return (sets[..., None] >> jnp.arange(size, dtype=jnp.uint32)) & 1 != 0


def _by_seat(numbers: Array) -> Array:
    return padded(numbers, MOST_SEATS)


def _one_of(things: Array, word: Array) -> Array:
    """One of a set, all equally likely; nothing if it is empty."""
    count = jax.lax.population_count
    lot, at = below(word, count(things)), jnp.uint32(0)
    for width in (16, 8, 4, 2, 1):
        passed = count((things >> at) & ((1 << width) - 1))
        beyond = lot >= passed
        lot, at = jnp.where(beyond, lot - passed, lot), jnp.where(beyond, at + width, at)
    one: Array = things & (jnp.uint32(1) << at)
    return one


def _deal_ticket(unseen: Array, word: Array) -> tuple[Array, Array]:
    ticket = _one_of(unseen, word)
    return unseen & ~ticket, ticket
