"""Shuttle is played wherever the other games are: in the terminal, in the arena, at a server and in the browser.

Nobody knows the game but by its entry point; table, statistics and emblem are those of any game.
"""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from omnibus_shuttle import Shuttle
from tests.browser.conftest import Visit
from tests.browser.dealt import DealtServer
from tests.browser.others import lay
from tests.browser.players import COUNT, play_on, player_of
from tests.packages import with_packages
from tests.server.player import Player, run
from tests.server.test_games import seated

from omnibus.rules.record import Record

pytestmark = pytest.mark.slow

PATIENCE = 300  # seconds, of a machine that has other things to do


def omnibus(packages: list[Path], folder: Path, *words: str, typed: str = "") -> str:
    """What `omnibus …` prints, started in a folder of its own."""
    environment = {**os.environ, "PYTHONPATH": with_packages(*packages), "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-m", "omnibus", *words],
        env={**environment, "XDG_STATE_HOME": str(folder)},
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


# ---- The terminal


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Shuttle against Ada, Bo", "in the shuttle", "places left", "board 1", "left behind", "wins"]),
        ("fr", ["Navette contre Ada, Bo", "dans la navette", "places libres", "board 1", "restés à quai", "gagne"]),
    ],
)
def test_it_is_played_in_the_terminal(language: str, told: list[str], packages: list[Path], tmp_path: Path) -> None:
    words = ["play", "shuttle", "--seats", "3", "--seed", "7", "--save", "game.omnibus", "--lang", language]
    screen = omnibus(packages, tmp_path, *words, typed="1\n" * 60)
    for text in told:
        assert text in screen, text
    assert "game.omnibus" in omnibus(packages, tmp_path, "verify", "game.omnibus")
    assert "Ada" in omnibus(packages, tmp_path, "replay", "game.omnibus", "--at", "5")


def test_its_rules_are_read_in_the_terminal(packages: list[Path], tmp_path: Path) -> None:
    page = " ".join(omnibus(packages, tmp_path, "rules", "shuttle").split())
    for rule in Shuttle.rulebook.rules.values():
        assert rule.text.say() in page


# ---- The arena


def test_bots_play_it_in_the_arena(packages: list[Path], tmp_path: Path) -> None:
    words = ["match", "shuttle", "random", "random", "random", "--games", "6", "--seed", "7", "--json"]
    report = json.loads(omnibus(packages, tmp_path, *words, "--processes", "2"))
    assert report["match"]["game"] == "shuttle"
    assert report["games"] == 6


def test_its_games_are_counted(packages: list[Path], tmp_path: Path) -> None:
    words = ["stats", "shuttle", "--bot", "random", "--games", "4", "--processes", "1", "--out", "stats"]
    told = omnibus(packages, tmp_path, *words)
    assert "Length of a game" in told
    assert "rides" in told
    assert (tmp_path / "stats" / "shuttle-statistics.html").is_file()


# ---- The server


def test_the_server_tells_all_about_it(server: DealtServer) -> None:
    async def ask() -> None:
        async with Player(server.url) as player:
            games = {game["id"]: game for game in (await player.get("/games"))["games"]}
            assert games["shuttle"]["name"] == {"en": "Shuttle", "fr": "Navette"}
            assert games["shuttle"]["bots"] == ["random"]
            details = await player.get("/games/shuttle")
            assert [rule["id"] for rule in details["rules"]] == list(Shuttle.rulebook.rules)

    run(ask())


def test_people_play_it_live(server: DealtServer) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "shuttle", 3)
            windows = [await stack.enter_async_context(player.watch(table)) for player in players]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(window.play_on(Random(f"{seat}")) for seat, window in enumerate(windows)))
            results = [window.view["result"] for window in windows]
            assert results[0] is not None
            assert results == [results[0]] * 3
            record = Record.read((await players[0].ask("GET", f"/tables/{table}/record")).text, {"shuttle": Shuttle})
            assert record.verify().result is not None

    run(play())


def test_a_program_plays_bots_at_it_over_plain_http(server: DealtServer) -> None:
    async def play() -> None:
        async with Player(server.url) as player, asyncio.timeout(PATIENCE):
            table = await player.open("shuttle", ["me", "random"], options={"places": 7})
            await player.post(f"/tables/{table}/start")
            sight = await player.see(table, 0)
            while sight["view"]["result"] is None:
                if sight["view"]["legal"]:
                    answer = await player.play(table, 0, sight["n"], sight["view"]["legal"][-1]["text"])
                    assert answer.status_code == 200, answer.text
                    sight = answer.json()
                else:
                    sight = await player.see(table, 0, after=sight["n"], wait=20)
            record = Record.read((await player.ask("GET", f"/tables/{table}/record")).text, {"shuttle": Shuttle})
            assert record.verify().result is not None
            assert record.game.options == {"places": 7}

    run(play())


def test_advice_comes_from_the_strongest_bot_there_is(server: DealtServer) -> None:
    async def ask() -> None:
        async with Player(server.url) as player, asyncio.timeout(PATIENCE):
            table = await player.open("shuttle", ["me", "random"])
            await player.post(f"/tables/{table}/start")
            sight = await player.see(table, 0)
            while not sight["view"]["legal"]:
                sight = await player.see(table, 0, after=sight["n"], wait=20)
            hint = await player.post(f"/tables/{table}/hint", seat=0)
            assert hint["move"] in [move["text"] for move in sight["view"]["legal"]]

    run(ask())


# ---- The browser


def test_two_people_play_it_in_the_browser(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    table = lay(ada, "shuttle", ["me", "open"], [bo])
    for person in (ada, bo):
        person.sit_at(table)
        person.page.get_by_text("places left", exact=True).wait_for()
    play_on([player_of("shuttle")(ada), player_of("shuttle")(bo)])
    result = ada.ask("GET", f"/tables/{table}")["result"]
    for person in (ada, bo):
        shown = person.page.locator(COUNT).inner_text()
        assert all(str(score).replace("-", "−") in shown for score in result["scores"]), shown
