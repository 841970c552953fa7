"""Attacks: requests that the API’s own schema suggests, nasty frames, other sites, tampered cookies, floods."""

import asyncio
import json
import struct
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from omnibus import new
from omnibus.daily import day_of, games_of_the_day
from omnibus.learn import course, puzzles
from omnibus.learn.companion import explanations
from omnibus.rules import game_box
from omnibus.rules.record import Record
from tests.server.player import Player, Window, run
from tests.server.running import RunningServer, command
from tests.server.test_games import seated
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow

REQUESTS = 200  # in all; `python -m tests.server.soak` sends 5,000
FRAMES = 250
# What would leave an administrator without the rights that are tried.
OPERATIONS_EACH = 4  # tried by one person at the same tables
ENDS_THE_SESSION = (
    "DELETE /api/session",
    "DELETE /api/sessions",
    "POST /api/me/deletion",
    "POST /api/session",
    "POST /api/password/reset",
)
UNSAFE = ("post", "put", "patch", "delete")
# What is called how in the addresses of a game.
GAMES_THERE = [
    {
        "game": [taught.game],
        "lesson": [lesson.id for lesson in taught.lessons],
        "puzzle": [puzzle.id for puzzle in puzzles(taught.game)],
        "explanation": [explanation.id for explanation in explanations(taught.game)],
    }
    for taught in map(course, games_of_the_day())
    if taught is not None
]


# ---- By the API's own schema


def a_record() -> str:
    """The record of a short game."""
    record = Record(game_box("terminus")(2, target=10), ["Ann", "Bo"], "attack")
    state, luck = new("terminus", seats=2, seed="attack", target=10), Random(1)
    while state.turn:
        seat = luck.choice(state.turn)
        move = luck.choice(state.legal(seat))
        state.play(seat, move)
        record.plies.append((seat, move.text))
    assert state.result is not None
    record.scores, record.ranks = list(state.result.scores), list(state.result.ranks)
    return record.write()


def today() -> str:
    return day_of(time.time_ns() // 1_000_000)


async def _a_persons_tables(url: str, finished: str, cookies: httpx.Cookies | None) -> tuple[str, list[str]]:
    """Somebody's cookie, and tables that can be played with: open, running, finished, one with the deal of the day, one
    to whose deal there is a link, and one that is not there. An administrator, whose cookies are given, lets everybody
    in again first and clears the tables of the last time."""
    async with Player(url, "Zoé" if cookies is None else None) as player:
        if cookies is not None:
            player.http.cookies = cookies
            await player.put("/admin/settings")
            for table in (await player.get("/tables", mine=True, status="open"))["tables"]:
                await player.delete(f"/admin/tables/{table['id']}")
        waiting = await player.open("bus", ["me", "open", "random"])
        running = await player.open("terminus", ["me", "me"])
        await player.post(f"/tables/{running}/start")
        await player.post(f"/tables/{running}/chat", said="hello")
        tried = await player.ask("POST", f"/daily/terminus/{today()}", json={"counted": True})
        # An administrator is the same each time, and may have deleted the table of the one try there is.
        assert tried.is_success or cookies is not None, tried.text
        daily = tried.json().get("id", "none")
        resigned, _ = await _a_challenge(player)
        return str(player.http.cookies["omnibus"]), [waiting, running, finished, daily, resigned, "none"]


async def _a_challenge(player: Player) -> tuple[str, str]:
    """A game that somebody has resigned, and the link to its deal."""
    table = await player.open("terminus", ["me", "random"])
    await player.post(f"/tables/{table}/start")
    await player.post(f"/tables/{table}/seats/0/resign")
    return table, (await player.post(f"/tables/{table}/challenge"))["token"]


async def _a_finished_table_and_a_link(url: str) -> tuple[str, str]:
    async with Player(url) as player:
        _, token = await _a_challenge(player)
        return str((await player.post("/records", record=a_record()))["id"]), token


async def _an_administrators_cookies(server: RunningServer) -> httpx.Cookies:
    async with Player(server.url, None) as player:
        await player.post("/account", name="Schemathesis", password="correct horse")
        done = await asyncio.to_thread(command, server.environment, "admin", "Schemathesis")
        assert done.returncode == 0, done.stderr
        return player.http.cookies


def attack_by_schema(server: RunningServer, requests: int, administrator: bool = False) -> int:
    """Send what Schemathesis thinks of to every operation, right and wrong, at tables that are there, with or without
    an administrator's rights; how many requests were sent. A 5xx, or an answer that the schema does not foresee, is an
    AssertionError."""
    # Whoever looks for tests need not wait for it to load.
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) > 30, "the schema describes hardly anything"
    finished, token = asyncio.run(_a_finished_table_and_a_link(server.url))
    cookies = asyncio.run(_an_administrators_cookies(server)) if administrator else None
    sent = count(1)
    cookie, tables = "", [finished]
    for number, operation in enumerate(operations):
        if administrator and operation.label in ENDS_THE_SESSION:
            continue
        if administrator or not cookie or number % OPERATIONS_EACH == 0:
            cookie, tables = asyncio.run(_a_persons_tables(server.url, finished, cookies))
        # Some operations leave nothing to choose, and are tried once.
        examples = requests * 4 // (3 * len(operations))
        attack = _Attack({"x-omnibus": "1", "cookie": f"omnibus={cookie}"}, tables, token, sent)
        attack.send(operation, examples)
        if operation.label in ENDS_THE_SESSION:
            cookie = ""
    return next(sent) - 1


