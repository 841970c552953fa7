"""What a bot is: a player who gets a view, a generator of random numbers and a budget, and returns a legal move.

A bot is a function. What it wants to know again at its seat's next decision it hands back with its move, as plain data;
it keeps nothing in itself, so that it plays alike in one process and in many.
"""

import json
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypedDict

from omnibus.rules.game import View

MOST_REMEMBERED = 16 * 1024  # bytes of JSON
MOST_CANDIDATES = 8


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


Memory = Any
"""What a bot remembers: plain JSON data, at most 16 KiB of it; None for nothing, as at first."""


class Candidate(TypedDict):
    """A move that a bot looked at, and what it is worth to it."""

    move: str
    worth: float


Unit = Literal["points", "chance"]
"""What worth is counted in: points at the end of the game, or chances to win it, from 0 to 1."""


class Weighed(TypedDict, total=False):
    """What a bot weighed before it moved, as plain data, for who asks why. Nothing of it need be there."""

    unit: Unit
    candidates: list[Candidate]  # the best first
    plan: dict[str, Any]  # what it is after, as its game's part in this room tells it


class Answer(NamedTuple):
    """A bot's move, what it wants to know again at its seat's next decision, and what it weighed."""

    move: str
    memory: Memory = None
    weighed: Weighed | None = None


def weighed(unit: Unit, worths: Iterable[tuple[str, float]], plan: dict[str, Any] | None = None) -> Weighed:
    """What was weighed: the moves with their worth, and the plan if there is one."""
    best = sorted(worths, key=lambda each: -each[1])[:MOST_CANDIDATES]
    found: Weighed = {"unit": unit, "candidates": [{"move": move, "worth": worth} for move, worth in best]}
    if plan:
        found["plan"] = plan
    return found


Bot = Callable[[Any, Random, Budget, Memory], str | Answer]
"""A player: returns the text of one of the moves in `view["legal"]`. The view is of the game that it knows.

It may remember what it saw earlier in the same game from the same seat, and nothing else.
"""


def texts(view: View) -> list[str]:
    """The answers that a bot may give to a view."""
    return [move["text"] for move in view["legal"]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot as it can be chosen at the table."""

    sit: Callable[[], Bot]  # a bot for one seat of one game; most are always the same function
    budget: Budget  # what it is given unless somebody says otherwise
    needs: str | None = None  # a package without which it cannot play
    ruleset: int | None = None  # the only one that it plays by, if it knows no other

    @property
    def ready(self) -> bool:
        """Whether the package that it needs is there."""
        return self.needs is None or find_spec(self.needs) is not None

    def plays_by(self, ruleset: int | None) -> bool:
        """Whether it plays by that ruleset; None is the newest, which every bot knows."""
        return ruleset is None or self.ruleset in (None, ruleset)

    def seated(self, budget: Budget | None = None, memory: bool = True) -> "SeatedBot":
        """A bot of this kind for one seat of one game, its budget settled. Without memory it always thinks afresh."""
        return SeatedBot(self.sit(), budget or self.budget, memory)


class SeatedBot:
    """A bot at one seat of one game, and what it remembers there."""

    def __init__(self, bot: Bot, budget: Budget, remembers: bool = True):
        self.bot = bot
        self.budget = budget
        self.remembers = remembers
        self._memory = "null"  # as JSON, so that nothing but data is handed on
        self._since = -1  # the n of the view that it is of

    def __call__(self, view: View, rng: Random) -> str:
        """The bot's move. When the game does not go on from where it last moved, it thinks afresh."""
        return self.weighing(view, rng).move

    def weighing(self, view: View, rng: Random) -> Answer:
        """The bot's move, and what it weighed."""
        fresh = not self.remembers or view["n"] <= self._since
        answer = self.answer(view, rng, None if fresh else json.loads(self._memory))
        self._memory, self._since = json.dumps(answer.memory), view["n"]
        return answer

    def answer(self, view: View, rng: Random, memory: Memory) -> Answer:
        """The bot's move with that in mind, and what it remembers now: only what may be remembered."""
        answer = self.bot(view, rng, self.budget, memory)
        return answer._replace(memory=kept(answer.memory)) if isinstance(answer, Answer) else Answer(answer)


def size_of(memory: Memory) -> int:
    """How many bytes a memory takes, if it is plain data."""
    return len(json.dumps(memory, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode())


def kept(memory: Memory) -> Memory:
    """What a bot may remember: that, or nothing, with a warning, if it is too much or no plain data."""
    try:
        if size_of(memory) <= MOST_REMEMBERED:
            return memory
        reason = f"it takes more than {MOST_REMEMBERED} bytes"
    except (TypeError, ValueError, RecursionError) as error:
        reason = f"it is no plain data ({error})"
    warnings.warn(f"a bot's memory is forgotten: {reason}", stacklevel=2)
    return None


def at_once(choose: Callable[[Any, Random], str | Answer]) -> Kind:
    """A kind of bot that needs no budget: it remembers nothing and answers quickly."""

    def bot(view: Any, rng: Random, _budget: Budget, _memory: Memory) -> str | Answer:
        return choose(view, rng)

    return Kind(lambda: bot, Budget(iterations=1))


def thinking(choose: Callable[[Any, Random, Budget], str | Answer], budget: Budget) -> Kind:
    """A kind of bot that thinks as long as its budget allows, and remembers nothing."""

    def bot(view: Any, rng: Random, allowed: Budget, _memory: Memory) -> str | Answer:
        return choose(view, rng, allowed)

    return Kind(lambda: bot, budget)


def remembering(choose: Bot, budget: Budget) -> Kind:
    """A kind of bot that thinks as long as its budget allows, and gets again what it hands back with its move."""
    return Kind(lambda: choose, budget)
