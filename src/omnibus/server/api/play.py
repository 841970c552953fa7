"""Requests during a game: looking, moving, taking back, resigning, advice, chat, notes."""

import asyncio
from collections.abc import Iterable
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, QueryParameter

from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import Refusal
from omnibus.server import metrics
from omnibus.server.accounts import Person
from omnibus.server.api.dependencies import (
    ANSWERS_TO_COMMANDS,
    PROBLEMS,
    AnyRequest,
    Seat,
    SeatInPath,
    TableId,
    ThePerson,
    TheServices,
    TheVisitor,
    answered_in,
    code_of,
    id_of,
)
from omnibus.server.live_table import LOGGED_OUT, LiveTable
from omnibus.server.lobby import table_info
from omnibus.server.messages.common import Problem
from omnibus.server.messages.play import Accepted, Command, Hint, HintRequest, Refused, Sight, UndoCommand
from omnibus.server.messages.tables import Chat, NewChatMessage, Note, TableInfo
from omnibus.server.services import Services
from omnibus.server.sessions import COOKIE
from omnibus.server.trouble import ServerTrouble

LONGEST_WAIT = 30.0


@get(
    "/tables/{table:str}/view",
    responses=PROBLEMS,
    summary="What a seat sees, and what it missed after a ply; with `wait`, only once there is something new",
)
async def read_view(
    request: AnyRequest,
    services: TheServices,
    visitor: TheVisitor,
    table: TableId,
    seat: Seat = None,
    after: FromQuery[int | None] = None,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
) -> Sight:
    live = await services.lobby.find(table, visitor)
    _check_viewer(live, visitor, seat)
    if after is not None and wait and after >= live.table.n and live.status == "running":
        await _something_new(services, live, visitor, services.address(request), wait)
        services.bans.check_address(services.address(request))
        if visitor is not None:
            if await services.sessions.authenticate(request.cookies.get(COOKIE)) is None:
                raise ServerTrouble("not-signed-in")
            services.bans.check_person(visitor.id)
        live = await services.lobby.find(table, visitor)
    n = live.table.n
    plies = [] if after is None else [outcome.seen_by(seat) for outcome in live.table.outcomes_since(after)]
    return Sight(n - len(plies), n, plies, live.view(seat))


class _Waiter:
    """Somebody who waits for the next thing to happen at a table."""

    def __init__(self, live: LiveTable, visitor: Person | None, address: str) -> None:
        self._live = live
        self._known = live.n, live.changes
        self.person = "" if visitor is None else visitor.id
        self.name = "" if visitor is None else visitor.name
        self.session = "" if visitor is None else visitor.session
        self.address = address
        self.woken = asyncio.Event()

    def notify(self) -> None:
        if (self._live.n, self._live.changes) != self._known:  # who comes and goes is not waited for
            self.woken.set()

    def viewers(self) -> Iterable[int | None]:
        return ()  # the view is made when it is asked for

    def close(self, code: int = LOGGED_OUT) -> None:  # noqa: ARG002 (there is no connection to close)
        self.woken.set()


async def _something_new(
    services: Services, live: LiveTable, visitor: Person | None, address: str, seconds: float
) -> None:
    waiter = _Waiter(live, visitor, address)
    live.watch(waiter)
    services.presence.came(live)
    try:
        async with asyncio.timeout(seconds):
            await waiter.woken.wait()
    except TimeoutError:
        pass
    finally:
        live.unwatch(waiter)
        services.presence.went(live, waiter)


def _check_viewer(live: LiveTable, visitor: Person | None, seat: int | None) -> None:
    if live.status == "open":
        raise ServerTrouble("not-running")
    if seat is not None:
        live.seats.own(id_of(visitor), seat)


@post("/tables/{table:str}/plies", responses=ANSWERS_TO_COMMANDS, status_code=200, summary="Make a move")
async def play(
    services: TheServices, person: ThePerson, table: TableId, data: JSONBody[Command]
) -> Response[Accepted | Refused]:
    await services.limits.moves.spend(person.id)
    live = await services.lobby.find(table, person)
    try:
        ply = await services.commands.play(live, person.id, data.seat, data.n, data.key, data.move)
    except Refusal as refusal:
        return _refused(live, person, data, refusal)
    return _accepted(live, person, data, ply)


