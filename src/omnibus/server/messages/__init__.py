"""What goes over the wire: the requests the server takes and the answers it gives, with their limits."""

import inspect

from msgspec import Struct

from omnibus.server.messages import (
    administration,
    common,
    daily,
    frames,
    games,
    learning,
    moderation,
    people,
    play,
    reviews,
    tables,
)

_MODULES = (common, people, tables, play, moderation, administration, games, learning, daily, reviews, frames)


def all_messages() -> dict[str, type[Struct]]:
    """Every message, by its name."""
    return {
        name: found
        for module in _MODULES
        for name, found in vars(module).items()
        if inspect.isclass(found) and issubclass(found, Struct) and found.__module__ == module.__name__
    }
