"""What must always hold in a game of Ticket to Ride: London, what is hidden from whom, and random players."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import cast

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Habit, Move, Referee, State
from omnibus.rules.london.board import NO_CARD, ROW
from omnibus.rules.london.memory import deck_numbers, hand_numbers, in_deck, in_hand
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep, PassTurn, TakeTickets
from omnibus.rules.london.scoring import route_points
from omnibus.rules.london.state import LAST_BUSES, NOT_YET, OFFERED, LondonState

Taste = Callable[[Move], bool]


def _liking(*tastes: Taste, firmness: float = 0.9) -> Habit:
    """Takes what the first taste finds, else the second and so on, else anything; sometimes anything at once."""

    def choose(_state: State, _seat: int, legal: list[Move], rng: Random) -> Move:
        if rng.random() < firmness:
            for taste in tastes:
                liked = [move for move in legal if taste(move)]
                if liked:
                    return rng.choice(liked)
        return rng.choice(legal)

    return choose


def _is_card(move: Move) -> bool:
    return isinstance(move, DrawDeck | DrawFaceUp)


def _is_colour(move: Move) -> bool:
    return isinstance(move, DrawDeck) or (isinstance(move, DrawFaceUp) and not move.text.endswith("bus"))


def _is_ticket(move: Move) -> bool:
    return isinstance(move, TakeTickets)


def _keeps_one(move: Move) -> bool:
    return isinstance(move, Keep) and len(move.tickets) == 1


def _is_short_claim(move: Move) -> bool:
    return isinstance(move, Claim) and move.coloured + move.buses <= 2


def _is_long_claim(move: Move) -> bool:
    return isinstance(move, Claim) and move.coloured + move.buses > 2


def _hoard_then_build(state: State, seat: int, legal: list[Move], rng: Random) -> Move:
    """Takes cards until there are none, and only then builds."""
    cards = [move for move in legal if _is_card(move)]
    hoarded = sum(cast(LondonState, state).hands[seat])
    if cards and (hoarded < 40 // state.game.seats or rng.random() < 0.5):
        return rng.choice(cards)
    return rng.choice(legal)


class LondonReferee(Referee):
    """The referee of Ticket to Ride: London."""

    habits: Mapping[str, Habit] = {
        "uniform": _liking(),
        "building long": _liking(_is_long_claim, _is_card),
        "building short": _liking(_is_short_claim, _is_card),
        "hoarding cards": _liking(_is_card, firmness=0.99),
        "hoarding colours": _liking(_is_colour, firmness=0.99),
        "hoarding, then building": _hoard_then_build,
        "greedy for tickets": _liking(_is_ticket, firmness=0.7),
        "picky about tickets": _liking(_keeps_one, _is_ticket, _is_card, firmness=0.8),
    }
    landmarks = frozenset(
        {
            "the row is flushed",
            "three flushes in a row",
            "a flush in the middle of which the deck is renewed",
            "the deck is renewed",
            "the deck is renewed while turning up a card",
            "the deck is empty",
            "a gap in the row",
            "a claim fills the gaps",
            "the only card there is is taken",
            "no second card to take",
            "a pass",
            "a route is paid with Bus cards alone",
            "a grey route of four is claimed",
            "the other route of a double is claimed",
            "the last ticket is drawn",
            "a ticket that was put back is drawn by another",
            "a ticket that was put back comes back",
            "the last bus is placed",
            "the last round ends with another below three buses",
            "a district is linked by way of others",
            "a negative total",
            "completed tickets break a tie",
            "a shared victory",
        }
    )

    # ---- What must hold

    def broken_laws(self, state: State) -> Iterator[str]:
        """All cards, tickets and buses are there, and what seats remember is true."""
        state = cast(LondonState, state)
        yield from self._lost_pieces(state)
        yield from self._broken_rows(state)
        yield from self._broken_routes(state)
        if state.result is None:
            yield from self._broken_turns(state)
        yield from self._false_memories(state)

    def _lost_pieces(self, state: LondonState) -> Iterator[str]:
        board = state.board
        cards = [sum(heaps) for heaps in zip(state.discards, *state.hands, strict=True)]
        for card in (*state.deck, *state.row):
            if card != NO_CARD:
                cards[card] += 1
        if tuple(cards) != board.copies or min(min(heap) for heap in (*state.hands, state.discards)) < 0:
            yield "a card was lost or made"
        tickets = [ticket for heap in (*state.tickets, *state.offers, state.ticket_deck) for ticket in heap]
        if sorted(tickets) != list(range(len(board.tickets))):
            yield "a ticket was lost or made"
        for seat, owned in enumerate(state.owned):
            placed = sum(route.length for index, route in enumerate(board.routes) if owned >> index & 1)
            if state.buses[seat] + placed != board.buses or state.buses[seat] < 0:
                yield "a bus was lost or made"
            if state.points[seat] != route_points(board, owned):
                yield "route points are not those of the routes owned"

    def _broken_rows(self, state: LondonState) -> Iterator[str]:
        gaps = state.row.count(NO_CARD)
        if len(state.row) != ROW:
            yield "the row has not five slots"
        if gaps and state.deck:
            yield "a gap in the row while there is a deck"
        if not state.deck and any(state.discards):
            yield "an empty deck was not renewed"

    def _broken_routes(self, state: LondonState) -> Iterator[str]:
        board = state.board
        for index, route in enumerate(board.routes):
            owners = [seat for seat, owned in enumerate(state.owned) if owned >> index & 1]
            others = [
                seat for seat, owned in enumerate(state.owned) if route.partner >= 0 and owned >> route.partner & 1
            ]
            if len(owners) > 1 or set(owners) & set(others):
                yield "a route, or both of a double, claimed twice"
            if owners and others and state.game.seats == 2:
                yield "both routes of a double are claimed by two players"
            for seat in range(state.game.seats):
                free = not owners and seat not in others and not (others and state.game.seats == 2)
                if bool(state.open_claims[seat] & state.book.of_route[index]) != free:
                    yield f"{route.id} is open and closed at once"

    def _broken_turns(self, state: LondonState) -> Iterator[str]:
        low = [seat for seat, buses in enumerate(state.buses) if buses <= LAST_BUSES]
        if state.last_turns == NOT_YET and any(state.owned[seat] for seat in low):
            yield "the last round has not begun"
        if state.last_turns != NOT_YET and not low:
            yield "the last round has begun too early"
        if state.choosing_first_tickets:
            if any(len(offer) != OFFERED for offer in state.offers) or any(state.tickets):
                yield "a choice was carried out before the last had chosen"
        elif any(offer for seat, offer in enumerate(state.offers) if seat != state.active) or not all(state.tickets):
            yield "somebody has no ticket, or chooses out of turn"

    def _false_memories(self, state: LondonState) -> Iterator[str]:
        """What is remembered of hands, of the deck and of tickets put back is true (L23)."""
        for hand, known in zip(state.hands, state.known, strict=True):
            if any(cards > held for cards, held in zip(known, hand, strict=True)) or min(known) < 0:
                yield "a card is remembered in a hand that has gone"
        for seat in (None, *range(state.game.seats)):
            may_be_in_deck = self._may_be_in_deck(state, seat)
            if any(state.deck.count(card) > may for card, may in enumerate(may_be_in_deck)):
                yield "a seat has ruled out a card that is in the deck"
        for seat, memory in enumerate(state.put_back):
            for ticket, places in memory.items():
                if not places & _place_of(state, ticket):
                    yield "a seat remembers a ticket where it is not"
                if places & sum(in_hand(seat, number) for number in range(len(state.tickets[seat]))):
                    yield "a seat looks for a ticket in its own hand"

    def _may_be_in_deck(self, state: LondonState, seat: int | None) -> list[int]:
        """The cards by kind that the deck was made of and that the seat has not seen leave it.

        Counted from the hidden places themselves: what a seat cannot see lies in the deck or with others.
        """
        hidden = [state.deck.count(card) for card in range(len(state.board.kinds))]
        if state.result is None:
            for other in range(state.game.seats):
                if other != seat:
                    for card, held in enumerate(state.hands[other]):
                        hidden[card] += held - state.known[other][card]
        own = [0] * len(hidden) if seat is None else state.drawn[seat]
        return [min(hidden[card], state.deck_source[card] - own[card]) for card in range(len(hidden))]

    # ---- What is hidden

    def twin(self, state: State, seat: int | None, rng: Random, thorough: bool) -> LondonState:
        """Cards and tickets that the seat cannot tell apart change places, and others' first choices are otherwise.

        This is as thorough as it gets every time.
        """
        del thorough
        state = cast(LondonState, state)
        twin = state.copy()
        twin.luck = Seeded(f"{rng.getrandbits(128):032x}")
        for other in range(twin.game.seats):
            if other != seat:
                twin.drawn[other] = [0] * len(twin.board.kinds)
                twin.put_back[other] = {}
                if twin.choices[other]:
                    twin.choices[other] = rng.choice((0b01, 0b10, 0b11))
        # After the end only the orders of the decks are hidden.
        hidden = [other for other in range(twin.game.seats) if other != seat and state.result is None]
        self._mix_cards(twin, hidden, rng, self._may_be_in_deck(state, seat))
        self._mix_tickets(twin, hidden, rng, {} if seat is None or state.result else twin.put_back[seat])
        return twin

    def _mix_cards(self, twin: LondonState, others: list[int], rng: Random, may_be_in_deck: list[int]) -> None:
        """All hidden cards in one heap, back at random: first into the deck those that may be there."""
        heap = twin.deck[:]
        for other in others:
            for card, held in enumerate(twin.hands[other]):
                heap += [card] * (held - twin.known[other][card])
        rng.shuffle(heap)
        left = may_be_in_deck[:]
        deck: list[int] = []
        hands: list[int] = []
        for card in heap:
            if left[card] > 0:
                left[card] -= 1
                deck.append(card)
            else:
                hands.append(card)
        rng.shuffle(deck)
        hands += deck[len(twin.deck) :]
        rng.shuffle(hands)
        twin.deck = deck[: len(twin.deck)]
        for other in others:
            free = sum(twin.hands[other]) - sum(twin.known[other])
            twin.hands[other] = twin.known[other][:]
            for card in hands[:free]:
                twin.hands[other][card] += 1
            del hands[:free]

    def _mix_tickets(self, twin: LondonState, others: list[int], rng: Random, memory: dict[int, int]) -> None:
        """All hidden tickets in one heap, back at random; those the seat put back only where they may be."""
        heaps = [twin.ticket_deck]
        for other in others:
            twin.offers[other] = twin.offers[other][:]
            heaps += [twin.tickets[other], twin.offers[other]]
        hidden = [ticket for heap in heaps for ticket in heap]
        allowed = {ticket: _all_places(places) for ticket, places in memory.items()}
        while True:
            lots = {ticket: rng.choice(places) for ticket, places in allowed.items()}
            if len(set(lots.values())) == len(lots):
                break
        bound = {place: ticket for ticket, place in lots.items()}
        free = [ticket for ticket in hidden if ticket not in lots]
        rng.shuffle(free)
        for heap, places in [(heap, _places_of_heap(twin, heap)) for heap in heaps]:
            heap[:] = [bound[place] if place in bound else free.pop() for place in places]

    # ---- Landmarks

    def passed(self, before: State, move: Move, events: Sequence[Event], after: State) -> set[str]:
        """The landmarks that a move passed."""
        before, after = cast(LondonState, before), cast(LondonState, after)
        marks = self._passed_by_cards(before, move, [event.kind for event in events], after)
        if isinstance(move, Claim):
            marks |= self._passed_on_board(before, move)
        if isinstance(move, TakeTickets):
            marks |= self._passed_by_tickets(before)
        if after.result is not None:
            marks |= self._passed_at_the_end(after)
        return marks

    def _passed_by_cards(self, before: LondonState, move: Move, kinds: list[str], after: LondonState) -> set[str]:
        cards_left = len(before.deck) + ROW - before.row.count(NO_CARD)
        reached = {
            "the row is flushed": "flush" in kinds,
            "three flushes in a row": "row-stays" in kinds,
            "a flush in the middle of which the deck is renewed": ("flush", "reshuffle") in pairwise(kinds),
            "the deck is renewed": "reshuffle" in kinds,
            "the deck is renewed while turning up a card": ("reshuffle", "turn-up") in pairwise(kinds),
            "the deck is empty": not after.deck,
            "a gap in the row": NO_CARD in after.row,
            "a claim fills the gaps": NO_CARD in before.row and isinstance(move, Claim),
            "the only card there is is taken": _is_card(move) and not before.took_one and cards_left == 1,
            "no second card to take": "no-second" in kinds,
            "a pass": isinstance(move, PassTurn),
        }
        return {mark for mark, passed in reached.items() if passed}

    def _passed_on_board(self, before: LondonState, move: Claim) -> set[str]:
        marks = set()
        route = before.board.routes[move.route]
        if not move.coloured:
            marks.add("a route is paid with Bus cards alone")
        if route.colour < 0 and route.length == 4:
            marks.add("a grey route of four is claimed")
        if route.partner >= 0 and any(owned >> route.partner & 1 for owned in before.owned):
            marks.add("the other route of a double is claimed")
        if before.buses[before.active] == route.length:
            marks.add("the last bus is placed")
        return marks

    def _passed_by_tickets(self, before: LondonState) -> set[str]:
        marks = set()
        if len(before.ticket_deck) == 1:
            marks.add("the last ticket is drawn")
        for seat, memory in enumerate(before.put_back):
            if memory.keys() & set(before.ticket_deck[:OFFERED]):
                own = seat == before.active
                marks.add(
                    "a ticket that was put back comes back" if own else "a ticket that was put back is drawn by another"
                )
        return marks

    def _passed_at_the_end(self, after: LondonState) -> set[str]:
        marks = set()
        sheets = after.sheets()
        if sum(buses <= LAST_BUSES for buses in after.buses) > 1:
            marks.add("the last round ends with another below three buses")
        if any(sheet.total < 0 for sheet in sheets):
            marks.add("a negative total")
        for owned, sheet in zip(after.owned, sheets, strict=True):
            if any(value not in _linked_within(after, owned) for value in sheet.districts):
                marks.add("a district is linked by way of others")
        best = max(sheet.total for sheet in sheets)
        leaders = [sheet for sheet in sheets if sheet.total == best]
        if len({sheet.completed for sheet in leaders}) > 1:
            marks.add("completed tickets break a tie")
        if after.result is not None and len(after.result.winners) > 1:
            marks.add("a shared victory")
        return marks


def _place_of(state: LondonState, ticket: int) -> int:
    """Where a ticket really is."""
    if ticket in state.ticket_deck:
        return in_deck(state.ticket_top + state.ticket_deck.index(ticket))
    for seat, held in enumerate(state.tickets):
        if ticket in held:
            return in_hand(seat, held.index(ticket))
    offer = state.offers[state.active]
    return in_deck(state.ticket_top - len(offer) + offer.index(ticket))


def _all_places(places: int) -> list[int]:
    return [in_deck(number) for number in deck_numbers(places)] + [in_hand(*place) for place in hand_numbers(places)]


def _places_of_heap(state: LondonState, heap: list[int]) -> list[int]:
    """The place of each ticket of a heap."""
    if heap is state.ticket_deck:
        return [in_deck(state.ticket_top + number) for number in range(len(heap))]
    for seat in range(state.game.seats):
        if heap is state.tickets[seat]:
            return [in_hand(seat, number) for number in range(len(heap))]
    return [in_deck(state.ticket_top - len(heap) + number) for number in range(len(heap))]


def _linked_within(state: LondonState, owned: int) -> list[int]:
    """The values of the districts that are linked by routes inside them alone."""
    values = []
    for district in state.board.districts:
        inside = [
            route.ends
            for index, route in enumerate(state.board.routes)
            if owned >> index & 1 and not route.ends & ~district.locations
        ]
        reached = inside[0] if inside else 0
        for _ in inside:
            for ends in inside:
                if ends & reached:
                    reached |= ends
        if reached == district.locations:
            values.append(district.value)
    return values
