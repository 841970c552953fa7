"""People: guests with a name, accounts with a password."""

import asyncio
import hashlib
import secrets
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from omnibus.server.messages.people import Me, NewAccount
from omnibus.server.names import canonical_name, clean_name, former_canonical_name
from omnibus.server.registration import Registration
from omnibus.server.schema import PASSWORD_RESETS, PEOPLE, SESSIONS
from omnibus.server.store import Store, Transaction, now
from omnibus.server.trouble import TEXTS, ServerTrouble

RESET_HOURS = 24
HOUSE = "0" * 24  # the host of the games that bots play among themselves: nobody who could come in


class Person(Struct, frozen=True):
    """Somebody who is here."""

    id: str
    name: str
    language: Literal["en", "fr"]
    account: bool
    administrator: bool = False
    email: str | None = None
    session: str = ""  # by which they are known on this device

    def plain(self) -> Me:
        """What the person may know about itself."""
        return Me(self.name, self.language, self.account, self.administrator, self.email)


class Accounts:
    """Who is who."""

    def __init__(self, store: Store, registration: Registration):
        self._store = store
        self._registration = registration
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)

    async def create_guest(self, name: str, language: str) -> Person:
        """A new guest."""
        person = _newcomer(clean_name(name), language)

        def write(connection: Connection) -> Row[Any]:
            expect_free_names(connection, [person["name"]])
            return connection.execute(insert(PEOPLE).returning(PEOPLE), person).one()

        return person_from(await self._store.write(write))

    async def rename(self, person: Person, name: str, language: str) -> Person:
        """The same person with another name or language. The name of an account stays."""
        values = {"language": language}
        if not person.account and name != person.name:
            values["name"] = clean_name(name)
            values["canonical"] = canonical_name(values["name"])
            await expect_no_account(self._store, [name])
        async with self._store.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))
        return await self._known(person.id)

    async def make_account(self, person: Person | None, wanted: NewAccount) -> Person:
        """A guest, or a newcomer, becomes somebody who can come back from another device."""
        if person is not None and person.account:
            raise ServerTrouble("has-account")
        name = clean_name(wanted.name)
        await self._registration.expect_open(wanted.invitation)
        await expect_no_account(self._store, [name])
        canonical, hashed = canonical_name(name), await self._hash(wanted.password)
        values = {"name": name, "canonical": canonical, "account": canonical, "password": hashed}
        try:
            async with self._store.writing() as connection:
                if person is None:
                    newcomer = {**_newcomer(name, wanted.language), **values}
                    person_id = str(newcomer["id"])
                    await connection.execute(insert(PEOPLE).values(**newcomer))
                else:
                    person_id = person.id
                    guest = PEOPLE.c.id == person_id, PEOPLE.c.account.is_(None)
                    await connection.execute(update(PEOPLE).where(*guest).values(**values))
                await _mark_guests(connection, canonical)
                await self._registration.use_invitation(connection, wanted.invitation, person_id)
        except IntegrityError:
            raise ServerTrouble("name-taken", name=name) from None
        return await self._known(person_id)

    # ---- Passwords

    async def sign_in(self, name: str, password: str) -> Person:
        """The person with that account. A wrong name and a wrong password are answered alike."""
        row = await self._account(name)
        if not await self._matches(None if row is None else row.password, password) or row is None:
            raise ServerTrouble("wrong-password")
        return person_from(row)

    async def expect_password(self, person: Person, password: str) -> None:
        """Refuse what only somebody who knows the password of the account may do."""
        row = await self._store.row(select(PEOPLE.c.password).where(PEOPLE.c.id == person.id))
        if row is None or row.password is None:
            raise ServerTrouble("no-account")
        if not await self._matches(row.password, password):
            raise ServerTrouble("not-your-password")

    async def change_password(self, person: Person, new: str) -> None:
        """Another password; all other sessions end."""
        hashed = await self._hash(new)
        async with self._store.writing() as connection:
            await _set_password(connection, person.id, hashed, but=person.session)

    async def set_email(self, person: Person, email: str | None) -> Person:
        """Where a link for a new password may be sent."""
        async with self._store.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(email=email))
        return await self._known(person.id)

    async def _account(self, name: str) -> Row[Any] | None:
        former = former_canonical_name(name)
        wanted = select(PEOPLE).where(PEOPLE.c.account.in_((canonical_name(name), former)))
        # Of two old accounts whose names are variants, only one could have the name as it is compared now.
        return await self._store.row(wanted.order_by((PEOPLE.c.account == former).desc()))

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _matches(self, hashed: str | None, password: str) -> bool:
        async with self._hashing:
            # Where there is no such account the password of nobody is checked, so that both answers take as long.
            return await asyncio.to_thread(self._verified, hashed, password)

    def _verified(self, hashed: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(hashed or _nobodys_password(), password)
        except VerificationError:
            return False

    # ---- Forgotten passwords

    async def find(self, name: str) -> Person | None:
        """The person with an account of that name."""
        row = await self._account(name)
        return None if row is None else person_from(row)

    async def make_reset_link(self, person_id: str) -> str:
        """The secret part of a link by which somebody chooses a new password, once and within a day."""
        row = await self._store.row(select(PEOPLE.c.name, PEOPLE.c.account).where(PEOPLE.c.id == person_id))
        if row is None or row.account is None:
            raise ServerTrouble("no-such-account", name=person_id if row is None else row.name)
        token = secrets.token_urlsafe(24)
        reset = {"token": _hidden(token), "person": person_id, "expires_at": now() + RESET_HOURS * 3600 * 1000}
        async with self._store.writing() as connection:
            await connection.execute(delete(PASSWORD_RESETS).where(PASSWORD_RESETS.c.expires_at < now()))
            await connection.execute(insert(PASSWORD_RESETS).values(**reset))
        return token

    async def reset_password(self, token: str, new: str) -> Person:
        """The person whom the link was made for, with a new password; all sessions end."""
        of_link = PASSWORD_RESETS.c.token == _hidden(token), PASSWORD_RESETS.c.expires_at >= now()
        if await self._store.row(select(PASSWORD_RESETS.c.person).where(*of_link)) is None:
            raise ServerTrouble("bad-reset-link")
        hashed = await self._hash(new)
        async with self._store.writing() as connection:
            row = (await connection.execute(select(PASSWORD_RESETS.c.person).where(*of_link))).first()
            if row is None or not (await connection.execute(delete(PASSWORD_RESETS).where(*of_link))).rowcount:
                raise ServerTrouble("bad-reset-link")
            await _set_password(connection, row.person, hashed)
        return await self._known(row.person)

    async def _known(self, person_id: Any) -> Person:
        row = await self._store.row(select(PEOPLE).where(PEOPLE.c.id == person_id))
        if row is None:
            raise ServerTrouble("not-signed-in")
        return person_from(row)


async def _set_password(connection: Transaction, person: str, hashed: str, but: str = "") -> None:
    """Write a new password, and make void what the old one was good for."""
    await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(password=hashed))
    await connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.id != but))
    await connection.execute(delete(PASSWORD_RESETS).where(PASSWORD_RESETS.c.person == person))


