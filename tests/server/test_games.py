"""Complete games of every game over real sockets, by WebSocket and by plain HTTP, against people and bots."""

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from omnibus import GAMES, read_record
from tests.server.player import Player, run, texts
from tests.server.running import RunningServer
from tests.starting import PATIENCE

TABLES = [(game, min(3, box.seat_counts[-1])) for game, box in GAMES.items()]


async def seated(stack: AsyncExitStack, url: str, game: str, seats: int) -> tuple[str, list[Player]]:
    """People at a table that has begun."""
    players = [await stack.enter_async_context(Player(url, f"P{seat}")) for seat in range(seats)]
    table = await players[0].open(game, ["me"] + ["open"] * (seats - 1))
    for player in players[1:]:
        await player.post(f"/tables/{table}/join")
    await players[0].post(f"/tables/{table}/start")
    return table, players


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_people_play_a_whole_game_live(server: RunningServer, game: str, seats: int) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, game, seats)
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            outside = await stack.enter_async_context(players[0].watch(table, seat=9))
            lucks = [Random(f"{game} {seat}") for seat in range(seats)]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(window.play_on(luck) for window, luck in zip(windows, lucks, strict=True)))
                while not outside.view or outside.view["result"] is None:
                    await outside.receive()
            results = [window.view["result"] for window in (*windows, outside)]
            assert all(result == results[0] for result in results)
            assert [window.view["seat"] for window in windows] == list(range(seats))
            assert outside.view["seat"] is None
            info = await players[0].get(f"/tables/{table}")
            assert info["status"] == "finished"
            assert info["result"] == results[0]
            record = read_record((await players[1].ask("GET", f"/tables/{table}/record")).text)
            record.verify()
            assert record.seed == info["seed"]
            assert record.players == ["P0", "P1", "P2"][:seats]
            # Everyone has been told of every ply, once and in order.
            for window in windows:
                assert [ply["n"] for ply in window.plies] == list(range(1, info["n"] + 1))

    run(play())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_program_plays_bots_over_plain_http(server: RunningServer, game: str, seats: int) -> None:
    async def play() -> None:
        async with Player(server.url) as player, asyncio.timeout(PATIENCE):
            table = await player.open(game, ["me"] + ["random"] * (seats - 1))
            await player.post(f"/tables/{table}/start")
            luck = Random(game)
            sight = await player.see(table, 0)
            while sight["view"]["result"] is None:
                if sight["view"]["legal"]:
                    answer = await player.play(table, 0, sight["n"], luck.choice(texts(sight["view"])))
                    # A bot that moves at the same time may have been quicker; that does no harm.
                    assert answer.status_code == 200, answer.text
                    sight = answer.json()
                else:
                    sight = await player.see(table, 0, after=sight["n"], wait=20)
            assert (await player.get(f"/tables/{table}"))["status"] == "finished"
            read_record((await player.ask("GET", f"/tables/{table}/record")).text).verify()

    run(play())
