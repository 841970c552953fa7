"""People leave a game: everyone is told, one who is left may end it, and when nobody is, it ends by itself."""

import json
from contextlib import AsyncExitStack
from typing import Any

from omnibus import read_record
from tests.server.player import Player, Window, run, texts
from tests.server.running import RunningServer
from tests.server.test_games import seated
from tests.server.test_undo import both_have_chosen, stand_in_for, undo


async def resign(player: Player, table: str, seat: int) -> dict[str, Any]:
    info: dict[str, Any] = await player.post(f"/tables/{table}/seats/{seat}/resign")
    return info


async def told(window: Window, *events: tuple[int, int, str]) -> None:
    """Until those events have been told, and no others."""
    while len(window.events) < len(events):
        await window.receive()
    assert [(event["n"], event["seat"], event["event"]) for event in window.events] == list(events)


def test_whoever_resigns_is_told_of_to_everyone_with_the_ply_after_which(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 3)
            stranger = await stack.enter_async_context(Player(server.url, None))
            windows = [await stack.enter_async_context(each.watch(table)) for each in (*players, stranger)]
            sight = await players[0].see(table, 0)
            await players[0].play(table, 0, 0, texts(sight["view"])[0])
            await resign(players[2], table, 2)
            for window in windows:
                await told(window, (1, 2, "resigned"))
            # Who comes later, or again, is told as well.
            later = await stack.enter_async_context(stranger.watch(table))
            await told(later, (1, 2, "resigned"))

    run(play())


def test_of_two_who_began_the_one_who_is_left_may_end_the_game(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(Player(server.url, name)) for name in ("Ann", "Bo")]
            table = await players[0].open("terminus", ["me", "random", "open"])
            await players[1].post(f"/tables/{table}/join")
            await players[0].post(f"/tables/{table}/start")
            sight = await players[0].see(table, 0)
            await players[0].play(table, 0, sight["n"], texts(sight["view"])[0])
            for player in players:
                assert not (await player.get(f"/tables/{table}"))["alone"]
                assert await player.refused("POST", f"/tables/{table}/end") == "not-alone"
            window = await stack.enter_async_context(players[0].watch(table))
            await window.until("sight")
            info = await resign(players[1], table, 2)
            assert (info["status"], info["alone"]) == ("running", False)
            assert await players[1].refused("POST", f"/tables/{table}/end") == "not-alone"
            while not window.info["alone"]:
                await window.receive()
            info = await players[0].post(f"/tables/{table}/end")
            assert (info["status"], info["ended"], info["alone"]) == ("finished", "alone", False)
            # Bots are not ranked, and no points are counted.
            assert (info["ranks"], info["result"]) == ([1, None, 2], None)
            assert info["seed"]
            while window.info["ended"] is None or window.frames[-1]["is"] != "sight":
                await window.receive()
            assert (window.view["legal"], window.view["asks"], window.view["turn"]) == ([], None, [])
            assert [event["event"] for event in window.events] == ["resigned", "ended"]
            await _is_over(players[0], table, info, 0)

    run(play())


async def _is_over(player: Player, table: str, info: dict[str, Any], seat: int) -> None:
    """Nobody moves any more; the game is looked back at, taken home and brought again."""
    sight = await player.see(table, seat)
    assert sight["view"]["legal"] == []
    assert (await player.play(table, seat, sight["n"], "end")).json()["code"] == "not-running"
    assert await player.refused("POST", f"/tables/{table}/seats/{seat}/resign") == "not-running"
    assert await player.refused("POST", f"/tables/{table}/end") == "not-running"
    listed = (await player.get("/tables", status="finished", mine=True))["tables"]
    assert [(each["id"], each["ended"], each["ranks"]) for each in listed] == [(table, info["ended"], info["ranks"])]
    replay = await player.get(f"/tables/{table}/replay")
    assert replay["last"] == sight["view"]["n"]
    text = (await player.ask("GET", f"/tables/{table}/record")).text
    record = read_record(text)
    assert record.verify().n == replay["last"]
    assert record.ended is not None
    assert record.ended.why == info["ended"]
    brought = await player.post("/records", record=text)
    assert (brought["status"], brought["ended"], brought["ranks"]) == ("finished", info["ended"], info["ranks"])
    again = read_record((await player.ask("GET", f"/tables/{brought['id']}/record")).text)
    assert again.ended == record.ended
    again.verify()
    kept = json.loads((await player.ask("GET", "/me/export")).text)
    assert text in [each["record"] for each in kept["tables"]]


