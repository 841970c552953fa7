"""Play over plain requests: moves, undo, what a seat sees, hints."""

from typing import Literal

from msgspec import Struct

from omnibus.rules.game import MoveData, View
from omnibus.server.messages.common import IllegalMoveData, Key, MoveText, PlyNumber, SeatNumber
from omnibus.table.log import PlyView


class Command(Struct, forbid_unknown_fields=True):
    """A move: the seat that makes it, the last ply it knows of, and a key; the same key counts once."""

    seat: SeatNumber
    n: PlyNumber
    key: Key
    move: MoveText


class UndoCommand(Struct, forbid_unknown_fields=True):
    """The wish to take back a seat's last move, or agreement to such a wish."""

    seat: SeatNumber
    n: PlyNumber
    key: Key


class Sight(Struct):
    """What a viewer has missed, and sees now. Of what was long ago, `after` says where the telling begins."""

    after: int
    n: int
    plies: list[PlyView]
    view: View[MoveData, str]


class Accepted(Struct):
    """A command that counts: the ply it became, and what its seat sees now. Without a ply, others must agree first."""

    key: str
    ply: int | None
    n: int
    view: View[MoveData, str]


class Refused(Struct):
    """A command that does not count, why, and what its sender sees now."""

    key: str
    code: str
    rule: str | None
    reason: str
    refusal: IllegalMoveData | None
    n: int
    view: View[MoveData, str] | None


class HintRequest(Struct, forbid_unknown_fields=True):
    """Somebody would like advice for a seat of their own."""

    seat: SeatNumber


class NextBestMove(Struct):
    """The best of the other moves, and how much more the advised one is worth: in points, or in chances to win from 0
    to 1."""

    move: str
    more: float
    unit: Literal["points", "chance"]


class Hint(Struct):
    """What the strongest bot would do in that seat, knowing what that seat knows, after ply `n`; and why, in the
    person's language, as far as the bot can tell."""

    n: int
    move: str
    why: str
    next_best: NextBestMove | None
