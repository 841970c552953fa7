"""What other sites, strangers and floods can not do."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from omnibus.server.security import Limit
from omnibus.server.trouble import ServerTrouble
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
    monkeypatch.setattr("omnibus.server.security.time.monotonic", lambda: clock[0])
    limit = Limit(at_once=2, a_second=0.5)

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
