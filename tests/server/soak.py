"""The long runs of what the tests try briefly: `python -m tests.server.soak [races] [kills] [lines] [leaks] [attack]`.

500 races in each of six ways, the plug pulled 200 times, whole games of all four over bad lines and in worlds that a
player cannot tell apart, 2,000 requests that the API's schema suggests.
"""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from tests.server import test_attack, test_faults, test_leaks, test_races
from tests.server.neighbours import postgresql, redis
from tests.server.running import RunningServer

RACES, KILLS, LINES, REQUESTS, WHOLE_GAME = 500, 300, 10, 5000, 1000
TABLES, QUIET_SECONDS, SIEGE_SECONDS = 12, 150, 1200
TELL = Console(highlight=False)


@contextmanager
def running(data: Path, **more: str) -> Iterator[RunningServer]:
    """A server that is stopped whatever happens."""
    server = RunningServer(data, **more)
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
    with running(folder / "killed") as server:
        plies, tables = asyncio.run(test_faults.pull_the_plug(server, KILLS, Random(8)))
    TELL.print(f"{KILLS} kills: {plies} plies acknowledged at {tables} tables, none lost")


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
    """What the schema suggests."""
    with running(folder / "attacked") as server:
        TELL.print(f"{test_attack.attack_by_schema(server, REQUESTS)} requests, no 5xx and no schema violation")


SOAKS: tuple[Callable[[Path], None], ...] = (races, kills, lines, leaks, siege, attack)


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
