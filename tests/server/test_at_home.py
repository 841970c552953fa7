"""`omnibus serve --open`: a server for whoever sits at the machine."""

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from omnibus.server.serve import TRIED_PORTS, USUAL_PORT
from omnibus.terminal.browser import has_screen
from tests.server.running import environment, free_port
from tests.starting import PATIENCE, hear_all_signals

pytestmark = pytest.mark.slow

ADDRESS = re.compile(r"http://127\.0\.0\.1:(?P<port>\d+)")


@contextmanager
def at_home(folder: Path, *flags: str, **more: str) -> "Iterator[subprocess.Popen[str]]":
    """The server, with a browser that only writes down what it is told to show."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {folder}/shown\n', encoding="utf-8")
    browser.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-m", "omnibus", "serve", "--open", *flags],
        env=environment(folder / "data", {"BROWSER": str(browser), "WAYLAND_DISPLAY": "", **more}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_all_signals,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: "subprocess.Popen[str]") -> str:
    """The next line that the person reads."""
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    assert line, process.stderr.read()
    return line


def shown(folder: Path) -> list[str]:
    """What the browser was told to show."""
    with suppress(FileNotFoundError):
        return (folder / "shown").read_text(encoding="utf-8").split()
    return []


def test_one_line_tells_the_address_and_the_browser_opens_it(tmp_path: Path) -> None:
    port = free_port()
    with at_home(tmp_path, "--port", str(port), DISPLAY=":7") as process:
        assert told(process) == f"The tables are set: http://127.0.0.1:{port} (Ctrl+C to stop)\n"
        began = time.monotonic()
        while not shown(tmp_path) and time.monotonic() - began < PATIENCE:
            time.sleep(0.05)
        assert shown(tmp_path) == [f"http://127.0.0.1:{port}"]
        assert httpx.get(f"http://127.0.0.1:{port}/api/health/ready").json()["status"] == "well"
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest, complaints) == (0, "", "")


def test_where_the_usual_port_is_taken_another_is_found(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):  # then somebody else has it
            taken.bind(("127.0.0.1", USUAL_PORT))
            taken.listen()
        with at_home(tmp_path, DISPLAY="", LC_ALL="fr_CH.UTF-8") as process:
            line = told(process)
            assert line.startswith("Les tables sont prêtes : http://")
            found = ADDRESS.search(line)
            assert found is not None
            # What the system lends to whoever connects may be lent once more before the server has started.
            assert USUAL_PORT < int(found["port"]) < USUAL_PORT + TRIED_PORTS
            assert httpx.get(f"{found[0]}/api/health/ready").json()["status"] == "well"
            assert shown(tmp_path) == []


def test_a_port_that_was_asked_for_and_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with at_home(tmp_path, "--port", str(port), DISPLAY="") as process:
            line, complaint = process.communicate(timeout=PATIENCE)
            assert (process.returncode, line) == (2, "")
            assert f"cannot use port {port}" in complaint


@pytest.mark.parametrize(
    ("environment", "platform", "screen"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_a_browser_needs_a_screen(environment: dict[str, str], platform: str, screen: bool) -> None:
    assert has_screen(environment, platform) == screen
