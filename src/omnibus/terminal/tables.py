"""The tables of all games, drawn in text."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import RenderableType

from omnibus.rules.game import View
from omnibus.terminal.bus import draw_bus
from omnibus.terminal.london import draw_london
from omnibus.terminal.nextstation import draw_nextstation
from omnibus.terminal.terminus import draw_terminus
from omnibus.terminal.voice import Voice

# Each takes the view of its own game.
TABLES: dict[str, Callable[[Any, Sequence[str], Voice], RenderableType]] = {
    "london": draw_london,
    "bus": draw_bus,
    "nextstation": draw_nextstation,
    "terminus": draw_terminus,
}


def draw(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    return TABLES[view["game"]](view, names, voice)
