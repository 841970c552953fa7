"""The hard player: tries plans and moves in games played to the end in the mind.

All of them are tried in the same games: the same hidden cards and tickets, the same deck. The worse half is dropped
again and again, so that most games are played between those that are hard to tell apart.
"""

from math import sqrt, tanh
from random import Random
from typing import NamedTuple

from omnibus.bots.bot import Answer, Budget, Weighed, weighed
from omnibus.bots.london.normal import (
    MENU,
    hopes_of,
    keeps,
    normal_answer,
    plan_in_mind,
    ready_claims,
    sensible_move,
)
from omnibus.bots.london.plan import NetworkPlan, Planner
from omnibus.bots.london.playout import ImaginedTable
from omnibus.bots.london.situation import Situation
from omnibus.bots.london.worlds import Worlds
from omnibus.rules.game import Move
from omnibus.rules.london.moves import Claim
from omnibus.rules.london.view import LondonView

OWN_MENU = 12  # plans kept in mind during the games, besides those that do without one of the routes
PLANS = 6  # plans tried
CLAIMS_FROM = 6  # plans whose routes it thinks of claiming
CUTS = (16, 32, 64, 128, 256)  # games after which the worse half is dropped
DOUBT = 1.0  # standard errors by which a try must be better than the move of the normal player
A_CLEAR_WIN = 5.0  # points


class Try(NamedTuple):
    """A move to try."""

    move: Move
    menu: list[NetworkPlan]  # the plans to choose from afterwards
    plan: list[int] | None = None  # the routes that the move is for, if it is for certain ones


def play_hard(view: LondonView, rng: Random, budget: Budget) -> Answer:
    """Plays what does best in games of the mind; in the last round there is nothing to foresee."""
    situation = Situation(view)
    if len(situation.legal) == 1 or situation.last_round:
        return normal_answer(situation)
    tries = _keeps_to_try(situation) if situation.offer else _moves_to_try(situation)
    best, compared = race(tries, Worlds(situation, rng), rng, budget)
    compared["plan"] = plan_in_mind(best.menu[0].routes if best.plan is None else best.plan)
    return Answer(best.move.text, weighed=compared)


# ---- What to try: first what the normal player would do


def _keeps_to_try(situation: Situation) -> list[Try]:
    planners = [(Planner(hopes_of(situation, keep)), keep) for keep in keeps(situation)]
    ranked = sorted(((planner.best(), planner, keep) for planner, keep in planners), key=lambda entry: -entry[0])
    return [Try(keep, planner.varied_menu(OWN_MENU)) for _, planner, keep in ranked]


def _moves_to_try(situation: Situation) -> list[Try]:
    """For plans that differ, the move that each suggests; all draws, tickets, and claims for one of the best plans."""
    planner = Planner(hopes_of(situation))
    planner.best()
    menu, in_mind = planner.menu(MENU), planner.varied_menu(OWN_MENU)
    first = sensible_move(situation, menu)
    others = [move for move in situation.legal if move is not first and not isinstance(move, Claim)]
    tries = [Try(first, in_mind)]
    for option in planner.alternatives(PLANS):
        tries.append(Try(sensible_move(situation, [option]), in_mind, option.routes))
    tries += [Try(claim, in_mind) for claim in _other_claims(situation, menu, first)]
    return tries + [Try(move, in_mind) for move in others]


def _other_claims(situation: Situation, menu: list[NetworkPlan], first: Move) -> list[Claim]:
    """A claim for each route of one of the best plans that can be paid for, but for the one claimed first."""
    found: dict[int, Claim] = {}
    for option in menu[:CLAIMS_FROM]:
        for _, claim in ready_claims(situation, option):
            found.setdefault(claim.route, claim)
    claimed = first.route if isinstance(first, Claim) else None
    return [claim for claim in found.values() if claim.route != claimed]


# ---- Trying


def race(tries: list[Try], worlds: Worlds, rng: Random, budget: Budget) -> tuple[Try, Weighed]:
    """What does best, and against what; the first, unless another is better beyond doubt."""
    leads: list[list[float]] = [[] for _ in tries]  # by how much each did better than the first, game by game
    running = list(range(1, len(tries)))
    waiting: list[int] = []
    games, luck, first = 0, 0.0, 0.0
    for _ in budget.spent():
        if not waiting:
            if games in CUTS:
                running.sort(key=lambda number: -sum(leads[number]))
                del running[(len(running) + 1) // 2 :]
            if all(tries[number].move is tries[0].move for number in running):
                break
            table, luck = worlds.table(games), rng.random()
            games += 1
            waiting = [*running[::-1], 0]
        number = waiting.pop()
        outcome = _outcome(tries[number], table.copy(), worlds.seat, Random(luck))
        if number:
            leads[number].append(outcome - first)
        else:
            first = outcome
    best = max(running, key=lambda number: _sure_lead(leads[number]), default=0)
    chosen = best if _sure_lead(leads[best]) > 0 else 0
    return tries[chosen], weighed("chance", _worths(tries, leads, chosen).items())


def _worths(tries: list[Try], leads: list[list[float]], chosen: int) -> dict[str, float]:
    """How much better than the first try each move did, the best plan for it being counted."""
    worths = {tries[0].move.text: 0.0}
    for trial, led in zip(tries[1:], leads[1:], strict=True):
        if len(led) >= CUTS[0]:
            move, mean = trial.move.text, sum(led) / len(led)
            worths[move] = max(mean, worths.get(move, mean))
    if chosen:
        worths[tries[chosen].move.text] = sum(leads[chosen]) / len(leads[chosen])
    return worths


def _outcome(trial: Try, table: ImaginedTable, seat: int, rng: Random) -> float:
    """How a game goes that begins with that move."""
    table.menus[seat] = trial.menu
    table.plans[seat] = trial.plan
    table.play(seat, trial.move, rng)
    return judged(table.finish(rng), seat)


def _sure_lead(leads: list[float]) -> float:
    """The mean lead, less what may be luck."""
    if len(leads) < 2:
        return -1.0
    mean = sum(leads) / len(leads)
    variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
    return mean - DOUBT * sqrt(variance / len(leads))


def judged(scores: list[int], seat: int) -> float:
    """How good final scores are for a seat, from 0 to 1: a clear win is worth more than a narrow one, but not much."""
    best_rival = max(score for other, score in enumerate(scores) if other != seat)
    return 0.5 + 0.5 * tanh((scores[seat] - best_rival) / A_CLEAR_WIN)
