"""What many messages have in common: their parts, with limits, and the answer to what is refused."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from omnibus.rules.rulebook import LANGUAGES

LONGEST_MOVE = 64
LONGEST_CHAT = 500
LONGEST_NOTE = 4000
LONGEST_RECORD = 400_000

PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Email = Annotated[str, Meta(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]*[A-Za-z0-9]$")]
TriedPassword = Annotated[str, Meta(min_length=1, max_length=200)]  # which may be wrong
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
PlyNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Word = Annotated[str, Meta(min_length=1, max_length=32)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]  # the secret part of a link
PersonId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[0-9a-f]+$")]
RowNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Moment = Annotated[int, Meta(ge=0, le=2**53)]  # in milliseconds
Days = Annotated[int, Meta(ge=1, le=36_500)]
Reason = Annotated[str, Meta(min_length=1, max_length=120)]
Remark = Annotated[str, Meta(max_length=500)]
Registration = Literal["open", "invitation", "closed"]
BlockKind = Literal["mute", "block"]
TableStatus = Literal["open", "running", "finished", "closed"]
EarlyEndKind = Literal["alone", "deserted"]  # one of several people was left and ended the game; nobody was left
SeatEventKind = Literal["resigned", "stand-in", "back", "hint", "undo-declined", "ended"]
OptionValue = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | bool
MoveText = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE)]
MovePart = (
    Annotated[str, Meta(max_length=LONGEST_MOVE)]
    | Annotated[list[Word | int], Meta(max_length=16)]
    | Annotated[dict[Word, int], Meta(max_length=16)]
    | int
    | bool
    | None
)
PartialMove = Annotated[dict[Word, MovePart], Meta(max_length=8)]
# The name of a reason in the rulebook as `refusal`, and what it speaks of as the notation names it: with that and the
# game's `refusals`, who shows other names can say the reason in them.
IllegalMoveData = dict[str, Any]
Language = Literal["en", "fr"]
if set(LANGUAGES) != {"en", "fr"}:
    raise AssertionError("the API knows other languages than the rulebooks")


class Problem(Struct):
    """A request that was refused: a code for programs, a reason for people."""

    code: str
    reason: str


class HealthStatus(Struct):
    """The server is well."""

    status: Literal["well"]
