"""The database: reading, writing, and its present shape."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    Engine,
    Row,
    StaticPool,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.sql import Executable

Outcome = TypeVar("Outcome")


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """The database."""

    def __init__(self, url: str):
        self.sqlite = url.startswith("sqlite")
        path = make_url(url).database
        self._file = Path(path) if self.sqlite and path else None
        self.engine = create_async_engine(url, hide_parameters=True, pool_size=8, max_overflow=8)
        # SQLite has one writer at a time: in our process they queue here, not in the busy handler.
        self._write_lock = asyncio.Lock()
        self._write_engine: Engine | None = None
        if self.sqlite:
            self._write_engine = create_engine(
                url.replace("+aiosqlite", ""), hide_parameters=True, poolclass=StaticPool
            )
            self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="ply_writer")
            for engine in (self.engine.sync_engine, self._write_engine):
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)

    async def open(self) -> None:
        """Bring the database to the present shape."""
        self.make_private()
        async with self.writing() as connection:
            await connection.run_sync(migrate)

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

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()
        if self._write_engine is not None:
            self._write_thread.shutdown()
            self._write_engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        async with self.engine.connect() as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; it is durable when the block is left."""
        if not self.sqlite:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._write_lock, self.engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    async def written(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in one transaction that writes; it is durable afterwards.

        With SQLite all of it is done in one go in a thread of its own: one change of threads for many statements.
        """
        if self._write_engine is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        async with self._write_lock:
            return await asyncio.get_running_loop().run_in_executor(
                self._write_thread, _in_transaction, self._write_engine, work
            )

    async def rows(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        """All rows of a query."""
        async with self.reading() as connection:
            return (await connection.execute(statement, parameters)).all()

    async def row(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Row[Any] | None:
        """The first row of a query."""
        async with self.reading() as connection:
            return (await connection.execute(statement, parameters)).first()


def _in_transaction(engine: Engine, work: Callable[[Connection], Outcome]) -> Outcome:
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        return work(connection)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later could find that somebody else has written in between.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring a database to the present shape, or to an earlier one; several processes may start at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7231)"))
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def known_revisions() -> set[str]:
    """Every shape that the database has ever had."""
    return {script.revision for script in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("omnibus.server") / "migrations"))
    return config
