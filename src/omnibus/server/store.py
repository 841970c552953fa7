"""What is kept: people, tables, seats, and above all the plies, the only truth about a game.

Plies are appended and never changed. `tables.n`, `turn` and `moved_at` repeat what the plies say, written with them
in one transaction, so that the lobby can list tables without replaying them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Row,
    StaticPool,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    text,
)
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.sql import Executable

Outcome = TypeVar("Outcome")

METADATA = MetaData()

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("account", String(128), unique=True),  # the name as it is compared at sign-in; none for guests
    Column("password", String(256)),
    Column("epoch", Integer, nullable=False),  # cookies of an earlier epoch are void: logged out everywhere
    Column("language", String(2), nullable=False),
    Column("came_at", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(256), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("host", String(32), ForeignKey("people.id"), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("status", String(16), nullable=False),  # open, running or finished
    Column("n", Integer, nullable=False),  # the last ply
    Column("turn", String(64), nullable=False),  # the seats that may move, as JSON
    Column("changes", Integer, nullable=False),  # goes up whenever seats or status change
    Column("patience", Integer, nullable=False),  # seconds after which a seat that does not move counts as abandoned
    Column("result", Text),
    Column("forked_from", String(32)),
    Column("forked_at", Integer),
    Column("uploaded", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),  # no fork, no upload, and not forked before its end
    Column("opened_at", BigInteger, nullable=False),
    Column("moved_at", BigInteger, nullable=False),
    Index("tables_by_status", "status", "moved_at"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(64)),
    Column("person", String(32), ForeignKey("people.id")),
    Column("bot", String(32)),  # with a person: the bot that plays in the person's place
    Column("resigned_at", Integer),  # the ply after which the person resigned
    Column("note", Text, nullable=False),
    Index("seats_by_person", "person"),
)

PLIES = Table(
    "plies",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("person", String(32)),  # who sent it; none for a bot
    Column("key", String(64)),  # the key it was sent with: the same key counts once
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "person", "key", name="plies_once"),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("said", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("chat_by_table", "table_id", "id"),
)

ADMITTED = Table(
    "admitted",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
)

UNDO_WISHES = Table(
    "undo_wishes",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # the last ply when it was wished; a wish is void once another is played
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("back_to", Integer, nullable=False),
    Column("seat", Integer, nullable=False),  # whose last move would be taken back
)

BOT_MEMORIES = Table(
    "bot_memories",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("n", Integer, nullable=False),  # the ply it came with; it is void unless that is the seat's last that stands
    Column("bot", String(32), nullable=False),
    Column("memory", Text, nullable=False),  # as JSON
)


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """The database."""

    def __init__(self, url: str):
        self.sqlite = url.startswith("sqlite")
        self.engine = create_async_engine(url, hide_parameters=True, pool_size=8, max_overflow=8)
        # SQLite has one writer at a time: in our process they queue here, not in the busy handler.
        self._writing = asyncio.Lock()
        self._pen: Engine | None = None
        if self.sqlite:
            self._pen = create_engine(url.replace("+aiosqlite", ""), hide_parameters=True, poolclass=StaticPool)
            self._hand = ThreadPoolExecutor(1, thread_name_prefix="scribe")
            for engine in (self.engine.sync_engine, self._pen):
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)

    async def open(self) -> None:
        """Bring the database to the present shape."""
        async with self.writing() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()
        if self._pen is not None:
            self._hand.shutdown()
            self._pen.dispose()

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
        async with self._writing, self.engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    async def written(self, work: Callable[[Connection], Outcome]) -> Outcome:
        """Do work in one transaction that writes; it is durable afterwards.

        With SQLite all of it is done in one go in a thread of its own: one change of threads for many statements.
        """
        if self._pen is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        async with self._writing:
            return await asyncio.get_running_loop().run_in_executor(self._hand, _in_one_go, self._pen, work)

    async def rows(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        """All rows of a query."""
        async with self.reading() as connection:
            return (await connection.execute(statement, parameters)).all()

    async def row(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> Row[Any] | None:
        """The first row of a query."""
        async with self.reading() as connection:
            return (await connection.execute(statement, parameters)).first()


def _in_one_go(engine: Engine, work: Callable[[Connection], Outcome]) -> Outcome:
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


def migrate(connection: Connection) -> None:
    """Bring a database to the present shape; several processes may start at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7231)"))
    config = Config()
    config.set_main_option("script_location", str(files("omnibus.server") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
