"""Live play over a WebSocket: commands come in and are answered, and whoever watches sees what happens."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import msgspec
from litestar import Router, WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromQuery, PathParameter
from litestar.types import Receive, Send
from uvicorn.protocols.utils import ClientDisconnected

from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import Refusal
from omnibus.server import metrics
from omnibus.server.accounts import Person
from omnibus.server.api.dependencies import TheServices, code_of, language_of
from omnibus.server.live_table import LOGGED_OUT, LiveTable
from omnibus.server.lobby import table_info
from omnibus.server.logs import report_fault
from omnibus.server.messages import (
    AcceptedFrame,
    ChatFrame,
    ClientFrame,
    LobbyFrame,
    LookFrame,
    MoveFrame,
    PingFrame,
    PongFrame,
    RefusedFrame,
    RemovedFrame,
    ResumeFrame,
    SayFrame,
    SightFrame,
    TableFrame,
    TroubleFrame,
    UndoFrame,
    WhyAnswerFrame,
    WhyFrame,
)
from omnibus.server.security import LARGEST_FRAME, expect_text
from omnibus.server.services import Services
from omnibus.server.sessions import COOKIE
from omnibus.server.store import now
from omnibus.server.transport import SEND_TEXTS
from omnibus.server.trouble import ServerTrouble


class Socket(WebSocket[Any, Any, State]):
    """A connection as the server hands it over. Litestar's own wraps what it sends and hears in functions that refer to
    it, and would never be freed while the server is too busy to look for such circles."""

    def receive_wrapper(self, receive: Receive) -> Receive:
        """What is heard, as it is."""
        return receive

    def send_wrapper(self, send: Send) -> Send:
        """What is sent, as it is."""
        return send


MOST_ANSWERS = 32
MOST_TABLES_TOLD = 200
MOST_CONNECTIONS_EACH = 64
NOT_ALLOWED = 4403
TOO_LARGE = 1009
FAILED = 1011

_read = msgspec.json.Decoder(ClientFrame).decode
_write = msgspec.json.Encoder().encode


class Connection:
    """One connection to one table. What to show is worked out when it can be shown, so it never falls behind."""

    def __init__(
        self, socket: Socket, services: Services, live: LiveTable, person: Person | None, seat: int | None, n: int
    ):
        self.person = "" if person is None else person.id
        self.name = "" if person is None else person.name
        self.session = "" if person is None else person.session
        self.address = services.address(socket)
        self._socket = socket
        self._services = services
        self._live = live
        self._who = person
        self._language = language_of(person, socket.headers.get("accept-language"))
        self._seat = seat
        self._n = n  # the last ply shown
        self._look_again = True
        self._ended = False  # whether it was shown that people have ended the game
        self._changes = -1  # the last change of seats or status shown
        self._seat_event = 0  # the last thing that happened at the seats that was shown
        self._presence_at: tuple[int, int] | None = None  # after which changes it was worked out who is here
        self._presence = b""  # who is here, as it was shown
        self._said = 0  # the last thing said that was shown
        self._chat_edits = live.chat_edits
        self._block_changes = -1
        self._unheard: frozenset[str] | None = None  # those whose messages are not shown
        self._answers: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._room = asyncio.Event()
        self._closing: int | None = None  # the code to close with
        self._asker = self.person or f"connection {id(self)}"

    def notify(self) -> None:
        """There may be something new to see."""
        self._something.set()

    def close(self, code: int = LOGGED_OUT) -> None:
        """This session has ended, this person is kept out, or the table is gone."""
        self._closing = code
        self._something.set()

    async def run(self) -> None:
        """Show and listen until the connection is closed."""
        self._live.watch(self)
        self._services.presence.came(self._live)
        self.notify()
        try:
            await _expect_session(self._socket, self._services, self.session)
            await listen_while_showing(self._socket, self._listen(), self._show())
        finally:
            self._live.unwatch(self)
            self._services.presence.went(self._live, self)

    # ---- Showing

    async def _show(self) -> int:
        try:
            while self._closing is None:
                await self._something.wait()
                self._something.clear()
                table, presence, chat = list(self._table()), await self._who_is_here(), await self._chat()
                # Nothing is awaited between these: who moved is answered before being shown what came of it.
                answers, self._answers = self._answers, deque()
                shown, looks_again = self._n, self._look_again
                await send(self._socket, [*answers, *table, *presence, *self._sight(), *chat])
                self._room.set()
                if shown != self._n and not looks_again:
                    metrics.MOVE_SHOWN.observe((now() - self._live.moved_at) / 1000)
            return self._closing
        finally:
            self._answers = deque(maxlen=0)  # nobody hears them any more
            self._room.set()

    def _table(self) -> Iterator[bytes]:
        live = self._live
        if live.changes != self._changes:
            self._changes = live.changes
            events = [event for event in live.seat_events if event.id > self._seat_event]
            self._seat_event = events[-1].id if events else self._seat_event
            yield _write(TableFrame(table_info(live, self.person or None), events))

    async def _who_is_here(self) -> list[bytes]:
        live, before = self._live, self._presence
        changes = live.presence_changes, live.changes
        if changes == self._presence_at:
            return []
        self._presence_at = changes
        self._presence = _write(await self._services.presence.seen_by(live, self.person))
        return [] if self._presence == before else [self._presence]

    def _sight(self) -> Iterator[bytes]:
        live, table, ended = self._live, self._live.table, self._live.row.ended is not None
        if live.status == "open" or (table.n == self._n and ended == self._ended and not self._look_again):
            return
        seat, self._ended = self._viewer(), ended
        plies = [outcome.seen_by(seat) for outcome in table.outcomes_since(self._n)]
        self._n, self._look_again = table.n, False
        yield _write(SightFrame(seat, table.n - len(plies), table.n, plies, msgspec.Raw(live.view_bytes(seat))))

    async def _chat(self) -> list[bytes]:
        live, moderation = self._live, self._services.moderation
        whole = live.chat_edits != self._chat_edits
        if moderation.changes != self._block_changes:
            self._block_changes = moderation.changes
            unheard = (await moderation.blocks_of(self.person)).unheard
            whole = whole or self._unheard not in (None, unheard)
            self._unheard = unheard
        if whole or live.last_chat > self._said:
            after = 0 if whole else self._said
            news = [said for said in await moderation.heard(live, self.person) if said.id > after]
            self._said, self._chat_edits = live.last_chat, live.chat_edits
            if news or whole:
                return [_write(ChatFrame(news, whole))]
        return []

    def _viewer(self) -> int | None:
        """The seat looked from, while it is still the person's own."""
        return self._seat if self._seat in self._live.seats.of(self.person) else None

    # ---- Listening

    async def _listen(self) -> None:
        while self._closing is None:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive" or self._closing is not None:
                return
            frame = message.get("text") or message.get("bytes") or ""
            if len(frame) > LARGEST_FRAME:
                await self._socket.close(TOO_LARGE)
                return
            answer = await self._answer(frame)
            if answer is not None:
                self._answers.append(_write(answer))
            self.notify()
            if len(self._answers) > MOST_ANSWERS:
                # Whoever does not listen is not listened to.
                self._room.clear()
                await self._room.wait()

    async def _answer(self, frame: str | bytes) -> msgspec.Struct | None:
        try:
            expect_text(frame.encode() if isinstance(frame, str) else frame)
            command = _read(frame)
        except (msgspec.DecodeError, UnicodeError, ServerTrouble):
            return self._trouble(ServerTrouble("malformed"))
        try:
            if isinstance(command, MoveFrame | UndoFrame):
                return await self._command(command)
            return await self._other(command)
        except Refusal as refusal:
            return self._trouble(refusal)

    async def _command(self, command: MoveFrame | UndoFrame) -> msgspec.Struct:
        live, services = self._live, self._services
        try:
            await services.limits.moves.spend(self._asker)
            person = self._expect_person().id
            if isinstance(command, MoveFrame):
                ply: int | None = await services.commands.play(
                    live, person, command.seat, command.n, command.key, command.move
                )
            else:
                ply = await services.undo_requests.undo(live, person, command.seat, command.n, command.key)
        except Refusal as refusal:
            rule, data = (refusal.rule, refusal.plain()) if isinstance(refusal, IllegalMove) else (None, None)
            view = None if live.status == "open" else msgspec.Raw(live.view_bytes(self._viewer()))
            reason, code = refusal.text(self._language), code_of(refusal)
            metrics.MOVES_REFUSED.labels(code).inc()
            return RefusedFrame(command.key, code, rule, reason, data, live.table.n, view)
        return AcceptedFrame(command.key, ply)

    async def _other(self, command: LookFrame | SayFrame | ResumeFrame | PingFrame | WhyFrame) -> msgspec.Struct | None:
        live = self._live
        await self._services.limits.moves.spend(self._asker)
        if isinstance(command, PingFrame):
            return PongFrame(live.table.n)
        if isinstance(command, WhyFrame):
            return self._why(command)
        if isinstance(command, LookFrame):
            if command.seat is not None:
                live.seats.own(self.person, command.seat)
            self._seat, self._look_again = command.seat, True
        elif isinstance(command, ResumeFrame):
            self._n, self._look_again = min(command.n, live.table.n), True
        else:
            await self._services.limits.chat.spend(self.person)
            await self._services.commands.say(live, self._expect_person().id, command.said)
        return None

    def _why(self, asked: WhyFrame) -> WhyAnswerFrame:
        self._live.expect_running()
        self._live.seats.own(self.person, asked.seat)
        refusal = self._live.table.why_not_any(asked.seat, asked.n, asked.about)
        if refusal is None:
            return WhyAnswerFrame(asked.key, None, None, None)
        return WhyAnswerFrame(asked.key, refusal.rule, refusal.text(self._language), refusal.plain())

    def _expect_person(self) -> Person:
        if self._who is None:
            raise ServerTrouble("not-signed-in")
        return self._who

    def _trouble(self, refusal: Refusal) -> TroubleFrame:
        trouble = TroubleFrame(code_of(refusal), refusal.text(self._language))
        metrics.REQUESTS_REFUSED.labels(trouble.code).inc()
        return trouble


