"""Sessions: listed, ended one by one or all at once, and void on the server from then on."""

import asyncio
import hmac
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from sqlalchemy import Engine, event
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from omnibus.server.devices import browser_name, system_name
from omnibus.server.websocket import Connection
from tests.server.neighbours import postgresql, redis
from tests.server.player import Player, run
from tests.server.running import RunningServer
from tests.starting import PATIENCE

LOGGED_OUT = 4401
WAIT = 30
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36"


def same_device(url: str, player: Player) -> Player:
    """Somebody who has taken a copy of the player's cookie."""
    copy = Player(url, None)
    copy.http.cookies.update(player.http.cookies)
    return copy


@asynccontextmanager
async def lobby_window(player: Player) -> AsyncIterator[ClientConnection]:
    cookie = {"Cookie": f"omnibus={player.http.cookies['omnibus']}"}
    async with connect(f"{player.url.replace('http', 'ws')}/api/lobby/live", additional_headers=cookie) as socket:
        yield socket


async def closes(socket: ClientConnection) -> None:
    async with asyncio.timeout(PATIENCE):
        await socket.wait_closed()
    assert socket.close_code == LOGGED_OUT


async def waiting_poll(player: Player, table: str) -> Any:
    return await player.ask("GET", f"/tables/{table}/view", params={"seat": 0, "after": 0, "wait": WAIT})


async def ends(poll: "asyncio.Task[Any]") -> None:
    """It is sent away before its time is up; with another refusal if it was so slow that it came only then."""
    async with asyncio.timeout(WAIT - 5):
        assert (await poll).status_code in (401, 403)


async def started_table(player: Player) -> str:
    table = await player.open("terminus", ["me", "me"])
    await player.post(f"/tables/{table}/start")
    return table


