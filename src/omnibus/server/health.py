"""Whether the server can do its work: the database takes a write, and its disk has room."""

import asyncio
import shutil
import time
from pathlib import Path

from sqlalchemy.dialects import postgresql, sqlite

from omnibus.server.logs import warn
from omnibus.server.schema import HEALTH_CHECKS
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

SECONDS_TO_WRITE = 2.0
SECONDS_KEPT = 1.0  # however often somebody asks
LEAST_ROOM = 32 * 1024 * 1024  # bytes; SQLite fills its log a while longer on a full disk, and fails too late to help


class Health:
    """Writes to the database when asked how the server is, one write at a time."""

    def __init__(self, store: Store):
        self._store = store
        first = (sqlite if store.sqlite else postgresql).insert(HEALTH_CHECKS).values(id=1)
        self._note = first.on_conflict_do_update(index_elements=["id"], set_={"at": first.excluded.at})
        self._begun = 0.0
        self._check: asyncio.Task[None] | None = None

    async def expect_ready(self) -> None:
        """Refuse unless the database could be written to a moment ago."""
        old = time.monotonic() - self._begun > SECONDS_KEPT
        if self._check is None or (self._check.done() and old):
            self._begun = time.monotonic()
            self._check = asyncio.create_task(self._write())
        try:
            # The write itself is left alone: one that is stuck must not be joined by others.
            await asyncio.wait_for(asyncio.shield(self._check), SECONDS_TO_WRITE)
        except Exception as fault:
            warn("the database takes no writes", why=type(fault).__name__)
            raise ServerTrouble("not-ready") from None

    async def _write(self) -> None:
        if self._store.folder is not None:
            await asyncio.to_thread(_expect_room, self._store.folder)
        # Kept, not rolled back: what is rolled back never reaches the disk.
        await self._store.write(lambda connection: connection.execute(self._note, {"at": now()}))


def _expect_room(folder: Path) -> None:
    if shutil.disk_usage(folder).free < LEAST_ROOM:
        raise OSError("the disk is full")
