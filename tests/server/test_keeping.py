"""What is kept: through a stop and a kill; and what can be taken away."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from omnibus import read_record
from tests.server.player import Player, run, texts
from tests.server.running import FRESH, RunningServer, command, environment, free_port

pytestmark = pytest.mark.slow


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """Every acknowledged ply is there, keys still count once, and bots that were to move do."""
    server = RunningServer(tmp_path / "data")

    async def before() -> tuple[Player, str, int, str]:
        player = await Player(server.url).__aenter__()
        table = await player.open("bus", ["me", "random", "random"])
        await player.post(f"/tables/{table}/start")
        sight = await player.see(table, 0)
        last = (0, "")
        luck = Random(9)
        while sight["n"] < 15:
            if sight["view"]["legal"]:
                move = luck.choice(texts(sight["view"]))
                answer = await player.play(table, 0, sight["n"], move, f"key-{sight['n']}")
                last = (sight["n"], move)
                sight = answer.json()
                assert answer.status_code == 200
            else:
                sight = await player.see(table, 0, after=sight["n"], wait=5)
        return player, table, last[0], last[1]

    async def after(player: Player, table: str, n: int, move: str) -> None:
        again = await player.play(table, 0, n, move, f"key-{n}")
        assert (again.status_code, again.json()["ply"]) == (200, n + 1)
        sight = await player.see(table, 0)
        assert sight["n"] >= n + 1
        while not sight["view"]["legal"]:
            sight = await player.see(table, 0, after=sight["n"], wait=5)
        async with player.watch(table, n=0) as window:
            await window.play_on(Random(8))
            assert [ply["n"] for ply in window.plies] == list(range(1, window.n + 1))
        read_record((await player.ask("GET", f"/tables/{table}/record")).text).verify()
        await player.http.aclose()

    async def story() -> None:
        player, table, n, move = await before()
        await player.http.aclose()
        server.kill()
        server.start()
        returned = Player(server.url)
        returned.http.cookies = player.http.cookies
        await after(returned, table, n, move)

    try:
        run(story())
    finally:
        server.stop()


def test_the_records_of_finished_games_can_be_taken_away(tmp_path: Path) -> None:
    """While the server runs."""
    server = RunningServer(tmp_path / "data")

    async def a_game() -> None:
        async with Player(server.url) as player:
            table = await player.open("nextstation", ["me", "random"])
            await player.post(f"/tables/{table}/start")
            async with player.watch(table) as window:
                await window.play_on(Random(1))
            await player.open("bus", ["me", "open", "open"])

    try:
        run(a_game())
        folder = tmp_path / "games"
        done = command(server.environment, "export", str(folder))
        assert done.stdout.startswith("1 game written to")
        (path,) = folder.iterdir()
        read_record(path.read_text(encoding="utf-8")).verify()
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("settings", "arguments", "complaint"),
    [
        ({"OMNIBUS_DATABASE": "mysql://u:secret@h/d"}, [], "OMNIBUS_DATABASE has a value that cannot be used"),
        ({"OMNIBUS_LIMITS": "many"}, [], "OMNIBUS_LIMITS has a value that cannot be used"),
        (
            {"OMNIBUS_DATABASE": "postgresql://u:secret@127.0.0.1:1/d"},
            [],
            "the database cannot be reached (OMNIBUS_DATABASE)",
        ),
        ({"OMNIBUS_DATA": "/dev/null/x"}, [], "the folder /dev/null/x cannot be used: Not a directory"),
        (
            {},
            ["--host", "192.0.2.1"],
            "the server cannot use port {port} of 192.0.2.1: Cannot assign requested address",
        ),
        ({}, ["--port", "0"], "--port takes a whole number from 1 to 65535, not “0”"),
    ],
)
def test_what_keeps_the_server_from_starting_is_told_in_one_line(
    tmp_path: Path, settings: dict[str, str], arguments: list[str], complaint: str
) -> None:
    """The line names the setting, never its value: it may hold a password."""
    port = str(free_port())
    done = command(environment(tmp_path, settings), "serve", "--port", port, *arguments)
    assert (done.returncode, done.stderr) == (2, f"omnibus: {complaint.format(port=port)}\n")


def test_a_port_that_is_taken_is_not_shared(server: RunningServer, tmp_path: Path) -> None:
    done = command(environment(tmp_path, {}), "serve", "--port", str(server.port))
    assert done.returncode == 2
    assert done.stderr.startswith(f"omnibus: the server cannot use port {server.port} of 127.0.0.1: ")


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    """Whoever goes back to an earlier version is told what to do."""
    server = RunningServer(tmp_path / "data")
    server.stop()
    with closing(sqlite3.connect(tmp_path / "data" / "omnibus.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    done = command(server.environment, "serve", "--port", str(free_port()), fresh=FRESH)
    assert done.returncode == 2
    assert done.stderr.startswith("omnibus: the database was last used by a later version of Omnibus: install that one")
    assert done.stderr.count("\n") == 1
