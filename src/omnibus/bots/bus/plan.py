"""Planning a round of Bus: playing it out in one's head with every choice there is."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from random import Random

from omnibus.bots.bus.obvious import obvious
from omnibus.rules.bus.moves import BUILDINGS, EXTENSION, VRROOOMM, Choose
from omnibus.rules.bus.state import BusState
from omnibus.rules.game import Move

Judge = Callable[[BusState, int], float]
"""How well a seat stands between two rounds or at the end."""


def planned_choice(state: BusState, seat: int, judge: Judge, rng: Random) -> Move:
    """The first cube of the best plan: two cubes while two must be placed, later one more or none."""
    legal = state.legal(seat)
    if state.cubes[seat] == 1 or state.placed(seat):
        return best_move(state, seat, legal, judge, rng)
    plans = [[one, other] for one, other in combinations_with_replacement(legal, 2) if _make_sense(one, other)]
    plan = best_plan(state, seat, plans, judge, rng)
    # Where others can be faster comes first; an extension is done last by who chose it first, and can wait.
    return min(plan, key=lambda move: isinstance(move, Choose) and move.action == EXTENSION)


def best_move(state: BusState, seat: int, moves: list[Move], judge: Judge, rng: Random) -> Move:
    """The move after which the round ends best."""
    return best_plan(state, seat, [[move] for move in moves], judge, rng)[0]


def _make_sense(one: Move, other: Move) -> bool:
    """Not twice what can be had once."""
    return one is not other or (isinstance(one, Choose) and one.action in (EXTENSION, BUILDINGS, VRROOOMM))


def best_plan(state: BusState, seat: int, plans: list[list[Move]], judge: Judge, rng: Random) -> list[Move]:
    """The plan after which the round ends best."""
    values = []
    for plan in plans:
        ahead = state.copy()
        finish_round(ahead, rng, seat, plan)
        values.append(judge(ahead, seat))
    best = max(values)
    return plans[rng.choice([number for number, value in enumerate(values) if value == best])]


def finish_round(state: BusState, rng: Random, seat: int = -1, plan: list[Move] | None = None) -> None:
    """Play the round to its end: a seat by its plan, the others and all that follows by what is obvious."""
    todo = plan[:] if plan else []
    this_round = state.round
    while state.turn and state.round == this_round:
        mover = state.turn[0]
        if mover == seat and todo and state.why_not(seat, todo[0]) is None:
            state.play_legal(mover, todo.pop(0))
        else:
            state.play_legal(mover, obvious(state, mover, rng))
