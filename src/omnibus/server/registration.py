"""Who may make an account: everybody, whoever an administrator invited, or nobody."""

import secrets

from sqlalchemy import ColumnElement, and_, delete, insert, select, update

from omnibus.rules.chance import commitment
from omnibus.server.schema import SIGNUP_INVITATIONS
from omnibus.server.site_settings import Site
from omnibus.server.store import Store, Transaction, now
from omnibus.server.trouble import ServerTrouble

INVITATION_DAYS = 14


class Registration:
    """Lets people make accounts."""

    def __init__(self, store: Store, site: Site):
        self._store = store
        self._site = site

    async def expect_open(self, invitation: str | None) -> None:
        """Refuse somebody who may not make an account, before any work is done for them."""
        registration = self._site.settings.registration
        if registration == "closed":
            raise ServerTrouble("registration-closed")
        if registration == "invitation":
            wanted = select(SIGNUP_INVITATIONS.c.token).where(_usable(invitation))
            if invitation is None or await self._store.row(wanted) is None:
                raise ServerTrouble("invitation-needed")

    async def use_invitation(self, connection: Transaction, invitation: str | None, person: str) -> None:
        """Note that the person has come with an invitation, which serves once."""
        if self._site.settings.registration != "invitation":
            return
        used = update(SIGNUP_INVITATIONS).where(_usable(invitation)).values(used_by=person)
        if not (await connection.execute(used)).rowcount:
            raise ServerTrouble("invitation-needed")


async def invite(connection: Transaction, made_by: str) -> str:
    """The secret part of a new invitation link."""
    token, at = secrets.token_urlsafe(18), now()
    expires_at = at + INVITATION_DAYS * 24 * 3600 * 1000
    kept = {"token": commitment(token), "made_by": made_by, "made_at": at, "expires_at": expires_at}
    await connection.execute(insert(SIGNUP_INVITATIONS).values(**kept))
    return token


async def withdraw(connection: Transaction, invitation_id: str) -> bool:
    """Make an unused invitation void; whether there was one."""
    unused = SIGNUP_INVITATIONS.c.token == invitation_id, SIGNUP_INVITATIONS.c.used_by.is_(None)
    return bool((await connection.execute(delete(SIGNUP_INVITATIONS).where(*unused))).rowcount)


def _usable(invitation: str | None) -> ColumnElement[bool]:
    return and_(
        SIGNUP_INVITATIONS.c.token == commitment(invitation or ""),
        SIGNUP_INVITATIONS.c.used_by.is_(None),
        SIGNUP_INVITATIONS.c.expires_at > now(),
    )
