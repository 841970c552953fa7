"""Plies of many tables in one transaction."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from omnibus.rules import game_box
from omnibus.server.accounts import Person
from omnibus.server.lobby import insert_table
from omnibus.server.ply_writer import PendingPly, PlyWriter
from omnibus.server.schema import PEOPLE, PLIES
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply


def test_a_table_that_is_no_more_does_not_keep_the_others_from_moving(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
        await store.open()
        writer = PlyWriter(store)
        person = {"id": "ann", "name": "Ann", "canonical": "ann", "language": "en", "administrator": False}
        seats = [{"seat": seat, "name": "Ann", "person": "ann", "bot": None} for seat in range(2)]
        host = Person("ann", "Ann", "en", account=False)

        def opened(connection: Connection) -> str:
            connection.execute(insert(PEOPLE).values(**person, came_at=now(), seen_at=now()))
            return insert_table(connection, game_box("terminus")(2), host, seats, "seed", status="running")

        table = await store.write(opened)
        plies = [PendingPly(name, Ply(1, 0, "a move"), "[1]", None) for name in (table, "gone")]
        waiting = [asyncio.create_task(writer.write(ply)) for ply in plies]
        await asyncio.sleep(0)
        writer.start()
        await waiting[0]
        assert plies[0].in_log
        with pytest.raises(ServerTrouble, match="no such table"):
            await waiting[1]
        assert [row.table_id for row in await store.rows(select(PLIES.c.table_id))] == [table]
        await writer.stop()
        await store.close()

    asyncio.run(story())
