"""The server over plain HTTP: everything a browser or a program can ask for."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from litestar import MediaType, Request, Response, Router, delete, get, patch, post, put
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from sqlalchemy import text

from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import Refusal
from omnibus.server.club import Sitting
from omnibus.server.games import all_games, details, tiny_game
from omnibus.server.house import House
from omnibus.server.lobby import describe
from omnibus.server.messages import (
    LONGEST_RECORD,
    Accepted,
    Account,
    BotWish,
    Chat,
    Command,
    Fork,
    GameDetails,
    GameList,
    Guest,
    Health,
    Hint,
    HintWish,
    Invitation,
    InvitationLink,
    Join,
    Me,
    NewTable,
    Note,
    Opened,
    Problem,
    Refused,
    ReplaySight,
    Saying,
    Sight,
    TableInfo,
    TableList,
    UndoCommand,
    Upload,
    WholeReplay,
)
from omnibus.server.packing import can_unpack, packed
from omnibus.server.players import COOKIE, COOKIE_SECONDS, Person
from omnibus.server.replay import look_back, look_through, written
from omnibus.server.trouble import ServerTrouble
from omnibus.table.trouble import TableTrouble

AnyRequest = Request[Any, Any, State]
TableId = Annotated[str, PathParameter(max_length=32, description="the id of a table")]
Seat = Annotated[int | None, QueryParameter(description="from where to look; without it, from outside")]
SeatInPath = Annotated[int, PathParameter(ge=0, le=9)]
TheHouse = NamedDependency[House]
ThePerson = NamedDependency[Person]
TheVisitor = NamedDependency[Person | None]
LONGEST_WAIT = 30.0
_STATUS_AT_THE_TABLE = {"no-such-seat": 404, "not-at-the-table": 403, "not-your-seat": 403}

PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=said)
    for status, said in (
        (400, "The request cannot be understood."),
        (401, "Come in first."),
        (403, "Not allowed."),
        (404, "There is no such thing."),
        (409, "Not possible now."),
        (413, "Too large."),
        (429, "Too often."),
    )
}
ANSWERS_TO_COMMANDS = {
    **PROBLEMS,
    409: ResponseSpec(Refused, generate_examples=False, description="The command does not count."),
}

# ---- Who asks


async def provide_visitor(request: AnyRequest, house: TheHouse) -> Person | None:
    """Who asks, if that is somebody we know."""
    person = await house.players.recognised(request.cookies.get(COOKIE))
    request.state["language"] = language_of(person, request.headers.get("accept-language"))
    return person


async def provide_person(visitor: TheVisitor) -> Person:
    """Who asks, which must be somebody we know."""
    if visitor is None:
        raise ServerTrouble("not-signed-in")
    return visitor


def _id(person: Person | None) -> str | None:
    return None if person is None else person.id


def language_of(person: Person | None, accepted: str | None) -> str:
    """The language to answer in: the person's own, or what the browser prefers."""
    if person is not None:
        return person.language
    return "fr" if (accepted or "").strip().lower().startswith("fr") else "en"


def answered_in(request: AnyRequest) -> str:
    """The language to say in what went wrong."""
    known: str | None = request.state.get("language")
    return known or language_of(None, request.headers.get("accept-language"))


def _with_cookie(house: House, person: Person, status: int) -> Response[Me]:
    cookie = Cookie(
        key=COOKIE,
        value=house.players.cookie(person),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=house.settings.https,
        path="/",
    )
    return Response(person.plain(), cookies=[cookie], status_code=status)


NO_COOKIE = Cookie(key=COOKIE, value="", max_age=0, httponly=True, path="/")


# ---- People


@post("/people", responses=PROBLEMS, summary="Come in with a name")
async def come_in(request: AnyRequest, house: TheHouse, data: JSONBody[Guest]) -> Response[Me]:
    house.limits.newcomers.spend(house.address(request))
    return _with_cookie(house, await house.players.come_in(data.name, data.language), 201)


@get("/me", responses=PROBLEMS, summary="Who am I? Null for a newcomer")
async def who_am_i(visitor: TheVisitor) -> Me | None:
    return None if visitor is None else visitor.plain()


@patch("/me", responses=PROBLEMS, summary="Another name or language")
async def rename(house: TheHouse, person: ThePerson, data: JSONBody[Guest]) -> Me:
    return (await house.players.rename(person, data.name, data.language)).plain()


@post("/account", responses=PROBLEMS, summary="Make an account, to come back from any device")
async def make_account(
    request: AnyRequest, house: TheHouse, person: ThePerson, data: JSONBody[Account]
) -> Response[Me]:
    house.limits.passwords.spend(house.address(request))
    return _with_cookie(house, await house.players.make_account(person, data.name, data.password), 201)


