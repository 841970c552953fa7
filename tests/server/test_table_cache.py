"""The tables in memory, beside those of other processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from omnibus.rules import game_box
from omnibus.server import table_cache
from omnibus.server.accounts import Accounts
from omnibus.server.broadcast import Broadcast
from omnibus.server.commands import Commands
from omnibus.server.lobby import insert_table
from omnibus.server.ply_writer import PlyWriter
from omnibus.server.registration import Registration
from omnibus.server.schema import TABLES
from omnibus.server.site_settings import Site
from omnibus.server.snapshots import Snapshots
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache


@asynccontextmanager
async def open_store(folder: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite+aiosqlite:///{folder / 'omnibus.db'}")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def insert_tables(store: Store, count: int) -> list[str]:
    host = await Accounts(store, Registration(store, Site(store))).create_guest("Host", "en")
    seats = [{"seat": seat, "name": "Host", "person": host.id, "bot": None} for seat in range(2)]
    game = game_box("terminus")(2)
    return [
        await store.write(lambda connection: insert_table(connection, game, host, seats, "seed")) for _ in range(count)
    ]


def test_word_of_a_table_that_is_gone_meanwhile_does_no_harm(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_store(tmp_path) as store:
            cache = TableCache(store, Broadcast(True), Snapshots(store))
            (table,) = await insert_tables(store, 1)
            await cache.get(table)
            async with store.writing() as connection:
                await connection.execute(delete(TABLES))
            await cache.on_message({"table": table, "people": None})

    asyncio.run(story())


def test_whoever_comes_in_the_moment_when_a_table_is_loaded_gets_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_store(tmp_path) as store:
            cache = TableCache(store, Broadcast(False), Snapshots(store))
            (table,) = await insert_tables(store, 1)
            first = asyncio.create_task(cache.get(table))
            await asyncio.sleep(0)
            arrived = []

            def arrive(_: object) -> None:
                with pytest.raises(StopIteration) as found:  # at once, while the first does not have it yet
                    cache.get(table).send(None)
                arrived.append(found.value.value)

            cache._loading[table].add_done_callback(arrive)
            assert [await first] == arrived

    asyncio.run(story())


def test_a_table_that_somebody_holds_stays_the_same_however_many_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "TABLES_KEPT", 2)

    async def story() -> None:
        async with open_store(tmp_path) as store:
            cache = TableCache(store, Broadcast(False), Snapshots(store))
            held, *others = await insert_tables(store, 4)
            live = await cache.get(held)
            for other in others:
                await cache.get(other)
            assert await cache.get(held) is live
            assert len(cache) == 2

    asyncio.run(story())


def test_a_table_at_which_nobody_is_left_when_a_move_is_durable_sleeps(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_store(tmp_path) as store:
            broadcast, snapshots, writer = Broadcast(False), Snapshots(store), PlyWriter(store)
            cache = TableCache(store, broadcast, snapshots)
            commands = Commands(store, cache, broadcast, writer, snapshots)
            writer.start()
            (table,) = await insert_tables(store, 1)
            async with store.writing() as connection:
                await connection.execute(update(TABLES).values(status="running"))
            live = await cache.get(table)
            seat = live.turn[0]
            move = live.table.state.legal(seat)[0].text
            await commands.play(live, live.row.host, seat, 0, "key", move)
            assert live.table._state is None
            assert live.view(seat)["turn"] == list(live.turn)
            await writer.stop()

    asyncio.run(story())
