"""Requests about deals that several play: the deal of the day, and the same deal for a friend."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from omnibus.server.api.dependencies import (
    BEGINS_A_GAME,
    PROBLEMS,
    AnyRequest,
    TableId,
    ThePerson,
    TheServices,
    TheVisitor,
)
from omnibus.server.beside import beside
from omnibus.server.lobby import table_info
from omnibus.server.messages.daily import (
    Beside,
    ChallengeInfo,
    ChallengeLink,
    ChallengeToken,
    DailyCalendar,
    DailyDeal,
    DailyOverview,
    DailyResults,
    DailyStart,
    TableChallenge,
)
from omnibus.server.messages.tables import TableInfo

DayInPath = Annotated[str, PathParameter(pattern=r"^\d{4}-\d{2}-\d{2}$", description="a day in UTC: 2026-11-16")]
Month = Annotated[str, QueryParameter(pattern=r"^\d{4}-\d{2}$", description="a month: 2026-11")]
PageNumber = Annotated[int, QueryParameter(ge=0, le=1_000_000)]


@get("/daily", responses=PROBLEMS, summary="The deals of today, and until when")
async def show_today(services: TheServices, visitor: TheVisitor) -> DailyOverview:
    return await services.daily.overview(visitor)


@get("/daily/calendar", responses=PROBLEMS, summary="What one has played of the deals of a month")
async def show_calendar(services: TheServices, visitor: TheVisitor, month: Month) -> DailyCalendar:
    return await services.daily_results.calendar(visitor, month)


@get("/daily/{game:str}/{day:str}", responses=PROBLEMS, summary="The deal of a day, with its seed when the day is over")
async def show_deal(services: TheServices, visitor: TheVisitor, game: FromPath[str], day: DayInPath) -> DailyDeal:
    return await services.daily.deal(game, day, visitor)


@post(
    "/daily/{game:str}/{day:str}",
    responses=PROBLEMS,
    opt=BEGINS_A_GAME,
    status_code=200,
    summary="Play the deal of a day: the one try that counts, or uncounted once the day is over",
)
async def begin_daily(
    request: AnyRequest,
    services: TheServices,
    person: ThePerson,
    game: FromPath[str],
    day: DayInPath,
    data: JSONBody[DailyStart],
) -> TableInfo:
    await services.limits.tables.spend(person.id)
    await services.limits.tables.spend(services.address(request))
    return table_info(await services.daily.begin(person, game, day, data.counted), person.id)


@get(
    "/daily/{game:str}/{day:str}/results",
    responses=PROBLEMS,
    summary="How people did with the deal of a day, for whoever has finished it",
)
async def show_results(
    services: TheServices,
    person: ThePerson,
    game: FromPath[str],
    day: DayInPath,
    guests: FromQuery[bool] = False,
    page: PageNumber = 0,
) -> DailyResults:
    return await services.daily_results.results(person, game, day, guests, page)


@get(
    "/tables/{table:str}/beside/{other:str}",
    responses=PROBLEMS,
    summary="Two finished games with the same deal, decision by decision",
)
async def show_beside(
    request: AnyRequest,
    services: TheServices,
    person: ThePerson,
    table: TableId,
    other: Annotated[str, PathParameter(max_length=32, description="the id of another table")],
) -> Beside:
    await services.limits.replays.spend(services.address(request))
    here = await services.lobby.find_to_look_back(table, person)
    return beside(here, await services.lobby.find_to_look_back(other, person))


@post(
    "/tables/{table:str}/challenge",
    responses=PROBLEMS,
    status_code=200,
    summary="A link by which somebody else plays the deal of one's finished game against bots",
)
async def make_challenge(services: TheServices, person: ThePerson, table: TableId) -> ChallengeLink:
    await services.limits.tables.spend(person.id)
    return ChallengeLink(await services.challenges.make(await services.lobby.find(table, person), person))


@get(
    "/tables/{table:str}/challenge",
    responses=PROBLEMS,
    summary="The other games with the deal of a table of one's own",
)
async def show_table_challenge(services: TheServices, person: ThePerson, table: TableId) -> TableChallenge:
    return await services.challenges.of_table(await services.lobby.find(table, person), person)


@post(
    "/challenges/look",
    responses=PROBLEMS,
    status_code=200,
    summary="What somebody with a link to a deal should know before playing it",
)
async def look_at_challenge(
    services: TheServices, visitor: TheVisitor, data: JSONBody[ChallengeToken]
) -> ChallengeInfo:
    return await services.challenges.look(data.token, visitor)


@post(
    "/challenges/play",
    responses=PROBLEMS,
    opt=BEGINS_A_GAME,
    status_code=200,
    summary="Play the deal that a link leads to",
)
async def play_challenge(
    request: AnyRequest, services: TheServices, person: ThePerson, data: JSONBody[ChallengeToken]
) -> TableInfo:
    await services.limits.tables.spend(person.id)
    await services.limits.tables.spend(services.address(request))
    return table_info(await services.challenges.play(data.token, person), person.id)


HANDLERS = (
    show_today,
    show_calendar,
    show_deal,
    begin_daily,
    show_results,
    show_beside,
    make_challenge,
    show_table_challenge,
    look_at_challenge,
    play_challenge,
)
"""All of them."""
