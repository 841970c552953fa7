"""Whether moves at running tables wait longer while games are reviewed beside them."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.server.omnibus import LONG, Omnibus
from benchmarks.server.playing import Pair, played

ROUNDS = 5
REVIEWED = 4  # games, each of which takes longer than all rounds together
RECORD = Path(__file__).parent.parent.parent / "tests" / "golden" / "bus" / "4-00.omnibus"
LOOK_SECONDS = 1.0  # how often somebody looks how far a review has come


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
        print(f"  {self.weighed} decisions were weighed meanwhile", flush=True)


def _of_a_hundred(waits: list[float], share: float) -> float:
    return sorted(waits)[int(len(waits) * share / 100)]


async def beside_reviews(server: Omnibus, pairs: list[Pair], rate: float, seconds: float) -> Beside:
    """Play at a pace in turns, without reviews and beside them: the worker that makes them is stopped meanwhile."""
    cookie = server.person()
    tables = [server.bring(RECORD.read_text(encoding="utf-8"), cookie) for _ in range(REVIEWED)]
    for table in tables:
        server.review(table, cookie)
    while not server.review(tables[0], cookie):
        await asyncio.sleep(LOOK_SECONDS)
    without: list[float] = []
    beside: list[float] = []
    weighed = 0
    for _ in range(ROUNDS):
        with stopped(worker_of(server.process)):
            without += (await played(server.process, pairs, rate, seconds)).waits
        before = sum(server.review(table, cookie) for table in tables)
        looking = asyncio.create_task(_look(server, tables[0], cookie))
        beside += (await played(server.process, pairs, rate, seconds)).waits
        looking.cancel()
        weighed += sum(server.review(table, cookie) for table in tables) - before
    return Beside([1000 * wait for wait in without], [1000 * wait for wait in beside], weighed)


async def _look(server: Omnibus, table: str, cookie: str) -> None:
    looker = server.another_asker()
    while True:
        await asyncio.to_thread(looker.post, f"/api/tables/{table}/review", cookie)
        await asyncio.sleep(LOOK_SECONDS)


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
    pairs = [
        await server.pair(server.people(), game, LONG if game == "terminus" else {})
        for game in (games[number % len(games)] for number in range(tables))
    ]
    print(f"{rate:.0f} moves a second, in {ROUNDS} turns of {seconds:.0f} s each:")
    (await beside_reviews(server, pairs, rate, seconds)).tell()
    for pair in pairs:
        pair.close()
