"""What a player reads from its view before it thinks."""

from omnibus.rules.game import Move
from omnibus.rules.london import London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.view import LondonView

BUS = LONDON.bus
BOX = London()
LAST_BUSES = 2  # with so many or fewer at the end of a turn the last round begins (L19)


class Situation:
    """The table as one seat sees it."""

    def __init__(self, view: LondonView):
        if view["seat"] is None:
            raise ValueError("a spectator has no move")
        table = view["table"]
        me = table[view["seat"]]
        self.view = view
        self.legal: list[Move] = [BOX.move(offered["text"]) for offered in view["legal"]]
        self.seat: int = view["seat"]
        self.hand = [(me["hand"] or {})[kind] for kind in LONDON.kinds]
        self.stock = me["buses"]
        self.routes = [_routes(seat["routes"]) for seat in table]
        self.owned = self.routes[self.seat]
        self.tickets = [LONDON.ticket_numbered[ticket["ticket"]] for ticket in me["tickets"] or []]
        self.offer = [LONDON.ticket_numbered[ticket["ticket"]] for ticket in me["offer"] or []]
        self.rivals = [seat for number, seat in enumerate(table) if number != self.seat]
        self.rivals_stock = min(rival["buses"] for rival in self.rivals)
        self.rivals_places = [_places(routes) for seat, routes in enumerate(self.routes) if seat != self.seat]
        self.open = open_to(self.seat, self.routes)
        self.last_round = view["last_turns"] is not None


def open_to(seat: int, owned: list[int]) -> int:
    """The routes that a seat may still claim, if each seat owns those (L12, L14, L15)."""
    taken = 0
    for routes in owned:
        taken |= routes
    closed_by = taken if len(owned) == 2 else owned[seat]
    found = 0
    for index, route in enumerate(LONDON.routes):
        if not taken >> index & 1 and not (route.partner >= 0 and closed_by >> route.partner & 1):
            found |= 1 << index
    return found


def _routes(names: list[str]) -> int:
    return sum(1 << LONDON.route_numbered[name] for name in names)


def _places(routes: int) -> int:
    places = 0
    for index, route in enumerate(LONDON.routes):
        if routes >> index & 1:
            places |= route.ends
    return places
