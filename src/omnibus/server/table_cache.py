"""The tables in memory: loaded when somebody needs them, brought up to date, and always equal to their logs."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Row, bindparam, select

from omnibus.rules.game import Game
from omnibus.server.broadcast import Broadcast, Message
from omnibus.server.live_table import (
    CHAT_KEPT,
    TABLE_GONE,
    EndedSessions,
    LiveTable,
    SaidLine,
    Watcher,
    game_of,
    seats_from,
)
from omnibus.server.messages.tables import SeatEvent
from omnibus.server.schema import CHAT, PLIES, PUT_AWAY, SEATS, SHARE_CONSENTS, TABLES, UNDO_WISHES
from omnibus.server.seat_events import latest_seat_events
from omnibus.server.snapshots import PLIES_BETWEEN_SNAPSHOTS, Snapshots, restored
from omnibus.server.store import Store
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply, Table
from omnibus.table.seats import TableSeats
from omnibus.table.undo import UndoRequest, who_must_agree

TABLES_KEPT = 4000
PLIES_AT_ONCE = 500  # read from the database, while others wait
FEW_PLIES = 8  # taken over at once; more are, in a thread, by a table made anew

_ROW = select(TABLES).where(TABLES.c.id == bindparam("table"))
_SEATS = select(SEATS).where(SEATS.c.table_id == bindparam("table")).order_by(SEATS.c.seat)
_PLY = PLIES.c.n, PLIES.c.seat, PLIES.c.move, PLIES.c.person, PLIES.c.key
_PLIES = select(*_PLY).where(PLIES.c.table_id == bindparam("table"), PLIES.c.n > bindparam("after")).order_by(PLIES.c.n)
_FEW_PLIES = _PLIES.limit(FEW_PLIES + 1)
_MANY_PLIES = _PLIES.limit(PLIES_AT_ONCE)
_CHAT = (
    select(CHAT.c.id, CHAT.c.person, CHAT.c.name, CHAT.c.said, CHAT.c.at)
    .where(CHAT.c.table_id == bindparam("table"), CHAT.c.id > bindparam("after"))
    .order_by(CHAT.c.id.desc())
    .limit(CHAT_KEPT)
)
_REMATCH = select(TABLES.c.id).where(TABLES.c.rematch_of == bindparam("table"))
_CONSENTS = select(SHARE_CONSENTS).where(SHARE_CONSENTS.c.table_id == bindparam("table"))
_PUT_AWAY = select(PUT_AWAY.c.person).where(PUT_AWAY.c.table_id == bindparam("table"))
_WISHES = (
    select(UNDO_WISHES)
    .where(UNDO_WISHES.c.table_id == bindparam("table"), UNDO_WISHES.c.n == bindparam("n"))
    .order_by(UNDO_WISHES.c.person)
)


class TableCache:
    """Every table that was needed lately."""

    def __init__(self, store: Store, broadcast: Broadcast, snapshots: Snapshots):
        self._store = store
        self._broadcast = broadcast
        self._snapshots = snapshots
        # One object for one table, as long as anything refers to it: whoever moves must reach whoever watches.
        self._tables: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._kept: dict[str, LiveTable] = {}  # those used lately; the last one stands last
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    async def get(self, table_id: str) -> LiveTable:
        """The table with that id, as far as this process knows of it."""
        live = self._tables.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load_and_keep(table_id))
            return await asyncio.shield(task)
        self._keep(live)
        return live

    async def _load_and_keep(self, table_id: str) -> LiveTable:
        try:
            live = self._tables[table_id] = await self._load(table_id)
            self._keep(live)
            return live
        finally:
            del self._loading[table_id]

    def _keep(self, live: LiveTable) -> None:
        self._kept.pop(live.id, None)
        self._kept[live.id] = live
        if len(self._kept) > TABLES_KEPT:
            del self._kept[next(iter(self._kept))]

    async def fresh(self, table_id: str) -> LiveTable:
        """The table with that id, with whatever other processes have written."""
        live = await self.get(table_id)
        if self._broadcast.shared:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def reload(self, table_id: str) -> LiveTable:
        """The table after its seats or status were changed in the database; everyone is told."""
        known = table_id in self._tables
        live = await self.get(table_id)
        if known:
            async with live.lock:
                await self.catch_up(live)
        self._broadcast.table_changed(live)
        return live

    def remove(self, table_id: str) -> None:
        """The table is no more, in any process."""
        self.drop(table_id)
        self._broadcast.table_removed(table_id)

    def drop(self, table_id: str) -> None:
        """The table is no more."""
        live = self._tables.pop(table_id, None)
        self._kept.pop(table_id, None)
        for watcher in [] if live is None else list(live.watchers):
            watcher.close(TABLE_GONE)
        self._broadcast.notify_lobby_removed(table_id)

    # ---- From the database

    async def _load(self, table_id: str) -> LiveTable:
        found = await self._store.read(lambda connection: _read_table(connection, table_id, 0, 0, -1))
        if found.row.n <= FEW_PLIES:
            table = replayed(game_of(found.row, found.seats), found.row.seed, found.plies)
        else:
            table = await self._load_table(found.row, found.seats)
        live = LiveTable(found.row, found.seats, table)
        live.add_chat(found.chat)
        live.seat_events = found.seat_events or ()
        _take_over(live, found.choices)
        live.undo = _undo_request(live, found.wishes)
        return live

    async def _load_table(self, row: Row[Any], seats: TableSeats) -> Table:
        """The table from its latest snapshot and what came after; the first time, or after a change of code, from its
        whole log."""
        game = game_of(row, seats)
        snapshot = await self._snapshots.latest(row.id) if row.n >= PLIES_BETWEEN_SNAPSHOTS else None
        if snapshot is not None:
            plies = await self.log(row.id, snapshot.n - 1)
            table = await asyncio.to_thread(restored, game, row.seed, snapshot, plies)
            if table is not None:
                return table
        table = await asyncio.to_thread(replayed, game, row.seed, await self.log(row.id, 0))
        if table.n >= PLIES_BETWEEN_SNAPSHOTS:
            self._snapshots.save(row.id, table)
        return table

    async def log(self, table_id: str, after: int) -> list[Ply]:
        """The plies of a table after one of them."""
        plies: list[Ply] = []
        while True:
            rows = await self._store.rows(_MANY_PLIES, {"table": table_id, "after": after})
            plies += map(Ply._make, rows)
            if len(rows) < PLIES_AT_ONCE:
                return plies
            after = plies[-1].n

    async def ply_with_key(self, table_id: str, person: str, key: str) -> int | None:
        """The ply that a command has become, if it was sent before."""
        sent = PLIES.c.table_id == table_id, PLIES.c.person == person, PLIES.c.key == key
        row = await self._store.row(select(PLIES.c.n).where(*sent))
        return None if row is None else int(row.n)

    async def catch_up(self, live: LiveTable) -> None:
        """Take over what another process has written. Call it with the table locked."""
        before = live.table.n, live.changes, live.last_chat, live.chat_edits
        while True:
            known = live.table.n, live.last_chat, live.changes
            found = await self._store.read(lambda connection: _read_table(connection, live.id, *known))  # noqa: B023
            if found.row.n - live.table.n > FEW_PLIES:
                live.table = await self._load_table(found.row, found.seats)
            else:
                for ply in found.plies:
                    live.table.add(ply)
            # Somebody may have moved between two looks, and may have ended the game.
            if found.row.n == live.table.n:
                break
        if found.row.changes != live.changes:
            await self._reload_chat(live)
        live.refresh(found.row, found.seats)
        live.seat_events = live.seat_events if found.seat_events is None else found.seat_events
        _take_over(live, found.choices)
        live.add_chat(said for said in found.chat if said.id > live.last_chat)
        live.undo = _undo_request(live, found.wishes)
        if before != (live.table.n, live.changes, live.last_chat, live.chat_edits):
            live.notify()

    async def load_chat(self, live: LiveTable) -> None:
        """Take over what was said since."""
        live.add_chat(await self._chat(live.id, live.last_chat))

    async def _reload_chat(self, live: LiveTable) -> None:
        """Let vanish what was removed since."""
        if live.chat:
            said = await self._chat(live.id, live.chat[0].id - 1)
            if said[: len(live.chat)] != live.chat:
                live.chat_edits += 1
                live.chat.clear()
                live.add_chat(said)

    async def _chat(self, table_id: str, after: int) -> list[SaidLine]:
        return await self._store.read(lambda connection: _read_chat(connection, table_id, after))

    # ---- Other processes

    async def on_message(self, message: Message) -> None:
        """Another process says that a table has changed."""
        if "removed" in message:
            self.drop(message["removed"])
            return
        people = self._broadcast.lobby_watchers(message["people"])
        if people or message["table"] in self._tables:
            try:
                self._broadcast.notify_lobby(await self.fresh(message["table"]), people)
            except ServerTrouble:  # it was cleared away before we could look
                self.drop(message["table"])

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

    async def reload_tables_of(self, person: str) -> None:
        """Show at all tables here where a person sits that the database knows better."""
        for live in [
            live for live in self._tables.values() if any(person in (seat.person, seat.kept_for) for seat in live.seats)
        ]:
            await self.reload(live.id)

    def watchers(self) -> list[Watcher]:
        """All connections to tables here."""
        return [watcher for live in self._tables.values() for watcher in live.watchers]

    def disconnect(self, ended: EndedSessions) -> None:
        """Close all connections to tables here in sessions that have ended."""
        for watcher in self.watchers():
            if watcher.person == ended.person and ended.holds(watcher.session):
                watcher.close()


class _Choices(NamedTuple):
    """What people have decided about a table besides the game."""

    rematch: str | None
    consents: dict[str, bool]
    put_away: frozenset[str]


class _Found(NamedTuple):
    """What the database says of a table."""

    row: Row[Any]
    seats: TableSeats
    plies: list[Ply]
    chat: list[SaidLine]
    wishes: Sequence[Row[Any]]
    seat_events: tuple[SeatEvent, ...] | None  # none where there is nothing new
    choices: _Choices | None  # none where nothing has changed


def _read_table(connection: Connection, table_id: str, after: int, chat_after: int, changes: int) -> _Found:
    """A table as it is, the plies after one of them if they are few, what was said and has changed since."""
    this = {"table": table_id}
    row = connection.execute(_ROW, this).first()
    if row is None:
        raise ServerTrouble("no-such-table")
    few = row.n - after <= FEW_PLIES
    plies = connection.execute(_FEW_PLIES, {**this, "after": after}).all() if few and row.n > after else []
    return _Found(
        row,
        seats_from(connection.execute(_SEATS, this)),
        [Ply(*ply) for ply in plies],
        _read_chat(connection, table_id, chat_after),
        connection.execute(_WISHES, {**this, "n": row.n}).all() if row.status == "running" else [],
        latest_seat_events(connection, table_id) if row.status != "open" and row.changes != changes else None,
        _read_choices(connection, table_id) if row.changes != changes else None,
    )


def _read_choices(connection: Connection, table_id: str) -> _Choices:
    this = {"table": table_id}
    return _Choices(
        connection.execute(_REMATCH, this).scalar(),
        {row.person: row.agreed for row in connection.execute(_CONSENTS, this)},
        frozenset(row.person for row in connection.execute(_PUT_AWAY, this)),
    )


def _take_over(live: LiveTable, choices: _Choices | None) -> None:
    if choices is not None:
        live.rematch, live.consents, live.put_away = choices


def _read_chat(connection: Connection, table_id: str, after: int) -> list[SaidLine]:
    rows = connection.execute(_CHAT, {"table": table_id, "after": after}).all()
    return [SaidLine(*row) for row in reversed(rows)]


def _undo_request(live: LiveTable, wishes: Sequence[Row[Any]]) -> UndoRequest | None:
    if not wishes or live.status != "running":
        return None
    first = wishes[0]
    must_agree = who_must_agree(live.table, live.seats, first.back_to)
    # Two may have wished for different things at the same time: only the same wish is agreement.
    people = frozenset(row.person for row in wishes if (row.seat, row.back_to) == (first.seat, first.back_to))
    return UndoRequest(first.n, first.seat, first.back_to, must_agree, people)


def replayed(game: Game, seed: str, plies: Iterable[Ply]) -> Table:
    """A table from its whole log."""
    table = Table(game, seed)
    for ply in plies:
        table.add(ply)
    return table
