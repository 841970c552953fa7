"""What a player reads from its view before it thinks."""

from omnibus.rules.london.board import LONDON
from omnibus.rules.london.view import LondonView

BUS = LONDON.bus
LAST_BUSES = 2  # with so many or fewer at the end of a turn the last round begins (L19)


class Situation:
    """The table as one seat sees it."""

    def __init__(self, view: LondonView):
        if view["seat"] is None:
            raise ValueError("a spectator has no move")
        table = view["table"]
        me = table[view["seat"]]
        self.view = view
        self.seat: int = view["seat"]
        self.hand = [(me["hand"] or {})[kind] for kind in LONDON.kinds]
        self.stock = me["buses"]
        self.owned = _routes(me["routes"])
        self.tickets = [LONDON.ticket_numbered[ticket["ticket"]] for ticket in me["tickets"] or []]
        self.offer = [LONDON.ticket_numbered[ticket["ticket"]] for ticket in me["offer"] or []]
        self.rivals = [seat for number, seat in enumerate(table) if number != self.seat]
        rivals_routes = [_routes(rival["routes"]) for rival in self.rivals]
        self.rivals_stock = min(rival["buses"] for rival in self.rivals)
        self.rivals_places = [_places(routes) for routes in rivals_routes]
        self.open = open_routes(self.owned, rivals_routes)
        self.last_round = view["last_turns"] is not None


def open_routes(owned: int, rivals: list[int]) -> int:
    """The routes that a player may still claim (L12, L14, L15)."""
    taken = owned
    for routes in rivals:
        taken |= routes
    closed_by = taken if len(rivals) == 1 else owned
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