@post("/session", responses=PROBLEMS, summary="Sign in")
async def sign_in(request: AnyRequest, house: TheHouse, data: JSONBody[Account]) -> Response[Me]:
    house.limits.passwords.spend(house.address(request))
    house.limits.passwords.spend(f"account {data.name.casefold()}")
    return _with_cookie(house, await house.players.sign_in(data.name, data.password), 201)


@delete("/session", responses=PROBLEMS, response_cookies=[NO_COOKIE], summary="Log out on this device")
async def log_out() -> None:
    return None


@delete("/sessions", responses=PROBLEMS, response_cookies=[NO_COOKIE], summary="Log out everywhere")
async def log_out_everywhere(house: TheHouse, person: ThePerson) -> None:
    await house.players.log_out_everywhere(person)
    house.club.show_out(person.id)
    house.club.publish({"person": person.id})


# ---- Games


@get("/games", responses=PROBLEMS, summary="The games there are")
async def list_games() -> GameList:
    return all_games()


@get("/games/{game:str}", responses=PROBLEMS, summary="A game: its rules in every language, its board")
async def show_game(game: FromPath[str]) -> GameDetails:
    return details(game)


@get("/health", responses=PROBLEMS, summary="Is the server well? It plays a tiny game to find out")
async def health(house: TheHouse) -> Health:
    await house.store.row(text("SELECT 1"))
    return Health("well", tiny_game())


# ---- The lobby


@post("/tables", responses=PROBLEMS, summary="Open a table")
async def open_table(house: TheHouse, person: ThePerson, data: JSONBody[NewTable]) -> Opened:
    house.limits.tables.spend(person.id)
    sitting, token = await house.lobby.open(person, data)
    return Opened(describe(sitting, person.id), token)


@get("/tables", responses=PROBLEMS, summary="Lists of tables: open, running, finished, mine, my turn")
async def list_tables(
    house: TheHouse,
    visitor: TheVisitor,
    status: FromQuery[Literal["open", "running", "finished"] | None] = None,
    game: FromQuery[str | None] = None,
    mine: FromQuery[bool] = False,
    my_turn: FromQuery[bool] = False,
) -> TableList:
    sittings = await house.lobby.tables(visitor, status, game, mine, my_turn)
    return TableList([describe(sitting, _id(visitor)) for sitting in sittings])


@get("/tables/{table:str}", responses=PROBLEMS, summary="A table from outside")
async def show_table(house: TheHouse, visitor: TheVisitor, table: TableId) -> TableInfo:
    return describe(await house.lobby.near(table, visitor), _id(visitor))


@post("/tables/{table:str}/visit", responses=PROBLEMS, status_code=200, summary="Come with an invitation")
async def visit(house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[Invitation]) -> TableInfo:
    house.limits.tables.spend(person.id)
    return describe(await house.lobby.admit(table, person, data.token), person.id)


@post("/tables/{table:str}/invitation", responses=PROBLEMS, summary="A new invitation link; the old one is void")
async def invite(house: TheHouse, person: ThePerson, table: TableId) -> InvitationLink:
    house.limits.tables.spend(person.id)
    return InvitationLink(await house.lobby.invite(await house.lobby.near(table, person), person))


@post("/tables/{table:str}/join", responses=PROBLEMS, status_code=200, summary="Sit down")
async def join(house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[Join]) -> TableInfo:
    return describe(await house.lobby.join(await house.lobby.near(table, person), person, data.seat), person.id)


@post("/tables/{table:str}/leave", responses=PROBLEMS, status_code=204, summary="Get up before the start")
async def leave(house: TheHouse, person: ThePerson, table: TableId) -> None:
    await house.lobby.leave(await house.lobby.near(table, person), person)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=200, summary="Begin to play")
async def start(house: TheHouse, person: ThePerson, table: TableId) -> TableInfo:
    return describe(await house.lobby.start(await house.lobby.near(table, person), person), person.id)


@put(
    "/tables/{table:str}/seats/{seat:int}/bot",
    responses=PROBLEMS,
    summary="Put a bot into a free seat before the start, or let one play for somebody who has been away for too long",
)
async def seat_bot(
    house: TheHouse, person: ThePerson, table: TableId, seat: SeatInPath, data: JSONBody[BotWish]
) -> TableInfo:
    sitting = await house.lobby.near(table, person)
    return describe(await house.lobby.seat_bot(sitting, person, seat, data.bot), person.id)


@delete(
    "/tables/{table:str}/seats/{seat:int}/bot",
    responses=PROBLEMS,
    status_code=200,
    summary="Free a bot's seat before the start, or take one's own seat back from a bot",
)
async def clear_seat(house: TheHouse, person: ThePerson, table: TableId, seat: SeatInPath) -> TableInfo:
    sitting = await house.lobby.near(table, person)
    return describe(await house.lobby.clear_seat(sitting, person, seat), person.id)


