"""Requests about the companion of somebody's first games."""

from typing import Annotated

from litestar import get, put
from litestar.params import FromPath, PathParameter

from omnibus.server.api.dependencies import PROBLEMS, ThePerson, TheServices
from omnibus.server.messages.learning import CompanionInfo

ExplanationId = Annotated[str, PathParameter(max_length=32, description="the id of an explanation")]


@get("/games/{game:str}/companion", responses=PROBLEMS, summary="What is new to somebody in their first games")
async def read_companion(services: TheServices, person: ThePerson, game: FromPath[str]) -> CompanionInfo:
    return await services.companion.of(game, person)


@put(
    "/games/{game:str}/companion/{explanation:str}",
    responses=PROBLEMS,
    status_code=204,
    summary="Say that something was explained; it will not be again",
)
async def note_explained(
    services: TheServices, person: ThePerson, game: FromPath[str], explanation: ExplanationId
) -> None:
    await services.companion.tell(game, person, explanation)


HANDLERS = (read_companion, note_explained)
"""All of them."""
