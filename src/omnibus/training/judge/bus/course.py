"""Bus as a course: games of quick players, and the positions where their rounds begin."""

import json
from collections.abc import Iterator
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from omnibus.bots.bus.judge import judge_for, layout, numbers_of
from omnibus.bots.bus.master import sit_down
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from omnibus.training.checkpoint import Arrays
from omnibus.training.judge.bus.games import play_games, positions
from omnibus.training.judge.bus.network import MOST_SEATS, Batch, begin, exported, judged
from omnibus.training.judge.course import Course, Weights
from omnibus.training.judge.lessons import LEAST_CHANCE, Lessons, padded
from omnibus.training.judge.recipe import Recipe

GAMES = "games.jsonl"


def _play_games(folder: Path, seed: str, count: int, before: Path | None) -> Iterator[int]:
    return play_games(folder / GAMES, seed, count, chances if before is None else judge_for(Bus(), before).chances)


def lessons_in(folder: Path, seed: str) -> Lessons:
    """The games in a folder as lessons."""
    rows: list[tuple[npt.NDArray[np.generic], ...]] = []
    games = []
    with (folder / GAMES).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            starts, end = positions(seed, number, json.loads(line))
            for state in starts:
                rows.append(_lesson(state, end))
                games.append(number)
    kinds = (np.int8, np.int8, np.int8, *[np.float32] * 6)
    batch = Batch(*(np.stack(column).astype(kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))
    return Lessons(batch, np.array(games))


def _lesson(state: BusState, end: BusState) -> tuple[npt.NDArray[np.generic], ...]:
    result, seats = end.result, state.game.seats
    if result is None:
        raise AssertionError("a game to learn from is over")
    numbers = numbers_of(state)
    wins = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
    now = [points - stones for points, stones in zip(state.points, state.stones, strict=True)]
    return (
        padded(numbers.lines, MOST_SEATS),
        padded(numbers.ahead, MOST_SEATS),
        numbers.city,
        padded(numbers.seats, MOST_SEATS),
        numbers.table,
        padded(np.ones(seats), MOST_SEATS),
        padded(np.log(np.maximum(chances(state), LEAST_CHANCE)), MOST_SEATS),
        padded(np.array(wins), MOST_SEATS),
        padded(np.array(result.scores) - np.array(now), MOST_SEATS),
    )


def _begin(key: Array, recipe: Recipe) -> Weights:
    return begin(key, recipe.part_width, recipe.width)


def _log_chances(weights: Weights, batch: Batch) -> Array:
    return judged(weights, batch)[0]


def _loss(weights: Weights, batch: Batch, aims: Array, recipe: Recipe) -> Array:
    log_chances, to_come = judged(weights, batch)
    surprise = -(aims * jnp.where(batch.there > 0, log_chances, 0)).sum(1).mean()
    off = (jnp.square(to_come - batch.points) * batch.there).sum() / batch.there.sum()
    return surprise + recipe.points * off


def _learn_nothing_else(_folder: Path, _seed: str, _recipe: Recipe) -> tuple[Arrays, dict[str, float]]:
    return {}, {}


BUS = Course(Bus, layout, _play_games, lessons_in, _begin, _log_chances, _loss, exported, _learn_nothing_else, sit_down)
