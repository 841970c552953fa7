"""Asking why something cannot be done: it is answered from the rules, and is never a move."""

from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from omnibus.rules import GAMES
from tests.server.player import Answer, Player, Window, run
from tests.server.running import RunningServer


async def asked(window: Window, seat: int, n: int, about: object, key: str = "why") -> Answer:
    """The answer to a question, or the trouble with it; nothing else may come."""
    await window.send("why", key=key, seat=seat, n=n, about=about)
    while True:
        frame = await window.receive()
        assert frame["is"] not in ("accepted", "refused")
        if frame["is"] in ("why", "trouble"):
            return frame


async def alone(stack: AsyncExitStack, url: str, game: str, seats: int, language: str = "en") -> tuple[Player, Window]:
    """A table where one person has all seats, so that nobody else moves, and a window from the first seat."""
    player = await stack.enter_async_context(Player(url, language=language))
    table = await player.open(game, ["me"] * seats)
    await player.post(f"/tables/{table}/start")
    window = await stack.enter_async_context(player.watch(table))
    await window.until("sight")
    return player, window


@pytest.mark.parametrize("game", list(GAMES))
def test_a_legal_move_has_no_reason_against_it_and_an_illegal_one_has_a_rule(server: RunningServer, game: str) -> None:
    async def ask() -> None:
        async with AsyncExitStack() as stack:
            player, window = await alone(stack, server.url, game, GAMES[game].seat_counts[-1], "fr")
            seat = window.view["turn"][0]
            sight = await player.see(window.table, seat)
            for move in sight["view"]["legal"]:
                parts = {part: value for part, value in move.items() if part != "text"}
                for about in (move, parts):
                    answer = await asked(window, seat, 0, about, "key:1")
                    assert answer == {"is": "why", "key": "key:1", "rule": None, "reason": None, "refusal": None}
            state = GAMES[game](len(window.info["seats"])).start("1")
            dos = {move["do"] for move in sight["view"]["legal"]}
            other = next(move for move in state.game.moves if move.data["do"] not in dos)
            answer = await asked(window, seat, 0, {"do": other.data["do"]})
            assert answer["rule"] in GAMES[game].rulebook.rules
            assert answer["reason"].startswith(f"{answer['rule']} : ")
            assert window.plies == []
            assert (await player.see(window.table, 0))["n"] == 0

    run(ask())


def test_only_ones_own_seat_at_a_table_being_played_and_about_this_moment(server: RunningServer) -> None:
    async def ask() -> None:
        async with AsyncExitStack() as stack:
            player, window = await alone(stack, server.url, "london", 2)
            other = await stack.enter_async_context(Player(server.url))
            outside = await stack.enter_async_context(other.watch(window.table))
            keep = window.view["legal"][0]
            assert (await asked(outside, 0, 0, keep))["code"] == "not-your-seat"
            assert (await asked(window, 2, 0, keep))["code"] == "not-your-seat"
            nothing = {"is": "why", "key": "why", "rule": None, "reason": None, "refusal": None}
            draw = {"do": "draw"}
            assert (await asked(window, 0, 0, draw))["reason"]
            assert await asked(window, 0, 5, draw) == nothing
            await window.move(0, keep["text"])
            assert await asked(window, 0, 0, draw) == nothing
            assert (await asked(window, 0, 1, draw))["reason"]
            # The other seat is asked for the same as before.
            assert (await asked(window, 1, 0, draw))["reason"]
            waiting = await player.open("london", ["me", "open"])
            early = await stack.enter_async_context(player.watch(waiting))
            assert (await asked(early, 0, 0, draw))["code"] == "not-running"

    run(ask())


def odd_value(luck: Random) -> Any:
    """Something that somebody may put into a question."""
    values: list[Any] = ["", "keep", "x" * 64, "x" * 65, "\ud83d\ude8c", "undo 0", 0, -1, 2**70, 1.5, True, None]
    values += [[], ["T01", 2], [[1]], list(range(17)), {}, {"red": 1}, {"red": {"blue": 1}}]
    return luck.choice(values)


def odd_frame(luck: Random, legal: list[Answer]) -> Answer:
    """A question, or nearly one, made of the parts of moves and other things."""
    parts = [*luck.choice(legal).items()]
    about = dict(luck.sample(parts, luck.randrange(len(parts) + 1)))
    for _ in range(luck.choice((0, 0, 1, 2, 9))):
        about[luck.choice(["do", "text", "move", "seat", "n", "self", "", "k" * 33, f"{luck.random()}"])] = odd_value(
            luck
        )
    frame: Answer = {"key": "k", "seat": luck.randrange(3), "n": luck.randrange(2), "about": about}
    if luck.random() < 0.3:
        frame[luck.choice(["move", "do", "seat", "n", "key", "about"])] = luck.choice(
            [parts[0][1], odd_value(luck), about]
        )
    return frame


def test_no_question_whatever_is_in_it_becomes_a_ply(server: RunningServer) -> None:
    async def ask() -> None:
        async with AsyncExitStack() as stack:
            luck, kinds = Random(14), set()
            player, window = await alone(stack, server.url, "london", 2)
            legal = window.view["legal"]
            for number in range(400):
                frame = {"do": "why", **odd_frame(luck, legal)}
                await window.send(**frame)
                answer = await window.receive()
                while answer["is"] not in ("why", "trouble"):
                    assert answer["is"] in ("table", "sight", "chat")
                    answer = await window.receive()
                assert len(answer.get("reason") or "") < 500
                kinds.add((answer["is"], bool(answer.get("reason"))))
                if number % 50 == 0:
                    assert (await player.see(window.table, 0))["n"] == 0
            assert kinds == {("why", True), ("why", False), ("trouble", True)}
            assert window.plies == []
            assert (await player.see(window.table, 0))["n"] == 0
            assert (await window.move(0, legal[0]["text"], 0, "k"))["ply"] == 1, "the key of a question is not used up"

    run(ask())
