"""Learns Next Station alone by proximal policy optimisation (PPO), in one file, on a CPU, in ten minutes.

    pip install "omnibus-games[batch]"
    python learn_nextstation.py --minutes 10

Many tables play at once. The reward of a move is by how much it changed the points, so that a game's rewards add up to
its score. At the end the player, now without luck of its own, plays games that it has never seen.
"""

import argparse
import time
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus import batch

TABLES = 256
STEPS = 64  # of every table between two updates
MINIBATCHES = 8
EPOCHS = 3
HIDDEN = 256
LEARNING_RATE = 1e-3
DISCOUNT = 1.0  # a game has an end, and only the final score counts
TRACE = 0.95  # lambda of generalised advantage estimation
CLIP = 0.2
ENTROPY = 0.01
VALUE = 0.5
POINTS = 20.0  # a reward of 1

Weights = list[tuple[Array, Array]]


class Seen(NamedTuple):
    """What was seen and done at one decision of every table."""

    observation: Array
    mask: Array
    action: Array
    likelihood: Array  # its logarithm
    value: Array
    reward: Array
    over: Array


env = batch.make("nextstation", seats=1)
assert env.game.encoding is not None
HIGHEST = np.concatenate([np.full(part.size, max(part.highest, 1)) for part in env.game.encoding.parts])
init = jax.vmap(env.init)
step = jax.vmap(batch.auto_reset(env.step, env.init))


def observe(state: Any) -> Array:
    """What the only seat of every table sees, all numbers about 1 at most."""
    return jax.vmap(partial(env.observe, seat=0))(state) / HIGHEST


# ---- The player: one network for what to do and for how many points are still to come


def first_weights(key: Array) -> Weights:
    """Small random weights; those of the last layer smaller, so that all moves are about equally likely at first."""
    sizes = [len(HIGHEST), HIDDEN, HIDDEN, env.num_actions + 1]
    weights = []
    for layer, (wide, narrow) in enumerate(pairwise(sizes)):
        key, mine = jax.random.split(key)
        scale = (0.01 if layer == len(sizes) - 2 else 1.4) / np.sqrt(wide)
        weights.append((scale * jax.random.normal(mine, (wide, narrow)), jnp.zeros(narrow)))
    return weights


def judge(weights: Weights, observation: Array, mask: Array) -> tuple[Array, Array]:
    """The logarithm of every move's likelihood, and the points that are still to come."""
    *inner, (last, bias) = weights
    x = observation
    for layer, shift in inner:
        x = jax.nn.relu(x @ layer + shift)
    x = x @ last + bias
    return jax.nn.log_softmax(jnp.where(mask, x[..., :-1], -1e9)), x[..., -1]


# ---- Playing


def play(weights: Weights, state: Any, key: Array) -> tuple[Any, tuple[Seen, Array, Array]]:
    """Some steps of every table; the scores of the games that ended on the way."""

    def decide(state: Any, key: Array) -> tuple[Any, tuple[Seen, Array, Array]]:
        choosing, luck = jax.random.split(key)
        observation, mask = observe(state), state.legal_action_mask
        likelihoods, value = judge(weights, observation, mask)
        action = jax.random.categorical(choosing, likelihoods)
        after = step(state, action, jax.random.split(luck, TABLES))
        before = jnp.where(state.terminated, 0, state.scores[:, 0])  # a new game has the scores of the one that ended
        reward = (after.scores[:, 0] - before) / POINTS
        likelihood = jnp.take_along_axis(likelihoods, action[:, None], 1)[:, 0]
        seen = Seen(observation, mask, action, likelihood, value, reward, after.terminated)
        return after, (seen, after.scores[:, 0], after.terminated)

    return jax.lax.scan(decide, state, jax.random.split(key, STEPS))


def advantages(seen: Seen, next_value: Array) -> Array:
    """How much better than expected each move was."""

    def back(carry: tuple[Array, Array], now: Seen) -> tuple[tuple[Array, Array], Array]:
        later, next_value = carry
        goes_on = 1.0 - now.over
        surprise = now.reward + DISCOUNT * next_value * goes_on - now.value
        advantage = surprise + DISCOUNT * TRACE * goes_on * later
        return (advantage, now.value), advantage

    _, found = jax.lax.scan(back, (jnp.zeros(TABLES), next_value), seen, reverse=True)
    return found


# ---- Learning