# ---- Play


@get(
    "/tables/{table:str}/view",
    responses=PROBLEMS,
    summary="What a seat sees, and what it missed after a ply; with `wait`, only once there is something new",
)
async def see(
    house: TheHouse,
    visitor: TheVisitor,
    table: TableId,
    seat: Seat = None,
    after: FromQuery[int | None] = None,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
) -> Sight:
    sitting = await house.lobby.near(table, visitor)
    _check_viewer(sitting, visitor, seat)
    if after is not None and wait and after >= sitting.table.n and sitting.status != "finished":
        await _something_new(sitting, wait)
    # Taken in one go: nothing may happen between the plies and the view.
    async with sitting.lock:
        since = sitting.table.n if after is None else max(0, min(after, sitting.table.n))
        plies = [happening.seen_by(seat) for happening in await house.club.happenings(sitting, since)]
        return Sight(since, sitting.table.n, plies, sitting.table.state.view(seat))


class _Waiter:
    """Somebody who waits for the next thing to happen at a table."""

    person = ""

    def __init__(self) -> None:
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()

    def leave(self) -> None:
        self.woken.set()


async def _something_new(sitting: Sitting, seconds: float) -> None:
    waiter = _Waiter()
    sitting.watchers.add(waiter)
    try:
        async with asyncio.timeout(seconds):
            await waiter.woken.wait()
    except TimeoutError:
        pass
    finally:
        sitting.watchers.discard(waiter)


def _check_viewer(sitting: Sitting, visitor: Person | None, seat: int | None) -> None:
    if sitting.status == "open":
        raise ServerTrouble("not-running")
    if seat is not None:
        sitting.seats.own(_id(visitor), seat)


@post("/tables/{table:str}/plies", responses=ANSWERS_TO_COMMANDS, status_code=200, summary="Make a move")
async def play(
    house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[Command]
) -> Response[Accepted | Refused]:
    house.limits.moves.spend(person.id)
    sitting = await house.lobby.near(table, person)
    try:
        ply = await house.club.play(sitting, person.id, data.seat, data.n, data.key, data.move)
    except Refusal as refusal:
        return _refused(sitting, person, data, refusal)
    return _accepted(sitting, person, data, ply)


@post(
    "/tables/{table:str}/undo",
    responses=ANSWERS_TO_COMMANDS,
    status_code=200,
    summary="Take back one's last move, or ask the others to agree; or agree to what somebody asked",
)
async def undo(
    house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[UndoCommand]
) -> Response[Accepted | Refused]:
    house.limits.moves.spend(person.id)
    sitting = await house.lobby.near(table, person)
    try:
        ply = await house.club.undo(sitting, person.id, data.seat, data.n, data.key)
    except Refusal as refusal:
        return _refused(sitting, person, data, refusal)
    return _accepted(sitting, person, data, ply)


def _accepted(
    sitting: Sitting, person: Person, command: Command | UndoCommand, ply: int | None
) -> Response[Accepted | Refused]:
    view = sitting.table.state.view(_seat_of(sitting, person, command))
    return Response(Accepted(command.key, ply, sitting.table.n, view))


def _refused(
    sitting: Sitting, person: Person, command: Command | UndoCommand, refusal: Refusal
) -> Response[Accepted | Refused]:
    rule = refusal.rule if isinstance(refusal, IllegalMove) else None
    view = None if sitting.status == "open" else sitting.table.state.view(_seat_of(sitting, person, command))
    reason = refusal.text(person.language)
    refused = Refused(command.key, code_of(refusal), rule, reason, sitting.table.n, view)
    return Response(refused, status_code=409)


def _seat_of(sitting: Sitting, person: Person, command: Command | UndoCommand) -> int | None:
    """From where the sender of a command looks: the seat it names if that is its own, else from outside."""
    return command.seat if command.seat in sitting.seats.of(person.id) else None


def code_of(refusal: Refusal) -> str:
    """The stable code of a refusal."""
    if isinstance(refusal, ServerTrouble | TableTrouble):
        return refusal.code
    return "illegal" if isinstance(refusal, IllegalMove) else "not-possible"


def status_of(refusal: Refusal) -> int:
    """What HTTP calls a refusal."""
    if isinstance(refusal, ServerTrouble):
        return refusal.status
    return _STATUS_AT_THE_TABLE.get(code_of(refusal), 409)


@delete("/tables/{table:str}/undo", responses=PROBLEMS, status_code=204, summary="Do not agree to an undo")
async def keep_move(house: TheHouse, person: ThePerson, table: TableId) -> None:
    await house.club.keep_move(await house.lobby.near(table, person), person.id)


