"""What Prometheus reads: for whoever has the token, or on a port of its own, and nowhere else."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from omnibus.server import metrics
from omnibus.server.redis_channel import RedisChannel
from tests.server.neighbours import redis_server
from tests.server.player import Player, run, texts
from tests.server.running import RunningServer, command, environment, free_port
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow

TOKEN = "a token that nobody guesses"
Samples = dict[str, dict[tuple[str, ...], float]]


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    port = str(free_port())
    running = RunningServer(
        tmp_path_factory.mktemp("metrics") / "data", OMNIBUS_METRICS_TOKEN=TOKEN, OMNIBUS_METRICS_PORT=port
    )
    yield running
    running.stop()


def answer(server: RunningServer, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.url}/metrics", headers=headers)


def samples(text: str) -> Samples:
    """Every number by its name and the values of its labels."""
    found: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


def read(server: RunningServer) -> Samples:
    told = answer(server, authorization=f"Bearer {TOKEN}")
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/plain")
    return samples(told.text)


def read_once_counted(server: RunningServer) -> Samples:
    """What is told once the tables have been counted for the first time."""
    began = time.monotonic()
    while ("database",) not in (told := read(server)).get("omnibus_up", {}):
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.5)
    return told


def test_without_token_and_port_there_is_no_such_page(server: RunningServer) -> None:
    told = answer(server, authorization=f"Bearer {TOKEN}")
    assert (told.status_code, told.json()["code"]) == (404, "no-such-page")


@pytest.mark.parametrize("sent", [None, b"Bearer no", "Bearer é".encode(), TOKEN.encode()])
def test_whoever_has_no_token_reads_nothing(counted: RunningServer, sent: bytes | None) -> None:
    told = httpx.get(f"{counted.url}/metrics", headers=None if sent is None else {b"authorization": sent})
    assert (told.status_code, told.json()["code"]) == (401, "metrics-token")
    assert TOKEN not in told.text


def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    done = command(environment(tmp_path, {"OMNIBUS_METRICS_TOKEN": "secret"}), "serve", "--port", str(free_port()))
    assert (done.returncode, done.stderr) == (2, "omnibus: OMNIBUS_METRICS_TOKEN has a value that cannot be used\n")


def test_the_port_tells_the_same(counted: RunningServer) -> None:
    port = counted.environment["OMNIBUS_METRICS_PORT"]
    read_once_counted(counted)
    told = samples(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
    assert told.keys() == read(counted).keys()


def test_a_port_that_is_taken_is_told_in_one_line(counted: RunningServer, tmp_path: Path) -> None:
    taken = counted.environment["OMNIBUS_METRICS_PORT"]
    settings = environment(tmp_path, {"OMNIBUS_METRICS_PORT": taken})
    done = command(settings, "serve", "--port", str(free_port()))
    assert done.returncode == 2
    assert done.stderr == f"omnibus: the server cannot use port {taken} of 127.0.0.1: Address already in use\n"


def test_a_game_is_counted(counted: RunningServer) -> None:
    """Plies by people and bots, moves that are refused, windows while they are open, time to the disk and to others."""
    before = read(counted)

    async def story() -> None:
        async with Player(counted.url) as player:
            table = await player.open("terminus", ["me", "random"])
            await player.post(f"/tables/{table}/start")
            async with player.watch(table, seat=0) as window:
                await window.play_on(Random(5), 8)
                answer = await window.move(0, "no such move")
                assert answer["is"] == "refused"
                during = read(counted)
                assert during["omnibus_windows"]["table",] == 1
                assert during["omnibus_tables_in_memory"][()] >= 1
            sight = await player.see(table, 0)
            assert (await player.play(table, 0, sight["n"], texts(sight["view"])[0])).status_code == 200
            assert (await player.play(table, 0, sight["n"], "no such move")).status_code == 409
            await player.refused("GET", "/tables/none")

    run(story())
    after = read(counted)

    def more(name: str, *labels: str) -> float:
        return after[name].get(labels, 0) - before.get(name, {}).get(labels, 0)

    assert more("omnibus_plies_total", "person") + more("omnibus_plies_total", "bot") >= 9
    assert more("omnibus_plies_total", "bot") >= 3
    assert more("omnibus_moves_refused_total", "illegal") >= 1
    for stage in ("wait", "think"):
        assert more(f"omnibus_bot_{stage}_seconds_count", "random", "terminus") >= 3
    assert after["omnibus_bot_queue_length"][()] == 0
    assert more("omnibus_move_seconds_count", "durable") == more("omnibus_plies_total", "person")
    assert 3 <= more("omnibus_move_seconds_count", "shown") <= 10
    assert more("omnibus_move_seconds_sum", "shown") < PATIENCE
    assert more("omnibus_requests_refused_total", "no-such-table") == 1
    assert more("omnibus_requests_total", "POST", "/api/tables/{table}/plies", "200") == 1
    assert more("omnibus_request_seconds_count", "GET", "/api/tables/{table}") == 1
    assert after["omnibus_windows"]["table",] == 0
    assert after["process_resident_memory_bytes"][()] > 1 << 20


def test_tables_are_counted_and_the_database_answers(counted: RunningServer) -> None:
    told = read_once_counted(counted)
    assert told["omnibus_up"]["database",] == 1


def test_redis_is_up_while_it_answers() -> None:
    def told() -> float | None:
        return metrics.REGISTRY.get_sample_value("omnibus_up", {"service": "redis"})

    async def nothing(*_: object) -> None:
        """Nobody listens."""

    async def story() -> None:
        with redis_server() as redis:
            channel = RedisChannel(redis.url, nothing, nothing)
            channel.open()
            for up, change in ((1, redis.kill), (0, redis.start), (1, redis.kill)):
                while told() != up:
                    await asyncio.sleep(0.05)
                change()
            await channel.close()

    run(story())


def test_strangers_cannot_make_up_new_series(counted: RunningServer) -> None:
    """A path or a method of their own is counted with all others of its kind."""
    for _ in range(2):
        for method, path in (("GET", "/nowhere"), ("BREW", "/api/games"), ("GET", "/api/tables/x%00"), ("PUT", "/api")):
            httpx.request(method, f"{counted.url}{path}")
    told = read(counted)["omnibus_requests_total"]
    assert told["GET", "unknown", "404"] >= 2
    assert {method for method, _, _ in told} <= metrics.METHODS | {"other"}
    assert {route for _, route, _ in told if not route.startswith("/api")} <= {"files", "unknown"}
    assert not any(route.rpartition("/")[2] == "x" for _, route, _ in told)


def test_connections_that_are_cut_are_counted(counted: RunningServer) -> None:
    before = read(counted).get("omnibus_connections_refused_total", {}).get(("too-large",), 0)
    with socket.create_connection(("127.0.0.1", counted.port), timeout=PATIENCE) as line, suppress(ConnectionError):
        line.sendall(b"GET / HTTP/1.1\r\nX-Long: " + bytes(64 * 1024).replace(b"\0", b"x"))
        assert line.recv(1) == b""
    assert read(counted)["omnibus_connections_refused_total"]["too-large",] == before + 1


def test_counting_costs_microseconds() -> None:
    """All that a move counts, together."""
    began = time.perf_counter()
    for _ in range(2000):
        metrics.PLIES_BY_PERSON.inc()
        metrics.MOVE_DURABLE.observe(0.004)
        metrics.MOVE_SHOWN.observe(0.002)
        metrics.MOVE_SHOWN.observe(0.002)
    assert (time.perf_counter() - began) / 2000 < 200e-6, "ten times more than it should be on a quiet machine"
