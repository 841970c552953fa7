"""The tables of all games, drawn in text."""

from collections.abc import Callable, Sequence
from typing import cast

from rich.console import RenderableType

from omnibus.rules.bus.view import BusView
from omnibus.rules.game import View
from omnibus.rules.terminus.view import TerminusView
from omnibus.terminal.bus import draw_bus
from omnibus.terminal.terminus import draw_terminus
from omnibus.terminal.voice import Voice


def _terminus(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    return draw_terminus(cast(TerminusView, view), names, voice)


def _bus(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    return draw_bus(cast(BusView, view), names, voice)


TABLES: dict[str, Callable[[View, Sequence[str], Voice], RenderableType]] = {"terminus": _terminus, "bus": _bus}


def draw(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    return TABLES[view["game"]](view, names, voice)
