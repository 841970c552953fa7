"""Terminus as a course: games of quick players, and some of their positions."""

from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path

import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.bots.terminus.master import sit_down
from omnibus.bots.terminus.numbers import Position, layout, seen
from omnibus.rules.terminus import Terminus
from omnibus.training.judge.course import Course, Weights
from omnibus.training.judge.lessons import LEAST_CHANCE, Lessons, padded
from omnibus.training.judge.recipe import Recipe
from omnibus.training.judge.terminus.games import AT_ONCE, file_of, play_games
from omnibus.training.judge.terminus.hands import learn
from omnibus.training.judge.terminus.network import MOST_SEATS, Batch, begin, exported, log_chances


def _play_games(folder: Path, seed: str, games: int, _before: Path | None) -> Iterator[int]:
    return play_games(folder, seed, games)


def lessons_in(folder: Path, _seed: str) -> Lessons:
    """The games in a folder as lessons."""
    files = takewhile(Path.exists, (file_of(folder, first) for first in count(0, AT_ONCE)))
    lessons = [_lessons_from(file) for file in files]
    rows = (np.concatenate(column) for column in zip(*(each.rows for each in lessons), strict=True))
    return Lessons(Batch(*rows), np.concatenate([each.games for each in lessons]))


def _lessons_from(file: Path) -> Lessons:
    with np.load(file) as kept:
        look = seen(Position(*(kept[name] for name in Position._fields)))
        scores, by_thumb, games = kept["scores"], kept["by_thumb"], kept["games"]
    won = scores == scores.min(1, keepdims=True)
    columns = (
        look.seats.astype(np.float16),
        look.lines.astype(np.float16),
        np.ones(scores.shape, np.float32),
        np.log(np.maximum(by_thumb, LEAST_CHANCE)),
        (won / won.sum(1, keepdims=True)).astype(np.float32),
    )
    return Lessons(Batch(*(padded(column, MOST_SEATS, axis=1) for column in columns)), games)


def _begin(key: Array, recipe: Recipe) -> Weights:
    return begin(key, recipe.part_width, recipe.width)


def _loss(weights: Weights, batch: Batch, aims: Array, _recipe: Recipe) -> Array:
    return -(aims * jnp.where(batch.there > 0, log_chances(weights, batch), 0)).sum(1).mean()


TERMINUS = Course(Terminus, layout, _play_games, lessons_in, _begin, log_chances, _loss, exported, learn, sit_down)
