"""Requests about lessons."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter

from omnibus.server.api.dependencies import PROBLEMS, AnyRequest, TheServices, TheVisitor, answered_in
from omnibus.server.messages.learning import LessonAttempt, LessonList, LessonQuestion, LessonSight, RefusalReason

LessonId = Annotated[str, PathParameter(max_length=32, description="the id of a lesson")]


@get("/games/{game:str}/lessons", responses=PROBLEMS, summary="The lessons of a game")
async def list_lessons(services: TheServices, visitor: TheVisitor, game: FromPath[str]) -> LessonList:
    return await services.lessons.of(game, visitor)


@post(
    "/games/{game:str}/lessons/{lesson:str}",
    responses=PROBLEMS,
    status_code=200,
    summary="Go on with a lesson from where one is, by trying a move or by asking what comes next",
)
async def attempt_lesson(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,
    game: FromPath[str],
    lesson: LessonId,
    data: JSONBody[LessonAttempt],
) -> LessonSight:
    return await services.lessons.attempt(game, lesson, data, visitor, answered_in(request))


@post(
    "/games/{game:str}/lessons/{lesson:str}/why",
    responses=PROBLEMS,
    status_code=200,
    summary="Why nothing like this can be done now in a lesson",
)
async def why_not_in_lesson(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,  # noqa: ARG001 (whose language it is)
    game: FromPath[str],
    lesson: LessonId,
    data: JSONBody[LessonQuestion],
) -> RefusalReason:
    return services.lessons.why_not(game, lesson, data, answered_in(request))


HANDLERS = (list_lessons, attempt_lesson, why_not_in_lesson)
"""All of them."""
