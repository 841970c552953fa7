"""The tables of all games, drawn in text."""

from collections.abc import Callable, Sequence
from typing import cast

from rich.console import RenderableType

from omnibus.rules.game import View
from omnibus.rules.london.view import LondonView
from omnibus.rules.terminus.view import TerminusView
from omnibus.terminal.london import draw_london
from omnibus.terminal.terminus import draw_terminus
from omnibus.terminal.voice import Voice


def _london(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    return draw_london(cast(LondonView, view), names, voice)


def _terminus(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    return draw_terminus(cast(TerminusView, view), names, voice)


TABLES: dict[str, Callable[[View, Sequence[str], Voice], RenderableType]] = {
    "london": _london,
    "terminus": _terminus,
}


def draw(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it."""
    return TABLES[view["game"]](view, names, voice)
