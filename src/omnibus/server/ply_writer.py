"""Writes the plies of many tables into the log in one transaction, and tells each whether it was written."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from omnibus.server.logs import report_fault
from omnibus.server.schema import BOT_MEMORIES, PLIES, TABLES
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply

LARGEST_BATCH = 500

_MOVED = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(n=bindparam("ply"), turn=bindparam("seats"), moved_at=bindparam("time"))
)
_FINISHED = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.status == "running")
    .values(status="finished", result=bindparam("outcome"), changes=TABLES.c.changes + 1)
)
_FORGOTTEN = delete(BOT_MEMORIES).where(BOT_MEMORIES.c.table_id == bindparam("table"))


class BotMemory(NamedTuple):
    """What a bot wants to know again at its seat's next decision, as JSON."""

    bot: str
    memory: str


@dataclass(slots=True)
class PendingPly:
    """A ply to be written, and what the lobby should know once it is."""

    table: str
    ply: Ply
    turn: str
    result: str | None
    memory: BotMemory | None = None
    in_log: bool = False
    answered: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class PlyWriter:
    """Commits what has come in since the last commit: durable before anyone is told."""

    def __init__(self, store: Store):
        self._store = store
        dialect = sqlite if store.sqlite else postgresql
        # Of two plies with the same number, or the same key, the first one counts.
        self._append = dialect.insert(PLIES).on_conflict_do_nothing().returning(PLIES.c.table_id, PLIES.c.n)
        remembered = dialect.insert(BOT_MEMORIES)
        self._remember = remembered.on_conflict_do_update(
            index_elements=["table_id", "seat"],
            set_={name: remembered.excluded[name] for name in ("n", "bot", "memory")},
        )
        self._waiting: list[PendingPly] = []
        self._some = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_on())

    async def stop(self) -> None:
        """Write what is waiting, and stop."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()

    async def write(self, pending: PendingPly) -> None:
        """Append a ply, unless that number or key is taken: then the log is longer than the table knew."""
        self._waiting.append(pending)
        self._some.set()
        try:
            await asyncio.shield(pending.answered)
        except asyncio.CancelledError:
            await asyncio.wait([pending.answered])  # it will be in the log all the same
            raise

    async def _write_on(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            while self._waiting:
                # In the same order in every process, so that no two wait for each other.
                batch = sorted(self._waiting[:LARGEST_BATCH], key=lambda pending: pending.table)
                del self._waiting[: len(batch)]
                await self._write_batch(batch)

    async def _write_batch(self, batch: list[PendingPly]) -> None:
        try:
            written = await self._commit(batch)
        except IntegrityError:
            await self._write_singly(batch)
            return
        except Exception as fault:
            # Nobody knows whether it was written. Whoever sends the same key again will be told.
            report_fault("plies could not be written", fault, plies=len(batch))
            written = None
        for pending in batch:
            if written is None:
                pending.answered.set_exception(ServerTrouble("busy"))
            else:
                pending.in_log = (pending.table, pending.ply.n) in written
                pending.answered.set_result(None)

    async def _write_singly(self, batch: list[PendingPly]) -> None:
        """A table of the batch is no more: the plies of the others are written all the same."""
        if len(batch) > 1:
            for pending in batch:
                await self._write_batch([pending])
        else:
            batch[0].answered.set_exception(ServerTrouble("no-such-table"))

    async def _commit(self, batch: list[PendingPly]) -> set[tuple[str, int]]:
        at = now()

        def append(connection: Connection) -> set[tuple[str, int]]:
            rows = connection.execute(self._append, [_row(pending, at) for pending in batch])
            written = {(table, n) for table, n in rows}
            plies = [pending for pending in batch if (pending.table, pending.ply.n) in written]
            _note(connection, plies, at)
            memories = [_memory_row(pending.table, pending.ply, pending.memory) for pending in plies if pending.memory]
            if memories:
                connection.execute(self._remember, memories)
            return written

        return await self._store.write(append)


def _note(connection: Connection, plies: list[PendingPly], at: int) -> None:
    """Let the lobby know what the plies say."""
    moved = [{"table": pending.table, "ply": pending.ply.n, "seats": pending.turn, "time": at} for pending in plies]
    finished = [{"table": pending.table, "outcome": pending.result} for pending in plies if pending.result is not None]
    if moved:
        connection.execute(_MOVED, moved)
    if finished:
        connection.execute(_FINISHED, finished)
        connection.execute(_FORGOTTEN, finished)


def _row(pending: PendingPly, at: int) -> dict[str, Any]:
    ply = pending.ply
    return {
        "table_id": pending.table,
        "n": ply.n,
        "seat": ply.seat,
        "move": ply.move,
        "person": ply.person,
        "key": ply.key,
        "at": at,
    }


def _memory_row(table: str, ply: Ply, memory: BotMemory) -> dict[str, Any]:
    return {"table_id": table, "seat": ply.seat, "n": ply.n, "bot": memory.bot, "memory": memory.memory}
