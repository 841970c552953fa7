"""The house: all parts of the server together, and what goes on in the background."""

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

from omnibus.server.bench import Bench, Thinkers
from omnibus.server.club import Club
from omnibus.server.hints import Adviser
from omnibus.server.lobby import Lobby
from omnibus.server.logs import report_fault
from omnibus.server.players import Players
from omnibus.server.replay import Archive
from omnibus.server.security import Doorkeeper, Limits
from omnibus.server.settings import Settings
from omnibus.server.store import Store, now

CHANNEL = "tables"
LOOK_AROUND_SECONDS = 1.0
TAKE_UP_SECONDS = 5.0


class House:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings):
        key = settings.key()
        self.settings = settings
        self.store = Store(settings.database)
        self.bench = _bench(settings)
        self.club = Club(self.store, self.bench, key, settings.shared)
        self.adviser = Adviser(self.bench, key)
        self.lobby = Lobby(self.store, self.club)
        self.players = Players(self.store, key)
        self.archive = Archive(self.store, self.club)
        self.door = Doorkeeper(settings)
        self.limits = Limits(settings.limits)
        self.channels = ChannelsPlugin(_wire(settings.redis), channels=[CHANNEL])
        self._name = secrets.token_hex(8)  # of this process among others
        self.windows: Counter[str] = Counter()  # how many each person, or each address of strangers, has open
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin: the scribe, the bots that were to move, and word from other processes."""
        await self.bench.open()
        await self.club.open()
        self.club.publish = self._publish
        await self.club.take_up_waiting_bots(now())
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(_again_and_again(LOOK_AROUND_SECONDS, self.club.look_around)),
            asyncio.create_task(_again_and_again(TAKE_UP_SECONDS, self._take_up)),
        ]

    async def close(self) -> None:
        """End: nothing that was acknowledged is lost."""
        for task in self._tasks:
            task.cancel()
        await self.club.close()
        await self.bench.close()
        await self.store.close()

    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Where a request comes from; where a proxy stands before us, the proxy tells."""
        if self.settings.origin is not None:
            return str(connection.headers.get("x-forwarded-for", "?")).rpartition(",")[2].strip()
        return connection.client.host if connection.client is not None else "?"

    def _publish(self, message: dict[str, Any]) -> None:
        self.channels.publish({"from": self._name, **message}, CHANNEL)

    async def _listen(self) -> None:
        async with self.channels.start_subscription(CHANNEL) as subscriber:
            async for heard in subscriber.iter_events():
                message = msgspec.json.decode(heard)
                if message["from"] != self._name:
                    await _surviving(self.club.heard(message))

    async def _take_up(self) -> None:
        # Twice, in case the process that was to move has asked one that died.
        patience = int(2 * self.settings.bot_seconds * 1000)
        await self.club.take_up_waiting_bots(now() - patience)


def _bench(settings: Settings) -> Thinkers:
    """Where the bots sit: here, or wherever somebody takes questions from the queue."""
    bench = Bench(settings.bot_workers, settings.bot_seconds)
    if settings.redis is None:
        return bench
    from omnibus.server.shared_bench import SharedBench

    return SharedBench(settings.redis, bench)


def _wire(redis: str | None) -> ChannelsBackend:
    """What carries word between processes."""
    if redis is None:
        return MemoryChannelsBackend()
    # Whoever plays alone need not wait for it to load.
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    return RedisChannelsPubSubBackend(redis=Redis.from_url(redis))


async def _again_and_again(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _surviving(work())


async def _surviving(work: Awaitable[None]) -> None:
    """Background work goes on after a fault, such as a database that is away for a moment."""
    try:
        await work
    except Exception as fault:
        report_fault("background work failed", fault)
