"""Nothing leaks: two games that differ only in what one client cannot know send that client the same bytes.

Each story is lived twice, at two servers that have neither clock nor luck of their own, in two worlds that the client
cannot tell apart (see worlds.py). Only two things are not compared as they are: the Date of an HTTP answer (in the log:
the time and the milliseconds), and the commitments, which must differ because the seeds do.
"""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from omnibus.rules import GAMES
from omnibus.rules.chance import commitment
from omnibus.rules.game import Game
from tests.packages import SRC, with_packages
from tests.server.player import Player, run, texts
from tests.server.running import FRESH, RunningServer
from tests.server.worlds import LEAKS, World, truths, two_worlds

pytestmark = pytest.mark.slow

TABLES: list[tuple[str, int, dict[str, int | bool], int | None]] = [
    ("london", 2, {}, 0),
    ("london", 3, {}, None),
    ("bus", 3, {}, 1),
    ("nextstation", 2, {"powers": True, "objectives": True}, 1),
    ("terminus", 3, {}, 2),
    ("terminus", 2, {}, None),
]
TRIES = 60
LONGEST = 30  # plies of a story; `python -m tests.server.soak` plays whole games
KEY = b"the same key in both worlds.....".ljust(32)


class StackedServer(RunningServer):
    """A server whose deals are chosen."""

    MODULE = "tests.server.stacked"

    def __init__(self, folder: Path, worlds: list[World], fresh: bool = False):
        data = folder / "data"
        data.mkdir(parents=True)
        (data / "key").write_bytes(KEY)
        (folder / "worlds.json").write_bytes(msgspec.json.encode(worlds))
        path = with_packages(SRC.parent)
        self.seeds = [world.seed for world in worlds]
        settings = {"STACKED_WORLDS": str(folder / "worlds.json"), "OMNIBUS_BOT_SECONDS": "600"}
        super().__init__(data, fresh, PYTHONPATH=path, **settings)


class Tape:
    """Every byte that came to one client, by the way it came."""

    def __init__(self, seeds: Sequence[str]):
        self._commitments = [commitment(seed).encode() for seed in seeds]
        self.ways: dict[str, list[bytes]] = {}

    def add(self, way: str, *parts: bytes) -> None:
        told = b"\n".join(parts)
        for table, known in enumerate(self._commitments):
            told = told.replace(known, b"(the commitment of table %d)" % table)
        self.ways.setdefault(way, []).append(told)


class Client(Player):
    """A player whose answers are all taped."""

    def __init__(self, url: str, name: str | None, tape: Tape):
        super().__init__(url, name)
        self.tape = tape

    async def ask(self, method: str, path: str, **request: Any) -> Any:
        answer = await super().ask(method, path, **request)
        headers = [name + b": " + value for name, value in answer.headers.raw if name.lower() != b"date"]
        asked = f"{method} {path} {request}".encode()
        self.tape.add("http", asked, str(answer.status_code).encode(), *headers, answer.content)
        return answer

    async def connect(self, path: str) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api{path}"
        socket = await connect(address, additional_headers={"Cookie": cookies} if cookies else {}, compression=None)
        assert socket.response is not None
        for name, value in sorted(socket.response.headers.raw_items()):
            # The accept key answers the client's own luck.
            if name.lower() not in ("date", "sec-websocket-accept"):
                self.tape.add(path, f"{name}: {value}".encode())
        return socket


class Window:
    """A taped window on the table."""

    def __init__(self, client: Client, socket: ClientConnection, path: str):
        self.client = client
        self.socket = socket
        self.path = path
        self.answers: dict[str, Any] = {}

    async def send(self, do: str, **data: Any) -> None:
        await self.socket.send(json.dumps({"do": do, **data}))

    async def settle(self) -> None:
        """Take in all that has been sent. Answers go out before news: after the second pong no news are left."""
        for _ in range(2):
            await self.send("ping")
            while True:
                frame = await self.socket.recv()
                assert isinstance(frame, str)
                told = json.loads(frame)
                if told["is"] == "pong":
                    break
                self.client.tape.add(self.path, frame.encode())
                if "key" in told:
                    self.answers[told["key"]] = told


