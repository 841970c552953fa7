"""Plies of many tables in one transaction."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, update

from omnibus.rules import game_box
from omnibus.server.accounts import Person
from omnibus.server.lobby import insert_table
from omnibus.server.ply_writer import PendingPly, PlyWriter
from omnibus.server.schema import PEOPLE, PLIES, TABLES
from omnibus.server.settings import Settings
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply
from tests.server.neighbours import postgresql
from tests.starting import PATIENCE

ANN = {"id": "ann", "name": "Ann", "canonical": "ann", "language": "en", "administrator": False}


def opened(connection: Connection, number: int = 1) -> list[str]:
    """So many tables where Ann plays with herself."""
    connection.execute(insert(PEOPLE).values(**ANN, came_at=now(), seen_at=now()))
    seats = [{"seat": seat, "name": "Ann", "person": "ann", "bot": None} for seat in range(2)]
    host, game = Person("ann", "Ann", "en", account=False), game_box("terminus")(2)
    return [insert_table(connection, game, host, seats, f"seed {n}", status="running") for n in range(number)]


def test_a_table_that_is_no_more_does_not_keep_the_others_from_moving(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
        await store.open()
        writer = PlyWriter(store)
        (table,) = await store.write(opened)
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


@pytest.mark.parametrize("settled_first", [True, False])
def test_whoever_stops_waiting_for_a_ply_stays_until_it_is_known_what_became_of_it(
    tmp_path: Path, settled_first: bool
) -> None:
    """Also if that becomes known between being told to stop and hearing it."""

    async def story() -> None:
        writer = PlyWriter(Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}"))
        ply = PendingPly("a table", Ply(1, 0, "a move"), "[1]", None)
        waiting = asyncio.create_task(writer.write(ply))
        await asyncio.sleep(0)
        waiting.cancel()
        if not settled_first:
            for _ in range(5):
                await asyncio.sleep(0)
            assert not waiting.done()
        ply.settle()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, PATIENCE)

    asyncio.run(story())


def test_nobody_moves_at_a_table_where_people_have_ended_the_game(tmp_path: Path) -> None:
    """Word of it may not have come to the process where somebody moves."""

    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
        await store.open()
        writer = PlyWriter(store)
        over, running = await store.write(lambda connection: opened(connection, 2))
        ended = update(TABLES).where(TABLES.c.id == over).values(status="finished", ended="deserted")
        await store.write(lambda connection: connection.execute(ended))
        writer.start()
        plies = [PendingPly(name, Ply(1, 0, "a move"), "[1]", None) for name in (over, running)]
        await asyncio.gather(*(writer.write(ply) for ply in plies))
        assert [ply.in_log for ply in plies] == [False, True]
        assert {row.id: row.n for row in await store.rows(select(TABLES.c.id, TABLES.c.n))} == {over: 0, running: 1}
        await writer.stop()
        await store.close()

    asyncio.run(story())


async def _of_a_batch_the_first_of_each_number_and_key_counts(store: Store) -> None:
    await store.open()
    writer = PlyWriter(store)
    late, fresh, again, bot = await store.write(lambda connection: opened(connection, 4))
    writer.start()
    for table in (late, again):
        await writer.write(PendingPly(table, Ply(1, 0, "a move", "ann", "key"), "[1]", None))
    batch = [
        PendingPly(late, Ply(1, 1, "another move", "ann", "other key"), "[0]", None),
        PendingPly(fresh, Ply(1, 0, "un été « à nous »", "ann", "key"), "[1]", None),
        PendingPly(again, Ply(2, 0, "a move", "ann", "key"), "[0]", None),
        PendingPly(bot, Ply(1, 0, "a move"), "[1]", None),
    ]
    await asyncio.gather(*(writer.write(pending) for pending in batch))
    assert [pending.in_log for pending in batch] == [False, True, False, True]
    log = await store.rows(select(PLIES.c.table_id, PLIES.c.n, PLIES.c.move, PLIES.c.person, PLIES.c.key))
    assert sorted(tuple(row) for row in log) == sorted(
        [
            (late, 1, "a move", "ann", "key"),
            (fresh, 1, "un été « à nous »", "ann", "key"),
            (again, 1, "a move", "ann", "key"),
            (bot, 1, "a move", None, None),
        ]
    )
    noted = await store.rows(select(TABLES.c.id, TABLES.c.n, TABLES.c.turn))
    assert {tuple(row) for row in noted} == {(table, 1, "[1]") for table in (late, fresh, again, bot)}
    await writer.stop()
    await store.close()


def test_of_a_batch_the_first_of_each_number_and_key_counts(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
    asyncio.run(_of_a_batch_the_first_of_each_number_and_key_counts(store))


def test_of_a_batch_the_first_of_each_number_and_key_counts_in_postgresql_too() -> None:
    with postgresql() as database:
        settings = Settings.read({"OMNIBUS_DATABASE": database})
        asyncio.run(_of_a_batch_the_first_of_each_number_and_key_counts(Store(settings.database)))
