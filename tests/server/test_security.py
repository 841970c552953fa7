"""What other sites, strangers and floods can not do."""

import json
import sys
from io import StringIO
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Request
from litestar.datastructures import State
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from omnibus.server import logs
from omnibus.server.addresses import Addresses
from omnibus.server.limits import Limit
from omnibus.server.settings import Settings
from omnibus.server.trouble import TEXTS, ServerTrouble
from tests.server.player import Player, run
from tests.server.running import RunningServer

GUEST = {"name": "Zoé"}


def sent(server: RunningServer, headers: dict[str, str], **more: Any) -> httpx.Response:
    return httpx.post(f"{server.url}/api/people", json=GUEST, headers=headers, **more)


def test_another_site_cannot_send_requests_in_ones_name(server: RunningServer) -> None:
    ours = {"x-omnibus": "1"}
    for headers in (
        {},
        {**ours, "origin": "https://evil.example"},
        {**ours, "origin": "null"},
        {**ours, "origin": server.url.replace("127.0.0.1", "127.0.0.2")},
        {**ours, "sec-fetch-site": "cross-site"},
        {**ours, "sec-fetch-site": "same-site"},
    ):
        answer = sent(server, headers)
        assert answer.status_code == 403, headers
        assert answer.json()["code"] in ("wrong-origin", "header-missing")
    assert sent(server, {**ours, "origin": server.url, "sec-fetch-site": "same-origin"}).status_code == 201


def test_a_name_pointed_at_us_is_not_ours(server: RunningServer) -> None:
    """DNS rebinding: another site's name that leads to this machine."""
    for host in ("evil.example", f"evil.example:{server.port}", "192.0.2.7", ""):
        answer = httpx.get(f"{server.url}/api/games", headers={"host": host})
        assert answer.status_code == 400, host
    for host in ("localhost", f"localhost:{server.port}", "127.0.0.1"):
        assert httpx.get(f"{server.url}/api/games", headers={"host": host}).status_code == 200


def test_another_sites_page_gets_no_window(server: RunningServer) -> None:
    async def look() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me"])
            await player.post(f"/tables/{table}/start")
            cookie = f"omnibus={player.http.cookies['omnibus']}"
            for path in (f"/api/tables/{table}/live", "/api/lobby/live"):
                address = server.url.replace("http", "ws") + path
                pointed_at_us = address.replace("127.0.0.1", "evil.example")
                for site, told in ((address, "https://evil.example"), (address, "null"), (pointed_at_us, server.url)):
                    headers = {"Cookie": cookie, "origin": told}
                    with pytest.raises(InvalidStatus) as refused:
                        await connect(site, additional_headers=headers, host="127.0.0.1", port=server.port)
                    assert refused.value.response.status_code == 403
                async with connect(address, additional_headers={"Cookie": cookie, "origin": server.url}):
                    pass

    run(look())


