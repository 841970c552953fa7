"""What only tests know of a game, found by the game's id."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any, Protocol, TypeVar, cast

from omnibus.rules.game import Event, Game, Move, State
from omnibus.rules.shelf import part

S = TypeVar("S")

Habit = Callable[[S, int, list[Move], Random], Move]
"""How a random player chooses among its legal moves, when it is that seat's turn."""


class Insider(Protocol):
    """What a game lets the tests know about itself: the module `omnibus.testing.<id>`, or `testing` in its package."""

    @property
    def HABITS(self) -> Mapping[str, Habit[Any]]:  # noqa: N802
        """Random players who between them reach every corner of the game."""

    @property
    def LANDMARKS(self) -> frozenset[str]:  # noqa: N802
        """The rare branches and endings that those players must reach."""

    def twin(self, state: Any, seat: int | None, rng: Random, thorough: bool) -> State:
        """A copy in which what the seat cannot know is otherwise. If thorough, all such states are equally likely.

        It works on the truth and asks neither `view` nor `guess`, so that it can tell when those are wrong.
        """

    def passed(self, before: Any, move: Move, events: Sequence[Event], after: Any) -> set[str]:
        """The landmarks that a move passed."""


def insider(game: Game) -> Insider:
    """What tests know of that game. A game made from another, on a smaller board for instance, shares it."""
    for box in type(game).__mro__:
        if issubclass(box, Game) and "id" in vars(box):
            found = part(box.id, "testing") or _beside(box.__module__)
            if found is not None:
                return cast(Insider, found)
    raise LookupError(f"{game.id} has no testing.py beside its rules")


def _beside(package: str) -> ModuleType | None:
    """The `testing` of a package that is not installed: whoever writes a game tests it first."""
    is_package = hasattr(sys.modules[package], "__path__")
    return import_module(f"{package}.testing") if is_package and find_spec(f"{package}.testing") else None
