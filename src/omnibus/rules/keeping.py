"""How the fields of a state are written down as plain data, and read back."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


class Keeping(NamedTuple):
    """How one field is written into a dump, and read from it, both for a game. Neither side shares anything."""

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]


def plainly(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> Keeping:
    """What is written in the same way whatever the game."""
    return Keeping(lambda _game, value: write(value), lambda _game, data: read(data))


def each(keeping: Keeping) -> Keeping:
    """A list of what is kept in that way."""
    write, read = keeping
    return Keeping(
        lambda game, values: [write(game, value) for value in values],
        lambda game, data: [read(game, value) for value in data],
    )


def named_by(names: Callable[[Any], Sequence[str]]) -> Keeping:
    """A number, written as the name at its place among those of the game; nothing, -1, is written as None."""
    return Keeping(
        lambda game, number: None if number < 0 else names(game)[number],
        lambda game, name: -1 if name is None else names(game).index(name),
    )


def set_of(members: Callable[[Any], Sequence[str]]) -> Keeping:
    """A set of numbers, kept as bits, written as a list of names."""

    def write(game: Any, bits: int) -> list[str]:
        return [name for number, name in enumerate(members(game)) if bits >> number & 1]

    def read(game: Any, names: list[str]) -> int:
        return sum(1 << members(game).index(name) for name in names)

    return Keeping(write, read)


def written(game: Any, state: Any, kept: Mapping[str, Keeping]) -> dict[str, Any]:
    """The fields of a state as plain data."""
    return {name: keeping.write(game, getattr(state, name)) for name, keeping in kept.items()}


def read_into(game: Any, state: Any, kept: Mapping[str, Keeping], data: Mapping[str, Any]) -> None:
    """Fill the fields of a state from plain data."""
    for name, keeping in kept.items():
        setattr(state, name, keeping.read(game, data[name]))


AS_IT_IS = plainly(lambda value: value, lambda data: data)
LIST = plainly(list, list)
LISTS = each(LIST)
