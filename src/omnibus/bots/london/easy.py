"""The easy player: a friendly beginner.

It thinks of one ticket at a time and forgets the others meanwhile, of one route at a time and spends on it the cards
that the next one needs. A face-up Bus it cannot resist. The other players it does not watch: neither what they are
building nor that the game is about to end.
"""

from random import Random
from typing import cast

from omnibus.bots.london.greedy import cheapest_path
from omnibus.bots.london.plan import COLOUR, LENGTH, TICKET_POINTS, cards_missing, routes_in
from omnibus.bots.london.situation import BUS, Situation
from omnibus.rules.game import View
from omnibus.rules.london.board import GREY, LONDON
from omnibus.rules.london.moves import MOVES as BOOK
from omnibus.rules.london.view import LondonView

CLAIMS = {claim.text: claim for claim in BOOK.claims}
ENOUGH_BUSES = 6  # in stock, to take more tickets


def play_easily(view: View, _rng: Random) -> str:
    """Plays like somebody who has just learnt the rules."""
    legal = view["legal"]
    if len(legal) == 1:
        return legal[0]
    situation = Situation(cast(LondonView, view))
    if situation.offer:
        return _keep(situation)
    route = _route_for_a_ticket(situation)
    if route is None and not situation.view["took_one"] and situation.stock >= ENOUGH_BUSES and "tickets" in legal:
        return "tickets"
    if route is None:
        route = _route_within_reach(situation)
    return _claim(situation, route) or _take_card(situation, route)


def _keep(situation: Situation) -> str:
    """Both of the first tickets; later the one worth more, wherever it may lead."""
    if not situation.tickets:
        return situation.view["legal"][-1]
    dearest = max(sorted(situation.offer), key=lambda ticket: TICKET_POINTS[ticket])
    return f"keep {LONDON.tickets[dearest].id}"


def _route_for_a_ticket(situation: Situation) -> int | None:
    """Of the shortest way for the most valuable ticket that is not complete, the route that lacks the fewest cards."""
    for ticket in sorted(situation.tickets, key=lambda ticket: -TICKET_POINTS[ticket]):
        way = cheapest_path(situation, ticket, 0, True)
        if way is not None and 0 < way[0] <= situation.stock:
            return min(routes_in(way[1]), key=lambda route: cards_missing([route], situation.hand))
    return None


def _route_within_reach(situation: Situation) -> int | None:
    """Any route, when there is no ticket to think of: the one that lacks the fewest cards, the longest of those."""
    fitting = [route for route in routes_in(situation.open) if LENGTH[route] <= situation.stock]
    return min(fitting, key=lambda route: (cards_missing([route], situation.hand), -LENGTH[route]), default=None)


def _claim(situation: Situation, route: int | None) -> str | None:
    """The route as soon as it can be paid for, with as few Bus cards as possible."""
    ways = [text for text in situation.view["legal"] if text in CLAIMS and CLAIMS[text].route == route]
    return min(ways, key=lambda text: CLAIMS[text].buses, default=None)


def _take_card(situation: Situation, route: int | None) -> str:
    """A face-up Bus, else a card for the route, else the top of the deck."""
    legal = situation.view["legal"]
    if "draw bus" in legal:
        return "draw bus"
    if route is not None:
        hand = situation.hand[:BUS]
        colour = hand.index(max(hand)) if COLOUR[route] == GREY else COLOUR[route]
        if f"draw {LONDON.colours[colour]}" in legal:
            return f"draw {LONDON.colours[colour]}"
    return legal[0]
