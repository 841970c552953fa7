"""The batched engines beside the rules: the same deals, the same moves, and after every decision the same position.

The players are those of the conformance kit, whose habits reach every corner of a game.
"""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from omnibus.batch import Env, make
from omnibus.rules.game import Game, State
from omnibus.testing.insider import insider


class Difference(AssertionError):
    """Where the two do not agree: the game, the moves before, and what differs."""


class Lockstep:
    """Games played by the rules and by the batched engine at the same time."""

    def __init__(self, env: Env[Any], seed: str = "lockstep"):
        self.env = env
        self.game: Game = env.game
        assert self.game.encoding is not None
        self.encoding = self.game.encoding
        self.insider = insider(self.game)
        self.rng = Random(seed)
        self.landmarks: set[str] = set()
        self.games = 0
        self.decisions = 0
        self._init = jax.jit(jax.vmap(env.init))
        self._step = jax.jit(jax.vmap(env.step))
        self._observe = jax.jit(jax.vmap(self._observe_all))

    def _observe_all(self, state: Any) -> jax.Array:
        return jax.vmap(partial(self.env.observe, state))(jnp.arange(self.game.seats))

    def play(self, seeds: list[str]) -> None:
        """Play the games of those seeds to their ends, comparing everything at every decision."""
        habits = list(self.insider.HABITS.values())
        self.seeds = seeds
        self.players = [[self.rng.choice(habits) for _ in range(self.game.seats)] for _ in seeds]
        self.states: list[State] = [self.game.start(each) for each in seeds]
        self.plies: list[list[str]] = [[] for _ in seeds]
        deals = jax.tree.map(lambda *rows: jnp.stack(rows), *map(self.env.deal, seeds))
        self.batch = self._init(deals)
        self._compare()
        while any(state.turn for state in self.states):
            actions = [self._choose(at) for at in range(len(seeds))]
            self.batch = self._step(self.batch, jnp.asarray(actions, jnp.int32), deals)
            self._compare()
        self.games += len(seeds)

    def _choose(self, at: int) -> int:
        """The next move of a game, made by the rules; its index is left to the engine."""
        state = self.states[at]
        if not state.turn:
            return 0
        seat = min(state.turn)
        move = self.players[at][seat](state, seat, state.legal(seat), self.rng)
        before = state.copy()
        events = state.play(seat, move)
        self.landmarks |= self.insider.passed(before, move, events, state)
        self.plies[at].append(f"{seat} {move}")
        self.decisions += 1
        return move.index

    def _compare(self) -> None:
        observed = np.asarray(self._observe(self.batch))
        seen = {name: np.asarray(getattr(self.batch, name)) for name in _COMPARED}
        for at, state in enumerate(self.states):
            if not state.turn and seen["terminated"][at] and self._settled(at):
                continue
            self._compare_one(at, state, {name: each[at] for name, each in seen.items()}, observed[at])

    def _settled(self, at: int) -> bool:
        """Whether a finished game has been compared already."""
        done = self.plies[at][-1:] == ["over"]
        if not done:
            self.plies[at].append("over")
        return done

    def _compare_one(self, at: int, state: State, seen: Mapping[str, Any], observed: Any) -> None:
        seat = min(state.turn, default=None)
        self._same(at, "over", bool(seen["terminated"]), state.result is not None)
        if seat is not None:
            self._same(at, "turn", int(seen["current_player"]), seat)
        legal = [self.game.moves[index].text for index in np.flatnonzero(seen["legal_action_mask"])]
        self._same(at, "legal moves", legal, [] if seat is None else [move.text for move in state.legal(seat)])
        for looking in range(self.game.seats):
            expected = self.encoding.encode(state.view(looking))
            if observed[looking].tolist() != expected:
                numbers = self.encoding.named(observed[looking].tolist())
                for name, part in self.encoding.named(expected).items():
                    self._same(at, f"{name} as seat {looking} sees it", numbers[name], part)
                raise self._difference(at, f"{len(observed[looking])} numbers instead of {len(expected)}")
        if state.result is not None:
            self._same(at, "scores", seen["scores"].tolist(), list(state.result.scores))
            self._same(at, "ranks", seen["ranks"].tolist(), list(state.result.ranks))
            self._same(at, "rewards", [round(float(r), 5) for r in seen["rewards"]], self._rewards(state))

    def _rewards(self, state: State) -> list[float]:
        assert state.result is not None
        if self.game.seats == 1:
            return [float(state.result.scores[0])]
        share = 1 / len(state.result.winners)
        return [
            round(share * (seat in state.result.winners) - 1 / self.game.seats, 5) for seat in range(self.game.seats)
        ]

    def _same(self, at: int, what: str, batched: Any, ruled: Any) -> None:
        if batched != ruled:
            raise self._difference(at, f"{what}: batched {batched}, by the rules {ruled}")

    def _difference(self, at: int, what: str) -> Difference:
        moves = ", ".join(self.plies[at])
        game = f"{self.game.id}, {self.game.seats} seats, {self.game.options}, seed {self.seeds[at]!r}"
        return Difference(f"{game}: {what}; after [{moves}]")


_COMPARED = ("current_player", "legal_action_mask", "rewards", "scores", "ranks", "terminated")


def lockstep(game: str, seats: int, games: int, at_once: int = 50, seed: str = "", **options: int | bool) -> Lockstep:
    """Play so many games in lockstep, some at once."""
    both = Lockstep(make(game, seats, **options), seed=f"{game}/{seats}/{options}/{seed}")
    for first in range(0, games, at_once):  # always as many, so that the engine is compiled once
        both.play([f"{seed}{number}" for number in range(first, first + at_once)])
    return both
