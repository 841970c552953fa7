"""Connections to Redis, which may be away for a while."""

import asyncio
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError, TimeoutError  # noqa: A004 (its own)

from omnibus.server.trouble import ServerTrouble

# RuntimeError is what uvloop says of a connection that was closed a moment ago.
AWAY = (RedisError, OSError, RuntimeError)
_BROKEN: Any = (ConnectionError, TimeoutError, RuntimeError)
LONGEST_BLOCK = 1.0  # seconds that a command which waits for something may wait
RETRY_SECONDS = 0.5


def connect(url: str, seconds: float = 2 * LONGEST_BLOCK) -> Redis:
    """A client whose commands fail soon if Redis is away."""
    # Twice, since a connection in the pool may be of before Redis was restarted.
    retry = Retry(NoBackoff(), 1, supported_errors=_BROKEN)
    return Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds, retry=retry)


async def end(*tasks: "asyncio.Task[None]") -> None:
    """Cancel tasks until they are over."""
    # Once is not enough: `wait_for`, with which the client sends, may lose a cancellation.
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=0.1)


async def expect_redis(url: str) -> None:
    """Refuse to start without Redis."""
    client = connect(url)
    try:
        await client.time()
    except AWAY:
        raise ServerTrouble("redis-away") from None
    finally:
        await client.aclose()
