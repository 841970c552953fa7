"""Takes the best immediate gain."""

from random import Random
from typing import cast

from omnibus.bots.nextstation.sheet import EXIT_NAMED, Sheet, best_double
from omnibus.rules.game import View
from omnibus.rules.nextstation.view import NextStationView


def greedy(view: View, rng: Random) -> str:
    """The move with the best immediate gain in final points; it passes only when nothing can be drawn."""
    view = cast(NextStationView, view)
    seat, legal = view["seat"], view["legal"]
    if seat is None or view["round"] == 0 or len(legal) == 1:
        return rng.choice(legal)
    sheet = Sheet(view, view["table"][seat])
    if view["doubling"]:
        return best_double(sheet, legal)
    merits = [_merit(text, sheet) for text in legal]
    return rng.choice([text for text, merit in zip(legal, merits, strict=True) if merit == max(merits)])


def _merit(text: str, sheet: Sheet) -> float:
    """The points after a move. Passing, and using a power for nothing, come last."""
    name, _, power = text.partition(" ")
    if name in EXIT_NAMED:
        return sheet.points(sheet.drawn(sheet.drawing, *EXIT_NAMED[name])) - (0.5 if power else 0)
    return sheet.points(sheet.drawing) - (1 if name == "pass" else 0)
