"""Requests about the games there are, and about the server itself."""

from functools import cache

import msgspec
from litestar import MediaType, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.response.base import ASGIResponse

from omnibus.server.api.dependencies import PROBLEMS, AnyRequest, TheServices
from omnibus.server.games import all_games, details
from omnibus.server.kept_answer import KeptAnswer
from omnibus.server.messages.common import HealthStatus, Problem
from omnibus.server.messages.games import GameDetails, GameList


@get(
    "/games",
    responses={**PROBLEMS, 200: ResponseSpec(GameList, generate_examples=False, description="All of them.")},
    summary="The games there are",
)
async def list_games(request: AnyRequest) -> ASGIResponse:
    return _list_of_games().answer(request)


@get(
    "/games/{game:str}",
    responses={**PROBLEMS, 200: ResponseSpec(GameDetails, generate_examples=False, description="All of it.")},
    summary="A game: its rules in every language, its board",
)
async def show_game(request: AnyRequest, game: FromPath[str]) -> ASGIResponse:
    return _details_of(game).answer(request)


@cache
def _list_of_games() -> KeptAnswer:
    return KeptAnswer(msgspec.json.encode(all_games()), MediaType.JSON)


@cache
def _details_of(game: str) -> KeptAnswer:
    return KeptAnswer(msgspec.json.encode(details(game)), MediaType.JSON)


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