@post("/tables/{table:str}/seats/{seat:int}/resign", responses=PROBLEMS, status_code=200, summary="Resign")
async def resign(house: TheHouse, person: ThePerson, table: TableId, seat: SeatInPath) -> TableInfo:
    return describe(await house.lobby.resign(await house.lobby.near(table, person), person, seat), person.id)


@post(
    "/tables/{table:str}/hint",
    responses=PROBLEMS,
    status_code=200,
    summary="What the bot `hard` would do in one's seat, knowing what one knows",
)
async def hint(house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[HintWish]) -> Hint:
    house.limits.hints.spend(person.id)
    return await house.adviser.hint(await house.lobby.near(table, person), person.id, data.seat)


# ---- Around the game


@get("/tables/{table:str}/chat", responses=PROBLEMS, summary="What was said at the table")
async def hear(house: TheHouse, visitor: TheVisitor, table: TableId) -> Chat:
    return Chat(list((await house.lobby.near(table, visitor)).said))


@post("/tables/{table:str}/chat", responses=PROBLEMS, status_code=204, summary="Say something")
async def say(house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[Saying]) -> None:
    house.limits.chat.spend(person.id)
    await house.club.say(await house.lobby.near(table, person), person.name, data.said)


@get("/tables/{table:str}/note", responses=PROBLEMS, summary="One's private note")
async def read_note(house: TheHouse, person: ThePerson, table: TableId) -> Note:
    return Note(await house.lobby.note(await house.lobby.near(table, person), person))


@put("/tables/{table:str}/note", responses=PROBLEMS, status_code=204, summary="Note something for oneself")
async def write_note(house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[Note]) -> None:
    house.limits.chat.spend(person.id)
    await house.lobby.write_note(await house.lobby.near(table, person), person, data.note)


# ---- Looking back


@get("/tables/{table:str}/replay/{at:int}", responses=PROBLEMS, summary="The table after so many moves")
async def replay(
    house: TheHouse,
    visitor: TheVisitor,
    table: TableId,
    at: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    seat: Seat = None,
) -> ReplaySight:
    return look_back(await house.lobby.near(table, visitor), at, seat, _id(visitor))


@get(
    "/tables/{table:str}/replay",
    responses={**PROBLEMS, 200: ResponseSpec(WholeReplay, generate_examples=False, description="All of it.")},
    summary="The table after every move, from the beginning",
)
async def replay_all(
    request: AnyRequest, house: TheHouse, visitor: TheVisitor, table: TableId, seat: Seat = None
) -> Response[bytes]:
    house.limits.replays.spend(house.address(request))
    played_through = look_through(await house.lobby.near(table, visitor), seat, _id(visitor))
    told = {"vary": "accept-encoding"}
    whole = await asyncio.to_thread(played_through)
    if can_unpack(request):
        told["content-encoding"] = "gzip"
        whole = await asyncio.to_thread(packed, whole, effort=6)
    return Response(whole, media_type=MediaType.JSON, headers=told)


@get(
    "/tables/{table:str}/record",
    responses=PROBLEMS,
    media_type="text/plain",
    summary="The record of a finished game",
)
async def download(house: TheHouse, visitor: TheVisitor, table: TableId) -> Response[str]:
    sitting = await house.lobby.near(table, visitor)
    name = f"{sitting.game.id}-{sitting.id}.omnibus"
    return Response(
        written(sitting),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@post(
    "/records",
    responses=PROBLEMS,
    request_max_body_size=4 * LONGEST_RECORD,
    summary="Bring a record: a finished table, if the record is true",
)
async def upload(house: TheHouse, person: ThePerson, data: JSONBody[Upload]) -> TableInfo:
    house.limits.uploads.spend(person.id)
    return describe(await house.archive.upload(person, data.record), person.id)


@post("/tables/{table:str}/fork", responses=PROBLEMS, summary="A new table from a position of this one")
async def fork(house: TheHouse, person: ThePerson, table: TableId, data: JSONBody[Fork]) -> TableInfo:
    house.limits.tables.spend(person.id)
    return describe(await house.archive.fork(await house.lobby.near(table, person), person, data), person.id)


HANDLERS: Sequence[Any] = (
    come_in, who_am_i, rename, make_account, sign_in, log_out, log_out_everywhere,
    list_games, show_game, health,
    open_table, list_tables, show_table, visit, invite, join, leave, start, seat_bot, clear_seat,
    see, play, undo, keep_move, resign, hint,
    hear, say, read_note, write_note,
    replay, replay_all, download, upload, fork,
)  # fmt: skip


def router() -> Router:
    """All of it, under /api."""
    return Router(
        "/api",
        route_handlers=list(HANDLERS),
        dependencies={"visitor": Provide(provide_visitor), "person": Provide(provide_person)},
    )
