"""Learning from decisions that were taken: proximal policy optimisation, and Adam."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from omnibus.training.network import Network, Weights
from omnibus.training.recipe import Recipe
from omnibus.training.selfplay import Samples, masked

FORGET_MEAN, FORGET_SPREAD, NOT_ZERO = 0.9, 0.999, 1e-5
LONGEST_STEP = 1.0  # of the gradient, over all weights together


class Moments(NamedTuple):
    """What Adam remembers of earlier gradients."""

    steps: Array
    mean: Weights
    spread: Weights


class Figures(NamedTuple):
    """How learning goes, on average over an iteration."""

    entropy: Array
    policy_loss: Array
    share_loss: Array
    points_loss: Array
    divergence: Array  # of the policy from the one that played
    clipped: Array


def at_rest(weights: Weights) -> Moments:
    """Before the first gradient."""
    nothing = {name: jnp.zeros_like(each) for name, each in weights.items()}
    return Moments(jnp.int32(0), nothing, {name: jnp.zeros_like(each) for name, each in weights.items()})


def adam(weights: Weights, moments: Moments, gradient: Weights, rate: Array) -> tuple[Weights, Moments]:
    """One step of Adam, no gradient being longer than allowed."""
    length = jnp.sqrt(sum((jnp.sum(jnp.square(each)) for each in gradient.values()), jnp.float32(0)))
    shortened = jnp.minimum(1.0, LONGEST_STEP / (length + NOT_ZERO))
    steps = moments.steps + 1
    mean, spread, stepped = {}, {}, {}
    for name, raw in gradient.items():
        slope = raw * shortened
        mean[name] = FORGET_MEAN * moments.mean[name] + (1 - FORGET_MEAN) * slope
        spread[name] = FORGET_SPREAD * moments.spread[name] + (1 - FORGET_SPREAD) * jnp.square(slope)
        likely = mean[name] / (1 - FORGET_MEAN**steps)
        usual = jnp.sqrt(spread[name] / (1 - FORGET_SPREAD**steps))
        stepped[name] = weights[name] - rate * likely / (usual + NOT_ZERO)
    return stepped, Moments(steps, mean, spread)


@dataclass(frozen=True)
class Learner:
    """How weights follow from samples."""

    network: Network
    recipe: Recipe

    def learn(
        self, weights: Weights, moments: Moments, groups: list[Samples], key: Array, rate: Array, entropy: Array
    ) -> tuple[Weights, Moments, Figures]:
        """Go through all samples, several times, in small parts that are mixed anew each time."""
        samples: Samples = jax.tree.map(lambda *rows: jnp.concatenate(rows), *groups)
        rows = len(samples.move)

        def part(carry: tuple[Weights, Moments], chosen: Array) -> tuple[tuple[Weights, Moments], Figures]:
            some: Samples = jax.tree.map(lambda each: each[chosen], samples)
            loss = partial(self._loss, samples=some, entropy=entropy)
            gradient, figures = jax.grad(loss, has_aux=True)(carry[0])
            return adam(*carry, gradient, rate), figures

        orders = [jax.random.permutation(each, rows) for each in jax.random.split(key, self.recipe.epochs)]
        parts = jnp.concatenate(orders).reshape(self.recipe.epochs * self.recipe.minibatches, -1)
        (weights, moments), figures = jax.lax.scan(part, (weights, moments), parts)
        return weights, moments, jax.tree.map(jnp.mean, figures)

    def _loss(self, weights: Weights, samples: Samples, entropy: Array) -> tuple[Array, Figures]:
        logits, values = self.network(weights, samples.numbers, self.network.moves)
        log_chances = jax.nn.log_softmax(masked(logits, samples.legal))
        log_chance = jnp.take_along_axis(log_chances, samples.move[:, None], axis=-1)[:, 0]
        ratio = jnp.exp(log_chance - samples.log_chance)
        clipped = jnp.clip(ratio, 1 - self.recipe.clip, 1 + self.recipe.clip)
        gain = jnp.minimum(ratio * samples.advantage, clipped * samples.advantage)
        chances = jnp.where(samples.legal, jnp.exp(log_chances), 0.0)
        surprise = -jnp.sum(jnp.where(samples.legal, chances * log_chances, 0.0), axis=-1)
        # Where there is one move only, nothing is decided.
        choice = samples.weight * (jnp.sum(samples.legal, axis=-1) > 1)
        policy_loss = -_mean(gain, choice)
        held = _mean(surprise, choice)
        errors = 0.5 * jnp.square(values - samples.values) * samples.counted
        share_loss, points_loss = _mean(errors[:, 0], samples.weight), _mean(errors[:, 1], samples.weight)
        loss = policy_loss - entropy * held + self.recipe.value * (share_loss + points_loss)
        divergence = _mean(ratio - 1 - (log_chance - samples.log_chance), choice)
        beyond = _mean((jnp.abs(ratio - 1) > self.recipe.clip).astype(jnp.float32), choice)
        return loss, Figures(held, policy_loss, share_loss, points_loss, divergence, beyond)


def _mean(each: Array, weight: Array) -> Array:
    return jnp.sum(each * weight) / jnp.maximum(jnp.sum(weight), 1.0)
