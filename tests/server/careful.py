"""A client that trusts no line: it sends again until it is answered, and asks again for what it missed."""

import asyncio
import json
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from omnibus.table.log import PLIES_TOLD
from tests.server.player import Player

Answer = dict[str, Any]


class Acknowledged(dict[int, tuple[int, str]]):
    """The plies that a client was told it has made: for each its seat and move."""


class CarefulClient:
    """Plays one seat at random over a line that may fail at any moment.

    It holds the last view in the order of `n`, and every ply it was told of: the last part, if it missed much. A
    command has one key until it is answered; a refusal is an answer too.
    """

    def __init__(self, player: Player, url: str, table: str, seat: int, luck: Random, impatience: float = 0.25):
        self.player = player
        self.url = url
        self.table = table
        self.seat = seat
        self.luck = luck
        self.impatience = impatience
        self.n = 0
        self.view: Answer = {}
        self.plies: dict[int, Answer] = {}
        self.acknowledged = Acknowledged()
        self.refused: list[str] = []
        self.connections = 0
        self.moving = True
        self._open: Answer | None = None  # the command that is not yet answered
        self._commands = 0

    async def live(self) -> None:
        """Play until cancelled, connecting again as often as needed."""
        while True:
            try:
                await self._one_connection()
            except (OSError, WebSocketException, InvalidHandshake, InvalidMessage, EOFError):
                await asyncio.sleep(0.02)

    async def _one_connection(self) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.player.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/live?seat={self.seat}&n={self.n}"
        async with connect(
            address, additional_headers={"Cookie": cookies}, compression=None, open_timeout=5, close_timeout=0.2
        ) as socket:
            self.connections += 1
            if self._open is not None:
                await socket.send(json.dumps(self._open))
            while True:
                try:
                    async with asyncio.timeout(self.impatience):
                        frame = json.loads(await socket.recv())
                except TimeoutError:
                    await socket.send(json.dumps(self._open or {"do": "resume", "n": self.n}))
                    if self._open is not None:
                        await socket.send(json.dumps({"do": "resume", "n": self.n}))
                    continue
                await self._take(socket, frame)

    async def _take(self, socket: ClientConnection, frame: Answer) -> None:
        if frame["is"] == "sight":
            if frame["after"] > self.n and len(frame["plies"]) < PLIES_TOLD:
                await socket.send(json.dumps({"do": "resume", "n": self.n}))
                return
            self._note(frame["plies"])
            if frame["n"] >= self.n:
                self.n, self.view = frame["n"], frame["view"]
        elif frame["is"] in ("accepted", "refused"):
            self._answered(frame)
        await self._move(socket)

    def _note(self, plies: list[Answer]) -> None:
        for ply in plies:
            assert self.plies.setdefault(ply["n"], ply) == ply, "a ply was told in two ways"

    def _answered(self, frame: Answer) -> None:
        if self._open is None or frame["key"] != self._open["key"]:
            return
        if frame["is"] == "accepted":
            self.acknowledged[frame["ply"]] = self._open["seat"], self._open["move"]
        else:
            self.refused.append(frame["code"])
        self._open = None

    async def _move(self, socket: ClientConnection) -> None:
        if self._open is not None or not self.moving or not self.view or not self.view["legal"]:
            return
        if self.acknowledged and self.n < max(self.acknowledged):
            return
        self._commands += 1
        self._open = {
            "do": "move",
            "seat": self.seat,
            "n": self.n,
            "key": f"{self.seat}-{self._commands}",
            "move": self.luck.choice(self.view["legal"])["text"],
        }
        await socket.send(json.dumps(self._open))

    @property
    def settled(self) -> bool:
        """Whether nothing is open."""
        return self._open is None
