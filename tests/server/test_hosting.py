"""What a host can do at a table, and how many tables there may be."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from websockets.asyncio.client import connect

from omnibus.server.live_table import TABLE_GONE, LiveTable
from omnibus.server.schema import PEOPLE
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.server.store import now
from omnibus.server.table_expiry import HOUR
from omnibus.server.table_lists import PAGE_SIZE
from omnibus.server.table_quota import MOST_OPEN, MOST_RUNNING_WITHOUT_PEOPLE
from tests.server.player import Player, run
from tests.server.running import RunningServer


def test_the_host_sends_somebody_away_who_cannot_sit_down_again(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Host") as host, Player(server.url, "Squatter") as squatter:
            table = await host.open("terminus", ["me", "open", "open", "random"])
            await squatter.post(f"/tables/{table}/join", seat=1)
            await squatter.post(f"/tables/{table}/join", seat=2)
            person = f"/tables/{table}/seats/1/person"
            assert await squatter.refused("DELETE", f"/tables/{table}/seats/0/person") == "not-the-host"
            async with squatter.watch(table) as window:
                await window.until("table")
                await host.delete(person)
                frame = await window.until("table")
            assert [seat["who"] for seat in frame["table"]["seats"]] == ["person", "open", "open", "bot"]
            assert await squatter.refused("POST", f"/tables/{table}/join", json={}) == "sent-away"
            for seat in (0, 1, 3):
                assert await host.refused("DELETE", f"/tables/{table}/seats/{seat}/person") == "nobody-else-there"
            assert await host.refused("DELETE", f"/tables/{table}/seats/9/person") == "no-such-seat"
            async with Player(server.url) as guest:
                await guest.post(f"/tables/{table}/join", seat=1)
            await host.put(f"/tables/{table}/seats/2/bot", bot="random")
            await host.post(f"/tables/{table}/start")
            assert await host.refused("DELETE", person) == "already-started"

    run(visit())


def test_calls_that_do_nothing_say_so(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as host, Player(server.url) as guest:
            table = await host.open("terminus", ["me", "open", "open"])
            await guest.post(f"/tables/{table}/join", seat=1)
            for seat in (0, 1, 2):
                assert await host.refused("DELETE", f"/tables/{table}/seats/{seat}/bot") == "no-bot-there"
            await host.put(f"/tables/{table}/seats/2/bot", bot="random")
            await host.post(f"/tables/{table}/start")
            assert await host.refused("DELETE", f"/tables/{table}/seats/0/bot") == "no-bot-there"

    run(visit())


def test_the_host_closes_a_table(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as host, Player(server.url) as guest:
            waiting = await host.open("terminus", ["me", "open"])
            await guest.post(f"/tables/{waiting}/join")
            assert await guest.refused("DELETE", f"/tables/{waiting}") == "not-the-host"
            lobby = f"{server.url.replace('http', 'ws')}/api/lobby/live"
            async with guest.watch(waiting) as window, connect(lobby) as listed:
                await window.until("table")
                await host.delete(f"/tables/{waiting}")
                await window.socket.wait_closed()
                assert window.socket.close_code == TABLE_GONE
                while json.loads(await listed.recv()) != {"is": "removed", "id": waiting}:
                    pass
            assert await guest.refused("GET", f"/tables/{waiting}") == "no-such-table"
            assert waiting not in [table["id"] for table in (await host.get("/tables", mine=True))["tables"]]
            alone = await host.open("bus", ["me", "hard", "hard"])
            await host.post(f"/tables/{alone}/start")
            await host.delete(f"/tables/{alone}")
            assert await host.refused("GET", f"/tables/{alone}") == "no-such-table"
            together = await host.open("terminus", ["me", "open"])
            await guest.post(f"/tables/{together}/join")
            await host.post(f"/tables/{together}/start")
            assert await host.refused("DELETE", f"/tables/{together}") == "others-play"
            await guest.post(f"/tables/{together}/seats/1/resign")
            assert await host.refused("DELETE", f"/tables/{together}") == "others-play"

    run(visit())


def test_the_host_closes_the_chat_to_those_who_only_watch(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as host, Player(server.url) as guest, Player(server.url) as visitor:
            table = await host.open("terminus", ["me", "open"], spectators_chat=False)
            chat = f"/tables/{table}/chat"
            await guest.post(f"/tables/{table}/join")
            assert (await visitor.get(f"/tables/{table}"))["spectators_chat"] is False
            assert await visitor.refused("POST", chat, json={"said": "psst"}) == "chat-for-players"
            async with visitor.watch(table) as window:
                await window.send("say", said="psst")
                await window.until("trouble")
                assert window.troubles == ["chat-for-players"]
            await host.post(chat, said="welcome")
            await guest.post(chat, said="thank you")
            open_to_all = {"spectators_chat": True}
            assert await guest.refused("PATCH", f"/tables/{table}", json=open_to_all) == "not-the-host"
            changed = await host.ask("PATCH", f"/tables/{table}", json=open_to_all)
            assert changed.json()["spectators_chat"] is True
            await visitor.post(chat, said="hello")

    run(visit())


def test_lists_come_in_pages(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as person:
            opened = [await person.open("nextstation", ["me"]) for _ in range(2 * PAGE_SIZE + 3)]
            # Pages may end among tables that were opened in the same millisecond.
            with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
                database.executemany(
                    "UPDATE tables SET moved_at = 7 WHERE id = ?", [[table] for table in opened[40:60]]
                )
                database.commit()
            found: list[str] = []
            page = await person.get("/tables", mine=True)
            while page["more"] is not None:
                assert len(page["tables"]) == PAGE_SIZE
                found += [table["id"] for table in page["tables"]]
                page = await person.get("/tables", mine=True, before=page["more"])
            found += [table["id"] for table in page["tables"]]
            assert len(found) == len(opened)
            assert set(found) == set(opened)
            for wrong in ("", "x", "1-", "99999999999999999-0", "1-0'"):
                assert await person.refused("GET", "/tables", params={"before": wrong}) == "malformed"

    run(visit())


def test_a_deserted_table_is_not_listed(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Away") as host, Player(server.url) as guest:
            table = await host.open("terminus", ["me", "open"])

            async def listed() -> bool:
                return table in [each["id"] for each in (await guest.get("/tables", status="open"))["tables"]]

            with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
                database.execute("UPDATE tables SET opened_at = opened_at - ? WHERE id = ?", [HOUR, table])
                database.commit()
                assert await listed(), "the host was here a moment ago"
                away = "UPDATE people SET seen_at = seen_at - ? WHERE id = (SELECT host FROM tables WHERE id = ?)"
                database.execute(away, [HOUR, table])
                database.commit()
            assert not await listed()
            assert table in [each["id"] for each in (await host.get("/tables", mine=True))["tables"]]
            # Whoever sits there cannot start it: nobody else should come and wait too.
            await guest.post(f"/tables/{table}/join")
            async with Player(server.url) as third:
                assert table not in [each["id"] for each in (await third.get("/tables", status="open"))["tables"]]

    run(visit())


def test_a_game_whose_players_are_long_gone_is_not_listed(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Away") as host, Player(server.url) as guest:
            table = await host.open("nextstation", ["me"])
            await host.post(f"/tables/{table}/start")

            async def listed() -> bool:
                page = await guest.get("/tables", status="running", game="nextstation")
                while page["more"] and table not in [each["id"] for each in page["tables"]]:
                    page = await guest.get("/tables", status="running", game="nextstation", before=page["more"])
                return table in [each["id"] for each in page["tables"]]

            with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
                database.execute("UPDATE tables SET moved_at = moved_at - ? WHERE id = ?", [25 * HOUR, table])
                database.commit()
                assert await listed(), "whoever plays there was here a moment ago"
                away = "UPDATE people SET seen_at = seen_at - ? WHERE id = (SELECT host FROM tables WHERE id = ?)"
                database.execute(away, [25 * HOUR, table])
                database.commit()
            assert not await listed()
            assert table in [each["id"] for each in (await host.get("/tables", mine=True))["tables"]]

    run(visit())


class _Watcher:
    """Somebody who looks at the lobby and asks for nothing."""

    session = "a session"
    address = "127.0.0.1"

    def __init__(self, person: str):
        self.person = person

    def notify(self, live: LiveTable) -> None: ...

    def notify_removed(self, table_id: str) -> None: ...

    def close(self, code: int = TABLE_GONE) -> None: ...


def test_whoever_has_a_window_open_is_seen(tmp_path: Path) -> None:
    async def visit() -> None:
        services = Services(Settings.read({"OMNIBUS_DATA": str(tmp_path)}))
        await services.store.open()
        for name in ("here", "away"):
            person = {"id": name, "name": name, "canonical": name, "language": "en", "administrator": False}
            async with services.store.writing() as connection:
                await connection.execute(insert(PEOPLE).values(**person, came_at=1, seen_at=1))
        services.broadcast.lobby["here"] = {_Watcher("here")}
        await services._write_seen()
        rows = await services.store.rows(select(PEOPLE.c.id).where(PEOPLE.c.seen_at > now() - HOUR))
        assert [row.id for row in rows] == ["here"]
        await services.store.close()

    run(visit())


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("limited") / "data", OMNIBUS_LIMITS="1")
    yield running
    running.stop()


def test_nobody_has_too_many_tables_open_forks_among_them(limited: RunningServer) -> None:
    async def visit() -> None:
        async with Player(limited.url) as person:
            playing = await person.open("nextstation", ["me"])
            await person.post(f"/tables/{playing}/start")
            tables = [await person.open("nextstation", ["me"]) for _ in range(MOST_OPEN)]
            me = {"seats": [{"who": "me"}]}
            assert await person.refused("POST", "/tables", json={"game": "nextstation", **me}) == "too-many-tables"
            assert await person.refused("POST", f"/tables/{playing}/fork", json={"at": 0, **me}) == "too-many-tables"
            await person.delete(f"/tables/{tables[0]}")
            await person.post(f"/tables/{playing}/fork", at=0, **me)

    run(visit())


def test_bots_play_among_themselves_at_few_tables_of_a_person(limited: RunningServer) -> None:
    async def visit() -> None:
        async with Player(limited.url) as person:
            for _ in range(MOST_RUNNING_WITHOUT_PEOPLE):
                table = await person.open("bus", ["hard"] * 3)
                await person.post(f"/tables/{table}/start")
            another = await person.open("bus", ["hard"] * 3)
            assert await person.refused("POST", f"/tables/{another}/start") == "too-many-bot-games"
            await person.delete(f"/tables/{table}")
            await person.post(f"/tables/{another}/start")

    run(visit())


def test_nobody_plays_too_many_games_at_once(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.2")

    async def visit() -> None:
        async with Player(server.url) as person:
            tables = [await person.open("nextstation", ["me"]) for _ in range(2)]
            for table in tables:
                await person.post(f"/tables/{table}/start")
            with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
                database.execute("CREATE TEMP TABLE copies AS SELECT * FROM tables WHERE id = ?", [table])
                for number in range(7):
                    database.execute("UPDATE copies SET id = ?", [str(number)])
                    database.execute("INSERT INTO tables SELECT * FROM copies")
                database.commit()
            tables = [await person.open("nextstation", ["me"]) for _ in range(2)]
            await person.post(f"/tables/{tables[0]}/start")
            assert await person.refused("POST", f"/tables/{tables[1]}/start") == "too-many-games"

    try:
        run(visit())
    finally:
        server.stop()


def test_tables_are_counted_by_address_too(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.5")

    async def visit() -> None:
        codes = []
        for _ in range(6):
            async with Player(server.url) as person:
                for _ in range(2):
                    answer = await person.ask("POST", "/tables", json={"game": "nextstation", "seats": [{"who": "me"}]})
                    codes.append(answer.status_code)
        assert codes[:10] == [201] * 10
        assert codes[-1] == 429

    try:
        run(visit())
    finally:
        server.stop()
