"""A table is played by the ruleset it was opened with, whatever has come since."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from omnibus.rules import read_record
from omnibus.rules.terminus import Terminus
from omnibus.server.bench import Bench
from omnibus.server.club import Club, Sitting
from omnibus.server.lobby import Lobby
from omnibus.server.messages import Fork, NewTable, SeatWish
from omnibus.server.players import Person, Players
from omnibus.server.replay import Archive, written
from omnibus.server.store import TABLES, Store

TWO = [SeatWish("me"), SeatWish("me")]


async def played(club: Club, sitting: Sitting, person: Person, plies: int) -> None:
    """Play at random for both seats, for so many plies or to the end."""
    luck = Random(3)
    while sitting.status == "running" and sitting.n < plies:
        seat = sitting.turn[0]
        move = luck.choice(sitting.table.state.legal(seat)).text
        await club.play(sitting, person.id, seat, sitting.n, f"key-{sitting.n}", move)


def test_an_earlier_ruleset_stays_with_a_table_its_forks_and_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
        await store.open()
        before = Club(store, Bench(1, 1), b"key", shared=False)
        await before.open()
        person = await Players(store, b"key").come_in("Zoé", "en")
        old, _ = await Lobby(store, before).open(person, NewTable("terminus", TWO, {"target": 10}))
        await Lobby(store, before).start(old, person)
        await played(before, old, person, 6)
        await before.close()

        monkeypatch.setattr(Terminus, "rulesets", range(1, 3))
        after = Club(store, Bench(1, 1), b"key", shared=False)
        await after.open()
        old = await after.sitting(old.id)
        assert old.n == 6
        assert old.table.state.view(0)["ruleset"] == 1
        fork = await Archive(store, after).fork(old, person, Fork(4, TWO))
        new, _ = await Lobby(store, after).open(person, NewTable("terminus", TWO))
        rulesets = {row.id: row.ruleset for row in await store.rows(select(TABLES.c.id, TABLES.c.ruleset))}
        assert rulesets == {old.id: 1, fork.id: 1, new.id: 2}
        assert [sitting.game.ruleset for sitting in (old, fork, new)] == [1, 1, 2]
        await played(after, old, person, 10_000)
        record = read_record(written(old))
        assert record.game.ruleset == 1
        uploaded = await Archive(store, after).upload(person, written(old))
        assert uploaded.game.ruleset == uploaded.row.ruleset == 1
        await after.close()
        await store.close()

    assert list(Terminus.rulesets) == [1]
    asyncio.run(story())
