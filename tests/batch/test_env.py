"""The interface that users of pgx know, and where its luck comes from."""

from collections import Counter
from dataclasses import replace
from math import factorial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from omnibus import BadSetup
from omnibus.batch import Deal, Env, State, auto_reset, make
from omnibus.batch.luck import deal, pick, shuffled
from omnibus.rules import chance

THINGS = 11


# ---- Luck


@pytest.mark.slow
def test_the_deal_of_a_seed_is_that_of_the_rules() -> None:
    shuffle = jax.jit(lambda luck, row, count: shuffled(luck, row, jnp.arange(THINGS), count))
    choose = jax.jit(pick, static_argnums=2)
    for seed in ("7", "é", "0123456789abcdef"):
        luck = deal(seed, [0, 3, 100], THINGS)
        for row, occasion in enumerate((0, 3, 100)):
            for count in (0, 1, 2, 7, THINGS):
                order = shuffle(luck, row, count).tolist()
                assert order[:count] == chance.shuffled(seed, occasion, range(count))
                assert order[count:] == list(range(count, THINGS))
            for choices in (1, 6):
                assert int(choose(luck, row, choices)) == chance.pick(seed, occasion, choices)


def test_a_word_that_would_not_be_fair_is_passed_over() -> None:
    """The last of all words, 2³² - 1, is fair below 2 and 4 alone."""
    unfair = 0xFFFF_FFFF
    luck = Deal(jnp.array([[unfair, 7, unfair, 8, 9, 10, 11, 12]], jnp.uint32))
    expected = list(range(7))
    words = iter([7, 8, 9, 10, 11, 12])
    for last in range(6, 0, -1):
        other = next(words) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert shuffled(luck, 0, jnp.arange(7), 7).tolist() == expected
    assert int(pick(luck, 0, 6)) == 7 % 6
    assert int(pick(luck, 0, 4)) == unfair % 4


def test_with_keys_every_order_is_equally_likely() -> None:
    keys = jax.random.split(jax.random.key(1), 24_000)
    things = jnp.arange(6)
    orders = np.asarray(jax.jit(jax.vmap(lambda key: shuffled(key, 0, things, 4)))(keys))
    assert (orders[:, 4:] == [4, 5]).all()
    found = Counter(map(tuple, orders[:, :4].tolist()))
    assert len(found) == factorial(4)
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 49.7  # one time in a thousand by chance
    numbers = Counter(np.asarray(jax.jit(jax.vmap(lambda key: pick(key, 0, 6)))(keys)).tolist())
    assert sorted(numbers) == list(range(6))
    assert sum((count - 4000) ** 2 / 4000 for count in numbers.values()) < 20.5


# ---- Playing


@pytest.fixture(scope="module")
def env() -> Env[Any]:
    return make("nextstation", 2)


@pytest.fixture(scope="module")
def step(env: Env[Any]) -> Any:
    return jax.jit(env.step)


def _last_decision(env: Env[Any], step: Any) -> State[Any]:
    """A state that any legal move ends: everybody passes."""
    luck = env.deal("passing")
    state = jax.jit(env.init)(luck)
    while True:
        after = step(state, int(np.flatnonzero(state.legal_action_mask)[-1]), luck)
        if after.terminated:
            return state
        state = after


@pytest.mark.slow
def test_what_is_known_of_an_environment(env: Env[Any]) -> None:
    assert (env.id, env.num_players, env.num_actions) == ("nextstation", 2, 315)
    state = jax.jit(env.init)(jax.random.key(1))
    assert state.legal_action_mask.shape == (315,)
    assert np.flatnonzero(state.legal_action_mask).tolist() == [0, 1, 2, 3]
    assert int(state.current_player) == 0
    assert state.rewards.tolist() == [0.0, 0.0]
    assert not state.terminated
    assert not state.truncated
    seen = jax.jit(env.observe)(state, 1)
    assert seen.shape == env.observation_shape
    assert seen.dtype == jnp.int16


