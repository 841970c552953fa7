"""Requests of administrators. To everybody else there is nothing here."""

from typing import Annotated

from litestar import Router, delete, get, patch, post, put
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from omnibus.server.api.dependencies import (
    PROBLEMS,
    AnyRequest,
    TableId,
    ThePerson,
    TheServices,
    expect_administrator,
)
from omnibus.server.messages.administration import (
    AdminLogPage,
    BanPage,
    ChatPage,
    NewBan,
    NewName,
    PeoplePage,
    ReportClosing,
    ReportPage,
    SignupInvitationPage,
    SiteSettings,
    TablePage,
)
from omnibus.server.messages.common import TableStatus
from omnibus.server.messages.people import ResetLink
from omnibus.server.messages.tables import InvitationLink

Page = Annotated[int, QueryParameter(ge=0, le=100_000, description="the first one is 0")]
Search = Annotated[str, QueryParameter(max_length=64)]
PersonInPath = Annotated[str, PathParameter(max_length=32)]
RowInPath = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
InvitationInPath = Annotated[str, PathParameter(max_length=64)]

# ---- People


@get("/people", responses=PROBLEMS, summary="People, those seen last first")
async def list_people(services: TheServices, search: Search = "", page: Page = 0) -> PeoplePage:
    await services.sessions.write_seen()
    return await services.admin_lists.people(search.strip(), page)


@patch("/people/{other:str}", responses=PROBLEMS, status_code=204, summary="Give somebody another name")
async def rename(services: TheServices, person: ThePerson, other: PersonInPath, data: JSONBody[NewName]) -> None:
    await services.administration.rename(person, other, data.name)


@post("/people/{other:str}/reset", responses=PROBLEMS, summary="A link by which somebody chooses a new password")
async def make_reset_link(services: TheServices, person: ThePerson, other: PersonInPath) -> ResetLink:
    return ResetLink(await services.administration.make_reset_link(person, other))


@get("/bans", responses=PROBLEMS, summary="Who is kept out")
async def list_bans(services: TheServices, page: Page = 0) -> BanPage:
    return await services.admin_lists.bans(page)


@post("/bans", responses=PROBLEMS, status_code=204, summary="Keep a person, an address or a network out, at once")
async def ban(request: AnyRequest, services: TheServices, person: ThePerson, data: JSONBody[NewBan]) -> None:
    await services.administration.ban(person, services.address(request), data)


@delete("/bans/{ban_id:int}", responses=PROBLEMS, summary="Let somebody in again")
async def unban(services: TheServices, person: ThePerson, ban_id: RowInPath) -> None:
    await services.administration.unban(person, ban_id)


# ---- Tables


@get("/tables", responses=PROBLEMS, summary="Tables, those moved last first")
async def list_tables(
    services: TheServices, search: Search = "", status: FromQuery[TableStatus | None] = None, page: Page = 0
) -> TablePage:
    return await services.admin_lists.tables(search.strip(), status, page)


@post("/tables/{table:str}/close", responses=PROBLEMS, status_code=204, summary="End a game without a result")
async def close_table(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.administration.close_table(person, table)


@delete("/tables/{table:str}", responses=PROBLEMS, summary="Let a table vanish with all that belongs to it")
async def delete_table(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.administration.delete_table(person, table)


@get("/tables/{table:str}/chat", responses=PROBLEMS, summary="What was said at a table")
async def read_chat(services: TheServices, table: TableId, page: Page = 0) -> ChatPage:
    return await services.admin_lists.chat(table, page)


@delete("/chat/{message:int}", responses=PROBLEMS, summary="Let something that was said vanish")
async def remove_message(services: TheServices, person: ThePerson, message: RowInPath) -> None:
    await services.administration.remove_message(person, message)


# ---- Reports


@get("/reports", responses=PROBLEMS, summary="Reports to be dealt with, or those that are closed")
async def list_reports(services: TheServices, closed: FromQuery[bool] = False, page: Page = 0) -> ReportPage:
    return await services.admin_lists.reports(closed, page)


@post("/reports/{report:int}/close", responses=PROBLEMS, status_code=204, summary="Say what was done about a report")
async def close_report(
    services: TheServices, person: ThePerson, report: RowInPath, data: JSONBody[ReportClosing]
) -> None:
    await services.administration.close_report(person, report, data.note)


# ---- The site


@get("/settings", responses=PROBLEMS, summary="Who may come in, and how long games are kept")
async def read_settings(services: TheServices) -> SiteSettings:
    return services.site.settings


@put("/settings", responses=PROBLEMS, status_code=204, summary="Decide who may come in and how long games are kept")
async def change_settings(services: TheServices, person: ThePerson, data: JSONBody[SiteSettings]) -> None:
    await services.administration.change_settings(person, services.site.settings, data)


@get("/invitations", responses=PROBLEMS, summary="Invitations to make an account")
async def list_invitations(services: TheServices, page: Page = 0) -> SignupInvitationPage:
    return await services.admin_lists.invitations(page)


@post("/invitations", responses=PROBLEMS, summary="Invite somebody to make an account")
async def invite(services: TheServices, person: ThePerson) -> InvitationLink:
    return InvitationLink(await services.administration.invite(person))


@delete("/invitations/{invitation:str}", responses=PROBLEMS, summary="Make an unused invitation void")
async def withdraw_invitation(services: TheServices, person: ThePerson, invitation: InvitationInPath) -> None:
    await services.administration.withdraw_invitation(person, invitation)


@get("/log", responses=PROBLEMS, summary="What administrators did")
async def read_log(services: TheServices, page: Page = 0) -> AdminLogPage:
    return await services.admin_lists.log(page)


def router() -> Router:
    """All of it, under /admin, for administrators alone."""
    handlers = (
        *(list_people, rename, make_reset_link, list_bans, ban, unban),
        *(list_tables, close_table, delete_table, read_chat, remove_message),
        *(list_reports, close_report),
        *(read_settings, change_settings, list_invitations, invite, withdraw_invitation, read_log),
    )
    return Router("/admin", route_handlers=handlers, guards=[expect_administrator])
