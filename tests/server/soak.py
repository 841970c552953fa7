"""The long runs of what the tests try briefly: `python -m tests.server.soak [races] [kills] [lines] [leaks] [attack]`.

500 races in each of six ways, the plug pulled 200 times, whole games of all four over bad lines and in worlds that a
player cannot tell apart, 2,000 requests that the API's schema suggests.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from rich.console import Console

from tests.server import test_attack, test_faults, test_leaks, test_races
from tests.server.neighbours import postgresql, redis
from tests.server.running import RunningServer

RACES, KILLS, LINES, REQUESTS, WHOLE_GAME = 500, 200, 10, 2000, 1000
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


def attack(folder: Path) -> None:
    """What the schema suggests."""
    with running(folder / "attacked") as server:
        TELL.print(f"{test_attack.attack_by_schema(server, REQUESTS)} requests, no 5xx and no schema violation")


SOAKS: tuple[Callable[[Path], None], ...] = (races, kills, lines, leaks, attack)


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
