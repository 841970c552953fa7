"""What a seat knows of a game of Ticket to Ride: London (L18, L23), and guessing the rest."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, TypedDict

from omnibus.rules.game import View
from omnibus.rules.london.board import NO_CARD, LondonBoard
from omnibus.rules.london.memory import deck_numbers, hand_numbers, in_deck, in_hand
from omnibus.rules.london.moves import Decision, LondonMoveData
from omnibus.rules.london.scoring import districts_linked

if TYPE_CHECKING:
    from omnibus.rules.london.state import LondonState


class TicketView(TypedDict):
    """A ticket in sight."""

    ticket: str
    points: int
    complete: bool
    missing: int | None  # the fewest spaces still to claim for it; None if it can no longer be completed


class LondonSeatView(TypedDict):
    """What lies before one player. What the viewer may not know is None."""

    hand: dict[str, int] | None
    hand_size: int
    known: dict[str, int]  # cards that all know to be in the hand
    buses: int
    points: int  # for routes
    routes: list[str]
    districts: list[int]  # the values of those linked
    tickets: list[TicketView] | None  # in the order in which they came
    ticket_count: int
    offer: list[TicketView] | None  # tickets to choose from, in the order in which they were dealt
    offer_size: int
    choice: list[str] | None  # what the seat keeps of its first offer, while others still choose


class DeckView(TypedDict):
    """The deck."""

    size: int
    made_of: dict[str, int]  # the cards it was made of when it was last shuffled, less those turned up since
    drawn: dict[str, int]  # those that the viewer has drawn blind since
    may_hold: dict[str, int]  # those that may still be there for all the viewer knows


class PutBackView(TypedDict):
    """A ticket that the viewer put back, and where it may be now."""

    ticket: str
    deck: list[int]  # places in the deck; the next ticket lies at 0
    offer: list[int]  # places among the tickets that another player is choosing from
    hands: list[list[int]]  # [seat, place in its hand]


class LondonSheetView(TypedDict):
    """What a final score is made of."""

    routes: int
    tickets: dict[str, int]
    districts: dict[str, int]


class LondonView(View[LondonMoveData, Decision]):
    """All that a seat may know."""

    starter: int
    active: int
    choosing_first_tickets: bool
    took_one: bool  # the active player has taken the first of two cards
    last_turns: int | None  # turns left, once the last round has begun
    closed: list[str]  # unclaimed routes that the viewer, or for a spectator that nobody, may claim any more (L14, L15)
    row: list[str | None]
    flushed: list[list[str]]  # the rows flushed before it, when the last card was turned up
    deck: DeckView
    discards: dict[str, int]
    ticket_deck: int  # how many tickets are left
    put_back: list[PutBackView]
    table: list[LondonSeatView]
    sheets: list[LondonSheetView] | None  # when the game is over


def look(state: "LondonState", seat: int | None, opened: bool = False) -> LondonView:
    """All that the seat may know; None is a spectator. After the end all hands and tickets are open (L18)."""
    game, board = state.game, state.board
    opened = opened or state.result is not None
    knows = [opened or other == seat for other in range(game.seats)]
    return {
        **state.common_view(seat),
        "starter": state.starter,
        "active": state.active,
        "choosing_first_tickets": state.choosing_first_tickets,
        "took_one": state.took_one,
        "last_turns": None if state.last_turns < 0 else state.last_turns,
        "closed": _closed_routes(state, seat),
        "row": [None if card == NO_CARD else board.kinds[card] for card in state.row],
        "flushed": [cards[:] for cards in state.flushed],
        "deck": {
            "size": len(state.deck),
            "made_of": _by_name(board, state.deck_source),
            "drawn": _by_name(board, [0] * len(board.kinds) if seat is None else state.drawn[seat]),
            "may_hold": _by_name(board, _deck_may_hold(state, seat, knows)),
        },
        "discards": _by_name(board, state.discards),
        "ticket_deck": len(state.ticket_deck),
        "put_back": [] if seat is None or opened else _look_at_put_back(state, seat),
        "table": [_look_at_seat(state, other, knows[other]) for other in range(game.seats)],
        "sheets": None if state.result is None else _look_at_sheets(state),
    }


def _closed_routes(state: "LondonState", seat: int | None) -> list[str]:
    """L14, L15: what was claimed beside them keeps the seat, or for a spectator everybody, from these."""
    owned = still_open = 0
    for routes in state.owned:
        owned |= routes
    for claims in state.open_claims if seat is None else (state.open_claims[seat],):
        still_open |= claims
    return [
        route.id
        for index, route in enumerate(state.board.routes)
        if not (owned >> index & 1 or state.book.of_route[index] & still_open)
    ]


def _by_name(board: LondonBoard, cards: Sequence[int]) -> dict[str, int]:
    return dict(zip(board.kinds, cards, strict=True))


def _look_at_seat(state: "LondonState", other: int, knows: bool) -> LondonSeatView:
    board, owned, choice = state.board, state.owned[other], state.choices[other]
    offer = state.offers[other]
    return {
        "hand": _by_name(board, state.hands[other]) if knows else None,
        "hand_size": sum(state.hands[other]),
        "known": _by_name(board, state.known[other]),
        "buses": state.buses[other],
        "points": state.points[other],
        "routes": [route.id for index, route in enumerate(board.routes) if owned >> index & 1],
        "districts": districts_linked(board, owned),
        "tickets": _look_at_tickets(state, other, state.tickets[other]) if knows else None,
        "ticket_count": len(state.tickets[other]),
        "offer": _look_at_tickets(state, other, offer) if knows else None,
        "offer_size": len(offer),
        "choice": (
            [board.tickets[ticket].id for number, ticket in enumerate(offer) if choice >> number & 1]
            if knows and choice
            else None
        ),
    }


def _look_at_tickets(state: "LondonState", seat: int, tickets: list[int]) -> list[TicketView]:
    """Tickets, and how far the seat is from completing each."""
    board = state.board
    open_routes = sum(
        1 << route for route, claims in enumerate(state.book.of_route) if claims & state.open_claims[seat]
    )
    views: list[TicketView] = []
    for number in tickets:
        ticket = board.tickets[number]
        missing = board.spaces_between(ticket.a, ticket.b, state.owned[seat], open_routes)
        views.append({"ticket": ticket.id, "points": ticket.points, "complete": missing == 0, "missing": missing})
    return views


def _look_at_put_back(state: "LondonState", seat: int) -> list[PutBackView]:
    """L23: what the seat remembers of the tickets it put back."""
    views: list[PutBackView] = []
    # Those drawn and not yet chosen from lay just above the top.
    offered = sum(len(offer) for offer in state.offers)
    for ticket, places in sorted(state.put_back[seat].items()):
        numbers = [number - state.ticket_top for number in deck_numbers(places)]
        views.append(
            {
                "ticket": state.board.tickets[ticket].id,
                "deck": [number for number in numbers if number >= 0],
                "offer": [number + offered for number in numbers if number < 0],
                "hands": [list(place) for place in hand_numbers(places)],
            }
        )
    return views


def _look_at_sheets(state: "LondonState") -> list[LondonSheetView]:
    return [
        {
            "routes": sheet.routes,
            "tickets": {state.board.tickets[ticket].id: points for ticket, points in sheet.tickets.items()},
            "districts": {str(value): value for value in sheet.districts},
        }
        for sheet in state.sheets()
    ]


def _deck_may_hold(state: "LondonState", seat: int | None, knows: list[bool]) -> list[int]:
    """L23: the cards by kind that may be in the deck: those it was made of, less all known to be elsewhere."""
    unseen = [copies - discarded for copies, discarded in zip(state.board.copies, state.discards, strict=True)]
    for card in state.row:
        if card != NO_CARD:
            unseen[card] -= 1
    for other, its_hand_is_open in enumerate(knows):
        for card, copies in enumerate(state.hands[other] if its_hand_is_open else state.known[other]):
            unseen[card] -= copies
    own_draws = [0] * len(unseen) if seat is None else state.drawn[seat]
    return [
        min(hidden, source - drawn) for hidden, source, drawn in zip(unseen, state.deck_source, own_draws, strict=True)
    ]


# ---- Guessing the rest
#
# What is possible for a viewer: the cards known to be in a hand are there; the deck holds only cards that it was made
# of, less those turned up and those the viewer drew itself; the tickets that the viewer put back lie in different
# places, each where it may be. Of everything else that it cannot see every arrangement is equally likely.


def fill(state: "LondonState", view: LondonView, rng: Random) -> None:
    """Make a blank state look like the view from its seat, all such states equally likely."""
    board, table = state.board, view["table"]
    state.deck, state.hands = _deal_unseen_cards(board, view, rng)
    state.tickets, state.offers, state.ticket_deck = _deal_unseen_tickets(board, view, rng)
    state.chances = 0
    state.starter = view["starter"]
    state.active = view["active"]
    state.took_one = view["took_one"]
    state.last_turns = -1 if view["last_turns"] is None else view["last_turns"]
    state.known = [_by_kind(board, seat["known"]) for seat in table]
    state.row = [NO_CARD if name is None else board.kinds.index(name) for name in view["row"]]
    state.flushed = [cards[:] for cards in view["flushed"]]
    state.deck_source = _by_kind(board, view["deck"]["made_of"])
    state.discards = _by_kind(board, view["discards"])
    state.owned = [sum(1 << board.route_numbered[name] for name in seat["routes"]) for seat in table]
    state.buses = [seat["buses"] for seat in table]
    state.points = [seat["points"] for seat in table]
    state.choices = _choices(state, view, rng)
    state.ticket_top = sum(seat["offer_size"] for seat in table)
    # What the others have drawn and put back is not for the viewer to know: they count as remembering nothing.
    state.drawn = [[0] * len(board.kinds) for _ in table]
    state.put_back = [{} for _ in table]
    if view["seat"] is not None:
        state.drawn[view["seat"]] = _by_kind(board, view["deck"]["drawn"])
        state.put_back[view["seat"]] = {
            board.ticket_numbered[entry["ticket"]]: sum(_places(entry, state.ticket_top)) for entry in view["put_back"]
        }


def _by_kind(board: LondonBoard, cards: Mapping[str, int]) -> list[int]:
    return [cards[kind] for kind in board.kinds]


def _choices(state: "LondonState", view: LondonView, rng: Random) -> list[int]:
    """What each seat keeps of its first offer, while others still choose."""
    choices = [0] * len(view["table"])
    for number, seat in enumerate(view["table"]):
        if seat["choice"] is not None:
            names = [state.board.tickets[ticket].id for ticket in state.offers[number]]
            choices[number] = sum(1 << place for place, name in enumerate(names) if name in seat["choice"])
        elif view["choosing_first_tickets"] and number not in view["turn"]:
            choices[number] = rng.randint(1, 3)
    return choices


def _deal_unseen_cards(board: LondonBoard, view: LondonView, rng: Random) -> tuple[list[int], list[list[int]]]:
    """The deck and the hands. Known cards stay where they are, and only what may be in the deck goes there (L23)."""
    kinds, table = board.kinds, view["table"]
    hands = [[(seat["hand"] or seat["known"])[kind] for kind in kinds] for seat in table]
    may_be_in_deck = [kind for kind in kinds for _ in range(view["deck"]["may_hold"][kind])]
    rng.shuffle(may_be_in_deck)
    deck = may_be_in_deck[: view["deck"]["size"]]
    in_hands = may_be_in_deck[view["deck"]["size"] :]
    for card, kind in enumerate(kinds):
        seen = view["discards"][kind] + view["row"].count(kind) + sum(hand[card] for hand in hands)
        in_hands += [kind] * (board.copies[card] - seen - view["deck"]["may_hold"][kind])
    rng.shuffle(in_hands)
    for seat, hand in zip(table, hands, strict=True):
        for _ in range(seat["hand_size"] - sum(hand)):
            hand[kinds.index(in_hands.pop())] += 1
    return [kinds.index(kind) for kind in deck], hands


def _places(entry: PutBackView, offered: int) -> list[int]:
    """Where a ticket that was put back may be, in a deck whose top has the number `offered`."""
    places = [in_deck(number) for number in entry["offer"]]
    places += [in_deck(number + offered) for number in entry["deck"]]
    return places + [in_hand(seat, number) for seat, number in entry["hands"]]


def _deal_unseen_tickets(
    board: LondonBoard, view: LondonView, rng: Random
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """The tickets held, those to choose from, and the ticket deck."""
    number = board.ticket_numbered
    hands = [[number[held["ticket"]] for held in seat["tickets"] or []] for seat in view["table"]]
    offers = [[number[offered["ticket"]] for offered in seat["offer"] or []] for seat in view["table"]]
    seen = {ticket for heap in (*hands, *offers) for ticket in heap}
    remembered = {place: number[ticket] for place, ticket in _place_remembered_tickets(view, rng).items()}
    unseen = [ticket for ticket in number.values() if ticket not in seen | set(remembered.values())]
    rng.shuffle(unseen)

    def ticket_at(heap: str, seat: int, place: int) -> int:
        ticket = remembered.get((heap, seat, place))
        return unseen.pop() if ticket is None else ticket

    for index, seat in enumerate(view["table"]):
        if seat["tickets"] is None:
            hands[index] = [ticket_at("hand", index, place) for place in range(seat["ticket_count"])]
            offers[index] = [ticket_at("offer", 0, place) for place in range(seat["offer_size"])]
    return hands, offers, [ticket_at("deck", 0, place) for place in range(view["ticket_deck"])]


def _place_remembered_tickets(view: LondonView, rng: Random) -> dict[tuple[str, int, int], str]:
    """A place for each ticket that the viewer put back, all ways equally likely (L23)."""
    while True:
        chosen: dict[tuple[str, int, int], str] = {}
        for entry in view["put_back"]:
            places = [("deck", 0, number) for number in entry["deck"]]
            places += [("offer", 0, number) for number in entry["offer"]]
            places += [("hand", seat, number) for seat, number in entry["hands"]]
            chosen[rng.choice(places)] = entry["ticket"]
        # Two tickets drawn for the same place: draw all again, so that no way is favoured.
        if len(chosen) == len(view["put_back"]):
            return chosen
