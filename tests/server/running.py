"""A real server process on a free port of this machine."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

from tests.forked import ForkedProgram, may_be_forked
from tests.packages import SRC
from tests.starting import PATIENCE

FRESH = True  # in an interpreter of its own, as users have it, with hashes of its own

# Below the ports that the system lends to whoever connects, so that what is free is still free when its server starts.
_PORTS = range(10_000, 30_000)
# Where all processes that test on this machine count together, so that no two of them are given the same.
_LAST_PORT = Path(tempfile.gettempdir()) / f"omnibus-tests-last-port-{os.getuid()}"


def free_port() -> int:
    while True:
        port = _next_port()
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _next_port() -> int:
    with _LAST_PORT.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        last = int(file.read() or _PORTS[-1])
        port = _PORTS[(last + 1 - _PORTS.start) % len(_PORTS)]
        file.truncate(0)
        file.write(str(port))
    return port


def environment(data: Path, more: Mapping[str, str]) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(SRC),
        "OMNIBUS_DATA": str(data),
        "OMNIBUS_LIMITS": "1000",
        "OMNIBUS_BOT_WORKERS": "1",
        "LC_ALL": "C.UTF-8",
        **more,
    }


class RunningServer:
    """`omnibus serve`, started, and stopped or killed. One that comes back is always fresh."""

    MODULE = "omnibus"

    def __init__(self, data: Path, fresh: bool = False, /, **more: str):
        self.data = data
        self.port = free_port()
        self.log = data.with_suffix(f".{self.port}.log")
        self.environment = environment(data, more)
        self._fresh = fresh or not may_be_forked(self.environment)
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = self._started()
        self._fresh = True
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE and self.process.poll() is None:
            if self._answers():
                return
            time.sleep(0.02)
        self.kill()
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def _started(self) -> "subprocess.Popen[bytes] | ForkedProgram":
        words = ["serve", "--port", str(self.port)]
        if not self._fresh:
            return ForkedProgram(self.MODULE, words, self.environment, Path(os.devnull), self.log)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", self.MODULE, *words], env=self.environment, stdout=subprocess.DEVNULL, stderr=log
            )

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/api/health/ready")
            status = connection.getresponse().status
        except OSError:
            return False
        finally:
            connection.close()
        assert status in (200, 503), status
        return status == 200  # a disk may be busy for a while

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait(PATIENCE)


def command(environment: Mapping[str, str], *words: str, fresh: bool = False) -> "subprocess.CompletedProcess[str]":
    """A command of ours that ends by itself."""
    if fresh or not may_be_forked(environment):
        return subprocess.run(
            [sys.executable, "-m", "omnibus", *words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    with tempfile.TemporaryDirectory() as folder:
        stdout, stderr = Path(folder) / "stdout", Path(folder) / "stderr"
        program = ForkedProgram("omnibus", words, environment, stdout, stderr)
        try:
            code = program.wait(PATIENCE)
        finally:
            program.kill()
        told = [path.read_text(encoding="utf-8") for path in (stdout, stderr)]
    return subprocess.CompletedProcess(program.args, code, *told)
