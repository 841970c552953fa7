"""Commands: checked against the table, written to the log, then shown to everyone."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy import insert, update

from omnibus.server import metrics
from omnibus.server.broadcast import Broadcast
from omnibus.server.live_table import LiveTable
from omnibus.server.ply_writer import BotMemory, PendingPly, PlyWriter
from omnibus.server.schema import CHAT, TABLES
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply

ATTEMPTS = 20

Answer = TypeVar("Answer")


class Commands:
    """What people do at a table, carried out."""

    def __init__(self, store: Store, cache: TableCache, broadcast: Broadcast, ply_writer: PlyWriter):
        self._store = store
        self._cache = cache
        self._broadcast = broadcast
        self._ply_writer = ply_writer
        self._running: set[asyncio.Task[Any]] = set()  # nobody else holds on to those whose sender has gone

    async def play(self, live: LiveTable, person: str, seat: int, n: int, key: str, move: str) -> int:
        """A person's move; the ply it became."""

        def decided() -> Ply:
            live.expect_running()
            live.seats.to_play(person, seat)
            live.table.check(seat, n, move)
            return Ply(live.table.n + 1, seat, move, person, key)

        received = time.perf_counter()
        # Whoever holds no seat learns nothing about the game, not even by the same key.
        live.seats.own(person, seat)
        ply = await self.complete(self._once(live, person, key, decided))
        metrics.MOVE_DURABLE.observe(time.perf_counter() - received)
        return ply

    async def _once(self, live: LiveTable, person: str, key: str, decide: Callable[[], Ply]) -> int:
        async with live.lock:
            return live.table.keys.get((person, key)) or await self.append(live, decide)

    async def complete(self, command: Coroutine[Any, Any, Answer]) -> Answer:
        """Carry out a command even if its sender goes away meanwhile: what is in the log must also be at the table."""
        task = asyncio.create_task(command)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def append(self, live: LiveTable, decide: Callable[[], Ply], memory: BotMemory | None = None) -> int:
        """Write the ply that is decided on. If another process was quicker, catch up and decide again.

        Call it with the table locked. The table moves on only after the ply is durable.
        """
        table = live.table
        for _ in range(ATTEMPTS):
            ply = decide()
            step = table.step(ply)
            result = None if step.state.result is None else json.dumps(step.state.result.plain())
            if await self._ply_writer.write(PendingPly(live.id, ply, json.dumps(step.state.turn), result, memory)):
                table.take(ply, step)
                (metrics.PLIES_BY_BOT if ply.person is None else metrics.PLIES_BY_PERSON).inc()
                self._moved(live, result)
                return ply.n
            await self._cache.catch_up(live)
            earlier = None if ply.person is None or ply.key is None else table.keys.get((ply.person, ply.key))
            if earlier is not None:
                return earlier
        raise ServerTrouble("busy")

    def _moved(self, live: LiveTable, result: str | None) -> None:
        live.moved_at = now()
        live.undo = None
        if result is None:
            self._broadcast.table_moved(live)
            return
        live.status, live.result = "finished", result
        live.changes += 1
        self._broadcast.table_changed(live)

    async def say(self, live: LiveTable, name: str, said: str) -> None:
        """Say something at the table."""
        async with self._store.writing() as connection:
            await connection.execute(insert(CHAT).values(table_id=live.id, name=name, said=said, at=now()))
        async with live.lock:
            await self._cache.load_chat(live)
        self._broadcast.chat_grew(live)

    async def count_change(self, table_id: str) -> None:
        """Let every process see that something besides the log has changed at a table."""
        async with self._store.writing() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(changes=TABLES.c.changes + 1))
