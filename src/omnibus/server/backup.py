"""Everything that a server needs to go on elsewhere, in one file: `omnibus backup` and `omnibus restore`.

The file is a zip of JSON lines, a member for each table, with the key and a manifest. It is the same for SQLite and
PostgreSQL, so that what was kept in one can go on in the other.
"""

import asyncio
import os
import signal
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec
from sqlalchemy import Column, Connection, MetaData, String, Table, func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from omnibus.server.migration import known_revisions
from omnibus.server.schema import HEALTH_CHECKS, METADATA, SNAPSHOTS
from omnibus.server.settings import KEY_BYTES, Settings
from omnibus.server.store import Sqlite, Store, migrate, now, revision_of
from omnibus.server.trouble import ServerTrouble

FORMAT = 1
ROWS_AT_ONCE = 1000
SQLITE_HEADER = b"SQLite format 3\0"
# What the server makes again by itself, and what the manifest says.
NOT_KEPT = {SNAPSHOTS.name, HEALTH_CHECKS.name, "alembic_version"}

Progress = Callable[[int, int], None]  # rows done, of how many


class TableEntry(msgspec.Struct):
    """A table in a backup."""

    rows: int
    sha256: str


class Manifest(msgspec.Struct):
    """What is in a backup."""

    format: int
    schema: str  # the last migration of the database
    made_at: int
    tables: dict[str, TableEntry]  # in an order in which they can be filled


def backup(path: Path, progress: Progress) -> None:
    """Write everything to a file, whole and consistent, while the server runs."""
    _tidy_up_when_stopped()
    settings = Settings.read(os.environ)
    if not settings.shared and not settings.database_file.is_file():
        raise ServerTrouble("no-database", path=settings.database_file)
    if not settings.key_file.is_file():
        raise ServerTrouble("no-key", path=settings.key_file)
    _write_backup(path, settings.database, settings.key(), progress)


def restore(path: Path, progress: Progress) -> bool:
    """Bring a backup into an empty database. False if it came without the key: a plain copy of an SQLite database."""
    _tidy_up_when_stopped()
    settings = Settings.read(os.environ)
    with _opened(path) as file:
        plain_copy = file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    settings.make_folder()
    if not plain_copy:
        return _restore(path, settings, progress)
    with tempfile.TemporaryDirectory(dir=settings.data) as folder:
        converted = Path(folder) / "backup"
        _write_backup(converted, f"sqlite+aiosqlite:///{path.absolute()}", None, lambda _done, _total: None)
        return _restore(converted, settings, progress)


def _tidy_up_when_stopped() -> None:
    """Let SIGTERM end us as Ctrl-C does, with no half file left."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


# ---- Writing


def _write_backup(path: Path, database: str, key: bytes | None, progress: Progress) -> None:
    try:
        if path.exists():
            raise ServerTrouble("file-exists", path=path)
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".part")  # 0600
        try:
            with os.fdopen(descriptor, "wb") as file:
                asyncio.run(_read_database(database, lambda connection: _write(file, connection, key, progress)))
                file.flush()
                os.fsync(file.fileno())
            os.rename(draft, path)
        finally:
            Path(draft).unlink(missing_ok=True)
    except OSError as error:
        raise ServerTrouble("cannot-write-backup", path=path, reason=error.strerror) from None


async def _read_database(url: str, work: Callable[[Connection], None]) -> None:
    """Do work in one transaction that sees the database as it is at one moment."""
    store = Store(url)
    try:
        if isinstance(store.database, Sqlite):
            store.database.read_here(work)  # so that Ctrl-C breaks it off
        else:
            async with store.reading() as transaction:
                await transaction.run_sync(work)
    except (ConnectionError, SQLAlchemyError):
        raise ServerTrouble("database-away") from None
    finally:
        await store.close()


def _write(file: IO[bytes], connection: Connection, key: bytes | None, progress: Progress) -> None:
    revision = revision_of(connection)
    if revision is None:
        raise ServerTrouble("database-away")
    manifest = Manifest(FORMAT, revision, now(), {})
    tables = _tables_in(connection)
    total = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    done = 0
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for table in tables:
            digest, rows = sha256(), 0
            with archive.open(_member(table.name), "w", force_zip64=True) as member:
                for lines in _lines(connection, table):
                    joined = b"".join(lines)
                    member.write(joined)
                    digest.update(joined)
                    rows += len(lines)
                    progress(done + rows, total)
            done += rows
            manifest.tables[table.name] = TableEntry(rows, digest.hexdigest())
        if key is not None:
            archive.writestr("key", key)
        archive.writestr("manifest.json", msgspec.json.format(msgspec.json.encode(manifest)))


def _tables_in(connection: Connection) -> list[Table]:
    """The tables of ours that are there, in whatever version, in an order in which they can be filled."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _metadata: name in METADATA.tables)
    return [table for table in found.sorted_tables if table.name not in NOT_KEPT]