async def _mark_guests(connection: Transaction, canonical: str) -> None:
    """Guests who go by a name that is now an account's are told apart from it."""
    for language in ("en", "fr"):
        mark = TEXTS["guest-mark"].say(language)
        guests = PEOPLE.c.account.is_(None), PEOPLE.c.canonical == canonical, PEOPLE.c.language == language
        marked = {
            "name": PEOPLE.c.name + f" {mark}",
            "canonical": PEOPLE.c.canonical + canonical_name(mark),
        }
        await connection.execute(update(PEOPLE).where(*guests).values(**marked))


async def expect_no_account(store: Store, names: Sequence[str], person: Person | None = None) -> None:
    """Refuse names that belong to an account other than the person's, or look like one that does."""
    if person is not None:
        own = canonical_name(person.name)
        names = [name for name in names if canonical_name(name) != own]
    if names:
        await store.read(lambda connection: expect_free_names(connection, names))


def expect_free_names(connection: Connection, names: Sequence[str]) -> None:
    """Refuse names that belong to an account, or look like one that does."""
    names_by_canonical = {canonical_name(name): name for name in names}
    taken = connection.execute(select(PEOPLE.c.account).where(PEOPLE.c.account.in_(names_by_canonical))).first()
    if taken is not None:
        raise ServerTrouble("name-taken", name=names_by_canonical[taken.account])


def _newcomer(name: str, language: str) -> dict[str, Any]:
    return {
        "id": secrets.token_hex(12),
        "name": name,
        "canonical": canonical_name(name),
        "language": language,
        "came_at": now(),
        "seen_at": now(),
        "administrator": False,
    }


@cache
def _nobodys_password() -> str:
    return PasswordHasher().hash(secrets.token_hex(16))


def person_from(row: Row[Any], session: str = "") -> Person:
    """The person of a row, as known by a session."""
    language: Literal["en", "fr"] = "fr" if row.language == "fr" else "en"
    return Person(row.id, row.name, language, row.account is not None, row.administrator, row.email, session)


def _hidden(token: str) -> str:
    """What is kept of a link: who reads the database cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()