async def _listen(client: Client, socket: ClientConnection, path: str) -> None:
    """Tape the lobby until it is closed."""
    try:
        while True:
            frame = await socket.recv()
            client.tape.add(path, frame.encode() if isinstance(frame, str) else frame)
    except ConnectionClosed:
        pass


class Story:
    """One game at one server, with one client whose bytes are taped."""

    def __init__(self, server: StackedServer, game: Game, world: World, viewer: int | None, name: str):
        self.server = server
        self.game = game
        self.world = world
        self.viewer = viewer
        self.name = name
        self.luck = Random(name)  # the same in both worlds
        self.tape = Tape(server.seeds)
        self.n = 0

    async def live(self) -> Tape:
        log = self.server.log.stat().st_size
        async with AsyncExitStack() as stack:
            others = [
                await stack.enter_async_context(Player(self.server.url, f"P{seat}")) for seat in range(self.game.seats)
            ]
            name = None if self.viewer is None else "The client"
            self.client = await stack.enter_async_context(Client(self.server.url, name, self.tape))
            self.players: list[Player] = [
                self.client if seat == self.viewer else other for seat, other in enumerate(others)
            ]
            await self._sit_down()
            await self._play()
            await self._tape_log(log, others[0])
        return self.tape

    async def _sit_down(self) -> None:
        host = self.players[0]
        self.table = await host.open(self.game.id, ["me"] + ["open"] * (self.game.seats - 1), options=self.game.options)
        for seat, player in enumerate(self.players[1:], start=1):
            await player.post(f"/tables/{self.table}/join", seat=seat)
        await self.client.ask("GET", f"/tables/{self.table}")
        await host.post(f"/tables/{self.table}/start")

    async def _play(self) -> None:
        live, lobby = f"/tables/{self.table}/live", "/lobby/live"
        socket, list_of_tables = await self.client.connect(live), await self.client.connect(lobby)
        listening = asyncio.create_task(_listen(self.client, list_of_tables, lobby))
        self.window = Window(self.client, socket, live)
        await self.window.settle()
        for number, (seat, move) in enumerate(self.world.plies):
            await self._one_ply(number, seat, move)
            if number % 20 == 19:
                await self._pry(seat)
            if number % 4 == 3:
                await self._take_back(number, seat, move)
        await self._pry(0)
        await socket.close()
        await list_of_tables.close()
        await listening

    async def _one_ply(self, number: int, seat: int, move: str) -> None:
        if seat == self.viewer and number % 3 == 0:
            await self.client.ask("POST", f"/tables/{self.table}/hint", json={"seat": seat})
            await self.window.settle()  # everyone is told that a hint was taken
        if seat == self.viewer and number % 2:
            await self.window.send("move", seat=seat, n=self.n, key=f"k{self.n}", move=move)
        else:
            answer = await self.players[seat].play(self.table, seat, self.n, move, f"k{self.n}")
            assert answer.status_code == 200, answer.text
        self.n += 1
        await self.window.settle()
        await self.client.ask("GET", f"/tables/{self.table}/view", params={**self._seat(), "after": self.n - 1})

    def _seat(self) -> dict[str, int]:
        return {} if self.viewer is None else {"seat": self.viewer}

    async def _take_back(self, number: int, seat: int, move: str) -> None:
        """The one who moved takes the move back, or asks to; then it is made again."""
        key = f"undo{self.n}"
        command = {"seat": seat, "n": self.n, "key": key}
        answer = (await self.players[seat].ask("POST", f"/tables/{self.table}/undo", json=command)).json()
        await self.window.settle()
        await self.client.ask("GET", f"/tables/{self.table}")
        if answer["ply"] is not None:
            self.n += 1
            await self._one_ply(number, seat, move)

    async def _pry(self, mover: int) -> None:
        """Ask for everything there is, and for what is not allowed."""
        ask, here = self.client.ask, f"/tables/{self.table}"
        for seat in range(self.game.seats):
            await ask("GET", f"{here}/view", params={"seat": seat, "after": 0})
            await ask("GET", f"{here}/replay", params={"seat": seat})
            await ask("GET", f"{here}/replay", params={"seat": seat, "since": self.luck.randrange(self.n + 2)})
            await ask("POST", f"{here}/hint", json={"seat": seat})
            await self.window.settle()
            await ask("POST", f"{here}/worth", json={"seat": seat, "n": self.n})
            await ask("GET", f"{here}/replay/{self.luck.randrange(self.n + 2)}", params={"seat": seat})
            if seat != self.viewer:
                move = self.luck.choice(self.game.moves).text
                command = {"seat": seat, "n": self.n, "key": f"bad{self.luck.random()}", "move": move}
                await ask("POST", f"{here}/plies", json=command)
                await self.window.send("move", **command)
                await self.window.settle()  # the answer comes before news of the next seat's hint
        await self._try_illegal_moves()
        for path in ("", "/view", "/replay", "/replay/1", "/record", "/chat", "/note", "/review", "/review/1"):
            await ask("GET", here + path)
        for params in ({}, {"mine": True}, {"my_turn": True}, {"status": "running"}):
            await ask("GET", "/tables", params=params)
        await ask("POST", f"{here}/undo", json={"seat": mover, "n": 0, "key": "late"})
        await ask("POST", f"{here}/fork", json={"at": 1, "seats": [{"who": "me"}] * self.game.seats})
        await ask("PUT", f"{here}/seats/{mover}/bot", json={"bot": "random"})
        await ask("DELETE", f"{here}/undo")
        await ask("POST", f"{here}/review", json={})
        await ask("POST", f"{here}/chat", json={"said": "What do you hold?"})
        # One after the other: of answers and news for several frames, which come first is a matter of moments.
        for seat in (*range(self.game.seats), None):
            await self.window.send("look", seat=seat)
            await self.window.settle()
        await self.window.send("resume", n=self.luck.randrange(self.n + 1))
        await self.window.settle()
        if self.viewer is not None:
            await self.window.send("look", seat=self.viewer)
            await self.window.settle()

    async def _try_illegal_moves(self) -> None:
        """Moves that the client cannot make now: why not must not tell what it does not know."""
        if self.viewer is None:
            return
        sight = await self.client.see(self.table, self.viewer)
        legal = set(texts(sight["view"]))
        moves = [move.text for move in self.luck.sample(self.game.moves, min(12, len(self.game.moves)))]
        for number, move in enumerate(move for move in moves if move not in legal):
            command = {"seat": self.viewer, "n": self.n, "key": f"illegal{self.n}-{number}", "move": move}
            if number % 2:
                await self.window.send("move", **command)
            else:
                await self.client.ask("POST", f"/tables/{self.table}/plies", json=command)
        for number, other in enumerate(self.luck.sample(self.game.moves, min(12, len(self.game.moves)))):
            about = {part: value for part, value in other.data.items() if part != "text"}
            for asked in (about, {"do": about["do"]}):
                await self.window.send("why", seat=self.viewer, n=self.n, key=f"why{number}", about=asked)
        await self.window.settle()

    async def _tape_log(self, begin: int, other: Player) -> None:
        """What was logged. A request is logged after its answer has been sent: wait for one that comes after all."""
        last = f"/api/tables/after-{self.table}"
        await other.ask("GET", last.removeprefix("/api"))
        while f'"{last}"'.encode() not in (logged := self.server.log.read_bytes()[begin:]) or logged[-1:] != b"\n":
            await asyncio.sleep(0.01)
        for line in logged.splitlines():
            told = json.loads(line)
            self.tape.add("log", json.dumps({**told, "at": "", "ms": ""}).encode())


