"""The same deal for a friend: the same seat against the same bots, and both games beside each other at the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from omnibus.server.schema import TABLES
from omnibus.server.services import Services
from tests.server.clocked import Clock, Visitor, serving
from tests.server.player import Answer, run, texts

GAME = "nextstation"


@asynccontextmanager
async def finished_game(folder: Path, resigned: bool = True) -> AsyncIterator[tuple[Services, Visitor, Answer]]:
    """A server, somebody who has finished a game against a bot there, and the table."""
    async with serving(folder / "data") as services, Visitor(services, "Ann") as ann:
        table = await ann.open(GAME, ["greedy", "me"], public=False, options={"powers": True})
        await ann.post(f"/tables/{table}/start")
        yield services, ann, await (ann.give_up(table, 1) if resigned else ann.play_out(table, 1, "ann"))


def test_a_friend_plays_the_same_deal_and_both_games_are_shown_at_the_end(tmp_path: Path) -> None:
    async def visit() -> None:
        async with finished_game(tmp_path, resigned=False) as (services, ann, original), Visitor(services, "Bo") as bo:
            token = (await ann.post(f"/tables/{original['id']}/challenge"))["token"]
            assert (await ann.post(f"/tables/{original['id']}/challenge"))["token"] == token
            link = {"token": token}
            told = await bo.post("/challenges/look", **link)
            assert told == {
                "game": GAME,
                "options": {"objectives": False, "powers": True},
                "seats": [{"name": "Ada", "bot": "greedy"}, {"name": None, "bot": None}],
                "seat": 1,
                "name": "Ann",
                "yours": False,
                "table": None,
                "status": None,
            }
            table = await bo.post("/challenges/play", **link)
            at = f"/tables/{table['id']}"
            assert (await bo.post("/challenges/play", **link))["id"] == table["id"]
            assert (table["challenge"], table["public"], table["commitment"]) == (True, False, original["commitment"])
            assert [seat["bot"] for seat in table["seats"]] == ["greedy", None]
            # Before the friend has finished, nothing tells how the game went.
            secrets = [original["id"], original["seed"], str(original["result"]["scores"])]
            for path in (at, f"{at}/challenge", f"{at}/view?seat=1", f"{at}/replay?seat=1", "/tables?mine=true"):
                answer = (await bo.ask("GET", path)).text
                assert not [secret for secret in secrets if secret in answer], path
            look = (await bo.ask("POST", "/challenges/look", json=link)).text
            assert not [secret for secret in secrets if secret in look]
            for path in ("", "/replay", "/record", f"/beside/{table['id']}"):
                assert await bo.refused("GET", f"/tables/{original['id']}{path}") == "no-such-table"
                assert await ann.refused("GET", f"{at}{path or '/replay'}") == "no-such-table"
            playing = await ann.get(f"/tables/{original['id']}/challenge")
            unknown = {"table": None, "resigned": False, "place": None, "points": None}
            assert playing["games"] == [{"name": "Bo", "status": "running", **unknown}]
            assert (await bo.get(f"{at}/challenge"))["original"]["points"] is None
            done = await bo.play_out(table["id"], 1, "bo")
            theirs = (await bo.get(f"{at}/challenge"))["original"]
            assert (theirs["table"], theirs["points"]) == (original["id"], original["result"]["scores"][1])
            mine = (await ann.get(f"/tables/{original['id']}/challenge"))["games"][0]
            assert (mine["table"], mine["points"]) == (table["id"], done["result"]["scores"][1])
            for person, (here, there) in ((bo, (table["id"], original["id"])), (ann, (original["id"], table["id"]))):
                beside = await person.get(f"/tables/{here}/beside/{there}")
                assert beside["seat"] == 1
                assert beside["steps"][0]["here"] is not None
                await person.get(f"/tables/{there}/replay")
            # What two have played is still nobody else's.
            async with Visitor(services, "Cy") as cy:
                for there in (original["id"], table["id"]):
                    assert await cy.refused("GET", f"/tables/{there}/replay") == "no-such-table"

    run(visit())


def test_all_friends_who_make_the_same_moves_get_the_same_game(tmp_path: Path) -> None:
    async def visit() -> None:
        async with finished_game(tmp_path) as (services, ann, original):
            token = (await ann.post(f"/tables/{original['id']}/challenge"))["token"]
            games = []
            for name in ("Bo", "Cy"):
                async with Visitor(services, name) as friend:
                    table = (await friend.post("/challenges/play", token=token))["id"]
                    luck = Random("same")
                    await friend.play_while(
                        table,
                        1,
                        lambda view: luck.choice(texts(view)) if view["n"] < 30 else None,  # noqa: B023
                    )
                    games.append(await friend.get(f"/tables/{table}/replay", seat=1))
            assert games[0] == games[1]

    run(visit())


def test_only_the_deal_of_ones_own_finished_game_against_bots_can_be_sent(tmp_path: Path) -> None:
    async def visit() -> None:
        async with finished_game(tmp_path) as (services, ann, original), Visitor(services, "Bo") as bo:
            running = await ann.open(GAME, ["me"])
            assert await ann.refused("POST", f"/tables/{running}/challenge") == "not-over"
            two = await ann.open(GAME, ["me", "me"])
            for table in (running, two):
                await ann.post(f"/tables/{table}/start")
            for seat in (0, 1):
                await ann.post(f"/tables/{two}/seats/{seat}/resign")
            assert await ann.refused("POST", f"/tables/{two}/challenge") == "not-against-bots"
            assert not (await ann.get(f"/tables/{two}/challenge"))["possible"]
            assert (await ann.get(f"/tables/{original['id']}/challenge"))["possible"]
            record = (await ann.ask("GET", f"/tables/{original['id']}/record")).text
            uploaded = await ann.post("/records", record=record)
            assert await ann.refused("POST", f"/tables/{uploaded['id']}/challenge") == "not-against-bots"
            assert await bo.refused("POST", f"/tables/{original['id']}/challenge") == "no-such-table"
            token = (await ann.post(f"/tables/{original['id']}/challenge"))["token"]
            link = {"json": {"token": token}}
            assert await ann.refused("POST", "/challenges/play", **link) == "own-challenge"
            wrong = {"json": {"token": "A" * 24}}
            for path in ("/challenges/look", "/challenges/play"):
                assert await bo.refused("POST", path, **wrong) == "no-such-challenge"
            assert await ann.refused("GET", f"/tables/{original['id']}/beside/{two}") == "other-deal"
            # With the account of who made it the link goes too; who plays goes on.
            playing = await bo.post("/challenges/play", token=token)
            exported = await ann.get("/me/export")
            assert [made["table_id"] for made in exported["challenges"]] == [original["id"]]
            await ann.post("/me/deletion")
            assert await bo.refused("POST", "/challenges/look", **link) == "no-such-challenge"
            await bo.give_up(playing["id"], 1)
            assert (await bo.get(f"/tables/{playing['id']}/challenge"))["original"] is None
            assert await bo.refused("GET", f"/tables/{original['id']}/replay") == "no-such-table"

    run(visit())


def test_with_a_new_key_a_link_is_made_anew_and_who_came_by_the_old_one_is_not_lost(tmp_path: Path) -> None:
    async def visit() -> None:
        account = {"name": "Ann", "password": "correct horse"}
        async with finished_game(tmp_path) as (services, ann, original):
            await ann.post("/account", **account)
            path = f"/tables/{original['id']}/challenge"
            old = (await ann.post(path))["token"]
            async with Visitor(services, "Bo") as bo:
                theirs = (await bo.give_up((await bo.post("/challenges/play", token=old))["id"], 1))["id"]
        (tmp_path / "data" / "key").write_bytes(b"k" * 32)
        async with serving(tmp_path / "data") as services, Visitor(services, None) as ann, Visitor(services) as cy:
            await ann.post("/session", **account)
            assert (await ann.get(path))["token"] is None
            await ann.get(f"/tables/{theirs}")
            new = (await ann.post(path))["token"]
            assert (await ann.get(path))["token"] == new != old
            assert await cy.refused("POST", "/challenges/look", json={"token": old}) == "no-such-challenge"
            await cy.post("/challenges/play", token=new)
            assert [game["name"] for game in (await ann.get(path))["games"]] == ["Bo", "Zoé"]
            await ann.get(f"/tables/{theirs}")

    run(visit())


def test_a_try_at_the_deal_of_the_day_can_be_sent_when_the_day_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, "2026-11-16 12:00:00")

    async def visit() -> None:
        async with serving(tmp_path / "data") as services, Visitor(services, "Ann") as ann:
            tried = await ann.give_up((await ann.begin(GAME, "2026-11-16"))["id"], 0)
            assert await ann.refused("POST", f"/tables/{tried['id']}/challenge") == "daily-not-over"
            clock.set("2026-11-17 00:00:00")
            token = (await ann.post(f"/tables/{tried['id']}/challenge"))["token"]
            async with Visitor(services, "Bo") as bo:
                table = await bo.post("/challenges/play", token=token)
                assert (table["day"], table["challenge"]) == (None, True)
                row = await services.store.row(select(TABLES.c.seed).where(TABLES.c.id == table["id"]))
                assert row is not None
                assert row.seed == (await ann.get(f"/tables/{tried['id']}"))["seed"]

    run(visit())
