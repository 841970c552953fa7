"""The tables of all games, drawn in text."""

from collections.abc import Sequence

from rich.console import RenderableType

from omnibus.rules.game import View
from omnibus.rules.shelf import part, texts
from omnibus.terminal.plain_table import draw_plainly
from omnibus.terminal.voice import Voice


def draw(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    """The whole table as someone sees it: as the game draws it, or else plainly, as any game can be drawn."""
    game = view["game"]
    own = part(game, "terminal")
    if own is None:
        return draw_plainly(view, names, voice.with_texts(texts(game, "terminal")))
    drawn: RenderableType = own.draw(view, names, voice.with_texts(texts(game, "terminal")))
    return drawn
