"""How the server's memory grows with tables and windows, and what of it stays when the windows are closed."""

import asyncio
from typing import NamedTuple

from benchmarks.server.omnibus import Omnibus, OmnibusClient
from benchmarks.server.process import resident

WARM_UP = 50  # what the first few need is needed once


class Memory(NamedTuple):
    """Growth in bytes."""

    table: float
    window: float
    window_closed: float


async def memory(server: Omnibus, number: int) -> Memory:
    """Begin so many tables that nobody looks at, then open a window on each, say something there, and close them."""
    people = [server.people() for _ in range(number + WARM_UP)]

    async def spoken(table: str, cookie: str) -> None:
        client = await server.window(table, cookie, 0)
        windows.append(client)
        await client.ping()

    windows: list[OmnibusClient] = []
    tables = [server.table(pair, "terminus", {}) for pair in people[:WARM_UP]]
    for table, pair in zip(tables, people, strict=False):
        await spoken(table, pair[0])
    at_first = resident(server.process)
    tables += [server.table(pair, "terminus", {}) for pair in people[WARM_UP:]]
    with_tables = resident(server.process)
    for table, pair in list(zip(tables, people, strict=True))[WARM_UP:]:
        await spoken(table, pair[0])
    with_windows = resident(server.process)
    for window in windows[WARM_UP:]:
        window.socket.close()
    await asyncio.sleep(3)
    closed = resident(server.process)
    growth = (with_tables - at_first, with_windows - with_tables, closed - with_tables)
    return Memory(*(bytes_ / number for bytes_ in growth))
