"""Clearing away what is no longer to be kept, little by little."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, not_, or_, select, update

from omnibus.server.schema import ADMITTED, CHAT, PEOPLE, SEATS, TABLES, UNDO_WISHES
from omnibus.server.site_settings import Site
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.table_expiry import CLEARED_AFTER, deserted

STEP = 50  # tables or people cleared in one transaction
DAY = 24 * 3600 * 1000
ADDRESSES_KEPT = 30 * DAY


class Retention:
    """Clears away deserted tables, and old games and guests as far as the administrators have said so."""

    def __init__(self, store: Store, cache: TableCache, site: Site):
        self._store = store
        self._cache = cache
        self._site = site

    async def clear_some(self) -> None:
        """Clear away a few."""
        await self._clear_tables()
        await self._clear_guests()
        await self._forget_addresses()

    async def _clear_tables(self) -> None:
        old = self._old_tables()
        wanted = select(TABLES.c.id).where(or_(*old)).order_by(TABLES.c.moved_at).limit(STEP)
        ids = [row.id for row in await self._store.rows(wanted)]
        if ids:
            async with self._store.writing() as connection:
                # Asked again, since somebody may have moved meanwhile.
                cleared = delete(TABLES).where(TABLES.c.id.in_(ids), or_(*old)).returning(TABLES.c.id)
                gone = [row.id for row in await connection.execute(cleared)]
            for table in gone:
                self._cache.remove(table)

    def _old_tables(self) -> Sequence[ColumnElement[bool]]:
        settings, old = self._site.settings, [deserted(CLEARED_AFTER)]
        if settings.keep_finished is not None:
            old.append(and_(TABLES.c.status.in_(("finished", "closed")), _unmoved(settings.keep_finished)))
        if settings.keep_abandoned is not None:
            old.append(and_(TABLES.c.status == "running", _unmoved(settings.keep_abandoned)))
        if settings.keep_guests is not None:
            days = settings.keep_guests
            old.append(and_(TABLES.c.status != "open", _unmoved(days), not_(_needed(days))))
        return old

    async def _clear_guests(self) -> None:
        """Guests who have not been seen for long, and have left nothing behind."""
        days = self._site.settings.keep_guests
        if days is None:
            return
        unseen = PEOPLE.c.account.is_(None), PEOPLE.c.deleted_at.is_(None), PEOPLE.c.seen_at < now() - days * DAY
        left = (TABLES.c.host, SEATS.c.person, CHAT.c.person)
        gone = [*unseen, *(not_(exists().where(column == PEOPLE.c.id)) for column in left)]
        ids = [row.id for row in await self._store.rows(select(PEOPLE.c.id).where(*gone).limit(STEP))]
        if ids:
            async with self._store.writing() as connection:
                await connection.execute(delete(ADMITTED).where(ADMITTED.c.person.in_(ids)))
                await connection.execute(delete(UNDO_WISHES).where(UNDO_WISHES.c.person.in_(ids)))
                await connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(ids), *gone))

    async def _forget_addresses(self) -> None:
        old = and_(PEOPLE.c.address.is_not(None), PEOPLE.c.seen_at < now() - ADDRESSES_KEPT)
        ids = [row.id for row in await self._store.rows(select(PEOPLE.c.id).where(old).limit(STEP))]
        if ids:
            async with self._store.writing() as connection:
                await connection.execute(update(PEOPLE).where(PEOPLE.c.id.in_(ids), old).values(address=None))


def _unmoved(days: int) -> ColumnElement[bool]:
    return TABLES.c.moved_at < now() - days * DAY


def _needed(days: int) -> Any:
    """Whether the host or somebody who sits at a table has or had an account, or was seen lately."""
    had_account = or_(PEOPLE.c.account.is_not(None), PEOPLE.c.deleted_at.is_not(None))
    present = or_(had_account, PEOPLE.c.seen_at >= now() - days * DAY)
    seated = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.person == PEOPLE.c.id, present)
    return or_(seated, exists().where(PEOPLE.c.id == TABLES.c.host, present))
