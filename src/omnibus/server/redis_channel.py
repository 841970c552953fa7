"""Word between server processes: a stream in Redis that each of them writes and reads. Redis may be away for a while.

A stream, and not publish and subscribe: whoever comes back late still finds there what was sent meanwhile.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec

from omnibus.server import metrics
from omnibus.server.broadcast import Message
from omnibus.server.logs import tell, warn
from omnibus.server.redis_connection import AWAY, LONGEST_BLOCK, RETRY_SECONDS, connect, end

STREAM = "omnibus-messages"
LONGEST_STREAM = 10_000
MOST_UNSENT = 10_000
LARGEST_BATCH = 500
LONGEST_COMMAND = 5 * LONGEST_BLOCK  # seconds: longer than the client's own patience, which is not always kept


class RedisChannel:
    """Publishes messages without waiting, and hands on those of all processes, our own among them."""

    def __init__(
        self, url: str, on_message: Callable[[Message], Awaitable[None]], on_return: Callable[[], Awaitable[None]]
    ):
        self._redis = connect(url)
        self._on_message = on_message
        self._on_return = on_return
        self._unsent: dict[bytes, None] = {}  # the same message need not be sent twice
        self._some = asyncio.Event()
        self._last: bytes | None = None  # the id of the last message read
        self._away = False
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin to send and to read."""
        self._tasks = [asyncio.create_task(self._send_on()), asyncio.create_task(self._read_on())]

    async def close(self) -> None:
        """Let go of Redis."""
        await end(*self._tasks)
        with suppress(*AWAY):
            await self._redis.aclose()

    def publish(self, message: Message) -> None:
        """Send a message as soon as can be. While Redis is away for long, the oldest are forgotten."""
        self._unsent[msgspec.json.encode(message)] = None
        if len(self._unsent) > MOST_UNSENT:
            del self._unsent[next(iter(self._unsent))]
        self._some.set()

    async def _send_on(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            while self._unsent:
                batch = list(islice(self._unsent, LARGEST_BATCH))
                for message in batch:
                    del self._unsent[message]
                try:
                    await self._send(batch)
                except Exception:
                    self._unsent = dict.fromkeys([*batch, *self._unsent][-MOST_UNSENT:])
                    await asyncio.sleep(RETRY_SECONDS)

    async def _send(self, batch: list[bytes]) -> None:
        async with asyncio.timeout(LONGEST_COMMAND), self._redis.pipeline(transaction=False) as pipeline:
            for message in batch:
                pipeline.xadd(STREAM, {"message": message}, maxlen=LONGEST_STREAM, approximate=True)
            await pipeline.execute()

    async def _read_on(self) -> None:
        while True:
            try:
                if self._last is None:
                    newest = await self._redis.xrevrange(STREAM, count=1)
                    self._last = newest[0][0] if newest else b"0"
                await self._redis.time()
                await self._notice_return()
                while True:
                    await self._read(self._last)
            except Exception as error:  # whatever it is, word must come back
                self._notice_absence(error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _read(self, last: bytes) -> None:
        async with asyncio.timeout(LONGEST_COMMAND):
            streams: Any = await self._redis.xread({STREAM: last}, LARGEST_BATCH, block=int(LONGEST_BLOCK * 1000))
        for _, entries in streams:
            for entry, fields in entries:
                self._last = entry
                await self._on_message(msgspec.json.decode(fields[b"message"]))

    def _notice_absence(self, error: Exception) -> None:
        metrics.UP.labels("redis").set(0)
        if not self._away:
            self._away = True
            warn("Redis is away: what other processes do is seen late until it is back", why=type(error).__name__)

    async def _notice_return(self) -> None:
        metrics.UP.labels("redis").set(1)
        if self._away:
            self._away = False
            tell("Redis is back")
            await self._on_return()
