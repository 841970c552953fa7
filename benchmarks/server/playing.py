"""Two clients at each of many tables, who play at a pace or as fast as they can, whatever the server."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from benchmarks.server.process import processor_seconds
from benchmarks.server.websocket import WebSocket

PATIENCE = 10  # seconds


class Client(ABC):
    """One of the two at a table."""

    def __init__(self) -> None:
        self.socket = WebSocket(self.read)
        self.n = -1  # the last state seen
        self.can_move = False
        self.due: float | None = None  # when the move was due that is not answered yet
        self.waits: list[tuple[int, float]] = []  # the state a move was for, and how long the answer took
        self.refused = 0
        self.answered_at = 0.0
        self.news = asyncio.Event()

    @abstractmethod
    def read(self, message: bytes) -> None:
        """Take in what the server sends."""

    @abstractmethod
    def command(self) -> bytes:
        """Any legal move, as it is sent."""

    def move(self, due: float) -> None:
        """Make any legal move."""
        self.due, self.can_move = due, False
        self.socket.send(self.command())

    def answered(self, accepted: bool) -> None:
        """The server has taken the move, or refused it."""
        if self.due is not None:
            self.answered_at = time.perf_counter()
            self.waits.append((self.n, self.answered_at - self.due))
            self.due = None
            self.refused += not accepted
            self.news.set()

    def seen(self, n: int, can_move: bool) -> None:
        """The server has shown a state."""
        if n > self.n:
            self.n, self.can_move = n, can_move
            self.news.set()

    async def first_view(self) -> None:
        """Wait until the server has shown something."""
        while self.n < 0:
            self.news.clear()
            await self.news.wait()


class Pair:
    """A table and its two clients, who know at once what the other sees."""

    def __init__(self, clients: Sequence[Client]):
        self.clients = clients
        self._news = asyncio.Event()
        for client in clients:
            client.news = self._news

    async def play(self, first: float, every: float, until: float) -> None:
        """Move when it is due, or as soon as one can after that."""
        due = first
        while due < until:
            if every:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            mover = await self._who_can_move(until)
            if mover is None:
                return
            mover.move(due if every else time.perf_counter())
            due = due + every if every else time.perf_counter()

    async def play_to(self, n: int) -> None:
        """Play move after move until both have seen so many plies."""
        while min(client.n for client in self.clients) < n:
            mover = await self._who_can_move(time.perf_counter() + PATIENCE)
            if mover is None:
                raise TimeoutError(f"nobody can move after ply {max(client.n for client in self.clients)}")
            if mover.n < n:
                mover.move(time.perf_counter())
            else:
                await asyncio.sleep(0)  # the other will have seen it soon

    async def _who_can_move(self, until: float) -> Client | None:
        while time.perf_counter() < until:
            last = max(client.n for client in self.clients)
            for client in self.clients:
                if client.can_move and client.n == last and client.due is None:
                    return client
            self._news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(until - time.perf_counter()):
                    await self._news.wait()
        return None

    def close(self) -> None:
        """Both leave."""
        for client in self.clients:
            client.socket.close()


class Played(NamedTuple):
    """How it went."""

    moves: int
    seconds: float
    server: float  # processor seconds
    clients: float
    received: int  # bytes
    waits: list[float]
    unanswered: int

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def microseconds(self) -> float:
        """The server's processor time for a move."""
        return 1e6 * self.server / self.moves

    @property
    def bytes(self) -> float:
        """What both windows are sent for a move."""
        return self.received / self.moves

    def wait(self, share: float) -> float:
        """So many of a hundred waits are not longer than that, in milliseconds."""
        return 1000 * self.waits[int(len(self.waits) * share / 100)]


async def played(process: int, pairs: Sequence[Pair], rate: float, seconds: float) -> Played:
    """Let all tables play at that rate in all, or without one as fast as they can."""
    clients = [client for pair in pairs for client in pair.clients]
    for client in clients:
        client.waits, client.refused = [], 0
    received = sum(client.socket.received for client in clients)
    every = len(pairs) / rate if rate else 0.0
    began, server, ours = time.perf_counter(), processor_seconds(process), time.process_time()
    turns = [began + every * number / len(pairs) for number in range(len(pairs))]
    await asyncio.gather(*(pair.play(turn, every, began + seconds) for pair, turn in zip(pairs, turns, strict=True)))
    patience = time.perf_counter() + PATIENCE
    while any(client.due is not None for client in clients) and time.perf_counter() < patience:
        await asyncio.sleep(0.01)  # those that are on their way count too
    return Played(
        moves=sum(len(client.waits) - client.refused for client in clients),
        seconds=max(client.answered_at for client in clients) - began,
        server=processor_seconds(process) - server,
        clients=time.process_time() - ours,
        received=sum(client.socket.received for client in clients) - received,
        waits=sorted(wait for client in clients for _, wait in client.waits),
        unanswered=sum(client.due is not None for client in clients),
    )
