"""Playing against oneself and one's earlier selves, at many tables, and what each decision brought."""

from functools import partial
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from omnibus.batch import Env, State
from omnibus.training.network import VALUES, Network, Weights

SHARE, POINTS = range(len(VALUES))
T = TypeVar("T")


class Samples(NamedTuple):
    """Decisions to learn from, one a row."""

    numbers: Array  # what the seat knew
    legal: Array  # bool [moves]
    move: Array
    log_chance: Array  # with which the move was chosen
    advantage: Array  # how much more the move brought than was hoped for
    values: Array  # what the hopes should have been
    weight: Array  # 1; 0 for those of others, and those whose outcome is not known yet
    counted: Array  # [values] which of the values there are: alone there is no victory


class Tally(NamedTuple):
    """The games that ended while playing."""

    games: Array
    points: Array  # of the seats of the learner, on average over them, summed up over games


class Passed(NamedTuple):
    """A decision at every table, as it was taken."""

    numbers: Array
    legal: Array
    move: Array
    log_chance: Array
    values: Array
    seat: Array
    own: Array  # whether the learner decided
    rewards: Array  # [seats, values] of every seat
    ended: Array
    points: Array  # of the seats at the end


class Tables:
    """Tables of one setup, and how they are played at."""

    def __init__(self, env: Env[Any], network: Network, tables: int, earlier: int, points: float, storage: Any):
        self.env = env
        self.network = network
        self.tables = tables
        self.earlier = (
            earlier if env.num_players > 1 else 0
        )  # tables, the last ones, where the others are earlier selves
        self.points = points
        self.storage = storage

    def begin(self, key: Array) -> State[Any]:
        """New games at all tables."""
        return jax.vmap(self.env.init)(jax.random.split(key, self.tables))

    def play(
        self, weights: Weights, other: Weights, states: State[Any], key: Array, steps: int
    ) -> tuple[State[Any], Passed, Array]:
        """So many decisions at every table; and what the seats that decide next hope for."""
        for_fresh, for_steps = jax.random.split(key)
        # A table where a game ends goes on with this one. It is dealt once for all steps: dealing is dear, and hardly
        # ever do two games end at one table within so few decisions.
        fresh = self.begin(for_fresh)
        step = partial(self._step, weights, other, fresh)
        states, passed = jax.lax.scan(step, states, jax.random.split(for_steps, steps))
        _, hopes = self.network(weights, self.observe(states), 1)
        return states, passed, hopes

    def _step(
        self, weights: Weights, other: Weights, fresh: State[Any], states: State[Any], key: Array
    ) -> tuple[State[Any], Passed]:
        for_move, for_other, for_step = jax.random.split(key, 3)
        numbers, legal, seat = self.observe(states), states.legal_action_mask, states.current_player
        logits, values = self.network(weights, numbers, self.env.num_actions)
        logits = masked(logits, legal)
        log_chances = jax.nn.log_softmax(logits)
        move = drawn(for_move, log_chances)
        log_chance = _of_move(log_chances, move)
        own = jnp.ones(self.tables, bool)
        if self.earlier:
            theirs, _ = self.network(other, numbers[-self.earlier :], self.env.num_actions)
            answer = drawn(for_other, jax.nn.log_softmax(masked(theirs, legal[-self.earlier :])))
            own = own.at[-self.earlier :].set(seat[-self.earlier :] == self.own_seat()[-self.earlier :])
            move = jnp.where(own, move, jnp.pad(answer, (self.tables - self.earlier, 0)))
        after = jax.vmap(self.env.step)(states, move, jax.random.split(for_step, self.tables))
        rewards = self._rewards(states, after)
        outcome = (rewards, after.terminated, after.scores)
        passed = Passed(numbers, legal, move, log_chance, values, seat, own, *outcome)
        return jax.vmap(either)(after.terminated, fresh, after), passed

    def observe(self, states: State[Any]) -> Array:
        """What the seats that decide know."""
        return jax.vmap(self.env.observe)(states, states.current_player).astype(self.storage)

    def own_seat(self) -> Array:
        """Which seat is the learner's at each table, where the others are not."""
        return jnp.arange(self.tables) % self.env.num_players

    def _rewards(self, before: State[Any], after: State[Any]) -> Array:
        gained = (after.scores - before.scores) / self.points
        share = after.rewards if self.env.num_players > 1 else jnp.zeros_like(gained)
        return jnp.stack([share, gained], axis=-1)

    def tally(self, passed: Passed) -> Tally:
        """The games that ended, but for those against earlier selves."""
        ended = passed.ended[:, : self.tables - self.earlier]
        points = passed.points[:, : self.tables - self.earlier].mean(axis=-1)
        return Tally(jnp.sum(ended), jnp.sum(jnp.where(ended, points, 0.0)))


