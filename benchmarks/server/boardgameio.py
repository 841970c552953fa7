"""boardgame.io, installed for the benchmark alone, and clients of it."""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from tests.server.running import free_port

from benchmarks.server.asking import Asker
from benchmarks.server.playing import Client, Pair

PROGRAM = Path(__file__).parent.parent / "peers" / "boardgameio"
GAME = "cards"
LINES = "MTB"
COLUMNS = 5


class Seat(msgspec.Struct):
    """What a client needs of a seat."""

    hand: list[str] | None


class Position(msgspec.Struct):
    """What a client needs of a position."""

    table: list[Seat]


class Context(msgspec.Struct):
    """Whose turn it is."""

    current: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    """What a client needs of a state."""

    position: Position = msgspec.field(name="G")
    context: Context = msgspec.field(name="ctx")
    n: int = msgspec.field(name="_stateID")


class Sync(msgspec.Struct):
    """What a client needs of the first message."""

    state: State


_read_name = msgspec.json.Decoder(list[msgspec.Raw]).decode
_read_state = msgspec.json.Decoder(State).decode
_read_sync = msgspec.json.Decoder(Sync).decode
_write = msgspec.json.Encoder().encode


class BoardgameClient(Client):
    """One of the two at a match, speaking Socket.IO over a WebSocket."""

    def __init__(self, match: str, seat: int, credentials: str, luck: Random):
        super().__init__()
        self._match = match
        self._seat = seat
        self._credentials = credentials
        self._luck = luck
        self._hand: list[str] = []

    def read(self, message: bytes) -> None:
        """Take in what the server sends."""
        event = f"42/{GAME},".encode()
        if message.startswith(event):
            self._hear(_read_name(message[len(event) :]))
        elif message.startswith(b"0"):
            self.socket.send(f"40/{GAME},".encode())
        elif message.startswith(b"40"):
            self._emit("sync", self._match, str(self._seat), self._credentials, 2)
        elif message == b"2":
            self.socket.send(b"3")

    def _hear(self, event: list[msgspec.Raw]) -> None:
        name = bytes(event[0])
        if name == b'"update"':
            state = _read_state(event[2])
        elif name == b'"sync"':
            state = _read_sync(event[2]).state
        else:
            return
        self._hand = state.position.table[self._seat].hand or []
        self.answered(accepted=True)
        self.seen(state.n, state.context.current == str(self._seat))

    def command(self) -> bytes:
        """Any legal move, as it is sent."""
        where = [self._luck.choice(self._hand), self._luck.choice(LINES), self._luck.randrange(COLUMNS)]
        move = {"type": "play", "args": where, "playerID": str(self._seat), "credentials": self._credentials}
        return _event("update", {"type": "MAKE_MOVE", "payload": move}, self.n, self._match, str(self._seat))

    def _emit(self, name: str, *about: Any) -> None:
        self.socket.send(_event(name, *about))


def _event(name: str, *about: Any) -> bytes:
    return f"42/{GAME},".encode() + _write([name, *about])


def install(folder: Path) -> Path:
    """Put boardgame.io and our program for it into a folder."""
    place = folder / "boardgameio"
    shutil.copytree(PROGRAM, place)
    subprocess.run(
        ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"], cwd=place, check=True
    )
    return place


class Boardgame:
    """boardgame.io with one of its storages."""

    def __init__(self, installed: Path, files: Path | None):
        self.name = "boardgame.io in memory" if files is None else "boardgame.io with files"
        self._port = free_port()
        storage = [] if files is None else [str(files)]
        program = ["node", "server.js", str(self._port), *storage]
        environment = {**os.environ, "NODE_ENV": "production"}
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(program, cwd=installed, env=environment, stdout=quiet, stderr=quiet)
        self._asker = Asker(self._port)
        self._opened = 0
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        for _ in range(300):
            try:
                self.match()
                return
            except OSError:
                self._asker = Asker(self._port)
                time.sleep(0.1)
        raise RuntimeError("boardgame.io did not start")

    @property
    def process(self) -> int:
        """The process that is measured."""
        return self._process.pid

    def stop(self) -> None:
        """No more of it."""
        self._process.kill()
        self._process.wait()

    def people(self) -> list[str]:
        """Two who will play: boardgame.io knows nobody before they join."""
        return ["A", "B"]

    def match(self) -> str:
        """A new match."""
        created, _ = self._asker.post(f"/games/{GAME}/create", numPlayers=2)
        return str(created["matchID"])

    async def pair(self, people: Sequence[str]) -> Pair:
        """A match and both windows on it."""
        match = self.match()
        self._opened += 1
        clients = []
        for seat, name in enumerate(people):
            joined, _ = self._asker.post(f"/games/{GAME}/{match}/join", playerID=str(seat), playerName=name)
            client = BoardgameClient(match, seat, joined["playerCredentials"], Random(f"{self._opened} {seat}"))
            url = f"ws://127.0.0.1:{self._port}/socket.io/?EIO=4&transport=websocket"
            await client.socket.open(url)
            await client.first_view()
            clients.append(client)
        return Pair(clients)
