"""Sessions: the signed cookie by which a device is known again, and what is kept of it."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from typing import Any, NamedTuple

from itsdangerous import BadSignature, Signer
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from omnibus.rules.rulebook import printable
from omnibus.server.accounts import Person, person_from
from omnibus.server.devices import browser_name, system_name
from omnibus.server.messages.people import SessionInfo
from omnibus.server.names import canonical_name
from omnibus.server.schema import PEOPLE, SESSIONS
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

COOKIE = "omnibus"
DEVICE_COOKIE = "omnibus-device"
COOKIE_SECONDS = 365 * 24 * 3600
DAY = 24 * 3600 * 1000
ACCOUNT_DAYS = 90  # after so many days unseen one signs in again
GUEST_DAYS = 365  # a guest cannot sign in again, and would lose everything
MOST_SESSIONS = 50
MOST_CACHED = 10_000
CACHED_SECONDS = 5.0  # how long a process that heard nothing of a log-out still lets somebody in
LONGEST_DEVICE = 200

_PERSON_IN = (
    select(PEOPLE, SESSIONS.c.seen_at.label("session_seen_at"))
    .join(SESSIONS)
    .where(SESSIONS.c.id == bindparam("session"))
)


class _Seen(NamedTuple):
    """Who was last seen in a session, when, and where from."""

    person: str
    at: int
    address: str | None


class Sessions:
    """Which device is whose."""

    def __init__(self, store: Store, key: bytes):
        self._store = store
        self._key = key
        self._signer = Signer(key, salt="omnibus session", key_derivation="hmac", digest_method=hashlib.sha256)
        self._device_signer = Signer(key, salt="omnibus device", key_derivation="hmac", digest_method=hashlib.sha256)
        self._cached: OrderedDict[str, tuple[Person, float]] = OrderedDict()  # until when each is believed
        self._forgotten = 0  # goes up whenever something in the cache is no longer true
        self._seen: dict[str, _Seen] = {}  # the sessions seen since they were last written

    # ---- Cookies

    async def begin(self, person: Person, user_agent: str) -> str:
        """A new session on a device: the cookie that the device keeps."""
        token = secrets.token_urlsafe(24)
        session = {
            "id": hashlib.sha256(token.encode()).hexdigest(),
            "person": person.id,
            "device": printable(user_agent)[:LONGEST_DEVICE],
            "begun_at": now(),
            "seen_at": now(),
        }
        latest = select(SESSIONS.c.id).where(SESSIONS.c.person == person.id).order_by(SESSIONS.c.seen_at.desc())

        def write(connection: Connection) -> None:
            connection.execute(insert(SESSIONS), session)
            too_many = connection.execute(latest.offset(MOST_SESSIONS)).scalars().all()
            if too_many:
                connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(too_many)))

        await self._store.write(write)
        return self._signer.sign(token).decode()

    async def authenticate(self, cookie: str | None, address: str | None = None) -> Person | None:
        """The person whose cookie it is. A forged one costs no look into the database."""
        session = self._session_of(cookie)
        if session is None:
            return None
        person, believed_until = self._cached.get(session, (None, 0.0))
        if person is None or believed_until < time.monotonic():
            person = await self._load(session)
        if person is not None:
            self.see(session, person.id, address)
        return person

    def see(self, session: str, person: str, address: str | None = None) -> None:
        """Somebody is here, in that session."""
        earlier = self._seen.get(session)
        self._seen[session] = _Seen(person, now(), address[:64] if address else earlier and earlier.address)

    def _session_of(self, cookie: str | None) -> str | None:
        if cookie is None or len(cookie) > 200 or not cookie.isascii():
            return None
        try:
            return hashlib.sha256(self._signer.unsign(cookie)).hexdigest()
        except BadSignature:
            return self._former_session_of(cookie)

    def _former_session_of(self, cookie: str) -> str | None:
        """Cookies were once a person and a number, signed; what was signed is the name of their session."""
        claim, _, signature = cookie.rpartition(".")
        expected = hmac.digest(self._key, f"session/{claim}".encode(), "sha256").hex()
        return claim if hmac.compare_digest(signature, expected) else None

    def device_cookie(self, name: str) -> str:
        """What a device keeps after somebody signed in there: wrong passwords from elsewhere do not shut it out."""
        return self._device_signer.get_signature(canonical_name(name)).decode()

    def knows_device(self, cookie: str | None, name: str) -> bool:
        """Whether somebody has signed in to that account on this device before."""
        return cookie is not None and self._device_signer.verify_signature(canonical_name(name), cookie)

    async def _load(self, session: str) -> Person | None:
        forgotten = self._forgotten
        row = await self._store.row(_PERSON_IN, {"session": session})
        days = ACCOUNT_DAYS if row is not None and row.account is not None else GUEST_DAYS
        if row is None or row.session_seen_at < now() - days * DAY:
            return None
        person = person_from(row, session)
        if forgotten == self._forgotten:
            self._cached[session] = person, time.monotonic() + CACHED_SECONDS
            self._cached.move_to_end(session)
            if len(self._cached) > MOST_CACHED:
                self._cached.popitem(last=False)
        return person

    def forget(self, person: str) -> None:
        """Look into the database again when that person next asks."""
        self._forgotten += 1
        for session in [session for session, (cached, _) in self._cached.items() if cached.id == person]:
            del self._cached[session]

    # ---- Lists, and ends

    async def of(self, person: Person) -> list[SessionInfo]:
        """All sessions of a person, the one seen last first."""
        wanted = select(SESSIONS).where(SESSIONS.c.person == person.id).order_by(SESSIONS.c.seen_at.desc())
        return [
            SessionInfo(
                id=row.id,
                browser=browser_name(row.device),
                system=system_name(row.device),
                begun_at=row.begun_at,
                seen_at=row.seen_at,
                current=row.id == person.session,
            )
            for row in await self._store.rows(wanted)
        ]

    async def end(self, person: Person, session: str) -> None:
        """That session's cookie is void."""
        if not await self._delete(SESSIONS.c.person == person.id, SESSIONS.c.id == session):
            raise ServerTrouble("no-such-session")
        self.forget(person.id)

    async def end_all(self, person: Person) -> None:
        """Make all cookies of a person void."""
        await self._delete(SESSIONS.c.person == person.id)
        self.forget(person.id)

    async def _delete(self, *which: Any) -> int:
        ended = delete(SESSIONS).where(*which)
        return await self._store.write(lambda connection: connection.execute(ended).rowcount)

    # ---- In the background

    async def write_seen(self) -> None:
        """Write down who was seen, now and then instead of at every request."""
        seen, self._seen = self._seen, {}
        if seen:
            await self._store.write(lambda connection: _write_seen(connection, seen))

    async def delete_expired(self) -> None:
        """Clear away the sessions of devices that were not seen for too long."""
        accounts = select(PEOPLE.c.id).where(PEOPLE.c.account.is_not(None))
        await self._delete(
            or_(
                SESSIONS.c.seen_at < now() - GUEST_DAYS * DAY,
                and_(SESSIONS.c.seen_at < now() - ACCOUNT_DAYS * DAY, SESSIONS.c.person.in_(accounts)),
            )
        )


def is_former(session: str) -> bool:
    """Whether the session comes from a cookie of the old kind, which is to be replaced."""
    return "." in session


def _write_seen(connection: Connection, seen: dict[str, _Seen]) -> None:
    sessions = [{"which": session, "seen": at} for session, (_, at, _) in seen.items()]
    people = {last.person: {"which": last.person, "seen": last.at, "where": last.address} for last in seen.values()}
    at: dict[str, Any] = {"seen_at": bindparam("seen")}
    connection.execute(update(SESSIONS).where(SESSIONS.c.id == bindparam("which")).values(**at), sessions)
    where: Any = func.coalesce(bindparam("where"), PEOPLE.c.address)
    person = PEOPLE.c.id == bindparam("which")
    connection.execute(update(PEOPLE).where(person).values(**at, address=where), list(people.values()))
