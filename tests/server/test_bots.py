"""Bots at the table: in processes of their own, bounded in number and time; a game goes on whatever they do."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from omnibus import new
from omnibus.server.bench import Bench, BotFailed, any_legal_move
from tests.server.player import Player, run, texts
from tests.server.running import RunningServer
from tests.starting import PATIENCE


def test_a_worker_that_dies_is_replaced() -> None:
    async def think() -> None:
        bench = Bench(workers=1, seconds=PATIENCE)
        view = new("bus", seats=3, seed="1").view(0)
        view["legal"] = view["legal"] or [{"text": "pass", "do": "pass"}]
        assert await bench.think("random", view, "1") in texts(view)
        (worker,) = bench._workers
        process = worker._process
        assert process is not None
        process.kill()
        await process.wait()
        assert await bench.think("random", view, "1") in texts(view)
        assert worker._process is not process
        await bench.close()
        assert worker._process is None

    run(think())


def test_a_bot_that_is_too_slow_or_unknown_fails_after_two_tries() -> None:
    async def think() -> None:
        view = new("terminus", seats=2, seed="1").view(0)
        hurried = Bench(workers=1, seconds=0.001)
        with pytest.raises(BotFailed, match="too slow"):
            await hurried.think("random", view, "1")
        await hurried.close()
        bench = Bench(workers=1, seconds=PATIENCE)
        with pytest.raises(BotFailed, match="hal"):
            await bench.think("hal", view, "1")
        # The same luck gives the same move, in any process.
        assert len({any_legal_move(view, "7") for _ in range(3)}) == 1
        both = await asyncio.gather(*(bench.think("random", view, "9") for _ in range(2)))
        assert both[0] == both[1]
        await bench.close()

    run(think())


@pytest.mark.slow
def test_a_game_goes_on_with_random_moves_when_bots_fail(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_BOT_SECONDS="0.1")

    async def play() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me", "hard"])
            await player.post(f"/tables/{table}/start")
            async with player.watch(table) as window:
                await window.play_on(Random(1), plies=4)
            assert {ply["seat"] for ply in window.plies} == {0, 1}

    try:
        run(play())
        assert "a bot failed twice; a random move is played" in server.log.read_text()
    finally:
        server.stop()
