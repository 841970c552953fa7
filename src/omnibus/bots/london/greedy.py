"""The greedy player: cheapest paths for its tickets, one by one."""

from heapq import heappop, heappush
from itertools import combinations
from random import Random
from typing import NamedTuple, cast

from omnibus.bots.london.situation import BUS, Situation
from omnibus.rules.game import View
from omnibus.rules.london.board import GREY, LONDON
from omnibus.rules.london.scoring import count
from omnibus.rules.london.view import LondonView

# What the greedy player holds dear. Against itself it plays about as well with all of them somewhat higher or lower.
TURNS_A_POINT = 0.45  # how many turns a point is worth
TURNS_A_BUS = 0.2  # how many turns a bus is worth keeping for
ROOM_FOR_TICKETS = 9  # buses it wants in stock before it takes more tickets
BUSES_AT_ONCE = 15  # spaces it trusts itself to build for its first tickets


class Plan(NamedTuple):
    """Routes to claim, and what they bring."""

    routes: int
    effort: float
    tickets: int  # points of the tickets it completes, less those of the others


def _effort(situation: Situation, index: int) -> float:
    """How many turns a route would cost, less what its points are worth."""
    route = LONDON.routes[index]
    have = max(situation.hand[:BUS]) if route.colour == GREY else situation.hand[route.colour]
    missing = max(0, route.length - have)
    return max(0.05, missing / 2 + 1 - TURNS_A_POINT * route.points + TURNS_A_BUS * route.length)


def cheapest_path(situation: Situation, ticket: int, planned: int, thrifty: bool) -> tuple[float, int] | None:
    """The effort of completing a ticket, and the routes that takes, if those planned are claimed anyhow.

    The thrifty way is the one of fewest spaces.
    """
    start, goal = LONDON.tickets[ticket].a, LONDON.tickets[ticket].b
    best = {start: 0.0}
    queue: list[tuple[float, int, int]] = [(0.0, start, 0)]
    while queue:
        effort, here, path = heappop(queue)
        if here == goal:
            return effort, path
        if effort > best[here]:
            continue
        for index, there in LONDON.neighbours[here]:
            bit = 1 << index
            if (situation.owned | planned) & bit:
                further, along = effort, path
            elif situation.open & bit:
                step = LONDON.routes[index].length if thrifty else _effort(situation, index)
                further, along = effort + step, path | bit
            else:
                continue
            if further < best.get(there, 1e9):
                best[there] = further
                heappush(queue, (further, there, along))
    return None


def _spaces(routes: int) -> int:
    return sum(route.length for index, route in enumerate(LONDON.routes) if routes >> index & 1)


def plan_for(situation: Situation, tickets: list[int], room: int) -> Plan:
    """Cheapest paths for the tickets, the most valuable first, as far as the buses reach."""
    routes, effort, points = 0, 0.0, 0
    for ticket in sorted(tickets, key=lambda ticket: -LONDON.tickets[ticket].points):
        for thrifty in (False, True):
            found = cheapest_path(situation, ticket, routes, thrifty)
            if found is not None and _spaces(routes | found[1]) <= room:
                routes |= found[1]
                effort += found[0]
                points += LONDON.tickets[ticket].points
                break
        else:
            points -= LONDON.tickets[ticket].points
    return Plan(routes, effort, points)


def play_greedily(view: View, _rng: Random) -> str:
    """Aims at its tickets by cheapest paths, collects for them, claims what is ready, and takes more when done."""
    legal = view["legal"]
    if len(legal) == 1:
        return legal[0]
    situation = Situation(cast(LondonView, view))
    if situation.offer:
        return _choose_tickets(situation)
    plan = plan_for(situation, situation.tickets, situation.stock)
    if not situation.view["took_one"]:
        chosen = _claim(situation, plan) or _more_tickets(situation, plan)
        if chosen:
            return chosen
    return _take_card(situation, plan)


# ---- Tickets


def _choose_tickets(situation: Situation) -> str:
    """The tickets that promise most for the effort of completing them all."""
    first = not situation.tickets
    room = min(situation.stock, BUSES_AT_ONCE) if first else min(situation.stock, 2 * situation.rivals_stock)
    best, best_value = situation.offer[:1], -1e9
    choices = [list(kept) for size in (1, 2) for kept in combinations(situation.offer, size)]
    for kept in choices:
        plan = plan_for(situation, situation.tickets + kept, room)
        value = plan.tickets * TURNS_A_POINT - plan.effort * (0.25 if first else 0.5)
        if value > best_value:
            best, best_value = kept, value
    return "keep " + " ".join(LONDON.tickets[ticket].id for ticket in sorted(best))


def _more_tickets(situation: Situation, plan: Plan) -> str | None:
    """More tickets when those held are complete and there are buses and time to build for others."""
    view = situation.view
    in_time = view["last_turns"] is None and situation.rivals_stock >= ROOM_FOR_TICKETS - 1
    if plan.routes or not in_time or situation.stock < ROOM_FOR_TICKETS or "tickets" not in view["legal"]:
        return None
    return "tickets"


