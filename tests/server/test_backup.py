"""Backups: whole, private, for SQLite and PostgreSQL alike, and from one to the other."""

import asyncio
import json
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import Boolean, Integer, String, text

from omnibus import read_record
from omnibus.cli import run as omnibus
from omnibus.learn import puzzles
from omnibus.server import backup
from omnibus.server.schema import METADATA
from omnibus.server.store import Store
from tests.history.test_history import COPIES, FACTS, info_of, open_copy, signed_in
from tests.server.neighbours import postgresql
from tests.server.player import Player, run
from tests.server.running import RunningServer, command, environment
from tests.server.test_attack import today

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture
def empty_postgresql(database: str) -> str:
    """The URL of a database where nothing is."""

    async def make_empty() -> None:
        store = Store(database.replace("postgresql://", "postgresql+asyncpg://"))
        async with store.writing() as connection:
            for statement in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"):
                await connection.execute(text(statement))
        await store.close()

    asyncio.run(make_empty())
    return database


def contents(path: Path) -> dict[str, list[bytes]]:
    """All that a backup holds, in an order of its own."""
    with ZipFile(path) as archive:
        found = {name: sorted(archive.read(name).splitlines()) for name in archive.namelist()}
    assert len(found.pop("manifest.json")) > 10
    return found


def done(words: list[str], settings: dict[str, str]) -> str:
    """What a command said that must succeed."""
    ended = command(settings, *words)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


async def life(player: Player) -> list[str]:
    """A finished game with a link to its deal, a game on the way with talk and a note, an open table; the deal of the
    day, a puzzle, and the word that there are lessons."""
    finished = await player.open("nextstation", ["me", "random"])
    await player.post(f"/tables/{finished}/start")
    async with player.watch(finished) as window:
        await window.play_on(Random(1))
    running = await player.open("terminus", ["me", "random"])
    await player.post(f"/tables/{running}/start")
    async with player.watch(running) as window:
        await window.play_on(Random(2), 6)
    await player.post(f"/tables/{running}/chat", said='À toi ! 🚌 \\ "quoted" \' ; --')
    await player.put(f"/tables/{running}/note", note="two\nlines\tand a tab")
    await player.post(f"/tables/{finished}/challenge")
    await player.post(f"/daily/terminus/{today()}", counted=True)
    puzzle = puzzles("bus")[0]
    await player.post(f"/games/bus/puzzles/{puzzle.id}", move=next(iter(puzzle.values)))
    await player.put("/games/bus/companion/lessons")
    return [finished, running, await player.open("bus", ["me", "open", "open"])]


async def sight(player: Player, tables: list[str]) -> list[Any]:
    """Everything that a player is shown."""
    seen = [await player.see(table, 0) for table in tables[:2]]
    for table in tables:
        info, *more = [await player.get(f"/tables/{table}{part}") for part in ("", "/chat", "/note")]
        del info["moved_at"]  # the server that wrote it has it a moment later than its database
        seen += [info, *more]
    learnt = (f"/tables/{tables[0]}/challenge", "/games/bus/puzzles", "/games/bus/companion")
    days = await player.get("/daily/calendar", month=today()[:7])
    return [*seen, days, *[await player.get(path) for path in learnt]]


async def go_on(player: Player, tables: list[str]) -> None:
    """Everything that makes new rows."""
    await player.post(f"/tables/{tables[1]}/chat", said="here again")
    assert [each["said"] for each in (await player.get(f"/tables/{tables[1]}/chat"))["chat"]][-1] == "here again"
    async with player.watch(tables[1], seat=0) as window:
        await window.play_on(Random(3))
    for table in tables[:2]:
        read_record((await player.ask("GET", f"/tables/{table}/record")).text).verify()
    await player.open("bus", ["me", "open", "open"])


@pytest.mark.soak
def test_everything_goes_from_sqlite_to_postgresql_and_back(tmp_path: Path, empty_postgresql: str) -> None:
    """With the key: whoever is signed in stays so, a guest too."""
    servers: list[RunningServer] = []

    def started(name: str, **more: str) -> RunningServer:
        servers.append(RunningServer(tmp_path / name, **more))
        return servers[-1]

    async def story() -> None:
        first = started("first")
        async with Player(first.url) as player:
            tables = await life(player)
            shown = await sight(player, tables)
            assert "keep it to yourself" in done(["backup", str(tmp_path / "one")], first.environment)
            assert (tmp_path / "one").stat().st_mode & 0o777 == 0o600
            first.stop()

            elsewhere = environment(tmp_path / "second", {"OMNIBUS_DATABASE": empty_postgresql})
            done(["restore", str(tmp_path / "one")], elsewhere)
            done(["backup", str(tmp_path / "two")], elsewhere)
            assert contents(tmp_path / "two") == contents(tmp_path / "one")
            second = started("second", OMNIBUS_DATABASE=empty_postgresql)
            there = Player(second.url)
            there.http.cookies = player.http.cookies
            assert await sight(there, tables) == shown
            await go_on(there, tables)
            await there.http.aclose()
            second.stop()
            done(["backup", str(tmp_path / "three")], second.environment)

            back = environment(tmp_path / "third", {})
            done(["restore", str(tmp_path / "three")], back)
            done(["backup", str(tmp_path / "four")], back)
            assert contents(tmp_path / "four") == contents(tmp_path / "three") != contents(tmp_path / "one")

    try:
        run(story())
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        assert '"level":"error"' not in server.log.read_text(), server.log.read_text()


