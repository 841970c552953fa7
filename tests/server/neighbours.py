"""PostgreSQL and Redis of our own, from Debian's packages, for the tests of several server processes."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
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


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nothing listens on port {port}")


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a fresh database."""
    initdb, postgres = _program("initdb"), _program("postgres")
    # PostgreSQL refuses to run for root; Debian's package brings a user of its own.
    user = "postgres" if os.getuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="omnibus-pg-") as folder:
        if user is not None:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        arguments = [initdb, "-D", data, "-U", "omnibus", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(arguments, user=user, cwd=folder, check=True, capture_output=True)
        port = free_port()
        process = subprocess.Popen(
            [postgres, "-D", data, "-p", str(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"],
            user=user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, process)
            yield f"postgresql://omnibus@127.0.0.1:{port}/postgres"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a fresh Redis."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="omnibus-redis-") as folder:
        process = subprocess.Popen(
            [_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, process)
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)
