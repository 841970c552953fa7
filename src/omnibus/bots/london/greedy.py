"""The greedy player: cheapest paths for its tickets, one by one."""

from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from omnibus.bots.london.situation import BUS, Situation
from omnibus.rules.game import Move
from omnibus.rules.london.board import GREY, LONDON
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep, TakeTickets
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


def play_greedily(view: LondonView, _rng: Random) -> str:
    """Aims at its tickets by cheapest paths, collects for them, claims what is ready, and takes more when done."""
    situation = Situation(view)
    if len(situation.legal) == 1:
        return situation.legal[0].text
    if situation.offer:
        return _choose_tickets(situation).text
    plan = plan_for(situation, situation.tickets, situation.stock)
    return (_claim(situation, plan) or _more_tickets(situation, plan) or _take_card(situation, plan)).text


# ---- Tickets


def _choose_tickets(situation: Situation) -> Keep:
    """The tickets that promise most for the effort of completing them all."""
    first = situation.view["asks"] == "first-tickets"
    room = min(situation.stock, BUSES_AT_ONCE) if first else min(situation.stock, 2 * situation.rivals_stock)

    def promise(keep: Keep) -> float:
        kept = [ticket for ticket in situation.offer if ticket in keep.tickets]
        plan = plan_for(situation, situation.tickets + kept, room)
        return plan.tickets * TURNS_A_POINT - plan.effort * (0.25 if first else 0.5)

    # Of equal promises the one dealt first, and rather one ticket than two.
    keeps = [move for move in situation.legal if isinstance(move, Keep)]
    keeps.sort(key=lambda keep: (len(keep.tickets), situation.offer.index(keep.tickets[0])))
    return max(keeps, key=promise)


def _more_tickets(situation: Situation, plan: Plan) -> Move | None:
    """More tickets when those held are complete and there are buses and time to build for others."""
    in_time = situation.view["last_turns"] is None and situation.rivals_stock >= ROOM_FOR_TICKETS - 1
    if plan.routes or not in_time or situation.stock < ROOM_FOR_TICKETS:
        return None
    return next((move for move in situation.legal if isinstance(move, TakeTickets)), None)


# ---- Claims


def _claim(situation: Situation, plan: Plan) -> Claim | None:
    """A claim worth making now: in the last turn whatever brings most, else a route of the plan, else a long one."""
    claims = [move for move in situation.legal if isinstance(move, Claim)]
    if situation.view["last_turns"] is not None:
        return max(claims, key=lambda claim: (_gain(situation, claim), -claim.buses), default=None)
    worthwhile = [claim for claim in claims if _worth(situation, plan, claim) > 0]
    return max(worthwhile, key=lambda claim: _worth(situation, plan, claim), default=None)


def _gain(situation: Situation, claim: Claim) -> int:
    """How much better the final score would be."""
    after = situation.owned | 1 << claim.route
    return count(LONDON, after, situation.tickets).total - count(LONDON, situation.owned, situation.tickets).total


def _worth(situation: Situation, plan: Plan, claim: Claim) -> float:
    """How much a claim is worth making; nothing if it would only hold up the plan."""
    route = LONDON.routes[claim.route]
    if plan.routes >> claim.route & 1:
        if _spoils(situation, plan, claim):
            return 0
        threatened = any(places & route.ends for places in situation.rivals_places)
        return 10 + route.length + 3 * threatened - 2 * claim.buses
    if plan.routes:
        return 0
    return _gain(situation, claim) - 3 + (situation.stock <= 6) - 0.5 * claim.buses


def _spoils(situation: Situation, plan: Plan, claim: Claim) -> bool:
    """Whether a claim for a grey route takes cards that a coloured route of the plan needs."""
    if LONDON.routes[claim.route].colour != GREY or not claim.coloured:
        return False
    wanted = sum(
        route.length
        for index, route in enumerate(LONDON.routes)
        if plan.routes >> index & 1 and route.colour == claim.colour
    )
    return situation.hand[claim.colour] - claim.coloured < wanted


# ---- Cards


def _take_card(situation: Situation, plan: Plan) -> Move:
    """The face-up card that the plan needs most, a Bus if it finishes a route, else the top of the deck."""
    wanted = _wanted(situation, plan)
    face_up = {move.card: move for move in situation.legal if isinstance(move, DrawFaceUp)}
    bus = face_up.pop(BUS, None)
    best = max(face_up.values(), key=lambda draw: (wanted[draw.card], draw.text), default=None)
    most = 0.0 if best is None else wanted[best.card]
    if bus is not None and (most < 1 or _one_short(situation, plan)):
        return bus
    blind = next((move for move in situation.legal if isinstance(move, DrawDeck)), None)
    if best is not None and (most > 0 or blind is None):
        return best
    return blind or situation.legal[0]


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
