"""People who mean well: they play, talk, look at the lobby, at a pace that a server should hardly feel.

`python -m tests.server.honest URL SECONDS TABLES` plays until the time is up, checks after every game that nothing
acknowledged was lost, and prints as JSON how long the answers to moves took.
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack, suppress
from random import Random

from tests.server.player import Player, Window, texts

BETWEEN_MOVES = 0.5  # seconds, at each table, in the mean
GAMES = (("terminus", 2, 0), ("london", 2, 0), ("nextstation", 2, 0), ("london", 1, 1), ("bus", 2, 1))


class HonestTable:
    """People at one table, who move in their own time until told to stop, and begin anew when a game is over."""

    def __init__(self, players: list[Player], game: str, bots: int, luck: Random):
        self.players = players
        self.game = game
        self.bots = bots
        self.luck = luck
        self.waits: list[float] = []
        self.acknowledged = 0
        self.games = 0

    async def play(self) -> None:
        """Game after game."""
        while True:
            await self._one_game()
            self.games += 1

    async def _one_game(self) -> None:
        host, *others = self.players
        seats = ["me", *["open"] * len(others), *["normal"] * self.bots]
        table = await host.open(self.game, seats)
        for other in others:
            await other.post(f"/tables/{table}/join")
        await host.post(f"/tables/{table}/start")
        made: dict[int, str] = {}
        async with AsyncExitStack() as stack:
            windows = [await stack.enter_async_context(player.watch(table)) for player in self.players]
            await asyncio.gather(*(self._play_seat(window, made) for window in windows))
        record = await host.ask("GET", f"/tables/{table}/record")
        assert record.is_success, record.text
        for move in made.values():
            assert move in record.text, f"{move} was acknowledged and lost"
        self.acknowledged += len(made)

    async def _play_seat(self, window: Window, made: dict[int, str]) -> None:
        while not window.view:
            await window.receive()
        while window.view["result"] is None:
            if not window.view["legal"]:
                await window.receive()
                continue
            await asyncio.sleep(self.luck.expovariate(1 / BETWEEN_MOVES))
            move = self.luck.choice(texts(window.view))
            began = time.perf_counter()
            answer = await window.move(window.view["seat"], move)
            self.waits.append(time.perf_counter() - began)
            if answer["is"] == "refused":
                assert answer["code"] in ("stale", "illegal"), answer
                window.n, window.view = answer["n"], answer["view"]
                continue
            made[answer["ply"]] = move
            while window.n < answer["ply"]:
                await window.receive()


def _somebody(url: str, number: int) -> Player:
    """One of the people, each at an address of their own."""
    return Player(url, f"Honest {number}", address=f"127.0.1.{number % 250 + 1}")


async def _look_around(player: Player, luck: Random) -> None:
    """Somebody who reads the lobby and talks a little."""
    while True:
        await player.get("/tables")
        await player.get("/games")
        await asyncio.sleep(luck.uniform(1, 4))


async def live(url: str, seconds: float, tables: int) -> dict[str, object]:
    """Play at so many tables for so long."""
    luck = Random(4)
    async with AsyncExitStack() as stack:
        at_work: list[HonestTable] = []
        number = 0
        for at in range(tables):
            game, people, bots = GAMES[at % len(GAMES)]
            players = []
            for _ in range(people):
                number += 1
                players.append(await stack.enter_async_context(_somebody(url, number)))
            at_work.append(HonestTable(players, game, bots, Random(at)))
        looking = await stack.enter_async_context(_somebody(url, number + 1))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(table.play() for table in at_work), _look_around(looking, luck))
    waits = sorted(wait for table in at_work for wait in table.waits)
    return {
        "moves": len(waits),
        "games": sum(table.games for table in at_work),
        "p50": waits[len(waits) // 2],
        "p99": waits[int(len(waits) * 0.99)],
        "worst": waits[-1],
    }


def main() -> None:
    """Play at the server at an address for so many seconds at so many tables."""
    sys.stdout.write(json.dumps(asyncio.run(live(sys.argv[1], float(sys.argv[2]), int(sys.argv[3])))) + "\n")


if __name__ == "__main__":
    main()
