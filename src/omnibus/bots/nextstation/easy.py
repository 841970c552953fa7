"""A friendly beginner.

It draws for the line at hand and for nothing else: it forgets that lines meet, thinks nothing of sites and of the
cards still to come. Bridges delight it. Often it looks at one end of the line only, and it seldom remembers that the
switch opens the whole line; a power comes to its mind when nothing else can be drawn.
"""

from collections.abc import Sequence
from random import Random

from omnibus.bots.nextstation.sheet import SeatSheet, best_double, legal_moves
from omnibus.rules.game import Move
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.moves import Draw
from omnibus.rules.nextstation.view import NextStationView

SEES_ONE_END = 0.5
FORGETS_THE_SWITCH = 0.7


def play_easily(view: NextStationView, rng: Random) -> str:
    """The draw that looks best to a beginner."""
    seat, legal = view["seat"], legal_moves(view)
    if seat is None or view["asks"] == "pencil" or len(legal) == 1:
        return rng.choice(legal).text
    sheet = SeatSheet(view, view["table"][seat])
    if view["asks"] == "double-station":
        return best_double(sheet, legal).text
    seen = _noticed(legal, view["table"][seat]["ends"], view["switch"], rng)
    charms = [_charm(move, sheet) for move in seen]
    return rng.choice([move for move, charm in zip(seen, charms, strict=True) if charm == max(charms)]).text


def _noticed(legal: list[Move], ends: list[int], switch: bool, rng: Random) -> Sequence[Move]:
    """The moves that come to its mind: never a pass while it sees a section to draw."""
    draws = [move for move in legal if isinstance(move, Draw)]
    plain = [move for move in draws if type(move) is Draw]
    if switch and rng.random() < FORGETS_THE_SWITCH:
        plain = _from(ends, plain) or plain
    if rng.random() < SEES_ONE_END:
        plain = _from([rng.choice(ends)], plain) or plain
    return plain or draws or legal


def _from(starts: list[int], draws: list[Draw]) -> list[Draw]:
    return [draw for draw in draws if draw.start in starts]


def _charm(move: Move, sheet: SeatSheet) -> tuple[int, int]:
    """How much it likes a move: points of the line, bridges counted twice; then the longer section."""
    if not isinstance(move, Draw):
        return 0, 0
    line = sheet.after(sheet.drawing, move)
    return line.districts * line.most + 2 * line.thames, _length(move)


def _length(draw: Draw) -> int:
    a, b = LONDON.stations[draw.start], LONDON.stations[draw.to]
    return max(abs(a.x - b.x), abs(a.y - b.y))
