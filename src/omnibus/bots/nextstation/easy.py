"""A friendly beginner.

It draws for the line at hand and for nothing else: it forgets that lines meet, thinks nothing of sites and of the
cards still to come. Bridges delight it. Often it looks at one end of the line only, and it seldom remembers that the
switch opens the whole line; a power comes to its mind when nothing else can be drawn.
"""

from random import Random
from typing import cast

from omnibus.bots.nextstation.sheet import EXIT_NAMED, Exit, Sheet, best_double
from omnibus.rules.game import View
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.view import NextStationView

SEES_ONE_END = 0.5
FORGETS_THE_SWITCH = 0.7


def easy(view: View, rng: Random) -> str:
    """The draw that looks best to a beginner."""
    view = cast(NextStationView, view)
    seat, legal = view["seat"], view["legal"]
    if seat is None or view["round"] == 0 or len(legal) == 1:
        return rng.choice(legal)
    sheet = Sheet(view, view["table"][seat])
    if view["doubling"]:
        return best_double(sheet, legal)
    seen = _noticed(legal, view["table"][seat]["ends"], view["switch"], rng)
    charms = [_charm(text, sheet) for text in seen]
    return rng.choice([text for text, charm in zip(seen, charms, strict=True) if charm == max(charms)])


def _noticed(legal: list[str], ends: list[int], switch: bool, rng: Random) -> list[str]:
    """The moves that come to its mind: never a pass while it sees a section to draw."""
    plain = [text for text in legal if text in EXIT_NAMED]
    if switch and rng.random() < FORGETS_THE_SWITCH:
        plain = _from(ends, plain) or plain
    if rng.random() < SEES_ONE_END:
        plain = _from([rng.choice(ends)], plain) or plain
    return plain or [text for text in legal if text.partition(" ")[0] in EXIT_NAMED] or legal


def _from(starts: list[int], draws: list[str]) -> list[str]:
    return [text for text in draws if EXIT_NAMED[text][0] in starts]


def _charm(text: str, sheet: Sheet) -> tuple[int, int]:
    """How much it likes a move: points of the line, bridges counted twice; then the longer section."""
    name, _, _ = text.partition(" ")
    if name not in EXIT_NAMED:
        return 0, 0
    start, way = EXIT_NAMED[name]
    line = sheet.drawn(sheet.drawing, start, way)
    return line.districts * line.most + 2 * line.thames, _length(start, way)


def _length(start: int, way: Exit) -> int:
    a, b = LONDON.stations[start], LONDON.stations[way.station]
    return max(abs(a.x - b.x), abs(a.y - b.y))
