"""The judge's network as it learns, in JAX; `omnibus.bots.bus.judge` is the same in NumPy, for one position."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from omnibus.bots.bus.judge import (
    ARRIVALS,
    JUNCTIONS,
    LINES,
    ON_THE_LINE,
    ONE_LINE,
    OWN,
    ROWS,
    SEAT,
    TABLE,
)

Weights = dict[str, Array]

MOST_SEATS = 5
BUSES = list(SEAT).index("buses")
NOBODY = -1e9  # the odds of a seat that is not there
POINTS = 5.0  # are one

# What the sums over a line are multiplied by, so that all that is looked at is about one.
LOT, RIDER, ARRIVAL, RIDE, LENGTH, ALONG, BEYOND = 0.2, 0.3, 0.1, 0.5, 0.1, 0.1, 0.2


class Batch(NamedTuple):
    """Positions as numbers, one a row, with room for the most seats; and how their games ended."""

    lines: npt.NDArray[np.int8]
    ahead: npt.NDArray[np.int8]
    city: npt.NDArray[np.int8]
    seats: npt.NDArray[np.float32]
    table: npt.NDArray[np.float32]
    there: npt.NDArray[np.float32]  # 1 for a seat that is there
    by_thumb: npt.NDArray[np.float32]  # logarithms of the chances that the rule of thumb sees
    wins: npt.NDArray[np.float32]  # shares of the victory
    points: npt.NDArray[np.float32]  # that were still to come


def begin(key: Array, part_width: int, width: int) -> Weights:
    """Weights to begin with: the rule of thumb is not corrected much."""
    keys = iter(jax.random.split(key, 5))
    seen = len(_scale(part_width))

    def normal(rows: int, columns: int, size: float = 1.0) -> Array:
        return jax.random.normal(next(keys), (rows, columns)) * size / np.sqrt(rows)

    return {
        "junction": normal(ROWS, part_width),
        "junction bias": normal(JUNCTIONS, part_width, 0.1 * np.sqrt(JUNCTIONS)),
        "seat": normal(seen, width),
        "seat bias": jnp.zeros(width),
        "table": normal(2 * width, width),
        "table bias": jnp.zeros(width),
        "values": normal(width, 2, 0.3),
        "straight": jnp.zeros((seen, 2)),
        "trust": jnp.ones(()),
    }


def _scale(part_width: int) -> npt.NDArray[np.float32]:
    """What each number that is looked at of a seat is multiplied by."""
    on_the_line = [LOT] * 2 + [RIDER] * 6 + [ARRIVAL]
    after_it = [RIDE] * 3 + [RIDER] * 6 + [LENGTH] + [ALONG] * part_width + [BEYOND] * part_width
    return np.array([*SEAT.values(), *TABLE.values(), *on_the_line, *after_it], np.float32)


def _city_scale() -> npt.NDArray[np.float32]:
    scale = np.ones(ROWS, np.float32)
    scale[ARRIVALS], scale[LINES] = ARRIVAL, 0.5
    return scale


def judged(weights: Weights, batch: Batch) -> tuple[Array, Array]:
    """The logarithms of the chances of each seat, and the points that are still to come for it."""
    lines, ahead, city = (each.astype(jnp.float32) for each in (batch.lines, batch.ahead, batch.city))
    scaled = jnp.swapaxes(city, 1, 2) * _city_scale()
    junctions = jax.nn.relu(scaled @ weights["junction"] + weights["junction bias"])
    on_the_line = lines @ jnp.swapaxes(city[:, ON_THE_LINE], 1, 2)
    own = (lines * city[:, ONE_LINE, None]) @ jnp.swapaxes(city[:, OWN], 1, 2)
    waiting, free = on_the_line[..., 2:5], on_the_line[..., 5:8]
    rides = jnp.minimum(jnp.minimum(waiting, free), batch.seats[..., BUSES, None])
    table = jnp.broadcast_to(batch.table[:, None], (*batch.there.shape, len(TABLE)))
    length = lines.sum(2, keepdims=True)
    seen = [batch.seats, table, on_the_line, rides, own, length, lines @ junctions, ahead @ junctions]
    x = jnp.concatenate(seen, 2) * _scale(junctions.shape[-1])
    hidden = jax.nn.relu(x @ weights["seat"] + weights["seat bias"]) * batch.there[..., None]
    others = (hidden.sum(1, keepdims=True) - hidden) / (batch.there.sum(1) - 1)[:, None, None]
    both = jnp.concatenate([hidden, others], 2)
    hidden = jax.nn.relu(both @ weights["table"] + weights["table bias"])
    values = hidden @ weights["values"] + x @ weights["straight"]
    odds = values[..., 0] + weights["trust"] * batch.by_thumb
    return jax.nn.log_softmax(jnp.where(batch.there > 0, odds, NOBODY), axis=1), POINTS * values[..., 1]


def exported(weights: Weights) -> dict[str, npt.NDArray[np.float16]]:
    """What plays: the scales are in the weights, and the points, from which it only learnt, are left out."""
    plain = {name: np.asarray(each) for name, each in weights.items()}
    scale = _scale(plain["junction"].shape[1])[:, None]
    chosen = {
        **{name: plain[name] for name in ("junction bias", "seat bias", "table", "table bias", "trust")},
        "junction": plain["junction"] * _city_scale()[:, None],
        "seat": plain["seat"] * scale,
        "straight": plain["straight"][:, :1] * scale,
        "odds": plain["values"][:, 0],
    }
    return {name: each.astype(np.float16) for name, each in chosen.items()}
