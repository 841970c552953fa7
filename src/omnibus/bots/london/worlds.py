"""What the hard player cannot see, imagined: the cards and tickets of the others, and what they are up to."""

from math import exp
from random import Random

from omnibus.bots.london.normal import time_left
from omnibus.bots.london.plan import Hopes, NetworkPlan, Planner
from omnibus.bots.london.playout import ImaginedTable
from omnibus.bots.london.situation import Situation, open_to
from omnibus.rules.london import London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.state import LondonState

WORLDS = 12  # ways in which what is hidden may lie; more of them would leave less time for playing in each
EXCHANGES = 40  # for each ticket of the others, after which they lie as the routes suggest
BELIEF = 1.2  # how much a ticket gains in likelihood with each space of its way that its holder need not build any more
MENU = 3  # plans of each other player, besides those that do without one of the routes


class Worlds:
    """Tables as they may be, for all that one seat sees."""

    def __init__(self, situation: Situation, rng: Random):
        self.view = situation.view
        self.seat = situation.seat
        self.rng = rng
        self.game = London.of(self.view)
        routes = situation.routes
        # For each seat and the ticket deck.
        self.credible = [credible(routes[seat], open_to(seat, routes)) for seat in range(self.game.seats)]
        self.credible.append(credible(0, 0))
        self.put_back = [LONDON.ticket_numbered[entry["ticket"]] for entry in self.view["put_back"]]
        self.tables: list[ImaginedTable] = []

    def table(self, number: int) -> ImaginedTable:
        """The table of that number. They come round again, with the deck in another order."""
        if number < WORLDS:
            self.tables.append(self._imagined())
        table = self.tables[number % WORLDS].copy()
        self.rng.shuffle(table.deck)
        return table

    def likely(self) -> LondonState:
        """A guess in which the others hold tickets for which their routes speak."""
        state = self.game.guess(self.view, self.rng)
        self._exchange_tickets(state)
        return state

    def _imagined(self) -> ImaginedTable:
        state = self.likely()
        if state.choosing_first_tickets:
            # Most players keep both.
            state.tickets = [[] if seat == self.seat else offer for seat, offer in enumerate(state.offers)]
        menus = [[] if seat == self.seat else menu_of(state, seat) for seat in range(self.game.seats)]
        table = ImaginedTable.of(state, menus)
        table.plans = [menu[0].routes if menu else None for menu in menus]
        return table

    def _exchange_tickets(self, state: LondonState) -> None:
        """Let the tickets of the others and of the deck change places, for likelier ones rather than less likely."""
        heaps = [[] if seat == self.seat else tickets for seat, tickets in enumerate(state.tickets)]
        heaps.append(state.ticket_deck)
        places = [
            (heap, number)
            for heap, tickets in enumerate(heaps)
            for number, ticket in enumerate(tickets)
            if ticket not in self.put_back
        ]
        held = [place for place in places if place[0] < self.game.seats]
        for one, i in held * EXCHANGES:
            other, j = self.rng.choice(places)
            here, there = heaps[one][i], heaps[other][j]
            now = self.credible[one][here] * self.credible[other][there]
            then = self.credible[one][there] * self.credible[other][here]
            if then >= now * self.rng.random():
                heaps[one][i], heaps[other][j] = there, here


def credible(owned: int, open_routes: int, belief: float = BELIEF) -> list[float]:
    """For each ticket, how much a player's routes speak for it."""
    found = []
    for ticket in LONDON.tickets:
        missing = LONDON.spaces_between(ticket.a, ticket.b, owned, open_routes)
        found.append(1.0 if missing is None else exp(belief * max(0, ticket.points - missing)))
    return found


def menu_of(state: LondonState, seat: int) -> list[NetworkPlan]:
    """What another player may be planning."""
    open_routes = open_to(seat, state.owned)
    others = [(state.buses[other], sum(state.hands[other])) for other in range(state.game.seats) if other != seat]
    hopes = Hopes(
        state.owned[seat],
        open_routes,
        state.buses[seat],
        state.hands[seat],
        state.tickets[seat],
        time_left(others),
    )
    planner = Planner(hopes)
    planner.glance()
    return planner.varied_menu(MENU)