def loss(weights: Weights, seen: Seen, advantage: Array, target: Array) -> Array:
    """PPO: do more of what was better than expected, but not too much at once."""
    likelihoods, value = judge(weights, seen.observation, seen.mask)
    likelihood = jnp.take_along_axis(likelihoods, seen.action[:, None], 1)[:, 0]
    ratio = jnp.exp(likelihood - seen.likelihood)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -(jnp.exp(likelihoods) * jnp.where(seen.mask, likelihoods, 0.0)).sum(-1).mean()
    return -gain - ENTROPY * entropy + VALUE * jnp.square(value - target).mean()


def adam(weights: Any, grads: Any, moments: Any, count: Array, rate: Array) -> tuple[Any, Any]:
    """One step of Adam, the gradient no longer than 0.5."""
    length = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
    grads = jax.tree.map(lambda g: g * jnp.minimum(1.0, 0.5 / (length + 1e-8)), grads)
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], grads)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], grads)

    def moved(weight: Array, m: Array, v: Array) -> Array:
        return weight - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-5)

    return jax.tree.map(moved, weights, mean, square), (mean, square)


@jax.jit
def update(learner: Any, state: Any, key: Array, rate: Array) -> tuple[Any, Any, Array, Array]:
    """Play a while and learn from it; the sum of the scores of the games that ended, and how many did."""
    playing, mixing = jax.random.split(key)
    state, (seen, scores, over) = play(learner[0], state, playing)
    _, next_value = judge(learner[0], observe(state), state.legal_action_mask)
    advantage = advantages(seen, next_value)
    lessons = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), (seen, advantage, advantage + seen.value))

    def minibatch(learner: Any, places: Array) -> tuple[Any, None]:
        weights, moments, count = learner
        grads = jax.grad(loss)(weights, *jax.tree.map(lambda x: x[places], lessons))
        weights, moments = adam(weights, grads, moments, count + 1, rate)
        return (weights, moments, count + 1), None

    orders = jax.vmap(lambda key: jax.random.permutation(key, TABLES * STEPS))(jax.random.split(mixing, EPOCHS))
    learner, _ = jax.lax.scan(minibatch, learner, orders.reshape(EPOCHS * MINIBATCHES, -1))
    return learner, state, jnp.sum(scores * over), jnp.sum(over)


def learn(seconds: float, seed: int) -> Weights:
    """Learn until the time is over; the learning rate goes down to nothing on the way."""
    key, mine, tables = jax.random.split(jax.random.key(seed), 3)
    weights = first_weights(mine)
    nothing = jax.tree.map(jnp.zeros_like, weights)
    learner = (weights, (nothing, nothing), jnp.zeros(()))
    state = jax.jit(init)(jax.random.split(tables, TABLES))
    begun, told = time.perf_counter(), 0.0
    updates, points, games = 0, 0.0, 0.0
    while (spent := time.perf_counter() - begun) < seconds:
        key, mine = jax.random.split(key)
        rate = jnp.float32(LEARNING_RATE * (1 - spent / seconds))
        learner, state, scores, ended = update(learner, state, mine, rate)
        updates, points, games = updates + 1, points + float(scores), games + float(ended)
        if spent - told >= 10:
            print(f"{spent:4.0f} s, {updates * TABLES * STEPS:,} decisions, mean score {points / max(games, 1):.1f}")
            told, points, games = spent, 0.0, 0.0
    return learner[0]


# ---- How good it is


def evaluate(weights: Weights, games: int) -> Any:
    """The scores of games of the deals `eval/0`, `eval/1` …, always with the likeliest move."""
    deals = jax.tree.map(lambda *rows: jnp.stack(rows), *[env.deal(f"eval/{number}") for number in range(games)])
    step_on = jax.vmap(env.step)

    @jax.jit
    def decide(state: Any) -> Any:
        likelihoods, _ = judge(weights, observe(state), state.legal_action_mask)
        return step_on(state, jnp.argmax(likelihoods, -1), deals)

    state = jax.jit(init)(deals)
    while not bool(state.terminated.all()):
        state = decide(state)
    return np.asarray(state.scores[:, 0])


def main() -> None:
    """Learn, and tell what came of it."""
    parser = argparse.ArgumentParser(description="Learn Next Station alone.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="to measure it with")
    arguments = parser.parse_args()
    weights = learn(arguments.minutes * 60, arguments.seed)
    scores = evaluate(weights, arguments.games)
    interval = 1.96 * scores.std(ddof=1) / np.sqrt(len(scores))
    print(f"mean of {len(scores):,} games that it had never seen: {scores.mean():.1f} ± {interval:.1f}")


if __name__ == "__main__":
    main()
