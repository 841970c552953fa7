"""Guests, accounts, sessions."""

import asyncio
import sqlite3
from contextlib import closing

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.player import Player, run
from tests.server.running import RunningServer


def test_a_guest_comes_in_and_is_known_again(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "  Zoé   du  Bac ", "fr") as guest:
            guest_info = {
                "name": "Zoé du Bac",
                "language": "fr",
                "account": False,
                "administrator": False,
                "email": None,
            }
            assert await guest.get("/me") == guest_info
            answer = await guest.ask("PATCH", "/me", json={"name": "Ida", "language": "en"})
            assert answer.json() == await guest.get("/me") == {**guest_info, "name": "Ida", "language": "en"}
        async with Player(server.url, None) as stranger:
            assert await stranger.get("/me") is None

    run(visit())


def test_the_same_person_on_two_devices_logs_out_everywhere(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Ann") as first, Player(server.url, None) as second:
            await first.post("/account", name="Ann of two", password="correct horse")
            table = await first.open("terminus", ["me", "random"])
            await first.post(f"/tables/{table}/start")
            await second.post("/session", name="ANN OF TWO", password="correct horse")
            assert (await second.get("/me"))["name"] == "Ann of two"
            mine = await second.get("/tables", mine=True)
            assert [each["id"] for each in mine["tables"]] == [table]
            assert (await second.see(table, 0))["view"]["seat"] == 0
            async with second.watch(table) as window:
                await window.until("sight")
                await first.delete("/sessions")
                assert await second.get("/me") is None
                with pytest.raises(ConnectionClosed) as closed:
                    await window.until("nothing of that kind")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401
            assert await first.get("/me") is None
            await first.post("/session", name="Ann of two", password="correct horse")
            assert (await first.get("/me"))["name"] == "Ann of two"

    run(visit())


def test_names_and_passwords_that_do_not_do(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as one, Player(server.url) as other:
            await one.post("/account", name="Straße", password="12345678")
            taken = {"name": "STRASSE", "password": "87654321"}
            assert await other.refused("POST", "/account", json=taken) == "name-taken"
            assert await one.refused("POST", "/account", json=taken) == "has-account"
            for wrong in ({"name": "Straße", "password": "wrong one"}, {"name": "Nobody", "password": "wrong one"}):
                assert await other.refused("POST", "/session", json=wrong) == "wrong-password"
            assert await other.refused("POST", "/people", json={"name": "Ada (bot random)"}) == "name-marked"
            assert await other.refused("POST", "/people", json={"name": "   "}) == "name-blank"
            assert await other.refused("POST", "/people", json={"name": ""}) == "malformed"
            assert await other.refused("POST", "/account", json={"name": "x", "password": "short"}) == "malformed"

    run(visit())


def test_a_forged_cookie_is_nobody(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as person:
            cookie = str(person.http.cookies["omnibus"])
        token, signature = cookie.split(".")
        flipped = "0" if signature[0] != "0" else "1"
        for forged in (
            f"{token}.{flipped}{signature[1:]}",
            f"{token}0.{signature}",
            f"{token}.0.{signature}",
            f"{token}.",
            "x",
            "é",
            "." * 500,
        ):
            headers = {b"Cookie": f"omnibus={forged}".encode()}
            answer = httpx.get(f"{server.url}/api/me", headers=headers)
            assert (answer.status_code, answer.json()) == (200, None), forged

    run(visit())


def test_secrets_are_kept_apart(server: RunningServer) -> None:
    """Passwords are stored as Argon2, the key is readable by its owner alone, and the log names no secret."""

    async def visit() -> tuple[str, str]:
        async with Player(server.url) as person:
            await person.post("/account", name="Keeper", password="my secret words")
            opened = await person.post("/tables", game="terminus", seats=[{"who": "me"}, {"who": "open"}], public=False)
            return str(person.http.cookies["omnibus"]), str(opened["invitation"])

    cookie, invitation = asyncio.run(visit())
    assert (server.data / "key").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
        (password,) = database.execute("SELECT password FROM people WHERE name = 'Keeper'").fetchone()
        seeds = [seed for (seed,) in database.execute("SELECT seed FROM tables")]
        dump = "\n".join(database.iterdump())
    assert password.startswith("$argon2id$")
    assert invitation not in dump
    log = server.log.read_text()
    for secret in (cookie, cookie.rpartition(".")[2], invitation, "my secret words", password, *seeds):
        assert secret not in log
