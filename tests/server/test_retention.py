"""What is no longer to be kept is cleared away, little by little, and nothing else is."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from sqlalchemy import Table, insert, select, update

from omnibus.rules import game_box
from omnibus.server import retention, site_settings
from omnibus.server.accounts import Person
from omnibus.server.broadcast import Broadcast
from omnibus.server.lobby import insert_table
from omnibus.server.messages.administration import SiteSettings
from omnibus.server.retention import Retention
from omnibus.server.schema import CHAT, DAILY_TRIES, EXPLAINED, LESSONS_TAKEN, PEOPLE, PUZZLES_TRIED, SEATS, TABLES
from omnibus.server.site_settings import Site
from omnibus.server.snapshots import Snapshots
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache

DAY = 24 * 3600 * 1000
# What is kept of somebody besides games.
LEARNT: dict[Table, dict[str, Any]] = {
    LESSONS_TAKEN: {"lesson": "roads", "at": 0},
    PUZZLES_TRIED: {"puzzle": "abc", "solved": True, "tries": 1, "at": 0},
    EXPLAINED: {"explanation": "roads", "at": 0},
    DAILY_TRIES: {"day": "2026-11-16", "guest": True, "counted": True, "finished_at": 0, "place": 1, "points": 3},
}


class OldHouse:
    """A database with games of long ago."""

    def __init__(self, folder: Path):
        self.store = Store(f"sqlite+aiosqlite:///{folder / 'omnibus.db'}")
        self.site = Site(self.store)
        self.cache = TableCache(self.store, Broadcast(False), Snapshots(self.store))
        self.retention = Retention(self.store, self.cache, self.site)

    async def keep(self, **days: int) -> None:
        async with self.store.writing() as connection:
            await site_settings.save(connection, SiteSettings(**days))  # type: ignore[arg-type]
        await self.site.load()

    async def person(self, name: str, account: bool, unseen: int) -> Person:
        seen_at = now() - unseen * DAY
        values = {
            "id": name,
            "name": name,
            "canonical": name,
            "account": name if account else None,
            "language": "en",
            "came_at": seen_at,
            "seen_at": seen_at,
            "administrator": False,
            "address": "203.0.113.7",
        }
        async with self.store.writing() as connection:
            await connection.execute(insert(PEOPLE).values(**values))
        return Person(name, name, "en", account)

    async def table(self, host: Person, status: str, unmoved: int) -> str:
        seats = [{"seat": seat, "name": host.name, "person": host.id, "bot": None} for seat in range(2)]
        moved_at = now() - unmoved * DAY
        game = game_box("terminus")(2)
        return await self.store.write(
            lambda connection: insert_table(connection, game, host, seats, "seed", status=status, moved_at=moved_at)
        )

    async def tables(self) -> set[str]:
        return {row.id for row in await self.store.rows(select(TABLES.c.id))}

    async def people(self) -> set[str]:
        return {row.id for row in await self.store.rows(select(PEOPLE.c.id))}


def live_in(house: OldHouse, story: Coroutine[Any, Any, None]) -> None:
    async def lived() -> None:
        await house.store.open()
        try:
            await story
        finally:
            await house.store.close()

    asyncio.run(lived())


def test_nothing_is_cleared_until_somebody_says_so(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    async def story() -> None:
        guest = await house.person("guest", False, 5000)
        kept = {await house.table(guest, status, 5000) for status in ("open", "running", "finished", "closed")}
        await house.site.load()
        await house.retention.clear_some()
        assert await house.tables() == kept
        assert await house.people() == {"guest"}

    live_in(house, story())


def test_games_are_kept_as_long_as_was_said(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    async def story() -> None:
        member = await house.person("member", True, 100)
        kept = {
            await house.table(member, "finished", 9),
            await house.table(member, "closed", 9),
            await house.table(member, "running", 29),
            await house.table(member, "open", 5000),
        }
        old = [await house.table(member, status, 11) for status in ("finished", "closed")]
        old.append(await house.table(member, "running", 31))
        await house.keep(keep_finished=10, keep_abandoned=30, keep_guests=1)
        assert await house.tables() == kept | set(old)
        await house.retention.clear_some()
        assert await house.tables() == kept
        assert not await house.store.rows(select(SEATS).where(SEATS.c.table_id.in_(old)))

    live_in(house, story())


def test_games_of_guests_go_once_the_guests_are_gone_too(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    async def story() -> None:
        gone, lately = await house.person("gone", False, 40), await house.person("lately", False, 2)
        speaker = await house.person("speaker", False, 40)
        stays = await house.table(lately, "finished", 40)
        kept = {stays, await house.table(gone, "finished", 20)}
        await house.table(speaker, "running", 40)
        async with house.store.writing() as connection:
            talk = {"table_id": stays, "name": "speaker", "person": "speaker", "said": "Hi", "at": 0}
            await connection.execute(insert(CHAT).values(**talk))
            for table, more in LEARNT.items():
                await connection.execute(insert(table).values(person="gone", game="bus", **more))
        await house.keep(keep_guests=30)
        await house.retention.clear_some()
        assert await house.tables() == kept
        assert await house.people() == {"gone", "lately", "speaker"}
        # Once nothing is left of somebody, nobody remembers them.
        async with house.store.writing() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.host == "gone").values(moved_at=0))
        await house.retention.clear_some()
        await house.retention.clear_some()
        assert await house.people() == {"lately", "speaker"}
        assert not [table.name for table in LEARNT if await house.store.rows(select(table))]

    live_in(house, story())


def test_tables_that_wait_for_nobody_are_cleared_after_a_day(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    async def story() -> None:
        gone, present = await house.person("gone", True, 2), await house.person("present", True, 0)
        deserted = await house.table(gone, "open", 3)
        fresh = await house.table(gone, "open", 0)
        visited, own = await house.table(gone, "open", 3), await house.table(present, "open", 3)
        async with house.store.writing() as connection:
            old = update(TABLES).where(TABLES.c.id != fresh).values(opened_at=now() - 3 * DAY)
            await connection.execute(old)
            sits = SEATS.c.table_id == visited, SEATS.c.seat == 1
            await connection.execute(update(SEATS).where(*sits).values(person="present"))
        await house.site.load()
        await house.retention.clear_some()
        assert await house.tables() == {fresh, visited, own}
        assert not await house.store.rows(select(SEATS).where(SEATS.c.table_id == deserted))

    live_in(house, story())


def test_it_takes_small_steps(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    async def story() -> None:
        member = await house.person("member", True, 0)
        for _ in range(retention.STEP + 3):
            await house.table(member, "finished", 100)
        await house.keep(keep_finished=10)
        await house.retention.clear_some()
        assert len(await house.tables()) == 3
        await house.retention.clear_some()
        assert len(await house.tables()) == 0

    live_in(house, story())


def test_where_somebody_was_is_forgotten_after_a_month(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    async def story() -> None:
        await house.person("old", True, 31)
        await house.person("new", True, 29)
        await house.site.load()
        await house.retention.clear_some()
        rows = await house.store.rows(select(PEOPLE.c.id, PEOPLE.c.address))
        assert {row.id: row.address for row in rows} == {"old": None, "new": "203.0.113.7"}

    live_in(house, story())


def test_a_table_that_is_cleared_closes_its_windows(tmp_path: Path) -> None:
    house = OldHouse(tmp_path)

    class Watching:
        person = name = session = address = ""
        closed_with = 0

        def notify(self) -> None: ...

        def viewers(self) -> tuple[int | None, ...]:
            return ()

        def close(self, code: int = 0) -> None:
            self.closed_with = code

    async def story() -> None:
        member = await house.person("member", True, 0)
        table = await house.table(member, "open", 0)
        live, watcher = await house.cache.get(table), Watching()
        live.watchers.add(watcher)
        async with house.store.writing() as connection:
            await connection.execute(update(TABLES).values(status="finished", moved_at=0))
        await house.keep(keep_finished=10)
        await house.retention.clear_some()
        assert watcher.closed_with == 4404

    live_in(house, story())
