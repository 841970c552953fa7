"""Where bots think: worker processes that get a view and answer with a move, bounded in number and time."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, Protocol

import msgspec

from omnibus.bots.bot import Answer, Memory
from omnibus.bots.program import PROTOCOL, answer_in
from omnibus.server.logs import warn

LONGEST_ANSWER = 1 << 20
STUDY_SECONDS = 120.0  # a study of one decision that takes longer is stopped: on a busy machine it comes last

Study = dict[str, Any]  # a question for `omnibus.study.line`, or its answer


class BotFailed(Exception):
    """A bot that did not answer with a move."""


def any_legal_move(view: Mapping[str, Any], luck: str) -> str:
    """What is played for a bot that failed."""
    return str(Random(luck).choice(view["legal"])["text"])


class BotRunner(Protocol):
    """Where bots think."""

    @property
    def size(self) -> int:
        """How many can think at once."""

    async def open(self) -> None:
        """Begin."""

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> Answer:
        """The move of a bot that sees that view and remembers that."""

    @property
    def studies(self) -> int:
        """How many studies can be made at once, beside the bots that think."""

    async def study(self, question: Study) -> Study:
        """The answer to a question about what moves are worth."""

    async def close(self) -> None:
        """Send all bots home."""


def give_way(process: int) -> None:
    """Whoever waits for the server itself comes before whoever waits for a bot."""
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, process, 10)


def give_way_to_all(process: int) -> None:
    """A study gets what nobody else wants. At the lowest `nice`, the server would wait for it to be interrupted."""
    if sys.platform == "linux":
        os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))
    elif sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, process, 19)


class _Worker:
    """One process; it answers one question at a time, a line each."""

    def __init__(self, module: str, manners: Callable[[int], None]) -> None:
        self._module = module
        self._manners = manners
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: bytes, seconds: float) -> str:
        """The answer to a question. A process that takes too long, or dies, is replaced at the next question."""
        try:
            async with asyncio.timeout(seconds):
                process = await self._running()
                if process.stdin is None or process.stdout is None:
                    raise AssertionError("a worker has no pipes")
                process.stdin.write(question + b"\n")
                await process.stdin.drain()
                answer = (await process.stdout.readline()).decode().strip()
        except TimeoutError:
            await self.stop()
            raise BotFailed("too slow") from None
        except asyncio.CancelledError:
            await self.stop()
            raise
        except (OSError, ValueError) as error:
            await self.stop()
            raise BotFailed(type(error).__name__) from None
        if not answer:
            await self.stop()
            raise BotFailed("the worker died")
        if answer.startswith("!"):
            raise BotFailed(answer[1:200].strip())
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_ANSWER,
            )
            self._manners(self._process.pid)
        return self._process

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class BotWorkers:
    """A bounded number of workers and a queue before them; and one more for studies, which no move ever waits for: it
    gets what the others leave of the machine."""

    studies = 1

    def __init__(self, workers: int, seconds: float):
        self.size = workers
        self.seconds = seconds
        self._workers = [_Worker("omnibus.bots.line", give_way) for _ in range(workers)]
        self._study_worker = _Worker("omnibus.study.line", give_way_to_all)
        self._studying = asyncio.Lock()
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def open(self) -> None:
        """Nothing to do: a worker starts when it is first asked."""

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> Answer:
        """The move of a bot that sees that view and remembers that. If it fails, it is asked again to think afresh."""
        question = {"protocol": PROTOCOL, "bot": bot, "view": view, "budget": None, "seed": luck, "weighed": True}
        worker = await self._free.get()
        try:
            for last in (False, True):
                try:
                    asked = msgspec.json.encode({**question, "memory": None if last else memory})
                    return answer_in(await worker.ask(asked, self.seconds))
                except BotFailed as failed:
                    if last:
                        raise
                    warn("a bot failed and is asked again", bot=bot, why=str(failed))
        finally:
            self._free.put_nowait(worker)
        raise AssertionError("a bot answers or fails")

    async def study(self, question: Study) -> Study:
        """The answer to a question about what moves are worth."""
        async with self._studying:
            told = await self._study_worker.ask(msgspec.json.encode(question), STUDY_SECONDS)
        answer: Study = msgspec.json.decode(told)
        return answer

    async def close(self) -> None:
        """Send all bots home."""
        for worker in (*self._workers, self._study_worker):
            await worker.stop()
