"""Running the server, and taking games away: `omnibus serve`, `export`."""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from omnibus.server import metrics, transport
from omnibus.server.app import application
from omnibus.server.bot_workers import BotWorkers
from omnibus.server.logs import begin_logging, tell
from omnibus.server.replay import finished_records
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.server.transport import CONNECTIONS_PER_ADDRESS, ConnectionCaps
from omnibus.server.trouble import ServerTrouble

USUAL_PORT = 8000
TRIED_PORTS = 100
LONGEST_STOP = 8.0  # seconds
SERVICE_RESTART = 1012  # what a WebSocket is closed with
STUCK = 1  # the exit code


def serve(host: str, port: int) -> None:
    """Run the server until it is told to stop."""
    settings = Settings.read(os.environ, host, port)
    _check_address(host, port)
    begin_logging()
    _tune_interpreter()
    _run(_serve(settings))


def serve_locally(host: str, port: int | None, welcome: Callable[[str], None]) -> None:
    """Run the server for whoever sits here, until told to stop: on any free port unless one is named, with a log of
    what goes wrong alone. Whoever sits here is welcomed with the address once somebody answers there."""
    settings = Settings.read(os.environ, host, _free_port(host) if port is None else port)
    _check_address(host, settings.port)
    begin_logging(logging.WARNING)
    _tune_interpreter()
    _run(_serve(settings, welcome))


def _run(work: Coroutine[Any, Any, None]) -> None:
    if sys.platform == "win32":
        asyncio.run(work)
    else:
        import uvloop

        uvloop.run(work)


def _free_port(host: str) -> int:
    """The usual port, or the next that nobody has."""
    *ports, last = range(USUAL_PORT, USUAL_PORT + TRIED_PORTS)
    for port in ports:
        with suppress(ServerTrouble):
            _check_address(host, port)
            return port
    return last


def _check_address(host: str, port: int) -> None:
    """Say in one line if somebody has the port already."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise ServerTrouble("cannot-listen", host=host, port=port, reason=error.strerror) from None


async def _open_services(settings: Settings) -> Services:
    """The services, whose database is there and in the present shape."""
    services = Services(settings)
    try:
        await services.store.open()
    except (OSError, SQLAlchemyError):
        raise ServerTrouble("database-away") from None
    return services


async def _expect_redis(redis: str) -> None:
    from omnibus.server.redis_connection import expect_redis

    await expect_redis(redis)


def _tune_interpreter() -> None:
    # A thread that replays a game gives way to the event loop only so often: at the usual 5 ms, everyone waits that
    # long for each of the many things that a request does.
    sys.setswitchinterval(0.0005)
    # Tables and texts are many and stay: searching them all for rubbish at the usual pace takes a seventh of the time
    # of a busy server, and makes people wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def on_stop_signal(stop: Callable[[], None]) -> threading.Timer:
    """Call it at the usual signals, and end the process if it is still there when the timer runs out."""
    loop = asyncio.get_running_loop()
    # What was acknowledged is durable: whatever holds us up after that need not be waited for.
    give_up = threading.Timer(LONGEST_STOP, os._exit, [STUCK])
    give_up.daemon = True

    def told_to_stop(*_: object) -> None:
        if not give_up.is_alive():
            give_up.start()
        loop.call_soon_threadsafe(stop)

    for number in (signal.SIGINT, signal.SIGTERM):
        # The loop's own handling of signals is deaf while many connections close.
        signal.signal(number, told_to_stop)
    return give_up


async def _serve(settings: Settings, welcome: Callable[[str], None] | None = None) -> None:
    services = await _open_services(settings)
    if settings.redis is not None:
        await _expect_redis(settings.redis)
    caps = ConnectionCaps(int(CONNECTIONS_PER_ADDRESS * settings.limits), settings.proxies)
    server = transport.server(application(services), settings.host, settings.port, caps)
    if settings.metrics_port is not None:
        metrics.listen(settings.metrics_port)

    def stop() -> None:
        server.stop()
        for watcher in services.cache.watchers():
            watcher.close(SERVICE_RESTART)  # nobody waits on for a move that will not come

    on_stop_signal(stop)
    tell("serving", address=settings.address)
    welcoming = None if welcome is None else asyncio.create_task(_welcome(settings, welcome))
    await server.serve()
    if welcoming is not None:
        welcoming.cancel()
    tell("stopped")


async def _welcome(settings: Settings, welcome: Callable[[str], None]) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection(settings.host, settings.port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return await asyncio.to_thread(welcome, settings.address)


def think() -> None:
    """Let bots of servers elsewhere think on this machine, until told to stop."""
    settings = Settings.read(os.environ)
    if settings.redis is None:
        raise ServerTrouble("redis-needed")
    begin_logging()
    asyncio.run(_think(settings.redis, BotWorkers(settings.bot_workers, settings.bot_seconds)))


async def _think(redis: str, bot_runner: BotWorkers) -> None:
    from omnibus.server.bot_queue import BotQueue

    shared, told_to_stop = BotQueue(redis, bot_runner), asyncio.Event()
    on_stop_signal(told_to_stop.set)
    await _expect_redis(redis)
    await shared.open()
    tell("thinking", workers=bot_runner.size)
    await told_to_stop.wait()
    await shared.close()


def export(folder: Path) -> int:
    """Write the records of all finished games into a folder; how many there are."""
    return asyncio.run(_export(folder))


async def _export(folder: Path) -> int:
    services = await _open_services(Settings.read(os.environ))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        count = 0
        for table, record in await finished_records(services.store, services.cache):
            (folder / f"{table}.omnibus").write_text(record, encoding="utf-8")
            count += 1
        return count
    finally:
        await services.store.close()