@pytest.mark.parametrize(
    "version", [*COPIES][-1:] + [pytest.param(old, marks=pytest.mark.soak) for old in [*COPIES][:-1]]
)
def test_a_copy_made_by_earlier_code_goes_on_in_postgresql(tmp_path: Path, version: str, empty_postgresql: str) -> None:
    """A plain SQLite file, at the version it has, without a key: everyone signs in again, and every table is there."""
    open_copy(tmp_path / "old", version)
    more = {"OMNIBUS_DATABASE": empty_postgresql}
    told = done(["restore", str(tmp_path / "old" / "omnibus.db")], environment(tmp_path / "new", more))
    assert "it holds no key" in told
    server = RunningServer(tmp_path / "new", **more)

    async def story() -> None:
        async with signed_in(server) as ann:
            for name, fact in FACTS[version]["tables"].items():
                info = await info_of(ann, fact["id"])
                assert {key: info[key] for key in fact["info"]} == fact["info"], name

    try:
        run(story())
    finally:
        server.stop()


def test_text_that_only_sqlite_takes_does_not_keep_a_club_from_postgresql(
    tmp_path: Path, empty_postgresql: str
) -> None:
    open_copy(tmp_path / "old", "0002")
    with closing(sqlite3.connect(tmp_path / "old" / "omnibus.db")) as old, old:
        old.execute("UPDATE chat SET said = 'a' || char(0) || 'b' WHERE id = 1")
        old.execute("UPDATE people SET name = ? WHERE name = 'Zoé'", ("é" * 70,))
    settings = environment(tmp_path / "new", {"OMNIBUS_DATABASE": empty_postgresql})
    done(["restore", str(tmp_path / "old" / "omnibus.db")], settings)

    async def look() -> tuple[str, str]:
        store = Store(empty_postgresql.replace("postgresql://", "postgresql+asyncpg://"))
        async with store.reading() as connection:
            said = (await connection.execute(text("SELECT said FROM chat WHERE id = 1"))).scalar_one()
            name = (await connection.execute(text("SELECT name FROM people WHERE account IS NULL"))).scalar_one()
        await store.close()
        return said, name

    assert asyncio.run(look()) == ("a\N{REPLACEMENT CHARACTER}b", "é" * 64)


def test_only_what_json_can_hold_is_backed_up() -> None:
    for name, table in METADATA.tables.items():
        if name not in backup.NOT_KEPT:
            assert all(isinstance(column.type, Boolean | Integer | String) for column in table.columns), name