def lived_twice(
    servers: tuple[StackedServer, StackedServer], game: Game, worlds: tuple[World, World], viewer: int | None, name: str
) -> tuple[Tape, Tape]:
    """What the client is sent in one world and in the other."""
    tapes: list[Tape] = []

    def story(server: StackedServer, world: World) -> Coroutine[Any, Any, None]:
        async def lived() -> None:
            tapes.append(await Story(server, game, world, viewer, name).live())

        return lived()

    for server, world in zip(servers, worlds, strict=True):
        run(story(server, world), 120)
    return tapes[0], tapes[1]


def first_difference(one: Tape, other: Tape) -> str | None:
    """Where two tapes part."""
    if one.ways.keys() != other.ways.keys():
        return f"{sorted(one.ways)} and {sorted(other.ways)}"
    for way, told in one.ways.items():
        for number, (here, there) in enumerate(zip(told, other.ways[way], strict=False)):
            if here != there:
                return f"{way} {number}: {here!r} and {there!r}"
        if len(told) != len(other.ways[way]):
            return f"{way}: {len(told)} and {len(other.ways[way])}"
    return None


Worlds = dict[str, tuple[Game, tuple[World, World], int | None]]
Tapes = dict[str, tuple[Tape, Tape]]


def table_worlds(longest: int) -> Worlds:
    """Two worlds for every table."""
    worlds: Worlds = {}
    for number, (name, seats, options, viewer) in enumerate(TABLES):
        game = GAMES[name](seats, **options)
        worlds[f"table {number}"] = game, two_worlds(game, f"{name} {number}", viewer, longest, TRIES), viewer
    return worlds


