"""Live play over a WebSocket: commands come in and are answered, and whoever watches sees what happens."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec
from litestar import Router, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketException
from litestar.params import FromQuery, PathParameter

from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import Refusal
from omnibus.server.api import TheHouse, code_of, language_of
from omnibus.server.club import Sitting
from omnibus.server.house import House
from omnibus.server.lobby import describe
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
    ResumeFrame,
    SayFrame,
    SightFrame,
    TableFrame,
    TroubleFrame,
    UndoFrame,
    WhyAnswerFrame,
    WhyFrame,
)
from omnibus.server.players import COOKIE, Person
from omnibus.server.security import LARGEST_FRAME
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import PlyView

Socket = WebSocket[Any, Any, State]
MOST_ANSWERS = 32
MOST_TABLES_TOLD = 200
MOST_WINDOWS = 64
NOT_ALLOWED = 4403
TOO_LARGE = 1009
SHOWN_OUT = 4401

_read = msgspec.json.Decoder(ClientFrame).decode
_write = msgspec.json.Encoder().encode


class Connection:
    """One window on one table. What to show is worked out when it can be shown, so it never falls behind."""

    def __init__(self, socket: Socket, house: House, sitting: Sitting, person: Person | None, seat: int | None, n: int):
        self.person = "" if person is None else person.id
        self._socket = socket
        self._house = house
        self._sitting = sitting
        self._who = person
        self._language = language_of(person, socket.headers.get("accept-language"))
        self._seat = seat
        self._n = n  # the last ply shown
        self._look_again = True
        self._changes = -1  # the last change of seats or status shown
        self._said = 0  # the last thing said that was shown
        self._answers: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._room = asyncio.Event()
        self._shown_out = False
        self._asker = self.person or f"connection {id(self)}"

    def wake(self) -> None:
        """There may be something new to see."""
        self._something.set()

    def leave(self) -> None:
        """This person has logged out, or the table is gone."""
        self._shown_out = True
        self._something.set()

    async def run(self) -> None:
        """Show and listen until the window is closed."""
        self._sitting.watchers.add(self)
        self.wake()
        try:
            await until_one_ends(self._show(), self._listen())
        finally:
            self._sitting.watchers.discard(self)
        if self._shown_out:
            # Granian closes a window only when nobody listens at it any more.
            await self._socket.close(SHOWN_OUT)

    # ---- Showing

    async def _show(self) -> None:
        while not self._shown_out:
            await self._something.wait()
            self._something.clear()
            while self._answers:
                await self._send(self._answers.popleft())
            self._room.set()
            await self._show_table()
            await self._show_sight()
            await self._show_chat()

    async def _send(self, frame: bytes) -> None:
        await send(self._socket, frame)

    async def _show_table(self) -> None:
        sitting = self._sitting
        if sitting.changes != self._changes:
            self._changes = sitting.changes
            await self._send(_write(TableFrame(describe(sitting, self.person or None))))

    async def _show_sight(self) -> None:
        sitting = self._sitting
        if sitting.status == "open" or (sitting.table.n == self._n and not self._look_again):
            return
        seat = self._viewer()
        happenings = sitting.table.happenings_since(self._n)
        if happenings is None:
            async with sitting.lock:
                happenings = await self._house.club.happenings(sitting, self._n)
                frame = self._sight(seat, [happening.seen_by(seat) for happening in happenings])
        else:
            frame = self._sight(seat, [happening.seen_by(seat) for happening in happenings])
        await self._send(frame)

    def _sight(self, seat: int | None, plies: list[PlyView]) -> bytes:
        table = self._sitting.table
        after, self._n, self._look_again = min(self._n, table.n), table.n, False
        return _write(SightFrame(seat, after, table.n, plies, msgspec.Raw(self._sitting.view_bytes(seat))))

    async def _show_chat(self) -> None:
        news = [said for said in self._sitting.said if said.id > self._said]
        if news:
            self._said = news[-1].id
            await self._send(_write(ChatFrame(news)))

    def _viewer(self) -> int | None:
        """The seat looked from, while it is still the person's own."""
        return self._seat if self._seat in self._sitting.seats.of(self.person) else None

    # ---- Listening

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            frame = message.get("text") or message.get("bytes") or ""
            if len(frame) > LARGEST_FRAME:
                await self._socket.close(TOO_LARGE)
                return
            answer = await self._answer(frame)
            if answer is not None:
                self._answers.append(_write(answer))
            self.wake()
            if len(self._answers) > MOST_ANSWERS:
                # Whoever does not listen is not listened to.
                self._room.clear()
                await self._room.wait()

    async def _answer(self, frame: str | bytes) -> msgspec.Struct | None:
        try:
            command = _read(frame)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return self._trouble(ServerTrouble("malformed"))
        try:
            if isinstance(command, MoveFrame | UndoFrame):
                return await self._command(command)
            return await self._other(command)
        except Refusal as refusal:
            return self._trouble(refusal)

    async def _command(self, command: MoveFrame | UndoFrame) -> msgspec.Struct:
        sitting, club = self._sitting, self._house.club
        try:
            self._house.limits.moves.spend(self._asker)
            person = self._expect_person().id
            if isinstance(command, MoveFrame):
                ply: int | None = await club.play(sitting, person, command.seat, command.n, command.key, command.move)
            else:
                ply = await club.undo(sitting, person, command.seat, command.n, command.key)
        except Refusal as refusal:
            rule = refusal.rule if isinstance(refusal, IllegalMove) else None
            view = None if sitting.status == "open" else msgspec.Raw(sitting.view_bytes(self._viewer()))
            reason = refusal.text(self._language)
            return RefusedFrame(command.key, code_of(refusal), rule, reason, sitting.table.n, view)
        return AcceptedFrame(command.key, ply)

    async def _other(self, command: LookFrame | SayFrame | ResumeFrame | PingFrame | WhyFrame) -> msgspec.Struct | None:
        sitting = self._sitting
        self._house.limits.moves.spend(self._asker)
        if isinstance(command, PingFrame):
            return PongFrame(sitting.table.n)
        if isinstance(command, WhyFrame):
            return self._why(command)
        if isinstance(command, LookFrame):
            if command.seat is not None:
                sitting.seats.own(self.person, command.seat)
            self._seat, self._look_again = command.seat, True
        elif isinstance(command, ResumeFrame):
            self._n, self._look_again = min(command.n, sitting.table.n), True
        else:
            self._house.limits.chat.spend(self.person)
            await self._house.club.say(sitting, self._expect_person().name, command.said)
        return None

    def _why(self, asked: WhyFrame) -> WhyAnswerFrame:
        self._sitting.expect_running()
        self._sitting.seats.own(self.person, asked.seat)
        refusal = self._sitting.table.why_not_any(asked.seat, asked.n, asked.about)
        if refusal is None:
            return WhyAnswerFrame(asked.key, None, None)
        return WhyAnswerFrame(asked.key, refusal.rule, refusal.text(self._language))

    def _expect_person(self) -> Person:
        if self._who is None:
            raise ServerTrouble("not-signed-in")
        return self._who

    def _trouble(self, refusal: Refusal) -> TroubleFrame:
        return TroubleFrame(code_of(refusal), refusal.text(self._language))


