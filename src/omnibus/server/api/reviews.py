"""Requests about what moves were worth: reviews of finished games, the study board, one's own figures."""

import asyncio
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from omnibus.server.api.dependencies import (
    PROBLEMS,
    AnyRequest,
    TableId,
    ThePerson,
    TheServices,
    TheVisitor,
    answered_in,
    id_of,
)
from omnibus.server.compression import accepts_gzip, gzipped
from omnibus.server.kept_reviews import Which
from omnibus.server.messages.common import Problem
from omnibus.server.messages.reviews import (
    DecisionWorths,
    PositionWorths,
    ReviewStatus,
    ReviewWish,
    StudyFigures,
    WorthQuestion,
)
from omnibus.server.sessions import COOKIE
from omnibus.server.study_figures import own_figures
from omnibus.server.trouble import ServerTrouble

LONGEST_WAIT = 30.0
BUSY = {503: ResponseSpec(Problem, generate_examples=False, description="Not now.")}
STATUS = {**PROBLEMS, 200: ResponseSpec(ReviewStatus, generate_examples=False, description="As far as it goes.")}


@get(
    "/tables/{table:str}/review",
    responses=STATUS,
    summary="What every move of a finished game was worth, as far as a review has come; with `wait`, once it has come "
    "further than `known` decisions",
)
async def read_review(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,
    table: TableId,
    hindsight: FromQuery[bool] = False,
    known: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response[bytes]:
    live = await services.lobby.find_to_look_back(table, visitor)
    if wait and await services.reviews.wait(Which(live.id, hindsight), known, wait):
        # Much may have happened meanwhile.
        services.bans.check_address(services.address(request))
        if visitor is not None:
            if await services.sessions.authenticate(request.cookies.get(COOKIE)) is None:
                raise ServerTrouble("not-signed-in")
            services.bans.check_person(visitor.id)
        live = await services.lobby.find_to_look_back(table, visitor)
    status = await services.reviews.status(live, id_of(visitor), hindsight, answered_in(request))
    return await _answer(request, status)


@post(
    "/tables/{table:str}/review",
    responses={**STATUS, **BUSY},
    status_code=200,
    summary="Ask for the review of a finished game; whoever asks for one that is there gets that",
)
async def ask_review(
    request: AnyRequest, services: TheServices, person: ThePerson, table: TableId, data: JSONBody[ReviewWish]
) -> Response[bytes]:
    live = await services.lobby.find_to_look_back(table, person)
    await services.reviews.ask(live, person, services.address(request), data)
    status = await services.reviews.status(live, person.id, data.hindsight, answered_in(request))
    return await _answer(request, status)


async def _answer(request: AnyRequest, status: ReviewStatus) -> Response[bytes]:
    """As large as the game is long, and so written and packed where nobody waits for it."""
    packs, told = accepts_gzip(request), {"vary": "accept-encoding"}
    body = await asyncio.to_thread(_written, status, packs)
    return Response(body, media_type=MediaType.JSON, headers={**told, "content-encoding": "gzip"} if packs else told)


def _written(status: ReviewStatus, packs: bool) -> bytes:
    body = msgspec.json.encode(status)
    return gzipped(body, effort=4) if packs else body


@get(
    "/tables/{table:str}/review/{n:int}",
    responses=PROBLEMS,
    summary="What every legal move was worth at a decision that was weighed",
)
async def read_reviewed_decision(
    services: TheServices,
    visitor: TheVisitor,
    table: TableId,
    n: Annotated[int, PathParameter(ge=1, le=1_000_000)],
    hindsight: FromQuery[bool] = False,
) -> DecisionWorths:
    return await services.reviews.decision(await services.lobby.find_to_look_back(table, visitor), hindsight, n)


@post(
    "/tables/{table:str}/worth",
    responses={**PROBLEMS, **BUSY},
    status_code=200,
    summary="What every legal move is worth now at a table that is for study alone",
)
async def weigh_position(
    request: AnyRequest, services: TheServices, person: ThePerson, table: TableId, data: JSONBody[WorthQuestion]
) -> PositionWorths:
    await services.limits.worths.spend(person.id)
    await services.limits.worths_of_address.spend(services.address(request))
    return await services.study_board.worths(await services.lobby.find(table, person), person.id, data)


@get("/me/study", responses=PROBLEMS, summary="What one has lost in reviewed games, over time and by kind of decision")
async def show_figures(services: TheServices, person: ThePerson) -> StudyFigures:
    return await own_figures(services.store, person)


HANDLERS = (read_review, ask_review, read_reviewed_decision, weigh_position, show_figures)
"""All of them."""
