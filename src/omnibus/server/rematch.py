"""Playing again: one table for all who played, whoever asks first."""

import json
from typing import Any

from sqlalchemy import Connection, insert, select

from omnibus.rules import game_box
from omnibus.rules.chance import fresh_seed
from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable
from omnibus.server.lobby import Lobby, insert_table
from omnibus.server.moderation import Moderation
from omnibus.server.schema import ADMITTED, TABLES
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache
from omnibus.server.table_quota import TableQuota
from omnibus.server.trouble import ServerTrouble
from omnibus.table.seats import Seated
from omnibus.table.trouble import TableTrouble


class Rematches:
    """Lays the table for another game."""

    def __init__(self, store: Store, cache: TableCache, quota: TableQuota, moderation: Moderation, lobby: Lobby):
        self._store = store
        self._cache = cache
        self._quota = quota
        self._moderation = moderation
        self._lobby = lobby

    async def play_again(self, live: LiveTable, person: Person, turned: bool) -> LiveTable:
        """The table at which those who played here play again. Who asks first makes it, with the seats as before or
        everyone one seat on, and is its host; whoever comes later takes the seat that is kept there."""
        if live.status != "finished":
            raise ServerTrouble("not-over")
        if not live.seats.of(person.id):
            raise TableTrouble("not-at-the-table")
        table_id = await self._find_or_open(live, person, turned)
        rematch = await self._cache.fresh(table_id)
        if rematch.seats.of(person.id) or rematch.status != "open":
            return rematch
        return await self._lobby.join(rematch, person, None)

    async def _find_or_open(self, live: LiveTable, person: Person, turned: bool) -> str:
        row = live.row
        game = game_box(row.game)(len(live.seats), **json.loads(row.options))
        apart = (await self._moderation.blocks_of(person.id)).apart
        seats = [_seat_again(live, seated, person, turned, apart) for seated in live.seats]
        invited = {seat["kept_for"] for seat in seats} - {None}
        kept = ("public", "patience", "spectators_chat", "hints")

        def write(connection: Connection) -> tuple[str, bool]:
            # Of several who ask at once in different processes, one makes the table and the others wait to find it.
            connection.execute(select(TABLES.c.id).where(TABLES.c.id == live.id).with_for_update())
            found = connection.execute(select(TABLES.c.id).where(TABLES.c.rematch_of == live.id)).first()
            if found is not None:
                return str(found.id), False
            self._quota.expect_room_to_open(connection, person.id)
            same = {name: getattr(row, name) for name in kept}
            opened = insert_table(
                connection, game, person, seats, fresh_seed(), **same, rematch_of=live.id, turned=turned
            )
            if invited:
                connection.execute(insert(ADMITTED), [{"table_id": opened, "person": other} for other in invited])
            return opened, True

        table_id, is_new = await self._store.write(write)
        if is_new:
            await self._lobby.show_at_earlier_table(await self._cache.reload(table_id))
        return table_id


def _seat_again(live: LiveTable, seated: Seated, host: Person, turned: bool, apart: frozenset[str]) -> dict[str, Any]:
    """A seat of the next game: the host and the bots sit down, for the others it is kept."""
    seat: dict[str, Any] = {"seat": (seated.seat + turned) % len(live.seats), "name": seated.name}
    if seated.person is None:
        return {**seat, "person": None, "bot": seated.bot, "kept_for": None}
    if seated.person == host.id:
        # Several people on one device have names of their own.
        name = host.name if len(live.seats.of(host.id)) == 1 else seated.name
        return {**seat, "name": name, "person": host.id, "bot": None, "kept_for": None}
    if seated.person in apart or seated.name is None:
        return {**seat, "name": None, "person": None, "bot": None, "kept_for": None}
    return {**seat, "person": None, "bot": None, "kept_for": seated.person}
