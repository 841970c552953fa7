"""Learning who wins: from who won, and from what the judge thinks of the position that is looked at next."""

from collections.abc import Callable, Iterator
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.training.judge.course import Course, Weights
from omnibus.training.judge.lessons import Floats, Lessons, Rows
from omnibus.training.judge.recipe import Recipe
from omnibus.training.learning import Moments, adam, at_rest

WARMING_UP = 100  # steps
LAST_RATE = 0.02  # of the learning rate, in the end
AT_ONCE = 4096  # positions that are only judged

Step = Callable[[Weights, Moments, Rows, Floats, Array], tuple[Weights, Moments]]


def _step_of(course: Course, recipe: Recipe) -> Step:
    @jax.jit
    def step(weights: Weights, moments: Moments, rows: Rows, aims: Array, rate: Array) -> tuple[Weights, Moments]:
        return adam(weights, moments, jax.grad(course.loss)(weights, rows, aims, recipe), rate)

    return step


def judged_chances(course: Course, weights: Weights, lessons: Lessons) -> Floats:
    """What the judge thinks of every position."""
    judged = jax.jit(course.judged)
    rows = np.arange(len(lessons.games))
    parts = [lessons.some(rows[first : first + AT_ONCE]) for first in range(0, len(rows), AT_ONCE)]
    found: Floats = np.concatenate([np.exp(judged(weights, part)) for part in parts])
    return found


def aims_of(lessons: Lessons, judged_so_far: Floats, trace: float) -> Floats:
    """What is learnt: who won, the less the later it came out, and what the judge thought of the position after."""
    aims: Floats = lessons.rows.wins.copy()
    for row in range(len(aims) - 2, -1, -1):
        if lessons.games[row] == lessons.games[row + 1]:
            aims[row] = trace * aims[row + 1] + (1 - trace) * judged_so_far[row + 1]
    return aims


def surprise(log_chances: Floats, lessons: Lessons) -> float:
    """How surprising the ends of the games were to whoever saw these chances, in nats, on average over positions."""
    wins = lessons.rows.wins
    return float(-(wins * np.where(wins > 0, log_chances, 0)).sum(1).mean())


def learnt(course: Course, lessons: Lessons, recipe: Recipe) -> Iterator[Weights]:
    """Weights after every time through the lessons."""
    seed = Random(recipe.seed).getrandbits(31)
    order = np.random.default_rng(seed)
    weights = course.begin(jax.random.key(seed), recipe)
    moments = at_rest(weights)
    step_of = _step_of(course, recipe)
    rows = len(lessons.games)
    steps = recipe.epochs * (rows // recipe.batch)
    step = 0
    aims = lessons.rows.wins
    for epoch in range(recipe.epochs):
        if epoch >= recipe.by_ends:
            aims = aims_of(lessons, judged_chances(course, weights, lessons), recipe.trace)
        mixed = order.permutation(rows)
        for first in range(0, rows - recipe.batch + 1, recipe.batch):
            chosen = mixed[first : first + recipe.batch]
            step += 1
            rate = recipe.rate * min(1, step / WARMING_UP) * max(LAST_RATE, 1 - step / steps)
            weights, moments = step_of(weights, moments, lessons.some(chosen), aims[chosen], jnp.float32(rate))
        yield weights
