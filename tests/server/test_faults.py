"""Faults: the plug pulled at any moment, lines that lose and mix up frames, clients that leave in mid-sentence.

What was acknowledged stays, every table can go on, and in the end all see the same as the server.
"""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from omnibus.rules import game_box
from omnibus.rules.game import State
from omnibus.server import serve
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.tables import NewTable, SeatChoice
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from tests.server.careful import CarefulClient
from tests.server.player import Player, run
from tests.server.rough import RoughLine
from tests.server.running import RunningServer, environment
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow

KILLS = 3  # `python -m tests.server.soak` pulls the plug 300 times
SHORT_GAMES = ("london", "nextstation", "bus")


class BusyTable:
    """A table whose people play as fast as they can."""

    def __init__(self, table: str, game: str, clients: list[CarefulClient]):
        self.table = table
        self.game = game
        self.clients = clients
        self._tasks = [asyncio.create_task(client.live()) for client in clients]

    @property
    def n(self) -> int:
        return max(client.n for client in self.clients)

    @property
    def over(self) -> bool:
        return any(client.view and client.view["result"] is not None for client in self.clients)

    async def settle(self) -> None:
        """Let everyone stop moving, and wait until each sees what the server shows, and was told of every ply."""
        for client in self.clients:
            client.moving = False
        for client in self.clients:
            while True:
                sight = await client.player.see(self.table, client.seat)
                # A bot may still be moving.
                if client.settled and client.n == sight["n"] and len(client.plies) == client.n:
                    break
                await asyncio.sleep(0.05)
            assert client.view == sight["view"]
            assert sorted(client.plies) == list(range(1, client.n + 1))

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def opened(
    stack: AsyncExitStack, server: RunningServer, line: str, game: str, seed: int, **options: int
) -> BusyTable:
    """A table that has begun: two people, and a bot where the game needs a third."""
    players = [await stack.enter_async_context(Player(server.url, f"P{seat}")) for seat in (0, 1)]
    bots = ["random"] if game == "bus" else []
    table = await players[0].open(game, ["me", "open", *bots], options=options)
    await players[1].post(f"/tables/{table}/join")
    await players[0].post(f"/tables/{table}/start")
    clients = [
        CarefulClient(player, line, table, seat, Random(f"{seed} {game} {seat}")) for seat, player in enumerate(players)
    ]
    return BusyTable(table, game, clients)


GAME = "SELECT game, seed, options, n, (SELECT count(*) FROM seats WHERE table_id = $1) FROM tables WHERE id = $1"
LOG = "SELECT n, seat, move FROM plies WHERE table_id = $1 ORDER BY n"


async def read_database(server: RunningServer, table: str) -> list[list[tuple[Any, ...]]]:
    """What the database holds of a table at one moment: the line about the game, and the log. A bot may be moving, and
    what a server that was killed has asked PostgreSQL for may still be carried out."""
    if "OMNIBUS_DATABASE" in server.environment:
        connection = await asyncpg.connect(server.environment["OMNIBUS_DATABASE"])
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            found = [[tuple(row) for row in await connection.fetch(query, table)] for query in (GAME, LOG)]
        await connection.close()
        return found
    with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.execute("BEGIN")
        return [database.execute(query, {"1": table}).fetchall() for query in (GAME, LOG)]


async def kept(server: RunningServer, table: str) -> tuple[list[tuple[Any, ...]], State]:
    """The log of a table as the database holds it, and the state that the rules make of it."""
    [(game, seed, options, noted, seats)], log = await read_database(server, table)
    assert noted == len(log)
    assert [n for n, _, _ in log] == list(range(1, len(log) + 1))
    state = game_box(game)(seats, **json.loads(options)).start(seed)
    for _, seat, move in log:
        state.play(seat, move)
    return log, state


async def check_acknowledged(server: RunningServer, tables: list[BusyTable]) -> int:
    """Every ply that somebody was told of as theirs is in the log; how many there are."""
    count = 0
    for table in tables:
        # Whoever still hears of a bot's move while the log is read knows more than stands there.
        known = [(client.seat, client.n, client.view, dict(client.acknowledged)) for client in table.clients]
        log, state = await kept(server, table.table)
        truth = {n: (seat, move) for n, seat, move in log}
        for seat, seen, view, acknowledged in known:
            for n, made in acknowledged.items():
                assert truth.get(n) == made, f"ply {n} of {table.game} was acknowledged and lost"
            assert seen <= len(log)
            # The plug may have been pulled before the client saw anything.
            if view and seen == len(log):
                assert view == json.loads(json.dumps(state.view(seat))), table.game
            count += len(acknowledged)
    return count


async def pull_the_plug(server: RunningServer, kills: int, luck: Random) -> tuple[int, int]:
    """Kill the server at random moments of play and start it again; how many plies were acknowledged and kept, and at
    how many tables."""
    counts = [0, 0]
    async with AsyncExitStack() as stack:
        tables = [await opened(stack, server, server.url, "terminus", number, target=500) for number in (0, 1)]
        for kill in range(kills):
            game = SHORT_GAMES[kill % len(SHORT_GAMES)]
            tables.append(await opened(stack, server, server.url, game, kill))
            await plies_made(tables, luck.randint(10, 90))
            await asyncio.sleep(luck.uniform(0, 0.02))  # anywhere between two plies
            server.kill()
            await check_acknowledged(server, tables)
            await asyncio.to_thread(server.start)
            before = {table: table.n for table in tables}
            await goes_on(tables, before)
            while len(tables) > 4:
                await _retire(server, tables, counts)
        while tables:
            await _retire(server, tables, counts)
    return counts[0], counts[1]


