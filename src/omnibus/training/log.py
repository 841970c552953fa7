"""The log of a run, one line of JSON for each entry, and its one line on the terminal."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO, TypeVar

NAME = "log.jsonl"
BAR = 20  # characters

Step = TypeVar("Step")


class Log:
    """What happened when, kept in the run's folder."""

    def __init__(self, folder: Path, iteration: int):
        """Open the log. What it has beyond that iteration was lost with the run that wrote it."""
        self.path = folder / NAME
        self.screen: TextIO = sys.stderr
        kept = [entry for entry in read_log(self.path) if entry["iteration"] <= iteration]
        self.path.write_text("".join(json.dumps(entry) + "\n" for entry in kept), encoding="utf-8")

    def write(self, **entry: Any) -> None:
        """Add an entry."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def show(self, text: str) -> None:
        """Tell on the line of the terminal; into a file, a line of its own."""
        if self.screen.isatty():
            self.screen.write(f"\r\x1b[K{text}")
        else:
            self.screen.write(f"{text}\n")
        self.screen.flush()


def bar(over: float) -> str:
    """A bar of which so much is full."""
    full = round(BAR * min(max(over, 0.0), 1.0))
    return "█" * full + "░" * (BAR - full)


def counted(what: str, steps: Iterable[Step], of: int) -> Iterator[Step]:
    """The steps; on a terminal, how many of them are done."""
    screen = sys.stderr
    for done, step in enumerate(steps, start=1):
        if screen.isatty():
            screen.write(f"\r\x1b[K{bar(done / of)} {done} of {of} {what}" + "\n" * (done == of))
            screen.flush()
        yield step


def read_log(path: Path) -> list[dict[str, Any]]:
    """The entries of a log, the oldest first; none if there is no log. A line cut off by a crash is left out."""
    if not path.exists():
        return []
    entries = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entries.append(json.loads(line))
        except ValueError:
            continue
    return entries
