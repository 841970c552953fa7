"""How many moves a second the server takes, durable and answered, at many tables, and whether long games are slow.

`python -m benchmarks.server [--tables 500] [--rate 850] [--seconds 20]` starts a server of its own with SQLite on this
machine; the clients run here too, and share its processors.

First everyone plays at a pace: so many moves a second in all, each table in its turn, like people who think. A wait is
counted from the moment the move was due, whether or not the client was held up, until it is answered. Then everyone
plays as fast as the server lets them: the waits of that are those of a full queue, so only the number of moves counts.
"""

import argparse
import asyncio
import os
import resource
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec
from tests.server.player import Player
from tests.server.running import RunningServer
from websockets.asyncio.client import ClientConnection, connect

GAMES = ("london", "nextstation", "terminus")  # those that two can play
AT_ONCE = 16


class Choice(msgspec.Struct):
    """What a client needs of a legal move."""

    text: str


class Sight(msgspec.Struct):
    """What a client needs of a view."""

    legal: list[Choice]


class Frame(msgspec.Struct):
    """What a client needs of a frame."""

    kind: str = msgspec.field(name="is")
    key: str = ""
    n: int = 0
    view: Sight | None = None


read = msgspec.json.Decoder(Frame).decode


class Client:
    """One of the two at a table."""

    def __init__(self, socket: ClientConnection, seat: int, luck: Random):
        self.socket = socket
        self.seat = seat
        self.luck = luck
        self.n = -1
        self.legal: list[Choice] = []
        self.news = asyncio.Event()
        self.due: dict[str, tuple[int, float]] = {}  # for each command the ply it is for, and when it was due
        self.waits: list[tuple[int, float]] = []  # the ply a move was for, and how long the answer took
        self.refused = 0
        self._moves = 0

    async def listen(self) -> None:
        """Take in what the server sends."""
        async for message in self.socket:
            frame = read(message)
            if frame.kind in ("accepted", "refused"):
                n, due = self.due.pop(frame.key)
                self.waits.append((n, time.perf_counter() - due))
                self.refused += frame.kind == "refused"
                self.news.set()
            elif frame.kind == "sight" and frame.view is not None and frame.n > self.n:
                self.n, self.legal = frame.n, frame.view.legal
                self.news.set()

    async def move(self, due: float) -> None:
        """Make any legal move."""
        self._moves += 1
        key = f"{self.seat}-{self._moves}"
        command = {"do": "move", "seat": self.seat, "n": self.n, "key": key, "move": self.luck.choice(self.legal).text}
        self.due[key] = self.n, due
        self.legal = []
        await self.socket.send(msgspec.json.encode(command).decode())


class Pair:
    """A table and its two clients, who know at once what the other sees."""

    def __init__(self, clients: list[Client]):
        self.clients = clients
        self.listening = [asyncio.create_task(client.listen()) for client in clients]

    async def play(self, first: float, every: float, until: float) -> None:
        """Move when it is due, or as soon as one can after that."""
        due = first
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            mover = await self._who_can_move(until)
            if mover is None:
                return
            await mover.move(due if every else time.perf_counter())
            due = due + every if every else time.perf_counter()

    async def _who_can_move(self, until: float) -> Client | None:
        while time.perf_counter() < until:
            last = max(client.n for client in self.clients)
            for client in self.clients:
                if client.legal and client.n == last and not client.due:
                    return client
            for client in self.clients:
                client.news.clear()
            waiting = [asyncio.ensure_future(client.news.wait()) for client in self.clients]
            _, late = await asyncio.wait(waiting, timeout=until - time.perf_counter(), return_when="FIRST_COMPLETED")
            for each in late:
                each.cancel()
        return None


