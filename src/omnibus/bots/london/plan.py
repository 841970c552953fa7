"""Plans: whole networks that a player could still build, what they would score, and the turns they would take."""

from typing import NamedTuple

from omnibus.bots.london.situation import BUS, LAST_BUSES
from omnibus.rules.london.board import GREY, LONDON

LENGTH = [route.length for route in LONDON.routes]
COLOUR = [route.colour for route in LONDON.routes]
POINTS = [route.points for route in LONDON.routes]
ENDS = [route.ends for route in LONDON.routes]
# A route together with the other of its double, which the same player may not claim as well (L14).
DOUBLE = [1 << index | (1 << route.partner if route.partner >= 0 else 0) for index, route in enumerate(LONDON.routes)]
TICKET_ENDS = [ticket.ends for ticket in LONDON.tickets]
TICKET_POINTS = [ticket.points for ticket in LONDON.tickets]
DISTRICTS = [(district.locations, district.value) for district in LONDON.districts]

TEMPO = 2.0  # points that a turn is worth: what a good player scores in one
HASTE = 1.5  # points more that it is worth when somebody else will have ended the game by then
CARDS_A_TURN = 1.7  # of use for the plan, when a turn is spent on taking cards
POINTS_A_CARD = TEMPO / CARDS_A_TURN
POINTS_A_BUS = 0.5  # lost for each bus that stays in stock: it could have scored
CLOSE = 5.0  # points by which a plan may look worse than the best one to be thought of at all
DIFFERENT = 3  # routes that one of two plans has and the other has not
IMPOSSIBLE = -1000.0


class Hopes(NamedTuple):
    """What a player has to build with, and what for."""

    owned: int  # routes
    open: int  # routes that the player may still claim
    stock: int  # buses
    hand: list[int]
    tickets: list[int]
    time: float  # turns until somebody else ends the game, as far as one can tell


class NetworkPlan:
    """A plan that a player may follow."""

    __slots__ = ("base", "groups", "plan", "routes")

    def __init__(self, plan: int, base: float, groups: list[int]):
        self.plan = plan
        self.routes = sorted(routes_in(plan), key=lambda index: -LENGTH[index])
        self.base = base  # what it would be worth if all cards for it were in hand
        self.groups = groups  # the networks at the end

    def worth(self, hand: list[int]) -> float:
        """What the plan is worth with that hand."""
        return self.base - POINTS_A_CARD * cards_missing(self.routes, hand)


def routes_in(routes: int) -> list[int]:
    """The routes of a set, in order."""
    listed = []
    while routes:
        lowest = routes & -routes
        listed.append(lowest.bit_length() - 1)
        routes ^= lowest
    return listed


def spaces_in(routes: int) -> int:
    """How many spaces the routes of a set have together."""
    return sum(LENGTH[index] for index in routes_in(routes))


def joined(groups: list[int], ends: int) -> list[int]:
    """The networks once a route between those ends is added."""
    apart = []
    for group in groups:
        if group & ends:
            ends |= group
        else:
            apart.append(group)
    apart.append(ends)
    return apart


def linked(routes: int) -> list[int]:
    """The networks that the routes of a set make."""
    groups: list[int] = []
    for index in routes_in(routes):
        groups = joined(groups, ENDS[index])
    return groups


def ticket_points(groups: list[int], tickets: list[int]) -> int:
    """What tickets bring or cost with such networks (L20)."""
    total = 0
    for ticket in tickets:
        ends = TICKET_ENDS[ticket]
        for group in groups:
            if not ends & ~group:
                total += TICKET_POINTS[ticket]
                break
        else:
            total -= TICKET_POINTS[ticket]
    return total


def bonus(groups: list[int], tickets: list[int]) -> int:
    """What tickets and districts are worth with such networks (L20, L21)."""
    total = ticket_points(groups, tickets)
    for locations, value in DISTRICTS:
        for group in groups:
            if not locations & ~group:
                total += value
                break
    return total


def cards_missing(routes: list[int], hand: list[int]) -> int:
    """How many cards are still to be taken before all those routes can be paid for."""
    spare = hand[:BUS]
    greys = []
    for index in routes:
        if COLOUR[index] == GREY:
            greys.append(LENGTH[index])
        else:
            spare[COLOUR[index]] -= LENGTH[index]
    missing = -hand[BUS]
    for colour in range(BUS):
        if spare[colour] < 0:
            missing -= spare[colour]
            spare[colour] = 0
    greys.sort(reverse=True)
    for length in greys:
        most = max(spare)
        if most >= length:
            spare[spare.index(most)] -= length
        else:
            missing += length - most
            spare[spare.index(most)] = 0
    return missing if missing > 0 else 0


