"""One queue in Redis for the bots of all servers: whoever has a free worker, anywhere, takes the next question."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from saq import Job, Worker
from saq.queue.redis import RedisQueue

from omnibus.bots.bot import Answer, Memory
from omnibus.bots.program import PROTOCOL
from omnibus.server.bot_workers import BotWorkers
from omnibus.server.logs import warn
from omnibus.server.redis_connection import AWAY, LONGEST_BLOCK, RETRY_SECONDS, connect, end

ANSWERS = 2  # goes up when an answer gets another form
QUEUE = f"omnibus-bots-{PROTOCOL}.{ANSWERS}"  # so that servers of different versions do not ask each other
# It would log what a bot sees; what goes wrong we log ourselves.
logging.getLogger("saq").setLevel(logging.CRITICAL + 1)
LOOKS_A_SECOND = 20
COUNT_SECONDS = 10.0


class _Queue(RedisQueue):
    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        """The next question. SAQ asks again at once when there is none, also when Redis is away."""
        try:
            return await super().dequeue(timeout, poll_interval)
        except AWAY:
            await asyncio.sleep(RETRY_SECONDS)
            return None


class _QueueWorker(Worker[Any]):
    SIGNALS = []  # noqa: RUF012 (SAQ's own; when to stop is for the server to say)

    async def process(self) -> bool:
        """One question, whose answer cannot be handed in if Redis goes away at the wrong moment."""
        with suppress(*AWAY):
            return await super().process()
        return True


class BotQueue:
    """Puts questions into the queue, and answers those of others with the workers that sit here."""

    def __init__(self, redis: str, workers: BotWorkers):
        self.size = workers.size  # of all who answer, here and elsewhere
        self.patience = workers.seconds  # with the queue: whoever took the question may have died
        self._local = workers
        self._queue = _Queue(connect(redis), name=QUEUE)
        self._worker = _QueueWorker(
            self._queue,
            functions=[("think", self._answer)],
            concurrency=workers.size,
            dequeue_timeout=LONGEST_BLOCK,
            metadata={"size": workers.size},
        )
        self._answering: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to answer."""
        self._answering = asyncio.create_task(self._worker.start())
        self._counting = asyncio.create_task(self._count())

    async def _count(self) -> None:
        """Keep in mind how many answer: no more questions are put into the queue, for whoever waits in it waits in vain
        for a fair turn."""
        while True:
            with suppress(Exception):  # Redis is away: as many as before will be back
                workers = (await self._queue.info())["workers"].values()
                sizes = [(worker["metadata"] or {}).get("size", 1) for worker in workers]
                self.size = max(self._local.size, sum(sizes))
            await asyncio.sleep(COUNT_SECONDS)

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> Answer:
        """The move of a bot that sees that view and remembers that.

        Without an answer from the queue, a bot here thinks instead.
        """
        try:
            question = {"bot": bot, "view": view, "luck": luck, "memory": memory}
            answer = await self._queue.apply(
                "think", timeout=self.patience, poll_interval=1 / LOOKS_A_SECOND, **question
            )
        except Exception as error:
            warn("the queue of bots did not answer", why=type(error).__name__)
            answer = None
        return Answer(**answer) if answer is not None else await self._local.think(bot, view, luck, memory)

    async def _answer(
        self, _context: Any, *, bot: str, view: Mapping[str, Any], luck: str, memory: Memory
    ) -> dict[str, Any]:
        return (await self._local.think(bot, view, luck, memory))._asdict()

    async def close(self) -> None:
        """Stop answering."""
        if self._counting is not None:
            await end(self._counting)
        if self._answering is not None:
            self._answering.cancel()
            with suppress(asyncio.CancelledError):
                await self._answering
        with suppress(*AWAY):
            await self._queue.redis.aclose()
        await self._local.close()
