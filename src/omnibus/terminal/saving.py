"""Records as files: nothing is ever half written or written over by accident."""

import os
from datetime import datetime
from pathlib import Path

from omnibus.rules import read_record
from omnibus.rules.record import Record
from omnibus.terminal.voice import Trouble

LARGEST_FILE = 4_000_000


def fresh_path(game: str) -> Path:
    """Where a new game is kept if the player does not say: a file of its own in the user's state folder."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    folder = Path(state) / "omnibus"
    path = folder / f"{name}.omnibus"
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}.omnibus"
        number += 1
    return path


def write_new(path: Path, record: Record) -> None:
    """Write a record to a file that must not be there yet."""
    if path.exists():
        raise Trouble("file-exists", path=path)
    write(path, record)


def write(path: Path, record: Record) -> None:
    """Write a record, wholly or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(record.write(), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise Trouble("cannot-write", path=path, reason=error.strerror or error) from None


def read(path: Path) -> Record:
    """The record in a file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Trouble("file-too-large", path=path)
        return read_record(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise Trouble("not-text", path=path) from None
    except OSError as error:
        raise Trouble("cannot-read", path=path, reason=error.strerror or error) from None
