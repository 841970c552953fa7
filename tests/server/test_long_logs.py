"""A long log costs no more than a short one: snapshots stand in for it, and are believed only where it agrees."""

import asyncio
import json
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, update

from omnibus import read_record
from omnibus.server import replay
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.tables import NewTable, SeatChoice
from omnibus.server.schema import PLIES, SNAPSHOTS, TABLES
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.server.snapshots import PLIES_BETWEEN_SNAPSHOTS, Snapshot, restored
from omnibus.server.table_cache import TableCache, replayed
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import PLIES_TOLD, Ply, Table
from omnibus.table.trouble import TableTrouble
from omnibus.table.undo import MOST_UNDOS
from tests.golden import FOLDER
from tests.server.player import run
from tests.starting import PATIENCE
from tests.table.moving import moved, undone

GOLDEN = (FOLDER / "london" / "3-00.omnibus").read_text(encoding="utf-8")


@asynccontextmanager
async def running_services(folder: Path) -> AsyncIterator[Services]:
    """The services of a server that nobody reaches from outside."""
    services = Services(Settings.read({"OMNIBUS_DATA": str(folder)}))
    await services.store.open()
    services.ply_writer.start()
    try:
        yield services
    finally:
        await services.ply_writer.stop()
        await services.store.close()


async def table_with_log(services: Services, plies: int) -> tuple[LiveTable, list[Ply]]:
    """A table of somebody alone, with a log as older servers left them: moves and undos, and no snapshot."""
    person = await services.accounts.create_guest("Zoé", "en")
    wanted = NewTable("terminus", [SeatChoice("me"), SeatChoice("me")], options={"target": 500})
    live, _ = await services.lobby.open(person, wanted)
    await services.lobby.start(live, person)
    table, luck = Table(live.game, live.seed), Random(6)
    log: list[Ply] = []
    while len(log) < plies:
        ply = moved(table, luck) if len(log) < 100 or len(log) % 2 else undone(table, log[-1].seat)
        log.append(ply._replace(person=person.id, key=f"key-{ply.n}"))
    rows = [{"table_id": live.id, **ply._asdict(), "at": 0} for ply in log]
    async with services.store.writing() as connection:
        await connection.execute(insert(PLIES), rows)
        written = {"n": len(log), "turn": json.dumps(table.state.turn)}
        await connection.execute(update(TABLES).where(TABLES.c.id == live.id).values(**written))
    return live, log


def opened_anew(services: Services) -> TableCache:
    """The cache of a server that has just started."""
    return TableCache(services.store, services.broadcast, services._snapshots)


