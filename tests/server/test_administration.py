"""Somebody in charge: what administrators decide takes effect at once, for everybody and in every process.

The administrator and the players are at different processes where there are two.
"""

import asyncio
import json
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.player import Player, Window, run
from tests.server.running import command
from tests.server.sites import PASSWORD, Site, administrator, unique
from tests.starting import PATIENCE

BANNED = 4410
TABLE_GONE = 4404


async def person_id(boss: Player, name: str) -> str:
    (found,) = (await boss.get("/admin/people", search=name))["people"]
    assert found["name"] == name
    return str(found["id"])


async def eventually(ask: Any, wanted: Any) -> None:
    """Another process hears of it within a moment."""
    async with asyncio.timeout(PATIENCE):
        while await ask() != wanted:
            await asyncio.sleep(0.02)


async def closed_with(window: Window) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await window.until("nothing of that kind")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


# ---- Who is in charge


def test_the_command_line_says_who_is_in_charge_and_open_sessions_notice(site: Site) -> None:
    async def story() -> None:
        name = unique("Ida")
        async with Player(site.hall.url, name) as ida:
            unknown = await asyncio.to_thread(command, site.office.environment, "admin", name)
            assert (unknown.returncode, unknown.stderr.count("\n")) == (2, 1)
            assert name in unknown.stderr
            await ida.post("/account", name=name, password=PASSWORD)
            assert await ida.refused("GET", "/admin/people") == "no-such-page"
            appointed = await asyncio.to_thread(command, site.office.environment, "admin", name.upper())
            assert appointed.stdout == f"{name} is an administrator now\n"
            listed = await asyncio.to_thread(command, site.office.environment, "admin")
            assert name in listed.stdout.splitlines()
            entry = (await ida.get("/admin/log"))["entries"][0]
            assert (entry["administrator"], entry["action"], entry["subject"]) == ("omnibus admin", "appoint", name)
            await eventually(lambda: _is_administrator(ida), True)
            await asyncio.to_thread(command, site.office.environment, "admin", name, "--revoke")
            assert await ida.refused("GET", "/admin/people") == "no-such-page"
            await eventually(lambda: _is_administrator(ida), False)

    run(story())


async def _is_administrator(player: Player) -> bool:
    return bool((await player.get("/me"))["administrator"])


def test_to_everybody_else_there_is_nothing_here(site: Site) -> None:
    async def story() -> None:
        paths = httpx.get(f"{site.hall.url}/api/schema/openapi.json").json()["paths"]
        requests = [
            (method.upper(), path.removeprefix("/api").format_map(_Anything()))
            for path, item in paths.items()
            if path.startswith("/api/admin/")
            for method in item
        ]
        assert len(requests) >= 18
        async with Player(site.hall.url) as guest, Player(site.hall.url, None) as stranger:
            for who in (guest, stranger):
                for method, path in requests:
                    answer = await who.ask(method, path, content=b"{nothing we know")
                    nowhere = await who.ask("GET", "/nothing/here")
                    assert (answer.status_code, answer.json()) == (404, nowhere.json()), (method, path)

    run(story())