class LobbyConnection:
    """One connection to the list of tables."""

    def __init__(self, socket: Socket, services: Services, person: Person | None):
        self._socket = socket
        self._services = services
        self.person = "" if person is None else person.id
        self.session = "" if person is None else person.session
        self.address = services.address(socket)
        self._changed: dict[str, LiveTable | None] = {}  # none for a table that is no more
        self._something = asyncio.Event()
        self._closing: int | None = None  # the code to close with

    def notify(self, live: LiveTable) -> None:
        """That table has changed."""
        if (live.row.public or live.concerns(self.person)) and len(self._changed) < MOST_TABLES_TOLD:
            self._changed[live.id] = live
            self._something.set()

    def notify_removed(self, table_id: str) -> None:
        """That table is no more."""
        if table_id in self._changed or len(self._changed) < MOST_TABLES_TOLD:
            self._changed[table_id] = None
            self._something.set()

    def close(self, code: int = LOGGED_OUT) -> None:
        """This session has ended, or this person is kept out."""
        self._closing = code
        self._something.set()

    async def run(self) -> None:
        """Tell of changes until the connection is closed."""
        watchers = self._services.broadcast.lobby.setdefault(self.person, set())
        watchers.add(self)
        try:
            await _expect_session(self._socket, self._services, self.session)
            await listen_while_showing(self._socket, self._listen(), self._tell())
        finally:
            watchers.discard(self)
            if not watchers:
                self._services.broadcast.lobby.pop(self.person, None)

    async def _listen(self) -> None:
        """There is nothing to say to a list; the connection is closed on whoever says something."""
        if (await self._socket.receive())["type"] == "websocket.receive":
            await self._socket.close(NOT_ALLOWED)

    async def _tell(self) -> int:
        while self._closing is None:
            await self._something.wait()
            self._something.clear()
            changed, self._changed = self._changed, {}
            apart = (await self._services.moderation.blocks_of(self.person)).apart
            frames = []
            for table_id, live in changed.items():
                if live is None:
                    frames.append(_write(RemovedFrame(table_id)))
                elif live.row.host not in apart or live.concerns(self.person):
                    frames.append(_write(LobbyFrame(table_info(live, self.person or None))))
            await send(self._socket, frames)
        return self._closing