def resident(process: int) -> int:
    """The memory of a process in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def processor_seconds(process: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def table_for_two(server: RunningServer, stack: AsyncExitStack, number: int, options: dict[str, int]) -> Pair:
    """A table that has begun, and its two clients."""
    first, second = [await stack.enter_async_context(Player(server.url, f"P{number}")) for _ in range(2)]
    game = "terminus" if options else GAMES[number % len(GAMES)]
    table = await first.open(game, ["me", "open"], options=options)
    await second.post(f"/tables/{table}/join")
    await first.post(f"/tables/{table}/start")
    clients = []
    for seat, player in enumerate((first, second)):
        cookie = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
        socket = await connect(address, additional_headers={"Cookie": cookie}, compression=None)
        # Leaving 1,000 windows one by one, politely, would take longer than the measurement.
        stack.callback(socket.transport.abort)
        clients.append(Client(socket, seat, Random(f"{number} {seat}")))
        await player.http.aclose()
    return Pair(clients)


async def measured(server: RunningServer, pairs: list[Pair], rate: float, seconds: float) -> None:
    """Let all tables play at that rate in all, or without one as fast as they can, and tell how it went."""
    process = server.process.pid
    clients = [client for pair in pairs for client in pair.clients]
    for client in clients:
        client.waits, client.refused = [], 0
    every = len(pairs) / rate if rate else 0.0
    began, used, ours = time.perf_counter(), processor_seconds(process), time.process_time()
    turns = [began + every * number / len(pairs) for number in range(len(pairs))]
    plays = (pair.play(turn, every, began + seconds) for pair, turn in zip(pairs, turns, strict=True))
    await asyncio.gather(*plays)
    while any(client.due for client in clients):  # those that are on their way count too
        await asyncio.sleep(0.01)
    took = time.perf_counter() - began
    used, ours = processor_seconds(process) - used, time.process_time() - ours
    waits = sorted(wait for client in clients for _, wait in client.waits)
    accepted = len(waits) - sum(client.refused for client in clients)
    print(f"{f'{rate:.0f} moves a second wanted' if rate else 'as fast as they can'}, for {seconds:.0f} s:")
    print(f"  {accepted / took:.0f} moves a second, accepted and durable ({accepted} in {took:.1f} s)")
    if rate:
        print(f"  waits: p50 {1000 * waits[len(waits) // 2]:.1f} ms, p99 {1000 * waits[len(waits) * 99 // 100]:.1f} ms")
    print(f"  processor: server {1e6 * used / accepted:.0f} µs a move, clients {1e6 * ours / accepted:.0f} µs a move")


async def many_tables(server: RunningServer, tables: int, rate: float, seconds: float) -> None:
    """Play at all tables at once."""
    async with AsyncExitStack() as stack:
        gate = asyncio.Semaphore(AT_ONCE)

        async def opened(number: int) -> Pair:
            async with gate:
                return await table_for_two(server, stack, number, {})

        before = resident(server.process.pid)
        began = time.perf_counter()
        pairs = await asyncio.gather(*(opened(number) for number in range(tables)))
        print(f"{tables} tables opened in {time.perf_counter() - began:.1f} s", flush=True)
        await measured(server, pairs, rate, seconds)
        await measured(server, pairs, 0, seconds)
        memory = (resident(server.process.pid) - before) / tables
        print(f"memory: {memory / 1024:.0f} KiB a table with its two connections", flush=True)


async def long_game(server: RunningServer) -> None:
    """One table alone, played for long: are later moves slower?"""
    async with AsyncExitStack() as stack:
        pair = await table_for_two(server, stack, 0, {"target": 500})
        while pair.clients[0].n < 450:
            await pair.play(time.perf_counter(), 0, time.perf_counter() + 1)
        waits = [wait for client in pair.clients for wait in client.waits]
        medians = []
        for ply in (10, 400):
            near = [1000 * wait for at, wait in waits if ply <= at < ply + 50]
            medians.append(statistics.median(near))
            print(f"plies {ply} to {ply + 49} of one game: median wait {medians[-1]:.2f} ms ({len(near)} moves)")
        print(f"later moves take {medians[1] / medians[0]:.2f} times as long")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=850)
    parser.add_argument("--seconds", type=float, default=20)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder) / "data", OMNIBUS_LIMITS="100000")
        try:
            asyncio.run(many_tables(server, wanted.tables, wanted.rate, wanted.seconds))
            asyncio.run(long_game(server))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
