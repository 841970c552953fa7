"""The long runs of what the tests try briefly: `python -m tests.server.soak [races] [kills] [lines] [leaks] [restarts]
[siege] [attack]`.

500 races in each of six ways, the plug pulled 300 times, half of them on PostgreSQL, whole games of all four over bad
lines and in worlds that a player cannot tell apart; PostgreSQL and Redis restarted every minute for ten minutes; all
attacks at once for twenty minutes beside people who play; 5,000 requests that the API's schema suggests, in each of
four settings.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from tests.server import test_attack, test_faults, test_leaks, test_races
from tests.server.neighbours import (
    PostgresqlServer,
    RedisServer,
    postgresql,
    postgresql_server,
    redis,
    redis_server,
)
from tests.server.running import FRESH, RunningServer

RACES, KILLS, LINES, REQUESTS, WHOLE_GAME = 500, 300, 10, 5000, 1000
RESTARTS = 10
TABLES, QUIET_SECONDS, SIEGE_SECONDS = 12, 150, 1200
TELL = Console(highlight=False)


@contextmanager
def running(data: Path, **more: str) -> Iterator[RunningServer]:
    """A server that is stopped whatever happens."""
    server = RunningServer(data, FRESH, **more)
    try:
        yield server
    finally:
        server.stop()


def races(folder: Path) -> None:
    """Two devices for the same moment, at one process and at two."""
    with ExitStack() as stack:
        database, wire = stack.enter_context(postgresql()), stack.enter_context(redis())
        alone = stack.enter_context(running(folder / "alone"))
        shared = {"OMNIBUS_DATABASE": database, "OMNIBUS_REDIS": wire}
        one, other = [stack.enter_context(running(folder / "pair", **shared)) for _ in range(2)]
        for servers in ((alone, alone), (one, other)):
            for ways in test_races.WAYS:
                won = asyncio.run(test_races.race(servers, ways, RACES, seed=4))
                TELL.print(f"{ways[0]} and {ways[1]}: of {sum(won)} races {won[0]} and {won[1]} won")


def kills(folder: Path) -> None:
    """The plug pulled again and again."""
    with postgresql() as database:
        for name, settings in (("SQLite", {}), ("PostgreSQL", {"OMNIBUS_DATABASE": database})):
            with running(folder / name, **settings) as server:
                plies, tables = asyncio.run(test_faults.pull_the_plug(server, KILLS // 2, Random(8)))
            TELL.print(f"{KILLS // 2} kills on {name}: {plies} plies acknowledged at {tables} tables, none lost")


def lines(folder: Path) -> None:
    """Whole games over bad lines."""
    with running(folder / "lines") as server:
        for seed in range(LINES):
            TELL.print(asyncio.run(test_faults.over_a_rough_line(server, WHOLE_GAME, Random(seed))))


def leaks(folder: Path) -> None:
    """Whole games in two worlds."""
    for name, difference in test_leaks.differences(folder / "leaks", WHOLE_GAME).items():
        TELL.print(f"{name}: {difference or 'not a byte differs'}")
        if difference is not None:
            sys.exit(1)


def restarts(folder: Path) -> None:
    """PostgreSQL and Redis are stopped and started again every minute while people play at two processes."""
    with ExitStack() as stack:
        database, redis = stack.enter_context(postgresql_server()), stack.enter_context(redis_server())
        shared = {"OMNIBUS_DATABASE": database.url, "OMNIBUS_REDIS": redis.url}
        pair = [stack.enter_context(running(folder / "pair", **shared)) for _ in range(2)]
        plies, slowest = asyncio.run(_play_through_restarts(database, redis, pair))
    TELL.print(
        f"{RESTARTS} restarts of both: {plies} plies acknowledged, none lost; play went on within {slowest:.1f} s"
    )


async def _play_through_restarts(
    database: PostgresqlServer, redis: RedisServer, pair: list[RunningServer]
) -> tuple[int, float]:
    slowest = 0.0
    async with AsyncExitStack() as stack:
        tables = [
            await test_faults.opened(stack, pair[0], pair[number % 2].url, "terminus", number, target=500)
            for number in range(RESTARTS + 4)
        ]
        for _ in range(RESTARTS):
            for stop, start in ((database.stop, database.start), (redis.kill, redis.start)):
                await asyncio.to_thread(stop)
                await asyncio.sleep(2)
                await asyncio.to_thread(start)
                began = time.monotonic()
                await test_faults.goes_on(tables, {table: table.n for table in tables})
                slowest = max(slowest, time.monotonic() - began)
                await asyncio.sleep(28)
        for table in tables:
            for client in table.clients:
                client.moving = False
        await asyncio.sleep(5)
        plies = await test_faults.check_acknowledged(pair[0], tables)
        for table in tables:
            await table.leave()
    return plies, slowest


def _beside(module: str, server: RunningServer, *words: object) -> "subprocess.Popen[str]":
    """A program of these tests in a process of its own, which tells at its end what it saw."""
    command = [sys.executable, "-m", f"tests.server.{module}", server.url, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _told(process: "subprocess.Popen[str]") -> dict[str, Any]:
    output, _ = process.communicate()
    if process.returncode:
        sys.exit("it ended too early: see above")
    told: dict[str, Any] = json.loads(output)
    return told


def _mebibytes(server: RunningServer) -> float:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def siege(folder: Path) -> None:
    """Honest people play while all attacks run beside them, at the usual limits, and before and after that without."""
    with running(folder / "besieged", OMNIBUS_LIMITS="1") as server:
        quiet = [_told(_beside("honest", server, QUIET_SECONDS, TABLES))]
        honest = _beside("honest", server, SIEGE_SECONDS, TABLES)
        attackers = _beside("attacks", server, SIEGE_SECONDS - 5)
        os.setpriority(os.PRIO_PROCESS, attackers.pid, 19)  # they have machines of their own
        memory = []
        while honest.poll() is None:
            time.sleep(5)
            memory.append(_mebibytes(server))
        besieged, attacked = _told(honest), _told(attackers)
        quiet.append(_told(_beside("honest", server, QUIET_SECONDS, TABLES)))
        log = server.log.read_text()
    for name, answers in attacked.items():
        TELL.print(f"  {name}: {answers}")
    quarter = len(memory) // 4
    early, late = statistics.median(memory[quarter : 2 * quarter]), statistics.median(memory[-quarter:])
    TELL.print(f"without attacks {quiet}; with them {besieged}; memory {early:.0f} MiB, later {late:.0f} MiB")
    faults = [line for line in log.splitlines() if '"level":"error"' in line or '"status":5' in line]
    if faults or any(answer.startswith("5") for answers in attacked.values() for answer in answers):
        sys.exit(f"{len(faults)} faults of the server: {faults[:3]}")
    if besieged["p99"] > 2 * statistics.mean(each["p99"] for each in quiet):
        sys.exit("honest people wait more than twice as long")
    if late > 1.1 * early:
        sys.exit("memory grows")


def attack(folder: Path) -> None:
    """What the schema suggests, in four settings."""
    with postgresql() as database:
        for name, settings in (("SQLite", {}), ("PostgreSQL", {"OMNIBUS_DATABASE": database})):
            for administrator in (False, True):
                with running(folder / f"{name}-{administrator}", **settings) as server:
                    sent = test_attack.attack_by_schema(server, REQUESTS, administrator)
                rights = "an administrator's" if administrator else "anybody's"
                TELL.print(f"{name}, with {rights} rights: {sent} requests, no 5xx and no schema violation")


SOAKS: tuple[Callable[[Path], None], ...] = (races, kills, lines, leaks, restarts, siege, attack)


def main() -> None:
    """Run those that were asked for, or all."""
    for soak in SOAKS:
        if len(sys.argv) == 1 or soak.__name__ in sys.argv[1:]:
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                soak(Path(folder))
            TELL.print(f"{soak.__name__}: done in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
