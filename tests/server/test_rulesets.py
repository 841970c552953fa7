"""A table is played by the ruleset it was opened with, whatever has come since."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from omnibus.rules import read_record
from omnibus.rules.terminus import Terminus
from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.tables import Fork, NewTable, SeatChoice
from omnibus.server.replay import record_of
from omnibus.server.schema import TABLES
from omnibus.server.services import Services
from omnibus.server.settings import Settings

TWO = [SeatChoice("me"), SeatChoice("me")]


async def begun(data: Path) -> Services:
    """The services of a server, as far as playing needs them."""
    services = Services(Settings.read({"OMNIBUS_DATA": str(data)}))
    await services.store.open()
    services.ply_writer.start()
    return services


async def ended(services: Services) -> None:
    await services.ply_writer.stop()
    await services.store.close()


async def played(services: Services, live: LiveTable, person: Person, plies: int) -> None:
    """Play at random for both seats, for so many plies or to the end."""
    luck = Random(3)
    while live.status == "running" and live.n < plies:
        seat = live.turn[0]
        move = luck.choice(live.table.state.legal(seat)).text
        await services.commands.play(live, person.id, seat, live.n, f"key-{live.n}", move)


def test_an_earlier_ruleset_stays_with_a_table_its_forks_and_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        before = await begun(tmp_path)
        person = await before.accounts.create_guest("Zoé", "en")
        old, _ = await before.lobby.open(person, NewTable("terminus", TWO, {"target": 10}))
        await before.lobby.start(old, person)
        await played(before, old, person, 6)
        await ended(before)

        monkeypatch.setattr(Terminus, "rulesets", range(1, 3))
        after = await begun(tmp_path)
        old = await after.cache.get(old.id)
        assert old.n == 6
        assert old.table.state.view(0)["ruleset"] == 1
        fork = await after.archive.fork(old, person, Fork(4, TWO))
        new, _ = await after.lobby.open(person, NewTable("terminus", TWO))
        rulesets = {row.id: row.ruleset for row in await after.store.rows(select(TABLES.c.id, TABLES.c.ruleset))}
        assert rulesets == {old.id: 1, fork.id: 1, new.id: 2}
        assert [live.game.ruleset for live in (old, fork, new)] == [1, 1, 2]
        await played(after, old, person, 10_000)
        record = read_record(record_of(old))
        assert record.game.ruleset == 1
        uploaded = await after.archive.upload(person, record_of(old))
        assert uploaded.game.ruleset == uploaded.row.ruleset == 1
        await ended(after)

    assert list(Terminus.rulesets) == [1]
    asyncio.run(story())