# ---- Claims


def _claim(situation: Situation, plan: Plan) -> str | None:
    """A claim worth making now: in the last turn whatever brings most, else a route of the plan, else a long one."""
    claims = [text for text in situation.view["legal"] if text.startswith("claim ")]
    if situation.view["last_turns"] is not None:
        return max(claims, key=lambda text: (_gain(situation, text), -_jokers(text)), default=None)
    worthwhile = [text for text in claims if _worth(situation, plan, text) > 0]
    return max(worthwhile, key=lambda text: _worth(situation, plan, text), default=None)


def _route_of(text: str) -> int:
    return LONDON.route_numbered[text.split()[1]]


def _jokers(text: str) -> int:
    """How many Bus cards a claim spends."""
    payment = text.split()[2].split("+")[-1]
    return int(payment.removesuffix("bus")) if payment.endswith("bus") else 0


def _gain(situation: Situation, text: str) -> int:
    """How much better the final score would be."""
    after = situation.owned | 1 << _route_of(text)
    return count(LONDON, after, situation.tickets).total - count(LONDON, situation.owned, situation.tickets).total


def _worth(situation: Situation, plan: Plan, text: str) -> float:
    """How much a claim is worth making; nothing if it would only hold up the plan."""
    index = _route_of(text)
    route = LONDON.routes[index]
    if plan.routes >> index & 1:
        if _spoils(situation, plan, text):
            return 0
        threatened = any(places & route.ends for places in situation.rivals_places)
        return 10 + route.length + 3 * threatened - 2 * _jokers(text)
    if plan.routes:
        return 0
    return _gain(situation, text) - 3 + (situation.stock <= 6) - 0.5 * _jokers(text)


def _spoils(situation: Situation, plan: Plan, text: str) -> bool:
    """Whether a claim for a grey route takes cards that a coloured route of the plan needs."""
    claimed = LONDON.routes[_route_of(text)]
    if claimed.colour != GREY:
        return False
    for colour, name in enumerate(LONDON.colours):
        if name in text:
            wanted = sum(
                route.length
                for index, route in enumerate(LONDON.routes)
                if plan.routes >> index & 1 and route.colour == colour
            )
            return situation.hand[colour] - (claimed.length - _jokers(text)) < wanted
    return False


# ---- Cards


def _take_card(situation: Situation, plan: Plan) -> str:
    """The face-up card that the plan needs most, a Bus if it finishes a route, else the top of the deck."""
    wanted = _wanted(situation, plan)
    legal = situation.view["legal"]
    in_sight = [(wanted[card], f"draw {kind}") for card, kind in enumerate(LONDON.colours) if f"draw {kind}" in legal]
    most, text = max(in_sight, default=(0.0, ""))
    if "draw bus" in legal and (most < 1 or _one_short(situation, plan)):
        return "draw bus"
    if most > 0:
        return text
    if "draw deck" in legal:
        return "draw deck"
    return text or legal[0]


def _goals(situation: Situation, plan: Plan) -> list[int]:
    """The routes to collect for: those planned, or the long ones if there is no plan."""
    planned = [index for index in range(len(LONDON.routes)) if plan.routes >> index & 1]
    if planned:
        return planned
    fitting = [
        index
        for index, route in enumerate(LONDON.routes)
        if situation.open >> index & 1 and 3 <= route.length <= situation.stock
    ]
    return sorted(fitting, key=lambda index: _effort(situation, index))[:3]


def _wanted(situation: Situation, plan: Plan) -> list[float]:
    """How much each colour is wanted: the fewer cards a route still lacks, the more."""
    wanted = [0.0] * BUS
    needs = [0] * BUS
    grey = []
    for index in _goals(situation, plan):
        route = LONDON.routes[index]
        if route.colour == GREY:
            grey.append(route.length)
        else:
            needs[route.colour] += route.length
    for colour, needed in enumerate(needs):
        if needed > situation.hand[colour]:
            wanted[colour] = 2 + 1 / (needed - situation.hand[colour])
    if grey:
        spare = [have - needed for have, needed in zip(situation.hand[:BUS], needs, strict=True)]
        favourite = max(range(BUS), key=lambda colour: spare[colour])
        if spare[favourite] < max(grey):
            wanted[favourite] += 1.5
    return wanted


def _one_short(situation: Situation, plan: Plan) -> bool:
    """Whether one Bus card would pay for a planned route of two spaces or more."""
    for index in _goals(situation, plan):
        route = LONDON.routes[index]
        have = max(situation.hand[:BUS]) if route.colour == GREY else situation.hand[route.colour]
        if route.length > 1 and route.length - have - situation.hand[BUS] == 1:
            return True
    return False
