"""Requests about the games there are, and about the server itself."""

from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from omnibus.server.api.dependencies import PROBLEMS, TheServices
from omnibus.server.games import all_games, details
from omnibus.server.messages import (
    GameDetails,
    GameList,
    HealthStatus,
    Problem,
)


@get("/games", responses=PROBLEMS, summary="The games there are")
async def list_games() -> GameList:
    return all_games()


@get("/games/{game:str}", responses=PROBLEMS, summary="A game: its rules in every language, its board")
async def show_game(game: FromPath[str]) -> GameDetails:
    return details(game)


@get("/health/live", responses=PROBLEMS, summary="Does the process answer? It asks nothing else")
async def show_liveness() -> HealthStatus:
    return HealthStatus("well")


@get(
    "/health/ready",
    responses={**PROBLEMS, 503: ResponseSpec(Problem, generate_examples=False, description="Not well.")},
    summary="Can the server do its work? It writes to the database to find out",
)
async def show_readiness(services: TheServices) -> HealthStatus:
    await services.health.expect_ready()
    return HealthStatus("well")


HANDLERS = (list_games, show_game, show_liveness, show_readiness)
