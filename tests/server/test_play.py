"""Commands: always answered, counted once, in any order where play is simultaneous; undo, spectators, several tabs."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.player import Player, Window, run, texts
from tests.server.running import RunningServer
from tests.server.test_games import seated


def test_of_two_commands_for_the_same_moment_one_counts(server: RunningServer) -> None:
    """Two tabs of the same seat send different moves for the same n, 500 times."""

    async def race() -> None:
        async with AsyncExitStack() as stack:
            player = await stack.enter_async_context(Player(server.url))
            table = await player.open("terminus", ["me", "me"], options={"target": 500})
            await player.post(f"/tables/{table}/start")
            tabs = [await stack.enter_async_context(player.watch(table)) for _ in range(2)]
            luck = Random(1)
            for tab in tabs:
                await tab.until("sight")
            for number in range(500):
                seat = tabs[0].view["seat"]
                if not tabs[0].view["legal"]:
                    seat = 1 - seat
                    for tab in tabs:
                        await tab.send("look", seat=seat)
                        while tab.view["seat"] != seat:
                            await tab.receive()
                n, legal = tabs[0].n, texts(tabs[0].view)
                answers = await asyncio.gather(
                    *(tab.move(seat, luck.choice(legal), n, f"{number}-{which}") for which, tab in enumerate(tabs))
                )
                assert sorted(answer["is"] for answer in answers) == ["accepted", "refused"]
                refused = next(answer for answer in answers if answer["is"] == "refused")
                over = refused["view"]["result"] is not None
                code = "not-running" if over else "stale"
                assert (refused["code"], refused["n"], refused["view"]["seat"]) == (code, n + 1, seat)
                if over:
                    break
                for tab in tabs:
                    while tab.n <= n:
                        await tab.receive()
                assert tabs[0].view == tabs[1].view
                assert refused["view"] == tabs[0].view
            assert tabs[0].n == 500

    run(race())


def test_whoever_moves_hears_that_it_counts_and_sees_it_at_once(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player, player.watch(await _started(player)) as window:
            await window.until("sight")
            for n in range(10):
                await window.send("move", seat=0, n=n, key=f"key-{n}", move=window.view["legal"][0]["text"])
                accepted, sight = await window.receive(), await window.receive()
                assert (accepted["is"], accepted["ply"], sight["is"], sight["n"]) == ("accepted", n + 1, "sight", n + 1)

    run(play())


def test_the_same_command_sent_twice_counts_once(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player, player.watch(await _started(player)) as window:
            await window.until("sight")
            move = window.view["legal"][0]["text"]
            first = await window.move(0, move, 0, "once")
            again = await window.move(0, move, 0, "once")
            assert first == again == {"is": "accepted", "key": "once", "ply": 1}
            over_http = await player.play(window.table, 0, 0, move, "once")
            assert over_http.json()["ply"] == 1
            assert over_http.json()["n"] == window.n == 1
            # The same key of somebody else is another key.
            async with Player(server.url) as other:
                answer = await other.play(window.table, 0, 0, move, "once")
                assert answer.json()["code"] == "not-your-seat"
                assert answer.json()["view"]["seat"] is None

    run(play())


async def _started(player: Player, game: str = "nextstation", seats: tuple[str, ...] = ("me",)) -> str:
    table = await player.open(game, seats)
    await player.post(f"/tables/{table}/start")
    return table


def test_where_play_is_simultaneous_seats_move_in_any_order(server: RunningServer) -> None:
    """All know only of n = 0, and all their moves count; a second move for the same decision does not."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 3)
            sights = [await player.see(table, seat) for seat, player in enumerate(players)]
            for seat in (2, 0, 1):
                answer = await players[seat].play(table, seat, 0, sights[seat]["view"]["legal"][0]["text"])
                assert answer.status_code == 200, answer.text
                if seat == 2:
                    late = await players[2].play(table, 2, 0, sights[2]["view"]["legal"][0]["text"])
                    assert (late.status_code, late.json()["code"]) == (409, "stale")
            assert (await players[0].see(table, None))["n"] == 3

    run(play())


def test_what_is_refused_is_told_why_with_a_fresh_view(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url, language="fr") as player, player.watch(await _started(player)) as window:
            await window.until("sight")
            for move, n, code, reason in (
                ("nonsense", 0, "illegal", "N"),
                (window.view["legal"][0]["text"], 7, "stale", "la table a avancé"),
            ):
                answer = await window.move(0, move, n)
                assert (answer["is"], answer["code"]) == ("refused", code)
                assert answer["reason"].startswith(reason)
                assert answer["view"] == window.view
                assert (answer["rule"] is not None) == (code == "illegal")
                assert answer["refusal"] == ({"refusal": "no-such-move", "text": move} if code == "illegal" else None)
            answer = await window.move(3, window.view["legal"][0]["text"])
            assert answer["code"] == "not-your-seat"
            for broken in ("", "{", "[]", '"x"', '{"do":"dance"}', '{"do":"move"}', "\x00", '{"do":"look","seat":-1}'):
                await window.socket.send(broken)
                await window.until("trouble")
            await window.socket.send(b"\xff\xfe")
            await window.until("trouble")
            assert set(window.troubles) == {"malformed"}
            await window.send("ping")
            await window.until("pong")
            await window.socket.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                await window.until("nothing of that kind")

    run(play())


