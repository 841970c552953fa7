"""A game played to its end in the mind: quickly, everyone by plans made beforehand."""

from random import Random

from omnibus.bots.london.plan import (
    COLOUR,
    DOUBLE,
    ENDS,
    LENGTH,
    POINTS,
    POINTS_A_CARD,
    TEMPO,
    NetworkPlan,
    bonus,
    cards_missing,
    joined,
    linked,
    routes_in,
    ticket_points,
)
from omnibus.bots.london.situation import BUS, LAST_BUSES, open_to
from omnibus.rules.game import Move
from omnibus.rules.london.board import GREY, ROW
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep, TakeTickets
from omnibus.rules.london.state import LondonState

BY_POINTS = sorted(range(len(POINTS)), key=lambda index: -POINTS[index])
LONGEST_GAME = 200  # turns; only players who cannot claim anything would go on for so long


class ImaginedTable:
    """A game in the mind. The row is never flushed (L3) and nobody takes tickets but at first: that is rare enough."""

    __slots__ = (
        "active",
        "deck",
        "discards",
        "hands",
        "last_turns",
        "menus",
        "open",
        "owned",
        "plans",
        "points",
        "row",
        "seats",
        "stock",
        "ticket_deck",
        "tickets",
        "took_one",
    )

    seats: int
    active: int
    took_one: bool
    last_turns: int  # as in LondonState
    hands: list[list[int]]
    row: list[int]
    deck: list[int]
    discards: list[int]
    owned: list[int]
    open: list[int]  # the routes that each seat may still claim
    stock: list[int]
    points: list[int]
    tickets: list[list[int]]
    ticket_deck: list[int]
    menus: list[list[NetworkPlan]]  # the plans that each seat may follow
    plans: list[list[int] | None]  # the routes that each seat is after; None if it must think

    @classmethod
    def of(cls, state: LondonState, menus: list[list[NetworkPlan]]) -> "ImaginedTable":
        """The table as it stands, and what everyone may plan."""
        table = cls()
        seats = range(state.game.seats)
        table.seats = len(seats)
        table.active = state.active
        table.took_one = state.took_one
        table.last_turns = state.last_turns
        table.hands = [hand[:] for hand in state.hands]
        table.row = [card for card in state.row if card >= 0]
        table.deck = state.deck[:]
        table.discards = state.discards[:]
        table.owned = state.owned[:]
        table.open = [open_to(seat, state.owned) for seat in seats]
        table.stock = state.buses[:]
        table.points = state.points[:]
        table.tickets = [tickets[:] for tickets in state.tickets]
        table.ticket_deck = state.ticket_deck[:]
        table.menus = menus[:]
        table.plans = [None for _ in seats]
        return table

    def copy(self) -> "ImaginedTable":
        """An independent copy."""
        twin = ImaginedTable()
        twin.seats = self.seats
        twin.active = self.active
        twin.took_one = self.took_one
        twin.last_turns = self.last_turns
        twin.hands = [hand[:] for hand in self.hands]
        twin.row = self.row[:]
        twin.deck = self.deck[:]
        twin.discards = self.discards[:]
        twin.owned = self.owned[:]
        twin.open = self.open[:]
        twin.stock = self.stock[:]
        twin.points = self.points[:]
        twin.tickets = [tickets[:] for tickets in self.tickets]
        twin.ticket_deck = self.ticket_deck  # only replaced
        twin.menus = self.menus[:]
        twin.plans = self.plans[:]
        return twin

    def finish(self, rng: Random) -> list[int]:
        """The final scores, when all have followed their plans."""
        for _ in range(LONGEST_GAME):
            if not self.last_turns:
                break
            self._take_turn(rng)
        return [
            points + bonus(linked(owned), tickets)
            for points, owned, tickets in zip(self.points, self.owned, self.tickets, strict=True)
        ]

    # ---- Moves

    def play(self, seat: int, move: Move, rng: Random) -> None:
        """Make a move of the active seat, or choose the first tickets, while it is nobody's turn yet."""
        if isinstance(move, Claim):
            self._claim(move.route, move.colour, move.coloured)
        elif isinstance(move, DrawDeck):
            self._draw_blind(rng)
        elif isinstance(move, DrawFaceUp):
            self._take_face_up(move.card, rng)
        elif isinstance(move, TakeTickets):
            self._take_tickets()
        elif isinstance(move, Keep):
            choosing_first_tickets = not self.tickets[seat]
            self.tickets[seat] += move.tickets
            if not choosing_first_tickets:
                self._end_turn()

    def _next_card(self, rng: Random) -> int:
        """The top of the deck, renewed if it is empty (L9); negative if there is none."""
        if not self.deck:
            self.deck = [card for card, copies in enumerate(self.discards) for _ in range(copies)]
            self.discards = [0] * len(self.discards)
            rng.shuffle(self.deck)
        return self.deck.pop() if self.deck else -1

    def _take_face_up(self, card: int, rng: Random) -> None:
        self.row.remove(card)
        self.hands[self.active][card] += 1
        while len(self.row) < ROW:
            turned_up = self._next_card(rng)
            if turned_up < 0:
                break
            self.row.append(turned_up)
        if card == BUS or self.took_one:
            self._end_turn()
        else:
            self.took_one = True

    def _draw_blind(self, rng: Random) -> None:
        card = self._next_card(rng)
        if card >= 0:
            self.hands[self.active][card] += 1
        if self.took_one:
            self._end_turn()
        else:
            self.took_one = True

    def _claim(self, route: int, colour: int, coloured: int) -> None:
        seat, buses = self.active, LENGTH[route] - coloured
        self.hands[seat][colour] -= coloured
        self.hands[seat][BUS] -= buses
        self.discards[colour] += coloured
        self.discards[BUS] += buses
        self.owned[seat] |= 1 << route
        self.stock[seat] -= LENGTH[route]
        self.points[seat] += POINTS[route]
        for other in range(self.seats):
            self.open[other] &= ~(DOUBLE[route] if other == seat or self.seats == 2 else 1 << route)
        plan = self.plans[seat]
        if plan is not None:
            self.plans[seat] = [planned for planned in plan if planned != route]
        self._end_turn()

    def _end_turn(self) -> None:
        """L19."""
        self.took_one = False
        if self.last_turns > 0:
            self.last_turns -= 1
        elif self.stock[self.active] <= LAST_BUSES:
            self.last_turns = self.seats
        self.active = (self.active + 1) % self.seats

    def _take_tickets(self) -> None:
        """Tickets are drawn, and those are kept that suit the plans best."""
        drawn, self.ticket_deck = self.ticket_deck[:2], self.ticket_deck[2:]
        choices = [[ticket] for ticket in drawn] + ([drawn] if len(drawn) > 1 else [])
        menu = self.menus[self.active]
        worths = [self._worth(option) for option in menu]
        best, most = choices[0], -1e9
        for kept in choices:
            for worth, option in zip(worths, menu, strict=True):
                value = worth + ticket_points(option.groups, kept)
                if value > most:
                    best, most = kept, value
        self.tickets[self.active] += best
        self.menus[self.active] = [
            NetworkPlan(option.plan, option.base + ticket_points(option.groups, best), option.groups) for option in menu
        ]
        self.plans[self.active] = None
        self._end_turn()

    # ---- Following plans

    def _take_turn(self, rng: Random) -> None:
        if self.last_turns > 0 and not self.took_one:
            self._take_last_turn()
            return
        plan = self._plan()
        if self.took_one or not self._claim_planned(plan):
            self._take_cards(plan, rng)

    def _plan(self) -> list[int]:
        """What the active seat is after."""
        seat = self.active
        plan = self.plans[seat]
        if plan is not None:
            for route in plan:
                if not self.open[seat] >> route & 1:
                    plan = None
                    break
        if plan is None:
            plan = self._best_on_menu()
        if not plan:
            plan = self._best_single_route()
        self.plans[seat] = plan
        return plan

    def _worth(self, option: NetworkPlan) -> float:
        """What a plan is worth to the active seat now."""
        seat = self.active
        left = option.plan & ~self.owned[seat]
        if left & ~self.open[seat]:
            return -1e6
        routes = option.routes if left == option.plan else routes_in(left)
        spaces = 0
        for route in routes:
            spaces += LENGTH[route]
        if spaces > self.stock[seat]:
            return -1e6
        return option.base - POINTS_A_CARD * cards_missing(routes, self.hands[seat])

    def _best_on_menu(self) -> list[int]:
        """The best plan that can still be carried out; if there is none, what can be of the first."""
        seat = self.active
        chosen, most = self.menus[seat][0], -1e5
        for option in self.menus[seat]:
            value = self._worth(option)
            if value > most:
                chosen, most = option, value
        return [route for route in chosen.routes if self.open[seat] >> route & 1 and LENGTH[route] <= self.stock[seat]]

    def _best_single_route(self) -> list[int]:
        """The route that brings most for its turns, when all planned ones are built."""
        hand, stock, open_here = self.hands[self.active], self.stock[self.active], self.open[self.active]
        best, most = [], -1e9
        for route in BY_POINTS:
            if open_here >> route & 1 and LENGTH[route] <= stock:
                value = POINTS[route] - TEMPO - POINTS_A_CARD * cards_missing([route], hand)
                if value > most:
                    best, most = [route], value
        return best

    def _claim_planned(self, plan: list[int]) -> bool:
        """Claim the first route of the plan that is ready, sparing cards that others need; whether there was one."""
        hand = self.hands[self.active]
        spare = hand[:BUS]
        for route in plan:
            if COLOUR[route] != GREY:
                spare[COLOUR[route]] -= LENGTH[route]
        for route in plan:
            length, colour = LENGTH[route], COLOUR[route]
            have = hand[colour]
            if colour == GREY:
                have = max(spare)
                colour = spare.index(have)
                have = max(have, 0)
            if length - have <= hand[BUS]:
                self._claim(route, colour, min(have, length))
                return True
        return False

    def _take_cards(self, plan: list[int], rng: Random) -> None:
        """The rest of a turn spent on cards."""
        seat = self.active
        while seat == self.active and (self.deck or self.row):
            card = self._wanted(plan)
            if card < 0:
                self._draw_blind(rng)
            else:
                self._take_face_up(card, rng)
        if seat == self.active:
            self._end_turn()

    def _wanted(self, plan: list[int]) -> int:
        """The face-up card to take; negative for the top of the deck."""
        hand, row = self.hands[self.active], self.row
        spare = hand[:BUS]
        longest_grey = 0
        for route in plan:
            if COLOUR[route] != GREY:
                spare[COLOUR[route]] -= LENGTH[route]
            elif LENGTH[route] > longest_grey:
                longest_grey = LENGTH[route]
        # Of the colours that are lacking, the one that is soonest complete.
        lacking = [colour for colour in range(BUS) if spare[colour] < 0]
        best = max([colour for colour in lacking if colour in row], key=spare.__getitem__, default=-1)
        missing = -hand[BUS] - sum(spare[colour] for colour in lacking)
        most = max(spare)
        if most < longest_grey:
            missing += longest_grey - most
            if best < 0 and spare.index(most) in row:
                best = spare.index(most)
        if not self.took_one and BUS in row and (missing <= 1 or best < 0):
            return BUS
        if best < 0 and not self.deck:
            return next((card for card in row if card != BUS), -1)
        return best

    def _take_last_turn(self) -> None:
        """The route that brings most, with the tickets and districts that it completes."""
        seat = self.active
        hand = self.hands[seat]
        most = max(hand[:BUS])
        groups = linked(self.owned[seat])
        before = bonus(groups, self.tickets[seat])
        best, gain = -1, 0
        for route in routes_in(self.open[seat]):
            have = most if COLOUR[route] == GREY else hand[COLOUR[route]]
            if LENGTH[route] <= self.stock[seat] and LENGTH[route] <= have + hand[BUS]:
                value = POINTS[route] + bonus(joined(groups, ENDS[route]), self.tickets[seat]) - before
                if value > gain:
                    best, gain = route, value
        if best < 0:
            self._end_turn()
            return
        colour = hand.index(most) if COLOUR[best] == GREY else COLOUR[best]
        self._claim(best, colour, min(hand[colour], LENGTH[best]))
