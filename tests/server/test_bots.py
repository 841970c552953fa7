"""Bots at the table: in processes of their own, bounded in number and time; a game goes on whatever they do."""

import asyncio
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from omnibus import new
from omnibus.bots.bot import Answer
from omnibus.server.bot_workers import BotFailed, BotWorkers, any_legal_move
from tests.packages import SRC
from tests.server.player import Player, Window, run, texts
from tests.server.running import RunningServer
from tests.starting import PATIENCE


def test_a_worker_that_dies_is_replaced() -> None:
    async def think() -> None:
        bench = BotWorkers(workers=1, seconds=PATIENCE)
        view = new("bus", seats=3, seed="1").view(0)
        view["legal"] = view["legal"] or [{"text": "pass", "do": "pass"}]
        assert (await bench.think("random", view, "1")).move in texts(view)
        (worker,) = bench._workers
        process = worker._process
        assert process is not None
        process.kill()
        await process.wait()
        assert (await bench.think("random", view, "1")).move in texts(view)
        assert worker._process is not process
        await bench.close()
        assert worker._process is None

    run(think())


def test_a_bot_that_is_too_slow_or_unknown_fails_after_two_tries() -> None:
    async def think() -> None:
        view = new("terminus", seats=2, seed="1").view(0)
        hurried = BotWorkers(workers=1, seconds=0.001)
        with pytest.raises(BotFailed, match="too slow"):
            await hurried.think("random", view, "1")
        await hurried.close()
        bench = BotWorkers(workers=1, seconds=PATIENCE)
        with pytest.raises(BotFailed, match="hal"):
            await bench.think("hal", view, "1")
        # The same luck gives the same move, in any process.
        assert len({any_legal_move(view, "7") for _ in range(3)}) == 1
        both = await asyncio.gather(*(bench.think("random", view, "9") for _ in range(2)))
        assert both[0] == both[1]
        await bench.close()

    run(think())


# ---- Memory

REMEMBERING = """
import json, os
from omnibus.bots import terminus
from omnibus.bots.bot import Answer, Budget, remembering

def counting(view, rng, budget, memory):
    asked = 0 if memory is None else memory["asked"]
    with open(os.environ["NOTES"], "a", encoding="utf-8") as notes:
        notes.write(json.dumps({"n": view["n"], "asked": asked, "process": os.getpid()}) + "\\n")
    return Answer(view["legal"][0]["text"], {"asked": asked + 1})

def hoarding(view, rng, budget, memory):
    assert memory is None
    return Answer(view["legal"][0]["text"], "x" * 20_000)

terminus.BOTS["counting"] = remembering(counting, Budget(iterations=1))
terminus.BOTS["hoarding"] = remembering(hoarding, Budget(iterations=1))
"""


@pytest.fixture
def with_remembering_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a process needs to know those bots, and where they note what they are asked."""
    (tmp_path / "sitecustomize.py").write_text(REMEMBERING, encoding="utf-8")
    surroundings = {"PYTHONPATH": f"{SRC}:{tmp_path}", "NOTES": str(tmp_path / "notes")}
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    return surroundings


def test_a_worker_tells_what_a_bot_remembers_and_keeps_nothing(with_remembering_bots: dict[str, str]) -> None:
    async def think() -> None:
        view = new("terminus", seats=2, seed="1").view(0)
        bench = BotWorkers(workers=1, seconds=PATIENCE)
        first = await bench.think("counting", view, "1")
        assert first == Answer(texts(view)[0], {"asked": 1})
        assert (await bench.think("counting", view, "1", first.memory)).memory == {"asked": 2}
        assert await bench.think("counting", view, "1") == first
        assert await bench.think("counting", view, "1", "of an older bot") == first, "it thinks afresh if it must"
        assert await bench.think("hoarding", view, "1") == Answer(texts(view)[0], None), "20 KB are too much"
        await bench.close()

    assert with_remembering_bots
    run(think())


@pytest.mark.slow
def test_a_bot_remembers_at_a_table_in_any_process_and_thinks_afresh_after_an_undo(
    tmp_path: Path, with_remembering_bots: dict[str, str]
) -> None:
    server = RunningServer(tmp_path / "data", **with_remembering_bots)

    def asked() -> list[dict[str, int]]:
        notes = Path(with_remembering_bots["NOTES"])
        return [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()] if notes.exists() else []

    async def until_asked(window: Window, often: int) -> None:
        """Play on until the bot was asked so often and it is the person's turn."""
        luck = Random(1)
        while len(asked()) < often or not window.view.get("legal"):
            if window.view.get("legal"):
                await window.play_on(luck, window.n + 1)
            else:
                await window.receive()

    async def story() -> None:
        player = await Player(server.url).__aenter__()
        table = await player.open("terminus", ["me", "counting"])
        await player.post(f"/tables/{table}/start")
        async with player.watch(table) as window:
            await until_asked(window, 3)
        await player.http.aclose()
        server.stop()
        server.start()
        returned = Player(server.url)
        returned.http.cookies = player.http.cookies
        async with returned.watch(table) as window:
            await until_asked(window, 6)
            notes = asked()
            assert [note["asked"] for note in notes] == list(range(len(notes)))
            assert len({note["process"] for note in notes}) == 2
            await window.send("undo", seat=0, n=window.n, key="back")
            while "back" not in window.answers:
                await window.receive()
            assert window.answers["back"]["is"] == "accepted"
            while not window.view.get("legal"):
                await window.receive()
            await until_asked(window, len(notes) + 2)
            assert [note["asked"] for note in asked()[len(notes) :]][:2] == [0, 1]
        await returned.http.aclose()

    try:
        run(story())
    finally:
        server.stop()


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


@pytest.mark.slow
def test_nobody_waits_for_the_bots_of_somebody_with_many_tables(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data")

    async def first_answer(player: Player) -> float:
        """Seconds until a bot has moved at a new table."""
        table = await player.open("terminus", ["me", "hard"])
        began = time.monotonic()
        await player.post(f"/tables/{table}/start")
        while not (await player.see(table, None, after=0, wait=5))["plies"]:
            pass
        return time.monotonic() - began

    async def story() -> None:
        async with AsyncExitStack() as stack:
            flooder, other = [await stack.enter_async_context(Player(server.url)) for _ in range(2)]
            alone = await first_answer(other)
            tables = [await flooder.open("bus", [*["hard"] * 4, "me"]) for _ in range(20)]
            for table in tables:
                await flooder.post(f"/tables/{table}/start")
                await stack.enter_async_context(flooder.watch(table))
            # At most of these tables a bot waits for the only worker, which needs about a second for each.
            waited = await first_answer(other)
            assert waited < alone + 6, f"{waited:.1f} s, alone {alone:.1f} s"
            own = await other.open("nextstation", ["me"])
            await other.post(f"/tables/{own}/start")
            began = time.monotonic()
            await other.post(f"/tables/{own}/hint", seat=0)
            assert time.monotonic() - began < alone + 6

    try:
        run(story())
    finally:
        server.stop()
