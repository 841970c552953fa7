"""Requests about the games there are, and about the server itself."""

from litestar import get
from litestar.params import FromPath
from sqlalchemy import text

from omnibus.server.api.dependencies import PROBLEMS, TheServices
from omnibus.server.games import all_games, details, tiny_game
from omnibus.server.messages import (
    GameDetails,
    GameList,
    Health,
)


@get("/games", responses=PROBLEMS, summary="The games there are")
async def list_games() -> GameList:
    return all_games()


@get("/games/{game:str}", responses=PROBLEMS, summary="A game: its rules in every language, its board")
async def show_game(game: FromPath[str]) -> GameDetails:
    return details(game)


@get("/health", responses=PROBLEMS, summary="Is the server well? It plays a tiny game to find out")
async def health(services: TheServices) -> Health:
    await services.store.row(text("SELECT 1"))
    return Health("well", tiny_game())


HANDLERS = (list_games, show_game, health)
