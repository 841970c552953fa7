"""The position in a game of Ticket to Ride: London: whose turn, what is legal, playing a move."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from omnibus.rules.game import Event, IllegalMove, Move, State
from omnibus.rules.keeping import AS_IT_IS, LIST, LISTS, Keeping, each, named_by, set_of
from omnibus.rules.london.board import NO_CARD, NO_ROUTE, ROW, LondonBoard
from omnibus.rules.london.memory import follow, in_deck, in_hand, look_at
from omnibus.rules.london.moves import Claim, Decision, DrawDeck, DrawFaceUp, Keep, LondonMoves, TakeTickets
from omnibus.rules.london.scoring import LondonSheet, count, final_result
from omnibus.rules.london.view import LondonView, fill, look

if TYPE_CHECKING:
    from omnibus.rules.london import London

FIRST_HAND = 2
OFFERED = 2  # tickets to choose from
BUSES_IN_A_FLUSH = 3
FLUSHES_IN_A_ROW = 3
LAST_BUSES = 2
NOT_YET = -1


# How they are written in a dump.
CARD = named_by(lambda game: game.board.kinds)
TICKET = named_by(lambda game: game.board.ticket_ids)
ROUTES = set_of(lambda game: game.board.route_ids)
MEMORY = Keeping(
    lambda game, memory: {TICKET.write(game, ticket): f"{places:x}" for ticket, places in memory.items()},
    lambda game, data: {TICKET.read(game, name): int(places, 16) for name, places in data.items()},
)


class LondonState(State[LondonView]):
    """The full truth of a game of Ticket to Ride: London."""

    kept: ClassVar[Mapping[str, Keeping]] = {
        "chances": AS_IT_IS,
        "starter": AS_IT_IS,
        "active": AS_IT_IS,
        "took_one": AS_IT_IS,
        "last_turns": AS_IT_IS,
        "hands": LISTS,
        "known": LISTS,
        "row": each(CARD),
        "flushed": LISTS,
        "deck": each(CARD),
        "deck_source": LIST,
        "drawn": LISTS,
        "discards": LIST,
        "owned": each(ROUTES),
        "buses": LIST,
        "points": LIST,
        "tickets": each(each(TICKET)),
        "offers": each(each(TICKET)),
        "choices": LIST,
        "ticket_deck": each(TICKET),
        "ticket_top": AS_IT_IS,
        "put_back": each(MEMORY),
    }
    __slots__ = (*kept, "board", "book", "open_claims")

    game: "London"
    board: LondonBoard
    book: LondonMoves
    chances: int  # how often chance has spoken
    starter: int
    active: int  # whose turn it is once all have chosen their first tickets
    took_one: bool  # whether the active player has taken the first of two cards
    last_turns: int  # turns left once the last round has begun (L19)
    hands: list[list[int]]  # transport cards by kind
    known: list[list[int]]  # … of which all know (L23)
    row: list[int]  # face-up cards
    flushed: list[list[str]]  # the rows flushed before it (L3), when the last card was turned up
    deck: list[int]  # the next card last
    deck_source: list[int]  # the cards by kind that the deck was last made of, less those turned up since
    drawn: list[list[int]]  # the cards by kind that each seat has drawn blind since then
    discards: list[int]
    owned: list[int]  # the routes of each seat, as a set
    open_claims: list[int]  # the claims that nobody's routes keep a seat from, as a set
    buses: list[int]  # in stock
    points: list[int]  # for routes
    tickets: list[list[int]]  # in the order in which they came
    offers: list[list[int]]  # tickets to choose from, in the order in which they were dealt
    choices: list[int]  # bit i is set when the seat keeps ticket i of its first offer
    ticket_deck: list[int]  # the next ticket first
    ticket_top: int  # the number of the next ticket's place, see memory.py
    put_back: list[dict[int, int]]  # what each seat remembers of the tickets it put back

    # ---- Setting up

    def __init__(self, game: "London"):
        super().__init__(game)
        self.board = game.board
        self.book = game.book

    def _set_up(self) -> None:
        """L2 for the cards, L4 for the tickets. A random player starts (L5)."""
        seats = range(self.game.seats)
        self.turn = tuple(seats)
        self.chances = 1
        self.starter = self.active = self.luck.pick(0, self.game.seats)
        self.took_one = False
        self.last_turns = NOT_YET
        self.owned = [0 for _ in seats]
        self.open_claims = [(1 << len(self.book.claims)) - 1 for _ in seats]
        self.buses = [self.board.buses for _ in seats]  # L1
        self.points = [0 for _ in seats]
        self._deal_cards()
        self._deal_tickets()

    def _deal_cards(self) -> None:
        """L2: two cards to each seat, five face up, the rest is the deck."""
        seats = range(self.game.seats)
        cards = self._shuffled(list(self.board.copies), at_once=len(seats) * FIRST_HAND)
        nothing = [0] * len(self.board.kinds)
        self.hands = [nothing[:] for _ in seats]
        for seat in seats:
            for card in cards[seat * FIRST_HAND : (seat + 1) * FIRST_HAND]:
                self.hands[seat][card] += 1
        self.known = [nothing[:] for _ in seats]
        self.drawn = [hand[:] for hand in self.hands]
        self.discards = nothing
        self.deck = cards[: len(seats) * FIRST_HAND - 1 : -1]
        self.deck_source = list(self.board.copies)
        self.row = [NO_CARD] * ROW
        self.flushed = []
        self._fill_row()

    def _deal_tickets(self) -> None:
        """L4: two tickets to each seat; all choose at the same time."""
        seats = range(self.game.seats)
        tickets = self.luck.shuffled(self.chances, range(len(self.board.tickets)), at_once=len(seats) * OFFERED)
        self.chances += 1
        self.offers = [tickets[seat * OFFERED : (seat + 1) * OFFERED] for seat in seats]
        self.choices = [0 for _ in seats]
        self.tickets = [[] for _ in seats]
        self.ticket_top = len(seats) * OFFERED
        self.ticket_deck = tickets[self.ticket_top :]
        self.put_back = [{} for _ in seats]

    def _shuffled(self, counts: list[int], at_once: int = 0) -> list[int]:
        cards = [card for card, copies in enumerate(counts) for _ in range(copies)]
        self.chances += 1
        return self.luck.shuffled(self.chances - 1, cards, at_once)

    # ---- What is legal

    @property
    def choosing_first_tickets(self) -> bool:
        """Whether the first tickets are still being chosen (L4)."""
        return not self.tickets[0]

    def legal(self, seat: int) -> list[Move]:
        """All that the seat may do now, in the order of `game.moves`."""
        if seat not in self.turn:
            return []
        if self.offers[seat]:
            return self._keeps(self.offers[seat])
        if self.took_one:
            return self._cards(self.board.bus)
        # L6: one of three actions.
        moves = self._cards(len(self.board.kinds))
        moves += self._claims(seat)
        if self.ticket_deck:
            moves.append(self.book.take_tickets)
        return moves or [self.book.pass_turn]

    def asks(self, seat: int) -> Decision | None:
        """The decision that the seat is asked for now."""
        if seat not in self.turn:
            return None
        if self.offers[seat]:
            return "first-tickets" if self.choosing_first_tickets else "tickets"
        return "second-card" if self.took_one else "action"

    def _keeps(self, offer: list[int]) -> list[Move]:
        """L4, L17: one or both of two; a single one must be kept."""
        kept = sorted(offer)
        moves: list[Move] = [self.book.keep[ticket,] for ticket in kept]
        if len(kept) > 1:
            moves.append(self.book.keep[tuple(kept)])
        return moves

    def _cards(self, kinds: int) -> list[Move]:
        """L7: the top of the deck, or a face-up card. As second card no face-up Bus (L8), which is the last kind."""
        moves: list[Move] = [self.book.draw_deck] if self.deck else []
        row = self.row
        moves += [move for card, move in enumerate(self.book.draw_face_up[:kinds]) if card in row]
        return moves

    def _claims(self, seat: int) -> list[Move]:
        """L11 to L15: every payment in hand, for every open route for which there are buses."""
        hand = self.hands[seat]
        bus_cards = hand[-1]
        claims = 0
        for payable, cards in zip(self.book.payable, hand, strict=False):
            claims |= payable[cards][bus_cards]
        return self.book.listed(claims & self.open_claims[seat] & self.book.within_stock[self.buses[seat]])

    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        if isinstance(move, Keep):
            return self._forbid_keep(seat, move)
        if self.offers[seat]:
            return refuse("first-tickets" if self.choosing_first_tickets else "choose-tickets")
        if isinstance(move, DrawDeck):
            return None if self.deck else refuse("deck-empty")
        if isinstance(move, DrawFaceUp):
            return self._forbid_face_up(move.card)
        # L7: the second card is not optional.
        if self.took_one:
            return refuse("second-card")
        if isinstance(move, Claim):
            return self._forbid_claim(seat, move)
        if isinstance(move, TakeTickets):
            return None if self.ticket_deck else refuse("no-tickets")
        # L10: only a player without any other action passes.
        return None if self.legal(seat)[0] is move else refuse("can-act")

    def _forbid_keep(self, seat: int, move: Keep) -> IllegalMove | None:
        offer = self.offers[seat]
        refuse = self.game.rulebook.refuse
        if not offer:
            return refuse("nothing-offered")
        for ticket in move.tickets:
            if ticket not in offer:
                reason = "not-dealt" if self.choosing_first_tickets else "not-offered"
                return refuse(reason, ticket=self.board.tickets[ticket].id)
        return None

    def _forbid_face_up(self, card: int) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        # L8: a face-up Bus cannot be the second card.
        if self.took_one and card == self.board.bus:
            return refuse("bus-second")
        return None if card in self.row else refuse("not-face-up", card=self.board.kinds[card])

    def _forbid_claim(self, seat: int, move: Claim) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        route = self.board.routes[move.route]
        if not self.open_claims[seat] & self.book.of_route[move.route]:
            return self._forbid_closed_route(seat, move.route)
        # L13: a bus in stock for every space.
        if self.buses[seat] < route.length:
            return refuse("too-few-buses", length=route.length, buses=self.buses[seat])
        hand = self.hands[seat]
        for card, needed in ((move.colour, move.coloured), (self.board.bus, move.buses)):
            if hand[card] < needed:
                return refuse("too-few-cards", card=self.board.kinds[card], needed=needed, have=hand[card])
        return None

    def _forbid_closed_route(self, seat: int, route: int) -> IllegalMove:
        refuse = self.game.rulebook.refuse
        # L12: each route once.
        if any(owned >> route & 1 for owned in self.owned):
            return refuse("claimed")
        # L14, L15: doubles.
        mine = self.owned[seat] >> self.board.routes[route].partner & 1
        return refuse("own-double" if mine else "closed-double")

    def _likeliest(self, seat: int, moves: Sequence[Move]) -> Move:
        """Of the ways to pay for a route the one that the hand comes nearest to."""
        hand = self.hands[seat]

        def at_hand(move: Move) -> tuple[int, int]:
            if not isinstance(move, Claim):
                return 0, 0
            coloured, buses = min(hand[move.colour], move.coloured), min(hand[self.board.bus], move.buses)
            return coloured + buses, coloured

        return max(moves, key=at_hand)

    # ---- Playing a move

    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        if isinstance(move, DrawDeck):
            return self._draw_blind(seat)
        if isinstance(move, DrawFaceUp):
            return self._take_face_up(seat, move.card)
        if isinstance(move, Claim):
            return self._claim(seat, move)
        if isinstance(move, Keep):
            return self._choose(seat, move)
        if isinstance(move, TakeTickets):
            return self._draw_tickets(seat)
        return [Event("pass", {"seat": seat}), *self._end_turn(seat)]

    def _end_turn(self, seat: int) -> list[Event]:
        """L19: two buses or fewer at the end of a turn bring one more turn for each; then the game ends."""
        self.took_one = False
        events = []
        if self.last_turns == NOT_YET:
            if self.buses[seat] <= LAST_BUSES:
                self.last_turns = self.game.seats
                events.append(Event("last-round", {"seat": seat, "buses": self.buses[seat]}))
        else:
            self.last_turns -= 1
            if not self.last_turns:
                return self._end_game()
        self.active = (seat + 1) % self.game.seats  # L5
        self.turn = (self.active,)
        return events

    # ---- Transport cards

    def _draw_blind(self, seat: int) -> list[Event]:
        """L7: the top card of the deck. A Bus among them is an ordinary card (L8)."""
        card = self.luck.top(self.deck)
        self.hands[seat][card] += 1
        self.drawn[seat][card] += 1
        events = [Event("draw", {"seat": seat}, seat, {"card": self.board.kinds[card]})]
        if not self.deck:
            events += self._renew_deck()
        return events + self._after_card(seat)

    def _take_face_up(self, seat: int, card: int) -> list[Event]:
        """L7: a face-up card, the lowest of its kind, replaced at once."""
        slot = self.row.index(card)
        self.row[slot] = NO_CARD
        self.hands[seat][card] += 1
        self.known[seat][card] += 1  # L23
        events = [Event("take", {"seat": seat, "card": self.board.kinds[card], "slot": slot + 1})]
        events += self._fill_row()
        # L8: a face-up Bus is the whole action.
        if card == self.board.bus:
            return events + self._end_turn(seat)
        return events + self._after_card(seat)

    def _after_card(self, seat: int) -> list[Event]:
        """A second card follows the first, unless there is none to take (L10)."""
        if self.took_one:
            return self._end_turn(seat)
        if not self.deck and all(card in (NO_CARD, self.board.bus) for card in self.row):
            return [Event("no-second", {"seat": seat}), *self._end_turn(seat)]
        self.took_one = True
        return []

    def _fill_row(self) -> list[Event]:
        """Turn up a card for every gap, flush the row where L3 demands it, and leave a deck behind (L9)."""
        events = self._turn_up()
        if events:
            self.flushed = []
            while self._too_many_buses():
                if len(self.flushed) == FLUSHES_IN_A_ROW:
                    events.append(Event("row-stays", {}))
                    break
                events += self._flush()
        if not self.deck:
            events += self._renew_deck()
        return events

    def _turn_up(self) -> list[Event]:
        """Cards for the gaps in the row, lowest slot first, as long as there are any (L9)."""
        events: list[Event] = []
        turned_up = []
        for slot, lying in enumerate(self.row):
            if lying != NO_CARD:
                continue
            if not self.deck:
                events += self._renew_deck()
                if not self.deck:
                    break
            card = self.luck.top(self.deck)
            self.deck_source[card] -= 1
            self.row[slot] = card
            turned_up.append(self.board.kinds[card])
        if turned_up:
            events.append(Event("turn-up", {"cards": turned_up}))
        return events

    def _too_many_buses(self) -> bool:
        """L3: three Bus cards in a full row."""
        return self.row.count(self.board.bus) >= BUSES_IN_A_FLUSH and NO_CARD not in self.row

    def _flush(self) -> list[Event]:
        """L3: all five are discarded, and five new ones turned up."""
        cards = [self.board.kinds[card] for card in self.row]
        for slot, card in enumerate(self.row):
            self.discards[card] += 1
            self.row[slot] = NO_CARD
        self.flushed.append(cards)
        return [Event("flush", {"cards": cards[:]}), *self._turn_up()]

    def _renew_deck(self) -> list[Event]:
        """L9: the discards become the deck. Everyone knows which cards they are, but not in which order (L23)."""
        if not any(self.discards):
            return []
        self.deck = self._shuffled(self.discards)
        self.deck_source = self.discards
        self.discards = [0] * len(self.discards)
        self.drawn = [[0] * len(self.discards) for _ in self.drawn]
        return [Event("reshuffle", {"cards": len(self.deck)})]

    # ---- Routes

    def _claim(self, seat: int, move: Claim) -> list[Event]:
        """L11: cards to the discards, buses on the board. L16: points at once."""
        route = self.board.routes[move.route]
        for card, spent in ((move.colour, move.coloured), (self.board.bus, move.buses)):
            self.hands[seat][card] -= spent
            self.discards[card] += spent
            self.known[seat][card] = max(0, self.known[seat][card] - spent)  # L23: known cards go first
        self.owned[seat] |= 1 << move.route
        self.buses[seat] -= route.length
        self.points[seat] += route.points
        self._close(seat, move.route)
        events = [
            Event(
                "claim",
                {
                    "seat": seat,
                    "route": route.id,
                    "ends": f"{self.board.locations[route.a]} – {self.board.locations[route.b]}",
                    "cards": [self.board.colours[move.colour]] * move.coloured
                    + [self.board.kinds[self.board.bus]] * move.buses,
                    "points": route.points,
                },
            )
        ]
        # L9: without a deck, what was just discarded becomes the deck and fills the gaps.
        if not self.deck:
            events += self._fill_row()
        return events + self._end_turn(seat)

    def _close(self, seat: int, route: int) -> None:
        """L12: nobody claims it again. L14: nor its owner the other route of a double; L15: of two players neither."""
        partner = self.board.routes[route].partner
        for other in range(self.game.seats):
            self.open_claims[other] &= ~self.book.of_route[route]
            if partner != NO_ROUTE and (other == seat or self.game.seats == 2):
                self.open_claims[other] &= ~self.book.of_route[partner]

    # ---- Tickets

    def _draw_tickets(self, seat: int) -> list[Event]:
        """L17: two tickets from the top, or the last one."""
        offer: list[int] = []
        seen = 0
        while self.ticket_deck and len(offer) < OFFERED:
            # What was put under the deck is no longer as it was shuffled.
            offer.append(self.luck.first(self.ticket_deck, len(self.board.tickets) - self.ticket_top))
            seen |= in_deck(self.ticket_top)
            self.ticket_top += 1
        self.offers[seat] = offer
        look_at(self.put_back[seat], offer, seen)
        return [Event("tickets", {"seat": seat, "count": len(offer)}, seat, {"tickets": self._ticket_ids(offer)})]

    def _choose(self, seat: int, move: Keep) -> list[Event]:
        """L4: nobody learns how many the others keep before the last has chosen. Later a choice ends the turn (L17)."""
        choice = sum(1 << number for number, ticket in enumerate(self.offers[seat]) if ticket in move.tickets)
        if not self.choosing_first_tickets:
            return self._keep(seat, choice) + self._end_turn(seat)
        self.choices[seat] = choice
        self.turn = tuple(other for other in self.turn if other != seat)
        events = [Event("choose", {"seat": seat}, seat, {"tickets": self._ticket_ids(move.tickets)})]
        if not self.turn:
            for other, its_choice in enumerate(self.choices):
                events += self._keep(other, its_choice)
                self.choices[other] = 0
            self.turn = (self.starter,)
            events.append(Event("begin", {"seat": self.starter}))
        return events

    def _keep(self, seat: int, choice: int) -> list[Event]:
        """The chosen tickets go to the hand, the other under the deck; what the others know of them goes along."""
        offer = self.offers[seat]
        held = self.tickets[seat]
        drawn = [in_deck(self.ticket_top - len(offer) + number) for number in range(len(offer))]
        kept = [ticket for number, ticket in enumerate(offer) if choice >> number & 1]
        returned = [ticket for number, ticket in enumerate(offer) if not choice >> number & 1]
        moved = [(place, in_hand(seat, len(held) + number)) for number, place in enumerate(drawn)]
        if returned:
            bottom = in_deck(self.ticket_top + len(self.ticket_deck))
            moved = [(sum(drawn), in_hand(seat, len(held)) | bottom)]
        for other, memory in enumerate(self.put_back):
            if other != seat:
                for before, after in moved:
                    follow(memory, before, after)
            elif returned:
                memory[returned[0]] = bottom
        held += kept
        self.ticket_deck += returned
        self.offers[seat] = []
        return [Event("keep", {"seat": seat, "count": len(kept)}, seat, {"tickets": self._ticket_ids(sorted(kept))})]

    def _ticket_ids(self, tickets: list[int] | tuple[int, ...]) -> list[str]:
        return [self.board.tickets[ticket].id for ticket in tickets]

    # ---- The end

    def sheets(self) -> list[LondonSheet]:
        """What each seat would score if the game ended now."""
        return [count(self.board, owned, tickets) for owned, tickets in zip(self.owned, self.tickets, strict=True)]

    def _end_game(self) -> list[Event]:
        """L20: everyone shows the tickets and counts."""
        self.turn = ()
        sheets = self.sheets()
        self.result = final_result(sheets)
        events = []
        for seat, sheet in enumerate(sheets):
            tickets = [f"{self.board.tickets[ticket].id} {points:+}" for ticket, points in sheet.tickets.items()]
            events.append(
                Event(
                    "score",
                    {
                        "seat": seat,
                        "routes": sheet.routes,
                        "tickets": ", ".join(tickets),
                        "districts": sum(sheet.districts),
                        "score": sheet.total,
                    },
                )
            )
        return [*events, Event("over", {"winners": list(self.result.winners)})]

    # ---- Looking at it, and keeping it

    def view(self, seat: int | None) -> LondonView:
        """All that the seat may know; None is a spectator."""
        return look(self, seat)

    def open_view(self) -> LondonView:
        """A spectator's view with every card open."""
        return look(self, None, opened=True)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.game)
        twin.luck = self.luck.copy()
        twin.n = self.n
        twin.turn = self.turn
        twin.result = self.result
        twin.chances = self.chances
        twin.starter = self.starter
        twin.active = self.active
        twin.took_one = self.took_one
        twin.last_turns = self.last_turns
        twin.hands = [hand[:] for hand in self.hands]
        twin.known = [cards[:] for cards in self.known]
        twin.row = self.row[:]
        twin.flushed = self.flushed[:]  # its rows are never changed
        twin.deck = self.deck[:]
        twin.deck_source = self.deck_source[:]
        twin.drawn = [cards[:] for cards in self.drawn]
        twin.discards = self.discards[:]
        twin.owned = self.owned[:]
        twin.open_claims = self.open_claims[:]
        twin.buses = self.buses[:]
        twin.points = self.points[:]
        twin.tickets = [tickets[:] for tickets in self.tickets]
        twin.offers = self.offers[:]  # an offer is never changed, only replaced
        twin.choices = self.choices[:]
        twin.ticket_deck = self.ticket_deck[:]
        twin.ticket_top = self.ticket_top
        twin.put_back = [memory.copy() for memory in self.put_back]
        return twin

    def _fill(self, view: LondonView, rng: Random) -> None:
        fill(self, view, rng)

    def _work_out(self) -> None:
        self.open_claims = [(1 << len(self.book.claims)) - 1 for _ in self.owned]
        for seat, owned in enumerate(self.owned):
            for route in range(len(self.board.routes)):
                if owned >> route & 1:
                    self._close(seat, route)
        self.result = final_result(self.sheets()) if not self.turn else None
