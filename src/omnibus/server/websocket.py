"""Live play over a WebSocket: commands come in and are answered, and whoever watches sees what happens."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import msgspec
from litestar import Router, WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromQuery, PathParameter
from litestar.types import Receive, Send

from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import Refusal
from omnibus.server import metrics
from omnibus.server.accounts import Person
from omnibus.server.api.dependencies import TheServices, code_of, language_of
from omnibus.server.live_table import LOGGED_OUT, LiveTable
from omnibus.server.lobby import table_info
from omnibus.server.logs import report_fault
from omnibus.server.messages.frames import (
    AcceptedFrame,
    ChatFrame,
    ClientFrame,
    LobbyFrame,
    LookFrame,
    MoveFrame,
    PingFrame,
    PongFrame,
    PresenceFrame,
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
from omnibus.server.moderation import Blocks
from omnibus.server.security import LARGEST_FRAME, expect_text
from omnibus.server.services import Services
from omnibus.server.sessions import COOKIE
from omnibus.server.store import now
from omnibus.server.transport import WebSocketProtocol, do_nothing, line_of
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


class Window(ABC):
    """Shows something over a socket: when there is news, and the other side has taken in what it was shown before. What
    to show is worked out only then, so nobody falls behind."""

    def __init__(self, socket: Socket, services: Services, person: Person | None):
        self.person = "" if person is None else person.id
        self.session = "" if person is None else person.session
        self.address = services.address(socket)
        self._socket = socket
        self._services = services
        self._line: WebSocketProtocol | None = None  # while it is open
        self._shows_soon = False
        self._task: asyncio.Task[None] | None = None  # that which must be over before anything is shown
        self._closing: int | None = None  # the code to close with

    def show_soon(self) -> None:
        """There may be something new to see."""
        if not self._shows_soon:
            self._shows_soon = True
            asyncio.get_running_loop().call_soon(self._show)

    def close(self, code: int = LOGGED_OUT) -> None:
        """This session has ended, this person is kept out, or the table is gone."""
        self._closing = code
        self.show_soon()

    async def listen_while_showing(self) -> None:
        """Do both until the connection is closed. Listening ends by itself then, so that no command is broken off."""
        await _expect_session(self._socket, self._services, self.session)
        line = line_of(self._socket.scope)
        if line is None:
            return  # it has been closed already
        self._line, line.on_room = line, self.show_soon
        self.show_soon()
        try:
            # In a task of its own: every message would wake all that the request went through on its way here.
            await asyncio.create_task(self._listen())
        finally:
            self._line, line.on_room = None, do_nothing
            if self._task is not None:
                self._task.cancel()

    @abstractmethod
    async def _listen(self) -> None:
        """Take in what comes, until the connection is closed."""

    @abstractmethod
    def _frames(self) -> Sequence[bytes] | None:
        """What is new; none if somebody must be asked first."""

    @abstractmethod
    async def _asked_frames(self) -> Sequence[bytes]:
        """What is new, when everybody was asked."""

    @abstractmethod
    def _lost(self) -> None:
        """Nobody sees anything any more."""

    def _show(self) -> None:
        self._shows_soon = False
        line = self._line
        if line is None or self._task is not None:
            return
        if self._closing is not None:
            self._start(self._close(self._closing))
        elif not line.is_open:
            self._lost()
        elif line.has_room:
            try:
                frames = self._frames()
            except Exception as fault:
                self._fail(fault)
                return
            if frames is None:
                self._start(self._ask_and_show(line))
            elif frames:
                line.send_texts(frames)

    async def _ask_and_show(self, line: WebSocketProtocol) -> None:
        try:
            line.send_texts(await self._asked_frames())
        except Exception as fault:
            self._fail(fault)
        self._task = None
        self.show_soon()

    async def _close(self, code: int) -> None:
        with suppress(Exception):  # it may be closed already
            await self._socket.close(code)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.create_task(work)

    def _fail(self, fault: Exception) -> None:
        report_fault("a connection failed", fault)
        self.close(FAILED)


class Connection(Window):
    """One connection to one table."""

    def __init__(
        self, socket: Socket, services: Services, live: LiveTable, person: Person | None, seat: int | None, n: int
    ):
        super().__init__(socket, services, person)
        self.name = "" if person is None else person.name
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
        self._room = asyncio.Event()  # for answers
        self._asker = self.person or f"connection {id(self)}"

    notify = Window.show_soon

    async def run(self) -> None:
        """Show and listen until the connection is closed."""
        self._live.watch(self)
        self._services.presence.came(self._live)
        try:
            await self.listen_while_showing()
        finally:
            self._live.unwatch(self)
            self._services.presence.went(self._live, self)

    # ---- Showing

    def _frames(self) -> Sequence[bytes] | None:
        live, services, presence, blocks = self._live, self._services, None, None
        if self._must_tell_presence():
            presence = services.presence.seen_at_once(live, self.person)
            if presence is None:
                return None
        if self._must_tell_chat():
            blocks = services.moderation.known_blocks_of(self.person)
            if blocks is None:
                return None
        self._note_changes()
        return self._all_frames(presence, blocks)

    async def _asked_frames(self) -> Sequence[bytes]:
        services, tells_presence = self._services, self._must_tell_presence()
        self._note_changes()  # what changes while somebody is asked is told the next time
        presence = await services.presence.seen_by(self._live, self.person) if tells_presence else None
        return self._all_frames(presence, await services.moderation.blocks_of(self.person))

    def _note_changes(self) -> None:
        self._presence_at = self._live.presence_changes, self._live.changes
        self._block_changes = self._services.moderation.changes

    def _all_frames(self, presence: PresenceFrame | None, blocks: Blocks | None) -> Sequence[bytes]:
        """Who moved is answered before being shown what came of it."""
        shown, looks_again = self._n, self._look_again
        frames = [
            *self._answers,
            *self._table(),
            *(() if presence is None else self._who_is_here(presence)),
            *self._sight(),
            *(() if blocks is None else self._chat(blocks)),
        ]
        self._answers.clear()
        self._room.set()
        if shown != self._n and not looks_again:
            metrics.MOVE_SHOWN.observe((now() - self._live.moved_at) / 1000)
        return frames

    def _lost(self) -> None:
        self._answers = deque(maxlen=0)
        self._room.set()

    def _table(self) -> Iterator[bytes]:
        live = self._live
        if live.changes != self._changes:
            self._changes = live.changes
            events = [event for event in live.seat_events if event.id > self._seat_event]
            self._seat_event = events[-1].id if events else self._seat_event
            yield _write(TableFrame(table_info(live, self.person or None), events))

    def _must_tell_presence(self) -> bool:
        return (self._live.presence_changes, self._live.changes) != self._presence_at

    def _who_is_here(self, presence: PresenceFrame) -> Iterator[bytes]:
        told, self._presence = self._presence, _write(presence)
        if told != self._presence:
            yield self._presence

    def _sight(self) -> Iterator[bytes]:
        live, table, ended = self._live, self._live.table, self._live.row.ended is not None
        if live.status == "open" or (table.n == self._n and ended == self._ended and not self._look_again):
            return
        seat, self._ended = self._viewer(), ended
        plies = [outcome.seen_by(seat) for outcome in table.outcomes_since(self._n)]
        self._n, self._look_again = table.n, False
        yield _write(SightFrame(seat, table.n - len(plies), table.n, plies, msgspec.Raw(live.view_bytes(seat))))

    def _must_tell_chat(self) -> bool:
        live = self._live
        return (
            live.last_chat > self._said
            or live.chat_edits != self._chat_edits
            or self._services.moderation.changes != self._block_changes
        )

    def _chat(self, blocks: Blocks) -> Iterator[bytes]:
        live, unheard = self._live, blocks.unheard
        whole = live.chat_edits != self._chat_edits or self._unheard not in (None, unheard)
        self._unheard = unheard
        if whole or live.last_chat > self._said:
            after = 0 if whole else self._said
            news = [said for said in live.heard_by(self.person, unheard) if said.id > after]
            self._said, self._chat_edits = live.last_chat, live.chat_edits
            if news or whole:
                yield _write(ChatFrame(news, whole))

    def viewers(self) -> Iterable[int | None]:
        """The seat from which it is about to show the table."""
        return (self._viewer(),)

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
            if isinstance(command, (MoveFrame, UndoFrame)):  # a union would be made anew each time
                return await self._command(command)
            return await self._other(command)
        except Refusal as refusal:
            return self._trouble(refusal)

    async def _command(self, command: MoveFrame | UndoFrame) -> msgspec.Struct:
        live, services = self._live, self._services
        try:
            services.limits.moves.spend_here(self._asker)
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
        self._services.limits.moves.spend_here(self._asker)
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


class LobbyConnection(Window):
    """One connection to the list of tables."""

    def __init__(self, socket: Socket, services: Services, person: Person | None):
        super().__init__(socket, services, person)
        self._changed: dict[str, LiveTable | None] = {}  # none for a table that is no more

    def notify(self, live: LiveTable) -> None:
        """That table has changed."""
        if (live.row.public or live.concerns(self.person)) and len(self._changed) < MOST_TABLES_TOLD:
            self._changed[live.id] = live
            self.show_soon()

    def notify_removed(self, table_id: str) -> None:
        """That table is no more."""
        if table_id in self._changed or len(self._changed) < MOST_TABLES_TOLD:
            self._changed[table_id] = None
            self.show_soon()

    async def run(self) -> None:
        """Tell of changes until the connection is closed."""
        watchers = self._services.broadcast.lobby.setdefault(self.person, set())
        watchers.add(self)
        try:
            await self.listen_while_showing()
        finally:
            watchers.discard(self)
            if not watchers:
                self._services.broadcast.lobby.pop(self.person, None)

    async def _listen(self) -> None:
        """There is nothing to say to a list; the connection is closed on whoever says something."""
        if (await self._socket.receive())["type"] == "websocket.receive":
            await self._socket.close(NOT_ALLOWED)

    def _lost(self) -> None:
        self._changed.clear()

    def _frames(self) -> Sequence[bytes] | None:
        return None if self._changed else []

    async def _asked_frames(self) -> Sequence[bytes]:
        changed, self._changed = self._changed, {}
        apart = (await self._services.moderation.blocks_of(self.person)).apart
        frames = []
        for table_id, live in changed.items():
            if live is None:
                frames.append(_write(RemovedFrame(table_id)))
            elif live.row.host not in apart or live.concerns(self.person):
                frames.append(_write(LobbyFrame(table_info(live, self.person or None))))
        return frames


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
