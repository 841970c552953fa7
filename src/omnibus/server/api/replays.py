"""Requests about games as they were: replays, records, forks."""

import asyncio
import gzip
from typing import Annotated

from litestar import MediaType, Response, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from omnibus.server.api.dependencies import (
    BEGINS_A_GAME,
    PROBLEMS,
    AnyRequest,
    Seat,
    TableId,
    ThePerson,
    TheServices,
    TheVisitor,
    id_of,
)
from omnibus.server.compression import accepts_gzip
from omnibus.server.lobby import table_info
from omnibus.server.messages.common import LONGEST_RECORD
from omnibus.server.messages.tables import Fork, ReplaySight, TableInfo, Upload, WholeReplay
from omnibus.server.replay import record_of, replay_at


@get("/tables/{table:str}/replay/{at:int}", responses=PROBLEMS, summary="The table after so many moves")
async def replay(
    services: TheServices,
    visitor: TheVisitor,
    table: TableId,
    at: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    seat: Seat = None,
) -> ReplaySight:
    return replay_at(await services.lobby.find_to_look_back(table, visitor), at, seat, id_of(visitor))


@get(
    "/tables/{table:str}/replay",
    responses={**PROBLEMS, 200: ResponseSpec(WholeReplay, generate_examples=False, description="All of it.")},
    summary="The table after every move, from the beginning or from a moment on",
)
async def replay_all(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,
    table: TableId,
    seat: Seat = None,
    since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[bytes]:
    await services.limits.replays.spend(services.address(request))
    live = await services.lobby.find_to_look_back(table, visitor)
    packed = await services.whole_replays.get(live, seat, id_of(visitor), since)
    if accepts_gzip(request):
        told = {"vary": "accept-encoding", "content-encoding": "gzip"}
        return Response(packed, media_type=MediaType.JSON, headers=told)
    whole = await asyncio.to_thread(gzip.decompress, packed)
    return Response(whole, media_type=MediaType.JSON, headers={"vary": "accept-encoding"})


@get(
    "/tables/{table:str}/record",
    responses=PROBLEMS,
    media_type="text/plain",
    summary="The record of a finished game",
)
async def download(services: TheServices, visitor: TheVisitor, table: TableId) -> Response[str]:
    live = await services.lobby.find_to_look_back(table, visitor)
    name = f"{live.game.id}-{live.id}.omnibus"
    return Response(
        await asyncio.to_thread(record_of, live),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@post(
    "/records",
    responses=PROBLEMS,
    opt=BEGINS_A_GAME,
    request_max_body_size=4 * LONGEST_RECORD,
    summary="Bring a record: a finished table, if the record is true",
)
async def upload(request: AnyRequest, services: TheServices, person: ThePerson, data: JSONBody[Upload]) -> TableInfo:
    await services.limits.uploads.spend(person.id)
    await services.limits.uploads.spend(services.address(request))
    return table_info(await services.archive.upload(person, data.record), person.id)


@post(
    "/tables/{table:str}/fork", responses=PROBLEMS, opt=BEGINS_A_GAME, summary="A new table from a position of this one"
)
async def fork(
    request: AnyRequest, services: TheServices, person: ThePerson, table: TableId, data: JSONBody[Fork]
) -> TableInfo:
    await services.limits.tables.spend(person.id)
    await services.limits.tables.spend(services.address(request))
    return table_info(
        await services.archive.fork(await services.lobby.find_to_look_back(table, person), person, data), person.id
    )


@put(
    "/tables/{table:str}/shared",
    responses=PROBLEMS,
    summary="Agree that whoever has the link may see a private game of one's own, or ask the others for it",
)
async def share(services: TheServices, person: ThePerson, table: TableId) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.sharing.answer(live, person, agreed=True), person.id)


@delete(
    "/tables/{table:str}/shared",
    responses=PROBLEMS,
    status_code=200,
    summary="Let a private game of one's own be seen by nobody else, or by nobody else any more",
)
async def keep_private(services: TheServices, person: ThePerson, table: TableId) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.sharing.answer(live, person, agreed=False), person.id)


HANDLERS = (replay, replay_all, download, upload, fork, share, keep_private)
