"""What administrators do, each of it noted in a log that all of them can read."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from omnibus.server import registration, site_settings
from omnibus.server.accounts import Accounts, Person, expect_no_account
from omnibus.server.addresses import Network
from omnibus.server.bans import bannable_network, is_within
from omnibus.server.messages.administration import NewBan, SiteSettings
from omnibus.server.moderation import FORGET_WORDS
from omnibus.server.names import canonical_name, clean_name
from omnibus.server.schema import ADMIN_LOG, BANS, CHAT, PEOPLE, REPORTS, SEATS, TABLES
from omnibus.server.sessions import Sessions
from omnibus.server.store import Store, Transaction, now
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble


class Administration:
    """Carries out what administrators decide."""

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        accounts: Accounts,
        sessions: Sessions,
        apply_everywhere: Callable[[], Awaitable[None]],
    ):
        self._store = store
        self._cache = cache
        self._accounts = accounts
        self._sessions = sessions
        self._apply_everywhere = apply_everywhere  # lets every process take over bans and settings

    async def is_administrator(self, person: Person) -> bool:
        """Whether somebody is in charge at this very moment."""
        row = await self._store.row(select(PEOPLE.c.administrator).where(PEOPLE.c.id == person.id))
        return row is not None and bool(row.administrator)

    @asynccontextmanager
    async def _logged(
        self, administrator: Person, action: str, subject: str, detail: str = ""
    ) -> AsyncIterator[Transaction]:
        """A transaction that writes, and notes who did what."""
        async with self._store.writing() as connection:
            yield connection
            await write_log(connection, administrator.name, action, subject, detail)

    # ---- People

    async def ban(self, administrator: Person, address: str, wanted: NewBan) -> None:
        """Keep somebody out, at once; the address is the administrator's own, which must not be hit."""
        if (wanted.person is None) == (wanted.address is None):
            raise ServerTrouble("malformed")
        if wanted.until is not None and wanted.until <= now():
            raise ServerTrouble("ban-over")
        network = None if wanted.address is None else str(_network_of_others(wanted.address, address))
        subject = network or await self._bannable_name(wanted.person or "")
        values = {"person": wanted.person, "address": network, "reason": wanted.reason, "until": wanted.until}
        async with self._logged(administrator, "ban", subject, wanted.reason) as connection:
            await connection.execute(insert(BANS).values(made_by=administrator.id, at=now(), **values))
        await self._apply_everywhere()

    async def _bannable_name(self, person: str) -> str:
        row = await self._store.row(select(PEOPLE.c.name, PEOPLE.c.administrator).where(PEOPLE.c.id == person))
        if row is None:
            raise ServerTrouble("no-such-person")
        if row.administrator:
            raise ServerTrouble("is-administrator", name=row.name)
        return str(row.name)

    async def unban(self, administrator: Person, ban: int) -> None:
        """Let somebody in again."""
        columns = BANS.c.address, PEOPLE.c.name
        wanted = select(*columns).outerjoin(PEOPLE, PEOPLE.c.id == BANS.c.person).where(BANS.c.id == ban)
        row = await self._store.row(wanted)
        if row is None:
            raise ServerTrouble("no-such-ban")
        async with self._logged(administrator, "unban", row.address or row.name) as connection:
            await connection.execute(delete(BANS).where(BANS.c.id == ban))
        await self._apply_everywhere()

    async def rename(self, administrator: Person, person: str, name: str) -> None:
        """Give somebody another name, everywhere; who has an account signs in by it from then on."""
        name = clean_name(name)
        row = await self._store.row(select(PEOPLE.c.name, PEOPLE.c.account).where(PEOPLE.c.id == person))
        if row is None:
            raise ServerTrouble("no-such-person")
        if canonical_name(name) != row.account:
            await expect_no_account(self._store, [name])
        values = {"name": name, "canonical": canonical_name(name)}
        if row.account is not None:
            values["account"] = values["canonical"]
        try:
            async with self._logged(administrator, "rename", row.name, name) as connection:
                await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(**values))
                await connection.execute(update(CHAT).where(CHAT.c.person == person).values(name=name))
                # Several people on one device have names of their own, which stay.
                theirs_or_kept = or_(SEATS.c.person == person, SEATS.c.kept_for == person)
                seats = update(SEATS).where(theirs_or_kept, SEATS.c.name == row.name)
                await connection.execute(seats.values(name=name))
                theirs = await _note_change_of_names(connection, person)
        except IntegrityError:
            raise ServerTrouble("name-taken", name=name) from None
        self._sessions.forget(person)
        for table in theirs:
            await self._cache.reload(table)

    async def make_reset_link(self, administrator: Person, person: str) -> str:
        """The secret part of a link by which somebody with an account sets a new password."""
        row = await self._store.row(select(PEOPLE.c.name).where(PEOPLE.c.id == person))
        if row is None:
            raise ServerTrouble("no-such-person")
        token = await self._accounts.make_reset_link(person)
        async with self._logged(administrator, "reset-password", row.name):
            return token

    # ---- Tables

    async def close_table(self, administrator: Person, table: str) -> None:
        """End a game without a result, at once; nobody can move any more."""
        live = await self._cache.fresh(table)
        closed = update(TABLES).where(TABLES.c.id == table, TABLES.c.status.in_(("open", "running")))
        async with self._logged(administrator, "close-table", table, live.game.id) as connection:
            changed = closed.values(status="closed", changes=TABLES.c.changes + 1)
            if not (await connection.execute(changed)).rowcount:
                raise ServerTrouble("table-over")
        await self._cache.reload(table)

    async def delete_table(self, administrator: Person, table: str) -> None:
        """Let a table vanish with all that belongs to it."""
        live = await self._cache.fresh(table)
        if live.status in ("open", "running"):
            await self.close_table(administrator, table)
        async with live.lock, self._logged(administrator, "delete-table", table, live.game.id) as connection:
            await connection.execute(delete(TABLES).where(TABLES.c.id == table))
        self._cache.remove(table)

    async def remove_message(self, administrator: Person, message: int) -> None:
        """Let something that was said vanish, from open windows too."""
        row = await self._store.row(select(CHAT.c.table_id, CHAT.c.name).where(CHAT.c.id == message))
        if row is None:
            raise ServerTrouble("no-such-message")
        async with self._logged(administrator, "remove-message", row.name, row.table_id) as connection:
            await connection.execute(delete(CHAT).where(CHAT.c.id == message))
            changed = update(TABLES).where(TABLES.c.id == row.table_id).values(changes=TABLES.c.changes + 1)
            await connection.execute(changed)
        await self._cache.reload(row.table_id)

    # ---- Reports, settings, invitations

    async def close_report(self, administrator: Person, report: int, note: str) -> None:
        """Say what was done about a report."""
        values = {"closed_at": now(), "closed_by": administrator.id, "note": note}
        async with self._logged(administrator, "close-report", str(report), note) as connection:
            closed = update(REPORTS).where(REPORTS.c.id == report, REPORTS.c.closed_at.is_(None)).values(**values)
            if not (await connection.execute(closed)).rowcount:
                raise ServerTrouble("no-such-report")
            for forget in FORGET_WORDS:
                await connection.execute(forget)

    async def change_settings(self, administrator: Person, before: SiteSettings, wanted: SiteSettings) -> None:
        """Decide who may come in and how long games are kept."""
        names = [name for name in wanted.__struct_fields__ if getattr(before, name) != getattr(wanted, name)]
        detail = ", ".join(f"{name}: {getattr(before, name)} → {getattr(wanted, name)}" for name in names)
        async with self._logged(administrator, "settings", ", ".join(names), detail) as connection:
            await site_settings.save(connection, wanted)
        await self._apply_everywhere()

    async def invite(self, administrator: Person) -> str:
        """The secret part of a link by which one person may make an account."""
        async with self._logged(administrator, "invite", "") as connection:
            return await registration.invite(connection, administrator.id)

    async def withdraw_invitation(self, administrator: Person, invitation: str) -> None:
        """Make an invitation void that nobody has used."""
        async with self._logged(administrator, "withdraw-invitation", "") as connection:
            if not await registration.withdraw(connection, invitation):
                raise ServerTrouble("no-such-invitation")


async def write_log(connection: Transaction, administrator: str, action: str, subject: str, detail: str) -> None:
    """Note what an administrator did."""
    entry = {"at": now(), "administrator": administrator, "action": action, "subject": subject, "detail": detail}
    await connection.execute(insert(ADMIN_LOG).values(**entry))


def _network_of_others(text: str, own_address: str) -> Network:
    network = bannable_network(text)
    if is_within(own_address, network):
        raise ServerTrouble("own-address")
    return network


async def _note_change_of_names(connection: Transaction, person: str) -> list[str]:
    """Let every process see that somebody goes by another name; the tables that are not over yet."""
    seated = select(SEATS.c.table_id).where(or_(SEATS.c.person == person, SEATS.c.kept_for == person))
    spoken = select(CHAT.c.table_id).where(CHAT.c.person == person)
    where = TABLES.c.id.in_(seated.union(spoken))
    await connection.execute(update(TABLES).where(where).values(changes=TABLES.c.changes + 1))
    rows = await connection.execute(select(TABLES.c.id).where(where, TABLES.c.status.in_(("open", "running"))))
    return [row.id for row in rows]
