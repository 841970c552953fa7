"""Races: of two commands for the same moment one counts, and a command counts once, however and wherever it is sent."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.neighbours import postgresql, redis
from tests.server.player import Player, Window, run, texts
from tests.server.running import FRESH, RunningServer

pytestmark = pytest.mark.slow

RACES = 84  # in each of six ways, more than 500 in all; `python -m tests.server.soak` runs 500 in each
HEAD_START = 0.01  # seconds
WAYS = (("window", "window"), ("http", "http"), ("window", "http"))

Sender = Callable[[int, int, str, str], Awaitable[dict[str, Any]]]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two server processes on one database; they share the key that signs cookies."""
    data = tmp_path_factory.mktemp("pair") / "data"
    with postgresql() as database, redis() as wire:
        shared = {"OMNIBUS_DATABASE": database, "OMNIBUS_REDIS": wire}
        first, second = RunningServer(data, **shared), RunningServer(data, FRESH, **shared)
        yield first, second
        for server in (first, second):
            server.stop()
            assert '"level":"error"' not in server.log.read_text(), server.log.read_text()


class Race:
    """One person with two devices, who plays both seats of a long game and always moves on both devices at once."""

    def __init__(self, players: tuple[Player, Player], table: str, luck: Random):
        self.players = players
        self.table = table
        self.luck = luck
        self.windows: list[Window] = []
        self.won = [0, 0]
        self.head_start = 0.0  # the most that a window waits

    def by_http(self, which: int) -> Sender:
        async def send(seat: int, n: int, key: str, move: str) -> dict[str, Any]:
            answer = await self.players[which].play(self.table, seat, n, move, key)
            told: dict[str, Any] = answer.json()
            assert answer.status_code in (200, 409), answer.text
            return {"is": "accepted" if answer.status_code == 200 else "refused", **told}

        return send

    def by_window(self, which: int) -> Sender:
        async def send(seat: int, n: int, key: str, move: str) -> dict[str, Any]:
            await asyncio.sleep(self.luck.uniform(0, self.head_start))
            return await self.windows[which].move(seat, move, n, key)

        return send

    async def run(self, senders: tuple[Sender, Sender], races: int) -> None:
        """Send two different moves for the same moment, again and again."""
        for number in range(races):
            sight = await self.players[number % 2].see(self.table, 0)
            seat = sight["view"]["turn"][0]
            if seat != 0:
                sight = await self.players[number % 2].see(self.table, seat)
            n, legal = sight["n"], texts(sight["view"])
            if self.windows:
                await self._look_from(seat)
            moves = [self.luck.choice(legal), self.luck.choice(legal)]
            keys = [f"{n}-{number}-{which}" for which in (0, 1)]
            order = [0, 1] if number % 2 else [1, 0]
            answers = dict(
                zip(
                    order,
                    await asyncio.gather(*(senders[which](seat, n, keys[which], moves[which]) for which in order)),
                    strict=True,
                )
            )
            winner = 0 if answers[0]["is"] == "accepted" else 1
            self.won[winner] += 1
            accepted, refused = answers[winner], answers[1 - winner]
            assert (accepted["is"], accepted["key"], accepted["ply"]) == ("accepted", keys[winner], n + 1)
            assert (refused["is"], refused["key"], refused["code"]) == ("refused", keys[1 - winner], "stale")
            fresh = await self.players[winner].see(self.table, seat, after=n)
            assert refused["n"] == fresh["n"] == n + 1
            assert refused["view"] == fresh["view"]
            assert [ply["n"] for ply in fresh["plies"]] == [n + 1]

    async def _look_from(self, seat: int) -> None:
        for window in self.windows:
            if window.view["seat"] != seat:
                await window.send("look", seat=seat)
            await window.until_seen_from(seat)


