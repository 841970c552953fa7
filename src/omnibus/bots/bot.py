"""What a bot is: a player who gets a view, a generator of random numbers and a budget, and returns a legal move."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from omnibus.rules.game import View


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one move: seconds, iterations, or both, whichever are over first.

    Iterations make play repeatable on any machine; seconds keep people from waiting.
    """

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.iterations is None:
            raise ValueError("a budget has an end: say how many seconds or iterations")

    def spent(self) -> Iterator[int]:
        """Count the iterations there is time for; one there always is."""
        begun = perf_counter()
        for number in count():
            over = number == self.iterations or (self.seconds is not None and perf_counter() - begun >= self.seconds)
            if number and over:
                return
            yield number


Bot = Callable[[Any, Random, Budget], str]
"""A player: returns the text of one of the moves in `view["legal"]`. The view is of the game that it knows.

It may remember what it saw earlier in the same game from the same seat, and nothing else.
"""


def texts(view: View) -> list[str]:
    """The answers that a bot may give to a view."""
    return [move["text"] for move in view["legal"]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot as it can be chosen at the table."""

    sit: Callable[[], Bot]  # a bot for one seat of one game
    budget: Budget  # what it is given unless somebody says otherwise

    def seated(self, budget: Budget | None = None) -> Callable[[View, Random], str]:
        """A bot of this kind for one seat of one game, its budget settled."""
        bot, allowed = self.sit(), budget or self.budget
        return lambda view, rng: bot(view, rng, allowed)


def at_once(choose: Callable[[Any, Random], str]) -> Kind:
    """A kind of bot that needs no budget: it remembers nothing and answers quickly."""

    def bot(view: View, rng: Random, _budget: Budget) -> str:
        return choose(view, rng)

    return Kind(lambda: bot, Budget(iterations=1))
