"""How the others play in London's puzzles, from what all have seen.

Each claims the longest route that the cards one saw it take pay for, of equally long ones the first on the board's
list; who can claim none draws two cards from the deck.
"""

from collections.abc import Sequence

from omnibus.rules.london.board import GREY, LONDON, NO_ROUTE
from omnibus.rules.london.view import LondonView

Cards = tuple[int, ...]
Routes = tuple[int, ...]  # of every seat, as sets

BUS = LONDON.bus


def cards(counts: dict[str, int]) -> Cards:
    """Cards by kind."""
    return tuple(counts[kind] for kind in LONDON.kinds)


def routes_of(view: LondonView) -> Routes:
    """The routes of every seat."""
    return tuple(sum(1 << LONDON.route_numbered[name] for name in seat["routes"]) for seat in view["table"])


def claimable(seat: int, routes: Routes, hand: Cards, buses: int) -> list[int]:
    """The routes that a seat may claim with those cards and buses (L11 to L15)."""
    taken = 0
    for owned in routes:
        taken |= owned
    closing = taken if len(routes) == 2 else routes[seat]
    found = []
    for index, route in enumerate(LONDON.routes):
        shut = taken >> index & 1 or (route.partner != NO_ROUTE and closing >> route.partner & 1)
        of_a_colour = max(hand[:BUS]) if route.colour == GREY else hand[route.colour]
        if not shut and route.length <= min(buses, of_a_colour + hand[BUS]):
            found.append(index)
    return found


def with_route(routes: Routes, seat: int, route: int) -> Routes:
    """The routes of every seat when one has claimed another."""
    return (*routes[:seat], routes[seat] | 1 << route, *routes[seat + 1 :])


class Others:
    """Those who play between the seat's turn and its next one, or the end of the game, in their order."""

    def __init__(self, view: LondonView):
        me, seats = view["seat"] or 0, view["seats"]
        count = seats - 1 if view["last_turns"] is None else view["last_turns"] - 1
        self.seats = [(me + step) % seats for step in range(1, count + 1)]
        self._seen = [cards(seat["known"]) for seat in view["table"]]
        self._buses: Sequence[int] = [seat["buses"] for seat in view["table"]]

    def play(self, routes: Routes) -> Routes:
        """The routes of every seat when all of them have played."""
        for seat in self.seats:
            possible = claimable(seat, routes, self._seen[seat], self._buses[seat])
            if possible:
                longest = max(possible, key=lambda route: (LONDON.routes[route].length, -route))
                routes = with_route(routes, seat, longest)
        return routes
