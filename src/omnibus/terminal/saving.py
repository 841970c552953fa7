"""Records as files: nothing is ever half written, or written over by accident."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from omnibus.rules import read_record
from omnibus.rules.record import Record
from omnibus.terminal.voice import TerminalTrouble

LARGEST_FILE = 4_000_000


@contextmanager
def _telling(key: str, path: Path | str) -> Iterator[None]:
    """Whatever is wrong with a file or its name is told in one line."""
    try:
        yield
    except FileNotFoundError:
        raise TerminalTrouble("file-missing", path=path) from None
    except UnicodeDecodeError:
        raise TerminalTrouble("not-text", path=path) from None
    except OSError as error:
        raise TerminalTrouble(key, path=path, reason=error.strerror or error) from None
    except (ValueError, RuntimeError) as error:
        raise TerminalTrouble(key, path=path, reason=error) from None


def chosen_path(name: Path | str) -> Path:
    """The path that a person means."""
    with _telling("cannot-write", name):
        return Path(name).expanduser()


def state_folder() -> Path:
    """Where what is under way is kept for this user."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "omnibus"


def fresh_path(game: str) -> Path:
    """Where a new game is kept if the player does not say: a file of its own in the user's state folder."""
    folder = state_folder()
    name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = folder / f"{name}.omnibus", 1
    with _telling("cannot-write", folder):
        folder.mkdir(parents=True, exist_ok=True)
        while path.exists():
            number += 1
            path = folder / f"{name}-{number}.omnibus"
    return path


def read(path: Path) -> Record:
    """The record in a file."""
    return read_record(_read_text(path))


def _read_text(path: Path) -> str:
    with _telling("cannot-read", path):
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise TerminalTrouble("file-too-large", path=path)
        return text


def kept_text(path: Path) -> str:
    """What is kept in a file of the user's state folder; nothing if there is none."""
    with _telling("cannot-read", path):
        return path.read_text(encoding="utf-8") if path.exists() else ""


def keep_text(path: Path, text: str) -> None:
    """Write a file of the user's state folder anew, wholly or not at all."""
    with _telling("cannot-write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
    _write_whole(path, text)


def keep_secret(path: Path, text: str) -> None:
    """Write a file of the user's state folder that only its owner can read, unless there is one."""
    with _telling("cannot-write", path), suppress(FileExistsError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)


def _write_whole(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    with _telling("cannot-write", path):
        part.write_text(text, encoding="utf-8")
        part.replace(path)


class Notebook:
    """The file that a game is written down in, move by move."""

    def __init__(self, path: Path, text: str):
        self.path = path
        self._text = text  # as we left it

    @classmethod
    def new(cls, path: Path, record: Record) -> "Notebook":
        """A file that must not be there yet."""
        with _telling("cannot-write", path):
            if path.exists():
                raise TerminalTrouble("file-exists", path=path)
        notebook = cls(path, "")
        notebook._write(record)
        return notebook

    @classmethod
    def opened(cls, path: Path) -> tuple["Notebook", Record]:
        """A file with an undamaged record in it."""
        text = _read_text(path)
        record = read_record(text)
        record.check_claims()
        return cls(path, text), record

    def add(self, record: Record) -> None:
        """Write the record anew, wholly or not at all, unless somebody else has written here since."""
        with _telling("cannot-write", self.path):
            changed = self.path.read_text(encoding="utf-8") != self._text
        if changed:
            raise TerminalTrouble("changed-elsewhere", path=self.path)
        self._write(record)

    def _write(self, record: Record) -> None:
        text = record.write()
        _write_whole(self.path, text)
        self._text = text
