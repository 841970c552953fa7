"""The games of a match as a file: a line for the match, then a line for every game, so that it can be gone on with."""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from omnibus.arena.match import Match
from omnibus.arena.trouble import ArenaTrouble
from omnibus.rules.shelf import OURS

FORM = 1


def code_fingerprint(match: Match) -> str:
    """A hash of the rules, of our bots and of the files brought along: with other code it is another match.

    What belongs to other games is left out.
    """
    return _fingerprint(match.game, match.guests.code)


@cache
def _fingerprint(game: str, code: tuple[str, ...]) -> str:
    digest = sha256()
    for part in ("rules", "bots"):
        for file in played_with(files("omnibus").joinpath(part), game):
            digest.update(file.name.encode() + file.read_bytes())
    for path in code:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]


def played_with(folder: Traversable, game: str) -> Iterator[Traversable]:
    """The files of a room on which a match of that game depends: code and data, not the texts that people read."""
    left_out = {"__pycache__", *OURS} - {game}
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir() and entry.name not in left_out:
            yield from played_with(entry, game)
        elif entry.name.endswith((".py", ".json")):
            yield entry


class Results:
    """The file that the games of a match are written to, one by one."""

    def __init__(self, path: Path, match: Match, fresh_seed: bool = False):
        """Open the file, or begin it. If the seed is fresh, a match begun with another one is gone on with."""
        self.path = path
        self.match = match
        self.done: list[dict[str, Any]] = []
        with _telling(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+", encoding="utf-8")
        try:
            self._lock()
            self._begin_or_go_on(fresh_seed)
        except ArenaTrouble:
            self._file.close()
            raise

    def _begin_or_go_on(self, fresh_seed: bool) -> None:
        header = {"omnibus match": FORM, "code": code_fingerprint(self.match), **self.match.plain()}
        with _telling(self.path):
            self._file.seek(0)
            text = self._file.read()
        if text:
            self._read(text, header, fresh_seed)
        else:
            self._write(header)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaTrouble("results-in-use", path=self.path) from None

    def _read(self, text: str, header: dict[str, Any], fresh_seed: bool) -> None:
        # A line that was being written when the machine stopped is not there.
        whole = text[: text.rfind("\n") + 1]
        try:
            first, *games = [json.loads(line) for line in whole.splitlines()]
        except ValueError:
            raise ArenaTrouble("results-strange", path=self.path) from None
        if not isinstance(first, dict) or first.get("omnibus match") != FORM:
            raise ArenaTrouble("results-strange", path=self.path)
        if fresh_seed:
            header = {**header, "seed": first.get("seed")}
        if first != header:
            differs = next(key for key in header if first.get(key) != header[key])
            raise ArenaTrouble("results-of-another", path=self.path, differs=differs)
        self.match = Match.read(first)
        self.done = games
        if whole != text:
            with _telling(self.path):
                self._file.truncate(len(whole.encode()))

    def add(self, game: dict[str, Any]) -> None:
        """One game more."""
        self._write(game)
        self.done.append(game)

    def _write(self, line: dict[str, Any]) -> None:
        with _telling(self.path):
            self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Let others open the file."""
        self._file.close()

    def forget(self) -> None:
        """Remove the file: all of it has been told."""
        self.close()
        self.path.unlink(missing_ok=True)


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError:
        raise ArenaTrouble("results-strange", path=path) from None
    except OSError as error:
        raise ArenaTrouble("cannot-write", path=path, reason=error.strerror or error) from None