def test_every_answer_tells_browsers_to_be_strict(server: RunningServer) -> None:
    for path in ("/api/games", "/api", "/api/tables/none", "/nowhere", "/api/schema/openapi.json"):
        headers = httpx.get(server.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    cookie = sent(server, {"x-omnibus": "1"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # over plain HTTP on loopback it would be lost


@pytest.mark.slow
def test_behind_https_cookies_are_secure_and_the_origin_is_the_public_one(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_ORIGIN="https://games.example")
    try:
        headers = {"x-omnibus": "1", "host": "games.example", "origin": "https://games.example"}
        answer = sent(server, headers)
        assert answer.status_code == 201
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]
        assert sent(server, {**headers, "origin": "https://evil.example"}).status_code == 403
    finally:
        server.stop()


@pytest.mark.slow
def test_too_often_and_too_large_are_refused(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.1")
    try:
        answers = [sent(server, {"x-omnibus": "1"}) for _ in range(6)]
        assert [answer.status_code for answer in answers][:3] == [201] * 3
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too-often"
        large = httpx.post(
            f"{server.url}/api/people", content=b"[" * 100_000, headers={"x-omnibus": "1", "accept-language": "fr-CH"}
        )
        assert large.status_code == 413
        assert large.json() == {"code": "too-large", "reason": "la requête est trop grosse"}
    finally:
        server.stop()


def test_a_limit_forgives_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("omnibus.server.limits.time.monotonic", lambda: clock[0])
    limit = Limit("test", at_once=2, a_second=0.5)

    async def story() -> None:
        await limit.spend("a")
        await limit.spend("a")
        with pytest.raises(ServerTrouble):
            await limit.spend("a")
        await limit.spend("b")
        clock[0] += 2
        await limit.spend("a")
        with pytest.raises(ServerTrouble):
            await limit.spend("a")

    run(story())


def test_errors_are_one_line_in_ones_language(server: RunningServer) -> None:
    for path, status, reason in (
        ("/api/nowhere", 404, "il n’y a rien à cette adresse"),
        ("/api/tables/none", 404, "il n’y a pas de telle table, ou elle ne vous est pas ouverte"),
        ("/api/tables?status=x", 400, "la requête est incompréhensible"),
    ):
        answer = httpx.get(server.url + path, headers={"accept-language": "fr"})
        assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    answer = httpx.put(f"{server.url}/api/games", headers={"x-omnibus": "1"})
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")


# ---- Where a request comes from


def _connection(peer: str | None, *forwarded: str) -> Request[Any, Any, State]:
    headers = [(b"x-forwarded-for", each.encode("latin-1")) for each in forwarded]
    client = None if peer is None else (peer, 1)
    return Request({"type": "http", "client": client, "headers": headers, "path": "/", "query_string": b""})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["198.51.100.7"], "192.0.2.1"),  # whoever is no proxy is not believed
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["203.0.113.9, 198.51.100.7"], "198.51.100.7"),  # the first was sent by whoever asks
        ("10.0.0.1", ["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["203.0.113.9, 198.51.100.7, 10.0.0.2"], "198.51.100.7"),  # two proxies in a row
        ("10.0.0.1", ["198.51.100.7:1234"], "198.51.100.7"),
        ("10.0.0.1", ["[2001:db8:1:2:3::4]:1234"], "2001:db8:1:2::/64"),
        ("10.0.0.1", ["\xff"], "10.0.0.1"),
        ("10.0.0.1", [","], "10.0.0.1"),
        ("2001:db8:1:2::7", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", [], "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", [], "192.0.2.1"),
        (None, [], "?"),
    ],
)
def test_a_proxy_is_believed_if_the_settings_name_it(peer: str | None, forwarded: list[str], address: str) -> None:
    assert Addresses((ip_network("10.0.0.0/8"),)).subscriber(_connection(peer, *forwarded)) == address


def test_the_usual_proxy_is_on_this_machine() -> None:
    for environment, trusted in (
        ({}, False),
        ({"OMNIBUS_ORIGIN": "https://games.example"}, True),
        ({"OMNIBUS_ORIGIN": "https://games.example", "OMNIBUS_PROXIES": "10.0.0.0/8, 2001:db8::1"}, False),
    ):
        addresses = Addresses(Settings.read(environment).proxies)
        seen = addresses.subscriber(_connection("127.0.0.1", "198.51.100.7"))
        assert seen == ("198.51.100.7" if trusted else "127.0.0.1"), environment
    for bad in ("10.0.0.1/8", "example.org", "10.0.0.0/33"):
        with pytest.raises(ServerTrouble) as caught:
            Settings.read({"OMNIBUS_PROXIES": bad})
        assert "OMNIBUS_PROXIES" in caught.value.text("en")


@pytest.mark.slow
def test_requests_for_nothing_are_counted(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.05", OMNIBUS_ORIGIN="https://games.example")
    client = httpx.Client(headers={"accept-language": "fr", "x-omnibus": "1", "host": "games.example"})
    try:
        for number, (method, path) in enumerate((("GET", "/nowhere"), ("PUT", "/api/games"), ("GET", "/api/nowhere"))):
            headers = {"x-forwarded-for": f"192.0.2.{number}"}
            codes = [client.request(method, server.url + path, headers=headers).status_code for _ in range(30)]
            assert codes[0] in (404, 405)
            assert 429 in codes, path
        while (answer := client.get(f"{server.url}/nowhere", headers=headers)).status_code != 429:
            pass
        assert answer.json() == {"code": "too-often", "reason": TEXTS["too-often"].say("fr")}
        assert answer.headers["x-content-type-options"] == "nosniff"
    finally:
        client.close()
        server.stop()


# ---- The log


@pytest.mark.slow
def test_the_log_names_people_only_if_it_is_told_to(tmp_path: Path) -> None:
    async def lines(**settings: str) -> list[dict[str, Any]]:
        server = RunningServer(tmp_path / f"data{len(settings)}", **settings)
        try:
            async with Player(server.url) as player:
                await player.get("/me")
        finally:
            server.stop()
        told = [json.loads(line) for line in server.log.read_text().splitlines()]
        return [line for line in told if line.get("path") == "/api/me"]

    async def story() -> None:
        (quiet,) = await lines()
        assert quiet.keys() == {"at", "level", "what", "method", "path", "status", "ms"}
        (loud,) = await lines(OMNIBUS_LOG_PEOPLE="1")
        assert loud["address"] == "127.0.0.1"
        assert len(loud["person"]) == 24

    run(story())


@pytest.mark.parametrize("on_terminal", [False, True])
def test_what_is_logged_cannot_steer_a_terminal(on_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = StringIO()
    screen.isatty = lambda: on_terminal  # type: ignore[method-assign]
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", screen)
        logs.begin_logging()
        logs.tell("request", path="/\x1b[31m\x9b\u202e\n", name="Zoé")
        try:
            raise ValueError("\x1b[31m")
        except ValueError as fault:
            logs.report_fault("a request failed", fault)
    logs._configure(logs.SILENT, on_terminal=False)
    told, *trace = screen.getvalue().splitlines()
    assert r"/\u001b[31m\u009b\u202e\n" in told
    assert "Zoé" in told
    assert all(line.isprintable() for line in (told, *trace)), trace
    if not on_terminal:
        assert list(json.loads(told))[:3] == ["at", "level", "what"]
        assert "ValueError" in json.loads(trace[0])["trace"]
