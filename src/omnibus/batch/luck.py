"""Luck for many tables at once: from JAX keys, or from a deal given beforehand.

A deal holds the words that a seed's chances draw from (docs/records.md), so that a game from it is, decision by
decision and reshuffles included, the game that the rules play from that seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

SPARE_WORDS = 8  # a word is passed over once in many millions; eight in one shuffle never


@partial(jax.tree_util.register_dataclass, data_fields=["words"], meta_fields=[])
@dataclass(frozen=True)
class Deal:
    """The first words of every chance of a game: one row for each."""

    words: Array  # uint32 [chances, words]


Luck: TypeAlias = Array | Deal
"""A JAX key, which is new at every step, or a deal, which is the same at every step of a game."""


def deal(seed: str, chances: Sequence[int], longest: int) -> Deal:
    """The deal of a seed: the words of those chances, enough to shuffle so many things."""
    blocks = -(-(longest + SPARE_WORDS) // 8)
    rows = [
        np.frombuffer(b"".join(sha256(f"{k}.{block}.{seed}".encode()).digest() for block in range(blocks)), dtype=">u4")
        for k in chances
    ]
    return Deal(jnp.asarray(np.stack(rows).astype(np.uint32)))


def pick(luck: Luck, row: Array | int, choices: Array | int) -> Array:
    """A number from 0 to `choices` - 1, all equally likely. `row` is the chance's row in a deal."""
    if not isinstance(luck, Deal):
        return jax.random.randint(luck, (), 0, choices, jnp.int32)
    words = luck.words[row]
    word = words[jnp.argmax(words <= _fair(jnp.uint32(choices)))]
    number: Array = (word % jnp.uint32(choices)).astype(jnp.int32)
    return number


def shuffled(luck: Luck, row: Array | int, things: Array, count: Array | int) -> Array:
    """The first `count` of the things in a random order; what lies behind them stays where it is."""
    if not isinstance(luck, Deal):
        places = jnp.arange(len(things), dtype=jnp.uint32)
        lots = jax.random.bits(luck, (len(things),), jnp.uint32) >> 1  # equal ones are too rare to matter
        return things[jnp.argsort(jnp.where(places < jnp.uint32(count), lots, places | jnp.uint32(1 << 31)))]

    def take(carry: tuple[Array, Array], word: Array) -> tuple[tuple[Array, Array], None]:
        order, last = carry
        bound = jnp.maximum(last + 1, 1).astype(jnp.uint32)
        other = (word % bound).astype(jnp.int32)
        swapped = order.at[last].set(order[other]).at[other].set(order[last])
        taken = (last > 0) & (word <= _fair(bound))
        return (jnp.where(taken, swapped, order), last - taken), None

    (order, _), _ = jax.lax.scan(take, (things, jnp.int32(count) - 1), luck.words[row])
    return order


def below(word: Array, bound: Array | int) -> Array:
    """A number below a small bound from a random word: the upper half of their product."""
    low, high = word & 0xFFFF, word >> 16
    return (high * bound + (low * bound >> 16)) >> 16


def _fair(bound: Array) -> Array:
    """The greatest word that is not passed over."""
    greatest = jnp.uint32(0xFFFF_FFFF)
    fair: Array = greatest - (greatest % bound + jnp.uint32(1)) % bound
    return fair
