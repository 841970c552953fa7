"""Echo, a game small enough to be learnt in seconds: a seat sees a symbol and names one, and has a point if it is that.

Three turns each, one seat after the other. A wrong answer that the option `slips` allows gives nothing either.
"""

from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
from jax import Array

from omnibus.batch import Deal, Env
from omnibus.batch.engine import Engine
from omnibus.batch.luck import Luck
from omnibus.rules.encoding import Encoding, Part
from omnibus.rules.game import Game, Move

SYMBOLS = 4
TURNS = 3
MOST_SEATS = 3


class EchoEncoding(Encoding):
    """The symbol, what was reached, how far the game is and how many play."""

    parts = (
        Part("symbol", SYMBOLS),
        Part("points", MOST_SEATS, TURNS),
        Part("turns over", 1, MOST_SEATS * TURNS),
        Part("seats", MOST_SEATS),
    )

    def encode(self, view: Any) -> list[int]:
        raise NotImplementedError("it is played in batches only")


class EchoBox:
    """What the trainer asks of a game."""

    id = "echo"
    ruleset = 1
    encoding = EchoEncoding()

    def __init__(self, seats: int, slips: bool):
        self.seats = seats
        self.options = {"slips": slips}
        self.moves = [Move(index, f"say {index}", "say") for index in range(SYMBOLS + slips)]


class Table(NamedTuple):
    """A table of Echo."""

    symbols: Array  # before each seat
    points: Array
    over: Array  # turns


class EchoEngine(Engine[Table]):
    """The rules of Echo."""

    chances = (0,)
    longest_shuffle = 1

    def set_up(self, luck: Luck) -> Table:
        assert not isinstance(luck, Deal)
        seats = self.game.seats
        symbols = jax.random.randint(luck, (seats,), 0, SYMBOLS)
        return Table(symbols, jnp.zeros(seats, jnp.int32), jnp.int32(0))

    def turn(self, table: Table) -> Array:
        return table.over % self.game.seats

    def legal(self, table: Table) -> Array:
        return jnp.broadcast_to(~self.over(table), (len(self.game.moves),))

    def carry_out(self, table: Table, move: Array, luck: Luck) -> Table:
        assert not isinstance(luck, Deal)
        seat = self.turn(table)
        points = table.points.at[seat].add(move == table.symbols[seat])
        return Table(table.symbols.at[seat].set(jax.random.randint(luck, (), 0, SYMBOLS)), points, table.over + 1)

    def over(self, table: Table) -> Array:
        return table.over >= TURNS * self.game.seats

    def scores(self, table: Table) -> Array:
        return table.points

    def ranks(self, table: Table) -> Array:
        return 1 + jnp.sum(table.points[None] > table.points[:, None], axis=1)

    def observe(self, table: Table, seat: Array | int) -> Array:
        seats = self.game.seats
        around = jnp.pad(jnp.roll(table.points, -seat), (0, MOST_SEATS - seats))
        symbol = jax.nn.one_hot(table.symbols[seat], SYMBOLS, dtype=jnp.int16)
        players = jax.nn.one_hot(seats - 1, MOST_SEATS, dtype=jnp.int16)
        return jnp.concatenate([symbol, around.astype(jnp.int16), table.over[None].astype(jnp.int16), players])


def make_echo(_game: str, seats: int, slips: bool = False) -> Env[Any]:
    """Echo for that many seats."""
    return Env(EchoEngine(cast(Game, EchoBox(seats, slips))))
