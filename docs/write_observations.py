"""Writes docs/observations.md: what the numbers of an observation are, part by part, for every game."""

from pathlib import Path

from omnibus import GAMES
from omnibus.rules.encoding import Encoding
from omnibus.rules.shelf import OURS

PAGE = Path(__file__).parent / "observations.md"


def page() -> str:
    """The page as it should be now."""
    lines = [
        "# What an observation contains",
        "",
        "Written by `make docs` from the encodings of the games; the tests fail if it is out of date. An observation",
        "is `game.encoding.encode(view)`: all that the seat of the view knows, as whole numbers, part by part in this",
        "order. It has the same parts for every number of seats and every option. Seats come in the order of play,",
        "from the one that looks; whoever is not at the table is all zeros. [research.md](research.md) tells how to",
        "get one.",
    ]
    for game in OURS:
        encoding = GAMES[game]().encoding
        if encoding is not None:
            lines += ["", f"## {GAMES[game].rulebook.name.say()}", "", *_table(encoding)]
    return "\n".join(lines) + "\n"


def _table(encoding: Encoding) -> list[str]:
    rows = ["| part | place | numbers | each |", "| --- | ---: | ---: | --- |"]
    place = 0
    for part in encoding.parts:
        each = "yes or no" if (part.lowest, part.highest) == (0, 1) else f"{part.lowest} to {part.highest}"
        rows.append(f"| {part.name} | {place} | {part.size} | {each} |")
        place += part.size
    return [*rows, f"| **all** | | **{place}** | |"]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
