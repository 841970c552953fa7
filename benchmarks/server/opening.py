"""What it costs to open a table: until two who are known have begun a game there and see it."""

import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from benchmarks.server.playing import Pair
from benchmarks.server.process import processor_seconds


class Server(Protocol):
    """A server on which two can play."""

    name: str

    @property
    def process(self) -> int:
        """The process that is measured."""

    def stop(self) -> None:
        """No more of it."""

    def people(self) -> list[str]:
        """Two who will play."""

    async def pair(self, people: Sequence[str]) -> Pair:
        """A table that has begun, and both windows on it with their first view."""


class Opened(NamedTuple):
    """Tables, and what each took in milliseconds: by the clock, the median, and of the server's processor."""

    pairs: list[Pair]
    wall: float
    processor: float


async def opened(server: Server, tables: int) -> Opened:
    """Open tables one after the other."""
    people = [server.people() for _ in range(tables)]
    used, took, pairs = processor_seconds(server.process), [], []
    for pair in people:
        began = time.perf_counter()
        pairs.append(await server.pair(pair))
        took.append(time.perf_counter() - began)
    used = processor_seconds(server.process) - used
    return Opened(pairs, 1000 * statistics.median(took), 1000 * used / tables)