async def race(
    servers: tuple[RunningServer, RunningServer], ways: tuple[str, str], races: int, seed: int
) -> tuple[int, int]:
    """How many races each of the two senders won."""
    async with AsyncExitStack() as stack:
        first, second = await _two_devices(stack, servers)
        table = await first.open("terminus", ["me", "me"], options={"target": 500})
        await first.post(f"/tables/{table}/start")
        racing = Race((first, second), table, Random(seed))
        racing.windows = [await stack.enter_async_context(player.watch(table)) for player in (first, second)]
        for window in racing.windows:
            await window.until("sight")
        # A window is so much quicker than a request that otherwise it would be no race.
        racing.head_start = 0.0 if ways[0] == ways[1] else HEAD_START
        senders = [
            racing.by_http(which) if way == "http" else racing.by_window(which) for which, way in enumerate(ways)
        ]
        await racing.run((senders[0], senders[1]), races)
        info = await second.get(f"/tables/{table}")
        assert info["n"] == races, "more plies than races"
        for window in racing.windows:
            while window.n < races:
                await window.receive()
            assert [ply["n"] for ply in window.plies] == list(range(1, races + 1))
        return racing.won[0], racing.won[1]


def test_of_two_commands_for_the_same_moment_one_counts(server: RunningServer) -> None:
    async def story() -> None:
        for ways in WAYS:
            assert sum(await race((server, server), ways, RACES, seed=1)) == RACES

    run(story())


def test_of_two_commands_to_two_processes_one_counts(pair: tuple[RunningServer, RunningServer]) -> None:
    async def story() -> None:
        for ways in WAYS:
            won = await race(pair, ways, RACES, seed=2)
            assert sum(won) == RACES
            # Otherwise it was no race. How windows and requests fare together depends on the machine.
            assert min(won) > 0 or ways[0] != ways[1], won

    run(story())


# ---- The same command counts once


async def _two_devices(stack: AsyncExitStack, servers: tuple[RunningServer, RunningServer]) -> tuple[Player, Player]:
    """One person at two servers, or twice at one."""
    first = await stack.enter_async_context(Player(servers[0].url))
    second = await stack.enter_async_context(Player(servers[1].url, None))
    second.http.cookies.update(first.http.cookies)
    return first, second


async def _sent_at_once(servers: tuple[RunningServer, RunningServer], times: int) -> None:
    """Send every command from two devices at once, over HTTP, and then again from a new window on either."""
    async with AsyncExitStack() as stack:
        players = await _two_devices(stack, servers)
        table = await players[0].open("nextstation", ["me"])
        await players[0].post(f"/tables/{table}/start")
        luck = Random(3)
        for n in range(times):
            legal = texts((await players[n % 2].see(table, 0))["view"])
            move, key = luck.choice(legal), f"key-{n}"
            answers = await asyncio.gather(*(player.play(table, 0, n, move, key) for player in players))
            assert [(answer.status_code, answer.json()["ply"]) for answer in answers] == [(200, n + 1)] * 2
            # With the same key even another move is the command that was accepted.
            async with players[1 - n % 2].watch(table) as later:
                again = await later.move(0, luck.choice(legal), n, key)
                assert (again["is"], again["ply"]) == ("accepted", n + 1)
        assert [(await player.see(table, 0))["n"] for player in players] == [times, times]


def test_the_same_command_from_two_devices_counts_once(server: RunningServer) -> None:
    run(_sent_at_once((server, server), 20))


def test_the_same_command_to_two_processes_counts_once(pair: tuple[RunningServer, RunningServer]) -> None:
    run(_sent_at_once(pair, 20))


def test_the_same_command_counts_once_after_a_restart(tmp_path: Path) -> None:
    """The answer is lost with the server; whoever sends again is told which ply it became."""
    server = RunningServer(tmp_path / "data")

    async def story() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me"])
            await player.post(f"/tables/{table}/start")
            legal = texts((await player.see(table, 0))["view"])
            await player.play(table, 0, 0, legal[0], "before")
            server.kill()
            await asyncio.to_thread(server.start)
            for move in legal[:2]:
                again = await player.play(table, 0, 0, move, "before")
                assert (again.status_code, again.json()["ply"], again.json()["n"]) == (200, 1, 1)
            other = await player.play(table, 0, 0, legal[0], "another")
            assert (other.status_code, other.json()["code"]) == (409, "stale")
            assert (await player.see(table, 0))["n"] == 1

    run(story())
    server.stop()