class Planner:
    """Looks for the plans that are worth most for the turns that they take."""

    def __init__(self, hopes: Hopes):
        self.hopes = hopes
        self.groups = linked(hopes.owned)
        self.candidates = [index for index in routes_in(hopes.open) if LENGTH[index] <= hopes.stock]
        self.found: dict[int, float] = {}  # what every plan looked at is worth

    def worth(self, plan: int) -> float:
        """The points that a plan brings, less what its turns cost."""
        known = self.found.get(plan)
        if known is None:
            known = self.found[plan] = self._weigh(plan)
        return known

    def _weigh(self, plan: int) -> float:
        hopes = self.hopes
        groups = self.groups
        routes = routes_in(plan)
        points, left = 0, hopes.stock
        for index in routes:
            points += POINTS[index]
            left -= LENGTH[index]
            groups = joined(groups, ENDS[index])
        if left < 0:
            return IMPOSSIBLE
        turns = len(routes) + cards_missing(routes, hopes.hand) / CARDS_A_TURN
        value = points + bonus(groups, hopes.tickets) - TEMPO * turns
        if left > LAST_BUSES:
            value -= POINTS_A_BUS * (left - LAST_BUSES)
        if turns > hopes.time:
            value -= HASTE * (turns - hopes.time)
        return value

    def best(self) -> float:
        """What the best plan is worth, after a thorough look."""
        return max(self.worth(self._improved(plan, True)) for plan in self._ways())

    def glance(self) -> float:
        """What the best plan is worth, after a quick look."""
        return self.worth(self._improved(max(self._ways(), key=self.worth), False))

    def menu(self, size: int) -> list[NetworkPlan]:
        """The best plans found, the very best first."""
        return [self._option(plan) for plan in self._ranked()[:size]]

    def varied_menu(self, size: int) -> list[NetworkPlan]:
        """The best plans found, and for each route of the very best one the best plan that does without it."""
        ranked = self._ranked()
        chosen = ranked[:size]
        for index in routes_in(ranked[0]):
            without = next(plan for plan in ranked if not plan >> index & 1)
            if without not in chosen:
                chosen.append(without)
        return [self._option(plan) for plan in chosen]

    def alternatives(self, size: int) -> list[NetworkPlan]:
        """Plans that differ in earnest from each other, the best first."""
        ranked = self._ranked()
        chosen: list[int] = []
        for plan in ranked:
            if len(chosen) == size or self.found[plan] < self.found[ranked[0]] - CLOSE:
                break
            if all((plan ^ other).bit_count() >= DIFFERENT for other in chosen):
                chosen.append(plan)
        return [self._option(plan) for plan in chosen]

    def _ranked(self) -> list[int]:
        """The plans found that can be carried out, the best first; to do nothing is always among them."""
        possible = [plan for plan, worth in self.found.items() if worth > IMPOSSIBLE]
        return sorted(possible, key=lambda plan: (-self.found[plan], plan))

    def _option(self, plan: int) -> NetworkPlan:
        routes = routes_in(plan)
        groups = self.groups
        for index in routes:
            groups = joined(groups, ENDS[index])
        return NetworkPlan(plan, self.found[plan] + POINTS_A_CARD * cards_missing(routes, self.hopes.hand), groups)

    def _improved(self, plan: int, exchange: bool) -> int:
        """The plan with routes added, dropped and perhaps exchanged for as long as that makes it better."""
        best = self.worth(plan)
        while True:
            better = plan
            for trial in self._variations(plan, exchange):
                value = self.worth(trial)
                if value > best:
                    best, better = value, trial
            if better == plan:
                return plan
            plan = better

    def _variations(self, plan: int, exchange: bool) -> list[int]:
        fewer = [plan & ~(1 << index) for index in routes_in(plan)]
        closed = self.hopes.owned | plan
        more = [1 << index for index in self.candidates if not DOUBLE[index] & closed]
        trials = fewer + [plan | added for added in more]
        if exchange:
            trials += [rest | added for rest in fewer for added in more]
        return trials

    def _ways(self) -> list[int]:
        """Plans to begin with: none, and ways for one ticket after the other."""
        begun = [0]
        tickets = sorted(self.hopes.tickets, key=lambda ticket: -TICKET_POINTS[ticket])
        for thrifty in (True, False):
            for order in (tickets, tickets[::-1]):
                plan = 0
                for ticket in order:
                    more = plan | self._way(ticket, plan, thrifty)
                    if more not in begun and spaces_in(more) <= self.hopes.stock:
                        plan = more
                        begun.append(plan)
        return begun

    def _way(self, ticket: int, plan: int, thrifty: bool) -> int:
        """The routes that complete a ticket besides those planned, by fewest spaces or least effort, if any do."""
        have, open_routes = self.hopes.owned | plan, self.hopes.open
        start, goal = LONDON.tickets[ticket].a, LONDON.tickets[ticket].b
        efforts = {start: 0.0}
        paths = {start: 0}
        settled = 0
        while efforts:
            here = min(efforts, key=efforts.__getitem__)
            if here == goal:
                return paths[here]
            effort = efforts.pop(here)
            settled |= 1 << here
            for index, there in LONDON.neighbours[here]:
                if settled >> there & 1:
                    continue
                if have >> index & 1:
                    further, path = effort, paths[here]
                elif open_routes >> index & 1:
                    further = effort + (LENGTH[index] if thrifty else self._effort(index))
                    path = paths[here] | 1 << index
                else:
                    continue
                if there not in efforts or further < efforts[there]:
                    efforts[there] = further
                    paths[there] = path
        return 0

    def _effort(self, index: int) -> float:
        """The spaces and turns that a route costs, less what its points are worth."""
        hand, length = self.hopes.hand, LENGTH[index]
        have = max(hand[:BUS]) if COLOUR[index] == GREY else hand[COLOUR[index]]
        turns = 1 + max(0, length - have) / CARDS_A_TURN
        return max(0.05, length + turns - POINTS[index] / TEMPO)
