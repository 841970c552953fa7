"""A server, a browser, and visitors who must see no error."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.dealt import DealtServer
from tests.browser.visitor import Visitor, chromium, open_chromium

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DealtServer]:
    # What is asked of a review here is seen after few tries, too.
    running = DealtServer(tmp_path_factory.mktemp("browser") / "data", OMNIBUS_REVIEW_TRIES="10")
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()


# For this folder only: while it is open, its event loop runs in this thread, and other tests have loops of their own.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as opened:
        yield opened


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with open_chromium(playwright) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, server: DealtServer) -> Iterator[Visit]:
    """Somebody comes with a browser of their own. In the end nothing may have gone wrong in any of them."""
    visitors: list[Visitor] = []

    def come(name: str | None = None, url: str | None = None, **device: Any) -> Visitor:
        visitor = Visitor(browser, url or server.url, **device)
        visitors.append(visitor)
        if name is not None:
            visitor.come_in(name)
        return visitor

    yield come
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        visitor.context.close()
    assert not troubles, troubles


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[DealtServer]:
    """A server that a test may harm."""
    running = DealtServer(tmp_path / "data")
    yield running
    running.stop()
