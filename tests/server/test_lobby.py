"""Opening tables, live down, inviting, starting, and the lists."""

import json
import sqlite3
from contextlib import closing
from random import Random

import pytest
from websockets.asyncio.client import connect

from tests.server.player import Player, run
from tests.server.running import RunningServer
from tests.starting import PATIENCE


def test_opening_joining_leaving_starting(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Host") as host, Player(server.url, "Guest") as guest:
            table = await host.open("london", ["me", "open", "open"])
            assert await host.refused("POST", f"/tables/{table}/start") == "seats-empty"
            assert await guest.refused("POST", f"/tables/{table}/start") == "not-the-host"
            info = await guest.post(f"/tables/{table}/join", seat=2)
            assert [seat["name"] for seat in info["seats"]] == ["Host", None, "Guest"]
            assert [seat["yours"] for seat in info["seats"]] == [False, False, True]
            assert await guest.refused("POST", f"/tables/{table}/join", json={"seat": 0}) == "seat-taken"
            await guest.post(f"/tables/{table}/leave")
            assert await guest.refused("POST", f"/tables/{table}/leave") == "not-at-the-table"
            await guest.post(f"/tables/{table}/join")
            assert await guest.refused("PUT", f"/tables/{table}/seats/2/bot", json={"bot": "random"}) == "not-the-host"
            assert await host.refused("PUT", f"/tables/{table}/seats/1/bot", json={"bot": "random"}) == "seat-taken"
            assert await host.refused("PUT", f"/tables/{table}/seats/2/bot", json={"bot": "hal"}) == "not-possible"
            await host.put(f"/tables/{table}/seats/2/bot", bot="random")
            await host.delete(f"/tables/{table}/seats/2/bot")
            await host.put(f"/tables/{table}/seats/2/bot", bot="random")
            assert await host.refused("GET", f"/tables/{table}/view") == "not-running"
            info = await host.post(f"/tables/{table}/start")
            assert info["status"] == "running"
            assert await host.refused("POST", f"/tables/{table}/start") == "already-started"
            assert await guest.refused("POST", f"/tables/{table}/leave") == "already-started"
            async with Player(server.url) as late:
                assert await late.refused("POST", f"/tables/{table}/join", json={}) == "already-started"

    run(visit())


def test_when_the_host_leaves_another_hosts_and_when_all_leave_the_table_is_gone(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Host") as host, Player(server.url, "Guest") as guest:
            table = await host.open("terminus", ["me", "open"])
            await guest.post(f"/tables/{table}/join")
            await host.post(f"/tables/{table}/leave")
            assert (await guest.get(f"/tables/{table}"))["hosting"]
            await guest.post(f"/tables/{table}/leave")
            assert await guest.refused("GET", f"/tables/{table}") == "no-such-table"

    run(visit())


def test_a_private_table_is_seen_by_those_invited(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as host, Player(server.url) as friend, Player(server.url) as stranger:
            opened = await host.post("/tables", game="terminus", seats=[{"who": "me"}, {"who": "open"}], public=False)
            table, token = opened["table"]["id"], opened["invitation"]
            for person in (friend, stranger):
                assert await person.refused("GET", f"/tables/{table}") == "no-such-table"
                assert await person.refused("POST", f"/tables/{table}/join", json={}) == "no-such-table"
                assert table not in [each["id"] for each in (await person.get("/tables"))["tables"]]
            wrong = {"token": token[::-1]}
            assert await stranger.refused("POST", f"/tables/{table}/visit", json=wrong) == "no-such-table"
            await friend.post(f"/tables/{table}/visit", token=token)
            await friend.post(f"/tables/{table}/join")
            renewed = (await host.post(f"/tables/{table}/invitation"))["token"]
            assert await stranger.refused("POST", f"/tables/{table}/visit", json={"token": token}) == "no-such-table"
            await stranger.post(f"/tables/{table}/visit", token=renewed)
            await stranger.get(f"/tables/{table}")

    run(visit())


def test_lists_and_filters(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as person:
            waiting = await person.open("bus", ["me", "open", "open"])
            playing = await person.open("nextstation", ["me"])
            await person.post(f"/tables/{playing}/start")

            async def listed(**params: str | bool) -> list[str]:
                return [table["id"] for table in (await person.get("/tables", **params))["tables"]]

            assert await listed(mine=True) == [playing, waiting]
            assert await listed(mine=True, status="open") == [waiting]
            assert await listed(mine=True, game="nextstation") == [playing]
            assert await listed(my_turn=True) == [playing]
            assert waiting in await listed(status="open", game="bus")
            assert waiting not in await listed(status="running")
            assert await person.refused("GET", "/tables", params={"status": "lost"}) == "malformed"
        async with Player(server.url, None) as stranger:
            assert await stranger.refused("GET", "/tables", params={"mine": True}) == "not-signed-in"
            assert waiting in [table["id"] for table in (await stranger.get("/tables", status="open"))["tables"]]

    run(visit())


def test_own_unfinished_games_can_be_put_away(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as host, Player(server.url) as guest:
            waiting = await host.open("terminus", ["me", "open"])
            playing = await host.open("nextstation", ["me"])
            await host.post(f"/tables/{playing}/start")
            await guest.post(f"/tables/{waiting}/join")

            async def listed(person: Player, **params: str | bool) -> list[str]:
                return [table["id"] for table in (await person.get("/tables", **params))["tables"]]

            for table in (waiting, playing):
                await host.put(f"/tables/{table}/put-away")
                await host.put(f"/tables/{table}/put-away")  # twice does no harm
            assert await listed(host, mine=True) == await listed(host, my_turn=True) == []
            assert await listed(host, put_away=True) == [playing, waiting]
            assert not {waiting, playing} & set(await listed(host))
            assert (await host.get(f"/tables/{waiting}"))["put_away"]
            # It is one's own list: for the others nothing changes.
            assert await listed(guest, mine=True) == [waiting]
            assert not (await guest.get(f"/tables/{waiting}"))["put_away"]
            assert await guest.refused("PUT", f"/tables/{playing}/put-away", json={}) == "not-at-the-table"
            await host.delete(f"/tables/{playing}/put-away")
            assert await listed(host, mine=True) == [playing]
            await host.put(f"/tables/{playing}/put-away")
            async with host.watch(playing) as window:
                await window.play_on(Random(5))
            assert await listed(host, mine=True) == [playing], "a game that is over stands among the others"
            assert await host.refused("PUT", f"/tables/{playing}/put-away", json={}) == "table-over"

    run(visit())


def test_the_list_is_live(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as host, Player(server.url) as guest:
            cookie = {"Cookie": f"omnibus={guest.http.cookies['omnibus']}"}
            address = f"{server.url.replace('http', 'ws')}/api/lobby/live"
            seen = set()
            async with connect(address, additional_headers=cookie) as lobby:

                async def told(table: str, status: str, your_turn: bool = False) -> None:
                    while True:
                        frame = json.loads(await lobby.recv())
                        about = frame["table"]
                        seen.add(about["id"])
                        if (about["id"], about["status"], about["your_turn"]) == (table, status, your_turn):
                            return

                hidden = await host.open("terminus", ["me", "open"], public=False)
                table = await host.open("london", ["me", "open"])
                await told(table, "open")
                await guest.post(f"/tables/{table}/join")
                await host.post(f"/tables/{table}/start")
                await told(table, "running", your_turn=True)
                sight = await guest.see(table, 1)
                await guest.play(table, 1, sight["n"], sight["view"]["legal"][0]["text"])
                await told(table, "running", your_turn=False)
                assert hidden not in seen

    run(visit())


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess", "seats": [{"who": "me"}]}, "not-possible"),
        ({"game": "bus", "seats": [{"who": "me"}]}, "not-possible"),
        ({"game": "terminus", "seats": [{"who": "me"}, {"who": "bot", "bot": "hal"}]}, "not-possible"),
        ({"game": "terminus", "seats": [{"who": "me"}] * 2, "options": {"target": 5}}, "not-possible"),
        ({"game": "terminus", "seats": [{"who": "me"}] * 2, "options": {"speed": 5}}, "not-possible"),
        *(
            ({"game": game, "seats": [{"who": "me"}] * 3, "options": {name: 2}}, "not-possible")
            for game in ("bus", "nextstation")
            for name in ("seats", "self", "ruleset", "cls", "options", "__class__")
        ),
        ({"game": "terminus", "seats": [{"who": "me"}] * 2, "options": {"s" * 33: 5}}, "malformed"),
        (
            {"game": "terminus", "seats": [{"who": "me"}] * 2, "options": dict.fromkeys("abcdefghijklmnopq", 1)},
            "malformed",
        ),
        ({"game": "terminus", "seats": [{"who": "me"}] * 2, "options": {"target": 10**30}}, "malformed"),
        ({"game": "terminus", "seats": [{"who": "him"}] * 2}, "malformed"),
        ({"game": "terminus", "seats": []}, "malformed"),
        ({"game": "terminus", "seats": [{"who": "me"}] * 2, "more": 1}, "malformed"),
        ({"game": "terminus"}, "malformed"),
    ],
)
def test_tables_that_cannot_be(server: RunningServer, wanted: dict[str, object], code: str) -> None:
    async def visit() -> None:
        async with Player(server.url, language="fr") as person:
            answer = await person.ask("POST", "/tables", json=wanted)
            assert answer.status_code == (400 if code == "malformed" else 409)
            assert answer.json()["code"] == code
            if wanted["game"] == "chess":
                assert answer.json()["reason"].startswith("il n’y a pas de jeu « chess »")

    run(visit())


def test_a_seat_that_is_abandoned_may_be_played_by_a_bot_and_taken_back(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as one, Player(server.url) as other:
            table = await one.open("bus", ["me", "open", "me"])
            await other.post(f"/tables/{table}/join")
            (seat,) = (await one.post(f"/tables/{table}/start"))["turn"]
            away, here, waiting = (other, one, 0) if seat == 1 else (one, other, 1)
            chair, bot = f"/tables/{table}/seats/{seat}/bot", {"bot": "random"}
            assert await here.refused("PUT", chair, json=bot) == "not-abandoned"
            _long_ago(server, table)
            # Whatever changes at the table makes the server look at its database again.
            await here.delete(f"/tables/{table}/undo")
            info = await here.get(f"/tables/{table}")
            assert [each["seat"] for each in info["seats"] if each["abandoned"]] == [seat]
            other_chair = f"/tables/{table}/seats/{waiting}/bot"
            assert await away.refused("PUT", other_chair, json=bot) == "not-abandoned"
            info = await here.put(chair, bot="random")
            assert (info["seats"][seat]["who"], info["seats"][seat]["bot"]) == ("person", "random")
            sight = await here.see(table, waiting)
            while sight["view"]["turn"] == [seat]:
                sight = await here.see(table, waiting, after=sight["n"], wait=5)
            refused = await away.play(table, seat, sight["n"], "pass")
            assert refused.json()["code"] == "bot-plays-for-you"
            assert await here.refused("DELETE", chair) == "not-your-seat"
            info = await away.delete(chair)
            assert info["seats"][seat]["bot"] is None

    run(visit())


def _long_ago(server: RunningServer, table: str) -> None:
    """Let the last move be four days old."""
    with closing(sqlite3.connect(server.data / "omnibus.db", timeout=PATIENCE)) as database:
        database.execute("UPDATE tables SET moved_at = moved_at - 4*24*3600*1000 WHERE id = ?", (table,))
        database.commit()


def test_whoever_resigns_is_played_on_by_a_bot_for_good(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url) as one, Player(server.url) as other:
            table = await one.open("terminus", ["me", "open", "random"])
            await other.post(f"/tables/{table}/join")
            await one.post(f"/tables/{table}/start")
            info = await one.post(f"/tables/{table}/seats/0/resign")
            assert [seat["resigned"] for seat in info["seats"]] == [True, False, False]
            assert await one.refused("POST", f"/tables/{table}/seats/0/resign") == "resigned"
            assert await one.refused("DELETE", f"/tables/{table}/seats/0/bot") == "resigned"
            assert await one.refused("POST", f"/tables/{table}/seats/1/resign") == "not-your-seat"
            sight = await other.see(table, 1)
            while 0 in sight["view"]["turn"]:
                sight = await other.see(table, 1, after=sight["n"], wait=5)

    run(visit())
