"""Writes the plies of many tables into the log in one transaction, and tells each whether it was written."""

import asyncio
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Text,
    bindparam,
    cast,
    column,
    delete,
    exists,
    func,
    not_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from omnibus.server.daily_tries import finish_tries
from omnibus.server.logs import report_fault
from omnibus.server.schema import BOT_MEMORIES, PLIES, TABLES
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply

LARGEST_BATCH = 100  # of more that wait, the first are shown while the next are written

_ENTRY = {**{column.name: column.type for column in PLIES.c}, "turn": TABLES.c.turn.type}

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
    settled: bool = False  # whether it is known what became of it
    answered: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, trouble: ServerTrouble | None = None) -> None:
        """Tell whoever waits."""
        self.settled = True
        if self.answered.done():
            return  # by whoever stopped waiting
        if trouble is None:
            self.answered.set_result(None)
        else:
            self.answered.set_exception(trouble)


class LogStatements:
    """What the database is asked to do with a batch of plies, all of which it is given in one text: with one statement
    for each, the thread that waits for the database would have to wait for the others at every one."""

    def __init__(self, dialect: ModuleType):
        entry = _sqlite_entry() if dialect is sqlite else _postgresql_entry()
        ply = {column.name: entry[column.name] for column in PLIES.c}
        # Of two plies with the same number, or the same key, the first one counts. Nobody moves in a game that people
        # have ended, even where word of it has not come yet.
        over = exists().where(TABLES.c.id == ply["table_id"], TABLES.c.status != "running")
        append = dialect.insert(PLIES).from_select(list(ply), select(*ply.values()).where(not_(over)))
        self._append = append.on_conflict_do_nothing()
        same = [
            kept.is_not_distinct_from(ply[kept.name]) if kept.nullable else kept == ply[kept.name] for kept in PLIES.c
        ]
        self._find = select(PLIES.c.table_id, PLIES.c.n).where(*same)
        moved = {"n": entry["n"], "turn": entry["turn"], "moved_at": entry["at"]}
        self._note = update(TABLES).where(TABLES.c.id == entry["table_id"]).values(moved)

    def append(self, connection: Connection, batch: list[PendingPly], at: int) -> list[PendingPly]:
        """Append the plies to the log, and let the lobby know; those that were appended."""
        plies = _as_text(batch, at)
        if connection.execute(self._append, plies).rowcount < len(batch):
            found = {(table, n) for table, n in connection.execute(self._find, plies)}
            batch = [pending for pending in batch if (pending.table, pending.ply.n) in found]
            plies = _as_text(batch, at)
        connection.execute(self._note, plies)
        return batch


def _sqlite_entry() -> dict[str, ColumnElement[Any]]:
    """The columns of one entry of the text."""
    entries = func.json_each(bindparam("plies")).table_valued("value", name="entries")
    return {name: func.json_extract(entries.c.value, f"$.{name}") for name in _ENTRY}


def _postgresql_entry() -> dict[str, ColumnElement[Any]]:
    """The columns of one entry of the text."""
    entries = func.json_to_recordset(cast(bindparam("plies", type_=Text), JSON))
    columns = [column(name, kind) for name, kind in _ENTRY.items()]
    return dict(entries.table_valued(*columns, name="entries").render_derived(with_types=True).c.items())


class _Entry(msgspec.Struct):
    """A ply as the database reads it."""

    n: int
    seat: int
    move: str
    person: str | None
    key: str | None
    table_id: str
    at: int
    turn: str


def _as_text(batch: list[PendingPly], at: int) -> dict[str, str]:
    entries = [_Entry(*pending.ply, pending.table, at, pending.turn) for pending in batch]
    return {"plies": msgspec.json.encode(entries).decode()}


class PlyWriter:
    """Commits what has come in since the last commit: durable before anyone is told."""

    def __init__(self, store: Store):
        self._store = store
        dialect = sqlite if store.sqlite else postgresql
        self._statements = LogStatements(dialect)
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
            await pending.answered
        except asyncio.CancelledError:
            if not pending.settled:  # it will be in the log all the same
                pending.answered = asyncio.get_running_loop().create_future()
                await asyncio.wait([pending.answered])
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
            for pending in batch:
                pending.settle(ServerTrouble("busy"))
            return
        for pending in written:
            pending.in_log = True
        for pending in batch:
            pending.settle()

    async def _write_singly(self, batch: list[PendingPly]) -> None:
        """A table of the batch is no more: the plies of the others are written all the same."""
        if len(batch) > 1:
            for pending in batch:
                await self._write_batch([pending])
        else:
            batch[0].settle(ServerTrouble("no-such-table"))

    async def _commit(self, batch: list[PendingPly]) -> list[PendingPly]:
        at = now()

        def append(connection: Connection) -> list[PendingPly]:
            written = self._statements.append(connection, batch, at)
            finished = [{"table": one.table, "outcome": one.result} for one in written if one.result]
            if finished:
                connection.execute(_FINISHED, finished)
                connection.execute(_FORGOTTEN, finished)
                finish_tries(connection, {one["table"]: one["outcome"] for one in finished}, at)
            memories = [_memory_row(one.table, one.ply, one.memory) for one in written if one.memory]
            if memories:
                connection.execute(self._remember, memories)
            return written

        return await self._store.write(append)


def _memory_row(table: str, ply: Ply, memory: BotMemory) -> dict[str, Any]:
    return {"table_id": table, "seat": ply.seat, "n": ply.n, "bot": memory.bot, "memory": memory.memory}
