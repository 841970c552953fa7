"""The hard player: tries the moves worth trying in games played to the end in the mind.

Every move is tried in the same games: the same hidden cards and tickets, the same deck. The worse half of the moves is
dropped again and again, so that most games are played between those that are hard to tell apart.
"""

from math import exp, sqrt, tanh
from random import Random
from typing import cast

from omnibus.bots.bot import Budget
from omnibus.bots.london.normal import KEEPS, MENU, hopes_of, last_move, ready_claims, sensible_move
from omnibus.bots.london.plan import Hopes, Option, Planner
from omnibus.bots.london.playout import Table, open_routes_of
from omnibus.bots.london.situation import Situation, open_routes
from omnibus.rules.game import Move, View
from omnibus.rules.london import BOOK, London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.moves import Keep
from omnibus.rules.london.state import LondonState
from omnibus.rules.london.view import LondonView

OWN_MENU = 12  # plans of its own that it keeps in mind in the games
MENU_OF_OTHERS = 3
CLAIMS_FROM = 6  # plans whose routes it thinks of claiming
WORLDS = 12  # ways in which what it cannot see may lie
GUESSES = 6  # for each of them, of which a likely one is taken
BELIEF = 0.3  # how much more likely a ticket is for each space of the way that its holder would have built
CUTS = (8, 16, 32, 64, 128)  # games after which the worse half of the moves is dropped
A_CLEAR_WIN = 12.0  # points
TRUST = 0.0  # by how much another move must be better than that of the normal player
DOUBT = 1.0
KEEP_SEARCH = 1

_GAMES = {seats: London(seats) for seats in London.seat_counts}
_MOVES = {move.text: move for move in BOOK.all}


def play_hard(view: View, rng: Random, budget: Budget) -> str:
    """Plays the move that does best in games of the mind."""
    legal = view["legal"]
    if len(legal) == 1:
        return legal[0]
    situation = Situation(cast(LondonView, view))
    if situation.last_round:
        if situation.offer:
            return max(legal, key=lambda text: Planner(hopes_of(situation, KEEPS[text])).best())
        return last_move(situation)
    if situation.offer:
        planners = [thought_over(situation, KEEPS[text]) for text in legal]
        ranked = sorted(zip(planners, legal, strict=True), key=lambda entry: -max(entry[0].found.values()))
        if not KEEP_SEARCH:
            return ranked[0][1]
        moves = [_MOVES[text] for _, text in ranked]
        menus = [planner.varied_menu(OWN_MENU) for planner, _ in ranked]
    else:
        planner = thought_over(situation)
        moves = moves_worth_trying(situation, planner.menu(MENU))
        if len(moves) == 1:
            return moves[0].text
        menus = [planner.varied_menu(OWN_MENU)] * len(moves)
    return moves[race(moves, menus, Worlds(situation, rng), rng, budget)].text


def thought_over(situation: Situation, keep: Keep | None = None) -> Planner:
    """A planner that has looked for the best plans."""
    planner = Planner(hopes_of(situation, keep))
    planner.best()
    return planner


def moves_worth_trying(situation: Situation, menu: list[Option]) -> list[Move]:
    """The move of the normal player, and all draws, tickets, and claims for one of the best plans."""
    chosen = [sensible_move(situation, menu)]
    claimed = {chosen[0].split()[1]} if chosen[0].startswith("claim ") else set()
    for option in menu[:CLAIMS_FROM]:
        for _, claim in ready_claims(situation, option):
            name = claim.text.split()[1]
            if name not in claimed:
                claimed.add(name)
                chosen.append(claim.text)
    chosen += [text for text in situation.view["legal"] if not text.startswith("claim ") and text != chosen[0]]
    return [_MOVES[text] for text in chosen]


