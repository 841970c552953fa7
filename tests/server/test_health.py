"""How the server says that it is well: alive, and ready to write."""

import asyncio
import resource
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from omnibus.server import health
from omnibus.server.health import Health
from omnibus.server.store import Store
from omnibus.server.trouble import ServerTrouble
from tests.server.neighbours import postgresql
from tests.server.running import RunningServer
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow


def ask(server: RunningServer, path: str, language: str = "en") -> httpx.Response:
    return httpx.get(f"{server.url}/api/health/{path}", headers={"accept-language": language}, timeout=PATIENCE)


def wait_until(server: RunningServer, status: int, language: str = "en") -> httpx.Response:
    """The first answer of that kind; what was true a second ago is still told."""
    began = time.monotonic()
    while (told := ask(server, "ready", language)).status_code != status:
        assert time.monotonic() - began < PATIENCE, told.text
    return told


def test_a_server_that_cannot_write_is_alive_but_not_ready(tmp_path: Path) -> None:
    """As on a full disk: here the process may make no file any longer."""
    server = RunningServer(tmp_path / "data")
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    try:
        assert ask(server, "ready").json() == {"status": "well"}
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        told = wait_until(server, 503, "fr")
        assert told.json()["code"] == "not-ready"
        assert told.json()["reason"].startswith("le serveur ne peut pas écrire dans sa base")
        assert ask(server, "live").json() == {"status": "well"}
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        wait_until(server, 200)
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        server.stop()


def test_a_locked_database_is_not_well_and_nobody_waits_long(server: RunningServer) -> None:
    with closing(sqlite3.connect(server.data / "omnibus.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told = wait_until(server, 503)
        assert told.elapsed.total_seconds() < 4 * health.SECONDS_TO_WRITE  # SQLite itself waits for ten seconds
        assert ask(server, "live").status_code == 200
        other.execute("ROLLBACK")
    wait_until(server, 200)


def test_many_questions_cost_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/omnibus.db")
        writes: list[Any] = []
        await store.open()
        asked, write = Health(store), store.write

        def counted(work: Any) -> Any:
            writes.append(work)
            return write(work)

        monkeypatch.setattr(store, "write", counted)
        await asyncio.gather(*(asked.expect_ready() for _ in range(50)))
        await asked.expect_ready()
        assert len(writes) == 1
        await store.close()

    asyncio.run(story())


def test_a_disk_that_is_nearly_full_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/omnibus.db")
        await store.open()
        await Health(store).expect_ready()
        monkeypatch.setattr(health, "LEAST_ROOM", 1 << 62)
        with pytest.raises(ServerTrouble, match="cannot write"):
            await Health(store).expect_ready()
        await store.close()

    asyncio.run(story())


def test_postgresql_that_only_reads_is_not_well() -> None:
    async def story(url: str) -> None:
        store = Store(url.replace("postgresql://", "postgresql+asyncpg://"))
        await store.open()
        await Health(store).expect_ready()
        await Health(store).expect_ready()
        async with store.writing() as connection:
            name = url.rpartition("/")[2]
            await connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
        await store.close()  # its connections; new ones are made
        with pytest.raises(ServerTrouble, match="cannot write"):
            await Health(store).expect_ready()
        await store.close()

    with postgresql() as url:
        asyncio.run(story(url))
