"""The tables of all games, drawn in text."""

from collections.abc import Callable, Sequence
from typing import cast

from rich.console import RenderableType

from omnibus.rules.game import View
from omnibus.rules.nextstation.view import NextStationView
from omnibus.rules.terminus.view import TerminusView
from omnibus.terminal.nextstation import draw_nextstation
from omnibus.terminal.terminus import draw_terminus
from omnibus.terminal.voice import Voice


def _terminus(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    return draw_terminus(cast(TerminusView, view), names, voice)


def _nextstation(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    return draw_nextstation(cast(NextStationView, view), names, voice)


TABLES: dict[str, Callable[[View, Sequence[str], Voice], RenderableType]] = {
    "terminus": _terminus,
    "nextstation": _nextstation,
}


def draw(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    return TABLES[view["game"]](view, names, voice)
