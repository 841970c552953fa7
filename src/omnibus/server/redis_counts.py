"""What all server processes count together, in Redis."""

import time
from contextlib import suppress

from omnibus.server.redis_connection import AWAY, connect

SECONDS = 0.25  # nobody waits longer for being counted
PAUSE = 5.0  # seconds without Redis after it did not answer

# GCRA: when all that was asked so far is forgiven, kept for each who asks.
_SPEND = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1000000
local interval, at_most = tonumber(ARGV[1]), tonumber(ARGV[2])
local due = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + interval
if due - now > at_most then return 0 end
redis.call('SET', KEYS[1], string.format('%.6f', due), 'PX', math.ceil((due - now) * 1000))
return 1
"""


class RedisCounts:
    """Counts, unless Redis is away."""

    def __init__(self, url: str):
        self._redis = connect(url, SECONDS)
        self._spend = self._redis.register_script(_SPEND)
        self._paused_until = 0.0

    async def close(self) -> None:
        """Let go of Redis."""
        with suppress(*AWAY):
            await self._redis.aclose()

    async def spend(self, key: str, interval: float, at_most: float) -> bool:
        """Count one more, unless that is too many. While Redis is away, nothing is too many."""
        if time.monotonic() < self._paused_until:
            return True
        try:
            return bool(await self._spend(keys=[f"omnibus-limit:{key}"], args=[interval, at_most]))
        except AWAY:
            self._paused_until = time.monotonic() + PAUSE
            return True
