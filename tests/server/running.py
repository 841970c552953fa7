"""A real server process on a free port of this machine."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from tests.starting import PATIENCE

SRC = Path(__file__).parent.parent.parent / "src"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
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
    """`omnibus serve`, started, and stopped or killed."""

    MODULE = "omnibus"

    def __init__(self, data: Path, **more: str):
        self.data = data
        self.port = free_port()
        self.log = data.with_suffix(f".{self.port}.log")
        self.environment = environment(data, more)
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.MODULE, "serve", "--port", str(self.port)],
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE and self.process.poll() is None:
            try:
                httpx.get(f"{self.url}/api/health/ready", timeout=5).raise_for_status()
                return
            except httpx.TransportError:
                time.sleep(0.05)
        self.kill()
        self.process.kill()
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait(PATIENCE)


def command(environment: Mapping[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    """A command of ours that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "omnibus", *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
