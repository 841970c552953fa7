"""Commands: checked against the table, written to the log, then shown to everyone."""

import json
import time
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeVar

from sqlalchemy import Connection, Executable, insert, select, update

from omnibus.rules.rulebook import Refusal
from omnibus.server import metrics
from omnibus.server.broadcast import Broadcast
from omnibus.server.live_table import LiveTable
from omnibus.server.ply_writer import BotMemory, PendingPly, PlyWriter
from omnibus.server.schema import CHAT, COUNT_CHANGE, PEOPLE, SEAT_EVENTS, SEATS
from omnibus.server.seat_events import happened
from omnibus.server.snapshots import Snapshots
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply

ATTEMPTS = 20
_turn_text = cache(json.dumps)

Answer = TypeVar("Answer")


class Commands:
    """What people do at a table, carried out."""

    def __init__(
        self, store: Store, cache: TableCache, broadcast: Broadcast, ply_writer: PlyWriter, snapshots: Snapshots
    ):
        self._store = store
        self._cache = cache
        self._broadcast = broadcast
        self._ply_writer = ply_writer
        self._snapshots = snapshots

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
        live.see(person)
        ply = await self.once(live, person, key, lambda: self.append(live, decided))
        metrics.MOVE_DURABLE.observe(time.perf_counter() - received)
        return ply

    async def once(
        self, live: LiveTable, person: str, key: str, command: Callable[[], Awaitable[Answer]]
    ) -> Answer | int:
        """Carry out a command with the table locked; if it was sent before, the ply it has become."""
        async with live.lock:
            try:
                return await command()
            except Refusal as refusal:
                if isinstance(refusal, ServerTrouble) and refusal.code == "busy":
                    raise  # the database may be away
                # Whatever counted once is refused the second time, or cannot be written.
                earlier = await self._cache.ply_with_key(live.id, person, key)
                if earlier is None:
                    raise
                return earlier

    async def append(self, live: LiveTable, decide: Callable[[], Ply], memory: BotMemory | None = None) -> int:
        """Write the ply that is decided on. If another process was quicker, catch up and decide again.

        Call it with the table locked. The table moves on only after the ply is durable.
        """
        for _ in range(ATTEMPTS):
            ply, table = decide(), live.table
            step = table.step(ply)
            result = None if step.state.result is None else json.dumps(step.state.result.plain())
            pending = PendingPly(live.id, ply, _turn_text(step.state.turn), result, memory)
            try:
                await self._ply_writer.write(pending)
            finally:
                if pending.in_log:  # then it must also be at the table, even if its sender has gone
                    table.take(ply, step)
                    self._moved(live, result)
            if pending.in_log:
                (metrics.PLIES_BY_BOT if ply.person is None else metrics.PLIES_BY_PERSON).inc()
                return ply.n
            await self._cache.catch_up(live)
            if ply.person is not None and ply.key is not None:
                earlier = await self._cache.ply_with_key(live.id, ply.person, ply.key)
                if earlier is not None:
                    return earlier
        raise ServerTrouble("busy")

    def _moved(self, live: LiveTable, result: str | None) -> None:
        live.moved_at = now()
        live.undo = None
        if result is None:
            self._broadcast.table_moved(live)
        else:
            live.status, live.result = "finished", result
            live.changes += 1
            self._broadcast.table_changed(live)
        self._snapshots.after_ply(live)
        live.sleep_if_unwatched()  # who made it may have gone before it was durable

    async def say(self, live: LiveTable, person: str, said: str) -> None:
        """Say something at the table, under the name that one has now."""
        live.expect_not_closed()
        live.expect_may_speak(person)
        values = {"table_id": live.id, "person": person, "said": said, "at": now()}
        name = select(PEOPLE.c.name).where(PEOPLE.c.id == person).scalar_subquery()
        said_now = insert(CHAT).values(name=name, **values)
        await self._store.write(lambda connection: connection.execute(said_now))
        async with live.lock:
            await self._cache.load_chat(live)
        self._broadcast.chat_grew(live)

    async def take_hint(self, live: LiveTable, seat: int, n: int, asked_at: int) -> None:
        """Let everyone see that a seat took advice after ply `n`: once for what it is asked since ply `asked_at`."""
        this = SEAT_EVENTS.c.table_id == live.id, SEAT_EVENTS.c.seat == seat, SEAT_EVENTS.c.event == "hint"
        taken = select(SEAT_EVENTS.c.id).where(*this, SEAT_EVENTS.c.n >= asked_at)
        counted = update(SEATS).where(SEATS.c.table_id == live.id, SEATS.c.seat == seat)

        def write(connection: Connection) -> bool:
            connection.execute(COUNT_CHANGE, {"table": live.id})
            if connection.execute(taken).first() is not None:
                return False
            connection.execute(counted.values(hints=SEATS.c.hints + 1))
            connection.execute(happened(live.id, n, seat, "hint"))
            return True

        if await self._store.write(write):
            await self._cache.reload(live.id)

    async def count_change(self, table_id: str, *more: Executable) -> None:
        """Let every process see that something besides the log has changed at a table: this, for example."""

        def write(connection: Connection) -> None:
            connection.execute(COUNT_CHANGE, {"table": table_id})
            for statement in more:
                connection.execute(statement)

        await self._store.write(write)
