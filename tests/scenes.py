"""Tables of a game as tests and pictures want them: `SCENES` in the game's own folder, tests/GAME/scenes.py."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

Options = dict[str, int | bool]


@dataclass(frozen=True)
class Scenes:
    """How a game is set up to be looked at; a game that says nothing is set up as it comes."""

    options: Options = field(default_factory=dict)  # for a game that is soon over and has everything in it
    golden: Callable[[int], Options] = lambda _number: {}  # for the golden games, by their number
    secrets: str = "page"  # a deal in which there is something hidden in many turns
    picture: Options = field(default_factory=dict)  # for the picture in the README,
    pictured: tuple[int, int] = (2, 20)  # taken with so many seats and after so many moves


def scenes_of(game: str) -> Scenes:
    """The tables of a game."""
    if find_spec(f"tests.{game}") is None or find_spec(f"tests.{game}.scenes") is None:
        return Scenes()
    found: Scenes = import_module(f"tests.{game}.scenes").SCENES
    return found
