"""How many moves a second the server takes, durable and answered, at many tables, and whether long games are slow.

`python -m benchmarks.server [--tables 500] [--seconds 20] [--rate 1000]` starts a server of its own with SQLite on this
machine; the clients run here too, and share its processors.
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
from typing import Any

import msgspec
from tests.server.player import Player
from tests.server.running import RunningServer
from websockets.asyncio.client import ClientConnection, connect

GAMES = ("london", "nextstation", "terminus")  # those that two can play
AT_ONCE = 16


class Frame(msgspec.Struct):
    """What a client needs of a frame."""

    kind: str = msgspec.field(name="is")
    key: str = ""
    n: int = 0
    view: Any = None


read = msgspec.json.Decoder(Frame).decode


class Client:
    """One of the two at a table: thinks for a moment, or not at all, and moves."""

    def __init__(self, socket: ClientConnection, seat: int, luck: Random):
        self.socket = socket
        self.seat = seat
        self.luck = luck
        self.sent_at: dict[str, float] = {}
        self.waits: list[tuple[int, float]] = []  # the ply it was sent for, and how long the answer took
        self.refused = 0
        self.moves = 0

    async def play(self, until: float, pause: float) -> None:
        """Move until the time is over, with pauses of that mean length before each move."""
        sent_for = -1
        while time.perf_counter() < until:
            try:
                frame = read(await asyncio.wait_for(self.socket.recv(), until - time.perf_counter()))
            except TimeoutError:
                return
            if frame.kind in ("accepted", "refused"):
                self.waits.append((sent_for, time.perf_counter() - self.sent_at.pop(frame.key)))
                self.refused += frame.kind == "refused"
            elif frame.kind == "sight" and frame.view["legal"] and frame.n > sent_for:
                sent_for = frame.n
                await asyncio.sleep(self.luck.uniform(0, 2 * pause))
                await self.move(frame.n, self.luck.choice(frame.view["legal"]))

    async def move(self, n: int, move: str) -> None:
        """Send a move, and note when."""
        self.moves += 1
        key = f"{self.seat}-{self.moves}"
        command = {"do": "move", "seat": self.seat, "n": n, "key": key, "move": move}
        self.sent_at[key] = time.perf_counter()
        await self.socket.send(msgspec.json.encode(command).decode())


async def played(clients: list[Client], process: int, seconds: float, pause: float) -> None:
    """Play for a while and tell how it went."""
    began, used, ours = time.perf_counter(), processor_seconds(process), time.process_time()
    await asyncio.gather(*(client.play(began + seconds, pause) for client in clients))
    took = time.perf_counter() - began
    used, ours = processor_seconds(process) - used, time.process_time() - ours
    waits = sorted(wait for client in clients for _, wait in client.waits)
    accepted = len(waits) - sum(client.refused for client in clients)
    print(f"{accepted / took:.0f} moves a second, accepted and durable ({accepted} in {took:.1f} s)")
    print(f"latency p50 {1000 * waits[len(waits) // 2]:.1f} ms, p99 {1000 * waits[len(waits) * 99 // 100]:.1f} ms")
    print(f"processor: server {1e6 * used / accepted:.0f} µs a move, clients {1e6 * ours / accepted:.0f} µs a move")


def resident(process: int) -> int:
    """The memory of a process in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def processor_seconds(process: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def table_for_two(
    server: RunningServer, stack: AsyncExitStack, number: int, options: dict[str, int]
) -> list[Client]:
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
        headers = {"Cookie": cookie}
        socket = await stack.enter_async_context(connect(address, additional_headers=headers, compression=None))
        clients.append(Client(socket, seat, Random(f"{number} {seat}")))
    return clients


async def many_tables(server: RunningServer, tables: int, seconds: float, rate: float) -> None:
    """Play at all tables at once, at a steady rate, and tell how it went.

    The rate is kept by pauses before the moves: without them every table has a move under way all the time, and the
    latency is only the number of tables divided by the moves a second.
    """
    process = server.process.pid
    async with AsyncExitStack() as stack:
        gate = asyncio.Semaphore(AT_ONCE)

        async def opened(number: int) -> list[Client]:
            async with gate:
                return await table_for_two(server, stack, number, {})

        before = resident(process)
        began = time.perf_counter()
        pairs = await asyncio.gather(*(opened(number) for number in range(tables)))
        print(f"{tables} tables opened in {time.perf_counter() - began:.1f} s")
        clients = [client for pair in pairs for client in pair]
        print(f"memory: {(resident(process) - before) / tables / 1024:.0f} KiB a table with its two connections")
        await played(clients, process, seconds, tables / rate)
        # Leaving 1,000 windows one by one, politely, would take longer than the measurement.
        for client in clients:
            client.socket.transport.abort()


async def long_game(server: RunningServer) -> None:
    """One table alone, played for long: are later moves slower?"""
    async with AsyncExitStack() as stack:
        clients = await table_for_two(server, stack, 0, {"target": 500})
        await asyncio.gather(*(client.play(time.perf_counter() + 20, 0) for client in clients))
        waits = [wait for client in clients for wait in client.waits]
        for ply in (10, 400):
            near = [wait for at, wait in waits if ply <= at < ply + 50]
            if near:
                median = 1000 * statistics.median(near)
                print(f"plies {ply} to {ply + 49}: median latency {median:.2f} ms ({len(near)} moves)")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=1000, help="the moves a second that the clients aim at")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder) / "data", OMNIBUS_LIMITS="100000")
        try:
            asyncio.run(many_tables(server, wanted.tables, wanted.seconds, wanted.rate))
            asyncio.run(long_game(server))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
