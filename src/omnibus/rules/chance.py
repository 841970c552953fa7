"""Seeds, commitments and shuffles.

A game draws all its luck from one secret text, the seed. The SHA-256 of the seed is published before the
first move and the seed itself after the last, so that anyone can check that nobody chose the deal.
"""

import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import TypeVar

Thing = TypeVar("Thing")

_WORDS = Struct(">8I")
_WORD_VALUES = 1 << 32


def fresh_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What is published of a seed before the game: `printf %s SEED | sha256sum` gives the same."""
    return sha256(seed.encode()).hexdigest()


def pick(seed: str, occasion: int, choices: int) -> int:
    """A number from 0 to `choices` - 1, all equally likely: the game's chance number `occasion`."""
    return _below(choices, _words(seed, occasion))


def shuffled(seed: str, occasion: int, things: Sequence[Thing]) -> list[Thing]:
    """The things in a random order, all equally likely: the game's chance number `occasion`."""
    words = _words(seed, occasion)
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return order


def _words(seed: str, occasion: int) -> Iterator[int]:
    # The counter stands before the seed: with the seed first, the published SHA-256 of the seed would be a
    # state from which SHA-256 can be continued.
    for block in count():
        yield from _WORDS.unpack(sha256(f"{occasion}.{block}.{seed}".encode()).digest())


def _below(bound: int, words: Iterator[int]) -> int:
    fair = _WORD_VALUES - _WORD_VALUES % bound
    for word in words:
        if word < fair:
            return word % bound
    raise AssertionError("the stream of words has no end")
