"""People: who they are, and how they are known again."""

from typing import Annotated

from msgspec import Meta, Struct

from omnibus.server.messages.common import Email, Language, Password, PersonName, Registration, Token, TriedPassword


class Guest(Struct, forbid_unknown_fields=True):
    """Somebody comes in with a name."""

    name: PersonName
    language: Language = "en"


class Account(Struct, forbid_unknown_fields=True):
    """A name and a password, for making an account or signing in."""

    name: PersonName
    password: Password


class NewAccount(Account, forbid_unknown_fields=True):
    """An account to be made; the language counts for a newcomer, the invitation where one is needed."""

    language: Language = "en"
    invitation: Token | None = None


class Me(Struct):
    """Who one is here."""

    name: str
    language: Language
    account: bool
    administrator: bool
    email: str | None  # where a link for a new password may be sent


class SessionInfo(Struct):
    """A device on which one is signed in."""

    id: str
    browser: str | None
    system: str | None
    begun_at: int
    seen_at: int
    current: bool  # whether it is this one


class SessionList(Struct):
    """All devices on which one is signed in, the one seen last first."""

    sessions: list[SessionInfo]


class PasswordChange(Struct, forbid_unknown_fields=True):
    """Another password for one's account."""

    old: TriedPassword
    new: Password


class EmailChange(Struct, forbid_unknown_fields=True):
    """Where a link for a new password may be sent; null is nowhere."""

    password: TriedPassword
    email: Email | None


class ForgottenPassword(Struct, forbid_unknown_fields=True):
    """The name of one's account, to get a link for a new password by e-mail."""

    name: PersonName


class PasswordReset(Struct, forbid_unknown_fields=True):
    """The secret part of a link for a new password, and that password."""

    token: Annotated[str, Meta(min_length=1, max_length=64)]
    password: Password


class ResetLink(Struct):
    """The secret part of a link by which somebody chooses a new password; it belongs behind the `#`."""

    token: str


class Farewell(Struct, forbid_unknown_fields=True):
    """One's account shall be deleted; a guest has no password."""

    password: TriedPassword | None = None


class SiteInfo(Struct):
    """What a newcomer should know: who may make an account, and whether one may play without. And how far links to
    this server lead."""

    registration: Registration
    guests: bool
    only_here: bool  # whether only the machine that the server runs on can reach it
    address: str | None  # where people on other machines find the server, if it knows
