"""What learning to judge a game takes: its part of all that is done here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jax import Array

from omnibus.bots.bot import Bot
from omnibus.rules.game import Game
from omnibus.training.checkpoint import Arrays
from omnibus.training.judge.lessons import Lessons, Rows
from omnibus.training.judge.recipe import Recipe

Weights = dict[str, Array]


@dataclass(frozen=True)
class Course:
    """A game's part. Games are played by the judge in a folder that an earlier stage wrote, or by rules of thumb."""

    game: type[Game]
    layout: Callable[[], list[list[Any]]]  # what the numbers are that the judge sees
    play_games: Callable[[Path, str, int, Path | None], Iterator[int]]  # into a folder, until there are so many
    lessons_in: Callable[[Path, str], Lessons]  # the games in a folder
    begin: Callable[[Array, Recipe], Weights]
    judged: Callable[[Weights, Rows], Array]  # the logarithms of the chances of each seat
    loss: Callable[[Weights, Rows, Array, Recipe], Array]  # of what was judged against what is aimed at
    exported: Callable[[Weights], Arrays]  # what plays
    learn_besides: Callable[[Path, str, Recipe], tuple[Arrays, dict[str, float]]]  # what else plays, and its figures
    sit_down: Callable[[Path], Bot]  # the master with the judge of a folder
