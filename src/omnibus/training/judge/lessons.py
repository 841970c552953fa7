"""What is learnt from: positions of games whose end is known."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

LEAST_CHANCE = 1e-5

Floats = npt.NDArray[np.float32]

Rows = Any
"""Positions as a game's course sees them: arrays with a position a row, by name. Among them are `wins`, the shares of
the victory, and `by_thumb`, the logarithms of the chances that the rule of thumb sees.
"""


class Lessons:
    """The positions of games, and to which game each of them belongs."""

    def __init__(self, rows: Rows, games: npt.NDArray[np.int64]):
        self.rows = rows
        self.games = games

    def some(self, chosen: npt.NDArray[Any]) -> Rows:
        """These positions."""
        return type(self.rows)(*(each[chosen] for each in self.rows))

    def divided(self, every: int) -> tuple["Lessons", "Lessons"]:
        """The positions of most games, and those of one game of so many, which are held out."""
        held = self.games % every == 0
        most, few = (Lessons(self.some(chosen), self.games[chosen]) for chosen in (~held, held))
        return most, few


def together(lessons: Sequence[Lessons]) -> Lessons:
    """Several stages' lessons as one."""
    offsets = np.cumsum([0, *(int(each.games[-1]) + 1 for each in lessons)])
    games = [each.games + offset for each, offset in zip(lessons, offsets, strict=False)]
    columns = zip(*(each.rows for each in lessons), strict=True)
    return Lessons(type(lessons[0].rows)(*(np.concatenate(column) for column in columns)), np.concatenate(games))


def padded(by_seat: npt.NDArray[Any], seats: int, axis: int = 0) -> npt.NDArray[Any]:
    """With room for so many seats, which lie along that axis."""
    room = [(0, 0)] * by_seat.ndim
    room[axis] = (0, seats - by_seat.shape[axis])
    return np.pad(by_seat, room)
