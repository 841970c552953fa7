"""The easy player: a friendly beginner.

It thinks of one ticket at a time and forgets the others meanwhile, of one route at a time and spends on it the cards
that the next one needs. A face-up Bus it cannot resist. The other players it does not watch: neither what they are
building nor that the game is about to end.
"""

from random import Random

from omnibus.bots.london.greedy import cheapest_path
from omnibus.bots.london.plan import COLOUR, LENGTH, TICKET_POINTS, cards_missing, routes_in
from omnibus.bots.london.situation import BUS, Situation
from omnibus.rules.game import Move
from omnibus.rules.london.board import GREY
from omnibus.rules.london.moves import Claim, DrawFaceUp, Keep, TakeTickets
from omnibus.rules.london.view import LondonView

ENOUGH_BUSES = 6  # in stock, to take more tickets


def play_easily(view: LondonView, _rng: Random) -> str:
    """Plays like somebody who has just learnt the rules."""
    situation = Situation(view)
    if len(situation.legal) == 1:
        return situation.legal[0].text
    if situation.offer:
        return _keep(situation).text
    route = _route_for_a_ticket(situation)
    if route is None and situation.stock >= ENOUGH_BUSES:
        tickets = next((move for move in situation.legal if isinstance(move, TakeTickets)), None)
        if tickets is not None:
            return tickets.text
    if route is None:
        route = _route_within_reach(situation)
    return (_claim(situation, route) or _take_card(situation, route)).text


def _keep(situation: Situation) -> Keep:
    """Both of the first tickets; later the one worth more, wherever it may lead."""
    keeps = [move for move in situation.legal if isinstance(move, Keep)]
    if situation.view["asks"] == "first-tickets":
        return keeps[-1]
    return max([keep for keep in keeps if len(keep.tickets) == 1], key=lambda keep: TICKET_POINTS[keep.tickets[0]])


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


def _claim(situation: Situation, route: int | None) -> Claim | None:
    """The route as soon as it can be paid for, with as few Bus cards as possible."""
    ways = [move for move in situation.legal if isinstance(move, Claim) and move.route == route]
    return min(ways, key=lambda claim: claim.buses, default=None)


def _take_card(situation: Situation, route: int | None) -> Move:
    """A face-up Bus, else a card for the route, else the top of the deck."""
    face_up = {move.card: move for move in situation.legal if isinstance(move, DrawFaceUp)}
    if BUS in face_up:
        return face_up[BUS]
    if route is not None:
        hand = situation.hand[:BUS]
        colour = hand.index(max(hand)) if COLOUR[route] == GREY else COLOUR[route]
        if colour in face_up:
            return face_up[colour]
    return situation.legal[0]
