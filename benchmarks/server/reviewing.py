"""Whether moves at running tables wait longer while games are reviewed beside them."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.server.omnibus import LONG, Omnibus
from benchmarks.server.playing import Pair, played

TURNS = ("without", "beside", "beside", "without") * 2  # whatever gets slower with time, both come as late
REVIEWED = 4  # games, side by side: none is done before the last turn
RECORD = Path(__file__).parent.parent.parent / "tests" / "golden" / "bus" / "4-00.omnibus"

# As on the page, in seconds: how long the server may keep an answer back until there is more to tell, and how soon
# after an answer it is asked again.
LONGEST_WAIT = 20
SHORTEST_WAIT = 0.8

Pairs = Callable[[], Awaitable[list[Pair]]]


class Beside(NamedTuple):
    """The waits of all moves, in milliseconds, without and with reviews; and how many decisions were weighed."""

    without: list[float]
    with_reviews: list[float]
    weighed: int

    def tell(self) -> None:
        """In words."""
        for name, waits in (("without reviews", self.without), ("beside reviews", self.with_reviews)):
            p50, p99 = (_of_a_hundred(waits, share) for share in (50, 99))
            print(f"  {name}: p50 {p50:.2f} ms, p99 {p99:.2f} ms of {len(waits)} moves")
        ratio = _of_a_hundred(self.with_reviews, 99) / _of_a_hundred(self.without, 99)
        print(f"  p99 is {ratio:.2f} times as long beside reviews; {self.weighed} decisions were weighed", flush=True)


class Progress(msgspec.Struct):
    """What a client needs of a review."""

    done: int


_read = msgspec.json.Decoder(Progress).decode


def _of_a_hundred(waits: list[float], share: float) -> float:
    return sorted(waits)[int(len(waits) * share / 100)]


async def beside_reviews(server: Omnibus, begun: Pairs, rate: float, seconds: float) -> Beside:
    """Play at a pace in turns, without reviews and beside them: the worker that makes them is stopped meanwhile.

    Each turn has games of its own, so that the moves of all turns are from the same part of a game.
    """
    cookie = server.person()
    tables = [server.bring(RECORD.read_text(encoding="utf-8"), cookie) for _ in range(REVIEWED)]
    for table in tables:
        server.review(table, cookie)
    while not server.review(tables[0], cookie):
        await asyncio.sleep(SHORTEST_WAIT)
    waits: dict[str, list[float]] = {turn: [] for turn in TURNS}
    weighed = 0
    for turn in TURNS:
        pairs = await begun()
        before = sum(server.review(table, cookie) for table in tables)
        looking = asyncio.create_task(_look(server, tables[0], cookie)) if turn == "beside" else None
        with stopped(worker_of(server.process)) if looking is None else nullcontext():
            result = await played(server.process, pairs, rate, seconds)
        if looking is not None:
            looking.cancel()
            weighed += sum(server.review(table, cookie) for table in tables) - before
        waits[turn] += [1000 * wait for wait in result.waits]
        for pair in pairs:
            pair.close()
    return Beside(waits["without"], waits["beside"], weighed)


async def _look(server: Omnibus, table: str, cookie: str) -> None:
    """Follow a review as the page does."""
    looker, known = server.another_asker(), 0
    while True:
        path = f"/api/tables/{table}/review?known={known}&wait={LONGEST_WAIT}"
        known = _read(await asyncio.to_thread(looker.get, path, cookie)).done
        await asyncio.sleep(SHORTEST_WAIT)


def worker_of(server: int) -> int:
    """The process that makes the reviews of a server."""
    for task in Path(f"/proc/{server}/task").iterdir():
        for child in (task / "children").read_text().split():
            if b"omnibus.study.line" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    raise LookupError("nobody makes reviews")


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Let a process stand still for a while."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


async def reviewing(server: Omnibus, games: tuple[str, ...], tables: int, rate: float, seconds: float) -> None:
    """Measure and tell."""

    async def begun() -> list[Pair]:
        return [
            await server.pair(server.people(), game, LONG if game == "terminus" else {})
            for game in (games[number % len(games)] for number in range(tables))
        ]

    print(f"{rate:.0f} moves a second, in {len(TURNS)} turns of {seconds:.0f} s:")
    (await beside_reviews(server, begun, rate, seconds)).tell()
