"""One server for all tests that do not harm it."""

from collections.abc import Iterator

import pytest

from tests.server.running import RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("server") / "data")
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()
