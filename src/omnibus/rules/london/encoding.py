"""What a seat knows of a game of Ticket to Ride: London as numbers.

Cards are counted by kind, in the order of the board's kinds; of routes, tickets and districts there is a number for
each, in the order of the board. Seats are in the order of play, from the one that looks.

Left out is only what can no longer matter: in which slot of the row a card lies, which rows were flushed before it, how
many moves were made, and what is laid open when the game is over.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate
from typing import TypeVar, get_args

from omnibus.rules.encoding import Encoding, Part
from omnibus.rules.london.board import LONDON, ROW, LondonBoard
from omnibus.rules.london.moves import Decision
from omnibus.rules.london.state import OFFERED
from omnibus.rules.london.view import LondonSeatView, LondonView, PutBackView

MOST_SEATS = 4
FEWEST_SEATS = 2
DECISIONS: tuple[str, ...] = get_args(Decision)

Name = TypeVar("Name", str, int)


class LondonEncoding(Encoding):
    """How the views of London on one board become numbers."""

    def __init__(self, board: LondonBoard):
        self.board = board
        self._districts = {district.value: index for index, district in enumerate(board.districts)}
        self.parts = (*_parts_of_turns(), *_parts_of_cards(board), *_parts_of_routes(board), *_parts_of_tickets(board))

    def encode(self, view: LondonView) -> list[int]:
        """All that the seat of the view knows, whole numbers, part by part."""
        seat, seats = view["seat"], view["seats"]
        if seat is None:
            raise ValueError("only a seat's view is encoded, not a spectator's")
        table = [view["table"][(seat + further) % seats] for further in range(seats)]
        return [
            *self._turns(view, seat),
            *self._cards(view, table),
            *self._routes(view, table),
            *self._tickets(view, table),
            *self._put_back(view, seat, table),
        ]

    def _turns(self, view: LondonView, seat: int) -> list[int]:
        seats, last_turns = view["seats"], view["last_turns"]

        def marked(*marked_seats: int) -> list[int]:
            return _padded([int((seat + further) % seats in marked_seats) for further in range(seats)], MOST_SEATS)

        return [
            *(int(seats == number) for number in range(FEWEST_SEATS, MOST_SEATS + 1)),
            *(int(view["asks"] == decision) for decision in DECISIONS),
            *marked(*view["turn"]),
            *marked(view["active"]),
            *marked(view["starter"]),
            int(view["took_one"]),
            int(last_turns is not None),
            last_turns or 0,
        ]

    def _cards(self, view: LondonView, table: list[LondonSeatView]) -> list[int]:
        board, deck, me = self.board, view["deck"], table[0]
        kinds = board.kinds
        hand = me["hand"] or {}
        unseen = [
            copies
            - hand[kind]
            - view["row"].count(kind)
            - view["discards"][kind]
            - sum(other["known"][kind] for other in table[1:])
            for kind, copies in zip(kinds, board.copies, strict=True)
        ]
        return [
            *(hand[kind] for kind in kinds),
            *_padded([each["hand_size"] for each in table], MOST_SEATS),
            *_padded([each["known"][kind] for each in table for kind in kinds], MOST_SEATS * len(kinds)),
            *(view["row"].count(kind) for kind in kinds),
            *(view["discards"][kind] for kind in kinds),
            *unseen,
            deck["size"],
            *(deck["made_of"][kind] for kind in kinds),
            *(deck["drawn"][kind] for kind in kinds),
            *(deck["may_hold"][kind] for kind in kinds),
        ]

    def _routes(self, view: LondonView, table: list[LondonSeatView]) -> list[int]:
        routes, districts = self.board.route_numbered, self._districts
        owned = [number for each in table for number in _marked(routes, each["routes"])]
        linked = [number for each in table for number in _marked(districts, each["districts"])]
        return [
            *_padded(owned, MOST_SEATS * len(routes)),
            *_marked(routes, view["closed"]),
            *_padded([each["buses"] for each in table], MOST_SEATS),
            *_padded([each["points"] for each in table], MOST_SEATS),
            *_padded(linked, MOST_SEATS * len(districts)),
        ]

    def _tickets(self, view: LondonView, table: list[LondonSeatView]) -> list[int]:
        me, tickets = table[0], self.board.ticket_numbered
        held, offer = me["tickets"] or [], me["offer"] or []
        in_sight = [*held, *offer]
        missing = {each["ticket"]: each["missing"] or 0 for each in in_sight}
        return [
            *_marked(tickets, [each["ticket"] for each in held]),
            *_marked(tickets, [each["ticket"] for each in offer]),
            *_marked(tickets, me["choice"] or []),
            *_marked(tickets, [each["ticket"] for each in in_sight if each["complete"]]),
            *(missing.get(ticket, 0) for ticket in tickets),
            *_marked(tickets, [each["ticket"] for each in in_sight if each["missing"] is None]),
            *_padded([each["ticket_count"] for each in table], MOST_SEATS),
            *_padded([each["offer_size"] for each in table], MOST_SEATS),
            view["ticket_deck"],
        ]

    def _put_back(self, view: LondonView, seat: int, table: list[LondonSeatView]) -> list[int]:
        """Where the tickets may be that the seat put back. In the deck there is one place at most for each."""
        tickets = len(self.board.tickets)
        depth, offer, holder, place = ([0] * size for size in _sizes_of_put_back(tickets))
        # The hands of the others lie one after the other.
        first = [0, 0, *accumulate(other["ticket_count"] for other in table[1:])]
        for entry in view["put_back"]:
            ticket = self.board.ticket_numbered[entry["ticket"]]
            depth[ticket] = _depth(entry)
            for number in entry["offer"]:
                offer[ticket * OFFERED + number] = 1
            for other, number in entry["hands"]:
                further = (other - seat) % view["seats"]
                holder[ticket * (MOST_SEATS - 1) + further - 1] = 1
                place[ticket * (tickets - 1) + first[further] + number] = 1
        return [*depth, *offer, *holder, *place]


def _parts_of_turns() -> list[Part]:
    return [
        Part("number of seats", MOST_SEATS - FEWEST_SEATS + 1),
        Part("decision asked", len(DECISIONS)),
        Part("to move", MOST_SEATS),
        Part("active", MOST_SEATS),
        Part("starter", MOST_SEATS),
        Part("took one card", 1),
        Part("last round", 1),
        Part("turns left", 1, MOST_SEATS),
    ]


def _parts_of_cards(board: LondonBoard) -> list[Part]:
    kinds, copies = len(board.kinds), max(board.copies)
    return [
        Part("hand", kinds, copies),
        Part("hand sizes", MOST_SEATS, sum(board.copies)),
        Part("known in hands", MOST_SEATS * kinds, copies),
        Part("face up", kinds, ROW),
        Part("discards", kinds, copies),
        Part("unseen", kinds, copies),
        Part("deck size", 1, sum(board.copies)),
        Part("deck was made of", kinds, copies),
        Part("drawn from the deck", kinds, copies),
        Part("deck may hold", kinds, copies),
    ]


def _parts_of_routes(board: LondonBoard) -> list[Part]:
    routes = board.routes
    return [
        Part("routes", MOST_SEATS * len(routes)),
        Part("closed routes", len(routes)),
        Part("buses", MOST_SEATS, board.buses),
        Part("route points", MOST_SEATS, max(route.points * board.buses // route.length for route in routes)),
        Part("districts", MOST_SEATS * len(board.districts)),
    ]


def _parts_of_tickets(board: LondonBoard) -> list[Part]:
    tickets = len(board.tickets)
    spaces = sum(route.length for route in board.routes)
    depth, offer, holder, place = _sizes_of_put_back(tickets)
    return [
        Part("tickets", tickets),
        Part("tickets offered", tickets),
        Part("tickets chosen", tickets),
        Part("tickets complete", tickets),
        Part("spaces missing", tickets, spaces),
        Part("tickets out of reach", tickets),
        Part("ticket counts", MOST_SEATS, tickets),
        Part("offer sizes", MOST_SEATS, OFFERED),
        Part("ticket deck", 1, tickets),
        # Of tickets that the seat put back: the next of the deck is at 1.
        Part("put back, place in the deck", depth, tickets),
        Part("put back, place in an offer", offer),
        Part("put back, seat that may hold it", holder),
        Part("put back, place in the hands of others", place),
    ]


def _sizes_of_put_back(tickets: int) -> tuple[int, int, int, int]:
    """Of the four parts. The others hold all tickets but one at the most."""
    return tickets, tickets * OFFERED, tickets * (MOST_SEATS - 1), tickets * (tickets - 1)


def _depth(entry: PutBackView) -> int:
    return entry["deck"][0] + 1 if entry["deck"] else 0


def _padded(numbers: list[int], size: int) -> list[int]:
    return numbers + [0] * (size - len(numbers))


def _marked(number: Mapping[Name, int], names: Iterable[Name]) -> list[int]:
    """A one for each of the names, at its number."""
    marks = [0] * len(number)
    for name in names:
        marks[number[name]] = 1
    return marks


@cache
def encoding_of(board: LondonBoard) -> LondonEncoding:
    """The encoding for a board, made once."""
    return LondonEncoding(board)


def encode(view: LondonView) -> list[int]:
    """All that the seat of a view knows, on the printed board."""
    return encoding_of(LONDON).encode(view)
