"""Whose bot thinks next: workers are few, and whoever has many tables must not keep the others from them."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from omnibus.bots.bot import Answer, Memory
from omnibus.server import metrics
from omnibus.server.bot_workers import BotRunner, Study

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


@dataclass(frozen=True, slots=True)
class StudyClient:
    """For whom it is found out what moves are worth."""

    person: str
    at_once: bool = False  # whether the person waits for the answer, and not for a review that takes minutes
    wanted: Callable[[], bool] = lambda: True  # still: what is no longer wanted when its turn comes is dropped


@dataclass(eq=False, slots=True)
class _StudyJob:
    client: StudyClient
    admitted: asyncio.Event = field(default_factory=asyncio.Event)


class NoLongerWanted(Exception):
    """A study that nobody wants any more."""


class BotScheduler:
    """Admits questions to the workers: every person in turn, of each person's questions the shortest first.

    All tables where nobody is share one turn, as if they were one more person's, and one worker.

    Studies have a worker of their own, so that no move waits for one, and begin only while nobody waits for a move.
    There too every person comes in turn, first those who wait for an answer at once.
    """

    def __init__(self, runner: BotRunner):
        self._runner = runner
        self._waiting: dict[_Job, None] = {}
        self._running: dict[_Job, tuple[str, ...]] = {}  # and in whose turn
        self._served: dict[str, int] = {}  # when each person last had a turn; the latest stands last
        self._served_unattended: dict[str, int] = {}  # the same among the owners of tables where nobody is
        self._turns = 0
        self._expected: dict[tuple[str, str], float] = {}  # seconds
        self._studies_waiting: dict[_StudyJob, None] = {}
        self._studies_running: dict[_StudyJob, None] = {}
        self._studied: dict[str, int] = {}  # when each person last had a turn with a study

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
    def studies_waiting(self) -> int:
        """How many studies wait for their turn."""
        return len(self._studies_waiting)

    @property
    def studies_at_once(self) -> int:
        """How many studies can be made at once."""
        return self._runner.studies

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
            self._admit_studies()

    async def study(self, client: StudyClient, question: Study) -> Study:
        """The answer to a question about what moves are worth, when the client's turn has come."""
        job = _StudyJob(client)
        self._studies_waiting[job] = None
        self._admit_studies()
        try:
            await job.admitted.wait()
            if not client.wanted():
                raise NoLongerWanted
            with metrics.STUDY_SECONDS.labels(question["do"]).time():
                return await self._runner.study(question)
        finally:
            self._studies_waiting.pop(job, None)
            self._studies_running.pop(job, None)
            self._admit_studies()

    def _admit_studies(self) -> None:
        while len(self._studies_running) < self._runner.studies and self._studies_waiting:
            if any(job.client.present() for job in self._waiting):
                return  # somebody waits for a move: asked again when that is made
            job = min(self._studies_waiting, key=self._study_rank)
            del self._studies_waiting[job]
            self._studies_running[job] = None
            self._turns += 1
            _put_last(self._studied, job.client.person, self._turns)
            job.admitted.set()

    def _study_rank(self, job: _StudyJob) -> tuple[float, ...]:
        """The lower, the sooner; of equals, the one that has waited longer."""
        return not job.client.at_once, self._studied.get(job.client.person, 0)

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
