"""What a seat knows of a game of Ticket to Ride: London (L18, L23), and guessing the rest."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from omnibus.rules.game import View
from omnibus.rules.london.board import NO_CARD, Board
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


class SeatView(TypedDict):
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


class SheetView(TypedDict):
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
    table: list[SeatView]
    sheets: list[SheetView] | None  # when the game is over


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


def _by_name(board: Board, cards: Sequence[int]) -> dict[str, int]:
    return dict(zip(board.kinds, cards, strict=True))


def _look_at_seat(state: "LondonState", other: int, knows: bool) -> SeatView:
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


def _look_at_sheets(state: "LondonState") -> list[SheetView]:
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


def guess_dump(board: Board, view: LondonView, rng: Random) -> dict[str, Any]:
    """The dump of a state that looks like the view from its seat, all such states equally likely."""
    deck, hands = _deal_unseen_cards(board, view, rng)
    table = view["table"]
    tickets, offers, ticket_deck = _deal_unseen_tickets(board, view, rng)
    offered = 0 if view["choosing_first_tickets"] else sum(seat["offer_size"] for seat in table)
    choices = [0] * len(table)
    for number, seat in enumerate(table):
        if seat["choice"] is not None:
            choices[number] = sum(1 << place for place, name in enumerate(offers[number]) if name in seat["choice"])
        elif view["choosing_first_tickets"] and number not in view["turn"]:
            choices[number] = rng.randint(1, 3)
    put_back: list[dict[str, str]] = [{} for _ in table]
    if view["seat"] is not None:
        put_back[view["seat"]] = {entry["ticket"]: f"{sum(_places(entry, offered)):x}" for entry in view["put_back"]}
    return {
        "n": view["n"],
        "turn": view["turn"],
        "seed": f"{rng.getrandbits(128):032x}",
        "chances": 0,
        "starter": view["starter"],
        "active": view["active"],
        "took_one": view["took_one"],
        "last_turns": -1 if view["last_turns"] is None else view["last_turns"],
        "hands": hands,
        "known": [[seat["known"][kind] for kind in board.kinds] for seat in table],
        "row": view["row"],
        "flushed": view["flushed"],
        "deck": deck,
        "deck_source": [view["deck"]["made_of"][kind] for kind in board.kinds],
        # What the others have drawn and put back is not for the viewer to know: they count as remembering nothing.
        "drawn": [
            [view["deck"]["drawn"][kind] if number == view["seat"] else 0 for kind in board.kinds]
            for number in range(len(table))
        ],
        "discards": [view["discards"][kind] for kind in board.kinds],
        "owned": [seat["routes"] for seat in table],
        "buses": [seat["buses"] for seat in table],
        "points": [seat["points"] for seat in table],
        "tickets": tickets,
        "offers": offers,
        "choices": choices,
        "ticket_deck": ticket_deck,
        "ticket_top": offered,
        "put_back": put_back,
    }


def _deal_unseen_cards(board: Board, view: LondonView, rng: Random) -> tuple[list[str], list[list[int]]]:
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
    return deck, hands


def _places(entry: PutBackView, offered: int) -> list[int]:
    """Where a ticket that was put back may be, in a deck whose top has the number `offered`."""
    places = [in_deck(number) for number in entry["offer"]]
    places += [in_deck(number + offered) for number in entry["deck"]]
    return places + [in_hand(seat, number) for seat, number in entry["hands"]]


def _deal_unseen_tickets(
    board: Board, view: LondonView, rng: Random
) -> tuple[list[list[str]], list[list[str]], list[str]]:
    """The tickets held, those to choose from, and the ticket deck."""
    hands = [[held["ticket"] for held in seat["tickets"] or []] for seat in view["table"]]
    offers = [[offered["ticket"] for offered in seat["offer"] or []] for seat in view["table"]]
    seen = {ticket for heap in (*hands, *offers) for ticket in heap}
    remembered = _place_remembered_tickets(view, rng)
    unseen = [ticket.id for ticket in board.tickets if ticket.id not in seen | set(remembered.values())]
    rng.shuffle(unseen)

    def ticket_at(heap: str, seat: int, number: int) -> str:
        return remembered.get((heap, seat, number)) or unseen.pop()

    for number, seat in enumerate(view["table"]):
        if seat["tickets"] is None:
            hands[number] = [ticket_at("hand", number, place) for place in range(seat["ticket_count"])]
            offers[number] = [ticket_at("offer", 0, place) for place in range(seat["offer_size"])]
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