# ---- What is refused, and what is left behind


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A server's folder, for commands that run in this process."""
    open_copy(tmp_path / "data", "0002")
    (tmp_path / "data" / "key").write_bytes(bytes(32))
    monkeypatch.setenv("OMNIBUS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    before = signal.getsignal(signal.SIGTERM)
    yield tmp_path
    signal.signal(signal.SIGTERM, before)


def backed_up(small: Path) -> Path:
    assert omnibus(["backup", str(small / "copy")]) == 0
    return small / "copy"


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert omnibus(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_a_backup_of_an_earlier_version_is_made_without_changing_it_and_restored(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has installed a new version makes a backup before the first start."""
    copy = backed_up(small)
    with closing(sqlite3.connect(small / "data" / "omnibus.db")) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [("0002",)]
    assert json.loads(ZipFile(copy).read("manifest.json"))["schema"] == "0002"
    monkeypatch.setenv("OMNIBUS_DATA", str(small / "new"))
    assert omnibus(["restore", str(copy)]) == 0
    assert (small / "new" / "key").read_bytes() == bytes(32)
    assert omnibus(["export", str(small / "records")]) == 0
    finished = [fact for fact in FACTS["0002"]["tables"].values() if fact["info"]["status"] == "finished"]
    assert len(list((small / "records").iterdir())) == len(finished)
    assert capsys.readouterr().err == ""


def test_a_plain_copy_is_restored_and_keeps_the_key_that_is_there(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMNIBUS_DATA", str(small / "new"))
    (small / "new").mkdir()
    (small / "new" / "key").write_bytes(bytes(32))
    assert omnibus(["--lang", "fr", "restore", str(small / "data" / "omnibus.db")]) == 0
    assert "mais sans clef" in capsys.readouterr().out
    assert (small / "new" / "key").read_bytes() == bytes(32)
    assert {path.name for path in (small / "new").iterdir()} == {"key", "omnibus.db"}


def test_no_backup_without_the_key(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (small / "data" / "key").unlink()
    assert "there is no key" in refused(["backup", str(small / "copy")], capsys)


def test_nothing_is_overwritten(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = backed_up(small)
    assert "existe déjà" in refused(["--lang", "fr", "backup", str(copy)], capsys)
    assert "there are games in the database already" in refused(["restore", str(copy)], capsys)


def test_another_key_is_not_overwritten(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backed_up(small)
    (small / "new").mkdir()
    (small / "new" / "key").write_bytes(b"1" * 32)
    monkeypatch.setenv("OMNIBUS_DATA", str(small / "new"))
    assert "is another key than the backup's" in refused(["restore", str(copy)], capsys)
    assert (small / "new" / "key").read_bytes() == b"1" * 32
    assert not (small / "new" / "omnibus.db").exists()


@pytest.mark.parametrize("damage", ["cut", "changed", "words", "missing", "row"])
def test_a_damaged_backup_restores_nothing(
    small: Path, damage: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backed_up(small)
    whole = copy.read_bytes()
    if damage == "cut":
        copy.write_bytes(whole[: len(whole) // 2])
    elif damage == "changed":
        copy.write_bytes(whole[:3000] + bytes(64) + whole[3064:])
    elif damage == "words":
        copy.write_text("not a backup at all", encoding="utf-8")
    else:
        with ZipFile(copy) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        if damage == "missing":
            del members["tables/plies.jsonl"]
        else:
            members["tables/people.jsonl"] = members["tables/people.jsonl"].replace(b"Ann", b"Eve")
        with ZipFile(copy, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
    monkeypatch.setenv("OMNIBUS_DATA", str(small / "new"))
    assert "is damaged, or no backup of ours" in refused(["restore", str(copy)], capsys)
    copy.write_bytes(whole)
    assert omnibus(["restore", str(copy)]) == 0, "what failed before has left something behind"


def test_a_backup_of_a_later_version_says_so(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backed_up(small)
    with ZipFile(copy) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["manifest.json"] = members["manifest.json"].replace(b'"0002"', b'"0999"')
    with ZipFile(copy, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    monkeypatch.setenv("OMNIBUS_DATA", str(small / "new"))
    assert "was made by a later version of Omnibus" in refused(["restore", str(copy)], capsys)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_backup_leaves_no_file(
    small: Path, number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(small.iterdir())
    write = backup._lines
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it

    def interrupted(*given: Any) -> Iterator[list[bytes]]:
        yield from write(*given)
        os.kill(os.getpid(), number)

    monkeypatch.setattr(backup, "_lines", interrupted)
    try:
        assert omnibus(["backup", str(small / "copy")]) == 130
    finally:
        signal.signal(signal.SIGINT, usual)
    assert sorted(small.iterdir()) == before


def test_a_place_where_nothing_can_be_written_is_told(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such file or directory" in refused(["backup", str(small / "nowhere" / "copy")], capsys)
    assert "No such file or directory" in refused(["restore", str(small / "nowhere")], capsys)


# ---- Who may read it


def test_the_files_of_the_database_are_their_owners_alone(tmp_path: Path) -> None:
    """Whoever made the folder, and whatever an earlier version left."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    data.chmod(0o755)
    (data / "omnibus.db").touch(0o644)
    (data / "omnibus.db").chmod(0o644)
    server = RunningServer(data)
    try:
        modes = {path.name: path.stat().st_mode & 0o777 for path in data.iterdir()}
    finally:
        server.stop()
    assert modes == dict.fromkeys(["key", "omnibus.db", "omnibus.db-shm", "omnibus.db-wal"], 0o600)


def test_a_restored_database_is_its_owners_alone(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = backed_up(small)
    (small / "new").mkdir(mode=0o755)
    monkeypatch.setenv("OMNIBUS_DATA", str(small / "new"))
    assert omnibus(["restore", str(copy)]) == 0
    assert {path.stat().st_mode & 0o777 for path in (small / "new").iterdir()} == {0o600}