async def _retire(server: RunningServer, tables: list[BusyTable], counts: list[int]) -> None:
    oldest = tables[0]
    await oldest.settle()
    counts[0] += await check_acknowledged(server, [oldest])
    counts[1] += 1
    await oldest.leave()
    del tables[0]


async def plies_made(tables: list[BusyTable], more: int) -> None:
    """Wait until so many more plies were made, or all games are over."""
    before = sum(table.n for table in tables)
    async with asyncio.timeout(PATIENCE):
        while sum(table.n for table in tables) < before + more and not all(table.over for table in tables):
            await asyncio.sleep(0.005)


async def goes_on(tables: list[BusyTable], before: dict[BusyTable, int]) -> None:
    """Wait until somebody has moved at every table."""
    async with asyncio.timeout(PATIENCE):
        while not all(table.over or table.n > before[table] for table in tables):
            await asyncio.sleep(0.02)


def test_what_was_acknowledged_outlives_the_server(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data")

    async def story() -> None:
        plies, tables = await pull_the_plug(server, KILLS, Random(7))
        assert plies > 20 * KILLS, "hardly anything was played"
        assert tables == KILLS + 2

    try:
        run(story())
    finally:
        server.stop()


# ---- Bad lines


async def over_a_rough_line(server: RunningServer, plies: int, luck: Random) -> dict[str, int]:
    """Play every game over a bad line, then over a good one until all have caught up; what went wrong on the way."""
    async with AsyncExitStack() as stack:
        line = await stack.enter_async_context(RoughLine(server.port, luck))
        tables = [await opened(stack, server, line.url, game, 3) for game in ("terminus", *SHORT_GAMES)]
        while not all(table.over or table.n >= plies for table in tables):
            await asyncio.sleep(0.05)
        line.calm = True
        for table in tables:
            await table.settle()
        await check_acknowledged(server, tables)
        mishaps = {**line.mishaps, "connections": sum(client.connections for each in tables for client in each.clients)}
        for table in tables:
            await table.leave()
        return mishaps


def test_over_a_bad_line_all_see_the_same_in_the_end(server: RunningServer) -> None:
    async def story() -> None:
        mishaps = await over_a_rough_line(server, 40, Random(11))
        for mishap in ("lost", "late", "doubled", "broken"):
            assert mishaps[mishap] > 0, mishaps
        assert mishaps["connections"] > 8, mishaps

    run(story())


# ---- Leaving in mid-sentence


async def _own_table(services: Services) -> tuple[LiveTable, str]:
    person = await services.accounts.create_guest("Zoé", "en")
    lobby = services.lobby
    live, _ = await lobby.open(person, NewTable("nextstation", [SeatChoice("me")]))
    return await lobby.start(live, person), person.id


def test_a_command_whose_sender_has_gone_is_carried_out_to_its_end(tmp_path: Path) -> None:
    """What is in the log is at the table, and shown to those who watch, even if nobody waits for the answer."""

    async def story() -> None:
        services = Services(Settings.read({"OMNIBUS_DATA": str(tmp_path)}))
        await services.store.open()
        services.ply_writer.start()
        live, person = await _own_table(services)
        for n in range(8):
            move = live.table.state.legal(0)[0].text
            command = asyncio.create_task(services.commands.play(live, person, 0, n, f"key-{n}", move))
            for _ in range(1 + n // 2):
                await asyncio.sleep(0)
            command.cancel()
            with suppress(asyncio.CancelledError):
                await command
            async with asyncio.timeout(PATIENCE):
                while len(await services.cache.log(live.id, 0)) <= n:
                    await asyncio.sleep(0.01)
            async with live.lock:
                assert live.table.n == n + 1
        await services.ply_writer.stop()
        await services.store.close()

    run(story())


# ---- Being told to stop


def test_a_signal_is_heard_while_a_thousand_windows_close_at_once() -> None:
    """Then the pipe through which threads wake the loop, and asyncio learns of signals, is full."""

    async def story() -> None:
        told = asyncio.Event()
        give_up = serve.on_stop_signal(told.set)
        pipe: socket.socket = vars(asyncio.get_running_loop())["_csock"]
        with suppress(BlockingIOError):
            while True:
                pipe.send(b"\0")
        os.kill(os.getpid(), signal.SIGTERM)
        await told.wait()
        give_up.cancel()

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        run(story(), PATIENCE)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


STUCK = """
import asyncio, time
from omnibus.server import serve

async def stuck():
    serve.on_stop_signal(lambda: None)
    print("here", flush=True)
    while True:
        time.sleep(1)

serve.LONGEST_STOP = 0.5
asyncio.run(stuck())
"""


def test_a_server_that_is_stuck_ends_all_the_same() -> None:
    process = subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, env=environment(Path(), {}))
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == serve.STUCK
