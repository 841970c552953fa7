"""Requests about puzzles."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter

from omnibus.server.api.dependencies import PROBLEMS, AnyRequest, TheServices, TheVisitor, answered_in
from omnibus.server.messages.learning import (
    PuzzleAnswer,
    PuzzleList,
    PuzzlePosition,
    PuzzleQuestion,
    PuzzleVerdict,
    RefusalReason,
)

PuzzleId = Annotated[str, PathParameter(max_length=32, description="the id of a puzzle")]


@get("/games/{game:str}/puzzles", responses=PROBLEMS, summary="The puzzles of a game, and how one has fared with them")
async def list_puzzles(services: TheServices, visitor: TheVisitor, game: FromPath[str]) -> PuzzleList:
    return await services.puzzles.of(game, visitor)


@get(
    "/games/{game:str}/puzzles/{puzzle:str}",
    responses=PROBLEMS,
    summary="A puzzle to be solved: the position and what is asked",
)
async def show_puzzle(services: TheServices, game: FromPath[str], puzzle: PuzzleId) -> PuzzlePosition:
    return services.puzzles.position(game, puzzle)


@post(
    "/games/{game:str}/puzzles/{puzzle:str}",
    responses=PROBLEMS,
    status_code=200,
    summary="Answer a puzzle, and learn what every move in it is worth",
)
async def answer_puzzle(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,
    game: FromPath[str],
    puzzle: PuzzleId,
    data: JSONBody[PuzzleAnswer],
) -> PuzzleVerdict:
    return await services.puzzles.answer(game, puzzle, data, visitor, answered_in(request))


@post(
    "/games/{game:str}/puzzles/{puzzle:str}/why",
    responses=PROBLEMS,
    status_code=200,
    summary="Why nothing like this can be done now in a puzzle",
)
async def why_not_in_puzzle(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,  # noqa: ARG001 (whose language it is)
    game: FromPath[str],
    puzzle: PuzzleId,
    data: JSONBody[PuzzleQuestion],
) -> RefusalReason:
    return services.puzzles.why_not(game, puzzle, data, answered_in(request))


HANDLERS = (list_puzzles, show_puzzle, answer_puzzle, why_not_in_puzzle)
"""All of them."""
