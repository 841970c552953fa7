"""A private game is seen by whoever has the link once all who played have agreed."""

from random import Random

import pytest

from omnibus.server.reach import ANYWHERE, address_for_others, only_here
from omnibus.server.settings import Settings
from tests.server.player import Player, run
from tests.server.running import RunningServer


async def _together(ada: Player, bo: Player) -> str:
    opened = await ada.post("/tables", game="terminus", seats=[{"who": "me"}, {"who": "open"}], public=False)
    table = str(opened["table"]["id"])
    await bo.post(f"/tables/{table}/visit", token=opened["invitation"])
    await bo.post(f"/tables/{table}/join")
    await ada.post(f"/tables/{table}/start")
    return table


def test_a_game_against_bots_is_shown_by_one_click_and_hidden_by_another(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, None) as stranger:
            table = await ada.open("london", ["me", "random"], public=False)
            assert await ada.refused("PUT", f"/tables/{table}/shared", json={}) == "not-running"
            await ada.post(f"/tables/{table}/start")
            await ada.post(f"/tables/{table}/chat", said="between us")
            assert await stranger.refused("GET", f"/tables/{table}/replay/0") == "no-such-table"
            share = (await ada.put(f"/tables/{table}/shared"))["share"]
            assert (share["visible"], share["yours"], share["asks_you"]) == (True, True, False)
            assert (share["agreed"], share["missing"], share["declined"]) == (["Ada"], [], [])
            seen = await stranger.get(f"/tables/{table}/replay/0")
            assert seen["view"]["seat"] is None
            assert (await stranger.get(f"/tables/{table}"))["share"] is None
            # What may be known of a game that is still on is what everyone at the table may know.
            assert await stranger.refused("GET", f"/tables/{table}/replay/0", params={"seat": 0}) == "not-your-seat"
            # The talk at the table stays there, and so does the table's place off the lists.
            assert await stranger.refused("GET", f"/tables/{table}/chat") == "no-such-table"
            assert await stranger.refused("GET", f"/tables/{table}/view") == "no-such-table"
            assert table not in [each["id"] for each in (await stranger.get("/tables"))["tables"]]
            assert (await ada.delete(f"/tables/{table}/shared"))["share"]["visible"] is False
            assert await stranger.refused("GET", f"/tables/{table}/replay/0") == "no-such-table"

    run(story())


def test_a_game_among_people_waits_for_the_word_of_each(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, "Bo") as bo, Player(server.url) as stranger:
            table = await _together(ada, bo)
            shared = f"/tables/{table}/shared"
            async with bo.watch(table) as window:
                await window.until("table")
                share = (await ada.put(shared))["share"]
                assert (share["visible"], share["missing"]) == (False, ["Bo"])
                assert (await window.until("table"))["table"]["share"]["asks_you"]
                assert await stranger.refused("GET", f"/tables/{table}/replay/0") == "no-such-table"
                listed = (await bo.get("/tables", mine=True))["tables"]
                assert [each["id"] for each in listed if each["share"] and each["share"]["asks_you"]] == [table]
                await bo.delete(shared)
                assert (await ada.get(f"/tables/{table}"))["share"]["declined"] == ["Bo"]
                assert (await bo.put(shared))["share"]["visible"]
                await stranger.get(f"/tables/{table}/replay/0")
                assert await stranger.refused("PUT", shared, json={}) == "no-such-table"

    run(story())


def test_somebody_who_has_deleted_the_account_need_not_be_asked(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, "Bo") as bo, Player(server.url) as stranger:
            table = await _together(ada, bo)
            await bo.post("/me/deletion")
            assert (await ada.put(f"/tables/{table}/shared"))["share"]["visible"]
            await stranger.get(f"/tables/{table}/replay/0")

    run(story())


def test_an_invitation_names_host_game_and_seats_to_somebody_unknown(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, None) as stranger:
            seats = [{"who": "bot", "bot": "random"}, {"who": "open"}]
            opened = await ada.post("/tables", game="terminus", seats=seats, public=False, options={"target": 50})
            invited, token = f"/tables/{opened['table']['id']}/invited", opened["invitation"]
            told = await stranger.post(invited, token=token)
            assert (told["host"], told["table"]["game"], told["table"]["options"]["target"]) == ("Ada", "terminus", 50)
            assert [seat["who"] for seat in told["table"]["seats"]] == ["bot", "open"]
            assert told["table"]["host"] is None  # she does not sit there
            assert await stranger.refused("POST", invited, json={"token": token[::-1]}) == "no-such-table"

    run(story())


@pytest.mark.parametrize(
    ("host", "origin", "alone", "address"),
    [
        ("127.0.0.1", None, True, None),
        ("localhost", None, True, None),
        ("::1", None, True, None),
        ("127.0.0.1", "https://games.example", False, "https://games.example"),
        ("192.0.2.7", None, False, "http://192.0.2.7:8000"),
        ("2001:db8::7", None, False, "http://[2001:db8::7]:8000"),
    ],
)
def test_the_server_knows_who_can_reach_it(host: str, origin: str | None, alone: bool, address: str | None) -> None:
    settings = Settings.read({"OMNIBUS_ORIGIN": origin or ""}, host=host)
    assert only_here(settings) is alone
    assert address_for_others(settings) == address


@pytest.mark.parametrize("host", ANYWHERE)
def test_a_server_that_listens_everywhere_is_not_alone(host: str) -> None:
    settings = Settings.read({}, host=host)
    assert not only_here(settings)
    assert host not in (address_for_others(settings) or "")


def test_a_page_is_told_that_only_this_machine_can_come(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, None) as stranger:
            site = await stranger.get("/site")
            assert (site["only_here"], site["address"]) == (True, None)

    run(story())


def test_the_moment_of_a_shared_game_that_is_over_shows_all(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Ada") as ada, Player(server.url, None) as stranger:
            table = await ada.open("nextstation", ["me"], public=False)
            await ada.post(f"/tables/{table}/start")
            async with ada.watch(table) as window:
                await window.play_on(Random(2))
            await ada.put(f"/tables/{table}/shared")
            whole = await stranger.get(f"/tables/{table}/replay")
            assert whole["last"] == len(whole["moments"]) - 1
            record = await stranger.ask("GET", f"/tables/{table}/record")
            assert record.is_success

    run(story())
