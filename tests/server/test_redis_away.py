"""Redis killed and started again while two server processes run, and Redis that is not there at all."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection, connect

from omnibus import new
from omnibus.server import redis_channel
from omnibus.server.bot_queue import BotQueue
from omnibus.server.bot_workers import BotWorkers
from omnibus.server.broadcast import Message
from omnibus.server.limits import Limit, Limits
from omnibus.server.redis_channel import RedisChannel
from omnibus.server.redis_connection import connect as connect_to_redis
from omnibus.server.trouble import TEXTS, ServerTrouble
from omnibus.terminal.flags import REFUSED
from tests.server.neighbours import RedisServer, postgresql, redis_server
from tests.server.player import Player, run, texts
from tests.server.running import RunningServer, command, environment, free_port
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow

LONGEST_STOP = 10


@pytest.fixture(scope="module")
def trio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RedisServer, list[RunningServer]]]:
    """Redis and two processes, which wait for a bot longer than any test does."""
    data = tmp_path_factory.mktemp("away") / "data"
    with postgresql() as database, redis_server() as redis:
        settings = {"OMNIBUS_DATABASE": database, "OMNIBUS_REDIS": redis.url, "OMNIBUS_BOT_SECONDS": "600"}
        running = [RunningServer(data, **settings)]
        try:
            running.append(RunningServer(data, **settings))
            yield redis, running
        finally:
            for server in running:
                server.kill()
        for server in running:
            assert '"level":"error"' not in server.log.read_text(), server.log.read_text()


@pytest.fixture
def twins(trio: tuple[RedisServer, list[RunningServer]]) -> tuple[RedisServer, list[RunningServer]]:
    """All three, up and running."""
    redis, servers = trio
    if not redis.running:
        redis.start()
    for server in servers:
        if server.process.poll() is not None:
            server.start()
    return redis, servers


@asynccontextmanager
async def lobby(player: Player) -> AsyncIterator[ClientConnection]:
    cookies = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    address = f"{player.url.replace('http', 'ws')}/api/lobby/live"
    async with connect(address, additional_headers={"Cookie": cookies}) as socket:
        yield socket


async def hears_of(lobby: ClientConnection, host: Player) -> None:
    """Open tables at one process until the lobby of the other hears of one."""
    while True:
        table = await host.open("nextstation", ["me"])
        try:
            async with asyncio.timeout(1):
                while json.loads(await lobby.recv())["table"]["id"] != table:
                    pass
                return
        except TimeoutError:
            await host.post(f"/tables/{table}/leave")


async def _elsewhere(stack: AsyncExitStack, player: Player, server: RunningServer) -> Player:
    """The same person at another process."""
    again = await stack.enter_async_context(Player(server.url, None))
    again.http.cookies = player.http.cookies
    return again


def test_word_between_processes_comes_back_with_redis(twins: tuple[RedisServer, list[RunningServer]]) -> None:
    redis, (one, other) = twins

    async def story() -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(Player(one.url))
            guest = await stack.enter_async_context(Player(other.url))
            there = await stack.enter_async_context(lobby(guest))
            await hears_of(there, host)
            redis.kill()
            # What is watched is looked after by looking into the database.
            table = await host.open("london", ["me", "open"])
            await guest.post(f"/tables/{table}/join")
            await host.post(f"/tables/{table}/start")
            window = await stack.enter_async_context(guest.watch(table))
            await window.until("sight")
            answer = await host.play(table, 0, 0, texts((await host.see(table, 0))["view"])[0])
            while window.n < answer.json()["n"]:
                await window.receive()
            redis.start()
            await hears_of(there, host)

    run(story(), PATIENCE)


@pytest.mark.parametrize("back", [False, True], ids=["while it is away", "once it is back"])
def test_whoever_logs_out_everywhere_is_logged_out_once_redis_is_back(
    twins: tuple[RedisServer, list[RunningServer]], back: bool
) -> None:
    redis, (one, other) = twins

    async def story() -> None:
        async with AsyncExitStack() as stack:
            person = await stack.enter_async_context(Player(one.url))
            table = await person.open("nextstation", ["me"])
            await person.post(f"/tables/{table}/start")
            again = await _elsewhere(stack, person, other)
            window = await stack.enter_async_context(again.watch(table))
            list_of_tables = await stack.enter_async_context(lobby(again))
            redis.kill()
            if back:
                redis.start()
                await hears_of(list_of_tables, await stack.enter_async_context(Player(one.url)))
                await person.delete("/sessions")
            else:
                await person.delete("/sessions")
                redis.start()
            for socket in (window.socket, list_of_tables):
                await socket.wait_closed()
                assert socket.close_code == 4401

    run(story())


def test_bots_think_where_they_are_while_redis_is_away(twins: tuple[RedisServer, list[RunningServer]]) -> None:
    redis, (one, _) = twins

    async def story() -> None:
        async with Player(one.url) as person:
            table = await person.open("terminus", ["me", "random"])
            await asyncio.to_thread(redis.kill)
            await person.post(f"/tables/{table}/start")
            async with person.watch(table, n=0) as window:
                for _ in range(2):
                    before = window.n
                    while not window.view.get("legal"):
                        await window.receive()
                    await window.move(0, texts(window.view)[0])
                    while window.n < before + 2:
                        await window.receive()

    run(story(), PATIENCE)


def test_bots_think_elsewhere_again_once_redis_is_back() -> None:
    async def story() -> None:
        with redis_server() as redis:
            asking, answering = (BotQueue(redis.url, BotWorkers(workers=1, seconds=600)) for _ in range(2))
            await answering.open()
            view = new("terminus", seats=2, seed="1").view(0)
            redis.kill()
            assert (await asking.think("random", view, "1")).move in texts(view)
            assert asking._local._workers[0]._process is not None
            redis.start()
            while asking._local._workers[0]._process is not None:
                await asking._local.close()
                assert (await asking.think("random", view, "1")).move in texts(view)
            for queue in (asking, answering):
                await queue.close()

    run(story(), PATIENCE)


@pytest.mark.parametrize("away", [False, True], ids=["redis is there", "redis is away"])
def test_a_server_told_to_stop_ends_soon(twins: tuple[RedisServer, list[RunningServer]], away: bool) -> None:
    """While bots think, people wait for news, and windows and idle connections are open."""
    redis, servers = twins

    async def story() -> None:
        async with AsyncExitStack() as stack:
            for server in servers:
                person = await stack.enter_async_context(Player(server.url))
                table = await person.open("terminus", ["me", "hard"])
                await person.post(f"/tables/{table}/start")
                window = await stack.enter_async_context(person.watch(table))
                await window.until("sight")
                if window.view["legal"]:
                    await window.move(0, texts(window.view)[0])
                await stack.enter_async_context(lobby(person))
                _, idle = await asyncio.open_connection("127.0.0.1", server.port)
                stack.callback(idle.close)
                waiting = asyncio.create_task(person.see(table, 0, after=1000, wait=30))
                stack.callback(waiting.cancel)
            await asyncio.sleep(0.2)  # the last of them have been asked
            if away:
                redis.kill()
            for server in servers:
                server.process.send_signal(signal.SIGTERM)
            for server in servers:
                code = await asyncio.to_thread(server.process.wait, LONGEST_STOP)
                assert code == 0, server.log.read_text()[-2000:]

    run(story(), PATIENCE)


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ["think"]], ids=["serve", "think"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_redis_at_the_start_one_line_says_so(tmp_path: Path, words: list[str], language: str) -> None:
    port = free_port()
    words = [word if word != "0" else str(free_port()) for word in words]
    outcome = command(
        environment(tmp_path / "data", {"OMNIBUS_REDIS": f"redis://127.0.0.1:{port}"}), "--lang", language, *words
    )
    assert outcome.returncode == REFUSED
    assert outcome.stderr == f"omnibus: {TEXTS['redis-away'].say(language)}\n"


def test_of_what_waits_for_redis_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_channel, "MOST_UNSENT", 10)

    async def nothing(*_: object) -> None:
        pass

    async def sent(stream: Redis) -> list[Message]:
        return [json.loads(fields[b"message"]) for _, fields in await stream.xrange(redis_channel.STREAM)]

    async def story() -> None:
        with redis_server() as redis:
            channel, stream = RedisChannel(redis.url, nothing, nothing), connect_to_redis(redis.url)
            for number in range(30):
                channel.publish({"table": str(number)})
            channel.open()
            while not (found := await sent(stream)) or found[-1] != {"table": "29"}:
                await asyncio.sleep(0.01)
            await channel.close()
            await stream.aclose()
            assert found == [{"table": str(number)} for number in range(20, 30)]

    run(story())


def test_a_fault_of_the_client_does_not_end_word_between_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as uvloop's when Redis closes a connection just before a command is sent."""

    def faulty(work: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        faults = [RuntimeError("the handler is closed"), AttributeError("_writer")]

        async def worked(*arguments: object) -> None:
            if faults:
                raise faults.pop()
            await work(*arguments)

        return worked

    async def story() -> None:
        heard: asyncio.Queue[Message] = asyncio.Queue()
        returned = asyncio.Event()

        async def on_return() -> None:
            returned.set()

        with redis_server() as redis:
            channel = RedisChannel(redis.url, heard.put, on_return)
            for part in ("_read", "_send"):
                monkeypatch.setattr(channel, part, faulty(getattr(channel, part)))
            channel.open()
            await returned.wait()
            channel.publish({"table": "x"})
            assert await heard.get() == {"table": "x"}
            await channel.close()

    run(story(), PATIENCE)


# ---- Limits


async def allowed(*limits: Limit) -> int:
    """How many are allowed, if they are asked of one after the other."""
    for count in range(1000):
        try:
            await limits[count % len(limits)].spend("192.0.2.1")
        except ServerTrouble:
            return count
    raise AssertionError("there is no limit")


def test_processes_count_together_where_redis_is_and_alone_where_it_is_not() -> None:
    async def story() -> None:
        with redis_server() as redis:
            processes = [Limits(1, redis.url) for _ in range(2)]
            assert await allowed(*(process.newcomers for process in processes)) in (30, 31)
            assert await allowed(*(process.tables for process in processes[:1])) in (20, 21)
            # Moves are counted by each process alone.
            assert await allowed(*(process.moves for process in processes)) >= 200
            redis.kill()
            assert await allowed(*(process.uploads for process in processes)) in (20, 21, 22)
            redis.start()
            for process in processes:
                await process.close()

    run(story(), PATIENCE)