@pytest.mark.slow
def test_a_finished_game_stays_as_it_is(env: Env[Any], step: Any) -> None:
    state = _last_decision(env, step)
    over = step(state, env.num_actions - 1, env.deal("passing"))
    assert over.terminated
    assert not over.legal_action_mask.any()
    assert over.ranks.tolist() == [1, 1]
    assert over.rewards.tolist() == [0.0, 0.0]
    for action in (0, 17, env.num_actions - 1):
        still = step(replace(over, rewards=jnp.ones(2)), action, env.deal("passing"))
        assert still.rewards.tolist() == [0.0, 0.0]
        same = jax.tree.map(lambda one, other: bool((one == other).all()), replace(still, rewards=over.rewards), over)
        assert jax.tree.all(same)


@pytest.mark.slow
@pytest.mark.parametrize("action", [17, -1, 315, 2**31 - 1])
def test_an_illegal_action_loses(env: Env[Any], step: Any, action: int) -> None:
    luck = env.deal("illegal")
    state = step(jax.jit(env.init)(luck), 2, luck)  # it is the turn of seat 1 to take a pencil
    over = step(state, action, luck)
    assert over.terminated
    assert over.rewards.tolist() == [0.5, -0.5]
    assert over.ranks.tolist() == [1, 2]
    assert not over.legal_action_mask.any()
    again = step(over, action, luck)
    assert again.terminated
    assert again.rewards.tolist() == [0.0, 0.0]


@pytest.mark.slow
def test_alone_an_illegal_action_brings_nothing() -> None:
    env = make("nextstation", 1)
    state = jax.jit(env.init)(jax.random.key(1))
    over = jax.jit(env.step)(state, 314, jax.random.key(2))
    assert over.terminated
    assert over.rewards.tolist() == [0.0]


@pytest.mark.slow
def test_automatic_reset_begins_the_next_game_at_once(env: Env[Any], step: Any) -> None:
    """As pgx 2 does: the next state is a first one, with the rewards and the `terminated` of the game that ended."""
    going_on = jax.jit(auto_reset(env.step, env.init))
    state, key = _last_decision(env, step), jax.random.key(3)
    over = step(state, env.num_actions - 1, key)
    begun = going_on(replace(state, terminated=jnp.bool_(True)), env.num_actions - 1, key)
    assert begun.terminated
    assert begun.rewards.tolist() == over.rewards.tolist()
    assert begun.scores.tolist() == over.scores.tolist()
    assert begun.ranks.tolist() == over.ranks.tolist()
    first = jax.jit(env.init)(key)
    assert begun.legal_action_mask.tolist() == first.legal_action_mask.tolist()
    assert jax.tree.all(jax.tree.map(lambda one, other: bool((one == other).all()), begun.table, first.table))
    going = going_on(begun, 3, key)
    assert not going.terminated
    assert np.flatnonzero(going.legal_action_mask).tolist() == [0, 1, 2]
    assert going_on(going, 3, key).rewards.tolist() == [0.5, -0.5]


# ---- Bad input


def test_what_there_is_no_engine_for_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no batched engine of 'chess', only of .*nextstation"):
        make("chess")
    with pytest.raises(BadSetup):
        make("nextstation", seats=9)
    with pytest.raises(BadSetup):
        make("nextstation", colour=True)


def test_wrong_shapes_are_refused() -> None:
    env = make("nextstation")
    state = jax.jit(env.init)(jax.random.key(1))
    with pytest.raises(TypeError, match="one action"):
        env.step(state, jnp.zeros(3, jnp.int32), jax.random.key(2))
    actions, keys = jnp.zeros(3, jnp.int32), jax.random.split(jax.random.key(1), 4)
    with pytest.raises(ValueError, match="inconsistent sizes"):
        jax.vmap(env.step, in_axes=(None, 0, 0))(state, actions, keys)