class Worlds:
    """Tables as they may be, for all that the view says."""

    def __init__(self, situation: Situation, rng: Random):
        self.view = situation.view
        self.seat = situation.seat
        self.rng = rng
        self.game = _GAMES[self.view["seats"]]
        self.tables: list[Table] = []
        self.credible = [_credible(state_routes, open_to) for state_routes, open_to in self._routes(situation)]

    def _routes(self, situation: Situation) -> list[tuple[int, int]]:
        """What each seat owns and may still claim."""
        owned = [sum(1 << LONDON.route_numbered[name] for name in seat["routes"]) for seat in situation.view["table"]]
        return [
            (routes, open_routes(routes, [other for seat, other in enumerate(owned) if seat != number]))
            for number, routes in enumerate(owned)
        ]

    def table(self, number: int) -> Table:
        """The table of that number; they come round again with the deck in another order."""
        if number < WORLDS:
            self.tables.append(self._guessed())
        table = self.tables[number % WORLDS].copy()
        self.rng.shuffle(table.deck)
        return table

    def _guessed(self) -> Table:
        guesses = [self.game.guess(self.view, self.rng) for _ in range(GUESSES)]
        state = self.rng.choices(guesses, [self._likelihood(guess) for guess in guesses])[0]
        menus: list[list[Option]] = []
        for seat in range(self.game.seats):
            if seat == self.seat:
                menus.append([])
                continue
            if not state.tickets[seat]:
                # The first tickets are still being chosen: most players keep both.
                state.tickets[seat] = state.offers[seat]
            menus.append(_menu_of_another(state, seat))
        table = Table.of(state, menus)
        for seat, menu in enumerate(menus):
            if menu:
                table.plans[seat] = menu[0].routes
        return table

    def _likelihood(self, state: LondonState) -> float:
        likelihood = 1.0
        for seat, tickets in enumerate(state.tickets):
            if seat != self.seat:
                for ticket in tickets:
                    likelihood *= self.credible[seat][ticket]
        return likelihood


def _credible(owned: int, open_to: int) -> list[float]:
    """For each ticket, how well a player's routes go with it."""
    found = []
    for ticket in LONDON.tickets:
        missing = LONDON.spaces_between(ticket.a, ticket.b, owned, open_to) if owned else ticket.points
        found.append(1.0 if missing is None else exp(BELIEF * (ticket.points - missing)))
    return found


def _menu_of_another(state: LondonState, seat: int) -> list[Option]:
    planner = Planner(
        Hopes(
            state.owned[seat],
            open_routes_of(state, seat),
            state.buses[seat],
            state.hands[seat],
            state.tickets[seat],
            99,
        )
    )
    planner.glance()
    return planner.varied_menu(MENU_OF_OTHERS)


def race(moves: list[Move], menus: list[list[Option]], worlds: Worlds, rng: Random, budget: Budget) -> int:
    """The number of the move that does best; the first, unless another is better beyond doubt."""
    leads: list[list[float]] = [[] for _ in moves]  # by how much each did better than the first, game by game
    running = list(range(1, len(moves)))
    waiting: list[int] = []
    games = 0
    first = 0.0
    for _ in budget.spent():
        if not waiting:
            if games in CUTS:
                running.sort(key=lambda number: -sum(leads[number]))
                del running[max(1, (len(running) + 1) // 2) :]
            table = worlds.table(games)
            luck = rng.random()
            games += 1
            waiting = [*running[::-1], 0]
        number = waiting.pop()
        trial, chance = table.copy(), Random(luck)
        trial.menus[worlds.seat] = menus[number]
        trial.play(worlds.seat, moves[number], chance)
        outcome = judged(trial.finish(chance), worlds.seat)
        if number == 0:
            first = outcome
        else:
            leads[number].append(outcome - first)
    return max(range(len(moves)), key=lambda number: _sure_lead(leads[number]) if number in running else 0.0)


def _sure_lead(leads: list[float]) -> float:
    """The mean lead, less what may be luck."""
    if len(leads) < 2:
        return -1.0
    mean = sum(leads) / len(leads)
    variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
    return mean - DOUBT * sqrt(variance / len(leads)) - TRUST


def judged(scores: list[int], seat: int) -> float:
    """How good final scores are for a seat, from 0 to 1: a clear win is worth more than a narrow one, but not much."""
    best_rival = max(score for other, score in enumerate(scores) if other != seat)
    return 0.5 + 0.5 * tanh((scores[seat] - best_rival) / A_CLEAR_WIN)
