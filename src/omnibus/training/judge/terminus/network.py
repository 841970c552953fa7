"""The judge's network as it learns, in JAX; `omnibus.bots.terminus.judge` is the same in NumPy."""

from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from omnibus.bots.terminus.numbers import LINE, SEAT
from omnibus.training.checkpoint import Arrays

Weights = dict[str, Array]

MOST_SEATS = 6
NOBODY = -1e9  # the odds of a seat that is not there

_SEAT_SCALE = np.array([*SEAT.values()], np.float32)
_LINE_SCALE = np.array([*LINE.values()], np.float32)


class Batch(NamedTuple):
    """Positions as the judge sees them, one a row, with room for the most seats; and how their games ended."""

    seats: npt.NDArray[np.float16]
    lines: npt.NDArray[np.float16]
    there: npt.NDArray[np.float32]  # 1 for a seat that is there
    by_thumb: npt.NDArray[np.float32]  # logarithms of the chances that the rule of thumb sees
    wins: npt.NDArray[np.float32]  # shares of the victory


class Looks(NamedTuple):
    """What a seat cannot see, as the judge sees it: a row has the truth, and then guesses."""

    seats: npt.NDArray[np.float16]
    lines: npt.NDArray[np.float16]
    hidden: npt.NDArray[np.float32]  # 1 for a seat that is there and another


def begin(key: Array, line_width: int, width: int) -> Weights:
    """Weights to begin with: everybody's chances are alike, nearly."""
    keys = iter(jax.random.split(key, 4))
    return {
        **_begin_looking(keys, line_width, width),
        "table": _normal(next(keys), 2 * width, width),
        "table bias": jnp.zeros(width),
        "odds": _normal(next(keys), width, 1, 0.3)[:, 0],
    }


def begin_with_hands(key: Array, line_width: int, width: int) -> Weights:
    """Weights to begin with: all guesses are alike, nearly."""
    keys = iter(jax.random.split(key, 3))
    return {**_begin_looking(keys, line_width, width), "odds": _normal(next(keys), width, 1, 0.1)[:, 0]}


def _begin_looking(keys: Iterator[Array], line_width: int, width: int) -> Weights:
    seen = len(SEAT) + len(LINE) + line_width
    return {
        "line": _normal(next(keys), len(LINE), line_width),
        "line bias": jnp.zeros(line_width),
        "seat": _normal(next(keys), seen, width),
        "seat bias": jnp.zeros(width),
        "straight": jnp.zeros(seen),
    }


def _normal(key: Array, rows: int, columns: int, size: float = 1.0) -> Array:
    return jax.random.normal(key, (rows, columns)) * size / np.sqrt(rows)


def _looked_at(weights: Weights, rows: Batch | Looks) -> tuple[Array, Array]:
    """What is looked at of every seat, and what is seen in that."""
    seats, lines = rows.seats.astype(jnp.float32) * _SEAT_SCALE, rows.lines.astype(jnp.float32) * _LINE_SCALE
    hidden = jax.nn.relu(lines @ weights["line"] + weights["line bias"])
    x = jnp.concatenate([seats, lines.sum(-2), hidden.sum(-2)], -1)
    return x, jax.nn.relu(x @ weights["seat"] + weights["seat bias"])


def log_chances(weights: Weights, batch: Batch) -> Array:
    """The logarithms of the chances of each seat."""
    x, hidden = _looked_at(weights, batch)
    hidden = hidden * batch.there[..., None]
    others = (hidden.sum(1, keepdims=True) - hidden) / (batch.there.sum(1) - 1)[:, None, None]
    both = jnp.concatenate([hidden, others], 2)
    hidden = jax.nn.relu(both @ weights["table"] + weights["table bias"])
    odds = hidden @ weights["odds"] + x @ weights["straight"]
    return jax.nn.log_softmax(jnp.where(batch.there > 0, odds, NOBODY), axis=1)


def log_likely(weights: Weights, looks: Looks) -> Array:
    """The logarithms of how likely each of a row is, the truth first."""
    x, hidden = _looked_at(weights, looks)
    odds = hidden @ weights["odds"] + x @ weights["straight"]
    return jax.nn.log_softmax((odds * looks.hidden[:, None]).sum(2), axis=1)


def exported(weights: Weights) -> Arrays:
    """What plays: the scales are in the weights."""
    plain = {name: np.asarray(each) for name, each in weights.items()}
    lines = plain["line"].shape[1]
    scale = np.concatenate([_SEAT_SCALE, _LINE_SCALE, np.ones(lines, np.float32)])
    plain["line"] = plain["line"] * _LINE_SCALE[:, None]
    plain["seat"] = plain["seat"] * scale[:, None]
    plain["straight"] = plain["straight"] * scale
    return {name: each.astype(np.float16) for name, each in plain.items()}