class ConnectionClosed(Exception):
    """The other side has gone."""


async def send(socket: Socket, frames: list[bytes]) -> None:
    """Send frames in one go, unless the connection has been closed."""
    try:
        await socket.send({"type": SEND_TEXTS, "texts": frames})  # type: ignore[arg-type]
    except ClientDisconnected as error:
        raise ConnectionClosed from error


async def listen_while_showing(
    socket: Socket, listening: Coroutine[Any, Any, None], showing: Coroutine[Any, Any, int]
) -> None:
    """Do both until the connection is closed. Listening ends by itself then, so that no command is broken off."""
    task = asyncio.create_task(_show_and_close(socket, showing))
    try:
        await listening
    finally:
        task.cancel()


async def _show_and_close(socket: Socket, showing: Coroutine[Any, Any, int]) -> None:
    """Show until there is a reason to close the connection."""
    code = FAILED
    try:
        code = await showing
    except ConnectionClosed:
        return
    except Exception as fault:
        report_fault("a connection failed", fault)
    with suppress(Exception):  # it may be closed already
        await socket.close(code)


async def _welcome(socket: Socket, services: Services) -> Person | None:
    """Who opens the connection, if one of our pages or a program does."""
    host = socket.headers.get("host")
    services.origin_policy.check_host(host)
    services.origin_policy.check_origin(socket.headers.get("origin"), host)
    address = services.address(socket)
    await services.limits.requests.spend(address)
    services.bans.check_address(address)
    person = await services.sessions.authenticate(socket.cookies.get(COOKIE), address)
    if person is not None:
        services.bans.check_person(person.id)
    return person


