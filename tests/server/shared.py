"""PostgreSQL and Redis from the system's packages, for the length of a test, for several server processes to share."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 30.0


@contextmanager
def shared_storage() -> Iterator[dict[str, str]]:
    """The settings of servers that share a database and a channel, both on sockets in a folder of their own."""
    postgres, redis = _postgres_folder(), shutil.which("redis-server")
    if postgres is None or redis is None:
        pytest.skip("needs PostgreSQL and Redis: apt-get install postgresql redis-server")
    folder = Path(tempfile.mkdtemp(prefix="omnibus-shared-"))
    # PostgreSQL does not run as root.
    owner = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    shutil.chown(folder, owner)
    try:
        with _postgres(postgres, folder, owner) as database, _redis(redis, folder) as channel:
            yield {"OMNIBUS_DATABASE": database, "OMNIBUS_REDIS": channel}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _postgres_folder() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def _postgres(programs: Path, folder: Path, owner: str) -> Iterator[str]:
    data = folder / "data"

    def do(program: str, *words: str | Path) -> None:
        command = [programs / program, "-D", data, *words]
        done = subprocess.run(command, user=owner, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert done.returncode == 0, done.stderr.decode()

    do("initdb", "-U", "omnibus", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale")
    do("pg_ctl", "-w", "-l", folder / "postgres.log", "-o", f"-k {folder} -c listen_addresses= -c fsync=off", "start")
    try:
        yield f"postgresql://omnibus@/postgres?host={folder}"
    finally:
        do("pg_ctl", "-w", "-m", "immediate", "stop")


@contextmanager
def _redis(program: str, folder: Path) -> Iterator[str]:
    path = folder / "redis.sock"
    process = subprocess.Popen(
        [program, "--port", "0", "--unixsocket", path, "--save", "", "--dir", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        began = time.monotonic()
        while not path.is_socket():
            assert time.monotonic() - began < PATIENCE, "Redis did not start"
            time.sleep(0.05)
        yield f"unix://{path}"
    finally:
        process.terminate()
        process.wait(PATIENCE)
