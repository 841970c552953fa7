"""Games made by earlier code go on: a server's database and records as they were written then."""

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omnibus import Record, read_record
from tests.golden import transcript
from tests.server.player import Player, run, texts
from tests.server.running import RunningServer, command, environment

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
COPIES = {
    "0001": HERE,
    "0002": HERE / "0002",
    "0005": HERE / "0005",
}  # databases by the last migration of the code that made them
FACTS: dict[str, dict[str, Any]] = {
    version: json.loads((folder / "facts.json").read_text(encoding="utf-8")) for version, folder in COPIES.items()
}
TABLES: dict[tuple[str, str], dict[str, Any]] = {
    (version, name): fact for version, facts in FACTS.items() for name, fact in facts["tables"].items()
}
RECORDS: dict[str, dict[str, Any]] = FACTS["0001"]["records"]
BUS_OF_RULESET_1 = sorted((HERE / "bus-ruleset-1").glob("*.omnibus"))

PASSWORDS: dict[str, str] = FACTS["0002"]["passwords"]

ON_THE_WAY = [
    key
    for key, fact in TABLES.items()
    if fact["info"]["status"] == "running"
    and all(seat["who"] != "person" or seat["name"] in PASSWORDS for seat in fact["info"]["seats"])
]
OVER = [key for key, fact in TABLES.items() if fact["info"]["status"] == "finished"]
UNFINISHED = [name for name, fact in RECORDS.items() if fact["scores"] is None]
each_version = pytest.mark.parametrize("version", COPIES)


def tables(keys: Iterable[tuple[str, str]]) -> pytest.MarkDecorator:
    """For each of the tables, on a server with its copy."""
    return pytest.mark.parametrize(("version", "name"), [pytest.param(*key, id=" ".join(key)) for key in keys])


def path_of(name: str) -> Path:
    return HERE / "records" / name


def open_copy(data: Path, version: str) -> None:
    """Lay a copy of the database into a server's folder of data, as if everybody had only just left.

    A table that waits for people of long ago would be cleared away as soon as the server has time for it.
    """
    data.mkdir()
    with closing(sqlite3.connect(data / "omnibus.db")) as database:
        database.executescript((COPIES[version] / "database.sql").read_text(encoding="utf-8"))
        columns = {name for _, name, *_ in database.execute("PRAGMA table_info(people)")}
        seen = "seen_at" if "seen_at" in columns else "came_at"
        database.execute(f"UPDATE people SET {seen} = unixepoch() * 1000")  # noqa: S608
        database.commit()


@asynccontextmanager
async def signed_in(server: RunningServer, name: str = "Ann") -> AsyncIterator[Player]:
    """Somebody who has had an account all the time."""
    async with Player(server.url, None) as player:
        await player.post("/session", name=name, password=PASSWORDS[name])
        yield player


async def info_of(player: Player, table: str) -> dict[str, Any]:
    """What is told of a table from outside, less what the clock changes."""
    info = await player.get(f"/tables/{table}")
    if info["undo"] is not None:
        del info["undo"]["n"], info["undo"]["asks_you"]  # told only since then
    for seat in info["seats"]:
        for told_only_since in ("abandoned", "hints", "kept_for", "kept_for_you", "declined"):
            del seat[told_only_since]
    return info


async def happened(player: Player, table: str) -> dict[str, Any]:
    """How often each kind of event happened at a table, and every undo."""
    sight = await player.see(table, None, after=0)
    plies = sight["plies"]
    if sight["after"] > 0:  # longer ago than is told of a log; no such game has an undo
        plies = [moment["ply"] for moment in (await player.get(f"/tables/{table}/replay"))["moments"][1:]]
        assert len(plies) == sight["n"]
    events = [(ply["n"], event) for ply in plies for event in ply["events"]]
    return {
        "events": dict(sorted(Counter(event["event"] for _, event in events).items())),
        "undone": [[n, event["seat"], event["to"]] for n, event in events if event["event"] == "undo"],
    }


def moves_digest(plies: list[tuple[int, str]]) -> str:
    return sha256("\n".join(f"{seat} {move}" for seat, move in plies).encode()).hexdigest()


async def record_of(player: Player, table: str) -> Record:
    return read_record((await player.ask("GET", f"/tables/{table}/record")).text)


@contextmanager
def served(data: Path, version: str) -> Iterator[RunningServer]:
    """A server with a copy of the database."""
    open_copy(data, version)
    running = RunningServer(data)
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()


@contextmanager
def served_when_needed(folder: Path) -> Iterator[Callable[[str], RunningServer]]:
    """A server with the copy of each version, started when first asked for."""
    with ExitStack() as stack:
        yield cache(lambda version: stack.enter_context(served(folder / version, version)))


