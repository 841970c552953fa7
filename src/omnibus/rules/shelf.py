"""The games there are, and where each has what belongs to it.

The list of our own games stands here and nowhere else. A game of another package has an entry point of the group
`omnibus.games`: its name is the game's id, its value the package in which the game lies.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from inspect import isabstract
from types import ModuleType
from typing import NamedTuple

from omnibus.rules.game import TEXTS, Game
from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

OURS = ("london", "bus", "nextstation", "terminus")
ENTRY_POINTS = "omnibus.games"
_ID = re.compile(r"[a-z][a-z0-9_]*")


class BadPackage(Refusal):
    """A package that offers a game which cannot be used."""

    def __init__(self, game: str, package: str, reason: Refusal | str):
        super().__init__(TEXTS["game-package"], game=game[:40], package=package[:80], reason=reason)


class _Entry(NamedTuple):
    box: type[Game]
    package: str


class Shelf(Mapping[str, type[Game]]):
    """All games by their ids, ours first. They are loaded when somebody first looks."""

    def __getitem__(self, game: str) -> type[Game]:
        return self._found[0][game].box

    def __iter__(self) -> Iterator[str]:
        return iter(self._found[0])

    def __len__(self) -> int:
        return len(self._found[0])

    def __contains__(self, game: object) -> bool:
        return game in self._found[0]

    def package(self, game: str) -> str:
        """The package in which the rules of a game lie."""
        return self._found[0][game].package

    @property
    def bad_packages(self) -> list[BadPackage]:
        """The packages whose games had to be left out, and why."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[dict[str, _Entry], list[BadPackage]]:
        entries = {game: _entry(game, f"omnibus.rules.{game}") for game in OURS}
        bad = []
        for point in sorted(entry_points(group=ENTRY_POINTS)):
            try:
                if point.name in entries:
                    raise Refusal(TEXTS["game-name-taken"])
                entries[point.name] = _entry(point.name, point.value)
            except Refusal as refusal:
                bad.append(BadPackage(point.name, point.value, refusal))
            # Whatever somebody else's code does when it is loaded, the other games go on.
            except Exception as error:
                bad.append(BadPackage(point.name, point.value, f"{type(error).__name__}: {error}"[:200]))
        return entries, bad


def _entry(game: str, package: str) -> _Entry:
    if not _ID.fullmatch(game):
        raise Refusal(TEXTS["game-bad-id"])
    box = getattr(import_module(package), "GAME", None)
    if not (isinstance(box, type) and issubclass(box, Game) and _is_complete(box) and box.id == game):
        raise Refusal(TEXTS["game-no-box"], game=game)
    return _Entry(box, package)


def _is_complete(box: type[Game]) -> bool:
    """Whether the box has all that a game has, but for its moves, which may depend on how it is set up."""
    needed = Game.__annotations__.keys() - {"moves"}
    return all(hasattr(box, name) for name in needed) and not isabstract(box.position)


GAMES = Shelf()


@cache
def part(game: str, room: str) -> ModuleType | None:
    """What a room of the house (`bots`, `terminal`, `arena.statistics`) has for a game; None if nothing."""
    if game not in GAMES:
        return None
    module = ".".join(_place(game, room))
    return None if find_spec(module) is None else import_module(module)


@cache
def texts(game: str, room: str) -> dict[str, Phrase]:
    """The texts of a game in a room: a catalogue beside that part, named like it."""
    if game not in GAMES:
        return {}
    package, name = _place(game, room)
    file = files(package).joinpath(f"{name}.toml")
    return phrases(catalogue(package, f"{name}.toml")) if file.is_file() else {}


def _place(game: str, room: str) -> tuple[str, str]:
    """The package and the name of a game's part: ours lie in the room, those of others beside their rules."""
    if game in OURS:
        return f"omnibus.{room}", game
    return GAMES.package(game), room.rpartition(".")[2]
