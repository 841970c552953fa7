"""A person or a program that plays on a server, over HTTP and WebSockets."""

import asyncio
import json
from collections.abc import Coroutine, Mapping, Sequence
from random import Random
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.starting import PATIENCE

Answer = dict[str, Any]
CERTIFICATES = httpx.create_ssl_context()  # once: reading them takes longer than a game


def texts(view: Mapping[str, Any]) -> list[str]:
    """The legal moves of a view, as they are sent."""
    return [str(move["text"]) for move in view["legal"]]


class Player:
    """Somebody with a cookie of their own; without a name, a stranger who has not come in."""

    def __init__(self, url: str, name: str | None = "Zoé", language: str = "en", address: str = "127.0.0.1"):
        self.url = url
        self.name = name
        self.language = language
        self.address = address  # any of this machine's own, so that limits by address see different people
        headers = {"x-omnibus": "1"}
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=CERTIFICATES)
        self.http = httpx.AsyncClient(base_url=f"{url}/api", headers=headers, timeout=PATIENCE, transport=transport)

    async def __aenter__(self) -> Self:
        if self.name is not None:
            await self.post("/people", name=self.name, language=self.language)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        return await self.http.request(method, path, **request)

    async def post(self, path: str, **data: Any) -> Answer:
        return _good(await self.ask("POST", path, json=data))

    async def put(self, path: str, **data: Any) -> Answer:
        return _good(await self.ask("PUT", path, json=data))

    async def get(self, path: str, **params: Any) -> Answer:
        return _good(await self.ask("GET", path, params=params))

    async def delete(self, path: str) -> Answer:
        return _good(await self.ask("DELETE", path))

    async def refused(self, method: str, path: str, **request: Any) -> str:
        """The code of a request that must be refused."""
        answer = await self.ask(method, path, **request)
        assert 400 <= answer.status_code < 500, answer.text
        problem = answer.json()
        assert problem["reason"]
        return str(problem["code"])

    async def open(self, game: str, seats: Sequence[str], **more: Any) -> str:
        """Open a table. A seat is `me`, `open` or the name of a bot."""
        wishes = [{"who": seat} if seat in ("me", "open") else {"who": "bot", "bot": seat} for seat in seats]
        table = (await self.post("/tables", game=game, seats=wishes, **more))["table"]
        return str(table["id"])

    async def play(self, table: str, seat: int, n: int, move: str, key: str | None = None) -> httpx.Response:
        command = {"seat": seat, "n": n, "key": key or uuid4().hex, "move": move}
        return await self.ask("POST", f"/tables/{table}/plies", json=command)

    async def see(self, table: str, seat: int | None, **more: Any) -> Answer:
        params = more if seat is None else {"seat": seat, **more}
        return await self.get(f"/tables/{table}/view", **params)

    def watch(self, table: str, **params: int) -> "Window":
        return Window(self, table, params)


def _good(answer: httpx.Response) -> Answer:
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    if not answer.content:
        return {}
    data: Answer = answer.json()
    return data


class Window:
    """A WebSocket on a table, and what it has shown so far."""

    def __init__(self, player: Player, table: str, params: dict[str, int]):
        self.player = player
        self.table = table
        self._params = params
        self._socket: ClientConnection | None = None
        self.n = params.get("n", 0)
        self.view: Answer = {}
        self.info: Answer = {}
        self.plies: list[Answer] = []
        self.answers: dict[str, Answer] = {}
        self.said: list[str] = []
        self.events: list[Answer] = []
        self.presence: Answer = {}
        self.troubles: list[str] = []
        self.frames: list[Answer] = []

    async def __aenter__(self) -> Self:
        query = "&".join(f"{name}={value}" for name, value in self._params.items())
        address = f"{self.player.url.replace('http', 'ws')}/api/tables/{self.table}/live?{query}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.player.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        self._socket = await connect(address, additional_headers=headers, local_addr=(self.player.address, 0))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, do: str, **data: Any) -> None:
        await self.socket.send(json.dumps({"do": do, **data}))

    async def receive(self) -> Answer:
        """The next frame, taken in."""
        frame: Answer = json.loads(await self.socket.recv())
        self.frames.append(frame)
        match frame["is"]:
            case "sight":
                self.n, self.view = frame["n"], frame["view"]
                self.plies += frame["plies"]
            case "table":
                self.info = frame["table"]
                self.events += frame["events"]
            case "presence":
                self.presence = frame
            case "accepted" | "refused":
                self.answers[frame["key"]] = frame
            case "chat":
                self.said += [said["said"] for said in frame["chat"]]
            case "trouble":
                self.troubles.append(frame["code"])
        return frame

    async def until(self, kind: str) -> Answer:
        """The next frame of that kind."""
        while True:
            frame = await self.receive()
            if frame["is"] == kind:
                return frame

    async def until_seen_from(self, seat: int | None) -> None:
        """News from where one looked before may come between."""
        while self.view["seat"] != seat:
            await self.receive()

    async def move(self, seat: int, move: str, n: int | None = None, key: str | None = None) -> Answer:
        """Make a move and wait for the answer."""
        key = key or uuid4().hex
        await self.send("move", seat=seat, n=self.n if n is None else n, key=key, move=move)
        while key not in self.answers:
            await self.receive()
        return self.answers.pop(key)

    async def play_on(self, luck: Random, plies: int | None = None) -> None:
        """Play at random from the seat looked from until the game is over, or the log is so long."""
        while not self.view:
            await self.receive()
        while self.view["result"] is None and (plies is None or self.n < plies):
            if self.view["legal"]:
                answer = await self.move(self.view["seat"], luck.choice(texts(self.view)))
                while answer["is"] == "accepted" and self.n < answer["ply"]:
                    await self.receive()
                if answer["is"] == "refused":
                    self.n, self.view = answer["n"], answer["view"]
            else:
                await self.receive()


def run(story: Coroutine[Any, Any, None], seconds: float = 4 * PATIENCE) -> None:
    """Live through a story, unless it takes so long that something must be stuck."""

    async def lived() -> None:
        async with asyncio.timeout(seconds):
            await story

    asyncio.run(lived())
