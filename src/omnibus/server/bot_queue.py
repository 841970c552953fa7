"""Queues in Redis for the bots of all servers: whoever has a free worker, anywhere, takes the next question."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from saq import Job, Worker
from saq.queue.redis import RedisQueue

from omnibus.bots.bot import Answer, Memory
from omnibus.bots.program import PROTOCOL
from omnibus.server.bot_workers import STUDY_SECONDS, BotWorkers, Study
from omnibus.server.logs import warn
from omnibus.server.redis_connection import AWAY, LONGEST_BLOCK, RETRY_SECONDS, connect, end

ANSWERS = 2  # goes up when an answer gets another form
QUEUE = f"omnibus-bots-{PROTOCOL}.{ANSWERS}"  # so that servers of different versions do not ask each other
STUDIES = 1  # goes up when a question about what moves are worth, or its answer, gets another form
STUDY_QUEUE = f"omnibus-studies-{STUDIES}"
# It would log what a bot sees; what goes wrong we log ourselves.
logging.getLogger("saq").setLevel(logging.CRITICAL + 1)
LOOKS_A_SECOND = 20
STUDY_LOOKS_A_SECOND = 5
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


class _SharedQueue:
    """Questions of one kind: ours go in, and those of others are answered by who sits here."""

    def __init__(self, redis: str, name: str, what: str, at_once: int, answer: Callable[..., Awaitable[Any]]):
        self._at_once = at_once
        self._what = what
        self._queue = _Queue(connect(redis), name=name)
        self._worker = _QueueWorker(
            self._queue,
            functions=[(what, answer)],
            concurrency=at_once,
            dequeue_timeout=LONGEST_BLOCK,
            metadata={"size": at_once},
        )
        self.size = at_once  # of all who answer, here and elsewhere
        self._answering: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None

    def open(self) -> None:
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
                self.size = max(self._at_once, sum(sizes))
            await asyncio.sleep(COUNT_SECONDS)

    async def ask(self, patience: float, looks_a_second: int, **question: Any) -> Any:
        """The answer; None if there is none."""
        try:
            return await self._queue.apply(self._what, timeout=patience, poll_interval=1 / looks_a_second, **question)
        except Exception as error:
            warn("the queue of bots did not answer", asked=self._what, why=type(error).__name__)
            return None

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


class BotQueue:
    """Puts questions into the queues, and answers those of others with the workers that sit here."""

    def __init__(self, redis: str, workers: BotWorkers):
        self.patience = workers.seconds  # with the queue: whoever took the question may have died
        self._local = workers
        self._thinking = _SharedQueue(redis, QUEUE, "think", workers.size, self._think_here)
        self._studying = _SharedQueue(redis, STUDY_QUEUE, "study", workers.studies, self._study_here)

    @property
    def size(self) -> int:
        """How many bots can think at once, here and elsewhere."""
        return self._thinking.size

    @property
    def studies(self) -> int:
        """How many studies can be made at once, here and elsewhere."""
        return self._studying.size

    async def open(self) -> None:
        """Begin to answer."""
        self._thinking.open()
        self._studying.open()

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> Answer:
        """The move of a bot that sees that view and remembers that.

        Without an answer from the queue, a bot here thinks instead.
        """
        question = {"bot": bot, "view": view, "luck": luck, "memory": memory}
        answer = await self._thinking.ask(self.patience, LOOKS_A_SECOND, **question)
        return Answer(**answer) if answer is not None else await self._local.think(bot, view, luck, memory)

    async def _think_here(
        self, _context: Any, *, bot: str, view: Mapping[str, Any], luck: str, memory: Memory
    ) -> dict[str, Any]:
        return (await self._local.think(bot, view, luck, memory))._asdict()

    async def study(self, question: Study) -> Study:
        """The answer to a question about what moves are worth; without one from the queue, it is found here."""
        answer: Study | None = await self._studying.ask(STUDY_SECONDS, STUDY_LOOKS_A_SECOND, question=question)
        return answer if answer is not None else await self._local.study(question)

    async def _study_here(self, _context: Any, *, question: Study) -> Study:
        return await self._local.study(question)

    async def close(self) -> None:
        """Stop answering."""
        await self._thinking.close()
        await self._studying.close()
        await self._local.close()
