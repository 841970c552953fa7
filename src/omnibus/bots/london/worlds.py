"""What the hard player cannot see, imagined: the cards and tickets of the others, and what they are up to."""

from math import exp
from random import Random

from omnibus.bots.london.plan import Hopes, Option, Planner
from omnibus.bots.london.playout import Table
from omnibus.bots.london.situation import Situation, open_to
from omnibus.rules.london import London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.state import LondonState

WORLDS = 12  # ways in which what is hidden may lie; more of them would leave less time for playing in each
GUESSES = 6  # for each of them, of which a likely one is taken
BELIEF = 0.3  # how much a ticket gains in likelihood with each space of its way that its holder need not build any more
MENU = 3  # plans of each other player, besides those that do without one of the routes
PATIENCE = 99.0  # turns; the others are taken not to mind that somebody may end the game

_GAMES = {seats: London(seats) for seats in London.seat_counts}


class Worlds:
    """Tables as they may be, for all that one seat sees."""

    def __init__(self, situation: Situation, rng: Random):
        self.view = situation.view
        self.seat = situation.seat
        self.rng = rng
        self.game = _GAMES[self.view["seats"]]
        routes = situation.routes
        self.credible = [credible(routes[seat], open_to(seat, routes)) for seat in range(self.game.seats)]
        self.tables: list[Table] = []

    def table(self, number: int) -> Table:
        """The table of that number. They come round again, with the deck in another order."""
        if number < WORLDS:
            self.tables.append(self._imagined())
        table = self.tables[number % WORLDS].copy()
        self.rng.shuffle(table.deck)
        return table

    def _imagined(self) -> Table:
        guesses = [self.game.guess(self.view, self.rng) for _ in range(GUESSES)]
        state = self.rng.choices(guesses, [self._likelihood(guess) for guess in guesses])[0]
        if state.choosing_first_tickets:
            # Most players keep both.
            state.tickets = [[] if seat == self.seat else offer for seat, offer in enumerate(state.offers)]
        menus = [[] if seat == self.seat else _menu_of(state, seat) for seat in range(self.game.seats)]
        table = Table.of(state, menus)
        table.plans = [menu[0].routes if menu else None for menu in menus]
        return table

    def _likelihood(self, state: LondonState) -> float:
        """How well the tickets of the others go with what they have built."""
        likelihood = 1.0
        for seat, tickets in enumerate(state.tickets):
            for ticket in tickets:
                likelihood *= self.credible[seat][ticket]
        return likelihood


def credible(owned: int, open_routes: int) -> list[float]:
    """For each ticket, how much a player's routes speak for it."""
    found = []
    for ticket in LONDON.tickets:
        missing = LONDON.spaces_between(ticket.a, ticket.b, owned, open_routes)
        found.append(1.0 if missing is None else exp(BELIEF * max(0, ticket.points - missing)))
    return found


def _menu_of(state: LondonState, seat: int) -> list[Option]:
    """What another player may be planning."""
    open_routes = open_to(seat, state.owned)
    hopes = Hopes(state.owned[seat], open_routes, state.buses[seat], state.hands[seat], state.tickets[seat], PATIENCE)
    planner = Planner(hopes)
    planner.glance()
    return planner.varied_menu(MENU)
