"""When nobody waits at a table any more: nobody looks for it in the lobby, and later it is cleared away."""

from typing import Any

from sqlalchemy import ColumnElement, and_, exists, not_, or_

from omnibus.server.schema import PEOPLE, SEATS, TABLES
from omnibus.server.store import now

HOUR = 3600 * 1000
HOST_GONE_AFTER = HOUR
PLAYERS_GONE_AFTER = 24 * HOUR
CLEARED_AFTER = 24 * HOUR


def unlisted() -> ColumnElement[bool]:
    """Whether the lobby does not show a table: the host, who alone can start it, is long gone, or all who play are."""
    hour, day = now() - HOST_GONE_AFTER, now() - PLAYERS_GONE_AFTER
    waits = and_(TABLES.c.status == "open", TABLES.c.opened_at < hour, not_(_host_seen(hour)))
    stands_still = and_(TABLES.c.status == "running", TABLES.c.moved_at < day, not_(_anybody_seen(day)))
    return or_(waits, stands_still)


def deserted(milliseconds: int) -> ColumnElement[bool]:
    """Whether neither the host of an open table nor anybody who sits there was seen for so long."""
    since = now() - milliseconds
    return and_(TABLES.c.status == "open", TABLES.c.opened_at < since, not_(_anybody_seen(since)))


def _host_seen(since: int) -> Any:
    return exists().where(PEOPLE.c.id == TABLES.c.host, PEOPLE.c.seen_at >= since)


def _anybody_seen(since: int) -> Any:
    seated = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.person == PEOPLE.c.id, PEOPLE.c.seen_at >= since)
    return or_(_host_seen(since), seated)
