"""The WebSockets: what a client sends, and what the server sends."""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from omnibus.server.messages.common import LONGEST_CHAT, IllegalMoveData, Key, PartialMove, PlyNumber, SeatNumber
from omnibus.server.messages.play import Command, UndoCommand
from omnibus.server.messages.tables import ChatMessage, SeatEvent, TableInfo
from omnibus.table.log import PlyView

# ---- What a client sends


class MoveFrame(Command, tag_field="do", tag="move", forbid_unknown_fields=True):
    """A move."""


class UndoFrame(UndoCommand, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """The wish to take back a move, or agreement to it."""


class LookFrame(Struct, tag_field="do", tag="look", forbid_unknown_fields=True):
    """Look from another seat of one's own, or from outside."""

    seat: SeatNumber | None


class SayFrame(Struct, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Something to say."""

    said: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class ResumeFrame(Struct, tag_field="do", tag="resume", forbid_unknown_fields=True):
    """Tell me again what happened after that ply."""

    n: PlyNumber


class PingFrame(Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Is anybody there?"""


class WhyFrame(Struct, tag_field="do", tag="why", forbid_unknown_fields=True):
    """A question: why can no move with those parts be made? It is never a move itself."""

    key: Key
    seat: SeatNumber
    n: PlyNumber
    about: PartialMove


ClientFrame = MoveFrame | UndoFrame | LookFrame | SayFrame | ResumeFrame | PingFrame | WhyFrame

# ---- What the server sends


class SightFrame(Struct, tag_field="is", tag="sight"):
    """What happened since the last frame of this kind, and what is seen now. Of more than 200 plies the last 200 are
    told: `after` says where they begin."""

    seat: int | None
    after: int
    n: int
    plies: list[PlyView]
    view: Raw


class AcceptedFrame(Struct, tag_field="is", tag="accepted"):
    """A command that counts. Without a ply, others must agree first."""

    key: str
    ply: int | None


class RefusedFrame(Struct, tag_field="is", tag="refused"):
    """A command that does not count, why, and what is seen now."""

    key: str
    code: str
    rule: str | None
    reason: str
    refusal: IllegalMoveData | None
    n: int
    view: Raw | None


class WhyAnswerFrame(Struct, tag_field="is", tag="why"):
    """The rule and the reason that were asked for; neither if there is such a move, or the table has moved on."""

    key: str
    rule: str | None
    reason: str | None
    refusal: IllegalMoveData | None


class TableFrame(Struct, tag_field="is", tag="table"):
    """Seats, status or result have changed. With what happened at the seats since the last frame of this kind, in the
    first one the latest of all that did."""

    table: TableInfo
    events: list[SeatEvent]


class SeatPresence(Struct):
    """Whether the person who sits there has the table open; else, for those who sit there too, when they were last
    seen, to the minute."""

    here: bool
    seen_at: int | None


class PresenceFrame(Struct, tag_field="is", tag="presence"):
    """Somebody has come or gone: who is here in each seat, who else looks on by name, and how many strangers do."""

    seats: list[SeatPresence]
    watching: list[str]
    strangers: int


class ChatFrame(Struct, tag_field="is", tag="chat"):
    """Something was said; or, where it is whole, something is no longer shown, and this is all there is."""

    chat: list[ChatMessage]
    whole: bool


class PongFrame(Struct, tag_field="is", tag="pong"):
    """Somebody is there, and this is the last ply: whoever knows of fewer has missed a frame and resumes."""

    n: int


class TroubleFrame(Struct, tag_field="is", tag="trouble"):
    """A frame that was not understood or not allowed."""

    code: str
    reason: str


class RemovedFrame(Struct, tag_field="is", tag="removed"):
    """A table is no more."""

    id: str


class LobbyFrame(Struct, tag_field="is", tag="lobby"):
    """A table was opened or has changed; the list shows it or no longer does."""

    table: TableInfo
