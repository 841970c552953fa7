"""How the server's memory grows with tables and windows, and what of it stays when the windows are closed."""

import asyncio
from typing import NamedTuple

from benchmarks.server.omnibus import Omnibus, OmnibusClient
from benchmarks.server.process import resident

WARM_UP = 50  # what the first few need is needed once
PLIES = 10
SETTLING = 3  # seconds


class Memory(NamedTuple):
    """Growth in bytes."""

    table: float
    window: float
    window_closed: float
    window_reopened: float  # what is needed once more when all are opened again


async def memory(server: Omnibus, number: int) -> Memory:
    """Play a little at so many tables, one by one, until nobody looks; then open a window on each, close all, and open
    all again."""
    people = [server.people() for _ in range(WARM_UP + number)]
    tables = await _in_play(server, people[:WARM_UP])
    await _looked_at(server, tables, people)
    at_first = resident(server.process)
    tables += await _in_play(server, people[WARM_UP:])
    with_tables = resident(server.process)
    windows = await _looked_at(server, tables[WARM_UP:], people[WARM_UP:])
    with_windows = resident(server.process)
    for window in windows:
        window.socket.close()
    await asyncio.sleep(SETTLING)
    closed = resident(server.process)
    await _looked_at(server, tables[WARM_UP:], people[WARM_UP:])
    reopened = resident(server.process)
    growth = (with_tables - at_first, with_windows - with_tables, closed - with_tables, reopened - with_windows)
    return Memory(*(grown / number for grown in growth))


async def _in_play(server: Omnibus, people: list[list[str]]) -> list[str]:
    tables = []
    for two in people:
        table = server.table(two, "terminus", {})
        pair = await server.at_table(table, two)
        await pair.play_to(PLIES)
        pair.close()
        tables.append(table)
    return tables


async def _looked_at(server: Omnibus, tables: list[str], people: list[list[str]]) -> list[OmnibusClient]:
    """A window on each table that has shown and heard something."""
    windows = []
    for table, (host, _) in zip(tables, people, strict=False):
        window = await server.window(table, host, 0)
        await window.ping()
        windows.append(window)
    return windows