@pytest.fixture(scope="module")
def quiet_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], RunningServer]]:
    """Where nobody plays: everything stays as it was."""
    with served_when_needed(tmp_path_factory.mktemp("history")) as servers:
        yield servers


@pytest.fixture(scope="module")
def lively_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], RunningServer]]:
    """Where the tables are played on."""
    with served_when_needed(tmp_path_factory.mktemp("lively")) as servers:
        yield servers


@pytest.fixture
def server(quiet_servers: Callable[[str], RunningServer], version: str) -> RunningServer:
    return quiet_servers(version)


@pytest.fixture
def lively_server(lively_servers: Callable[[str], RunningServer], version: str) -> RunningServer:
    return lively_servers(version)


# ---- The database


def test_every_kind_of_table_is_among_them() -> None:
    kinds = {(name.split()[0], name.split()[1]) for version, name in TABLES if version == "0001"}
    games = {"bus", "london", "nextstation", "terminus"}
    wanted = {"running", "finished", "undone", "undone-finished", "resigned", "resigned-finished", "stand-in"}
    assert {(game, kind) for game in games for kind in wanted} <= kinds
    assert {game for version, name in TABLES if version == "0002" for game in name.split()[:1]} == games


@tables(TABLES)
def test_a_table_shows_what_it_showed(server: RunningServer, version: str, name: str) -> None:
    fact = TABLES[version, name]

    async def story() -> None:
        async with signed_in(server) as ann:
            info = await info_of(ann, fact["id"])
            assert {key: info[key] for key in fact["info"]} == fact["info"]
            if fact["info"]["status"] != "open":
                assert await happened(ann, fact["id"]) == fact["happened"]
                assert (await ann.get(f"/tables/{fact['id']}/replay/0"))["last"] == fact["moves"]
                view = (await ann.see(fact["id"], None))["view"]
                assert (view["game"], view["ruleset"]) == (fact["info"]["game"], fact["ruleset"])
            assert [said["said"] for said in (await ann.get(f"/tables/{fact['id']}/chat"))["chat"]] == fact["chat"]
            if "note" in fact:
                assert await ann.get(f"/tables/{fact['id']}/note") == {"note": fact["note"]}
            for seat, legal in fact["legal"].items():
                assert texts((await ann.see(fact["id"], int(seat)))["view"]) == legal

    run(story())


@tables(OVER)
def test_a_finished_table_is_as_true_as_ever(server: RunningServer, version: str, name: str) -> None:
    fact = TABLES[version, name]

    async def story() -> None:
        async with signed_in(server) as ann:
            record = await record_of(ann, fact["id"])
            state = record.verify()
            assert (record.digest, state.n) == (fact["digest"], fact["moves"])
            assert state.result is not None
            assert state.result.plain() == fact["info"]["result"]

    run(story())


@tables(ON_THE_WAY)
def test_a_running_table_goes_on(lively_server: RunningServer, version: str, name: str) -> None:
    """To its end, by people who play at random. Where the hard bot plays for somebody who resigned, for some moves."""
    fact, luck = TABLES[version, name], Random(name)
    seats = fact["info"]["seats"]
    resigned = any(seat["resigned"] for seat in seats)
    playing = [(seat["name"], seat["seat"]) for seat in seats if seat["who"] == "person" and seat["bot"] is None]

    async def play_on(who: str, seat: int) -> None:
        async with signed_in(lively_server, who) as player, player.watch(fact["id"], seat=seat) as window:
            await window.play_on(luck, fact["info"]["n"] + 5 if resigned else None)

    async def story() -> None:
        await asyncio.gather(*(play_on(who, seat) for who, seat in playing))
        async with signed_in(lively_server) as ann:
            info = await ann.get(f"/tables/{fact['id']}")
            assert info["n"] >= fact["info"]["n"] + 5
            if not resigned:
                record = await record_of(ann, fact["id"])
                assert record.game.ruleset == fact["ruleset"]
                assert moves_digest(record.plies[: fact["moves"]]) == fact["moves_digest"]
                result = record.verify().result
                assert result is not None
                assert info["result"] == result.plain()

    run(story(), seconds=120)


@each_version
def test_an_open_table_can_be_begun(lively_server: RunningServer, version: str) -> None:
    fact = TABLES[version, "terminus open"]

    async def story() -> None:
        async with signed_in(lively_server) as ann:
            for seat in fact["info"]["seats"]:
                if seat["who"] == "open":
                    await ann.put(f"/tables/{fact['id']}/seats/{seat['seat']}/bot", bot="random")
            await ann.post(f"/tables/{fact['id']}/start")
            async with ann.watch(fact["id"], seat=0) as window:
                await window.play_on(Random(1))
            (await record_of(ann, fact["id"])).verify()

    run(story())


