"""What only tests know of a game, found by the game's id."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

from omnibus.rules import GAMES
from omnibus.rules.game import Event, Game, Move, State

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=State[Any], default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")

Habit = Callable[[S, int, list[Move], Random], Move]
"""How a random player chooses among its legal moves, when it is that seat's turn."""


class Insider(Protocol):
    """What a game lets the tests know about itself: the module `omnibus.testing.<id>`, or `testing` in its package."""

    @property
    def HABITS(self) -> Mapping[str, Habit]:  # noqa: N802
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
        if box.__dict__.get("id") in GAMES:
            return cast(Insider, import_module(f"omnibus.testing.{box.__dict__['id']}"))
    raise LookupError(f"{game.id} is not one of the games: {', '.join(GAMES)}")
