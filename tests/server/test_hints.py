"""Advice: what the strongest bot would do in one's own seat, thought from what one sees, and for nobody else."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omnibus import GAMES, new, read_record
from omnibus.bots import strongest_bot
from omnibus.bots.bot import Answer, Memory
from omnibus.server.bot_scheduler import BotScheduler
from omnibus.server.bot_workers import Study
from omnibus.server.hints import MOST_AT_ONCE, Hints
from omnibus.server.trouble import ServerTrouble
from omnibus.table.seats import Seated, TableSeats
from tests.server.player import Player, run, texts
from tests.server.running import RunningServer
from tests.server.test_games import seated

TRIES = 8


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bots"), [(game, box.seat_counts[0] - 1) for game, box in GAMES.items()])
def test_advice_can_be_followed(server: RunningServer, game: str, bots: int) -> None:
    async def ask() -> None:
        async with Player(server.url) as player:
            table = await player.open(game, ["me", *["random"] * bots])
            await player.post(f"/tables/{table}/start")
            followed = 0
            async with player.watch(table) as window:
                while followed < 3:
                    while not window.view or not window.view["legal"]:
                        await window.receive()
                    hint = await player.post(f"/tables/{table}/hint", seat=0)
                    assert hint["move"] in texts(window.view)
                    answer = await window.move(0, hint["move"], hint["n"])
                    assert answer["is"] == "accepted"
                    followed += 1
                    while window.n < answer["ply"]:
                        await window.receive()

    run(ask())


def test_advice_is_for_ones_own_seat_when_it_is_to_move(server: RunningServer) -> None:
    async def ask() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "bus", 3)
            stranger = await stack.enter_async_context(Player(server.url, None))
            visitor = await stack.enter_async_context(Player(server.url))
            hint = f"/tables/{table}/hint"
            (mover,) = (await players[0].get(f"/tables/{table}"))["turn"]
            waiting = (mover + 1) % 3
            assert await players[waiting].refused("POST", hint, json={"seat": waiting}) == "not-your-turn"
            assert await players[waiting].refused("POST", hint, json={"seat": mover}) == "not-your-seat"
            assert await players[mover].refused("POST", hint, json={"seat": 7}) == "not-your-seat"
            assert await visitor.refused("POST", hint, json={"seat": mover}) == "not-your-seat"
            assert await stranger.refused("POST", hint, json={"seat": mover}) == "not-signed-in"
            for wrong in ({}, {"seat": -1}, {"seat": 10}, {"seat": None}, {"seat": 0, "bot": "random"}):
                assert await players[mover].refused("POST", hint, json=wrong) == "malformed"
            await players[mover].post(hint, seat=mover)
            await players[mover].post(f"/tables/{table}/seats/{mover}/resign")
            assert await players[mover].refused("POST", hint, json={"seat": mover}) == "resigned"
            waiting_room = await visitor.open("terminus", ["me", "open"])
            early = await visitor.refused("POST", f"/tables/{waiting_room}/hint", json={"seat": 0})
            assert early == "not-running"

    run(ask())


def test_everyone_sees_that_a_hint_was_taken_and_not_which(server: RunningServer) -> None:
    async def ask() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 2)
            window = await stack.enter_async_context(players[1].watch(table))
            await window.until("sight")
            assert window.events == []
            hint = await players[0].post(f"/tables/{table}/hint", seat=0)
            while not window.events:
                await window.receive()
            (event,) = window.events
            assert (event["n"], event["seat"], event["event"]) == (0, 0, "hint")
            assert [seat["hints"] for seat in window.info["seats"]] == [1, 0]
            told = [frame for frame in window.frames if frame["is"] not in ("table", "presence")]
            assert [frame["is"] for frame in told] == ["sight"]
            assert hint["move"] not in str(window.frames[-1])
            # Whoever asks again for the same decision has taken one hint, also when others have moved meanwhile.
            await players[0].post(f"/tables/{table}/hint", seat=0)
            await players[1].play(table, 1, 0, texts((await players[1].see(table, 1))["view"])[0])
            await players[0].post(f"/tables/{table}/hint", seat=0)
            assert (await players[0].get(f"/tables/{table}"))["seats"][0]["hints"] == 1
            await players[0].play(table, 0, 1, hint["move"])
            (mover,) = (await players[0].get(f"/tables/{table}"))["turn"]
            await players[mover].post(f"/tables/{table}/hint", seat=mover)
            hints = [seat["hints"] for seat in (await players[0].get(f"/tables/{table}"))["seats"]]
            assert hints == ([2, 0] if mover == 0 else [1, 1])

    run(ask())


def test_a_table_may_be_played_without_hints(server: RunningServer) -> None:
    async def ask() -> None:
        async with Player(server.url, language="fr") as player:
            table = await player.open("terminus", ["me", "random"], hints=False)
            info = await player.post(f"/tables/{table}/start")
            assert info["hints"] is False
            answer = await player.ask("POST", f"/tables/{table}/hint", json={"seat": 0})
            assert (answer.status_code, answer.json()["code"]) == (409, "hints-off")
            assert answer.json()["reason"] == "à cette table, on joue sans conseils"
            assert (await player.get(f"/tables/{table}"))["seats"][0]["hints"] == 0

    run(ask())


def test_hints_that_were_taken_stand_in_the_record(server: RunningServer) -> None:
    async def ask() -> None:
        async with Player(server.url) as player:
            table = await player.open("terminus", ["me", "random"], options={"target": 10})
            await player.post(f"/tables/{table}/start")
            async with player.watch(table) as window:
                while not window.view or not window.view["legal"]:
                    await window.receive()
                await player.post(f"/tables/{table}/hint", seat=0)
                await window.play_on(Random(1))
            text = (await player.ask("GET", f"/tables/{table}/record")).text
            record = read_record(text)
            record.verify()
            assert record.hints == {0: 1}
            brought = await player.post("/records", record=text)
            assert [seat["hints"] for seat in brought["seats"]] == [1, 0]

    run(ask())


def test_others_play_on_while_advice_is_thought(server: RunningServer) -> None:
    """Moves are answered while a bot thinks about its advice; on a crowded machine perhaps not at the first try."""

    async def ask() -> None:
        async with Player(server.url) as advised, Player(server.url) as other:
            playing = await other.open("nextstation", ["me"])
            await other.post(f"/tables/{playing}/start")
            async with other.watch(playing) as window:
                await window.until("sight")
                for _ in range(TRIES):
                    asking = await advised.open("terminus", ["me"] * 4)  # whose bot searches
                    await advised.post(f"/tables/{asking}/start")
                    thinking = asyncio.create_task(advised.post(f"/tables/{asking}/hint", seat=0))
                    await asyncio.sleep(0.02)  # now it is being thought
                    await window.play_on(Random(1), plies=window.n + 3)
                    answered_meanwhile = not thinking.done()
                    await thinking
                    if answered_meanwhile:
                        return
        raise AssertionError("no move was answered while advice was thought")

    run(ask())


class _Bench:
    """Thinks until it is told to answer, and remembers what it was asked."""

    size = studies = 99

    def __init__(self) -> None:
        self.asked: list[tuple[str, Mapping[str, Any]]] = []
        self.enough = asyncio.Event()

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> Answer:
        del luck
        assert memory is None, "advice is thought afresh"
        self.asked.append((bot, view))
        await self.enough.wait()
        return Answer(texts(view)[0], {"plan": "nobody wants to know it"})

    async def study(self, question: Study) -> Study:
        raise AssertionError(f"nobody asked {question}")


class _Sitting:
    """A table as far as the adviser looks at it; Ann and Bob play everywhere."""

    def __init__(self, name: str):
        self.id = name
        self.n = 0
        self.table = self
        self.state = new("terminus", seats=2, seed=name)
        self.turn = self.state.turn
        self.seats = TableSeats([Seated(0, person="Ann"), Seated(1, person="Bob")])

    def expect_running(self) -> None: ...

    def expect_hints(self) -> None: ...

    def asked_at(self, seat: int) -> int:
        return seat


def test_the_bot_gets_the_seats_view_once_and_nobody_asks_at_many_tables_at_once() -> None:
    async def ask() -> None:
        bench, taken = _Bench(), list[tuple[str, int]]()

        async def take(live: Any, seat: int, n: int, asked_at: int) -> None:
            assert (n, asked_at) == (0, seat)
            taken.append((live.id, seat))

        adviser = Hints(BotScheduler(bench), b"key", take)
        tables: list[Any] = [_Sitting(f"{number}") for number in range(MOST_AT_ONCE + 1)]
        twice = [asyncio.create_task(adviser.hint(tables[0], "Ann", 0, "en")) for _ in range(2)]
        others = [asyncio.create_task(adviser.hint(table, "Ann", 0, "en")) for table in tables[1:MOST_AT_ONCE]]
        await asyncio.sleep(0)
        with pytest.raises(ServerTrouble, match="too many"):  # theirs: to have no advice would be a fault of ours
            await adviser.hint(tables[-1], "Ann", 0, "en")
        others.append(asyncio.create_task(adviser.hint(tables[-1], "Bob", 1, "en")))
        await asyncio.sleep(0)
        # Whoever gives up waiting does not take the answer from the other who asked.
        twice[0].cancel()
        bench.enough.set()
        await asyncio.gather(twice[1], *others)
        assert bench.asked[0] == (strongest_bot("terminus"), tables[0].state.view(0))
        assert len(bench.asked) == MOST_AT_ONCE + 1
        assert len(taken) == len(bench.asked)
        assert (await adviser.hint(tables[-1], "Ann", 0, "en")).n == 0

    run(ask())


@pytest.mark.slow
def test_advice_is_limited(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.3")

    async def ask() -> None:
        async with Player(server.url) as player:
            table = await player.open("terminus", ["me", "me"])
            await player.post(f"/tables/{table}/start")
            answers = [await player.ask("POST", f"/tables/{table}/hint", json={"seat": 0}) for _ in range(6)]
            assert [answer.status_code for answer in answers][:3] == [200] * 3
            assert answers[-1].json()["code"] == "too-often"

    try:
        run(ask())
    finally:
        server.stop()


@pytest.mark.slow
def test_many_guests_of_one_address_share_its_advice(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="0.3")

    async def asked_thrice(address: str) -> list[int]:
        async with Player(server.url, address=address) as guest:
            table = await guest.open("terminus", ["me", "me"])
            await guest.post(f"/tables/{table}/start")
            answers = [await guest.ask("POST", f"/tables/{table}/hint", json={"seat": 0}) for _ in range(3)]
            return [answer.status_code for answer in answers]

    async def ask() -> None:
        answers = [await asked_thrice("127.0.0.2") for _ in range(6)]
        assert answers[0] == [200] * 3
        assert answers[-1][-1] == 429
        assert await asked_thrice("127.0.0.3") == [200] * 3

    try:
        run(ask())
    finally:
        server.stop()


@pytest.mark.slow
def test_a_bot_that_fails_has_no_advice(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data", OMNIBUS_BOT_SECONDS="0.1")

    async def ask() -> None:
        async with Player(server.url, language="fr") as player:
            table = await player.open("nextstation", ["me"])
            await player.post(f"/tables/{table}/start")
            answer = await player.ask("POST", f"/tables/{table}/hint", json={"seat": 0})
            assert (answer.status_code, answer.json()["code"]) == (503, "no-hint")
            assert "conseil" in answer.json()["reason"]

    try:
        run(ask())
        assert "a bot had no advice" in server.log.read_text()
    finally:
        server.stop()
