"""The rulebooks, executable."""

from omnibus.rules.game import TEXTS, BadSetup, Game, State
from omnibus.rules.record import Record
from omnibus.rules.shelf import GAMES

__all__ = ["GAMES", "game_box", "new", "read_record"]


def game_box(name: str) -> type[Game]:
    """The box with that game in it."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadSetup(TEXTS["no-such-game"], game=name, games=sorted(GAMES))
    return GAMES[name]


def new(name: str, *, seats: int | None = None, seed: str | None = None, **options: int | bool) -> State:
    """A new game of that name, dealt and ready for the first decision."""
    return game_box(name)(seats, **options).start(seed)


def read_record(text: str) -> Record:
    """The record that a text holds."""
    return Record.read(text, GAMES)