async def _expect_session(socket: Socket, services: Services, session: str) -> None:
    """Refuse a session that ended before its connection could be told so."""
    if session and await services.sessions.authenticate(socket.cookies.get(COOKIE)) is None:
        raise ServerTrouble("not-signed-in")


@contextmanager
def _counted_connection(socket: Socket, services: Services, person: Person | None) -> Iterator[None]:
    """Nobody has more connections open than anyone could look through."""
    asker = services.address(socket) if person is None else person.id
    if services.connections[asker] >= MOST_CONNECTIONS_EACH * services.settings.limits:
        raise ServerTrouble("too-often")
    services.connections[asker] += 1
    try:
        yield
    finally:
        services.connections[asker] -= 1
        if not services.connections[asker]:
            del services.connections[asker]


@websocket("/tables/{table:str}/live")
async def watch_table(
    socket: Socket,
    services: TheServices,
    table: Annotated[str, PathParameter(max_length=32)],
    seat: FromQuery[int | None] = None,
    n: FromQuery[int | None] = None,
) -> None:
    """A connection to a table: from a seat of one's own (the first unless one says which), or from outside."""
    try:
        person = await _welcome(socket, services)
        live = await services.lobby.find(table, person)
        own = [] if person is None else live.seats.of(person.id)
        viewed = seat if seat in own else (own[0] if own and seat is None else None)
        with _counted_connection(socket, services, person), metrics.WINDOWS.labels("table").track_inprogress():
            await socket.accept()
            services.bot_turns.resume(live)
            await Connection(socket, services, live, person, viewed, live.table.n if n is None else max(0, n)).run()
    except Refusal as refusal:
        metrics.REQUESTS_REFUSED.labels(code_of(refusal)).inc()
        await socket.close(NOT_ALLOWED)


@websocket("/lobby/live")
async def watch_lobby(socket: Socket, services: TheServices) -> None:
    """A connection to the list of tables."""
    try:
        person = await _welcome(socket, services)
        with _counted_connection(socket, services, person), metrics.WINDOWS.labels("lobby").track_inprogress():
            await socket.accept()
            await LobbyConnection(socket, services, person).run()
    except Refusal as refusal:
        metrics.REQUESTS_REFUSED.labels(code_of(refusal)).inc()
        await socket.close(NOT_ALLOWED)


def router() -> Router:
    """Both connections, under /api."""
    return Router("/api", route_handlers=[watch_table, watch_lobby])
