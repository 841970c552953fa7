"""The lists that administrators look through, page by page."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, exists, or_, select

from omnibus.server.accounts import HOUSE
from omnibus.server.messages.administration import (
    AdminLogEntry,
    AdminLogPage,
    Ban,
    BanPage,
    ChatDetails,
    ChatPage,
    PeoplePage,
    PersonDetails,
    Report,
    ReportPage,
    SignupInvitation,
    SignupInvitationPage,
    TableDetails,
    TablePage,
)
from omnibus.server.messages.common import TableStatus
from omnibus.server.names import canonical_name
from omnibus.server.schema import ADMIN_LOG, BANS, CHAT, PEOPLE, REPORTS, SEATS, SIGNUP_INVITATIONS, TABLES
from omnibus.server.store import Store, now

PAGE = 50

_MAKER = PEOPLE.alias("maker")
_SUBJECT = PEOPLE.alias("subject")
_REPORTER = PEOPLE.alias("reporter")


class AdminLists:
    """People, tables, reports and what was done, for administrators."""

    def __init__(self, store: Store):
        self._store = store

    async def _page(self, wanted: Select[Any], page: int) -> tuple[Sequence[Row[Any]], bool]:
        """The rows of a page, and whether there are more after it."""
        rows = await self._store.rows(wanted.limit(PAGE + 1).offset(page * PAGE))
        return rows[:PAGE], len(rows) > PAGE

    async def people(self, search: str, page: int) -> PeoplePage:
        """Those whose name holds what is searched, or all; those seen last first."""
        banned = exists().where(BANS.c.person == PEOPLE.c.id, _in_force())
        people = select(PEOPLE, banned.label("banned")).where(PEOPLE.c.id != HOUSE)
        wanted = people.order_by(PEOPLE.c.seen_at.desc(), PEOPLE.c.id)
        if search:
            wanted = wanted.where(_is_named(search))
        rows, more = await self._page(wanted, page)
        return PeoplePage([_person_details(row) for row in rows], more)

    async def bans(self, page: int) -> BanPage:
        """The bans in force."""
        columns = BANS.c.id, BANS.c.person, _SUBJECT.c.name, BANS.c.address, BANS.c.reason
        joined = BANS.outerjoin(_SUBJECT, _SUBJECT.c.id == BANS.c.person).join(_MAKER, _MAKER.c.id == BANS.c.made_by)
        made = _MAKER.c.name.label("made_by"), BANS.c.at, BANS.c.until
        wanted = select(*columns, *made).select_from(joined).where(_in_force())
        rows, more = await self._page(wanted.order_by(BANS.c.id.desc()), page)
        return BanPage([Ban(**row._mapping) for row in rows], more)

    async def tables(self, search: str, status: TableStatus | None, page: int) -> TablePage:
        """Tables with such an id, game or player, or all; those moved last first."""
        wanted = select(TABLES, PEOPLE.c.name.label("host_name")).join(PEOPLE, PEOPLE.c.id == TABLES.c.host)
        if status is not None:
            wanted = wanted.where(TABLES.c.status == status)
        if search:
            sits = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.name.contains(search, autoescape=True))
            wanted = wanted.where(or_(TABLES.c.id == search, TABLES.c.game == search, _is_named(search), sits))
        rows, more = await self._page(wanted.order_by(TABLES.c.moved_at.desc(), TABLES.c.id), page)
        players: dict[str, list[str]] = {row.id: [] for row in rows}
        seats = select(SEATS.c.table_id, SEATS.c.name).where(SEATS.c.table_id.in_(players), SEATS.c.name.is_not(None))
        for seat in await self._store.rows(seats.order_by(SEATS.c.seat)):
            players[seat.table_id].append(seat.name)
        return TablePage([_table_details(row, players[row.id]) for row in rows], more)

    async def chat(self, table: str, page: int) -> ChatPage:
        """What was said at a table."""
        columns = CHAT.c.id, CHAT.c.person, CHAT.c.name, CHAT.c.said, CHAT.c.at
        wanted = select(*columns).where(CHAT.c.table_id == table).order_by(CHAT.c.id.desc())
        rows, more = await self._page(wanted, page)
        return ChatPage([ChatDetails(**row._mapping) for row in rows], more)

    async def reports(self, closed: bool, page: int) -> ReportPage:
        """Reports that nobody has dealt with, or those that somebody has."""
        columns = REPORTS.c.id, REPORTS.c.person, _SUBJECT.c.name, REPORTS.c.table_id.label("table")
        texts = REPORTS.c.message, REPORTS.c.said, REPORTS.c.reason, REPORTS.c.at, REPORTS.c.closed_at
        joined = (
            REPORTS.outerjoin(_REPORTER, _REPORTER.c.id == REPORTS.c.reporter)
            .outerjoin(_SUBJECT, _SUBJECT.c.id == REPORTS.c.person)
            .outerjoin(_MAKER, _MAKER.c.id == REPORTS.c.closed_by)
        )
        names = _REPORTER.c.name.label("reporter"), _MAKER.c.name.label("closed_by")
        wanted = select(*columns, *texts, *names, REPORTS.c.note).select_from(joined)
        state = REPORTS.c.closed_at.is_not(None) if closed else REPORTS.c.closed_at.is_(None)
        rows, more = await self._page(wanted.where(state).order_by(REPORTS.c.id.desc()), page)
        return ReportPage([Report(**row._mapping) for row in rows], more)

    async def invitations(self, page: int) -> SignupInvitationPage:
        """Invitations to make an account."""
        kept = SIGNUP_INVITATIONS.c
        joined = SIGNUP_INVITATIONS.join(_MAKER, _MAKER.c.id == kept.made_by)
        joined = joined.outerjoin(_SUBJECT, _SUBJECT.c.id == kept.used_by)
        names = _MAKER.c.name.label("made_by"), _SUBJECT.c.name.label("used_by")
        columns = kept.token.label("id"), kept.made_at, kept.expires_at, *names
        wanted = select(*columns).select_from(joined).order_by(kept.made_at.desc(), kept.token)
        rows, more = await self._page(wanted, page)
        return SignupInvitationPage([SignupInvitation(**row._mapping) for row in rows], more)

    async def log(self, page: int) -> AdminLogPage:
        """What administrators did."""
        rows, more = await self._page(select(ADMIN_LOG).order_by(ADMIN_LOG.c.id.desc()), page)
        return AdminLogPage([AdminLogEntry(**row._mapping) for row in rows], more)


def _in_force() -> Any:
    return or_(BANS.c.until.is_(None), BANS.c.until > now())


def _is_named(search: str) -> Any:
    alike = PEOPLE.c.canonical.contains(canonical_name(search), autoescape=True)
    return or_(alike, PEOPLE.c.id == search)


def _person_details(row: Row[Any]) -> PersonDetails:
    return PersonDetails(
        id=row.id,
        name=row.name,
        account=row.account is not None,
        administrator=row.administrator,
        deleted=row.deleted_at is not None,
        banned=row.banned,
        came_at=row.came_at,
        seen_at=row.seen_at,
        address=row.address,
    )


def _table_details(row: Row[Any], players: list[str]) -> TableDetails:
    return TableDetails(
        id=row.id,
        game=row.game,
        status=row.status,
        public=row.public,
        host=row.host_name,
        players=players,
        n=row.n,
        opened_at=row.opened_at,
        moved_at=row.moved_at,
    )
