"""What administrators see and do."""

from typing import Annotated

from msgspec import Meta, Struct

from omnibus.server.messages.common import Days, Moment, PersonId, PersonName, Reason, Registration, Remark, TableStatus


class SiteSettings(Struct, forbid_unknown_fields=True):
    """What administrators decide for everybody; games are kept for so many days after the last move, or for ever."""

    registration: Registration = "open"
    guests: bool = True
    keep_finished: Days | None = None
    keep_abandoned: Days | None = None  # running games in which nobody moves any more
    keep_guests: Days | None = None  # games without any account, and guests who have not been seen for so long


class NewBan(Struct, forbid_unknown_fields=True):
    """A person, or an address or network, to be kept out: for ever, or until a moment."""

    reason: Reason
    person: PersonId | None = None
    address: Annotated[str, Meta(min_length=2, max_length=64)] | None = None
    until: Moment | None = None


class Ban(Struct):
    """Who is kept out, why, and until when."""

    id: int
    person: str | None
    name: str | None
    address: str | None
    reason: str
    made_by: str
    at: int
    until: int | None


class BanPage(Struct):
    """Bans, the latest first."""

    bans: list[Ban]
    more: bool


class PersonDetails(Struct):
    """A person as administrators see it."""

    id: str
    name: str
    account: bool
    administrator: bool
    deleted: bool
    banned: bool
    came_at: int
    seen_at: int
    address: str | None


class PeoplePage(Struct):
    """People, those seen last first."""

    people: list[PersonDetails]
    more: bool


class NewName(Struct, forbid_unknown_fields=True):
    """Another name for somebody."""

    name: PersonName


class TableDetails(Struct):
    """A table as administrators see it."""

    id: str
    game: str
    status: TableStatus
    public: bool
    host: str
    players: list[str]
    n: int
    opened_at: int
    moved_at: int


class TablePage(Struct):
    """Tables, those moved last first."""

    tables: list[TableDetails]
    more: bool


class ChatDetails(Struct):
    """Something said at a table, as administrators see it."""

    id: int
    person: str | None
    name: str
    said: str
    at: int


class ChatPage(Struct):
    """What was said at a table, the latest first."""

    chat: list[ChatDetails]
    more: bool


class Report(Struct):
    """A complaint, and what was done about it."""

    id: int
    reporter: str | None
    person: str | None
    name: str | None
    table: str | None
    message: int | None
    said: str | None
    reason: str
    at: int
    closed_at: int | None
    closed_by: str | None
    note: str | None


class ReportPage(Struct):
    """Complaints, the latest first."""

    reports: list[Report]
    more: bool


class ReportClosing(Struct, forbid_unknown_fields=True):
    """What was done about a complaint."""

    note: Remark


class SignupInvitation(Struct):
    """An invitation to make an account, without its secret."""

    id: str
    made_by: str
    made_at: int
    expires_at: int
    used_by: str | None


class SignupInvitationPage(Struct):
    """Invitations to make an account, the latest first."""

    invitations: list[SignupInvitation]
    more: bool


class AdminLogEntry(Struct):
    """Something that an administrator did."""

    id: int
    at: int
    administrator: str
    action: str
    subject: str
    detail: str


class AdminLogPage(Struct):
    """What administrators did, the latest first."""

    entries: list[AdminLogEntry]
    more: bool
