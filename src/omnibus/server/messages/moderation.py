"""What players do about each other: reports, and whom they do not want to hear or meet."""

from typing import Annotated

from msgspec import Meta, Struct

from omnibus.server.messages.common import BlockKind, RowNumber, SeatNumber


class Target(Struct, forbid_unknown_fields=True):
    """Somebody at a table: who sits in a seat, or who said something."""

    seat: SeatNumber | None = None
    message: RowNumber | None = None


class NewReport(Target, forbid_unknown_fields=True, kw_only=True):
    """A complaint to the administrators about somebody at a table."""

    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class NewBlock(Target, forbid_unknown_fields=True, kw_only=True):
    """Somebody at a table whose messages one does not want to see, or whom one does not want to play with."""

    kind: BlockKind


class BlockedPerson(Struct):
    """Somebody one has muted or blocked."""

    id: str
    name: str
    kind: BlockKind
    at: int


class BlockList(Struct):
    """Those one has muted or blocked."""

    blocks: list[BlockedPerson]