class _Attack:
    """Requests of one person. Most are about what is there: the schema does not know what that is called."""

    def __init__(self, headers: dict[str, str], tables: list[str], token: str, sent: Iterator[int]):
        self._headers = headers
        self._tables = tables
        self._token = token  # of a link to a deal
        self._sent = sent

    def send(self, operation: Any, examples: int) -> None:
        from hypothesis import HealthCheck, Phase, given, settings
        from schemathesis.specs.openapi.checks import positive_data_acceptance

        @settings(
            max_examples=examples + 1,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def one_request(case: Any) -> None:
            number = next(self._sent)
            if number % 5:
                self._name_what_is_there(case, Random(number))
            # A name of spaces or a game that nobody knows fits the schema and is refused: only people know why.
            case.call_and_validate(headers=self._headers, timeout=PATIENCE, excluded_checks=[positive_data_acceptance])

        one_request()

    def _name_what_is_there(self, case: Any, luck: Random) -> None:
        there = {**luck.choice(GAMES_THERE), "table": self._tables, "other": self._tables, "day": [today()]}
        for name in case.path_parameters or {}:
            if name in there:
                case.path_parameters[name] = luck.choice(there[name])
        if case.path.startswith("/api/challenges/") and isinstance(case.body, dict):
            case.body["token"] = self._token


def test_no_request_that_the_schema_suggests_breaks_anything(server: RunningServer) -> None:
    assert attack_by_schema(server, REQUESTS) >= REQUESTS


@pytest.mark.soak
def test_no_request_of_an_administrator_breaks_anything(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data")
    try:
        assert attack_by_schema(server, REQUESTS // 3, administrator=True) >= REQUESTS // 3
    finally:
        server.stop()


# ---- Frames


def nasty_frame(luck: Random, view: dict[str, Any], key: str) -> str | bytes:
    """A frame that is nearly right, or not at all."""
    legal = view.get("legal") or ["pass"]
    right: dict[str, Any] = {"do": "move", "seat": view.get("seat"), "n": 0, "key": key, "move": luck.choice(legal)}
    values: list[Any] = [
        None, True, -1, 0, 1, 9, 10, 2**31, 2**63, 2**70, 1.5, "", "x" * 65, "\x00", "é" * 64, [], {}, [[]] * 9,
        "undo 0", "../..", "' OR 1=1 --", "\u202e", "a" * 600,
    ]  # fmt: skip
    kind = luck.randrange(7)
    if kind == 0:
        return luck.randbytes(luck.randrange(200))
    if kind == 1:
        return "".join(chr(luck.randrange(1, 0xD7FF)) for _ in range(luck.randrange(80)))
    if kind == 2:
        return luck.choice(
            ["[" * 2000, "{" * 2000, '{"do":' * 600, "null", "0", '"move"', "[]", "{}", "NaN", " " * 4000]
        )
    right["do"] = luck.choice(["move", "undo", "look", "say", "resume", "ping", "why", "dance", "", None])
    for name in luck.sample(["seat", "n", "key", "move", "said", "do", "about", "extra"], luck.randrange(1, 5)):
        if luck.random() < 0.3:
            right.pop(name, None)
        else:
            right[name] = luck.choice(values)
    text = json.dumps(right)
    if kind == 3:
        at = luck.randrange(len(text))
        return text[:at] + luck.choice(["", "\\", '"', "}", ","]) + text[at + 1 :]
    return text if kind < 6 else text.encode()


async def _pester(player: Player, table: str, luck: Random, frames: int) -> None:
    """Send nasty frames, over as many connections as it takes."""
    window: Window | None = None
    for number in range(frames):
        try:
            if window is None:
                window = await player.watch(table).__aenter__()
                await window.until("sight")
            await window.socket.send(nasty_frame(luck, window.view, f"nasty-{number}"))
            await window.send("ping")
            await window.until("pong")
        except WebSocketException:
            window = None
    if window is not None:
        await window.__aexit__()


async def _pester_below(server: RunningServer, path: str, cookie: str, luck: Random) -> None:
    """Speak HTTP up to the upgrade, then anything but WebSocket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    hello = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: omnibus={cookie}\r\n\r\n"
    )
    writer.write(hello.encode())
    with suppress(ConnectionError, TimeoutError):
        assert b"101" in await reader.readline()
        nonsense = luck.choice(
            [
                luck.randbytes(300),
                b"\x81\x05hello",  # not masked
                b"\x81\xff" + struct.pack(">Q", 2**62) + b"\x00" * 50,  # says it is huge
                b"\x83\x80\x00\x00\x00\x00",  # an opcode that does not exist
                b"\x80\x80\x00\x00\x00\x00" * 20,  # goes on with nothing
                b"\x01\x81\x00\x00\x00\x00{" * 500,  # begins again and again
                b"\x89\xfe\x01\x00\x00\x00\x00\x00" + b"p" * 256,  # a ping that is too long
            ]
        )
        writer.write(nonsense)
        async with asyncio.timeout(0.05):
            while await reader.read(4096):
                pass
    writer.transport.abort()


def test_nasty_frames_harm_nobody_else(server: RunningServer) -> None:
    """One of two at a table, and a stranger, send nonsense all the while; the other, and another table, play on."""

    async def story() -> None:
        async with AsyncExitStack() as stack:
            table, (nasty, patient) = await seated(stack, server.url, "london", 2)
            elsewhere, quiet = await seated(stack, server.url, "terminus", 2)
            stranger = await stack.enter_async_context(Player(server.url, None))
            window = await stack.enter_async_context(patient.watch(table))
            windows = [await stack.enter_async_context(player.watch(elsewhere)) for player in quiet]
            cookie = str(nasty.http.cookies["omnibus"])
            playing = [asyncio.create_task(each.play_on(Random(seat), plies=60)) for seat, each in enumerate(windows)]
            await asyncio.gather(
                _pester(nasty, table, Random(5), FRAMES),
                _pester(stranger, table, Random(6), FRAMES // 5),
                *(_pester_below(server, f"/api/tables/{table}/live", cookie, Random(n)) for n in range(20)),
            )
            await window.until("sight")
            sight = await patient.see(table, 1)
            while window.n < sight["n"]:
                await window.receive()
            assert window.view == sight["view"]
            # The table is not broken: both can play to the end.
            other = await stack.enter_async_context(nasty.watch(table))
            await asyncio.gather(window.play_on(Random(1)), other.play_on(Random(2)))
            assert window.view["result"] == other.view["result"]
            for each in playing:
                await each
            assert windows[0].n >= 60

    run(story())


# ---- Other sites, other people's cookies, floods


def operations_of(server: RunningServer) -> list[tuple[str, str]]:
    """Every request that changes something, at a table that is not there."""
    paths = httpx.get(f"{server.url}/api/schema/openapi.json").json()["paths"]
    named = {"{table}": "none", "{seat}": "0", "{at}": "0", "{game}": "bus"}
    found = []
    for path, methods in paths.items():
        for name, value in named.items():
            path = path.replace(name, value)
        found += [(method, path) for method in methods if method in UNSAFE]
    return found


def test_no_unsafe_request_is_taken_from_another_site(server: RunningServer) -> None:
    operations = operations_of(server)
    assert len(operations) > 18
    ours = {"x-omnibus": "1"}
    # To everybody but an administrator there is nothing under /api/admin.
    cookies = asyncio.run(_an_administrators_cookies(server))
    with httpx.Client(base_url=server.url, cookies=cookies) as visitor:
        for method, path in operations:
            for headers, status, code in (
                ({}, 403, "header-missing"),
                ({**ours, "origin": "https://evil.example"}, 403, "wrong-origin"),
                ({**ours, "sec-fetch-site": "cross-site"}, 403, "wrong-origin"),
                ({**ours, "host": "evil.example"}, 400, "wrong-host"),
            ):
                answer = visitor.request(method, path, json={}, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (status, code), (method, path)


def test_no_body_is_too_large_to_be_refused(server: RunningServer) -> None:
    """Also one that does not say how large it is."""

    def endless() -> Any:
        yield b'{"name":"'
        for _ in range(400):
            yield b"x" * 10_000

    with httpx.Client(base_url=server.url, headers={"x-omnibus": "1"}) as visitor:
        for content in (b'"' + b"x" * 100_000 + b'"', endless()):
            with suppress(httpx.WriteError, httpx.RemoteProtocolError, httpx.ReadError):
                assert visitor.post("/api/people", content=content).status_code == 413
        assert visitor.get("/api/health/ready").json()["status"] == "well"


def test_a_tampered_cookie_opens_no_window_on_a_seat(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 2)
            mine, theirs = [str(player.http.cookies["omnibus"]).split(".") for player in players]
            for forged in (
                [mine[0], theirs[1]],
                [theirs[0], mine[1]],
                [mine[0], "1", mine[1]],
                [mine[0].swapcase(), mine[1]],
                [mine[0], mine[1].swapcase()],
                [mine[0], mine[1][:-1]],
                [mine[0]],
                ["", ""],
            ):
                cookie = {"Cookie": f"omnibus={'.'.join(forged)}"}
                address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live?seat=0"
                async with connect(address, additional_headers=cookie) as socket:
                    while (frame := json.loads(await socket.recv()))["is"] != "sight":
                        pass
                    assert frame["seat"] is frame["view"]["seat"] is None
                answer = httpx.get(f"{server.url}/api/tables/{table}/view?seat=0", headers=cookie)
                assert answer.status_code == 403

    run(story())


def test_a_flood_is_refused_and_others_are_not(tmp_path: Path) -> None:
    """A person's commands are counted together, in windows and over HTTP; another person's chat apart."""
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.3")

    async def story() -> None:
        async with Player(server.url) as flood, Player(server.url) as other:
            table = await flood.open("terminus", ["me", "me"])
            await flood.post(f"/tables/{table}/start")
            async with flood.watch(table) as window:
                for _ in range(60):
                    await window.send("resume", n=0)
                await window.until("trouble")
                assert window.troubles[0] == "too-often"
                command = {"seat": 0, "n": 0, "key": "k", "move": "nonsense"}
                sent = (flood.refused("POST", f"/tables/{table}/plies", json=command) for _ in range(20))
                codes = await asyncio.gather(*sent)
                assert "too-often" in codes
            said = [
                (await other.ask("POST", f"/tables/{table}/chat", json={"said": "x"})).status_code for _ in range(5)
            ]
            assert (said[0], said[-1]) == (204, 429)
            await other.open("terminus", ["me", "me"])

    try:
        run(story())
    finally:
        server.stop()


def test_a_private_table_is_not_there_for_strangers(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url) as host, Player(server.url) as stranger:
            table = await host.open("terminus", ["me", "me"], public=False)
            await host.post(f"/tables/{table}/start")
            assert table not in (await stranger.ask("GET", "/tables")).text
            for path in ("", "/view", "/record", "/chat", "/note", "/replay", "/replay/0"):
                there, not_there = [
                    await stranger.ask("GET", f"/tables/{each}{path}") for each in (table, "0" * len(table))
                ]
                assert there.status_code == 404
                assert there.content == not_there.content

    run(story())


def test_a_seat_that_no_table_has_is_refused(server: RunningServer) -> None:
    """Also one whose number no database can hold."""

    async def story() -> None:
        async with Player(server.url) as host, Player(server.url) as other:
            table = await host.open("bus", ["me", "open", "open"])
            for seat in (-1, 3, 2**63, -(2**90)):
                assert await other.refused("POST", f"/tables/{table}/join", json={"seat": seat}) == "no-such-seat"

    run(story())