def leaky_worlds() -> Worlds:
    """Two worlds for every way of telling too much."""
    worlds: Worlds = {}
    game = GAMES["london"](2)
    for leak in LEAKS:
        one, other = two_worlds(game, f"leak {leak}", 0, 12, TRIES)
        one.leak = other.leak = leak
        worlds[leak] = game, (one, other), 0
    return worlds


def all_lived(folder: Path, worlds: Worlds) -> Tapes:
    """All stories at two servers, one table after the other."""
    one = StackedServer(folder / "one", [pair[0] for _, pair, _ in worlds.values()])
    other = StackedServer(folder / "two", [pair[1] for _, pair, _ in worlds.values()], FRESH)
    try:
        return {
            name: lived_twice((one, other), game, pair, viewer, name) for name, (game, pair, viewer) in worlds.items()
        }
    finally:
        one.stop()
        other.stop()


def differences(folder: Path, longest: int) -> dict[str, str | None]:
    """Where the tapes of each table part, for stories of that length."""
    return {name: first_difference(*tapes) for name, tapes in all_lived(folder, table_worlds(longest)).items()}


def test_what_a_client_cannot_know_changes_no_byte(tmp_path: Path) -> None:
    worlds = table_worlds(LONGEST)
    for name, (one, other) in all_lived(tmp_path, worlds).items():
        game, pair, viewer = worlds[name]
        assert first_difference(one, other) is None, name
        assert len(one.ways["http"]) > 60, "hardly anything was compared"
        assert sum(b'"is":"sight"' in told for way in one.ways.values() for told in way) > 20
        hints = [told for told in one.ways["http"] if b"/hint " in told and b"\n200\n" in told]
        assert hints or viewer is None, "no advice was compared"
        differing = sum(here != there for here, there in zip(truths(game, pair[0]), truths(game, pair[1]), strict=True))
        assert not game.hides or differing > len(pair[0].plies) / 10, "the two worlds are hardly different"


def test_a_leak_would_be_noticed(tmp_path: Path) -> None:
    tapes = all_lived(tmp_path, leaky_worlds())
    assert [leak for leak in LEAKS if first_difference(*tapes[leak]) is not None] == list(LEAKS)
