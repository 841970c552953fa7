"""Shuttle as if it had been installed: its entry point is what pyproject.toml says, and nothing else names it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.conftest import browser, visit
from tests.browser.dealt import DealtServer
from tests.packages import entry_points_of

HERE = Path(__file__).parent

__all__ = ["browser", "packages", "server", "visit"]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders that a program must have on its path to find the game."""
    return [entry_points_of(HERE, tmp_path_factory.mktemp("installed")), HERE]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, packages: list[Path]) -> Iterator[DealtServer]:
    """A server that knows the game."""
    running = DealtServer(tmp_path_factory.mktemp("shuttle") / "data", packages)
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()
