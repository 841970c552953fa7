"""How well a network plays: whole games of its best moves, alone, against chance and against an earlier self."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch import State
from omnibus.training.network import Weights
from omnibus.training.selfplay import Tables, drawn, masked


class Games(NamedTuple):
    """The outcome of games, one a row."""

    share: Array  # of the victory
    points: Array


@dataclass(frozen=True)
class Evaluation:
    """Games of one setup: one seat plays its best moves, the others are chance or another self."""

    tables: Tables

    def play(self, weights: Weights, other: Weights, by_chance: Array, key: Array) -> Games:
        """One game at every table, to its end."""
        for_begin, for_play = jax.random.split(key)
        states = self.tables.begin(for_begin)

        def going(carry: tuple[State[Any], Array]) -> Array:
            return ~jnp.all(carry[0].terminated)

        def step(carry: tuple[State[Any], Array]) -> tuple[State[Any], Array]:
            states, key = carry
            key, for_move, for_step = jax.random.split(key, 3)
            move = self._moves(weights, other, by_chance, states, for_move)
            lucks = jax.random.split(for_step, self.tables.tables)
            return jax.vmap(self.tables.env.step)(states, move, lucks), key

        states, _ = jax.lax.while_loop(going, step, (states, for_play))
        seat = self.tables.own_seat()[:, None]
        won = (states.ranks == 1).astype(jnp.float32)
        share = won / jnp.sum(won, axis=-1, keepdims=True)
        return Games(*(jnp.take_along_axis(each, seat, axis=-1)[:, 0] for each in (share, states.scores)))

    def _moves(self, weights: Weights, other: Weights, by_chance: Array, states: State[Any], key: Array) -> Array:
        tables, moves = self.tables, self.tables.env.num_actions
        numbers, legal = tables.observe(states), states.legal_action_mask
        logits, _ = tables.network(weights, numbers, moves)
        best = jnp.argmax(masked(logits, legal), axis=-1)
        if tables.env.num_players == 1:
            return best
        theirs, _ = tables.network(other, numbers, moves)
        chance = drawn(key, jax.nn.log_softmax(masked(jnp.zeros_like(logits), legal)))
        answer = jnp.where(by_chance, chance, jnp.argmax(masked(theirs, legal), axis=-1))
        return jnp.where(states.current_player == tables.own_seat(), best, answer)


def summed_up(games: Games) -> dict[str, float]:
    """The means of games, with their standard errors."""
    share, points = (np.asarray(each, np.float64) for each in games)
    root = np.sqrt(len(share))
    figures = {
        "share": share.mean(),
        "share_error": share.std() / root,
        "points": points.mean(),
        "points_error": points.std() / root,
    }
    return {name: round(float(figure), 4) for name, figure in figures.items()}
