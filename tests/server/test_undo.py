"""Nobody's moves are taken back without them: not by waiting, not by a wish for something else."""

import sqlite3
from contextlib import AsyncExitStack, closing
from typing import Any
from uuid import uuid4

from tests.server.player import Player, run, texts
from tests.server.running import RunningServer
from tests.server.test_games import seated
from tests.starting import PATIENCE


async def undo(player: Player, table: str, seat: int, n: int) -> dict[str, Any]:
    """Ask to take back a seat's last move, or agree to it."""
    command = {"seat": seat, "n": n, "key": uuid4().hex}
    answer: dict[str, Any] = (await player.ask("POST", f"/tables/{table}/undo", json=command)).json()
    return answer


async def both_have_chosen(url: str, stack: AsyncExitStack, first: int, to_move: int) -> tuple[str, list[Player]]:
    """A table of London where two people have kept tickets, in that order, and it is that seat's turn by chance."""
    while True:
        table, players = await seated(stack, url, "london", 2)
        for seat in (first, 1 - first):
            sight = await players[seat].see(table, seat)
            assert (await players[seat].play(table, seat, sight["n"], texts(sight["view"])[0])).status_code == 200
        if (await players[0].see(table, None))["view"]["turn"] == [to_move]:
            return table, players


async def stand_in_for(server: RunningServer, table: str, players: list[Player], away: int) -> int:
    """Somebody who is to move waits for so long that a bot does it: the last ply, when it is the other's turn."""
    here = 1 - away
    with closing(sqlite3.connect(server.data / "omnibus.db", timeout=PATIENCE)) as database:
        database.execute("UPDATE tables SET moved_at = moved_at - 4*24*3600*1000 WHERE id = ?", (table,))
        database.commit()
    await players[here].delete(f"/tables/{table}/undo")
    await players[here].put(f"/tables/{table}/seats/{away}/bot", bot="random")
    sight = await players[here].see(table, here)
    while away in sight["view"]["turn"]:
        sight = await players[here].see(table, here, after=sight["n"], wait=5)
    return int(sight["n"])


def test_who_waits_until_a_bot_stands_in_takes_back_nothing_of_the_other(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await both_have_chosen(server.url, stack, first=0, to_move=1)
            n = await stand_in_for(server, table, players, away=1)
            refused = await undo(players[0], table, 0, n)
            assert refused.get("code") == "undo-needs-who-is-away", refused
            assert refused["reason"].startswith("P1 is away")
            assert (await players[0].see(table, 0))["n"] == n
            # What the bot did is nobody's: it goes with one's own move.
            sight = await players[0].see(table, 0)
            await players[0].play(table, 0, n, texts(sight["view"])[0])
            sight = await players[0].see(table, 0)
            while 1 in sight["view"]["turn"]:
                sight = await players[0].see(table, 0, after=sight["n"], wait=5)
            assert (await undo(players[0], table, 0, sight["n"]))["ply"] == sight["n"] + 1
            # Once the other is back, they are asked.
            await players[1].delete(f"/tables/{table}/seats/1/bot")
            assert (await undo(players[0], table, 0, sight["n"] + 1))["ply"] is None
            assert (await undo(players[1], table, 0, sight["n"] + 1))["ply"] == sight["n"] + 2

    run(play())


def test_who_resigned_agrees_or_not_to_losing_moves_of_their_own(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, (gone, here) = await both_have_chosen(server.url, stack, first=1, to_move=1)
            await gone.post(f"/tables/{table}/seats/0/resign")
            assert (await undo(here, table, 1, 2))["ply"] is None
            told = (await gone.get(f"/tables/{table}"))["undo"]
            assert (told["agreed"], told["needed"], told["asks_you"]) == (1, 2, True)
            await gone.delete(f"/tables/{table}/undo")
            assert (await here.get(f"/tables/{table}"))["undo"] is None
            assert (await undo(here, table, 1, 2))["ply"] is None
            assert (await undo(gone, table, 1, 2))["ply"] == 3

    run(play())


def test_a_wish_for_something_else_is_not_agreement(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await both_have_chosen(server.url, stack, first=0, to_move=1)
            assert (await players[1].play(table, 1, 2, "draw deck")).status_code == 200
            assert (await undo(players[1], table, 1, 3))["ply"] is None
            other = await undo(players[0], table, 0, 3)
            assert other.get("code") == "another-undo", other
            assert (await players[0].see(table, None))["n"] == 3

    run(play())
