"""Luck, and the one door through which it comes into a game.

A game draws all its luck from one secret text, the seed. The SHA-256 of the seed is published before the first move and
the seed itself after the last, so that anyone can check that nobody chose the deal.

Puzzles, and programs that go through all that may happen, bring luck of their own: a deal that is given beforehand, or
one that is asked for outcome by outcome (see `unfolding.py`).
"""

import secrets
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Any, TypeVar

from omnibus.rules.rulebook import TEXTS, Refusal

Thing = TypeVar("Thing")
Outcome = int | str  # a number that was picked, or the thing that came from a pile

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


class Luck(ABC):
    """Where a state's luck comes from."""

    __slots__ = ("seed",)

    def __init__(self, seed: str):
        self.seed = seed

    @abstractmethod
    def pick(self, occasion: int, choices: int) -> int:
        """A number from 0 to `choices` - 1, all equally likely."""

    @abstractmethod
    def shuffled(self, occasion: int, things: Sequence[Thing], at_once: int = 0) -> list[Thing]:
        """The things in a random order. The first `at_once` are dealt now, the rest is a pile to be taken from."""

    @abstractmethod
    def top(self, pile: list[Thing]) -> Thing:
        """Take the next thing of a shuffled pile, which lies at its end."""

    @abstractmethod
    def first(self, pile: list[Thing], unseen: int) -> Thing:
        """Take the next thing of a pile from its front; only the first `unseen` are still as they were shuffled."""

    @abstractmethod
    def copy(self) -> "Luck":
        """An independent copy."""

    @property
    def deal(self) -> list[Outcome] | None:
        """What is left of a deal given beforehand; None if all luck comes from the seed."""
        return None


class Seeded(Luck):
    """All luck comes from the seed."""

    __slots__ = ()

    def pick(self, occasion: int, choices: int) -> int:
        """A number from 0 to `choices` - 1."""
        return pick(self.seed, occasion, choices)

    def shuffled(self, occasion: int, things: Sequence[Thing], at_once: int = 0) -> list[Thing]:  # noqa: ARG002
        """The things in the seed's order."""
        return shuffled(self.seed, occasion, things)

    def top(self, pile: list[Thing]) -> Thing:
        """The last of the pile."""
        return pile.pop()

    def first(self, pile: list[Thing], unseen: int) -> Thing:  # noqa: ARG002
        """The first of the pile."""
        return pile.pop(0)

    def copy(self) -> "Seeded":
        """Itself: nothing in it ever changes."""
        return self


class Undecided(Exception):
    """Luck is needed that nobody has given: `outcomes` are those there are, with their probabilities."""

    def __init__(self, outcomes: list[tuple[Outcome, Fraction]]):
        super().__init__()
        self.outcomes = outcomes


class Impossible(Refusal):
    """A deal that gives what cannot come."""

    def __init__(self, number: int, outcome: object):
        super().__init__(TEXTS["deal-impossible"], number=number, outcome=outcome)


class Given(Luck):
    """A deal given beforehand, one outcome after the other. After its end the seed goes on; without one it asks.

    An outcome is the number that is picked, or the next thing that comes from a shuffled pile.
    """

    __slots__ = ("_at", "_outcomes")

    def __init__(self, outcomes: Sequence[Outcome], seed: str = ""):
        super().__init__(seed)
        self._outcomes = tuple(outcomes)
        self._at = 0

    def pick(self, occasion: int, choices: int) -> int:
        """The number that was given."""
        outcome = self._next(range(choices))
        return pick(self.seed, occasion, choices) if outcome is None else outcome

    def shuffled(self, occasion: int, things: Sequence[Thing], at_once: int = 0) -> list[Thing]:
        """The things, those that are dealt at once as they were given."""
        order = shuffled(self.seed, occasion, things) if self.seed else list(things)
        for place in range(at_once):
            outcome = self._next(order[place:])
            if outcome is None:
                break
            other = order.index(outcome, place)
            order[place], order[other] = order[other], order[place]
        return order

    def top(self, pile: list[Thing]) -> Thing:
        """The thing that was given, wherever in the pile it is."""
        outcome = self._next(pile)
        if outcome is not None:
            place = pile.index(outcome)
            pile[place], pile[-1] = pile[-1], pile[place]
        return pile.pop()

    def first(self, pile: list[Thing], unseen: int) -> Thing:
        """The thing that was given, of those that nobody has seen; the first once all have been seen."""
        outcome = self._next(pile[:unseen]) if unseen > 0 else None
        if outcome is not None:
            place = pile.index(outcome)
            pile[place], pile[0] = pile[0], pile[place]
        return pile.pop(0)

    def copy(self) -> "Given":
        """An independent copy."""
        twin = Given(self._outcomes, self.seed)
        twin._at = self._at
        return twin

    @property
    def deal(self) -> list[Outcome]:
        """What is left of it."""
        return list(self._outcomes[self._at :])

    def _next(self, possible: Sequence[Any]) -> Any:
        """The next outcome; None if the seed decides."""
        if self._at < len(self._outcomes):
            outcome = self._outcomes[self._at]
            if type(outcome) not in (int, str) or outcome not in possible:
                raise Impossible(self._at, outcome)
            self._at += 1
            return outcome
        if self.seed:
            return None
        counts = Counter(possible)
        raise Undecided([(outcome, Fraction(times, len(possible))) for outcome, times in counts.items()])
