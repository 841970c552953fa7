"""What a batched engine of a game is: the rules once more, on arrays of fixed size, for one table.

`vmap` makes thousands of tables of it. Nothing in it may depend on a value of the position but by `where` and `select`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Generic, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from omnibus.batch.luck import Luck
from omnibus.rules.game import Game

T = TypeVar("T")  # the position of one table: a pytree of arrays


class Engine(ABC, Generic[T]):
    """The rules of one game, set up for a number of seats and some options."""

    chances: Sequence[int]  # the numbers of the game's chances, in the order of the rows of a deal
    longest_shuffle: int  # how many things its largest shuffle has

    def __init__(self, game: Game):
        self.game = game

    @abstractmethod
    def set_up(self, luck: Luck) -> T:
        """The table before the first decision."""

    @abstractmethod
    def turn(self, table: T) -> Array:
        """The seat that decides next, int32. Where several may move at once, the lowest of them."""

    @abstractmethod
    def legal(self, table: T) -> Array:
        """Which moves that seat may make: bool, in the order of `game.moves`; none when the game is over."""

    @abstractmethod
    def carry_out(self, table: T, move: Array, luck: Luck) -> T:
        """Make a move, by its index, that is known to be legal."""

    @abstractmethod
    def over(self, table: T) -> Array:
        """Whether the game is over."""

    @abstractmethod
    def scores(self, table: T) -> Array:
        """The points of every seat, int32: the final ones once the game is over."""

    @abstractmethod
    def ranks(self, table: T) -> Array:
        """The rank of every seat, int32, 1 is best: that of the result once the game is over."""

    @abstractmethod
    def observe(self, table: T, seat: Array | int) -> Array:
        """What the seat knows, int16: the numbers of `encode(view)`."""


def either(which: Array, one: T, other: T) -> T:
    """One of two positions, or of whatever else is made of arrays."""
    chosen: T = jax.tree.map(partial(jnp.where, which), one, other)
    return chosen


def padded(by_seat: Array, most_seats: int) -> Array:
    """The numbers of the seats at the table, and nothing for those that the game could have besides."""
    return jnp.pad(by_seat, [(0, most_seats - len(by_seat)), *[(0, 0)] * (by_seat.ndim - 1)])


def ranked(merits: Array) -> Array:
    """The rank of every seat, int32: the greatest merit is 1, equal ones share a rank."""
    return 1 + jnp.sum(merits[None, :] > merits[:, None], axis=1, dtype=jnp.int32)
