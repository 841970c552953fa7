"""The tables in memory: loaded when somebody needs them, brought up to date, and always equal to their logs."""

import asyncio
from typing import Any

from sqlalchemy import Row, select

from omnibus.server.broadcast import Broadcast, Message
from omnibus.server.live_table import CHAT_KEPT, LiveTable, seats_from
from omnibus.server.messages import ChatMessage
from omnibus.server.schema import CHAT, PLIES, SEATS, TABLES, UNDO_WISHES
from omnibus.server.store import Store
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply, PlyOutcome, replayed
from omnibus.table.seats import TableSeats
from omnibus.table.undo import UndoRequest

TABLES_KEPT = 4000


class TableCache:
    """Every table that was needed lately."""

    def __init__(self, store: Store, broadcast: Broadcast):
        self._store = store
        self._broadcast = broadcast
        self._tables: dict[str, LiveTable] = {}  # the one used last stands last
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    async def get(self, table_id: str) -> LiveTable:
        """The table with that id, as far as this process knows of it."""
        live = self._tables.pop(table_id, None)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        self._tables[table_id] = live
        if len(self._tables) > TABLES_KEPT:
            self._evict_one()
        return live

    async def fresh(self, table_id: str) -> LiveTable:
        """The table with that id, with whatever other processes have written."""
        live = await self.get(table_id)
        if self._broadcast.shared:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def reload(self, table_id: str) -> LiveTable:
        """The table after its seats or status were changed in the database; everyone is told."""
        live = await self.get(table_id)
        async with live.lock:
            await self.catch_up(live)
        self._broadcast.table_changed(live)
        return live

    def remove(self, live: LiveTable) -> None:
        """The table is no more."""
        self._tables.pop(live.id, None)
        for watcher in list(live.watchers):
            watcher.close()

    def _evict_one(self) -> None:
        for table_id, live in self._tables.items():
            if live.idle:
                del self._tables[table_id]
                return

    # ---- From the database

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(*await self._load_row(table_id))
        for ply in await self.log(table_id, 0):
            live.table.add(ply)
        await self.load_chat(live)
        await self._load_undo_request(live)
        return live

    async def _load_row(self, table_id: str) -> tuple[Row[Any], TableSeats]:
        async with self._store.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table_id))).first()
            if row is None:
                raise ServerTrouble("no-such-table")
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table_id).order_by(SEATS.c.seat))
            return row, seats_from(seats)

    async def log(self, table_id: str, after: int) -> list[Ply]:
        """The plies of a table after one of them."""
        columns = PLIES.c.n, PLIES.c.seat, PLIES.c.move, PLIES.c.person, PLIES.c.key
        wanted = select(*columns).where(PLIES.c.table_id == table_id, PLIES.c.n > after).order_by(PLIES.c.n)
        rows = await self._store.rows(wanted)
        return [Ply(row.n, row.seat, row.move, row.person, row.key) for row in rows]

    async def catch_up(self, live: LiveTable) -> None:
        """Take over what another process has written. Call it with the table locked."""
        before = live.table.n, live.changes, live.last_chat
        row, seats = await self._load_row(live.id)
        for ply in await self.log(live.id, live.table.n):
            live.table.add(ply)
        if row.n != live.table.n:
            # Somebody has moved between the two looks, and may have ended the game.
            row, seats = await self._load_row(live.id)
        live.refresh(row, seats)
        await self.load_chat(live)
        await self._load_undo_request(live)
        if before != (live.table.n, live.changes, live.last_chat):
            live.notify()

    async def load_chat(self, live: LiveTable) -> None:
        """Take over what was said since."""
        columns = CHAT.c.id, CHAT.c.name, CHAT.c.said, CHAT.c.at
        wanted = select(*columns).where(CHAT.c.table_id == live.id, CHAT.c.id > live.last_chat)
        rows = await self._store.rows(wanted.order_by(CHAT.c.id.desc()).limit(CHAT_KEPT))
        live.chat.extend(ChatMessage(*row) for row in reversed(rows))

    async def _load_undo_request(self, live: LiveTable) -> None:
        wanted = select(UNDO_WISHES).where(UNDO_WISHES.c.table_id == live.id, UNDO_WISHES.c.n == live.table.n)
        rows = await self._store.rows(wanted)
        live.undo = None
        if rows and live.status == "running":
            live.undo = UndoRequest(rows[0].n, rows[0].seat, rows[0].back_to, frozenset(row.person for row in rows))

    async def outcomes(self, live: LiveTable, after: int) -> list[PlyOutcome]:
        """What happened at a table after a ply, however long ago."""
        recent = live.table.outcomes_since(after)
        if recent is not None:
            return recent
        plies = await self.log(live.id, 0)
        upto = live.table.n
        return [outcome for outcome, _ in replayed(live.game, live.seed, plies) if after < outcome.n <= upto]

    # ---- Other processes

    async def on_message(self, message: Message) -> None:
        """Another process says that a table has changed."""
        people = self._broadcast.lobby_watchers(message["people"])
        if people or message["table"] in self._tables:
            self._broadcast.notify_lobby(await self.fresh(message["table"]), people)

    async def refresh_watched(self) -> None:
        """Catch up with tables that somebody watches here, in case a message was lost."""
        watched = {live.id: live for live in self._tables.values() if live.watchers}
        if not self._broadcast.shared or not watched:
            return
        for row in await self._store.rows(
            select(TABLES.c.id, TABLES.c.n, TABLES.c.changes).where(TABLES.c.id.in_(watched))
        ):
            live = watched[row.id]
            if row.n > live.table.n or row.changes != live.changes:
                async with live.lock:
                    await self.catch_up(live)

    def disconnect(self, person: str) -> None:
        """Close all connections of a person to tables here."""
        for live in self._tables.values():
            for watcher in list(live.watchers):
                if watcher.person == person:
                    watcher.close()
