"""PostgreSQL and Redis of our own, from Debian's packages, for the tests of several server processes."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from tests.server.running import free_port
from tests.starting import PATIENCE


def _program(name: str) -> str:
    places = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install postgresql redis-server")
    return found


def _wait_until(ready: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE and process.poll() is None:
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError(f"{process.args!r} did not start")


class PostgresqlServer:
    """A PostgreSQL that can be stopped and started again."""

    def __init__(self, folder: str):
        # PostgreSQL refuses to run for root; Debian's package brings a user of its own.
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._folder = folder
        self._data = f"{folder}/data"
        self._numbers = count()
        new = [_program("initdb"), "-D", self._data, "-U", "omnibus", "--auth=trust", "--no-sync", "-E", "UTF8"]
        subprocess.run([*new, "--locale=C"], user=self._user, cwd=folder, check=True, capture_output=True)
        self._port = free_port()
        self.url = f"postgresql://omnibus@127.0.0.1:{self._port}/postgres"
        self.start()

    def start(self) -> None:
        program = [_program("postgres"), "-D", self._data, "-p", str(self._port), "-k", self._folder]
        self._process = subprocess.Popen(
            [*program, "-c", "listen_addresses=127.0.0.1"],
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _wait_until(self._answers, self._process)

    def _answers(self) -> bool:
        # It listens before it lets anybody in.
        asked = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        return subprocess.run(asked, check=False).returncode == 0

    def fresh_database(self) -> str:
        """The URL of one more database, where nothing is."""
        name = f"fresh{next(self._numbers)}"
        made = [_program("createdb"), "-h", "127.0.0.1", "-p", str(self._port), "-U", "omnibus", name]
        subprocess.run(made, check=True)
        return f"{self.url.rpartition('/')[0]}/{name}"

    def stop(self) -> None:
        """Whoever is connected is sent away."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(PATIENCE)


@contextmanager
def postgresql_server() -> Iterator[PostgresqlServer]:
    """A fresh PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="omnibus-pg-") as folder:
        server = PostgresqlServer(folder)
        try:
            yield server
        finally:
            server.stop()


@cache
def _shared_postgresql() -> PostgresqlServer:
    """One for all tests of this process: making it takes longer than most of them."""
    folder = tempfile.mkdtemp(prefix="omnibus-pg-")
    atexit.register(shutil.rmtree, folder)
    server = PostgresqlServer(folder)
    atexit.register(server.stop)
    return server


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a fresh database."""
    yield _shared_postgresql().fresh_database()


class RedisServer:
    """A Redis that can be killed and started again; it remembers nothing."""

    def __init__(self, folder: str):
        self._folder = folder
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        program = [_program("redis-server"), "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            [*program, "--dir", self._folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _wait_until(self._listens, self._process)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self._port), timeout=1).close()
        except OSError:
            return False
        return True

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A fresh Redis."""
    with tempfile.TemporaryDirectory(prefix="omnibus-redis-") as folder:
        server = RedisServer(folder)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a fresh Redis."""
    with redis_server() as server:
        yield server.url
