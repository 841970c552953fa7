"""The network: from what a seat knows, how good each move looks and what the seat may hope for.

A residual network of dense layers. `omnibus.bots.network` is the same in NumPy; a test holds the two together.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.rules.encoding import Encoding

Weights = dict[str, Array]

VALUES = ("share", "points")  # the share of victory less that by lot; the points still to come
NOT_ZERO = 1e-6


@dataclass(frozen=True)
class Network:
    """How large a network is, and in what it reckons."""

    scale: tuple[float, ...]  # by what each number of the encoding is multiplied
    moves: int
    width: int
    blocks: int
    kind: Any = jnp.float32

    def begin(self, key: Array) -> Weights:
        """Weights to begin with: moves look about equally good."""
        keys = iter(jax.random.split(key, 3 + 2 * self.blocks))
        inputs, width = len(self.scale), self.width
        weights = {"input": _normal(next(keys), inputs, width, sqrt(2 / min(inputs, 200)))}  # most numbers are 0
        weights["input bias"] = jnp.zeros(width)
        for block in range(self.blocks):
            weights[f"block {block} norm"] = jnp.ones(width)
            weights[f"block {block} in"] = _normal(next(keys), width, width, sqrt(2 / width))
            weights[f"block {block} in bias"] = jnp.zeros(width)
            weights[f"block {block} out"] = _normal(next(keys), width, width, sqrt(1 / width / self.blocks))
            weights[f"block {block} out bias"] = jnp.zeros(width)
        weights["norm"] = jnp.ones(width)
        weights["policy"] = _normal(next(keys), width, self.moves, 0.1 / sqrt(width))
        weights["policy bias"] = jnp.zeros(self.moves)
        weights["values"] = _normal(next(keys), width, len(VALUES), 0.1 / sqrt(width))
        weights["values bias"] = jnp.zeros(len(VALUES))
        return weights

    def __call__(self, weights: Weights, numbers: Array, moves: int) -> tuple[Array, Array]:
        """How good the first so many moves look (logits), and the values, for a batch of encodings."""
        hidden = (numbers.astype(jnp.float32) * jnp.asarray(self.scale, jnp.float32)).astype(self.kind)
        hidden = jax.nn.relu(self._dense(weights, "input", hidden))
        for block in range(self.blocks):
            inner = jax.nn.relu(
                self._dense(weights, f"block {block} in", _normed(weights[f"block {block} norm"], hidden))
            )
            hidden = hidden + self._dense(weights, f"block {block} out", inner)
        hidden = _normed(weights["norm"], hidden)
        logits = self._head(hidden, weights["policy"][:, :moves], weights["policy bias"][:moves])
        return logits, self._head(hidden, weights["values"], weights["values bias"])

    def _dense(self, weights: Weights, name: str, hidden: Array) -> Array:
        return hidden @ weights[name].astype(self.kind) + weights[f"{name} bias"].astype(self.kind)

    def _head(self, hidden: Array, weights: Array, bias: Array) -> Array:
        out = jnp.matmul(hidden, weights.astype(self.kind), preferred_element_type=jnp.float32)
        return out + bias.astype(jnp.float32)


def _normal(key: Array, rows: int, columns: int, spread: float) -> Array:
    return spread * jax.random.normal(key, (rows, columns), jnp.float32)


def _normed(gain: Array, hidden: Array) -> Array:
    """Every row to length 1 on average, reckoned in full precision."""
    full = hidden.astype(jnp.float32)
    normed = full * jax.lax.rsqrt(jnp.mean(full * full, axis=-1, keepdims=True) + NOT_ZERO)
    return (normed * gain.astype(jnp.float32)).astype(hidden.dtype)


def scale_of(encoding: Encoding) -> tuple[float, ...]:
    """By what to multiply the numbers of an encoding.

    Divided by the highest they may be, most would hardly differ from 0, as bounds are seldom reached; so by its root.
    """
    return tuple(1 / sqrt(max(part.highest, -part.lowest, 1)) for part in encoding.parts for _ in range(part.size))


def storage_of(encoding: Encoding) -> Any:
    """The smallest whole numbers that hold an encoding."""
    small = all(part.lowest >= -128 and part.highest <= 127 for part in encoding.parts)
    return jnp.int8 if small else jnp.int16


def halved(weights: Weights) -> Weights:
    """The weights in half precision."""
    return {name: each.astype(jnp.float16) for name, each in weights.items()}


def count_of(weights: Weights) -> int:
    """How many weights there are."""
    return sum(int(np.prod(each.shape)) for each in weights.values())
