"""Why a move of London is good: which tickets and routes it is for."""

from collections.abc import Iterator
from random import Random
from typing import Any

from omnibus.bots.bot import Weighed
from omnibus.bots.london.normal import MENU, hopes_of
from omnibus.bots.london.plan import (
    COLOUR,
    DISTRICTS,
    ENDS,
    LENGTH,
    POINTS,
    TICKET_ENDS,
    Planner,
    cards_missing,
    linked,
)
from omnibus.bots.london.situation import BOX, BUS, Situation
from omnibus.bots.reasons import Reason
from omnibus.rules.game import Move
from omnibus.rules.london.board import GREY, LONDON
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep, TakeTickets
from omnibus.rules.london.view import LondonView

MOST_NAMED = 3  # routes in one sentence


def say_why(view: LondonView, text: str, weighed: Weighed, _rng: Random) -> list[Reason]:
    """What a move is for, by the routes that the bot is after; if it tells of none, by the best plan that needs it."""
    situation, move = Situation(view), BOX.move(text)
    if "plan" in weighed:
        routes = _routes(weighed["plan"])
        found = _reasons(situation, move, routes)
        return [*found, *_then(routes, move.route)] if isinstance(move, Claim) else found
    return next(filter(None, (_reasons(situation, move, routes) for routes in _plans(situation, move))), [])


def _reasons(situation: Situation, move: Move, routes: list[int]) -> list[Reason]:
    """What a move does for these routes."""
    if isinstance(move, Claim):
        return _claim(situation, move.route, [route for route in routes if route != move.route])
    if isinstance(move, DrawFaceUp):
        return _card(situation, move.card, routes)
    if isinstance(move, DrawDeck):
        missing = cards_missing(routes, situation.hand)
        return [{"reason": "deck", "missing": missing, "routes": _named(routes)}] if missing else []
    if isinstance(move, TakeTickets):
        return [{"reason": "tickets", "buses": situation.stock}]
    return _keep(situation, move, routes) if isinstance(move, Keep) else []


def _routes(plan: dict[str, Any]) -> list[int]:
    """The routes of a plan, if it is one that we can read."""
    named = plan.get("routes")
    known = LONDON.route_numbered
    return [known[route] for route in named if route in known] if isinstance(named, list) else []


def _plans(situation: Situation, move: Move) -> Iterator[list[int]]:
    """The plans that a move may be for, the best first; if none of them needs it, what it is good for by itself."""
    planner = Planner(hopes_of(situation, move if isinstance(move, Keep) else None))
    planner.best()
    for plan in planner.menu(MENU):
        if not isinstance(move, Claim) or move.route in plan.routes:
            yield plan.routes
    if isinstance(move, Claim):
        yield []
    elif isinstance(move, DrawFaceUp):
        yield sorted(planner.candidates, key=lambda route: -LENGTH[route])


def _claim(situation: Situation, route: int, rest: list[int]) -> list[Reason]:
    """What the route is needed for, once the rest of the plan is built."""
    without = situation.owned | sum(1 << other for other in rest)
    tickets = _completed(situation.tickets, without | 1 << route)
    gained = [ticket for ticket in tickets if ticket not in _completed(situation.tickets, without)]
    reasons: list[Reason] = []
    if gained:
        reasons.append({"reason": "for-tickets", "tickets": [_ticket(ticket) for ticket in gained]})
    district = _district(without | 1 << route) - _district(without)
    if district:
        reasons.append({"reason": "for-district", "points": district})
    if not reasons:
        reasons.append({"reason": "for-points", "points": POINTS[route]})
    if any(places & ENDS[route] for places in situation.rivals_places):
        reasons.append({"reason": "contested"})
    return reasons


def _completed(tickets: list[int], routes: int) -> list[int]:
    groups = linked(routes)
    return [ticket for ticket in tickets if any(not TICKET_ENDS[ticket] & ~group for group in groups)]


def _district(routes: int) -> int:
    """The points of the districts that the routes complete."""
    groups = linked(routes)
    return sum(value for locations, value in DISTRICTS if any(not locations & ~group for group in groups))


def _then(routes: list[int], claimed: int) -> list[Reason]:
    rest = [route for route in routes if route != claimed]
    return [{"reason": "then", "routes": _named(rest)}] if rest else []


def _card(situation: Situation, card: int, routes: list[int]) -> list[Reason]:
    """The routes that the card can pay for."""
    if not routes:
        return []
    if card == BUS:
        return [{"reason": "bus-card", "routes": _named(routes)}]
    wanting = [route for route in routes if COLOUR[route] == card]
    if wanting:
        return [{"reason": "card", "card": LONDON.kinds[card], "routes": _named(wanting)}]
    grey = [route for route in routes if COLOUR[route] == GREY]
    held = situation.hand[card]
    return [{"reason": "grey", "card": LONDON.kinds[card], "held": held, "routes": _named(grey)}] if grey else []


def _keep(situation: Situation, keep: Keep, routes: list[int]) -> list[Reason]:
    built = situation.owned | sum(1 << route for route in routes)
    within_reach = _completed([*situation.tickets, *keep.tickets], built)
    if not routes or not within_reach:
        return []
    spaces = sum(LENGTH[route] for route in routes)
    tickets = [_ticket(ticket) for ticket in within_reach]
    return [{"reason": "keep", "tickets": tickets, "spaces": spaces, "buses": situation.stock}]


def _ticket(number: int) -> str:
    ticket = LONDON.tickets[number]
    return f"{_place(ticket.a)}–{_place(ticket.b)} ({ticket.points})"


def _named(routes: list[int]) -> list[str]:
    """The first of the routes, as the map names their ends."""
    listed = [f"{_place(LONDON.routes[route].a)}–{_place(LONDON.routes[route].b)}" for route in routes[:MOST_NAMED]]
    return [*listed, "…"] if len(routes) > MOST_NAMED else listed


def _place(number: int) -> str:
    return LONDON.locations[number]