async def snapshot_of(services: Services, table_id: str, n: int) -> Snapshot:
    """The snapshot after ply `n`, once it has been written."""
    async with asyncio.timeout(PATIENCE):
        while True:
            snapshot = await services._snapshots.latest(table_id)
            if snapshot is not None and snapshot.n == n:
                return snapshot
            await asyncio.sleep(0.01)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many plies tables have taken from logs."""
    counted = Counter[str]()
    add = Table.add

    def counting(self: Table, ply: Ply) -> Any:
        counted["plies"] += 1
        return add(self, ply)

    monkeypatch.setattr(Table, "add", counting)
    return counted


@pytest.mark.parametrize("plies", [10, 5000])
def test_a_table_is_loaded_for_the_same_price_after_any_number_of_plies(
    tmp_path: Path, taken: Counter[str], plies: int
) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            live, log = await table_with_log(services, plies)
            first = await opened_anew(services).get(live.id)
            if plies >= PLIES_BETWEEN_SNAPSHOTS:
                await snapshot_of(services, live.id, plies)
            taken.clear()
            cache = opened_anew(services)
            again = await cache.get(live.id)
            assert taken["plies"] <= PLIES_BETWEEN_SNAPSHOTS
            assert again.table.snapshot() == first.table.snapshot() == replayed(live.game, live.seed, log).snapshot()
            # A process that has slept for long does not go through what it missed.
            live.table = Table(live.game, live.seed)
            taken.clear()
            async with live.lock:
                await cache.catch_up(live)
            assert taken["plies"] <= PLIES_BETWEEN_SNAPSHOTS
            assert live.table.snapshot() == again.table.snapshot()
            assert len(again.table.outcomes_since(0)) == min(plies, PLIES_TOLD)

    run(story())


def test_a_snapshot_is_written_every_so_often_and_only_the_latest_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            live, log = await table_with_log(services, 10)
            person, live = log[0].person or "", await services.cache.reload(live.id)
            while live.n < 2 * PLIES_BETWEEN_SNAPSHOTS:
                seat = live.turn[0]
                move = live.table.state.legal(seat)[0].text
                await services.commands.play(live, person, seat, live.n, f"key-{live.n + 1}", move)
            await snapshot_of(services, live.id, live.n)
            count = select(func.count()).select_from(SNAPSHOTS)
            rows = await services.store.rows(count)
            assert rows[0][0] == 1
            assert (await opened_anew(services).get(live.id)).table.snapshot() == live.table.snapshot()

    run(story())


def _repacked(change: Callable[[dict[str, Any]], object]) -> Callable[[Snapshot], Snapshot]:
    def made(snapshot: Snapshot) -> Snapshot:
        data = json.loads(zlib.decompress(snapshot.data))
        change(data)
        return snapshot._replace(data=zlib.compress(json.dumps(data).encode()))

    return made


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda snapshot: snapshot._replace(data=b"no snapshot"),
        lambda snapshot: snapshot._replace(data=snapshot.data[:40]),
        lambda snapshot: snapshot._replace(data=zlib.compress(b"[]")),
        lambda snapshot: snapshot._replace(n=snapshot.n + 1),
        lambda snapshot: snapshot._replace(n=snapshot.n - 1),
        _repacked(lambda data: data.update(code="other code")),
        _repacked(lambda data: data["standing"][-1].__setitem__(2, data["standing"][0][2])),
        _repacked(lambda data: data["outcomes"].pop()),
    ],
)
def test_a_snapshot_that_the_log_does_not_bear_out_is_not_believed(
    tmp_path: Path, spoilt: Callable[[Snapshot], Snapshot]
) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            live, log = await table_with_log(services, PLIES_BETWEEN_SNAPSHOTS + 10)
            moves = replayed(live.game, live.seed, log[:-1])
            await opened_anew(services).get(live.id)
            good = await snapshot_of(services, live.id, len(log))
            assert restored(live.game, live.seed, good, log[-1:]) is not None
            bad = spoilt(good)
            async with services.store.writing() as connection:
                await connection.execute(delete(SNAPSHOTS))
                await connection.execute(insert(SNAPSHOTS).values(table_id=live.id, n=bad.n, data=bad.data))
            again = await opened_anew(services).get(live.id)
            moves.add(log[-1])
            assert again.table.snapshot() == moves.snapshot()

    run(story())


def test_a_command_counts_once_however_long_ago_it_was_sent(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            live, log = await table_with_log(services, 300)
            live = await opened_anew(services).get(live.id)
            for ply in (log[0], log[150], log[-1]):
                person, key = ply.person or "", ply.key or ""
                if ply.back_to is None:
                    n = await services.commands.play(live, person, ply.seat, ply.n - 1, key, ply.move)
                else:
                    n = await services.undo_requests.undo(live, person, ply.seat, ply.n - 1, key) or 0
                assert n == ply.n
            # The same key under a move that would be good now.
            seat = live.turn[0]
            move = live.table.state.legal(seat)[0].text
            again = await services.commands.play(live, log[0].person or "", seat, live.n, "key-7", move)
            assert again == 7
            assert live.n == 300

    run(story())


def test_a_person_takes_back_so_many_moves_of_a_game_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            live, log = await table_with_log(services, 100 + 2 * MOST_UNDOS - 2)
            live = await opened_anew(services).get(live.id)
            assert sum(live.table.undos) == MOST_UNDOS - 1
            person, last = log[-1].person or "", live.table.standing[-1]
            assert await services.undo_requests.undo(live, person, last.seat, live.n, "last") == live.n
            last = live.table.standing[-1]
            with pytest.raises(TableTrouble) as refused:
                await services.undo_requests.undo(live, person, last.seat, live.n, "too much")
            assert refused.value.code == "too-many-undos"
            assert refused.value.text("fr").startswith(f"vous avez repris {MOST_UNDOS} coups")

    run(story())


def test_a_finished_game_is_played_through_once_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            person = await services.accounts.create_guest("Zoé", "en")
            live = await services.archive.upload(person, GOLDEN)
            through = Counter[str]()
            play = replay.Lens.play

            def counted(self: replay.Lens, *args: Any) -> Any:
                through["moves"] += 1
                return play(self, *args)

            monkeypatch.setattr(replay.Lens, "play", counted)
            looks = [services.whole_replays.get(live, seat, None) for seat in (None, 1, None, 1, None)]
            answers = await asyncio.gather(*looks)
            assert answers[0] == answers[2] == answers[4] != answers[1] == answers[3]
            assert through["moves"] == 2 * len(read_record(GOLDEN).plies)

    run(story())


def test_games_that_are_too_long_are_not_played_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running_services(tmp_path) as services:
            person = await services.accounts.create_guest("Zoé", "en")
            live = await services.archive.upload(person, GOLDEN)
            monkeypatch.setattr(replay, "MOST_MOVES", len(read_record(GOLDEN).plies) - 1)
            for too_long in (services.whole_replays.get(live, None, None), services.archive.upload(person, GOLDEN)):
                with pytest.raises(ServerTrouble) as refused:
                    await too_long
                assert refused.value.code == "game-too-long"

    run(story())
