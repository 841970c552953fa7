"""Shuttle as if it had been installed: its entry point is what pyproject.toml says, and nothing else names it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import visit
from tests.browser.dealt import DealtServer
from tests.browser.visitor import chromium, open_browser
from tests.packages import entry_points_of

HERE = Path(__file__).parent

__all__ = ["browser", "packages", "server", "visit"]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders that a program must have on its path to find the game."""
    return [entry_points_of(HERE, tmp_path_factory.mktemp("installed")), HERE]


@pytest.fixture
def browser() -> Iterator[Browser]:
    """For one test only: while it is open, its event loop runs in this thread, and others have loops of their own."""
    if chromium() is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, packages: list[Path]) -> Iterator[DealtServer]:
    """A server that knows the game."""
    running = DealtServer(tmp_path_factory.mktemp("shuttle") / "data", packages=packages)
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()
