"""Looking back, records to take home and to bring, and forks."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from omnibus import read_record
from tests.golden import FOLDER
from tests.server.player import Player, run
from tests.server.running import RunningServer
from tests.server.test_games import seated

GOLDEN = (FOLDER / "london" / "3-00.omnibus").read_text(encoding="utf-8")


def test_a_running_game_is_looked_back_at_from_ones_own_seat(server: RunningServer) -> None:
    async def look() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 2)
            sight = await players[0].see(table, 0)
            await players[0].play(table, 0, 0, sight["view"]["legal"][0]["text"])
            replay = f"/tables/{table}/replay"
            start = await players[0].get(f"{replay}/0", seat=0)
            assert start == {"at": 0, "last": 1, "ply": None, "view": sight["view"]}
            mine = await players[0].get(f"{replay}/1", seat=0)
            assert mine["ply"]["events"][0]["tickets"]
            theirs = await players[1].get(f"{replay}/1")
            assert theirs["ply"]["events"] == [{"event": "choose", "seat": 0}]
            assert await players[1].refused("GET", f"{replay}/1", params={"seat": 0}) == "not-your-seat"
            assert await players[0].refused("GET", f"{replay}/2", params={"seat": 0}) == "no-such-moment"
            assert await players[0].refused("GET", f"{replay}/0", params={"seat": 5}) == "no-such-seat"
            whole = await players[0].get(replay, seat=0)
            assert whole["moments"] == [start, mine]
            assert await players[0].get(replay, seat=0, since=1) == {"last": 1, "moments": [{**mine, "ply": None}]}
            assert await players[0].refused("GET", replay, params={"since": 2}) == "no-such-moment"
            assert await players[1].refused("GET", replay, params={"seat": 0, "since": 1}) == "not-your-seat"
            everyone = [{"who": "me"}] * 2
            forked = {"at": 1, "seats": everyone}
            assert await players[0].refused("POST", f"/tables/{table}/fork", json=forked) == "not-over"

    run(look())


def test_a_record_is_brought_looked_at_and_taken_home(server: RunningServer) -> None:
    async def look() -> None:
        async with Player(server.url) as player, Player(server.url, None) as stranger:
            info = await player.post("/records", record=GOLDEN)
            record = read_record(GOLDEN)
            assert (info["status"], info["counted"], info["seed"]) == ("finished", False, record.seed)
            assert info["result"]["scores"] == record.scores
            table = info["id"]
            assert read_record((await stranger.ask("GET", f"/tables/{table}/record")).text).plies == record.plies
            for ply in record.replay():
                if ply.n % 25 == 0:
                    outside = await stranger.get(f"/tables/{table}/replay/{ply.n}")
                    assert outside["view"] == {**ply.state.open_view(), "asks": None, "legal": []}
                    assert outside["ply"]["events"] == [event.opened() for event in ply.events]
                    from_seat = await stranger.get(f"/tables/{table}/replay/{ply.n}", seat=1)
                    assert from_seat["view"] == {**ply.state.view(1), "asks": None, "legal": []}
            broken = GOLDEN.replace("\n0 ", "\n1 ", 1)
            for text in ("x", broken, GOLDEN[: len(GOLDEN) // 2]):
                assert await player.refused("POST", "/records", json={"record": text}) == "not-possible"
            too_large = {"record": "x" * 500_000}
            assert await player.refused("POST", "/records", json=too_large) == "malformed"

    run(look())


def test_the_whole_game_comes_in_one_answer(server: RunningServer) -> None:
    """Moment by moment the same as asked for one by one: from outside, from every seat, during and after the game."""

    async def look() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 2)
            stranger = await stack.enter_async_context(Player(server.url, None))
            replay = f"/tables/{table}/replay"
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            await asyncio.gather(*(window.play_on(Random(seat), plies=12) for seat, window in enumerate(windows)))
            await _same_in_one_as_one_by_one(players[1], table, 1)
            await _same_in_one_as_one_by_one(stranger, table, None)
            assert await players[1].refused("GET", replay, params={"seat": 0}) == "not-your-seat"
            assert await stranger.refused("GET", replay, params={"seat": 1}) == "not-your-seat"
            for wrong in (-1, 2, 2**70):
                assert await players[0].refused("GET", replay, params={"seat": wrong}) == "no-such-seat"
            finished = (await players[0].post("/records", record=GOLDEN))["id"]
            for seat in (None, 0, 1, 2):
                await _same_in_one_as_one_by_one(stranger, finished, seat)
            waiting = await players[0].open("terminus", ["me", "open"])
            assert await players[0].refused("GET", f"/tables/{waiting}/replay") == "not-running"

    run(look())


async def _same_in_one_as_one_by_one(player: Player, table: str, seat: int | None) -> None:
    params = {} if seat is None else {"seat": seat}
    whole = await player.get(f"/tables/{table}/replay", **params)
    assert [moment["at"] for moment in whole["moments"]] == list(range(whole["last"] + 1))
    for at in sorted({0, 1, whole["last"], *range(0, whole["last"], 9)}):
        assert whole["moments"][at] == await player.get(f"/tables/{table}/replay/{at}", **params)


def test_an_undo_is_not_in_the_replay(server: RunningServer) -> None:
    async def look() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me"])
            await player.post(f"/tables/{table}/start")
            async with player.watch(table) as window:
                await window.play_on(Random(1), plies=6)
                await player.post(f"/tables/{table}/undo", seat=0, n=6, key="back")
            whole = await player.get(f"/tables/{table}/replay", seat=0)
            assert whole["last"] == 5
            assert whole["moments"][-1]["view"] == (await player.see(table, 0))["view"]

    run(look())


def test_a_replay_comes_packed_to_whoever_can_unpack_it(server: RunningServer) -> None:
    async def look() -> None:
        async with Player(server.url) as player:
            table = (await player.post("/records", record=GOLDEN))["id"]
            path = f"/tables/{table}/replay"
            plain = await player.ask("GET", path, headers={"accept-encoding": "identity"})
            packed = await player.ask("GET", path, headers={"accept-encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.content == plain.content
            assert int(packed.headers["content-length"]) < len(plain.content) / 10

    run(look())


@pytest.mark.slow
def test_replays_are_limited(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.2")

    async def look() -> None:
        async with Player(server.url) as player:
            table = (await player.post("/records", record=GOLDEN))["id"]
            answers = [await player.ask("GET", f"/tables/{table}/replay") for _ in range(10)]
            assert answers[0].status_code == 200
            assert answers[-1].json()["code"] == "too-often"

    try:
        run(look())
    finally:
        server.stop()


def test_a_fork_goes_on_from_any_position_of_a_finished_game(server: RunningServer) -> None:
    async def look() -> None:
        async with Player(server.url) as player:
            finished = await player.post("/records", record=GOLDEN)
            record = read_record(GOLDEN)
            seats = [{"who": "bot", "bot": "random"}, {"who": "me"}, {"who": "bot", "bot": "greedy"}]
            fork = await player.post(f"/tables/{finished['id']}/fork", at=60, seats=seats)
            assert (fork["forked_from"], fork["forked_at"], fork["counted"]) == (finished["id"], 60, False)
            assert (fork["status"], fork["seed"]) == ("open", None)
            await player.post(f"/tables/{fork['id']}/start")
            states = [ply.state.view(1) for ply in record.replay() if ply.n == 60]
            start = await player.get(f"/tables/{fork['id']}/replay/60", seat=1)
            assert start["view"] == states[0]
            async with player.watch(fork["id"]) as window:
                await window.play_on(Random(6))
            played = read_record((await player.ask("GET", f"/tables/{fork['id']}/record")).text)
            played.verify()
            assert played.plies[:60] == record.plies[:60]
            assert played.players[2] == "Cy (bot greedy)"
            for wrong, code in (
                ({"at": 10_000, "seats": seats}, "no-such-moment"),
                ({"at": 10, "seats": seats[:2]}, "seats-differ"),
                ({"at": len(record.plies), "seats": seats}, "not-running"),
            ):
                assert await player.refused("POST", f"/tables/{finished['id']}/fork", json=wrong) == code

    run(look())


def test_ones_own_game_against_bots_can_be_forked_while_it_runs(server: RunningServer) -> None:
    async def look() -> None:
        async with Player(server.url) as player, Player(server.url) as other:
            table = await player.open("bus", ["me", "random", "random"])
            await player.post(f"/tables/{table}/start")
            async with player.watch(table) as window:
                await window.play_on(Random(2), plies=12)
            seats = [{"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "random"}]
            fork = await player.post(f"/tables/{table}/fork", at=5, seats=seats)
            assert fork["n"] == 5
            await other.post(f"/tables/{fork['id']}/join")
            await player.post(f"/tables/{fork['id']}/start")
            assert await other.refused("POST", f"/tables/{table}/fork", json={"at": 5, "seats": seats}) == "not-over"

    run(look())
