"""What a game's part in this room hands over to make puzzles: what is asked in a position, and the proof of the answer.

`PUZZLES` of `study/GAME` is a `PuzzleSource`. A solver gets the view of the seat that decides, so that it cannot know
more than that seat. It goes through everything unknown that may change the value before the puzzle's end, with exact
weights, equal worlds once. The seat's own later decisions are the best ones for what the seat knows then: one decision
for all worlds that look the same to it. The others play by the rule that the question names.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

MOST_LEAVES = 2_000_000  # what has more is no puzzle


class TooManyLeaves(Exception):
    """There is more to go through than we do."""


class Leaves:
    """How many ends have been reached; more than there may be are refused."""

    def __init__(self, most: int = MOST_LEAVES):
        self.count = 0
        self._most = most

    def add(self, more: int = 1) -> None:
        """Count ends that were reached."""
        self.count += more
        if self.count > self._most:
            raise TooManyLeaves


class SetUp(NamedTuple):
    """A table at which positions are looked for."""

    seats: int
    options: Mapping[str, int | bool] = {}


class Question(NamedTuple):
    """What a puzzle asks: keys of its sentences (see `omnibus.learn.puzzles`)."""

    end: str
    counts: str
    others: str | None = None


@dataclass(frozen=True)
class Proof:
    """The exact value of every legal move, by its text, and how much was gone through for it."""

    values: Mapping[str, Fraction]
    worlds: int  # different ways in which the unknown may lie or come
    leaves: int  # different ends that were counted
    kind: str = ""  # what the decision is about, where the best move does not tell: for variety
    obvious: Collection[str] = ()  # moves that look best at first sight: whoever finds them has found nothing hard

    @property
    def best(self) -> list[str]:
        """The moves that come to the best value: together one answer."""
        most = max(self.values.values())
        return [move for move, value in self.values.items() if value == most]


@dataclass(frozen=True)
class PuzzleSource:
    """Where puzzles of a game come from."""

    set_ups: tuple[SetUp, ...]  # they take turns
    question: Callable[[Any], Question | None]  # what to ask in a view; None if it is no place for a puzzle
    solve: Callable[[Any, Question], Proof | None]  # None if nothing is at stake; may raise TooManyLeaves