def _lines(connection: Connection, table: Table) -> Iterator[list[bytes]]:
    rows = connection.execute(select(table).execution_options(yield_per=ROWS_AT_ONCE))
    for some in rows.mappings().partitions():
        yield [msgspec.json.encode(dict(row)) + b"\n" for row in some]


def _member(table: str) -> str:
    return f"tables/{table}.jsonl"


# ---- Reading


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise ServerTrouble("cannot-read-backup", path=path, reason=error.strerror) from None


def _restore(path: Path, settings: Settings, progress: Progress) -> bool:
    try:
        with _opened(path) as file, ZipFile(file) as archive:
            manifest = msgspec.json.decode(archive.read("manifest.json"), type=Manifest)
            if manifest.format != FORMAT or manifest.schema not in known_revisions():
                raise ServerTrouble("backup-too-new", path=path)
            key = archive.read("key") if "key" in archive.namelist() else None
            if key is not None:
                _keep_key(settings, key)
            asyncio.run(_fill(settings.database, archive, manifest, progress))
    except (BadZipFile, zlib.error, msgspec.MsgspecError, KeyError, EOFError):
        raise ServerTrouble("bad-backup", path=path) from None
    return key is not None


def _keep_key(settings: Settings, key: bytes) -> None:
    if len(key) != KEY_BYTES:
        raise KeyError("key")
    settings.keep_key(key)
    if settings.key() != key:
        raise ServerTrouble("other-key", path=settings.key_file)


async def _fill(url: str, archive: ZipFile, manifest: Manifest, progress: Progress) -> None:
    store = Store(url)
    store.make_private()
    try:

        def fill(connection: Connection) -> None:  # all of it or nothing
            _fill_in_transaction(connection, archive, manifest, progress)

        if isinstance(store.database, Sqlite):
            store.database.write_here(fill)
        else:
            await store.write(fill)
    except (ConnectionError, SQLAlchemyError):
        raise ServerTrouble("database-away") from None
    finally:
        await store.close()


def _fill_in_transaction(connection: Connection, archive: ZipFile, manifest: Manifest, progress: Progress) -> None:
    if METADATA.tables.keys() & set(inspect(connection).get_table_names()):
        raise ServerTrouble("database-not-empty")
    migrate(connection, manifest.schema)
    tables = {table.name: table for table in _tables_in(connection)}
    done, total = 0, sum(entry.rows for entry in manifest.tables.values())
    strict = connection.dialect.name == "postgresql"
    for name, entry in manifest.tables.items():
        digest = sha256()
        with archive.open(_member(name)) as member:
            for lines in _chunks(member):
                digest.update(b"".join(lines))
                connection.execute(tables[name].insert(), [_row(tables[name], line, strict) for line in lines])
                done += len(lines)
                progress(done, total)
        if digest.hexdigest() != entry.sha256:
            raise BadZipFile(name)
    if strict:
        _advance_sequences(connection, tables.values())
    migrate(connection)


def _chunks(member: IO[bytes]) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    for line in member:
        lines.append(line)
        if len(lines) == ROWS_AT_ONCE:
            yield lines
            lines = []
    if lines:
        yield lines


def _row(table: Table, line: bytes, strict: bool) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.json.decode(line)
    return {name: _fitting(table.c[name], value) for name, value in row.items()} if strict else row


def _fitting(column: Column[Any], value: Any) -> Any:
    """What PostgreSQL takes: SQLite never minded NUL characters and texts longer than their column."""
    if not isinstance(value, str):
        return value
    length = column.type.length if isinstance(column.type, String) else None
    return value.replace("\0", "\N{REPLACEMENT CHARACTER}")[:length]


def _advance_sequences(connection: Connection, tables: Iterable[Table]) -> None:
    """Let the next row of PostgreSQL's own numbering come after those that were brought."""
    for table in tables:
        for column in table.primary_key:
            if column.autoincrement is True or "nextval" in str(getattr(column.server_default, "arg", "")):
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                highest = select(func.max(column)).scalar_subquery()
                connection.execute(select(func.setval(sequence, func.coalesce(highest, 0) + 1, False)))
