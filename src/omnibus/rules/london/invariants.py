"""What must always hold in a game of Ticket to Ride: London."""

from collections.abc import Iterator

from omnibus.rules.london.board import NO_CARD, ROW
from omnibus.rules.london.memory import in_deck, in_hand
from omnibus.rules.london.scoring import route_points
from omnibus.rules.london.state import LAST_BUSES, NOT_YET, OFFERED, LondonState


def broken_laws(state: LondonState) -> Iterator[str]:
    """All cards, tickets and buses are there, and what seats remember is true."""
    yield from _lost_pieces(state)
    yield from _broken_rows(state)
    yield from _broken_routes(state)
    if state.result is None:
        yield from _broken_turns(state)
    yield from _false_memories(state)


def _lost_pieces(state: LondonState) -> Iterator[str]:
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


def _broken_rows(state: LondonState) -> Iterator[str]:
    gaps = state.row.count(NO_CARD)
    if len(state.row) != ROW:
        yield "the row has not five slots"
    if gaps and state.deck:
        yield "a gap in the row while there is a deck"
    if not state.deck and any(state.discards):
        yield "an empty deck was not renewed"


def _broken_routes(state: LondonState) -> Iterator[str]:
    board = state.board
    for index, route in enumerate(board.routes):
        owners = [seat for seat, owned in enumerate(state.owned) if owned >> index & 1]
        others = [seat for seat, owned in enumerate(state.owned) if route.partner >= 0 and owned >> route.partner & 1]
        if len(owners) > 1 or set(owners) & set(others):
            yield "a route, or both of a double, claimed twice"
        if owners and others and state.game.seats == 2:
            yield "both routes of a double are claimed by two players"
        for seat in range(state.game.seats):
            free = not owners and seat not in others and not (others and state.game.seats == 2)
            if bool(state.open_claims[seat] & state.book.of_route[index]) != free:
                yield f"{route.id} is open and closed at once"


def _broken_turns(state: LondonState) -> Iterator[str]:
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


def _false_memories(state: LondonState) -> Iterator[str]:
    """What is remembered of hands, of the deck and of tickets put back is true (L23)."""
    for hand, known in zip(state.hands, state.known, strict=True):
        if any(cards > held for cards, held in zip(known, hand, strict=True)) or min(known) < 0:
            yield "a card is remembered in a hand that has gone"
    for seat in (None, *range(state.game.seats)):
        if any(state.deck.count(card) > may for card, may in enumerate(may_be_in_deck(state, seat))):
            yield "a seat has ruled out a card that is in the deck"
    for seat, memory in enumerate(state.put_back):
        for ticket, places in memory.items():
            if not places & _place_of(state, ticket):
                yield "a seat remembers a ticket where it is not"
            if places & sum(in_hand(seat, number) for number in range(len(state.tickets[seat]))):
                yield "a seat looks for a ticket in its own hand"


def may_be_in_deck(state: LondonState, seat: int | None) -> list[int]:
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


def _place_of(state: LondonState, ticket: int) -> int:
    """Where a ticket really is."""
    if ticket in state.ticket_deck:
        return in_deck(state.ticket_top + state.ticket_deck.index(ticket))
    for seat, held in enumerate(state.tickets):
        if ticket in held:
            return in_hand(seat, held.index(ticket))
    offer = state.offers[state.active]
    return in_deck(state.ticket_top - len(offer) + offer.index(ticket))
