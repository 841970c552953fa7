"""Takes the best immediate gain."""

from random import Random

from omnibus.bots.nextstation.sheet import SeatSheet, best_double, legal_moves
from omnibus.rules.game import Move
from omnibus.rules.nextstation.moves import Draw, PassSection
from omnibus.rules.nextstation.view import NextStationView


def play_greedily(view: NextStationView, rng: Random) -> str:
    """The move with the best immediate gain in final points; it passes only when nothing can be drawn."""
    seat, legal = view["seat"], legal_moves(view)
    if seat is None or view["asks"] == "pencil" or len(legal) == 1:
        return rng.choice(legal).text
    sheet = SeatSheet(view, view["table"][seat])
    if view["asks"] == "double-station":
        return best_double(sheet, legal).text
    merits = [_merit(move, sheet) for move in legal]
    return rng.choice([move for move, merit in zip(legal, merits, strict=True) if merit == max(merits)]).text


def _merit(move: Move, sheet: SeatSheet) -> float:
    """The points after a move. Passing, and using a power for nothing, come last."""
    if isinstance(move, Draw):
        return sheet.points(sheet.after(sheet.drawing, move)) - (0 if type(move) is Draw else 0.5)
    return sheet.points(sheet.drawing) - (1 if isinstance(move, PassSection) else 0)
