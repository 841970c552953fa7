"""One server for all tests that do not harm it."""

from collections.abc import Iterator

import pytest

from tests.server.neighbours import postgresql, redis
from tests.server.running import RunningServer
from tests.server.sites import Site


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("server") / "data")
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()


@pytest.fixture(
    scope="session", params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.slow, pytest.mark.soak])]
)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("site") / "data"
    if request.param == "sqlite":
        running = [RunningServer(data)]
        yield Site(running[0], running[0])
        running[0].stop()
    else:
        with postgresql() as database, redis() as wire:
            running = [RunningServer(data, OMNIBUS_DATABASE=database, OMNIBUS_REDIS=wire) for _ in range(2)]
            yield Site(running[0], running[1])
            for server in running:
                server.stop()
    for server in running:
        assert '"level":"error"' not in server.log.read_text(), server.log.read_text()
