"""What people write after a flag, and what is said when it cannot be."""

import sys
from typing import Annotated

import typer

from omnibus.rules.game import TEXTS as GAME_TEXTS
from omnibus.rules.game import BadSetup, Game
from omnibus.terminal.voice import TerminalTrouble

REFUSED = 2
INTERRUPTED = 130

Flag = typer.Option
Word = Annotated[str | None, Flag()]
Options = Annotated[list[str], Flag("--option", "-o")]
Codes = Annotated[list[str], Flag("--code")]
Programs = Annotated[list[str], Flag("--program")]


def number(flag: str, text: str, lowest: int, highest: int) -> int:
    """A whole number within bounds."""
    if text.isascii() and text.isdigit() and len(text) < 10 and lowest <= int(text) <= highest:
        return int(text)
    raise TerminalTrouble("not-a-number", flag=flag, text=text[:20], lowest=lowest, highest=highest)


def options(box: type[Game], texts: list[str]) -> dict[str, int | bool]:
    """The options of a game, each written name=value."""
    offered = {option.name: option for option in box.options_offered}
    chosen: dict[str, int | bool] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise TerminalTrouble("option-form", text=text[:40])
        if name not in offered:
            raise BadSetup(GAME_TEXTS["no-such-option"], game=box.id, option=name[:40], options=list(offered) or "-")
        chosen[name] = offered[name].parsed(value)
    return chosen


def complain(text: str) -> None:
    """Say what went wrong, in one line."""
    print(f"omnibus: {text}", file=sys.stderr)  # noqa: T201 (the one place where errors are printed)


def amount(flag: str, text: str | None) -> float | None:
    """A number above zero, such as 0.5; None if there is none."""
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise TerminalTrouble("not-an-amount", flag=flag, text=text[:20])
    return value
