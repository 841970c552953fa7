"""Learning who wins: from who won, and from what the judge thinks of the round after."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from omnibus.bots.bus.judge import LEAST_CHANCE, numbers_of
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus.state import BusState
from omnibus.training.judge.games import positions
from omnibus.training.judge.network import MOST_SEATS, Batch, Weights, begin, judged
from omnibus.training.judge.recipe import Recipe
from omnibus.training.learning import Moments, adam, at_rest

WARMING_UP = 100  # steps
LAST_RATE = 0.02  # of the learning rate, in the end
AT_ONCE = 4096  # positions that are only judged

Floats = npt.NDArray[np.float32]


class Lessons:
    """The positions of games, and to which game each of them belongs."""

    def __init__(self, batch: Batch, games: npt.NDArray[np.int64]):
        self.batch = batch
        self.games = games

    def some(self, chosen: npt.NDArray[Any]) -> Batch:
        """These positions."""
        return Batch(*(each[chosen] for each in self.batch))

    def divided(self, every: int) -> tuple["Lessons", "Lessons"]:
        """The positions of most games, and those of one game of so many, which are held out."""
        held = self.games % every == 0
        most, few = (Lessons(self.some(chosen), self.games[chosen]) for chosen in (~held, held))
        return most, few


def lessons_in(file: Path, seed: str) -> Lessons:
    """The games of a file as lessons."""
    rows: list[tuple[npt.NDArray[np.generic], ...]] = []
    games = []
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            starts, end = positions(seed, number, json.loads(line))
            for state in starts:
                rows.append(_lesson(state, end))
                games.append(number)
    kinds = (np.int8, np.int8, np.int8, *[np.float32] * 6)
    batch = Batch(*(np.stack(column).astype(kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))
    return Lessons(batch, np.array(games))


def together(lessons: Sequence[Lessons]) -> Lessons:
    """Several files' lessons as one."""
    offsets = np.cumsum([0, *(int(each.games[-1]) + 1 for each in lessons)])
    games = [each.games + offset for each, offset in zip(lessons, offsets, strict=False)]
    columns = zip(*(each.batch for each in lessons), strict=True)
    return Lessons(Batch(*(np.concatenate(column) for column in columns)), np.concatenate(games))


def _lesson(state: BusState, end: BusState) -> tuple[npt.NDArray[np.generic], ...]:
    result, seats = end.result, state.game.seats
    if result is None:
        raise AssertionError("a game to learn from is over")
    numbers = numbers_of(state)
    wins = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
    now = [points - stones for points, stones in zip(state.points, state.stones, strict=True)]
    return (
        _padded(numbers.lines),
        _padded(numbers.ahead),
        numbers.city,
        _padded(numbers.seats),
        numbers.table,
        _padded(np.ones(seats)),
        _padded(np.log(np.maximum(chances(state), LEAST_CHANCE))),
        _padded(np.array(wins)),
        _padded(np.array(result.scores) - np.array(now)),
    )


def _padded(by_seat: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    return np.pad(by_seat, [(0, MOST_SEATS - len(by_seat)), *[(0, 0)] * (by_seat.ndim - 1)])


def _loss(weights: Weights, batch: Batch, aims: Array, points: float) -> Array:
    log_chances, to_come = judged(weights, batch)
    surprise = -(aims * jnp.where(batch.there > 0, log_chances, 0)).sum(1).mean()
    off = (jnp.square(to_come - batch.points) * batch.there).sum() / batch.there.sum()
    return surprise + points * off


@jax.jit
def _step(
    weights: Weights, moments: Moments, batch: Batch, aims: Array, rate: Array, points: float
) -> tuple[Weights, Moments]:
    return adam(weights, moments, jax.grad(_loss)(weights, batch, aims, points), rate)


_judged = jax.jit(judged)


def judged_chances(weights: Weights, lessons: Lessons) -> Floats:
    """What the judge thinks of every position."""
    rows = np.arange(len(lessons.games))
    parts = [lessons.some(rows[first : first + AT_ONCE]) for first in range(0, len(rows), AT_ONCE)]
    found: Floats = np.concatenate([np.exp(_judged(weights, part)[0]) for part in parts])
    return found


def aims_of(lessons: Lessons, judged_so_far: Floats, trace: float) -> Floats:
    """What is learnt: who won, the less the later it came out, and what the judge thought a round later."""
    aims = lessons.batch.wins.copy()
    for row in range(len(aims) - 2, -1, -1):
        if lessons.games[row] == lessons.games[row + 1]:
            aims[row] = trace * aims[row + 1] + (1 - trace) * judged_so_far[row + 1]
    return aims


def surprise(log_chances: Floats, lessons: Lessons) -> float:
    """How surprising the ends of the games were to whoever saw these chances, in nats, on average over positions."""
    wins = lessons.batch.wins
    return float(-(wins * np.where(wins > 0, log_chances, 0)).sum(1).mean())


def learnt(lessons: Lessons, recipe: Recipe) -> Iterator[Weights]:
    """Weights after every time through the lessons."""
    seed = Random(recipe.seed).getrandbits(31)
    order = np.random.default_rng(seed)
    weights = begin(jax.random.key(seed), recipe.junction_width, recipe.width)
    moments = at_rest(weights)
    rows = len(lessons.games)
    steps = recipe.epochs * (rows // recipe.batch)
    step = 0
    aims = lessons.batch.wins
    for epoch in range(recipe.epochs):
        if epoch >= recipe.by_ends:
            aims = aims_of(lessons, judged_chances(weights, lessons), recipe.trace)
        mixed = order.permutation(rows)
        for first in range(0, rows - recipe.batch + 1, recipe.batch):
            chosen = mixed[first : first + recipe.batch]
            step += 1
            rate = recipe.rate * min(1, step / WARMING_UP) * max(LAST_RATE, 1 - step / steps)
            weights, moments = _step(
                weights, moments, lessons.some(chosen), aims[chosen], jnp.float32(rate), recipe.points
            )
        yield weights
