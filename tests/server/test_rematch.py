"""Playing again: one table for all who played, whoever asks first."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from tests.server.player import Answer, Player, run
from tests.server.running import RunningServer
from tests.server.sites import Site

SHORT = {"target": 20}  # hands of Terminus are few then


async def _played(host: Player, others: list[Player], seats: list[str], **more: Any) -> str:
    """A finished game of Terminus."""
    options = {"options": SHORT, "public": False, **more}
    wishes = [{"who": seat} if seat in ("me", "open") else {"who": "bot", "bot": seat} for seat in seats]
    opened = await host.post("/tables", game="terminus", seats=wishes, **options)
    table, token = opened["table"]["id"], opened["invitation"]
    for other in others:
        await other.post(f"/tables/{table}/visit", token=token)
        await other.post(f"/tables/{table}/join")
    await host.post(f"/tables/{table}/start")
    async with AsyncExitStack() as stack:
        windows = [await stack.enter_async_context(person.watch(table)) for person in (host, *others)]
        await asyncio.gather(*(window.play_on(Random(seat)) for seat, window in enumerate(windows)))
    return str(table)


def _names(table: Answer) -> list[str | None]:
    return [seat["name"] or seat["kept_for"] for seat in table["seats"]]


def test_who_asks_first_makes_the_table_and_the_others_sit_down_there(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            ada, bo, cy, stranger = [
                await stack.enter_async_context(Player(server.url, name)) for name in ("Ada", "Bo", "Cy", "Dee")
            ]
            played = await _played(ada, [bo, cy], ["me", "open", "random", "open"], patience=600, spectators_chat=False)
            again = f"/tables/{played}/rematch"
            assert await stranger.refused("POST", again, json={}) == "no-such-table"
            rematch = await bo.post(again, turned=True)
            assert (rematch["status"], rematch["hosting"], rematch["host"]) == ("open", True, "Bo")
            assert (rematch["rematch_of"], rematch["turned"]) == (played, True)
            assert (rematch["public"], rematch["patience"], rematch["spectators_chat"]) == (False, 600, False)
            assert rematch["options"]["target"] == SHORT["target"]
            before = await bo.get(f"/tables/{played}")
            assert before["rematch"] == rematch["id"]
            names = _names(before)
            assert _names(rematch) == [names[3], *names[:3]]
            assert [seat["who"] for seat in rematch["seats"]] == ["open", "open", "person", "bot"]
            assert [seat["kept_for_you"] for seat in rematch["seats"]] == [False] * 4
            table = f"/tables/{rematch['id']}"
            # Nobody sits down without wanting to, and nobody else takes the seat.
            seen = await ada.get(table)
            assert [seat["kept_for_you"] for seat in seen["seats"]] == [False, True, False, False]
            assert await stranger.refused("GET", table) == "no-such-table"
            assert await bo.refused("POST", f"{table}/join", json={"seat": 1}) == "seat-kept"
            assert await bo.refused("POST", f"{table}/start") == "seats-empty"
            # Whoever asks later, for whatever seats, finds the same table.
            joined = await ada.post(again, turned=False)
            assert (joined["id"], joined["turned"], joined["hosting"]) == (rematch["id"], True, False)
            assert [seat["yours"] for seat in joined["seats"]] == [False, True, False, False]
            assert (await cy.post(f"{table}/join"))["seats"][0]["yours"]
            await bo.post(f"{table}/start")
            assert (await cy.post(again))["status"] == "running"

    run(story())


def test_whoever_sits_there_starts_when_the_host_does_not(server: RunningServer) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            ada, bo, cy, dee = [
                await stack.enter_async_context(Player(server.url, name)) for name in ("Ada", "Bo", "Cy", "Dee")
            ]
            played = await _played(ada, [bo, cy], ["me", "open", "open"], public=True)
            rematch = await ada.post(f"/tables/{played}/rematch")
            table = f"/tables/{rematch['id']}"
            assert rematch["may_start"]
            assert not (await bo.get(table))["may_start"]  # who has not sat down has no say
            assert await bo.refused("POST", f"{table}/start") == "not-the-host"
            assert await bo.refused("PUT", f"{table}/seats/2/bot", json={"bot": "random"}) == "not-the-host"
            joined = await bo.post(f"{table}/join")
            assert (joined["may_start"], joined["hosting"]) == (True, False)
            # Cy never answers: nobody waits for ever. What concerns people stays with the host.
            assert await bo.refused("POST", f"{table}/start") == "seats-empty"
            assert (await bo.put(f"{table}/seats/2/bot", bot="random"))["seats"][2]["who"] == "bot"
            assert await bo.refused("DELETE", f"{table}/seats/0/person") == "not-the-host"
            assert await bo.refused("DELETE", table) == "not-the-host"
            assert await dee.refused("POST", f"{table}/start") == "not-the-host"
            assert (await bo.post(f"{table}/start"))["status"] == "running"
            # At any other table it is the host who starts.
            other = await ada.open("terminus", ["me", "open"])
            assert not (await bo.post(f"/tables/{other}/join"))["may_start"]
            assert await bo.refused("POST", f"/tables/{other}/start") == "not-the-host"

    run(story())


def test_of_two_who_ask_at_once_one_makes_the_table(site: Site) -> None:
    async def story() -> None:
        async with Player(site.office.url, "Ada") as ada, Player(site.hall.url, "Bo") as bo:
            played = await _played(ada, [bo], ["me", "open"])
            tables = await asyncio.gather(*(person.post(f"/tables/{played}/rematch") for person in (ada, bo) * 3))
            assert len({table["id"] for table in tables}) == 1
            assert sorted(map(str, _names(await ada.get(f"/tables/{tables[0]['id']}")))) == ["Ada", "Bo"]
            assert all(seat["who"] == "person" for seat in (await ada.get(f"/tables/{tables[0]['id']}"))["seats"])

    run(story())


def test_the_offer_is_seen_at_once_and_a_refusal_too(site: Site) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            ada = await stack.enter_async_context(Player(site.office.url, "Ada"))
            bo, cy = [await stack.enter_async_context(Player(site.hall.url, name)) for name in ("Bo", "Cy")]
            played = await _played(ada, [bo, cy], ["me", "open", "open"])
            async with bo.watch(played) as old:
                await old.until("table")
                rematch = (await ada.post(f"/tables/{played}/rematch"))["id"]
                while (await old.until("table"))["table"]["rematch"] != rematch:
                    pass
                table = f"/tables/{rematch}"
                assert rematch in [each["id"] for each in (await bo.get("/tables", mine=True))["tables"]]
                async with ada.watch(rematch) as room:
                    await room.until("table")
                    await bo.post(f"{table}/decline")
                    seat = (await room.until("table"))["table"]["seats"][1]
                    assert (seat["kept_for"], seat["declined"], seat["who"]) == ("Bo", True, "open")
                assert rematch not in [each["id"] for each in (await bo.get("/tables", mine=True))["tables"]]
                assert await bo.refused("POST", f"{table}/decline") == "not-kept"
                # The host frees another seat or puts a bot there; whoever declined may think better of it.
                assert await cy.refused("DELETE", f"{table}/seats/2/keeping") == "not-the-host"  # sits nowhere
                freed = await ada.delete(f"{table}/seats/2/keeping")
                assert freed["seats"][2]["kept_for"] is None
                assert await ada.refused("DELETE", f"{table}/seats/2/keeping") == "not-kept"
                assert (await bo.post(f"{table}/join"))["seats"][1]["yours"]
                seated = await ada.put(f"{table}/seats/2/bot", bot="random")
                assert seated["seats"][2]["who"] == "bot"
                # Once the table is gone, another one may be made.
                await ada.delete(table)
                while (await old.until("table"))["table"]["rematch"] is not None:
                    pass
                assert (await bo.post(f"/tables/{played}/rematch"))["id"] != rematch

    run(story())


def test_several_on_one_device_keep_their_names_and_the_bots_their_seats(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, "Bo") as bo:
            seats = [{"who": "me"}, {"who": "open"}, {"who": "me", "name": "Zoë"}]
            opened = await ada.post("/tables", game="terminus", seats=seats, options=SHORT)
            table = opened["table"]["id"]
            await bo.post(f"/tables/{table}/join")
            await ada.post(f"/tables/{table}/start")
            async with ada.watch(table, seat=0) as one, bo.watch(table) as other, ada.watch(table, seat=2) as third:
                await asyncio.gather(*(window.play_on(Random(4)) for window in (one, other, third)))
            rematch = await bo.post(f"/tables/{table}/rematch")
            assert [seat["kept_for"] for seat in rematch["seats"]] == ["Ada", None, "Zoë"]
            joined = await ada.post(f"/tables/{table}/rematch")
            assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Bo", "Zoë"]
            assert [seat["yours"] for seat in joined["seats"]] == [True, False, True]

    run(story())


def test_only_a_game_that_is_over_is_played_again_and_only_by_those_who_played(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, "Bo") as bo:
            table = await ada.open("nextstation", ["me"])
            assert await ada.refused("POST", f"/tables/{table}/rematch", json={}) == "not-over"
            await ada.post(f"/tables/{table}/start")
            async with ada.watch(table) as window:
                await window.play_on(Random(1))
            assert await bo.refused("POST", f"/tables/{table}/rematch", json={}) == "not-at-the-table"

    run(story())


def test_no_seat_is_kept_for_somebody_who_is_blocked(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, "Bo") as bo:
            played = await _played(ada, [bo], ["me", "open"])
            await ada.post(f"/tables/{played}/blocks", seat=1, kind="block")
            rematch = await ada.post(f"/tables/{played}/rematch")
            assert [seat["kept_for"] for seat in rematch["seats"]] == [None, None]
            assert await bo.refused("GET", f"/tables/{rematch['id']}") == "no-such-table"
            assert await bo.refused("POST", f"/tables/{played}/rematch", json={}) == "kept-apart"

    run(story())


def test_whoever_deletes_the_account_leaves_no_name_in_a_kept_seat(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, "Bo") as bo:
            played = await _played(ada, [bo], ["me", "open"])
            rematch = await ada.post(f"/tables/{played}/rematch")
            await bo.post("/me/deletion")
            seat = (await ada.get(f"/tables/{rematch['id']}"))["seats"][1]
            assert (seat["kept_for"], seat["who"]) == (None, "open")

    run(story())