@each_version
def test_the_records_of_all_finished_tables_can_be_taken_away(tmp_path: Path, version: str) -> None:
    """By the command, which opens the database itself."""
    open_copy(tmp_path / "data", version)
    done = command(environment(tmp_path / "data", {}), "export", str(tmp_path / "records"))
    assert done.returncode == 0, done.stderr
    digests = {
        path.stem: read_record(path.read_text(encoding="utf-8")).digest for path in (tmp_path / "records").iterdir()
    }
    assert digests == {TABLES[key]["id"]: TABLES[key]["digest"] for key in OVER if key[0] == version}


def test_a_migration_that_has_landed_is_never_edited() -> None:
    """Databases out there were made by it as it was; what else is needed goes into a new one."""
    landed = {
        "0001_tables.py": "917d5e4ae04d8b9be8e8910b27048fbf5c3186d519ad562d34dae6d4fa586a52",
        "0002_bot_memories.py": "224515c8a348df838a53ec72e866c8a695a366656b92f7be4f84df362d0ba88b",
        "0003_open_internet.py": "11ad2cf1e3f5f2963d7c5893bbcb161e95afa6af0fc8b1517094c4acef47e2a1",
        "0004_people_meet.py": "a077b7f79692260a5dfff28463677f1a9bb9f22ba6e8ac5a0bb016c67a95b940",
        "0005_learning.py": "e67e4db6a4c74d10b7b66915e0cbb12a9019cb20d3d0a33a7bb82552f476a028",
        "0006_coming_back.py": "e5b1f2fc931d0df30e229d39ec5c53fb77c8ee80e26f570c07235a6f44e38dff",
        "0007_reviews.py": "3a64f9d9dc118e714706f88c978afc8fd8e9f8e35f41db3c9209a7647e3a3333",
    }
    folder = files("omnibus.server") / "migrations" / "versions"
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.name[0].isdigit()}
    assert found == landed


# ---- Records


def test_no_record_is_forgotten() -> None:
    assert {path.name for path in (HERE / "records").iterdir()} == set(RECORDS)
    assert len(BUS_OF_RULESET_1) == 30


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_says_what_it_said(name: str) -> None:
    text = path_of(name).read_text(encoding="utf-8")
    fact, record = RECORDS[name], read_record(text)
    record.check_claims()
    assert record.write() == text
    assert (record.game.id, record.game.ruleset) == (fact["game"], fact["ruleset"])
    assert (record.digest, len(record.plies), record.scores) == (fact["digest"], fact["moves"], fact["scores"])
    state = record.final()
    assert {str(seat): [move.text for move in state.legal(seat)] for seat in state.turn} == fact["legal"]
    if fact["scores"] is not None:
        assert record.verify() == state


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_record_goes_on(name: str) -> None:
    record, luck = read_record(path_of(name).read_text(encoding="utf-8")), Random(name)
    state = record.final()
    while state.turn:
        seat = luck.choice(state.turn)
        move = luck.choice(state.legal(seat))
        state.play(seat, move)
        record.add(seat, move, state)
    assert read_record(record.write()).verify() == state


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_record_goes_on_in_the_terminal(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    shutil.copy(path_of(name), path)
    before = read_record(path.read_text(encoding="utf-8")).plies
    words = [sys.executable, "-m", "omnibus", "play", "--resume", str(path)]
    typed = "1\n1\nquit\n"
    done = subprocess.run(words, env=environment(tmp_path, {}), input=typed, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr
    after = read_record(path.read_text(encoding="utf-8")).plies
    assert after[: len(before)] == before
    assert len(after) >= len(before) + 2


@pytest.mark.parametrize("path", BUS_OF_RULESET_1, ids=lambda path: path.stem)
def test_a_golden_game_of_bus_of_ruleset_1(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    record.verify()
    assert record.game.ruleset == 1
    assert record.write() == text
    written = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    for line, (told, expected) in enumerate(zip(transcript(record), written, strict=True), start=1):
        assert told == expected, f"{path.stem}.txt, line {line}"


@pytest.mark.parametrize("name", [name for name, fact in RECORDS.items() if fact["scores"] is not None])
def test_a_record_can_be_brought_to_a_server(quiet_servers: Callable[[str], RunningServer], name: str) -> None:
    fact = RECORDS[name]

    async def story() -> None:
        async with signed_in(quiet_servers("0002")) as ann:
            info = await ann.post("/records", record=path_of(name).read_text(encoding="utf-8"))
            assert info["result"]["scores"] == fact["scores"]
            assert (await record_of(ann, info["id"])).game.ruleset == fact["ruleset"]

    run(story())
