"""All services of the server together, and what goes on in the background."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.connection import ASGIConnection

from omnibus.server import metrics
from omnibus.server.accounts import Accounts
from omnibus.server.bot_turns import BotTurns
from omnibus.server.bot_workers import BotRunner, BotWorkers
from omnibus.server.broadcast import Broadcast, Message
from omnibus.server.commands import Commands
from omnibus.server.health import Health
from omnibus.server.hints import Hints
from omnibus.server.lobby import Lobby
from omnibus.server.logs import report_fault
from omnibus.server.ply_writer import PlyWriter
from omnibus.server.replay import Archive
from omnibus.server.security import Limits, OriginPolicy
from omnibus.server.settings import Settings
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.undo_requests import UndoRequests

CHANNEL = "tables"
REFRESH_SECONDS = 1.0
RESUME_BOTS_SECONDS = 5.0
COUNT_TABLES_SECONDS = 15.0


class Services:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings):
        key = settings.key()
        self.settings = settings
        self.store = Store(settings.database)
        self.bot_runner = _bot_runner(settings)
        self.broadcast = Broadcast(settings.shared)
        self.cache = TableCache(self.store, self.broadcast)
        metrics.TABLES_IN_MEMORY.set_function(lambda: len(self.cache))
        self.ply_writer = PlyWriter(self.store)
        self.commands = Commands(self.store, self.cache, self.broadcast, self.ply_writer)
        self.undo_requests = UndoRequests(self.store, self.cache, self.broadcast, self.commands)
        self._bot_turns = BotTurns(self.store, self.cache, self.commands, self.bot_runner, key)
        self.health = Health(self.store)
        self.hints = Hints(self.bot_runner, key)
        self.lobby = Lobby(self.store, self.cache)
        self.accounts = Accounts(self.store, key)
        self.archive = Archive(self.store, self.cache)
        self.origin_policy = OriginPolicy(settings)
        self.limits = Limits(settings.limits)
        self.channels = ChannelsPlugin(_channels_backend(settings.redis), channels=[CHANNEL])
        self._name = secrets.token_hex(8)  # of this process among others
        self.connections: Counter[str] = Counter()  # how many each person, or each address of strangers, has open
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin: writing plies, the bots that were to move, and word from other processes."""
        await self.bot_runner.open()
        self.ply_writer.start()
        self.broadcast.publish = self._publish
        self.broadcast.subscribe(self._bot_turns.start_due)
        await self._bot_turns.resume_waiting(now())
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(_repeat(REFRESH_SECONDS, self.cache.refresh_watched)),
            asyncio.create_task(_repeat(RESUME_BOTS_SECONDS, self._resume_waiting_bots)),
            asyncio.create_task(_repeat(COUNT_TABLES_SECONDS, self._count_tables)),
        ]

    async def close(self) -> None:
        """End: nothing that was acknowledged is lost."""
        for task in self._tasks:
            task.cancel()
        self._bot_turns.stop()
        await self.ply_writer.stop()
        await self.bot_runner.close()
        await self.store.close()

    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Where a request comes from; where a proxy stands before us, the proxy tells."""
        if self.settings.origin is not None:
            return str(connection.headers.get("x-forwarded-for", "?")).rpartition(",")[2].strip()
        return connection.client.host if connection.client is not None else "?"

    def disconnect(self, person: str) -> None:
        """Close all connections of a person, in every process."""
        self._disconnect_here(person)
        self.broadcast.publish({"person": person})

    def _disconnect_here(self, person: str) -> None:
        self.cache.disconnect(person)
        self.broadcast.close_lobby(person)

    def _publish(self, message: Message) -> None:
        self.channels.publish({"from": self._name, **message}, CHANNEL)

    async def _listen(self) -> None:
        async with self.channels.start_subscription(CHANNEL) as subscriber:
            async for event in subscriber.iter_events():
                message = msgspec.json.decode(event)
                if message["from"] == self._name:
                    continue
                if "person" in message:
                    self._disconnect_here(message["person"])
                else:
                    await _log_failure(self.cache.on_message(message))

    async def _count_tables(self) -> None:
        if self.settings.metrics_token is not None or self.settings.metrics_port is not None:
            await metrics.count_tables(self.store)

    async def _resume_waiting_bots(self) -> None:
        # Twice, in case the process that was to move has asked one that died.
        patience = int(2 * self.settings.bot_seconds * 1000)
        await self._bot_turns.resume_waiting(now() - patience)


def _bot_runner(settings: Settings) -> BotRunner:
    """Where the bots think: here, or wherever somebody takes questions from the queue."""
    workers = BotWorkers(settings.bot_workers, settings.bot_seconds)
    if settings.redis is None:
        return workers
    from omnibus.server.bot_queue import BotQueue

    return BotQueue(settings.redis, workers)


def _channels_backend(redis: str | None) -> ChannelsBackend:
    """What carries word between processes."""
    if redis is None:
        return MemoryChannelsBackend()
    # Whoever plays alone need not wait for it to load.
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    return RedisChannelsPubSubBackend(redis=Redis.from_url(redis))


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _log_failure(work())


async def _log_failure(work: Awaitable[None]) -> None:
    """Background work goes on after a fault, such as a database that is away for a moment."""
    try:
        await work
    except Exception as fault:
        report_fault("background work failed", fault)