def masked(logits: Array, legal: Array) -> Array:
    """Moves that are not legal are never made."""
    return jnp.where(legal, logits, -1e9)


def drawn(key: Array, log_chances: Array) -> Array:
    """A move, as often as it is likely. One lot a table: a lot for every move takes longer than all else in play."""
    chances = jnp.exp(log_chances)
    up_to = jnp.cumsum(chances, axis=-1)
    # Sums are rounded: no lot is above the last of them, and no move without a chance is ever drawn.
    lots = jax.random.uniform(key, (*up_to.shape[:-1], 1)) * up_to[..., -1:] * 0.99999
    return jnp.argmax((up_to > lots) & (chances > 0), axis=-1)


def _of_move(each: Array, move: Array) -> Array:
    return jnp.take_along_axis(each, move[..., None], axis=-1)[..., 0]


def either(which: Array, one: T, other: T) -> T:
    """One or the other, all of it."""
    chosen: T = jax.tree.map(partial(jnp.where, which), one, other)
    return chosen


_Later = tuple[Array, Array, Array, Array]


def credited(passed: Passed, hopes: Array, next_seat: Array, trace: float) -> tuple[Array, Array]:
    """What every decision brought beyond what was hoped for, by generalised advantage estimation; and whether it is
    known.

    The seats of a table take turns: a decision is followed by the same seat's next one, and what comes in between is
    put down to it. The end of a game reaches every seat. A seat's last decision before the tables stop is known only if
    the seat is the next to decide, as its hopes are heard only then.
    """
    seats = passed.rewards.shape[2]

    def back(carry: _Later, now: tuple[Array, Array, Array, Array]) -> tuple[_Later, tuple[Array, Array]]:
        hope, later, gathered, known = carry  # by seat: from its next decision on
        seat, values, rewards, ended = now
        over = ended[:, None]
        known = known | over
        hope, later, gathered = (jnp.where(over[..., None], 0.0, each) for each in (hope, later, gathered))
        gathered = gathered + rewards
        mine = jax.nn.one_hot(seat, seats, dtype=bool)
        surprise = gathered + hope - values[:, None]
        brought = surprise + trace * later
        decided = jnp.sum(jnp.where(mine[..., None], brought, 0.0), axis=1)
        sure = jnp.any(mine & known, axis=1)
        at = mine[..., None]
        # Of a decision whose outcome is not known, at least the hope is; nothing is handed on beyond it.
        hope = jnp.where(at, values[:, None], hope)
        later = jnp.where(at, jnp.where(known[..., None], brought, 0.0), later)
        gathered = jnp.where(at, 0.0, gathered)
        return (hope, later, gathered, known | mine), (decided, sure)

    mine = jax.nn.one_hot(next_seat, seats, dtype=bool)
    nothing = jnp.zeros((*mine.shape, len(VALUES)))
    begin = (jnp.where(mine[..., None], hopes[:, None], 0.0), nothing, nothing, mine)
    decisions = (passed.seat, passed.values, passed.rewards, passed.ended)
    _, (brought, known) = jax.lax.scan(back, begin, decisions, reverse=True)
    return brought, known


def samples(passed: Passed, brought: Array, known: Array, priorities: Array, moves: int) -> Samples:
    """What is to be learnt from decisions that were taken, one a row; the moves are padded to so many."""
    alone = passed.rewards.shape[2] == 1
    counted = jnp.asarray([not alone, True], jnp.float32)
    weight = (known & passed.own).astype(jnp.float32)
    advantage = brought @ (jnp.asarray([0.0, 1.0]) if alone else priorities)
    chosen = weight * (jnp.sum(passed.legal, axis=-1) > 1)
    mean = jnp.sum(advantage * chosen) / jnp.maximum(jnp.sum(chosen), 1.0)
    spread = jnp.sqrt(jnp.sum(jnp.square(advantage - mean) * chosen) / jnp.maximum(jnp.sum(chosen), 1.0))
    missing = moves - passed.legal.shape[-1]
    each = Samples(
        passed.numbers,
        jnp.pad(passed.legal, ((0, 0), (0, 0), (0, missing))),
        passed.move,
        passed.log_chance,
        (advantage - mean) / (spread + 1e-6),
        passed.values + brought,
        weight,
        jnp.broadcast_to(counted, (*weight.shape, len(VALUES))),
    )
    flat: Samples = jax.tree.map(lambda rows: rows.reshape(-1, *rows.shape[2:]), each)
    return flat
