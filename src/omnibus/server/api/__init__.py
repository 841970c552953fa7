"""The server over plain HTTP: everything a browser or a program can ask for."""

from litestar import Router
from litestar.di import Provide

from omnibus.server.api import (
    administration,
    companion,
    daily,
    games,
    lessons,
    moderation,
    people,
    play,
    puzzles,
    replays,
    reviews,
    tables,
)
from omnibus.server.api.dependencies import provide_person, provide_visitor


def router() -> Router:
    """All of it, under /api."""
    parts = (people, games, lessons, companion, puzzles, tables, play, replays, reviews, daily, moderation)
    return Router(
        "/api",
        route_handlers=[*(handler for part in parts for handler in part.HANDLERS), administration.router()],
        dependencies={"visitor": Provide(provide_visitor), "person": Provide(provide_person)},
    )
