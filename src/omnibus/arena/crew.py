"""Who plays the games of a match: processes on this machine, or a Ray cluster.

A job is plain data: a match, the number of a game, and whose it is; so is what comes back.
"""

import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

from omnibus.arena.match import Match
from omnibus.arena.statistics import findings, watchers_of
from omnibus.arena.trouble import ArenaTrouble
from omnibus.bots.faults import BotFault
from omnibus.bots.program import stop_programs

Job = dict[str, Any]
Done = dict[str, Any]
Playing = Generator[Done, None, None]

WAITING = 3  # jobs for each process, so that none waits for work


def play_job(job: Job) -> Done:
    """Play one game; what became of it, or what a bot did wrong."""
    match = Match.read(job["match"])
    watchers = watchers_of(match.game) if job["watched"] else []
    try:
        outcome = match.play(job["number"], watchers)
    except BotFault as fault:
        return {"fault": fault.key, "params": {name: str(value) for name, value in fault.params.items()}}
    return {"contest": job["contest"], "outcome": outcome.plain(), "findings": findings(watchers)}


@dataclass(frozen=True, slots=True)
class Crew:
    """Who plays: so many processes here, or the Ray cluster at an address."""

    processes: int = 0  # 0 for all cores
    ray: str | None = None

    def play(self, jobs: Iterable[Job]) -> Playing:
        """Play all jobs; they come back as they are finished. When nobody asks on, all of it stops."""
        if self.ray is not None:
            playing = _on_ray(iter(jobs), self.ray)
        elif self.processes == 1:
            playing = _one_by_one(jobs)
        else:
            playing = _here(iter(jobs), self.processes or os.cpu_count() or 1)
        with closing(playing):
            for done in playing:
                if "fault" in done:
                    raise BotFault(done["fault"], **done["params"])
                yield done


def _one_by_one(jobs: Iterable[Job]) -> Playing:
    for job in jobs:
        yield play_job(job)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Whatever is started here never hears of Ctrl-C; we do, a little later."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_tidily() -> None:
    """A process that is ended takes the programs along that play for its bots."""

    def leave(_signal: int, _frame: object) -> None:
        stop_programs()
        # Not by an exception, which would be taken for what became of a game.
        os._exit(1)

    signal.signal(signal.SIGTERM, leave)


def _here(jobs: Iterator[Job], processes: int) -> Playing:
    first = list(islice(jobs, WAITING * processes))
    if not first:
        return
    others = active_children()
    # Not forked: a progress bar is a thread, and a fork in the middle of one is no copy.
    pool = ProcessPoolExecutor(min(processes, len(first)), get_context("spawn"), _end_tidily)
    try:
        with _interrupts_held_back():
            under_way = {pool.submit(play_job, job) for job in first}
        while under_way:
            finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(play_job, job) for job in islice(jobs, len(finished))}
            for future in finished:
                yield future.result()
    except BrokenProcessPool:
        raise ArenaTrouble("process-died") from None
    finally:
        for child in active_children():
            if child not in others:
                child.terminate()
        # Its thread is waited for: one that ends together with the program may write to a pipe that is closed by then.
        pool.shutdown(cancel_futures=True)


def _knock(address: str) -> None:
    """See whether anybody is there: Ray itself would wait for minutes."""
    where = urlsplit(address if "://" in address else f"//{address}")
    if where.hostname and where.port:
        create_connection((where.hostname, where.port), timeout=5).close()


def _on_ray(jobs: Iterator[Job], address: str) -> Playing:
    try:
        ray = import_module("ray")
    except ImportError:
        raise ArenaTrouble("needs-packages", extra="ray") from None
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, RuntimeError) as error:
        raise ArenaTrouble("no-cluster", address=address, reason=str(error).splitlines()[0]) from None
    try:
        play = ray.remote(play_job)
        places = int(ray.cluster_resources().get("CPU", 1))
        under_way = [play.remote(job) for job in islice(jobs, WAITING * places)]
        while under_way:
            finished, under_way = ray.wait(under_way)
            under_way += [play.remote(job) for job in islice(jobs, len(finished))]
            yield from ray.get(finished)
    finally:
        ray.shutdown()