@post(
    "/tables/{table:str}/undo",
    responses=ANSWERS_TO_COMMANDS,
    status_code=200,
    summary="Take back one's last move, or ask the others to agree; or agree to what somebody asked",
)
async def undo(
    services: TheServices, person: ThePerson, table: TableId, data: JSONBody[UndoCommand]
) -> Response[Accepted | Refused]:
    await services.limits.moves.spend(person.id)
    live = await services.lobby.find(table, person)
    try:
        ply = await services.undo_requests.undo(live, person.id, data.seat, data.n, data.key)
    except Refusal as refusal:
        return _refused(live, person, data, refusal)
    return _accepted(live, person, data, ply)


def _accepted(
    live: LiveTable, person: Person, command: Command | UndoCommand, ply: int | None
) -> Response[Accepted | Refused]:
    view = live.view(_seat_of(live, person, command))
    return Response(Accepted(command.key, ply, live.table.n, view))


def _refused(
    live: LiveTable, person: Person, command: Command | UndoCommand, refusal: Refusal
) -> Response[Accepted | Refused]:
    rule, data = (refusal.rule, refusal.plain()) if isinstance(refusal, IllegalMove) else (None, None)
    view = None if live.status == "open" else live.view(_seat_of(live, person, command))
    reason = refusal.text(person.language)
    refused = Refused(command.key, code_of(refusal), rule, reason, data, live.table.n, view)
    metrics.MOVES_REFUSED.labels(refused.code).inc()
    return Response(refused, status_code=409)


def _seat_of(live: LiveTable, person: Person, command: Command | UndoCommand) -> int | None:
    """From where the sender of a command looks: the seat it names if that is its own, else from outside."""
    return command.seat if command.seat in live.seats.of(person.id) else None


@delete("/tables/{table:str}/undo", responses=PROBLEMS, status_code=204, summary="Do not agree to an undo")
async def decline_undo(services: TheServices, person: ThePerson, table: TableId) -> None:
    await services.undo_requests.decline(await services.lobby.find(table, person), person.id)


@post("/tables/{table:str}/seats/{seat:int}/resign", responses=PROBLEMS, status_code=200, summary="Resign")
async def resign(services: TheServices, person: ThePerson, table: TableId, seat: SeatInPath) -> TableInfo:
    return table_info(await services.lobby.resign(await services.lobby.find(table, person), person, seat), person.id)


@post(
    "/tables/{table:str}/end",
    responses=PROBLEMS,
    status_code=200,
    summary="End a game in which all other people have resigned; no points are counted",
)
async def end(services: TheServices, person: ThePerson, table: TableId) -> TableInfo:
    return table_info(await services.lobby.end(await services.lobby.find(table, person), person), person.id)


@post(
    "/tables/{table:str}/hint",
    responses={**PROBLEMS, 503: ResponseSpec(Problem, generate_examples=False, description="No advice now.")},
    status_code=200,
    summary="What the strongest bot would do in one's seat, knowing what one knows, and why",
)
async def hint(
    request: AnyRequest, services: TheServices, person: ThePerson, table: TableId, data: JSONBody[HintRequest]
) -> Hint:
    await services.limits.hints.spend(person.id)
    await services.limits.hints_of_address.spend(services.address(request))
    live = await services.lobby.find(table, person)
    return await services.hints.hint(live, person.id, data.seat, answered_in(request))


@get("/tables/{table:str}/chat", responses=PROBLEMS, summary="What was said at the table")
async def read_chat(services: TheServices, visitor: TheVisitor, table: TableId) -> Chat:
    live, person = await services.lobby.find(table, visitor), id_of(visitor) or ""
    return Chat(await services.moderation.heard(live, person))


@post("/tables/{table:str}/chat", responses=PROBLEMS, status_code=204, summary="Say something")
async def say(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[NewChatMessage]) -> None:
    await services.limits.chat.spend(person.id)
    await services.commands.say(await services.lobby.find(table, person), person.id, data.said)


@get("/tables/{table:str}/note", responses=PROBLEMS, summary="One's private note")
async def read_note(services: TheServices, person: ThePerson, table: TableId) -> Note:
    return Note(await services.lobby.note(await services.lobby.find(table, person), person))


@put("/tables/{table:str}/note", responses=PROBLEMS, status_code=204, summary="Note something for oneself")
async def write_note(services: TheServices, person: ThePerson, table: TableId, data: JSONBody[Note]) -> None:
    await services.limits.chat.spend(person.id)
    await services.lobby.write_note(await services.lobby.find(table, person), person, data.note)


HANDLERS = (read_view, play, undo, decline_undo, resign, end, hint, read_chat, say, read_note, write_note)
