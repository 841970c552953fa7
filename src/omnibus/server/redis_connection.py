"""Connections to Redis, which may be away for a while."""

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from omnibus.server.trouble import ServerTrouble

AWAY = (RedisError, OSError)
LONGEST_BLOCK = 1.0  # seconds that a command which waits for something may wait
RETRY_SECONDS = 0.5


def connect(url: str) -> Redis:
    """A client whose commands fail soon if Redis is away."""
    seconds = 2 * LONGEST_BLOCK
    # Twice, since a connection in the pool may be of before Redis was restarted.
    retry = Retry(NoBackoff(), 1)
    return Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds, retry=retry)


async def expect_redis(url: str) -> None:
    """Refuse to start without Redis."""
    client = connect(url)
    try:
        await client.ping()  # type: ignore[misc]  # a client of redis.asyncio always gives an awaitable
    except AWAY:
        raise ServerTrouble("redis-away") from None
    finally:
        await client.aclose()
