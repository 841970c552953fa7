"""Two server processes that share one PostgreSQL and one Redis."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random

import pytest
from websockets.asyncio.client import connect

from omnibus import GAMES, new, read_record
from omnibus.server import bot_queue
from omnibus.server.bot_queue import BotQueue
from omnibus.server.bot_workers import BotWorkers
from omnibus.server.live_table import TABLE_GONE
from tests.server.neighbours import postgresql, redis
from tests.server.player import Player, run, texts
from tests.server.running import FRESH, RunningServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[RunningServer]]:
    data = tmp_path_factory.mktemp("shared") / "data"
    with postgresql() as database, redis() as wire:
        running = []
        try:
            for fresh in (not FRESH, FRESH):
                settings = {"OMNIBUS_DATABASE": database, "OMNIBUS_REDIS": wire, "OMNIBUS_BOT_SECONDS": "12"}
                running.append(RunningServer(data, fresh, **settings))
            yield running
        finally:
            for server in running:
                server.stop()
        for server in running:
            assert '"level":"error"' not in server.log.read_text(), server.log.read_text()


async def _seated(stack: AsyncExitStack, twins: list[RunningServer], game: str, bots: int) -> tuple[str, list[Player]]:
    """Two people, each at another process, and bots between them."""
    players = [await stack.enter_async_context(Player(server.url, f"P{seat}")) for seat, server in enumerate(twins)]
    table = await players[0].open(game, ["me", *["random"] * bots, "open"])
    await players[1].post(f"/tables/{table}/join")
    await players[0].post(f"/tables/{table}/start")
    return table, players


TWO_TOGETHER = [(game, 0) for game, box in GAMES.items() if box.seat_counts[0] == 2]
WITH_A_BOT = [pytest.param(game, 1, marks=pytest.mark.soak) for game, box in GAMES.items() if box.seat_counts[0] != 2]


@pytest.mark.parametrize(("game", "bots"), [*TWO_TOGETHER, *WITH_A_BOT])
def test_people_at_two_processes_play_a_whole_game(twins: list[RunningServer], game: str, bots: int) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await _seated(stack, twins, game, bots)
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            await asyncio.gather(*(window.play_on(Random(f"{game}{n}")) for n, window in enumerate(windows)))
            assert windows[0].view["result"] == windows[1].view["result"]
            infos = [await player.get(f"/tables/{table}") for player in players]
            assert infos[0]["n"] == infos[1]["n"]
            for window in windows:
                assert [ply["n"] for ply in window.plies] == list(range(1, infos[0]["n"] + 1))
            for player in players:
                read_record((await player.ask("GET", f"/tables/{table}/record")).text).verify()

    run(play())


def test_of_two_commands_at_two_processes_one_counts(twins: list[RunningServer]) -> None:
    async def race() -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(Player(twins[0].url))
            table = await first.open("nextstation", ["me"])
            await first.post(f"/tables/{table}/start")
            second = await stack.enter_async_context(Player(twins[1].url, None))
            second.http.cookies = first.http.cookies
            tabs = [await stack.enter_async_context(player.watch(table)) for player in (first, second)]
            for tab in tabs:
                await tab.until("sight")
            luck = Random(2)
            while tabs[0].view["result"] is None:
                n, legal = tabs[0].n, texts(tabs[0].view)
                answers = await asyncio.gather(
                    *(tab.move(0, luck.choice(legal), n, f"{n}-{which}") for which, tab in enumerate(tabs))
                )
                assert sorted(answer["is"] for answer in answers) == ["accepted", "refused"], answers
                for tab in tabs:
                    while tab.n <= n:
                        await tab.receive()
                assert tabs[0].view == tabs[1].view
            # The same command at both processes counts once.
            table = await first.open("nextstation", ["me"])
            await first.post(f"/tables/{table}/start")
            sight = await second.see(table, 0)
            both = await asyncio.gather(
                *(player.play(table, 0, 0, sight["view"]["legal"][0]["text"], "once") for player in (first, second))
            )
            assert [(answer.status_code, answer.json()["ply"]) for answer in both] == [(200, 1), (200, 1)]

    run(race())


def test_bots_think_wherever_somebody_takes_questions() -> None:
    """One who asks, one who answers, and a queue of their own between them."""

    async def think() -> None:
        with redis() as wire:
            early, asking, answering = (BotQueue(wire, BotWorkers(workers=1, seconds=30)) for _ in range(3))
            await answering.open()
            view = new("terminus", seats=2, seed="1").view(0)
            # The queue clears up when it opens, and may clear away a question that has just come: then a bot thinks
            # where it was asked.
            assert (await early.think("random", view, "1")).move in texts(view)
            await early.close()
            assert (await asking.think("random", view, "1")).move in texts(view)
            assert asking._local._workers[0]._process is None
            # Nobody answers: a bot here thinks instead.
            await answering.close()
            asking.patience = 1.0
            assert (await asking.think("random", view, "1")).move in texts(view)
            assert asking._local._workers[0]._process is not None
            await asking.close()

    run(think())


def test_a_process_asks_as_many_at_once_as_there_are_workers_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "COUNT_SECONDS", 0.05)

    async def count() -> None:
        with redis() as wire:
            queues = [BotQueue(wire, BotWorkers(workers=workers, seconds=30)) for workers in (1, 2)]
            assert [queue.size for queue in queues] == [1, 2]
            for queue in queues:
                await queue.open()
            while [queue.size for queue in queues] != [3, 3]:
                await asyncio.sleep(0.05)
            for queue in queues:
                await queue.close()

    run(count())


def test_advice_is_thought_wherever_somebody_takes_questions(twins: list[RunningServer]) -> None:
    async def ask() -> None:
        async with Player(twins[0].url) as here, Player(twins[1].url, None) as there:
            table = await here.open("terminus", ["me", "random"])
            await here.post(f"/tables/{table}/start")
            there.http.cookies = here.http.cookies
            legal = texts((await here.see(table, 0))["view"])
            both = await asyncio.gather(*(player.post(f"/tables/{table}/hint", seat=0) for player in (here, there)))
            assert all(hint["move"] in legal for hint in both)

    run(ask())


def test_chat_seats_and_log_out_reach_the_other_process(twins: list[RunningServer]) -> None:
    async def meet() -> None:
        async with AsyncExitStack() as stack:
            table, players = await _seated(stack, twins, "london", 0)
            window = await stack.enter_async_context(players[1].watch(table))
            await window.until("sight")
            await players[0].post(f"/tables/{table}/chat", said="hello from afar")
            while window.said != ["hello from afar"]:
                await window.receive()
            other = await stack.enter_async_context(players[0].watch(table))
            for each in (window, other):
                while not each.presence or not all(seat["here"] for seat in each.presence["seats"]):
                    await each.receive()
            await players[0].post(f"/tables/{table}/hint", seat=0)
            await players[0].post(f"/tables/{table}/seats/0/resign")
            while [event["event"] for event in window.events] != ["hint", "resigned"]:
                await window.receive()
            while not window.info["seats"][0]["resigned"]:
                await window.receive()
            # The one who is left ends the game, wherever.
            await players[1].post(f"/tables/{table}/end")
            while not other.info["ended"]:
                await other.receive()
            assert (await players[0].get(f"/tables/{table}"))["ranks"] == [2, 1]
            again = await stack.enter_async_context(Player(twins[0].url, None))
            again.http.cookies = players[1].http.cookies
            await again.delete("/sessions")
            await window.socket.wait_closed()
            assert window.socket.close_code == 4401

    run(meet())


def test_what_a_host_does_reaches_the_other_process(twins: list[RunningServer]) -> None:
    async def meet() -> None:
        async with Player(twins[0].url, "Host") as host, Player(twins[1].url, "Guest") as guest:
            table = await host.open("terminus", ["me", "open", "open"])
            await guest.post(f"/tables/{table}/join", seat=1)
            lobby = f"{twins[1].url.replace('http', 'ws')}/api/lobby/live"
            async with guest.watch(table) as window, connect(lobby) as listed:
                await window.until("table")
                await host.delete(f"/tables/{table}/seats/1/person")
                while window.info["seats"][1]["who"] != "open":
                    await window.until("table")
                assert await guest.refused("POST", f"/tables/{table}/join", json={}) == "sent-away"
                await host.delete(f"/tables/{table}")
                await window.socket.wait_closed()
                assert window.socket.close_code == TABLE_GONE
                while json.loads(await listed.recv()) != {"is": "removed", "id": table}:
                    pass
            assert await guest.refused("GET", f"/tables/{table}") == "no-such-table"
            assert (await guest.get("/tables", my_turn=True))["tables"] == []

    run(meet())


def test_a_bot_that_moves_at_a_table_that_is_no_more_harms_nobody(twins: list[RunningServer]) -> None:
    async def meet() -> None:
        async with Player(twins[0].url) as host, Player(twins[1].url, None) as elsewhere:
            elsewhere.http.cookies = host.http.cookies
            for _ in range(3):
                table = await host.open("terminus", ["me", "hard"])
                await host.post(f"/tables/{table}/start")
                await elsewhere.delete(f"/tables/{table}")
                assert await host.refused("GET", f"/tables/{table}") == "no-such-table"
            other = await host.open("terminus", ["me", "random"])
            await host.post(f"/tables/{other}/start")
            async with host.watch(other) as window:
                await window.play_on(Random(1), plies=6)
        for twin in twins:
            assert '"level":"error"' not in twin.log.read_text(), twin.log.read_text()

    run(meet())


def test_when_a_process_dies_the_other_takes_over(twins: list[RunningServer]) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            table, players = await _seated(stack, twins, "bus", 1)
            window = await stack.enter_async_context(players[1].watch(table))
            refugee = await stack.enter_async_context(Player(twins[1].url, None))
            refugee.http.cookies = players[0].http.cookies
            twins[0].kill()
            try:
                other = await stack.enter_async_context(refugee.watch(table, n=0))
                await asyncio.gather(window.play_on(Random(1)), other.play_on(Random(2)))
                assert window.view["result"] == other.view["result"]
            finally:
                twins[0].start()

    run(story())
