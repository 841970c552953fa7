"""Taking back a move: at once where that is free, otherwise when all who must agree have agreed."""

import asyncio
from contextlib import suppress

from sqlalchemy import Executable, delete, insert
from sqlalchemy.exc import IntegrityError

from omnibus.server.broadcast import Broadcast
from omnibus.server.commands import Commands
from omnibus.server.live_table import LiveTable
from omnibus.server.schema import UNDO_WISHES
from omnibus.server.seat_events import happened
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache
from omnibus.table.trouble import TableTrouble
from omnibus.table.undo import UndoRequest, request_undo, undo_is_free


class UndoRequests:
    """Who asks to take back a move, and who agrees."""

    def __init__(self, store: Store, cache: TableCache, broadcast: Broadcast, commands: Commands):
        self._store = store
        self._cache = cache
        self._broadcast = broadcast
        self._commands = commands

    async def undo(self, live: LiveTable, person: str, seat: int, n: int, key: str) -> int | None:
        """Ask to take back a seat's last move, or agree to it: the ply, or None if others must agree."""
        return await self._commands.once(live, person, key, lambda: self._undo(live, person, seat, n, key))

    async def _undo(self, live: LiveTable, person: str, seat: int, n: int, key: str) -> int | None:
        live.expect_running()
        live.expect_undo()
        live.table.expect_last(n)
        request = live.undo
        if request is not None and request.seat == seat and person in request.must_agree:
            return await self._agree(live, person, key, request)
        request = request_undo(live.table, live.seats, person, seat)
        if await asyncio.to_thread(undo_is_free, live.table, request, person):
            return await self._carry_out(live, person, key, request)
        if live.undo is not None:
            raise TableTrouble("another-undo", name=live.seats[live.undo.seat].name or "?")
        return await self._agree(live, person, key, request)

    async def _agree(self, live: LiveTable, person: str, key: str, request: UndoRequest) -> int | None:
        with suppress(IntegrityError):
            async with self._store.writing() as connection:
                agreed = {"n": request.n, "seat": request.seat, "back_to": request.back_to, "person": person}
                void = delete(UNDO_WISHES).where(UNDO_WISHES.c.table_id == live.id, UNDO_WISHES.c.n < request.n)
                await connection.execute(void)
                await connection.execute(insert(UNDO_WISHES).values(table_id=live.id, **agreed))
        await self._commands.count_change(live.id)
        await self._cache.catch_up(live)
        self._broadcast.table_changed(live)
        if live.undo is None or not live.undo.agreed:
            return None
        return await self._carry_out(live, person, key, request)

    async def _carry_out(self, live: LiveTable, person: str, key: str, request: UndoRequest) -> int:
        return await self._commands.append(live, lambda: request.carried_out(live.table, person, key))

    async def decline(self, live: LiveTable, person: str) -> None:
        """A person does not agree, or lets its own move stand: the request is void."""
        request, own = live.undo, live.seats.of(person)
        if request is None or person not in request.must_agree:
            live.seats.expect_player(person)
        told: list[Executable] = []
        if request is not None and request.seat not in own:
            told.append(happened(live.id, live.n, own[0], "undo-declined"))
        async with self._store.writing() as connection:
            await connection.execute(delete(UNDO_WISHES).where(UNDO_WISHES.c.table_id == live.id))
        await self._commands.count_change(live.id, *told)
        await self._cache.reload(live.id)
