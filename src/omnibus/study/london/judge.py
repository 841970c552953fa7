"""The judge of London: games played to their end in the mind, everyone by plans made beforehand."""

from importlib import import_module
from random import Random
from typing import Any

from omnibus.bots.london import BOTS
from omnibus.bots.london.plan import NetworkPlan
from omnibus.bots.london.playout import ImaginedTable
from omnibus.bots.london.situation import Situation
from omnibus.bots.london.worlds import menu_of
from omnibus.rules.game import Move
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.moves import Keep
from omnibus.rules.london.scoring import count
from omnibus.rules.london.state import LondonState
from omnibus.rules.london.view import LondonView
from omnibus.study.judge import Doubt, Judge, Worlds, Worth, share_of
from omnibus.study.london.beliefs import Beliefs

# Points that another player makes more than in the mind: the cards that it has gathered suit what it is up to, guessed
# ones do not. With it who wins is foretold best, in 30 games among `hard` and 40 among `normal` players.
CUNNING = 2.0

MASTER = BOTS["master"]


class LondonCase:
    """A decision in London: the plans that the seat may follow.

    They are made as the others' are: who planned better in the mind than they do would seem to win too often.
    """

    def __init__(self, view: LondonView, hindsight: bool):
        if view["seat"] is None:
            raise ValueError("a spectator has no move")
        self.view = view
        self.seat: int = view["seat"]
        self.beliefs = None if hindsight else Beliefs(Situation(view))
        self.menus: dict[int, list[NetworkPlan]] = {}  # by index of the tickets kept

    def menu(self, state: LondonState, move: Move) -> list[NetworkPlan]:
        """The plans after a move: of all that a player knows they depend on the tickets that it keeps."""
        key = move.index if isinstance(move, Keep) else -1
        if key not in self.menus:
            if isinstance(move, Keep):
                state = state.copy()
                state.tickets[self.seat] = [*state.tickets[self.seat], *move.tickets]
            self.menus[key] = menu_of(state, self.seat)
        return self.menus[key]

    def likely(self, state: Any, luck: str) -> LondonState:
        """The state with tickets that the others are likely to hold: to a guess all are equally likely, also those for
        which nobody's routes speak."""
        dealt: LondonState = state.copy()
        if self.beliefs:
            self.beliefs.deal(dealt, Random(f"{luck}/tickets"))  # not the luck of the guess again
        return dealt

    def world(self, state: LondonState, luck: str) -> "LondonWorld":
        """The state as a world to try moves in."""
        return LondonWorld(self, self.likely(state, luck), luck)


class LondonWorld:
    """The cards and tickets of the others, what they may be up to, and the order of the deck."""

    def __init__(self, case: LondonCase, state: LondonState, luck: str):
        self.case = case
        self.state = state
        self.luck = luck
        if state.choosing_first_tickets:
            # Most players keep both.
            state = state.copy()
            state.tickets = [[] if seat == case.seat else offer for seat, offer in enumerate(state.offers)]
        seats = range(state.game.seats)
        # In the last round (L19) the others have one turn each, for which nobody needs a plan.
        planning = [] if state.last_turns > 0 else [seat for seat in seats if seat != case.seat]
        menus = [menu_of(state, seat) if seat in planning else [] for seat in seats]
        self.table = ImaginedTable.of(state, menus)
        if not case.beliefs:
            # Nothing else differs from world to world: with one way to play on, a single game would decide.
            rng = Random(luck)
            self.table.plans = [rng.choice(menu).routes if menu else None for menu in menus]

    def worths(self, move: Move) -> list[Worth]:
        """How a game ends that begins with that move."""
        table, seat, rng = self.table.copy(), self.case.seat, Random(self.luck)
        table.menus[seat] = self.case.menu(self.state, move)
        table.play(seat, move, rng)
        scores: list[float] = [*table.finish(rng)]
        if self.case.beliefs and self.state.last_turns <= 0:
            scores = [score + (0.0 if other == seat else CUNNING) for other, score in enumerate(scores)]
        winners = _winners(table, scores)
        return [Worth(share_of(winners, other), score) for other, score in enumerate(scores)]


def _winners(table: ImaginedTable, scores: list[float]) -> list[int]:
    """L22: most points, then most completed tickets, then the victory is shared."""
    first = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(first) == 1:
        return first
    completed = {seat: count(LONDON, table.owned[seat], table.tickets[seat]).completed for seat in first}
    return [seat for seat in first if completed[seat] == max(completed.values())]


class LondonJudge(Judge):
    """Who judges London."""

    name = "london 4" if MASTER.ready else "london 3"
    doubt = Doubt(odds=0.2, points=0.0)  # that in points is lost among the errors of the sample
    clear_win = 5.0
    budget = 650

    def case(self, view: LondonView) -> LondonCase:
        """What can be told from the view alone."""
        return LondonCase(view, hindsight=False)

    def case_with_hindsight(self, view: LondonView) -> LondonCase:
        """The same where all is known."""
        return LondonCase(view, hindsight=True)

    def confirms(self, case: LondonCase, worlds: Worlds, better: Move, played: Move, luck: str) -> bool:
        """What players who learnt the game make of it, where there are any."""
        if not (MASTER.ready and MASTER.plays_by(case.view["ruleset"])):
            return True
        second_opinion = import_module("omnibus.study.london.second_opinion")
        return bool(second_opinion.finds_better(case, worlds, better, played, luck))


JUDGE = LondonJudge()
