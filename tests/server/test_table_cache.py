"""The tables in memory, beside those of other processes."""

import asyncio
from pathlib import Path

from sqlalchemy import delete

from omnibus.rules import game_box
from omnibus.server.accounts import Accounts
from omnibus.server.broadcast import Broadcast
from omnibus.server.lobby import insert_table
from omnibus.server.registration import Registration
from omnibus.server.schema import TABLES
from omnibus.server.site_settings import Site
from omnibus.server.snapshots import Snapshots
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache


def test_word_of_a_table_that_is_gone_meanwhile_does_no_harm(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
        await store.open()
        try:
            cache = TableCache(store, Broadcast(True), Snapshots(store))
            host = await Accounts(store, Registration(store, Site(store))).create_guest("Host", "en")
            seats = [{"seat": seat, "name": "Host", "person": host.id, "bot": None} for seat in range(2)]
            game = game_box("terminus")(2)
            table = await store.write(lambda connection: insert_table(connection, game, host, seats, "seed"))
            await cache.get(table)
            async with store.writing() as connection:
                await connection.execute(delete(TABLES))
            await cache.on_message({"table": table, "people": None})
        finally:
            await store.close()

    asyncio.run(story())
