"""Whose bot thinks next: workers are few, and whoever has many tables must not keep the others from them."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from omnibus.bots.bot import Answer, Memory
from omnibus.server import metrics
from omnibus.server.bot_workers import BotRunner

NOBODY = ""  # in whose turn bots think at tables where nobody is
MOST_UNATTENDED_RUNNING = 1
MOST_UNATTENDED_WAITING = 50
PEOPLE_REMEMBERED = 10_000
NEWEST_WEIGHT = 0.3  # of the last measurement in what a bot is expected to take


@dataclass(frozen=True, slots=True)
class BotClient:
    """For whom a bot thinks."""

    owner: str
    present: Callable[[], Collection[str]]  # the people who wait for the answer, as long as they do
    hint: bool = False


@dataclass(eq=False, slots=True)
class _Job:
    kind: tuple[str, str]  # the game and the bot
    client: BotClient
    admitted: asyncio.Event = field(default_factory=asyncio.Event)


class BotScheduler:
    """Admits questions to the workers: every person in turn, of each person's questions the shortest first.

    All tables where nobody is share one turn, as if they were one more person's, and one worker.
    """

    def __init__(self, runner: BotRunner):
        self._runner = runner
        self._waiting: dict[_Job, None] = {}
        self._running: dict[_Job, tuple[str, ...]] = {}  # and in whose turn
        self._served: dict[str, int] = {}  # when each person last had a turn; the latest stands last
        self._served_unattended: dict[str, int] = {}  # the same among the owners of tables where nobody is
        self._turns = 0
        self._expected: dict[tuple[str, str], float] = {}  # seconds

    async def open(self) -> None:
        """Begin."""
        await self._runner.open()

    async def close(self) -> None:
        """Send all bots home."""
        await self._runner.close()

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return len(self._waiting)

    @property
    def unattended_full(self) -> bool:
        """Whether so many questions from tables where nobody is are waiting that others should be asked later."""
        return sum(not job.client.present() for job in self._waiting) >= MOST_UNATTENDED_WAITING

    async def think(
        self, client: BotClient, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None
    ) -> Answer:
        """The move of a bot that sees that view and remembers that, when the client's turn has come."""
        job = _Job((view["game"], bot), client)
        self._waiting[job] = None
        self._admit()
        asked = time.monotonic()
        try:
            await job.admitted.wait()
            began = time.monotonic()
            metrics.BOT_WAIT.labels(*job.kind).observe(began - asked)
            try:
                return await self._runner.think(bot, view, luck, memory)
            finally:
                self._measure(job, time.monotonic() - began)
        finally:
            self._waiting.pop(job, None)
            self._running.pop(job, None)
            self._admit()

    def _measure(self, job: _Job, seconds: float) -> None:
        metrics.BOT_THINK.labels(*job.kind).observe(seconds)
        expected = self._expected.get(job.kind, seconds)
        self._expected[job.kind] = expected + NEWEST_WEIGHT * (seconds - expected)

    def _admit(self) -> None:
        while len(self._running) < self._runner.size:
            job = self._next()
            if job is None:
                return
            del self._waiting[job]
            self._running[job] = self._give_turn(job.client)
            job.admitted.set()

    def _next(self) -> _Job | None:
        if not self._waiting:
            return None
        running = Counter(name for names in self._running.values() for name in names)
        ranked = [(self._rank(job, running), job) for job in self._waiting]
        if running[NOBODY] >= MOST_UNATTENDED_RUNNING:
            ranked = [(rank, job) for rank, job in ranked if job.client.present()]
        return min(ranked, key=lambda each: each[0], default=(None, None))[1]

    def _rank(self, job: _Job, running: Counter[str]) -> tuple[float, ...]:
        """The lower, the sooner."""
        people = job.client.present() or (NOBODY,)
        turn = min((running[person], self._served.get(person, 0)) for person in people)
        among_owners = self._served_unattended.get(job.client.owner, 0) if NOBODY in people else 0
        return (*turn, among_owners, not job.client.hint, self._expected.get(job.kind, 0.0))

    def _give_turn(self, client: BotClient) -> tuple[str, ...]:
        self._turns += 1
        people = tuple(client.present()) or (NOBODY,)
        for person in people:
            _put_last(self._served, person, self._turns)
        if NOBODY in people:
            _put_last(self._served_unattended, client.owner, self._turns)
        return people


def _put_last(served: dict[str, int], person: str, turn: int) -> None:
    served.pop(person, None)
    served[person] = turn
    if len(served) > PEOPLE_REMEMBERED:
        del served[next(iter(served))]