class _Anything(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "1"


# ---- Bans


def test_a_banned_player_sees_the_windows_close_and_is_told_why_and_until_when(site: Site) -> None:
    async def story() -> None:
        name = unique("Rude")
        async with administrator(site) as boss, Player(site.hall.url, name, "fr") as rude:
            table = await rude.open("terminus", ["me", "random"])
            await rude.post(f"/tables/{table}/start")
            rude_id = await person_id(boss, name)
            cookies = "; ".join(f"{key}={value}" for key, value in rude.http.cookies.items())
            lobby = connect(f"{rude.url.replace('http', 'ws')}/api/lobby/live", additional_headers={"Cookie": cookies})
            async with rude.watch(table) as window, lobby as list_window:
                await window.until("sight")
                until = 4_102_444_800_000
                await boss.post("/admin/bans", person=rude_id, reason="insults", until=until)
                assert await closed_with(window) == BANNED
                with pytest.raises(ConnectionClosed):
                    await list_window.recv()
                assert list_window.close_code == BANNED
            for path in ("/me", "/tables?mine=true", f"/tables/{table}/view?seat=0"):
                answer = await rude.ask("GET", path)
                assert answer.status_code == 403
                assert answer.json() == {
                    "code": "banned-until",
                    "reason": "votre accès est fermé jusqu’au 2100-01-01 00:00 UTC : insults",
                }
            with pytest.raises(InvalidStatus):
                async with rude.watch(table):
                    pass
            (ban,) = [each for each in (await boss.get("/admin/bans"))["bans"] if each["person"] == rude_id]
            assert (ban["name"], ban["made_by"], ban["until"]) == (name, boss.name, until)
            assert (await boss.get("/admin/people", search=name))["people"][0]["banned"]
            await boss.delete(f"/admin/bans/{ban['id']}")
            await eventually(lambda: _code_of(rude, "/me"), None)
            await boss.post("/admin/bans", person=rude_id, reason="again")
            await eventually(lambda: _code_of(rude, "/me"), "banned")
            # What belongs to them they may still take home, and go.
            assert (await rude.get("/me/export"))["profile"]["name"] == name
            assert (await rude.ask("DELETE", "/session")).status_code == 204

    run(story())


async def _code_of(player: Player, path: str) -> str | None:
    answer = await player.ask("GET", path)
    return None if answer.is_success else str(answer.json()["code"])


def test_a_banned_address_or_network_is_kept_out(site: Site) -> None:
    async def story() -> None:
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.9.7")
        async with administrator(site) as boss, Player(site.hall.url, None) as stranger:
            stranger.http = httpx.AsyncClient(
                base_url=f"{site.hall.url}/api", headers={"x-omnibus": "1"}, transport=elsewhere
            )
            await stranger.post("/people", name="Elsewhere")
            table = await boss.open("terminus", ["me", "random"])
            await boss.post(f"/tables/{table}/start")
            address = f"{site.hall.url.replace('http', 'ws')}/api/tables/{table}/live"
            async with connect(address, local_addr=("127.0.9.7", 0)) as window:
                await window.recv()
                await boss.post("/admin/bans", address="127.0.9.0/24", reason="a flood")
                await window.wait_closed()
                assert window.close_code == BANNED
            assert await _code_of(stranger, "/games") == "banned"
            assert (await stranger.ask("GET", f"{site.hall.url}/")).status_code != 403
            with pytest.raises(InvalidStatus):
                await connect(address, local_addr=("127.0.9.7", 0))
            for own in ("127.0.0.1", "127.0.0.0/8", "0.0.0.0/0", "::ffff:127.0.0.1"):
                refused = await boss.refused("POST", "/admin/bans", json={"address": own, "reason": "oops"})
                assert refused == "own-address", own
            wrong = {"address": "somewhere", "reason": "?"}
            assert await boss.refused("POST", "/admin/bans", json=wrong) == "bad-address"
            (ban,) = [each for each in (await boss.get("/admin/bans"))["bans"] if each["address"] == "127.0.9.0/24"]
            await boss.delete(f"/admin/bans/{ban['id']}")
            await eventually(lambda: _code_of(stranger, "/games"), None)

    run(story())


def test_who_may_not_be_banned_and_bans_that_make_no_sense(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss:
            other_id = await person_id(boss, "Boss")
            for wrong, code in (
                ({"person": other_id, "reason": "?"}, "is-administrator"),
                ({"person": "0" * 24, "reason": "?"}, "no-such-person"),
                ({"reason": "?"}, "malformed"),
                ({"person": other_id, "address": "10.0.0.1", "reason": "?"}, "malformed"),
                ({"address": "10.0.0.1", "reason": "?", "until": 1}, "ban-over"),
            ):
                assert await boss.refused("POST", "/admin/bans", json=wrong) == code
            assert await boss.refused("DELETE", "/admin/bans/999999") == "no-such-ban"

    run(story())


# ---- People and messages


def test_somebody_who_is_renamed_has_the_new_name_everywhere(site: Site) -> None:
    async def story() -> None:
        old, new = unique("Awful"), unique("Nice")
        async with administrator(site) as boss, Player(site.hall.url, old) as awful:
            await awful.post("/account", name=old, password=PASSWORD)
            table = await awful.open("terminus", ["me", "open"])
            await awful.post(f"/tables/{table}/chat", said="Hello")
            awful_id = await person_id(boss, old)
            async with awful.watch(table) as window:
                await window.until("chat")
                renamed = await boss.ask("PATCH", f"/admin/people/{awful_id}", json={"name": new})
                assert renamed.status_code == 204
                while not window.info or window.info["seats"][0]["name"] != new:
                    await window.receive()
                await window.send("say", said="Again")
                while "Again" not in window.said:
                    await window.receive()
            chat = (await awful.get(f"/tables/{table}/chat"))["chat"]
            assert [said["name"] for said in chat] == [new, new]
            async with Player(site.hall.url, None) as back:
                await back.post("/session", name=new, password=PASSWORD)
                assert (await back.get("/me"))["name"] == new
                wrong = {"name": old, "password": PASSWORD}
                assert await back.refused("POST", "/session", json=wrong) == "wrong-password"
            taken = {"name": str(boss.name).upper()}
            assert await boss.refused("PATCH", f"/admin/people/{awful_id}", json=taken) == "name-taken"
            assert await boss.refused("PATCH", "/admin/people/000", json=taken) == "no-such-person"

    run(story())


def test_an_administrator_sees_where_somebody_comes_from(site: Site) -> None:
    async def story() -> None:
        name = unique("Nearby")
        async with administrator(site) as boss, Player(site.office.url, name) as nearby:
            await nearby.get("/me")
            (found,) = (await boss.get("/admin/people", search=name))["people"]
            assert found["address"] == "127.0.0.1"

    run(story())


def test_an_administrator_makes_a_link_for_a_new_password(site: Site) -> None:
    async def story() -> None:
        name = unique("Forgetful")
        async with administrator(site) as boss, Player(site.hall.url, name) as forgetful:
            person = await person_id(boss, name)
            assert await boss.refused("POST", f"/admin/people/{person}/reset") == "no-such-account"
            await forgetful.post("/account", name=name, password=PASSWORD)
            token = str((await boss.post(f"/admin/people/{person}/reset"))["token"])
            async with Player(site.hall.url, None) as back:
                await back.post("/password/reset", token=token, password="a new one entirely")
                assert (await back.get("/me"))["name"] == name
            assert await boss.refused("POST", "/admin/people/000/reset") == "no-such-person"
            entry = (await boss.get("/admin/log"))["entries"][0]
            assert (entry["action"], entry["subject"]) == ("reset-password", name)
            assert token not in json.dumps(entry)

    run(story())


def test_a_removed_message_vanishes_from_open_windows(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url, unique("Loud")) as loud:
            table = await loud.open("terminus", ["me", "open"])
            for said in ("first", "horrible", "last"):
                await loud.post(f"/tables/{table}/chat", said=said)
            async with loud.watch(table) as window:
                while "last" not in window.said:
                    await window.receive()
                lines = {line["said"]: line["id"] for line in (await boss.get(f"/admin/tables/{table}/chat"))["chat"]}
                await boss.delete(f"/admin/chat/{lines['horrible']}")
                frame = await window.until("chat")
                assert frame["whole"]
                assert [line["said"] for line in frame["chat"]] == ["first", "last"]
                await window.send("say", said="more")
                frame = await window.until("chat")
                assert (frame["whole"], [line["said"] for line in frame["chat"]]) == (False, ["more"])
            assert await boss.refused("DELETE", f"/admin/chat/{lines['horrible']}") == "no-such-message"

    run(story())


# ---- Tables


def test_a_closed_table_has_no_result_and_nobody_can_move(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url, unique("Host")) as host:
            table = await host.open("terminus", ["me", "open"], public=False)
            async with Player(site.hall.url) as stranger:
                assert await stranger.refused("GET", f"/tables/{table}") == "no-such-table"
            await host.put(f"/tables/{table}/seats/1/bot", bot="random")
            await host.post(f"/tables/{table}/start")
            found = (await boss.get("/admin/tables", search=host.name))["tables"]
            assert [(each["id"], each["status"], each["host"]) for each in found] == [(table, "running", host.name)]
            async with host.watch(table) as window:
                await window.until("sight")
                await boss.post(f"/admin/tables/{table}/close")
                while window.info["status"] != "closed":
                    await window.receive()
                assert (window.info["turn"], window.info["your_turn"], window.info["seed"]) == ([], False, None)
                legal = (await host.see(table, 0))["view"]["legal"]
                answer = await window.move(0, legal[0]["text"] if legal else "pass")
                assert (answer["is"], answer["code"]) == ("refused", "table-closed")
                await window.send("say", said="Why?")
                assert (await window.until("trouble"))["code"] == "table-closed"
            assert await boss.refused("POST", f"/admin/tables/{table}/close") == "table-over"
            fork = {"at": 0, "seats": [{"who": "me"}, {"who": "bot"}]}
            assert await host.refused("POST", f"/tables/{table}/fork", json=fork) == "table-closed"
            listed = (await boss.get("/admin/tables", status="closed", search=table))["tables"]
            assert [each["id"] for each in listed] == [table]

    run(story())


def test_an_open_table_that_is_closed_lets_nobody_sit_down_or_start(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url) as host, Player(site.hall.url) as other:
            table = await host.open("terminus", ["me", "open"])
            await boss.post(f"/admin/tables/{table}/close")
            await eventually(lambda: _status(other, table), "closed")
            assert await other.refused("POST", f"/tables/{table}/join", json={}) == "table-closed"
            assert await host.refused("POST", f"/tables/{table}/start") == "table-closed"

    run(story())


async def _status(player: Player, table: str) -> str:
    return str((await player.get(f"/tables/{table}"))["status"])


def test_a_deleted_table_is_gone_for_all_who_watch(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url) as host:
            table = await host.open("terminus", ["me", "random"])
            await host.post(f"/tables/{table}/start")
            await host.post(f"/tables/{table}/chat", said="Hello")
            async with host.watch(table) as window:
                await window.until("sight")
                await boss.delete(f"/admin/tables/{table}")
                assert await closed_with(window) == TABLE_GONE
            assert await host.refused("GET", f"/tables/{table}") == "no-such-table"
            assert await boss.refused("DELETE", f"/admin/tables/{table}") == "no-such-table"

    run(story())


# ---- Who may come in


async def set_up(boss: Player, site: Site, **settings: Any) -> None:
    answer = await boss.ask("PUT", "/admin/settings", json=settings)
    assert answer.status_code == 204, answer.text
    async with Player(site.hall.url, None) as anybody:
        told = {"registration": "open", "guests": True, **settings}
        chosen = ("registration", "guests")

        async def shown() -> dict[str, Any]:
            site = await anybody.get("/site")
            return {name: site[name] for name in chosen}

        await eventually(shown, {name: told[name] for name in chosen})


def test_registration_open_by_invitation_and_closed(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url) as guest, Player(site.hall.url, None) as newcomer:
            try:
                await set_up(boss, site, registration="invitation")
                account: dict[str, str] = {"name": unique("Invited"), "password": PASSWORD}
                assert await guest.refused("POST", "/account", json=account) == "invitation-needed"
                wrong = {**account, "invitation": "nonsense"}
                assert await guest.refused("POST", "/account", json=wrong) == "invitation-needed"
                token = str((await boss.post("/admin/invitations"))["token"])
                taken = {"name": str(boss.name), "password": PASSWORD, "invitation": token}
                assert await guest.refused("POST", "/account", json=taken) == "name-taken"
                me = await guest.post("/account", **account, invitation=token)
                assert me["account"]
                again = {"name": unique("Second"), "password": PASSWORD, "invitation": token}
                assert await newcomer.refused("POST", "/account", json=again) == "invitation-needed"
                (used,) = [
                    each
                    for each in (await boss.get("/admin/invitations"))["invitations"]
                    if each["used_by"] == account["name"]
                ]
                assert await boss.refused("DELETE", f"/admin/invitations/{used['id']}") == "no-such-invitation"
                void = str((await boss.post("/admin/invitations"))["token"])
                unused = (await boss.get("/admin/invitations"))["invitations"][0]
                assert void not in json.dumps(unused)
                await boss.delete(f"/admin/invitations/{unused['id']}")
                assert await newcomer.refused("POST", "/account", json={**again, "invitation": void}) == (
                    "invitation-needed"
                )
                await set_up(boss, site, registration="closed")
                assert await newcomer.refused("POST", "/account", json=account) == "registration-closed"
            finally:
                await set_up(boss, site)
            assert (await newcomer.post("/account", **{**again, "invitation": void}))["account"]

    run(story())


def test_where_guests_are_not_welcome_newcomers_need_an_account_and_guests_begin_nothing_new(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url) as guest, Player(site.hall.url, None) as newcomer:
            table = await guest.open("terminus", ["me", "random"])
            await guest.post(f"/tables/{table}/start")
            try:
                await set_up(boss, site, guests=False)
                assert await newcomer.refused("POST", "/people", json={"name": "Guest"}) == "no-guests"
                seats = [{"who": "me"}, {"who": "open"}]
                opening = {"game": "terminus", "seats": seats}
                assert await guest.refused("POST", "/tables", json=opening) == "no-guests"
                assert (await guest.see(table, 0))["view"]["seat"] == 0
                me = await newcomer.post("/account", name=unique("Member"), password=PASSWORD, language="fr")
                assert (me["account"], me["language"]) == (True, "fr")
                assert await newcomer.open("terminus", ["me", "open"])
            finally:
                await set_up(boss, site)

    run(story())


def test_every_action_is_in_the_log(site: Site) -> None:
    async def story() -> None:
        async with administrator(site) as boss, Player(site.hall.url, unique("Someone")) as someone:
            before = (await boss.get("/admin/log"))["entries"][0]["id"]
            table = await someone.open("terminus", ["me", "open"])
            await someone.post(f"/tables/{table}/chat", said="Hm")
            someone_id = await person_id(boss, str(someone.name))
            await boss.post("/admin/bans", person=someone_id, reason="because", until=4_102_444_800_000)
            await boss.delete(f"/admin/bans/{(await boss.get('/admin/bans'))['bans'][0]['id']}")
            await boss.ask("PATCH", f"/admin/people/{someone_id}", json={"name": unique("Renamed")})
            line = (await boss.get(f"/admin/tables/{table}/chat"))["chat"][0]
            await boss.delete(f"/admin/chat/{line['id']}")
            await boss.post(f"/admin/tables/{table}/close")
            await boss.delete(f"/admin/tables/{table}")
            await boss.post("/admin/invitations")
            await set_up(boss, site, keep_abandoned=400)
            await set_up(boss, site)
            entries = (await boss.get("/admin/log"))["entries"]
            mine = [entry for entry in entries if entry["id"] > before and entry["administrator"] == boss.name]
            actions = ["ban", "unban", "rename", "remove-message", "close-table", "delete-table", "invite"]
            assert [entry["action"] for entry in reversed(mine)] == [*actions, "settings", "settings"]
            assert mine[0]["detail"] == "keep_abandoned: 400 → None"

    run(story())


def test_lists_are_searched_and_paged(site: Site) -> None:
    async def story() -> None:
        mark = uuid4().hex[:6]
        async with administrator(site) as boss:
            for number in range(51):
                async with Player(site.hall.url, f"P{number:02} {mark}"):
                    pass
            first = await boss.get("/admin/people", search=mark)
            second = await boss.get("/admin/people", search=mark, page=1)
            assert (len(first["people"]), first["more"]) == (50, True)
            assert (len(second["people"]), second["more"]) == (1, False)
            assert len({each["id"] for each in first["people"] + second["people"]}) == 51
            # What means something to the database is only text here.
            assert (await boss.get("/admin/people", search="%"))["people"] == []
            assert (await boss.get("/admin/tables", search="_' OR 1=1"))["tables"] == []

    run(story())
