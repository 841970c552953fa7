"""Requests of players about each other: report, mute, block."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from omnibus.server.api.dependencies import PROBLEMS, TableId, ThePerson, TheServices
from omnibus.server.messages.moderation import BlockList, NewBlock, NewReport

PersonInPath = Annotated[str, PathParameter(max_length=32)]


@post(
    "/tables/{table:str}/reports",
    responses=PROBLEMS,
    status_code=204,
    summary="Tell the administrators about somebody at the table, or about something that was said",
)
async def report(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[NewReport]) -> None:
    await services.limits.reports.spend(person.id)
    await services.moderation.report(person, await services.lobby.find(table, person), data)


@post(
    "/tables/{table:str}/blocks",
    responses=PROBLEMS,
    status_code=204,
    summary="Mute somebody at the table, or never sit with them again",
)
async def block(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[NewBlock]) -> None:
    await services.limits.chat.spend(person.id)
    await services.moderation.block(person, await services.lobby.find(table, person), data, data.kind)


@get("/me/blocks", responses=PROBLEMS, summary="Those one has muted or blocked")
async def list_blocks(services: TheServices, person: ThePerson) -> BlockList:
    return BlockList(await services.moderation.blocked_by(person))


@delete("/me/blocks/{other:str}", responses=PROBLEMS, summary="Hear somebody again, and sit with them")
async def unblock(services: TheServices, person: ThePerson, other: PersonInPath) -> None:
    await services.limits.chat.spend(person.id)
    await services.moderation.unblock(person, other)


HANDLERS = (report, block, list_blocks, unblock)
