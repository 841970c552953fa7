"""Requests about tables: opening, finding, sitting down, starting."""

from typing import Annotated, Literal

from litestar import delete, get, patch, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from omnibus.server.api.dependencies import (
    BEGINS_A_GAME,
    PROBLEMS,
    AnyRequest,
    SeatInPath,
    TableId,
    ThePerson,
    TheServices,
    TheVisitor,
    id_of,
)
from omnibus.server.lobby import table_info
from omnibus.server.messages.tables import (
    BotChoice,
    Invitation,
    InvitationInfo,
    InvitationLink,
    Join,
    NewTable,
    Opened,
    PlayAgain,
    TableChange,
    TableInfo,
    TableList,
)

Before = Annotated[
    str | None, QueryParameter(pattern=r"^[0-9]{1,15}-[0-9a-f]{1,32}$", description="what the page before calls `more`")
]


@post("/tables", responses=PROBLEMS, opt=BEGINS_A_GAME, summary="Open a table")
async def open_table(request: AnyRequest, services: TheServices, person: ThePerson, data: JSONBody[NewTable]) -> Opened:
    await services.limits.tables.spend(person.id)
    await services.limits.tables.spend(services.address(request))
    live, token = await services.lobby.open(person, data)
    return Opened(table_info(live, person.id), token)


@get("/tables", responses=PROBLEMS, summary="Lists of tables: open, running, finished, mine, my turn, put away")
async def list_tables(
    services: TheServices,
    visitor: TheVisitor,
    status: FromQuery[Literal["open", "running", "finished"] | None] = None,
    game: FromQuery[str | None] = None,
    mine: FromQuery[bool] = False,
    my_turn: FromQuery[bool] = False,
    before: Before = None,
    put_away: FromQuery[bool] = False,
) -> TableList:
    page = await services.table_lists.tables(visitor, status, game, mine, my_turn, before, put_away)
    return TableList([table_info(summary, id_of(visitor)) for summary in page.summaries], page.more)


@get("/tables/{table:str}", responses=PROBLEMS, summary="A table from outside")
async def show_table(services: TheServices, visitor: TheVisitor, table: TableId) -> TableInfo:
    return table_info(await services.lobby.find_to_look_back(table, visitor), id_of(visitor))


@patch("/tables/{table:str}", responses=PROBLEMS, summary="Let those who only watch speak, or not; for the host")
async def change_table(
    services: TheServices, person: ThePerson, table: TableId, data: JSONBody[TableChange]
) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.lobby.change_table(live, person, data), person.id)


@delete(
    "/tables/{table:str}",
    responses=PROBLEMS,
    status_code=204,
    summary="Close a table that has not begun, or at which nobody else plays; for the host",
)
async def close_table(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.lobby.close_table(await services.lobby.find(table, person), person)


@post(
    "/tables/{table:str}/invited",
    responses=PROBLEMS,
    status_code=200,
    summary="What somebody with an invitation should know before coming in",
)
async def show_invitation(
    services: TheServices, visitor: TheVisitor, table: TableId, data: JSONBody[Invitation]
) -> InvitationInfo:
    live = await services.lobby.find_by_invitation(table, data.token)
    return InvitationInfo(await services.lobby.host_of(live), table_info(live, id_of(visitor)))


@post("/tables/{table:str}/visit", responses=PROBLEMS, status_code=200, summary="Come with an invitation")
async def visit(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[Invitation]) -> TableInfo:
    await services.limits.tables.spend(person.id)
    return table_info(await services.lobby.accept_invitation(table, person, data.token), person.id)


@post("/tables/{table:str}/invitation", responses=PROBLEMS, summary="A new invitation link; the old one is void")
async def invite(services: TheServices, person: ThePerson, table: TableId) -> InvitationLink:
    await services.limits.tables.spend(person.id)
    return InvitationLink(await services.lobby.invite(await services.lobby.find(table, person), person))


@post("/tables/{table:str}/join", responses=PROBLEMS, opt=BEGINS_A_GAME, status_code=200, summary="Sit down")
async def join(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[Join]) -> TableInfo:
    return table_info(await services.lobby.join(await services.lobby.find(table, person), person, data.seat), person.id)


@post(
    "/tables/{table:str}/decline",
    responses=PROBLEMS,
    status_code=200,
    summary="Do not take the seat that is kept for one",
)
async def decline(services: TheServices, person: ThePerson, table: TableId) -> TableInfo:
    return table_info(await services.lobby.decline(await services.lobby.find(table, person), person), person.id)


@post(
    "/tables/{table:str}/rematch",
    responses=PROBLEMS,
    opt=BEGINS_A_GAME,
    status_code=200,
    summary="Play again: the one table for all who played, with a seat for each",
)
async def play_again(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[PlayAgain]) -> TableInfo:
    await services.limits.tables.spend(person.id)
    live = await services.lobby.find(table, person)
    return table_info(await services.rematches.play_again(live, person, data.turned), person.id)


@put("/tables/{table:str}/put-away", responses=PROBLEMS, status_code=204, summary="Take a table off one's lists")
async def put_away(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.table_lists.put_away(await services.lobby.find(table, person), person)


@delete(
    "/tables/{table:str}/put-away", responses=PROBLEMS, status_code=204, summary="Have a table on one's lists again"
)
async def take_out(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.table_lists.take_out(await services.lobby.find(table, person), person)


@post("/tables/{table:str}/leave", responses=PROBLEMS, status_code=204, summary="Get up before the start")
async def leave(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.lobby.leave(await services.lobby.find(table, person), person)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=200, summary="Begin to play")
async def start(services: TheServices, person: ThePerson, table: TableId) -> TableInfo:
    return table_info(await services.lobby.start(await services.lobby.find(table, person), person), person.id)


@put(
    "/tables/{table:str}/seats/{seat:int}/bot",
    responses=PROBLEMS,
    summary="Put a bot into a free seat before the start, or let one play for somebody who has been away for too long",
)
async def seat_bot(
    services: TheServices, person: ThePerson, table: TableId, seat: SeatInPath, data: JSONBody[BotChoice]
) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.lobby.seat_bot(live, person, seat, data.bot), person.id)


@delete(
    "/tables/{table:str}/seats/{seat:int}/bot",
    responses=PROBLEMS,
    status_code=200,
    summary="Free a bot's seat before the start, or take one's own seat back from a bot",
)
async def clear_seat(services: TheServices, person: ThePerson, table: TableId, seat: SeatInPath) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.lobby.clear_seat(live, person, seat), person.id)


@delete(
    "/tables/{table:str}/seats/{seat:int}/person",
    responses=PROBLEMS,
    status_code=200,
    summary="Send somebody away before the start, who cannot sit down there again; for the host",
)
async def remove_person(services: TheServices, person: ThePerson, table: TableId, seat: SeatInPath) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.lobby.remove_person(live, person, seat), person.id)


@delete(
    "/tables/{table:str}/seats/{seat:int}/keeping",
    responses=PROBLEMS,
    status_code=200,
    summary="Let anybody sit down in a seat that was kept for somebody; for the host",
)
async def free_kept_seat(services: TheServices, person: ThePerson, table: TableId, seat: SeatInPath) -> TableInfo:
    live = await services.lobby.find(table, person)
    return table_info(await services.lobby.free_kept_seat(live, person, seat), person.id)


HANDLERS = (
    open_table,
    list_tables,
    show_table,
    change_table,
    close_table,
    show_invitation,
    visit,
    invite,
    join,
    decline,
    play_again,
    put_away,
    take_out,
    leave,
    start,
    seat_bot,
    clear_seat,
    remove_person,
    free_kept_seat,
)
