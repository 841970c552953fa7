"""Programs of ours as `python -m …` runs them, but forked from a process that has loaded all they need.

That saves each of them the second or two that a new interpreter takes. Nothing runs before the fork but imports: loop,
threads, database and settings are made after it. What it has in common with its siblings are the hashes of strings.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext
from pathlib import Path
from runpy import run_module
from threading import Lock
from unittest.mock import patch

from tests.packages import SRC, with_packages

_PATH = sys.path[:]  # there: where our packages were found
_one_at_a_time = Lock()  # whoever starts a process looks at all the others too


class ForkedProgram:
    """A running program, in the words of `subprocess.Popen`."""

    def __init__(self, module: str, words: Sequence[str], environment: Mapping[str, str], stdout: Path, stderr: Path):
        self.args = (module, *words)
        arguments = (module, words, dict(environment), str(stdout), str(stderr))
        self._process = _context().Process(target=_run, args=arguments, daemon=True)
        with _one_at_a_time:
            self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        with _one_at_a_time:
            return self._process.exitcode

    def wait(self, timeout: float) -> int:
        wait([self._process.sentinel], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def may_be_forked(environment: Mapping[str, str]) -> bool:
    """Whether a program would find the packages that are loaded, and no others."""
    return set(environment["PYTHONPATH"].split(os.pathsep)) <= {str(SRC), str(SRC.parent)}


@cache
def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.preloaded"])
    with patch.dict(os.environ, PYTHONPATH=with_packages(SRC.parent), LC_ALL="C.UTF-8"):
        forkserver.ensure_running()
    return context


def _run(module: str, words: Sequence[str], environment: Mapping[str, str], stdout: str, stderr: str) -> None:
    """In the new process: what `python -m` does."""
    import tests.preloaded  # noqa: F401 (loaded long ago; if it could not be, this says why)

    for path, number in ((stdout, 1), (stderr, 2)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = _PATH
    sys.argv[1:] = words
    run_module(module, run_name="__main__", alter_sys=True)
