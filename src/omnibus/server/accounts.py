"""People: guests with a name, accounts with a password, and the signed cookie by which they are known again."""

import asyncio
import hmac
import secrets
import unicodedata
from functools import cache
from typing import Any, Literal

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct
from sqlalchemy import Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from omnibus.rules.rulebook import printable
from omnibus.server.messages import Me, NewAccount
from omnibus.server.registration import Registration
from omnibus.server.schema import PEOPLE
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

COOKIE = "omnibus"
COOKIE_SECONDS = 365 * 24 * 3600


class Person(Struct, frozen=True):
    """Somebody who is here."""

    id: str
    name: str
    language: Literal["en", "fr"]
    account: bool
    administrator: bool
    epoch: int

    def plain(self) -> Me:
        """What the person may know about itself."""
        return Me(self.name, self.language, self.account, self.administrator)


class Accounts:
    """Who is who."""

    def __init__(self, store: Store, key: bytes, registration: Registration):
        self._store = store
        self._registration = registration
        self._key = key
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)

    async def create_guest(self, name: str, language: str) -> Person:
        """A new guest."""
        person = _newcomer(clean_name(name), language)
        async with self._store.writing() as connection:
            await connection.execute(insert(PEOPLE).values(**person))
        return await self._known(person["id"])

    async def rename(self, person: Person, name: str, language: str) -> Person:
        """The same person with another name or language. The name of an account stays."""
        values = {"language": language} if person.account else {"language": language, "name": clean_name(name)}
        async with self._store.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))
        return await self._known(person.id)

    async def make_account(self, person: Person | None, wanted: NewAccount) -> Person:
        """A guest, or a newcomer, becomes somebody who can come back from another device."""
        if person is not None and person.account:
            raise ServerTrouble("has-account")
        name = clean_name(wanted.name)
        await self._registration.expect_open(wanted.invitation)
        async with self._hashing:
            hashed = await asyncio.to_thread(self._hasher.hash, wanted.password)
        values = {"name": name, "account": canonical_name(name), "password": hashed}
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
                await self._registration.use_invitation(connection, wanted.invitation, person_id)
        except IntegrityError:
            raise ServerTrouble("name-taken", name=name) from None
        return await self._known(person_id)

    async def sign_in(self, name: str, password: str) -> Person:
        """The person with that account. A wrong name and a wrong password are answered alike."""
        row = await self._store.row(select(PEOPLE).where(PEOPLE.c.account == canonical_name(clean_name(name))))
        async with self._hashing:
            # Where there is no such account the password of nobody is checked, so that both answers take as long.
            hashed = await asyncio.to_thread(_nobodys_password) if row is None else row.password
            right = await asyncio.to_thread(self._matches, hashed, password)
        if row is None or not right:
            raise ServerTrouble("wrong-password")
        return _person(row)

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except VerificationError:
            return False

    async def log_out_everywhere(self, person: Person) -> None:
        """Make all cookies of a person void."""
        async with self._store.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(epoch=PEOPLE.c.epoch + 1))

    # ---- Cookies

    def cookie(self, person: Person) -> str:
        """What a person's device keeps: who it is, since which log-out, and our signature."""
        claim = f"{person.id}.{person.epoch}"
        return f"{claim}.{self._signature(claim)}"

    async def authenticate(self, cookie: str | None) -> Person | None:
        """The person whose cookie it is."""
        if cookie is None or len(cookie) > 200 or not cookie.isascii():
            return None
        claim, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(signature, self._signature(claim)):
            return None
        person_id, _, epoch = claim.partition(".")
        row = await self._store.row(select(PEOPLE).where(PEOPLE.c.id == person_id))
        return None if row is None or str(row.epoch) != epoch else _person(row)

    def _signature(self, claim: str) -> str:
        return hmac.digest(self._key, f"session/{claim}".encode(), "sha256").hex()

    async def _known(self, person_id: Any) -> Person:
        row = await self._store.row(select(PEOPLE).where(PEOPLE.c.id == person_id))
        if row is None:
            raise ServerTrouble("not-signed-in")
        return _person(row)


def _newcomer(name: str, language: str) -> dict[str, Any]:
    return {
        "id": secrets.token_hex(12),
        "name": name,
        "epoch": 0,
        "language": language,
        "came_at": now(),
        "seen_at": now(),
        "administrator": False,
    }


@cache
def _nobodys_password() -> str:
    return PasswordHasher().hash(secrets.token_hex(16))


def _person(row: Row[Any]) -> Person:
    return Person(
        row.id, row.name, "fr" if row.language == "fr" else "en", row.account is not None, row.administrator, row.epoch
    )


def clean_name(name: str) -> str:
    """A name as it is shown: on one line, without what could steer a terminal or hide."""
    name = " ".join(printable(unicodedata.normalize("NFC", name)).split())
    if not name or "(bot" in name:
        raise ServerTrouble("bad-name")
    return name


def canonical_name(name: str) -> str:
    """A name as it is compared with those of accounts."""
    return unicodedata.normalize("NFKC", name).casefold()
