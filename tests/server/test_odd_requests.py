"""Requests that no browser sends: each is answered with a line that says so, never with a fault of ours."""

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.neighbours import postgresql
from tests.server.player import Player, run
from tests.server.running import RunningServer
from tests.server.test_attack import GAMES_THERE, today
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow

HUGE = 10**400
DEEP = b"[" * 60_000


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data: Path = tmp_path_factory.mktemp("odd") / "data"
    if request.param == "sqlite":
        yield from _running(RunningServer(data))
    else:
        with postgresql() as database:
            yield from _running(RunningServer(data, OMNIBUS_DATABASE=database))


def _running(server: RunningServer) -> Iterator[RunningServer]:
    yield server
    server.stop()
    for sign in ('"level":"error"', '"status":500'):
        assert sign not in server.log.read_text(), server.log.read_text()


def raw(server: RunningServer, request: bytes) -> bytes:
    """The first line of the answer to a request as it is written; nothing if the connection is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(request)
        return line.makefile("rb").readline()


def refused(line: bytes) -> bool:
    """Whether the answer says that the request was wrong, or there is none."""
    return not line or line.split()[1].startswith(b"4")


@pytest.mark.parametrize("method", [b"GET", b"POST", b"DELETE"])
@pytest.mark.parametrize(
    "headers",
    [
        b"Host: [\r\n",
        b"Host: [::1\r\n",
        b"Host: ]:80\r\n",
        b"Host: \xff\xfe\r\n",
        b"Host: evil.example\r\nHost: 127.0.0.1\r\n",
        b"",
    ],
)
def test_a_host_that_is_none_is_refused(server: RunningServer, method: bytes, headers: bytes) -> None:
    for path in (b"/api/tables", b"/", b"/nowhere"):
        request = method + b" " + path + b" HTTP/1.1\r\n" + headers + b"X-Omnibus: 1\r\nContent-Length: 2\r\n\r\n{}"
        assert refused(raw(server, request)), (path, headers)


def test_an_origin_that_is_none_is_refused(server: RunningServer) -> None:
    for origin in ("http://[", "http://[::1", "//", "null", "http://127.0.0.1\u00e9"):
        headers = {b"x-omnibus": b"1", b"origin": origin.encode()}
        answer = httpx.post(f"{server.url}/api/people", json={"name": "Zoé"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin"), origin


@pytest.mark.parametrize(
    "path",
    [
        b"/api/games/%00",
        b"/api/games/%ff",
        b"/api/games/\xff",
        b"/api/tables/%00",
        b"/api/tables/%ed%a0%80",
        b"/api/tables/x%00/view",
        b"/api/tables?game=%00",
        b"/api/tables?game=%ff",
        b"/api/tables?game=\xff",
        b"/api/tables/x/view?seat=%00",
        b"/api/tables/x/replay/" + b"9" * 5000,
        b"/api/tables/x/view?seat=" + b"9" * 5000,
        b"/api/tables/x/view?after=-" + b"9" * 300,
        b"/%00",
        b"/%c0%80",
        b"*",
    ],
)
def test_an_address_with_odd_bytes_is_refused(server: RunningServer, path: bytes) -> None:
    for accepted in (b"en", b"fr", b"\xff"):
        request = b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: " + accepted + b"\r\n\r\n"
        line = raw(server, request)
        # Where the odd bytes are read as U+FFFD, there may be a list of no games by that name.
        assert refused(line) or (b"?game=" in path and b"%00" not in path and b" 200 " in line), line


@pytest.mark.parametrize(
    "headers",
    [
        b"Cookie: omnibus=\xff\xfe\r\n",
        b"Cookie: omnibus=\x01\r\n",
        b"Cookie: " + b"a=b; " * 1000 + b"\r\n",
        b"Cookie: omnibus=a\r\nCookie: omnibus=b\r\n",
        b"Accept-Language: \xff\r\nAccept-Encoding: \xff;q=\xff, gzip;q=x\r\n",
        b"If-None-Match: \xff\r\nX-Forwarded-For: \xff, ,,\r\n",
        b"User-Agent: \x1b[31m\xff\r\n",
    ],
)
def test_odd_headers_do_no_harm(server: RunningServer, headers: bytes) -> None:
    for path in (b"/api/me", b"/api/games", b"/api/tables", b"/"):
        line = raw(server, b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n")
        assert refused(line) or b" 200 " in line, line


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 5\r\nContent-Length: 2\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: x\r\n",
        b"Content-Length: 99999999999999999999999\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
        b"Transfer-Encoding: odd\r\n",
    ],
)
def test_a_length_that_is_a_lie_is_refused(server: RunningServer, headers: bytes) -> None:
    request = b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Omnibus: 1\r\n" + headers + b"\r\nzz\r\n\r\n"
    assert refused(raw(server, request))


UNKNOWN = {"other": "x", "report": 1}  # for administrators alone
BODIES: tuple[bytes, ...] = (
    b"",
    b"\xff\xfe",
    b'{"name":"\xff"}',
    b'{"name":"\xed\xa0\x80"}',
    b'{"name":"a\x00b"}',
    rb'{"name":"a\u0000b"}',
    rb'{"name":"\ud800"}',
    rb'{"name":"a","password":"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"}',
    DEEP,
    b'{"name":' + DEEP + b"}",
    b'{"a":' * 10_000,
    b"nan",
    b"1e999999",
    str(HUGE).encode(),
    b'{"seat":' + str(HUGE).encode() + b',"n":0,"key":"k","move":"x"}',
    b'{"name":"a","name":"b"}' + b" " * 60_000,
)


def test_bodies_that_are_none_are_refused(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me"])
            there = {**{name: known[0] for name, known in GAMES_THERE[0].items()}, "day": today()}
            schema = (await player.ask("GET", "/schema/openapi.json")).json()
            asked = [
                (method.upper(), path.removeprefix("/api").format_map({**there, "table": table, "seat": 0, **UNKNOWN}))
                for path, operations in schema["paths"].items()
                for method, operation in operations.items()
                if "requestBody" in operation
            ]
            assert len(asked) > 30
            for method, path in asked:
                for body in BODIES:
                    answer = await player.ask(method, path, content=body)
                    assert 400 <= answer.status_code < 500 or _harmless(body, answer), (method, path, body[:60])

    run(story())


def _harmless(body: bytes, answer: httpx.Response) -> bool:
    """Of two entries of one name the last one counts, and bodies may be empty where all entries may be left out."""
    return answer.is_success and (b'"b"' in body or not body)


def test_nul_is_refused_wherever_people_write(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me"])
            record = "omnibus 1\ngame: nextstation\nplayers: \u0000\n"
            for method, path, data in (
                ("POST", f"/tables/{table}/chat", {"said": "a\u0000b"}),
                ("PUT", f"/tables/{table}/note", {"note": "\u0000"}),
                ("POST", "/records", {"record": record}),
                ("PATCH", "/me", {"name": "a\u0000b"}),
            ):
                assert await player.refused(method, path, json=data) == "malformed", path
            # Those who write of it, and do not send it, are understood.
            await player.post(f"/tables/{table}/chat", said=r"C strings end with \u0000 and not with \\u0000")
            async with player.watch(table) as window:
                await window.socket.send(json.dumps({"do": "say", "said": "a\u0000b"}))
                await window.until("trouble")
                assert window.troubles == ["malformed"]

    run(story())


def test_options_are_those_of_the_game(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url) as player:
            seats: list[Any] = [{"who": "me"}]
            for option in ("seats", "self", "ruleset", "cls", "options", "__class__", "\u00e9", " ", "ruleset "):
                for value in (0, 1, True, -1_000_000):
                    data = {"game": "nextstation", "seats": seats, "options": {option: value}}
                    await player.refused("POST", "/tables", json=data)

    run(story())


def test_frames_that_are_none_are_refused(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me"])
            async with player.watch(table) as window:
                for frame in (DEEP[:4000], b"\xff", b'{"do":"say","said":"\xff"}', rb'{"do":"say","said":"\ud800"}'):
                    await window.socket.send(frame)
                    await window.until("trouble")
                assert set(window.troubles) == {"malformed"}

    run(story())


def test_nothing_steers_the_terminal_that_shows_the_log(server: RunningServer) -> None:
    for path in ("/%1b%5B31m", "/a%0a%7B%22level%22%3A%22error%22%7D", "/%c2%9b31m", "/%e2%80%ae"):
        httpx.get(server.url + path)
    for line in server.log.read_text().splitlines():
        assert all(character.isprintable() for character in line), line
        json.loads(line)


def test_an_unfinished_body_does_no_harm(server: RunningServer) -> None:
    async def story() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            b'POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Omnibus: 1\r\nContent-Length: 99\r\n\r\n{"name"'
        )
        await writer.drain()
        writer.close()
        async with Player(server.url) as other:
            assert (await other.get("/me"))["name"] == other.name

    run(story())