def test_after_a_lost_connection_one_gets_what_one_missed(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player:
            table = await _started(player, "bus", ("me", "random", "random"))
            async with player.watch(table) as window:
                await window.play_on(Random(4), plies=90)
            async with player.watch(table, n=0) as again:
                await again.until("sight")
                # The bots may have moved before the first window was open.
                sent = [ply for ply in again.plies if window.plies[0]["n"] <= ply["n"] <= window.n]
                assert sent == window.plies
                # Longer ago than what is kept at hand, and shorter.
                for last in (3, again.n - 5, again.n):
                    async with player.watch(table, n=last) as later:
                        frame = await later.until("sight")
                        assert frame["after"] == last
                        assert [ply["n"] for ply in frame["plies"]] == list(range(last + 1, frame["n"] + 1))
                        # The bots may have moved on in the meantime.
                        for one, other in zip(frame["plies"], again.plies[last:], strict=False):
                            assert one == other
                await again.send("resume", n=1)
                frame = await again.until("sight")
                while frame["after"] != 1:
                    frame = await again.until("sight")
                assert frame["plies"][0]["n"] == 2
                over_http = await player.see(table, 0, after=1)
                assert over_http["plies"][: len(frame["plies"])] == frame["plies"]

    run(play())


def test_one_device_for_several_people(server: RunningServer) -> None:
    """Hot-seat: the view is that of the seat looked from, and only of one's own."""

    async def play() -> None:
        async with Player(server.url) as player:
            wishes = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bob"}, {"who": "bot", "bot": "random"}]
            table = (await player.post("/tables", game="london", seats=wishes))["table"]["id"]
            info = await player.post(f"/tables/{table}/start")
            assert [seat["name"] for seat in info["seats"][:2]] == ["Ann", "Bob"]
            async with player.watch(table) as window:
                assert (await window.until("sight"))["seat"] == 0
                await window.send("look", seat=1)
                await window.until_seen_from(1)
                assert window.view["table"][0]["offer"] is None
                assert window.view["table"][1]["offer"] is not None
                await window.send("look", seat=2)
                await window.until("trouble")
                assert window.troubles == ["not-your-seat"]
                await window.send("look", seat=None)
                await window.until_seen_from(None)

    run(play())


def test_spectators_see_only_what_is_public(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 2)
            stranger = await stack.enter_async_context(Player(server.url, None))
            window = await stack.enter_async_context(stranger.watch(table, seat=0))
            frame = await window.until("sight")
            assert frame["seat"] is None
            assert all(seat["offer"] is None for seat in frame["view"]["table"])
            sight = await players[0].see(table, 0)
            await players[0].play(table, 0, 0, sight["view"]["legal"][0]["text"])
            frame = await window.until("sight")
            assert frame["plies"] == [{"n": 1, "seat": 0, "events": [{"event": "choose", "seat": 0}]}]
            assert (await window.move(0, sight["view"]["legal"][0]["text"]))["code"] == "not-signed-in"
            assert await stranger.refused("GET", f"/tables/{table}/view", params={"seat": 0}) == "not-your-seat"
            assert await stranger.refused("POST", f"/tables/{table}/chat", json={"said": "x"}) == "not-signed-in"
            assert await stranger.refused("GET", f"/tables/{table}/note") == "not-signed-in"

    run(play())


def test_chat_is_for_all_and_a_note_for_oneself(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 2)
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            await windows[0].send("say", said="Bonjour <b>à tous</b>")
            for window in windows:
                while not window.said:
                    await window.receive()
                assert window.said == ["Bonjour <b>à tous</b>"]
            (said,) = (await players[1].get(f"/tables/{table}/chat"))["chat"]
            assert (said["name"], said["said"]) == ("P0", "Bonjour <b>à tous</b>")
            await players[0].put(f"/tables/{table}/note", note="watch P1")
            assert await players[0].get(f"/tables/{table}/note") == {"note": "watch P1"}
            assert await players[1].get(f"/tables/{table}/note") == {"note": ""}
            too_long = {"said": "x" * 501}
            assert await players[0].refused("POST", f"/tables/{table}/chat", json=too_long) == "malformed"

    run(play())


# ---- Undo


async def _undo(window: Window, seat: int, key: str) -> dict[str, object]:
    await window.send("undo", seat=seat, n=window.n, key=key)
    while key not in window.answers:
        await window.receive()
    return window.answers.pop(key)


def test_undo_is_free_while_nothing_was_revealed_and_nobody_moved(server: RunningServer) -> None:
    """Bus hides nothing: one's last move can be taken back until somebody else has moved."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "bus", 3)
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            for window in windows:
                await window.until("sight")
            (seat,) = windows[0].view["turn"]
            mover, before = windows[seat], windows[seat].view
            assert (await _undo(mover, seat, "none"))["code"] == "nothing-to-undo"
            await mover.move(seat, before["legal"][0]["text"])
            while mover.n < 1:
                await mover.receive()
            assert (await _undo(mover, seat, "back"))["ply"] == 2
            for window in windows:
                while window.n < 2:
                    await window.receive()
                assert window.plies[-1]["events"] == [{"event": "undo", "seat": seat, "to": 0}]
            assert mover.view == before
            # A move meant for the moment before the undo comes too late.
            assert (await mover.move(seat, before["legal"][0]["text"], 0))["code"] == "stale"
            await mover.move(seat, before["legal"][1]["text"])
            while mover.n < 3:
                await mover.receive()
            (following,) = mover.view["turn"]
            if following != seat:
                other = windows[following]
                while other.n < 3:
                    await other.receive()
                await other.move(following, other.view["legal"][0]["text"])
                while mover.n < 4:
                    await mover.receive()
                assert (await _undo(mover, seat, "late"))["ply"] is None

    run(play())


def test_otherwise_all_people_must_agree(server: RunningServer) -> None:
    """London: a card drawn from the deck has been seen."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 2)
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            for seat, window in enumerate(windows):
                await window.until("sight")
                await window.move(seat, window.view["legal"][0]["text"])
            for window in windows:
                while window.n < 2:
                    await window.receive()
            (seat,) = windows[0].view["turn"]
            mover, other = windows[seat], windows[1 - seat]
            before = mover.view
            await mover.move(seat, "draw deck")
            for window in windows:
                while window.n < 3:
                    await window.receive()
            assert (await _undo(mover, seat, "please"))["ply"] is None
            while other.info.get("undo") is None:
                await other.receive()
            wish = {"n": 3, "seat": seat, "agreed": 1, "needed": 2, "yours": False, "asks_you": True}
            assert other.info["undo"] == wish
            await other.player.delete(f"/tables/{table}/undo")
            while other.info.get("undo") is not None:
                await other.receive()
            assert (await _undo(mover, seat, "pretty-please"))["ply"] is None
            assert (await _undo(other, seat, "all-right"))["ply"] == 4
            while mover.n < 4:
                await mover.receive()
            assert mover.view == before
            record = await mover.player.refused("GET", f"/tables/{table}/record")
            assert record == "not-over"

    run(play())


def test_choosing_tickets_reveals_nothing_while_others_choose(server: RunningServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "london", 2)
            window = await stack.enter_async_context(players[0].watch(table))
            await window.until("sight")
            before = window.view
            await window.move(0, before["legal"][0]["text"])
            while window.n < 1:
                await window.receive()
            assert (await _undo(window, 0, "back"))["ply"] == 2
            while window.n < 2:
                await window.receive()
            assert window.view == before

    run(play())


def test_whoever_plays_bots_alone_may_always_take_back(server: RunningServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player:
            table = await _started(player, "nextstation", ("me", "random"))
            async with player.watch(table) as window:
                await window.play_on(Random(3), plies=9)
                while True:
                    answer = await _undo(window, 0, f"back-from-{window.n}")
                    if answer["is"] == "accepted":
                        break
                    assert answer["code"] == "stale"  # the bot was quicker than our question
                while window.plies[-1]["events"][0]["event"] != "undo":
                    await window.receive()
                last = [ply["n"] for ply in window.plies[:-1] if ply["seat"] == 0][-1]
                assert window.plies[-1]["events"][0]["to"] == last - 1
                await window.play_on(Random(5))
            # The record holds the moves that stand, and is true.
            record = (await player.ask("GET", f"/tables/{table}/record")).text
            assert "undo" not in record
            await player.post("/records", record=record)

    run(play())


def test_who_waits_for_a_move_does_not_keep_a_server_from_stopping(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "data")

    async def wait_while_it_stops() -> None:
        async with Player(server.url) as player:
            table = await player.open("terminus", ["me", "me"])
            await player.post(f"/tables/{table}/start")
            waiting = asyncio.create_task(player.see(table, None, after=0, wait=25))
            await asyncio.sleep(0.5)
            await asyncio.to_thread(server.stop)
            await asyncio.wait([waiting])

    try:
        asyncio.run(wait_while_it_stops())
        assert server.process.poll() == 0, "it had to be ended"
        assert '"level":"error"' not in server.log.read_text()
    finally:
        server.stop()
