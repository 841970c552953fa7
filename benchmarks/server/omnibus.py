"""Our server, and clients of it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from tests.server.running import FRESH, RunningServer

from benchmarks.server.asking import Asker
from benchmarks.server.playing import Client, Pair

LONG = {"target": 500}  # a game of Terminus that does not end while it is measured


class Choice(msgspec.Struct):
    """What a client needs of a legal move."""

    text: str


class View(msgspec.Struct):
    """What a client needs of a view."""

    legal: list[Choice]


class Frame(msgspec.Struct):
    """What a client needs of a frame."""

    kind: str = msgspec.field(name="is")
    n: int = 0
    view: View | None = None


_read = msgspec.json.Decoder(Frame).decode
_write = msgspec.json.Encoder().encode


class OmnibusClient(Client):
    """One of the two at a table of ours."""

    def __init__(self, seat: int, luck: Random):
        super().__init__()
        self._seat = seat
        self._luck = luck
        self._legal: list[Choice] = []
        self._pong = asyncio.Event()

    def read(self, message: bytes) -> None:
        """Take in what the server sends."""
        frame = _read(message)
        if frame.kind in ("accepted", "refused", "trouble"):
            self.answered(frame.kind == "accepted")
        elif frame.kind == "pong":
            self._pong.set()
        elif frame.kind == "sight" and frame.view is not None:
            self._legal = frame.view.legal
            self.seen(frame.n, bool(self._legal))

    async def ping(self) -> None:
        """Say something that changes nothing, and hear the answer."""
        self.socket.send(_write({"do": "ping"}))
        await self._pong.wait()

    def command(self) -> bytes:
        """Any legal move, as it is sent."""
        move = self._luck.choice(self._legal).text
        return _write({"do": "move", "seat": self._seat, "n": self.n, "key": f"{self._seat}-{self.n}", "move": move})


class Omnibus:
    """Our server with SQLite, as `omnibus serve` starts it."""

    name = "Omnibus"

    def __init__(self, folder: Path):
        self.database = folder / "data" / "omnibus.db"
        self._server = RunningServer(folder / "data", FRESH, OMNIBUS_LIMITS="100000")
        self._asker = Asker(self._server.port)
        self._opened = 0

    @property
    def process(self) -> int:
        """The process that is measured; those in which bots think are its children."""
        return self._server.process.pid

    def start(self) -> None:
        """Once more, until it answers."""
        self._server.start()

    def stop(self) -> None:
        """No more of it."""
        self._server.stop()

    def person(self) -> str:
        """The cookie of somebody new."""
        _, cookie = self._asker.post("/api/people", name=f"P{self._opened}", language="en")
        return cookie

    def people(self) -> list[str]:
        """Two who will play."""
        return [self.person(), self.person()]

    def table(self, people: Sequence[str], game: str, options: dict[str, int]) -> str:
        """A game that these two have begun."""
        first, second = people
        seats = [{"who": "me"}, {"who": "open"}]
        opened, _ = self._asker.post("/api/tables", first, game=game, seats=seats, options=options)
        table = str(opened["table"]["id"])
        self._asker.post(f"/api/tables/{table}/join", second)
        self._asker.post(f"/api/tables/{table}/start", first)
        self._opened += 1
        return table

    def bring(self, record: str, cookie: str) -> str:
        """A finished game of somebody else's."""
        brought, _ = self._asker.post("/api/records", cookie, record=record)
        return str(brought["id"])

    def review(self, table: str, cookie: str) -> int:
        """Ask for a review; how many decisions are weighed."""
        status, _ = self._asker.post(f"/api/tables/{table}/review", cookie)
        return int(status["done"])

    def another_asker(self) -> Asker:
        """Another connection."""
        return Asker(self._server.port)

    async def window(self, table: str, cookie: str, seat: int) -> OmnibusClient:
        """A window on a table that has shown its first view."""
        client = OmnibusClient(seat, Random(f"{self._opened} {seat}"))
        url = f"ws://127.0.0.1:{self._server.port}/api/tables/{table}/live"
        await client.socket.open(url, cookie)
        await client.first_view()
        return client

    async def pair(self, people: Sequence[str], game: str = "terminus", options: dict[str, int] | None = None) -> Pair:
        """A table and both windows on it."""
        table = self.table(people, game, LONG if options is None else options)
        return await self.at_table(table, people)

    async def at_table(self, table: str, people: Sequence[str]) -> Pair:
        """Both windows on a table."""
        return Pair([await self.window(table, cookie, seat) for seat, cookie in enumerate(people)])
