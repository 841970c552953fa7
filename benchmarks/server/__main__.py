"""What the server costs: `python -m benchmarks.server [--peer] [--review] [--tables 200] [--seconds 10] [--rate 500]`.

It starts servers of its own with SQLite on this machine; the clients run here too, and share its processors.

Everyone plays as fast as the server lets them: the waits of that are those of a full queue, so only the number of moves
counts, and what a move costs. At a pace there are so many moves a second in all, each table in its turn, like people
who think: a wait is counted from the moment the move was due, whether or not the client was held up, until it is
answered. With `--peer`, boardgame.io is installed for the occasion and plays in turns with our server. With `--review`
nothing is measured but whether moves wait longer while games are reviewed.
"""

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import NamedTuple

from benchmarks.server.boardgameio import Boardgame, install
from benchmarks.server.memory import memory
from benchmarks.server.omnibus import LONG, Omnibus
from benchmarks.server.opening import Opened, Server, opened
from benchmarks.server.playing import Played, played
from benchmarks.server.reviewing import reviewing
from benchmarks.server.starting import start_seconds

GAMES = ("london", "nextstation", "terminus")  # those that two can play
ROUNDS = 2
MANY = 1000
FINISHED, RUNNING = 10_000, 1_000


class FlatOut(NamedTuple):
    """One server, opened and played at as fast as it can."""

    opened: Opened
    played: Played

    def tell(self, name: str) -> None:
        """In words."""
        played, opened = self.played, self.opened
        print(f"{name}, as fast as they can:")
        print(f"  {played.rate:.0f} moves a second accepted ({played.moves} in {played.seconds:.1f} s)")
        if played.unanswered:
            print(f"  {played.unanswered} moves were never answered")
        print(f"  processor: {played.microseconds:.0f} µs a move; clients {1e6 * played.clients / played.moves:.0f} µs")
        print(f"  wire: {played.bytes:.0f} bytes a move for both windows")
        print(f"  opening a table: {opened.wall:.1f} ms, {opened.processor:.1f} ms of processor", flush=True)


async def flat_out(server: Server, tables: int, seconds: float) -> FlatOut:
    """Open tables and play at all of them at once."""
    beginning = await opened(server, tables)
    try:
        return FlatOut(beginning, await played(server.process, beginning.pairs, 0, seconds))
    finally:
        for pair in beginning.pairs:
            pair.close()


async def at_a_pace(server: Omnibus, tables: int, rate: float, seconds: float) -> None:
    """Play all games at all tables like people who think."""
    pairs = [
        await server.pair(server.people(), game, LONG if game == "terminus" else {})
        for game in (GAMES[number % len(GAMES)] for number in range(tables))
    ]
    result = await played(server.process, pairs, rate, seconds)
    print(f"{rate:.0f} moves a second wanted: {result.rate:.0f} accepted and durable")
    print(f"  waits: p50 {result.wait(50):.1f} ms, p99 {result.wait(99):.1f} ms")
    print(f"  processor: {result.microseconds:.0f} µs a move", flush=True)
    for pair in pairs:
        pair.close()


async def long_game(server: Omnibus) -> None:
    """One table alone, played for long: are later moves slower?"""
    pair = await server.pair(server.people())
    await pair.play_to(450)
    waits = [wait for client in pair.clients for wait in client.waits]
    early, late = (statistics.median(wait for n, wait in waits if ply <= n < ply + 50) for ply in (10, 400))
    print(f"one long game: median wait {1000 * early:.2f} ms after ply 10, {1000 * late:.2f} ms after ply 400")
    pair.close()


async def growth(server: Omnibus) -> None:
    """Tell how memory grows."""
    grown = await memory(server, MANY)
    print(f"memory: {grown.table / 1024:.1f} KiB a table, {grown.window / 1024:.1f} KiB a window;")
    print(f"  of a window the process keeps {grown.window_closed / 1024:.1f} KiB when it is closed;")
    print(f"  opened again, it takes {grown.window_reopened / 1024:.1f} KiB more", flush=True)


def in_turns(folder: Path, peers: list[Callable[[Path], Server]], tables: int, seconds: float) -> list[list[FlatOut]]:
    """Let each server play in its turn, and again; for each what came of it."""
    results: list[list[FlatOut]] = [[] for _ in peers]
    for number in range(ROUNDS):
        for start, result in zip(peers, results, strict=True):
            place = folder / f"{number}-{len(result)}-{peers.index(start)}"
            place.mkdir()
            server = start(place)
            try:
                result.append(asyncio.run(flat_out(server, tables, seconds)))
                result[-1].tell(server.name)
            finally:
                server.stop()
    return results


def compare(ours: list[FlatOut], theirs: list[FlatOut], name: str) -> None:
    """Tell how many times theirs ours is, on average."""

    def ratio(figure: Callable[[FlatOut], float]) -> float:
        return statistics.mean(map(figure, ours)) / statistics.mean(map(figure, theirs))

    print(f"Omnibus beside {name}:")
    print(f"  {ratio(lambda one: one.played.rate):.2f} times the moves a second")
    print(f"  {ratio(lambda one: one.played.microseconds):.2f} times the processor time a move")
    print(f"  {ratio(lambda one: one.played.bytes):.2f} times the bytes a move")
    print(f"  {ratio(lambda one: one.opened.wall):.2f} times the time to open a table")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--review", action="store_true")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=500)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if wanted.review:
            measured(folder, lambda it: reviewing(it, GAMES, wanted.tables, wanted.rate, wanted.seconds))
            return
        servers: list[Callable[[Path], Server]] = [Omnibus]
        if wanted.peer:
            installed = install(folder)
            servers += [lambda _: Boardgame(installed, None), lambda place: Boardgame(installed, place)]
        ours, *theirs = in_turns(folder, servers, wanted.tables, wanted.seconds)
        for result, name in zip(theirs, ("boardgame.io in memory", "boardgame.io with files"), strict=False):
            compare(ours, result, name)
        alone(folder, wanted.tables, wanted.rate, wanted.seconds)


def measured(place: Path, measure: Callable[[Omnibus], Coroutine[None, None, None]]) -> None:
    """Start a server, measure something, and stop it."""
    server = Omnibus(place)
    try:
        asyncio.run(measure(server))
    finally:
        server.stop()


def alone(folder: Path, tables: int, rate: float, seconds: float) -> None:
    """What only our server is asked."""
    for number, measure in enumerate([growth, lambda it: at_a_pace(it, tables, rate, seconds), long_game]):
        place = folder / f"alone-{number}"
        place.mkdir()
        measured(place, measure)
    place = folder / "starting"
    place.mkdir()
    took = start_seconds(place, FINISHED, RUNNING)
    print(f"start with {FINISHED} finished and {RUNNING} running tables: {took:.1f} s")


if __name__ == "__main__":
    main()
