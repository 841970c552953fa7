"""All of one's data, to take home or to be deleted."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from random import Random

from omnibus import read_record
from omnibus.server.personal_data import OWN
from omnibus.server.schema import METADATA, PEOPLE
from tests.server.player import Player, run
from tests.server.running import RunningServer
from tests.server.sites import Site
from tests.starting import PATIENCE

PASSWORD = "correct horse"


async def _finished_game(player: Player) -> str:
    table = await player.open("nextstation", ["me"])
    await player.post(f"/tables/{table}/start")
    async with player.watch(table) as window:
        await window.play_on(Random(3))
    return table


def test_all_of_ones_data_comes_as_one_file(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            person = await stack.enter_async_context(Player(server.url, "Taker"))
            other = await stack.enter_async_context(Player(server.url, "Other one"))
            await person.post("/account", name="Taker", password=PASSWORD)
            await person.put("/account/email", password=PASSWORD, email="taker@example.org")
            finished = await _finished_game(person)
            running = await person.open("terminus", ["me", "open"])
            await other.post(f"/tables/{running}/join")
            await person.post(f"/tables/{running}/start")
            await person.post(f"/tables/{running}/chat", said="hello from me")
            await other.post(f"/tables/{running}/chat", said="hello from the other")
            await person.put(f"/tables/{running}/note", note="watch the blue line")
            answer = await person.ask("GET", "/me/export")
            assert answer.headers["content-disposition"] == 'attachment; filename="omnibus.json"'
            data = answer.json()
            assert data["profile"]["name"] == "Taker"
            assert data["profile"]["email"] == "taker@example.org"
            assert [message["said"] for message in data["messages"]] == ["hello from me"]
            assert len(data["sessions"]) == 1
            assert data["blocks"] == data["reports"] == []
            tables = {table["id"]: table for table in data["tables"]}
            assert set(tables) == {finished, running}
            assert tables[running]["seats"][0]["note"] == "watch the blue line"
            assert tables[running]["record"] is None
            assert len(tables[finished]["moves"]) > 10
            assert read_record(tables[finished]["record"]).verify().result is not None
            for secret in (PASSWORD, "$argon2", "hello from the other", str(person.http.cookies["omnibus"])):
                assert secret not in answer.text
            with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
                (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", [running]).fetchone()
            assert seed not in answer.text
            async with Player(server.url, None) as stranger:
                assert await stranger.refused("GET", "/me/export") == "not-signed-in"

    run(story())


def test_a_deleted_account_leaves_games_and_nothing_else(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            person = await stack.enter_async_context(Player(server.url, "Leaver"))
            other = await stack.enter_async_context(Player(server.url, "Stayer"))
            await person.post("/account", name="Leaver of all", password=PASSWORD)
            finished = await _finished_game(person)
            running = await person.open("terminus", ["me", "open"])
            await other.post(f"/tables/{running}/join")
            await person.post(f"/tables/{running}/start")
            waiting = await person.open("terminus", ["me", "open"])
            await other.post(f"/tables/{waiting}/join")
            alone = await person.open("terminus", ["me", "open"])
            await person.post(f"/tables/{running}/chat", said="words to vanish")
            await other.post(f"/tables/{running}/chat", said="words to stay")
            await person.put(f"/tables/{running}/note", note="a note to vanish")
            window = await stack.enter_async_context(other.watch(running))
            await window.until("sight")
            assert await person.refused("POST", "/me/deletion", json={}) == "not-your-password"
            wrong = {"password": "not the password"}
            assert await person.refused("POST", "/me/deletion", json=wrong) == "not-your-password"
            await person.post("/me/deletion", password=PASSWORD)
            assert await person.get("/me") is None
            again = {"name": "Leaver of all", "password": PASSWORD}
            assert await person.refused("POST", "/session", json=again) == "wrong-password"
            seat = (await other.get(f"/tables/{running}"))["seats"][0]
            assert (seat["name"], seat["who"], seat["resigned"]) == (None, "person", True)
            async with asyncio.timeout(PATIENCE):
                while not window.info or window.info["seats"][0]["name"] is not None:
                    await window.until("table")
            assert (await other.get(f"/tables/{waiting}"))["hosting"]
            assert await other.refused("GET", f"/tables/{alone}") == "no-such-table"
            record = (await other.ask("GET", f"/tables/{finished}/record")).text
            assert read_record(record).players == ["deleted player"]
            read_record(record).verify()
            chat = (await other.get(f"/tables/{running}/chat"))["chat"]
            assert [message["said"] for message in chat] == ["words to stay"]
            with closing(sqlite3.connect(server.data / "omnibus.db")) as database:
                dump = "\n".join(database.iterdump())
            for trace in ("Leaver", "leaver", "words to vanish", "a note to vanish"):
                assert trace not in dump
            await other.post("/account", name="Leaver of all", password="somebody else's")

    run(story())


def test_no_table_that_names_people_is_forgotten() -> None:
    """Whoever adds one decides what becomes of it when somebody goes: it goes too, or stands here."""
    games_stay = {"tables.host", "seats.person", "daily_tries.person"}
    erased_apart = {"chat.person", "blocks.other", "challenges.made_by", "reports.reporter", "reviews.asked_by"}
    administrators_words = {"reports.person", "reports.closed_by", "bans.person", "bans.made_by"}
    invitations = {"signup_invitations.made_by", "signup_invitations.used_by"}
    names_people = {
        f"{table.name}.{column.name}"
        for table in METADATA.tables.values()
        for column in table.columns
        if any(key.column.table is PEOPLE for key in column.foreign_keys)
    }
    go_too = {f"{table.name}.person" for table in OWN}
    assert names_people == go_too | games_stay | erased_apart | administrators_words | invitations


def test_a_guest_just_goes(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Brief visitor") as guest:
            await guest.post("/me/deletion")
            assert await guest.get("/me") is None
            assert await guest.refused("POST", "/me/deletion", json={}) == "not-signed-in"

    run(story())


def test_a_deletion_reaches_the_other_process(site: Site) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            person = await stack.enter_async_context(Player(site.office.url, "Leaver"))
            other = await stack.enter_async_context(Player(site.hall.url, "Stayer"))
            await person.post("/account", name="Leaver of two", password=PASSWORD)
            copy = await stack.enter_async_context(Player(site.hall.url, None))
            copy.http.cookies.update(person.http.cookies)
            table = await person.open("terminus", ["me", "open"])
            await other.post(f"/tables/{table}/join")
            await person.post(f"/tables/{table}/start")
            await person.post(f"/tables/{table}/chat", said="words to vanish")
            window = await stack.enter_async_context(other.watch(table))
            await window.until("sight")
            assert (await copy.get("/me/export"))["messages"][0]["said"] == "words to vanish"
            await person.post("/me/deletion", password=PASSWORD)
            async with asyncio.timeout(PATIENCE):
                while window.info["seats"][0]["name"] is not None:
                    await window.until("table")
            assert await copy.get("/me") is None
            assert (await other.get(f"/tables/{table}/chat"))["chat"] == []

    run(story())
