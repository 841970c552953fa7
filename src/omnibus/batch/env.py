"""The interface that users of pgx know."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from omnibus.batch.engine import Engine, either
from omnibus.batch.luck import Deal, Luck, deal

T = TypeVar("T")

_FIELDS = ["current_player", "legal_action_mask", "rewards", "scores", "ranks", "terminated", "truncated", "table"]


@partial(jax.tree_util.register_dataclass, data_fields=_FIELDS, meta_fields=[])
@dataclass(frozen=True)
class State(Generic[T]):
    """A table at one moment, and what everybody may know of it."""

    current_player: Array  # the seat that decides, int32
    legal_action_mask: Array  # bool [moves]
    rewards: Array  # of the last step, float32 [seats]
    scores: Array  # int32 [seats]; final when terminated
    ranks: Array  # int32 [seats]; final when terminated
    terminated: Array  # bool
    truncated: Array  # bool; never true: no game goes on for ever
    table: T  # the full truth: not for players


class Env(Generic[T]):
    """One game as functions of one table; `jax.vmap` makes thousands of it.

    Luck is a JAX key, or the deal of a seed, the same at every step.
    """

    def __init__(self, engine: Engine[T]):
        self._engine = engine
        self.game = engine.game

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.id

    @property
    def num_players(self) -> int:
        """How many seats there are."""
        return self.game.seats

    @property
    def num_actions(self) -> int:
        """How many moves there are; an action is the `index` of one."""
        return len(self.game.moves)

    @property
    def observation_shape(self) -> tuple[int]:
        """How many numbers an observation has."""
        if self.game.encoding is None:
            raise NotImplementedError(f"nobody has written how views of {self.game.id} become numbers")
        return (self.game.encoding.length,)

    def deal(self, seed: str) -> Deal:
        """The luck of that seed, as the rules have it."""
        return deal(seed, self._engine.chances, self._engine.longest_shuffle)

    def init(self, luck: Luck) -> State[T]:
        """A new game."""
        table = self._engine.set_up(luck)
        nothing = jnp.zeros(self.num_players, jnp.float32)
        return self._seen(table, nothing)

    def step(self, state: State[T], action: Array, luck: Luck) -> State[T]:
        """The state after that action. An illegal one ends the game: who tried it has lost.

        A game that is over stays as it is, and brings no more rewards.
        """
        if jnp.ndim(action):
            raise TypeError(f"one action for one table, not {jnp.shape(action)}: jax.vmap makes it many")
        known = (action >= 0) & (action < self.num_actions)
        legal = known & state.legal_action_mask[jnp.clip(action, 0, self.num_actions - 1)]
        after = self._seen(self._engine.carry_out(state.table, action, luck), state.rewards)
        after = replace(after, rewards=jnp.where(after.terminated, self._rewards(after), 0.0))
        after = either(legal, after, self._forfeit(state))
        return either(state.terminated, replace(state, rewards=jnp.zeros_like(state.rewards)), after)

    def observe(self, state: State[T], seat: Array | int) -> Array:
        """What a seat knows: the numbers that the game's `encode` makes of its view, int16."""
        return self._engine.observe(state.table, seat)

    def _seen(self, table: T, rewards: Array) -> State[T]:
        engine = self._engine
        return State(
            current_player=engine.turn(table),
            legal_action_mask=engine.legal(table),
            rewards=rewards,
            scores=engine.scores(table),
            ranks=engine.ranks(table),
            terminated=engine.over(table),
            truncated=jnp.bool_(False),
            table=table,
        )

    def _rewards(self, state: State[T]) -> Array:
        """Points when alone; otherwise each seat's share of victory, less what it would be by lot."""
        if self.num_players == 1:
            return state.scores.astype(jnp.float32)
        won = (state.ranks == 1).astype(jnp.float32)
        return won / jnp.sum(won) - 1.0 / self.num_players

    def _forfeit(self, state: State[T]) -> State[T]:
        """Over, because the seat to move did what it may not: the others share the victory. Alone it gets nothing."""
        lost = jnp.arange(self.num_players) == state.current_player
        share = jnp.where(lost, 0.0, 1.0 / max(self.num_players - 1, 1))
        rewards = share - 1.0 / self.num_players if self.num_players > 1 else jnp.zeros(1)
        return replace(
            state,
            rewards=rewards.astype(jnp.float32),
            ranks=jnp.where(lost, self.num_players, 1).astype(jnp.int32),
            terminated=jnp.bool_(True),
            legal_action_mask=jnp.zeros_like(state.legal_action_mask),
        )


def auto_reset(
    step: Callable[[State[T], Array, Luck], State[T]], init: Callable[[Luck], State[T]]
) -> Callable[[State[T], Array, Array], State[T]]:
    """A `step` that begins a new game as soon as one is over, as that of pgx does.

    The state after the last move of a game is the first of the next one, but with the rewards, the scores, the ranks
    and the `terminated` of the one that ended.
    """

    def step_or_begin(state: State[T], action: Array, key: Array) -> State[T]:
        for_step, for_init = jax.random.split(key)
        fresh = replace(state, terminated=jnp.bool_(False), truncated=jnp.bool_(False))
        after = step(fresh, action, for_step)
        ended = {name: getattr(after, name) for name in ("rewards", "scores", "ranks", "terminated", "truncated")}
        begun = replace(init(for_init), **ended)
        return either(after.terminated, begun, after)

    return step_or_begin
