"""Snapshots of tables, so that no long log is replayed. They say nothing that the log does not: any may be deleted."""

import asyncio
import inspect
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from omnibus import rules, table
from omnibus.rules.game import Game
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import report_fault
from omnibus.server.schema import SNAPSHOTS
from omnibus.server.store import Store
from omnibus.table.log import Ply, Table

PLIES_BETWEEN_SNAPSHOTS = 100

_OLDER = delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("table"), SNAPSHOTS.c.n < bindparam("ply"))


class Snapshot(NamedTuple):
    """A table as it was after ply `n`, packed."""

    n: int
    data: bytes


class Snapshots:
    """Keeps the latest snapshot of every table."""

    def __init__(self, store: Store):
        self._store = store
        dialect = sqlite if store.sqlite else postgresql
        self._insert = dialect.insert(SNAPSHOTS).on_conflict_do_nothing()
        self._saving: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Save no more."""
        for task in list(self._saving):
            task.cancel()

    async def latest(self, table_id: str) -> Snapshot | None:
        """The latest snapshot of a table."""
        wanted = select(SNAPSHOTS.c.n, SNAPSHOTS.c.data).where(SNAPSHOTS.c.table_id == table_id)
        row = await self._store.row(wanted.order_by(SNAPSHOTS.c.n.desc()).limit(1))
        return None if row is None else Snapshot(row.n, row.data)

    def after_ply(self, live: LiveTable) -> None:
        """Save the table if it is time to."""
        if live.table.n % PLIES_BETWEEN_SNAPSHOTS == 0 or live.status == "finished":
            self.save(live.id, live.table)

    def save(self, table_id: str, table: Table) -> None:
        """Save the table as it is now, when there is time."""
        task = asyncio.create_task(self._save(table_id, table.copy()))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _save(self, table_id: str, table: Table) -> None:
        try:
            row = {"table_id": table_id, "n": table.n, "data": await asyncio.to_thread(packed, table)}

            def replace(connection: Connection) -> None:
                connection.execute(_OLDER, {"table": table_id, "ply": table.n})
                connection.execute(self._insert, row)

            with suppress(IntegrityError):  # the table was deleted meanwhile
                await self._store.write(replace)
        except Exception as fault:
            report_fault("a snapshot could not be written", fault, table=table_id)


def packed(table: Table) -> bytes:
    """The snapshot of a table as it is kept."""
    data = {"code": _code_digest(type(table.game)), **table.snapshot()}
    return zlib.compress(msgspec.json.encode(data), 1)


def restored(game: Game, seed: str, snapshot: Snapshot, plies: Sequence[Ply]) -> Table | None:
    """The table from a snapshot and the plies from its own on; None if other code made it, or for another log."""
    data = _unpacked(snapshot.data)
    if data is None or data.get("code") != _code_digest(type(game)) or data.get("n") != snapshot.n:
        return None
    table = Table.restored(game, seed, data)
    last = table.last_outcome
    if last is None or not plies or (plies[0].n, plies[0].seat, plies[0].back_to) != (last.n, last.seat, last.back_to):
        return None
    if last.back_to is None and plies[0].move != table.standing[-1].move.text:
        return None
    for ply in plies[1:]:
        table.add(ply)
    return table


def _unpacked(data: bytes) -> dict[str, Any] | None:
    try:
        return msgspec.json.decode(zlib.decompress(data), type=dict[str, Any])
    except (zlib.error, msgspec.DecodeError):
        return None


@cache
def _code_digest(box: type[Game]) -> str:
    """What changes whenever the code does that a game's positions come from."""
    digest = sha256()
    for module in (rules, table, box):
        for path in sorted(Path(inspect.getfile(module)).parent.glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
