"""Requests about what moves were worth: reviews of finished games, the study board, one's own figures."""

from typing import Annotated

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
)
from omnibus.server.compression import accepts_gzip
from omnibus.server.review_messages import (
    DecisionWorths,
    PositionWorths,
    ReviewStatus,
    ReviewWish,
    StudyFigures,
    WorthQuestion,
)

LONGEST_WAIT = 30.0
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
    raise NotImplementedError


@post(
    "/tables/{table:str}/review",
    responses=STATUS,
    status_code=200,
    summary="Ask for the review of a finished game; whoever asks for one that is there gets that",
)
async def ask_review(
    request: AnyRequest, services: TheServices, person: ThePerson, table: TableId, data: JSONBody[ReviewWish]
) -> Response[bytes]:
    raise NotImplementedError


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
    raise NotImplementedError


@post(
    "/tables/{table:str}/worth",
    responses=PROBLEMS,
    status_code=200,
    summary="What every legal move is worth now at a table that is for study alone",
)
async def weigh_position(
    services: TheServices, person: ThePerson, table: TableId, data: JSONBody[WorthQuestion]
) -> PositionWorths:
    raise NotImplementedError


@get("/me/study", responses=PROBLEMS, summary="What one has lost in reviewed games, over time and by kind of decision")
async def show_figures(services: TheServices, person: ThePerson) -> StudyFigures:
    raise NotImplementedError


HANDLERS = (read_review, ask_review, read_reviewed_decision, weigh_position, show_figures)
"""All of them."""
