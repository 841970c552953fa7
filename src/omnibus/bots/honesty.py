"""Whether a bot plays by what its seat may know, and by its own generator alone.

    >>> from omnibus.bots.honesty import check_honesty
    >>> check_honesty(game, bot_named("random", game.id))

At a position everything that a seat cannot know is changed, by those who test the game. In either world the bots at the
other seats look at their cards, and then the bot at this seat is asked, with the same generator and a budget in
iterations. It must answer the same, and for the same reasons. Only one world exists at a time, so that whoever looks
for it finds another one, and what one seat has seen does not help another.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from omnibus.bots.bot import Budget, Kind
from omnibus.bots.program import Question
from omnibus.bots.reasons import reasons_for, sound
from omnibus.rules.game import Game, State
from omnibus.testing import insider

FEW = Budget(iterations=4)
LONGEST_WAIT = 40  # plies until another seat has something to decide


class Dishonest(Exception):
    """A bot that plays by something else than its view, its generator and its budget."""


class Probe(NamedTuple):
    """A decision of a seat, in two worlds that it cannot tell apart; the states are plain data."""

    seat: int
    truth: dict[str, Any]
    twin: dict[str, Any]


def probe(state: State, seat: int, rng: Random) -> Probe:
    """The position, and another one that looks the same to the seat."""
    twin = insider(state.game).twin(state, seat, rng, True)
    return Probe(seat, state.dump(), twin.dump())


def check_honesty(game: Game, kind: Kind, decisions: int = 12, seed: str = "honesty", budget: Budget = FEW) -> int:
    """Ask the bot at positions of random games; in how many of them there was something to know. Or Dishonest."""
    rng = Random(f"{game.id} {game.seats} {seed}")
    different = asked = 0
    while asked < decisions:
        for each in _probes_of_a_game(game, decisions - asked, rng):
            check_probe(game, kind, each, f"{seed} {asked}", budget)
            asked += 1
            different += {**each.truth, "seed": ""} != {**each.twin, "seed": ""}
    return different


def _probes_of_a_game(game: Game, most: int, rng: Random) -> list[Probe]:
    """Positions all through a random game where somebody has a choice."""
    habits = [rng.choice(list(insider(game).HABITS.values())) for _ in range(game.seats)]
    state = game.start(f"{rng.random()}")
    found = []
    while state.turn:
        seat = rng.choice(state.turn)
        legal = state.legal(seat)
        if len(legal) > 1:
            found.append(probe(state, seat, rng))
        state.play(seat, habits[seat](state, seat, legal, rng))
    return rng.sample(found, min(most, len(found), 6))


def check_probe(game: Game, kind: Kind, at: Probe, luck: str, budget: Budget = FEW) -> str:
    """The bot's answer, if it is a legal one and the same in both worlds, however the view is written down."""
    answer, reasons = _answer(game, kind, at.truth, at.seat, luck, budget, sort_keys=False)
    for world, which in ((at.truth, "its keys in another order"), (at.twin, "what it cannot know changed")):
        other, other_reasons = _answer(game, kind, world, at.seat, luck, budget, sort_keys=True)
        where = f"{game.id}, {game.seats} seats, move {at.truth['n']}, seat {at.seat}"
        if other != answer:
            raise Dishonest(f"{where}: “{answer}”, and with {which} “{other}”")
        if other_reasons != reasons:
            raise Dishonest(f"{where}: “{answer}” because of {reasons}, and with {which} because of {other_reasons}")
    return answer


def _answer(
    game: Game, kind: Kind, world: dict[str, Any], seat: int, luck: str, budget: Budget, sort_keys: bool
) -> tuple[str, str]:
    """What the bot answers in that world, and why, after its like at the other seats have had a look at it."""
    state = game.load(world)
    _let_others_look(state, kind, seat, Random(luck), budget)
    view = json.loads(json.dumps(state.view(seat), sort_keys=sort_keys))
    answer = kind.seated(budget).weighing(view, Random(luck))
    if answer.move not in [move.text for move in state.legal(seat)]:
        where = f"{game.id}, {game.seats} seats, move {state.n}, seat {seat}"
        raise Dishonest(f"{where}: “{answer.move}” is not a legal move")
    reasons = reasons_for(view, answer, Random(luck))
    return answer.move, json.dumps([sound(answer, view), reasons], ensure_ascii=False)


def _let_others_look(state: State, kind: Kind, seat: int, rng: Random, budget: Budget) -> None:
    """Everybody else decides something, on a copy that goes on until it is their turn."""
    others = set(range(state.game.seats)) - {seat}
    future = state.copy()
    for _ in range(LONGEST_WAIT):
        if not (others and future.turn):
            return
        mover = future.turn[-1] if future.turn[-1] in others else future.turn[0]
        if mover in others:
            others.remove(mover)
            kind.seated(budget)(json.loads(json.dumps(future.view(mover))), Random(rng.random()))
        legal = future.legal(mover)
        future.play(mover, legal[int(rng.random() * len(legal))])


def answers_elsewhere(questions: Sequence[Question], hash_seed: int) -> list[str]:
    """What our bots answer in a process of their own that puts texts in sets in another order."""
    done = subprocess.run(
        [sys.executable, "-m", "omnibus.bots.line"],
        input="".join(json.dumps(question) + "\n" for question in questions),
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()