def test_a_plain_log_out_voids_the_session_and_closes_its_windows_alone(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(Player(server.url, "Two devices"))
            await first.post("/account", name="Two devices", password="correct horse")
            second = await stack.enter_async_context(Player(server.url, None))
            await second.post("/session", name="two devices", password="correct horse")
            thief = await stack.enter_async_context(same_device(server.url, first))
            table = await started_table(first)
            lobby = await stack.enter_async_context(lobby_window(first))
            others_lobby = await stack.enter_async_context(lobby_window(second))
            window = await stack.enter_async_context(first.watch(table))
            await window.until("sight")
            poll = asyncio.create_task(waiting_poll(first, table))
            others_poll = asyncio.create_task(waiting_poll(second, table))
            await asyncio.sleep(0.3)
            await first.delete("/session")
            await ends(poll)
            await closes(lobby)
            with pytest.raises(ConnectionClosed):
                await window.until("nothing of that kind")
            assert await thief.get("/me") is None
            assert await thief.refused("GET", "/sessions") == "not-signed-in"
            assert not others_poll.done()
            assert (await second.get("/me"))["name"] == "Two devices"
            assert (await others_lobby.ping()) is not None
            others_poll.cancel()

    run(story())


def test_everywhere_also_closes_lobby_windows_and_waiting_polls(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(Player(server.url, "Everywhere"))
            await first.post("/account", name="Everywhere", password="correct horse")
            second = await stack.enter_async_context(Player(server.url, None))
            await second.post("/session", name="everywhere", password="correct horse")
            table = await started_table(first)
            lobbies = [await stack.enter_async_context(lobby_window(each)) for each in (first, second)]
            polls = [asyncio.create_task(waiting_poll(each, table)) for each in (first, second)]
            await asyncio.sleep(0.3)
            await first.delete("/sessions")
            for poll, lobby in zip(polls, lobbies, strict=True):
                await ends(poll)
                await closes(lobby)
            assert await second.get("/me") is None

    run(story())


def test_what_comes_in_after_a_log_out_is_not_carried_out() -> None:
    class LateSocket:
        """Whose message has come in just when the session ended."""

        headers: ClassVar[dict[str, str]] = {}

        async def receive(self) -> dict[str, str]:
            connection.close()
            return {"type": "websocket.receive", "text": '{"do": "ping"}'}

    services: Any = SimpleNamespace(address=lambda _: "127.0.0.1")  # no limit that a command could be counted by
    live: Any = SimpleNamespace(chat_edits=0)
    socket: Any = LateSocket()
    connection = Connection(socket, services, live, None, None, 0)
    run(connection._listen())
    assert not connection._answers


def test_sessions_are_listed_and_ended_one_by_one(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Lister") as first, Player(server.url, None) as second:
            first.http.headers["user-agent"], second.http.headers["user-agent"] = FIREFOX, ANDROID
            await first.post("/people", name="Lister")
            await first.post("/account", name="Lister", password="correct horse")
            await second.post("/session", name="Lister", password="correct horse")
            sessions = (await second.get("/sessions"))["sessions"]
            words = {(each["browser"], each["system"], each["current"]) for each in sessions}
            assert words == {("Chrome", "Android", True), ("Firefox", "Linux", False)}
            assert all(abs(each["begun_at"] / 1000 - time.time()) < 60 for each in sessions)
            other = next(each["id"] for each in sessions if not each["current"])
            await second.delete(f"/sessions/{other}")
            assert await first.get("/me") is None
            assert await second.refused("DELETE", f"/sessions/{other}") == "no-such-session"
            async with Player(server.url) as stranger:
                mine = next(each["id"] for each in sessions if each["current"])
                assert await stranger.refused("DELETE", f"/sessions/{mine}") == "no-such-session"
            assert len((await second.get("/sessions"))["sessions"]) == 1

    run(story())


def test_devices_in_words() -> None:
    edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0"
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
    user_agents = FIREFOX, ANDROID, edge, iphone, "python-httpx/0.28", ""
    found = [(browser_name(each), system_name(each)) for each in user_agents]
    assert found == [
        ("Firefox", "Linux"),
        ("Chrome", "Android"),
        ("Edge", "Windows"),
        ("Safari", "iOS"),
        ("python-httpx", None),
        (None, None),
    ]


# ---- Expiry, and cookies of the old kind


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path / "data")
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()


def _write(server: RunningServer, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute(statement, values)
        database.commit()


def _days_ago(days: int) -> int:
    return int((time.time() - days * 24 * 3600) * 1000)


def test_sessions_expire_guests_last(own_server: RunningServer) -> None:
    async def story() -> None:
        async with Player(own_server.url, "Guest") as guest, Player(own_server.url, "Owner") as owner:
            await owner.post("/account", name="Owner", password="correct horse")
            own_server.stop()
            _write(own_server, "UPDATE sessions SET seen_at = ?", _days_ago(91))
            own_server.start()
            assert (await guest.get("/me"))["name"] == "Guest"
            assert await owner.get("/me") is None
            own_server.stop()
            with closing(sqlite3.connect(own_server.data / "omnibus.db")) as database:
                wanted = "SELECT s.seen_at FROM sessions s JOIN people p ON p.id = s.person WHERE p.name = 'Guest'"
                assert database.execute(wanted).fetchone()[0] > _days_ago(1)  # written when the server stops
            _write(own_server, "UPDATE sessions SET seen_at = ?", _days_ago(366))
            own_server.start()
            assert await guest.get("/me") is None

    asyncio.run(story())


def _former_cookie(server: RunningServer, person: str, times_out: int) -> str:
    claim = f"{person}.{times_out}"
    signature = hmac.digest((server.data / "key").read_bytes(), f"session/{claim}".encode(), "sha256").hex()
    return f"{claim}.{signature}"


def test_a_cookie_of_the_old_kind_is_known_and_replaced(own_server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            person = await stack.enter_async_context(Player(own_server.url, "Old friend"))
            table = await started_table(person)
            with closing(sqlite3.connect(own_server.data / "omnibus.db")) as database:
                (person_id,) = database.execute("SELECT id FROM people").fetchone()
            # As the migration writes it for everyone who was here before.
            values = f"{person_id}.3", person_id, "", _days_ago(1), _days_ago(1)
            _write(own_server, "INSERT INTO sessions VALUES (?, ?, ?, ?, ?)", *values)
            devices = [await stack.enter_async_context(Player(own_server.url, None)) for _ in range(3)]
            for device, times_out in zip(devices, (3, 3, 2), strict=True):
                device.http.cookies.set("omnibus", _former_cookie(own_server, person_id, times_out), "127.0.0.1")
            assert (await devices[0].see(table, 0))["view"]["seat"] == 0
            assert (await devices[0].get("/me"))["name"] == "Old friend"
            replaced = str(devices[0].http.cookies["omnibus"])
            assert replaced.count(".") == 1
            assert (await devices[1].see(table, 0))["view"]["seat"] == 0  # another window that has not asked yet
            assert await devices[2].get("/me") is None
            await devices[0].delete("/sessions")
            for device, cookie in ((devices[1], None), (devices[2], replaced)):
                if cookie is not None:
                    device.http.cookies.set("omnibus", cookie, "127.0.0.1")
                assert await device.get("/me") is None

    asyncio.run(story())


# ---- What a request costs


def test_forged_cookies_cost_no_query_and_known_ones_few(tmp_path: Path) -> None:
    from omnibus.server.accounts import Accounts
    from omnibus.server.registration import Registration
    from omnibus.server.sessions import Sessions
    from omnibus.server.site_settings import Site
    from omnibus.server.store import Store

    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}")
        await store.open()
        queries = []
        event.listen(Engine, "before_cursor_execute", lambda *args: queries.append(args[2]))
        sessions = Sessions(store, b"k" * 32)
        person = await Accounts(store, Registration(store, Site(store))).create_guest("Ann", "en")
        cookie = await sessions.begin(person, FIREFOX)
        queries.clear()
        for forged in (None, "", "x", f"{cookie}x", cookie.swapcase(), f"{person.id}.0.{'0' * 64}"):
            assert await sessions.authenticate(forged) is None
        assert queries == []
        for _ in range(9):
            assert await sessions.authenticate(cookie) is not None
        known = await sessions.authenticate(cookie)
        assert known is not None
        assert [query for query in queries if query != "BEGIN"] == queries[1:2]
        await sessions.end(known, known.session)
        assert await sessions.authenticate(cookie) is None
        await store.close()

    asyncio.run(story())


# ---- Two processes


@pytest.mark.slow
@pytest.mark.soak
def test_a_log_out_reaches_the_other_process(tmp_path: Path) -> None:
    async def story(here: RunningServer, there: RunningServer) -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(Player(here.url, "Both"))
            await first.post("/account", name="Both", password="correct horse")
            second = await stack.enter_async_context(Player(there.url, None))
            await second.post("/session", name="Both", password="correct horse")
            copy = await stack.enter_async_context(same_device(there.url, first))
            table = await started_table(first)
            lobby, others = [await stack.enter_async_context(lobby_window(each)) for each in (copy, second)]
            poll = asyncio.create_task(waiting_poll(copy, table))
            await asyncio.sleep(0.5)
            await first.delete("/session")
            await ends(poll)
            await closes(lobby)
            assert await copy.get("/me") is None
            await others.ping()
            poll = asyncio.create_task(waiting_poll(second, table))
            await asyncio.sleep(0.5)
            await first.post("/session", name="Both", password="correct horse")
            await first.delete("/sessions")
            await ends(poll)
            await closes(others)

    with postgresql() as database, redis() as wire:
        twins = [RunningServer(tmp_path / "data", OMNIBUS_DATABASE=database, OMNIBUS_REDIS=wire) for _ in range(2)]
        try:
            asyncio.run(story(*twins))
        finally:
            for server in twins:
                server.stop()