def test_when_nobody_is_left_the_game_ends_without_a_winner(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 2)
            await resign(players[0], table, 0)
            info = await resign(players[1], table, 1)
            assert (info["status"], info["ended"]) == ("finished", "deserted")
            assert (info["ranks"], info["result"]) == (None, None)
            n = info["n"]
            await _is_over(players[1], table, info, 1)
            assert (await players[1].get(f"/tables/{table}"))["n"] == n, "bots play on"

    run(play())


def test_who_resigns_alone_against_bots_ends_the_game(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player:
            table = await player.open("terminus", ["me", "random", "random"])
            await player.post(f"/tables/{table}/start")
            assert await player.refused("POST", f"/tables/{table}/end") == "not-alone"
            info = await resign(player, table, 0)
            assert (info["status"], info["ended"]) == ("finished", "deserted")

    run(play())


def test_of_several_who_resigned_the_first_is_last(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 3)
            await resign(players[1], table, 1)
            sight = await players[0].see(table, 0)
            await players[0].play(table, 0, sight["n"], texts(sight["view"])[0])
            await resign(players[2], table, 2)
            info = await players[0].post(f"/tables/{table}/end")
            assert info["ranks"] == [1, 3, 2]

    run(play())


def test_a_stand_in_and_who_comes_back_are_told_of(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await both_have_chosen(server.url, stack, first=0, to_move=1)
            window = await stack.enter_async_context(players[0].watch(table))
            n = await stand_in_for(server, table, players, away=1)
            await told(window, (2, 1, "stand-in"))
            # Who is away has not resigned: nobody ends the game without them.
            assert await players[0].refused("POST", f"/tables/{table}/end") == "not-alone"
            await players[1].delete(f"/tables/{table}/seats/1/bot")
            await told(window, (2, 1, "stand-in"), (n, 1, "back"))

    run(play())


def test_bots_wait_where_only_somebody_who_is_away_is_left(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await both_have_chosen(server.url, stack, first=0, to_move=1)
            n = await stand_in_for(server, table, players, away=1)
            info = await resign(players[0], table, 0)
            assert (info["status"], info["ended"]) == ("running", None)
            window = await stack.enter_async_context(players[1].watch(table))
            await window.until("sight")
            assert window.n == n
            # Back, they choose: the bots play with them again, or it ends.
            info = await players[1].delete(f"/tables/{table}/seats/1/bot")
            assert info["alone"]
            while window.n == n:
                await window.receive()
            assert (await players[1].post(f"/tables/{table}/end"))["ranks"] == [2, 1]

    run(play())


def test_who_does_not_agree_to_an_undo_is_named(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await both_have_chosen(server.url, stack, first=0, to_move=1)
            window = await stack.enter_async_context(players[1].watch(table))
            assert (await undo(players[1], table, 1, 2))["ply"] is None
            await players[0].delete(f"/tables/{table}/undo")
            await told(window, (2, 0, "undo-declined"))
            # Whoever lets the own move stand has not declined anything.
            assert (await undo(players[1], table, 1, 2))["ply"] is None
            await players[1].delete(f"/tables/{table}/undo")
            assert (await undo(players[1], table, 1, 2))["ply"] is None
            await players[0].delete(f"/tables/{table}/undo")
            await told(window, (2, 0, "undo-declined"), (2, 0, "undo-declined"))

    run(play())
