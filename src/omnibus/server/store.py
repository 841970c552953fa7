"""The database: reading, writing, and its present shape."""

import asyncio
import os
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    Row,
    StaticPool,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.sql import Executable

from omnibus.server.trouble import ServerTrouble

Outcome = TypeVar("Outcome")

SQLITE_READERS = 4
LARGEST_BATCH = 64
# SQLite copies what was committed from its log into the database when the log has so many pages, and whoever commits
# waits for that. Pages that are written again and again, as those of running games are, are copied once.
PAGES_IN_LOG = 8000


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Transaction(Protocol):
    """A transaction on the database, used from the event loop."""

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        """Carry out a statement."""

    async def run_sync(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work that takes several statements in one go."""


class Database(Protocol):
    """SQLite or PostgreSQL."""

    async def read(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that only reads."""

    async def write(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that writes; it is durable afterwards."""

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that only reads, and sees the database as it is at one moment."""

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that writes; it is durable when the block is left."""

    async def close(self) -> None:
        """Let go of it."""


class Postgresql:
    """PostgreSQL by its own asynchronous driver."""

    def __init__(self, url: str):
        # Whoever plays at home need not wait for it to load.
        from sqlalchemy.ext.asyncio import create_async_engine

        self.engine = create_async_engine(url, hide_parameters=True, pool_size=8, max_overflow=8)

    async def read(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that only reads."""
        async with self.engine.connect() as connection, connection.begin():
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that writes; it is durable afterwards."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that only reads, and sees the database as it is at one moment."""
        async with self.engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        """A transaction that writes; it is durable when the block is left."""
        async with self.engine.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


class Sqlite:
    """SQLite in threads: one that writes, since there is one writer at a time, and some that read.

    Work is done in one go: a change of threads for every statement would cost more than the statements.
    """

    def __init__(self, url: str):
        self._reader = create_engine(url, hide_parameters=True, connect_args={"check_same_thread": False})
        self._writer = create_engine(url, hide_parameters=True, poolclass=StaticPool)
        for engine in (self._reader, self._writer):
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        self._read_threads = ThreadPoolExecutor(SQLITE_READERS, thread_name_prefix="reader")
        self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._write_lock = asyncio.Lock()
        self._pending: deque[tuple[Callable[[Connection], Any], asyncio.Future[Any]]] = deque()
        self._writing: asyncio.Task[None] | None = None

    def read_here(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that only reads, in the present thread."""
        return _in_transaction(self._reader, False, work)

    def write_here(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that writes, in the present thread."""
        return _in_transaction(self._writer, True, work)

    async def read(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that only reads."""
        return await _in_thread(self._read_threads, _in_transaction, self._reader, False, work)

    async def write(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in a transaction that writes; it is durable afterwards."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._pending.append((work, future))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_pending())
        return await future

    async def _write_pending(self) -> None:
        """Write what has come in since the last commit: making it durable costs more than all of it together."""
        while self._pending:
            async with self._write_lock:
                batch = [self._pending.popleft() for _ in range(min(len(self._pending), LARGEST_BATCH))]
                works = [work for work, _ in batch]
                attempts = await _in_thread(self._write_thread, _write_all, self._writer, works)
            for (_, future), attempt in zip(batch, attempts, strict=True):
                if future.done():
                    continue
                if attempt.error is None:
                    future.set_result(attempt.outcome)
                else:
                    future.set_exception(attempt.error)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that only reads, and sees the database as it is at one moment."""
        connection = await _in_thread(self._read_threads, self._reader.connect)
        try:
            yield ThreadTransaction(connection, self._read_threads)
        finally:
            await _in_thread(self._read_threads, connection.close)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        """A transaction that writes; it is durable when the block is left."""
        async with self._write_lock:
            connection = await _in_thread(self._write_thread, self._writer.connect)
            connection = connection.execution_options(writes=True)
            try:
                yield ThreadTransaction(connection, self._write_thread)
                await _in_thread(self._write_thread, connection.commit)
            finally:
                await _in_thread(self._write_thread, connection.close)

    async def close(self) -> None:
        """Close all connections."""
        if self._writing is not None:
            await self._writing
        self._read_threads.shutdown()
        self._write_thread.shutdown()
        self._reader.dispose()
        self._writer.dispose()


class ThreadTransaction:
    """A transaction whose statements are carried out in a thread."""

    def __init__(self, connection: Connection, threads: ThreadPoolExecutor):
        self._connection = connection
        self._threads = threads

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        """Carry out a statement, and fetch all it returns."""
        return await _in_thread(self._threads, _fetched, self._connection, statement, parameters)

    async def run_sync(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work that takes several statements in one go."""
        return await _in_thread(self._threads, work, self._connection)


async def _in_thread(threads: ThreadPoolExecutor, work: Callable[..., Outcome], *arguments: Any) -> Outcome:
    """Do work in a thread, to its end even if nobody waits for it any more: the connection is in use until then."""
    future = asyncio.get_running_loop().run_in_executor(threads, work, *arguments)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait([future])
        raise


def _in_transaction(engine: Engine, writes: bool, work: Callable[[Connection], Outcome]) -> Outcome:
    with engine.connect() as connection:
        connection.execution_options(writes=writes)
        with connection.begin():
            return work(connection)


class _Attempt(NamedTuple):
    """What became of a piece of work."""

    outcome: Any
    error: Exception | None = None


def _write_all(engine: Engine, works: Sequence[Callable[[Connection], Any]]) -> list[_Attempt]:
    """Do all of it in one transaction; a piece that fails leaves no trace, and does not harm the others."""
    try:
        if len(works) == 1:
            return [_Attempt(_in_transaction(engine, True, works[0]))]
        return _in_transaction(engine, True, lambda connection: [_tried(connection, work) for work in works])
    except Exception as error:
        return [_Attempt(None, error)] * len(works)


def _tried(connection: Connection, work: Callable[[Connection], Any]) -> _Attempt:
    try:
        with connection.begin_nested():
            return _Attempt(work(connection))
    except Exception as error:
        return _Attempt(None, error)


def _fetched(connection: Connection, statement: Executable, parameters: Any) -> CursorResult[Any]:
    result = connection.execute(statement, parameters)
    return cast("CursorResult[Any]", result.freeze()()) if result.returns_rows else result


class Store:
    """The database."""

    def __init__(self, url: str):
        self.sqlite = url.startswith("sqlite")
        url = url.replace("+aiosqlite", "")
        path = make_url(url).database
        self._file = Path(path) if self.sqlite and path else None
        self.database: Database = Sqlite(url) if self.sqlite else Postgresql(url)
        self.read = self.database.read
        self.write = self.database.write
        self.reading = self.database.reading
        self.writing = self.database.writing
        self.close = self.database.close

    async def open(self) -> None:
        """Bring the database to the present shape."""
        self.make_private()
        await self.write(migrate)

    def make_private(self) -> None:
        """Let only their owner read SQLite's files, whatever the folder and the umask are: they hold seeds."""
        if self._file is None:
            return
        os.close(os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o600))
        for ending in ("", "-wal", "-shm"):
            path = self._file.with_name(self._file.name + ending)
            if path.exists() and path.stat().st_mode & 0o077:
                path.chmod(0o600)

    @property
    def folder(self) -> Path | None:
        """Where SQLite writes."""
        return None if self._file is None else self._file.parent

    async def rows(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        """All rows of a query."""
        return await self.read(lambda connection: connection.execute(statement, parameters).all())

    async def row(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Row[Any] | None:
        """The first row of a query."""
        return await self.read(lambda connection: connection.execute(statement, parameters).first())


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    checkpoints = f"wal_autocheckpoint={PAGES_IN_LOG}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", checkpoints):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later could find that somebody else has written in between.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrate(connection: Connection, revision: str | None = None) -> None:
    """Bring a database to the present shape, or to an earlier one; several processes may start at once."""
    revision = revision or newest_revision()
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7231)"))
    present = revision_of(connection)
    if present == revision:
        return
    # Nobody waits for it to load where there is nothing to do.
    from omnibus.server.migration import known_revisions, upgrade

    if present is not None and present not in known_revisions():
        raise ServerTrouble("database-too-new")
    upgrade(connection, revision)


def newest_revision() -> str:
    """The present shape: each is named at the beginning of the file that leads to it."""
    migrations = files("omnibus.server") / "migrations" / "versions"
    return max(file.name[:4] for file in migrations.iterdir() if file.name.endswith(".py"))


def revision_of(connection: Connection) -> str | None:
    """The shape that a database has; None if nothing is there yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision
