"""Learnt the game by playing it: it tries turns as `hard` does, and asks a network what it thinks of them.

The network by itself plays little better than `normal` among four, but it knows what the rules of thumb of `hard` do
not.
"""

from collections.abc import Sequence
from math import log
from pathlib import Path
from random import Random

import numpy as np

from omnibus.bots.bot import Answer, Bot, Budget, Memory
from omnibus.bots.master import LookAhead, Looks, Master
from omnibus.bots.network import chances, network_for
from omnibus.bots.terminus.hard import play_turns
from omnibus.rules.game import Move
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView

TRUST = 0.02  # the chance to win that a turn is worth which looks e times as good
LEAST = 1e-4  # however unlikely a move is to the network
PROMISE = 1.0  # what the network hopes for, beside what the rules of thumb make of the turn
UNTIL_NEXT_TURN = Looks(rounds=0)


class NetworkAdviser:
    """What a network thinks of turns."""

    def __init__(self, master: Master, rng: Random):
        self._master = master
        self._rng = rng

    def glance(self, guess: TerminusState, seat: int, turns: Sequence[list[Move]]) -> list[float]:
        """How likely the network would play each turn, as a logarithm."""
        asked = [
            (number, move, view) for number, turn in enumerate(turns) for move, view in _choices(guess, seat, turn)
        ]
        looks = [0.0] * len(turns)
        if asked:
            opinion = self._master.opinion([view for _, _, view in asked])
            for (number, move, view), logits in zip(asked, opinion.logits, strict=True):
                legal = [self._master.game.move(offered["text"]) for offered in view["legal"]]
                likely = chances(logits, [each.index for each in legal])[legal.index(move)]
                looks[number] += TRUST * log(max(float(likely), LEAST))
        return looks

    def look_ahead(self, guesses: Sequence[TerminusState], seat: int, turns: Sequence[list[Move]]) -> list[float]:
        """What the seat hopes for at its next decision, if all play as the network would until then."""
        ahead = LookAhead(self._master, seat, UNTIL_NEXT_TURN)
        promised = np.mean([*ahead.promises(guesses, turns, self._rng)], axis=0)
        return [PROMISE * float(each) for each in promised]


def _choices(state: TerminusState, seat: int, turn: list[Move]) -> list[tuple[Move, TerminusView]]:
    """The moves of a turn where there is another, with what the seat sees then."""
    ahead = state.copy()
    choices = []
    for move in turn:
        view = ahead.view(seat)
        if len(view["legal"]) > 1:
            choices.append((move, view))
        ahead.play(seat, move)
    return choices


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""

    def play(view: TerminusView, rng: Random, budget: Budget, memory: Memory) -> str | Answer:
        game = Terminus.of(view)
        master = Master(network_for(game, folder), game)
        return play_turns(view, rng, budget, memory, NetworkAdviser(master, rng))

    return play