class LobbyConnection:
    """One window on the list of tables."""

    def __init__(self, socket: Socket, house: House, person: Person | None):
        self._socket = socket
        self._house = house
        self._person = "" if person is None else person.id
        self._changed: dict[str, Sitting] = {}
        self._something = asyncio.Event()

    def wake(self, sitting: Sitting) -> None:
        """That table has changed."""
        own = sitting.row.host == self._person or sitting.seats.of(self._person)
        if (sitting.row.public or own) and len(self._changed) < MOST_TABLES_TOLD:
            self._changed[sitting.id] = sitting
            self._something.set()

    async def run(self) -> None:
        """Tell of changes until the window is closed."""
        watchers = self._house.club.lobby.setdefault(self._person, set())
        watchers.add(self)
        try:
            await until_one_ends(self._tell(), self._listen())
        finally:
            watchers.discard(self)
            if not watchers:
                self._house.club.lobby.pop(self._person, None)

    async def _listen(self) -> None:
        """There is nothing to say to a list; the window is closed on whoever says something."""
        if (await self._socket.receive())["type"] == "websocket.receive":
            await self._socket.close(NOT_ALLOWED)

    async def _tell(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            changed, self._changed = self._changed, {}
            for sitting in changed.values():
                await send(self._socket, _write(LobbyFrame(describe(sitting, self._person or None))))


class WindowClosed(Exception):
    """The other side has gone."""


async def send(socket: Socket, frame: bytes) -> None:
    """Send a frame, unless the window has been closed."""
    try:
        await socket.send_data(frame.decode(), mode="text")
    except Exception as error:
        raise WindowClosed from error


async def until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Do several things at once until one of them is over; then stop the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception) and not isinstance(outcome, WindowClosed | WebSocketException):
            report_fault("a window failed", outcome)


async def _welcome(socket: Socket, house: House) -> Person | None:
    """Who opens the window, if one of our pages or a program does."""
    host = socket.headers.get("host")
    house.door.check_host(host)
    house.door.check_origin(socket.headers.get("origin"), host)
    house.limits.requests.spend(house.address(socket))
    return await house.players.recognised(socket.cookies.get(COOKIE))


@contextmanager
def _one_of_few(socket: Socket, house: House, person: Person | None) -> Iterator[None]:
    """Nobody has more windows open than anyone could look through."""
    asker = house.address(socket) if person is None else person.id
    if house.windows[asker] >= MOST_WINDOWS * house.settings.limits:
        raise ServerTrouble("too-often")
    house.windows[asker] += 1
    try:
        yield
    finally:
        house.windows[asker] -= 1
        if not house.windows[asker]:
            del house.windows[asker]


@websocket("/tables/{table:str}/live")
async def watch_table(
    socket: Socket,
    house: TheHouse,
    table: Annotated[str, PathParameter(max_length=32)],
    seat: FromQuery[int | None] = None,
    n: FromQuery[int | None] = None,
) -> None:
    """A window on a table: from a seat of one's own (the first unless one says which), or from outside."""
    try:
        person = await _welcome(socket, house)
        sitting = await house.lobby.near(table, person)
        own = [] if person is None else sitting.seats.of(person.id)
        viewed = seat if seat in own else (own[0] if own and seat is None else None)
        with _one_of_few(socket, house, person):
            await socket.accept()
            await Connection(socket, house, sitting, person, viewed, sitting.table.n if n is None else max(0, n)).run()
    except Refusal:
        await socket.close(NOT_ALLOWED)


@websocket("/lobby/live")
async def watch_lobby(socket: Socket, house: TheHouse) -> None:
    """A window on the list of tables."""
    try:
        person = await _welcome(socket, house)
        with _one_of_few(socket, house, person):
            await socket.accept()
            await LobbyConnection(socket, house, person).run()
    except Refusal:
        await socket.close(NOT_ALLOWED)


def router() -> Router:
    """Both windows, under /api."""
    return Router("/api", route_handlers=[watch_table, watch_lobby])
