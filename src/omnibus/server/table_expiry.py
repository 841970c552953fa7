"""When a table that waits for its start is deserted: nobody looks for it in the lobby, and later it is cleared away."""

from sqlalchemy import ColumnElement, and_, exists, not_

from omnibus.server.schema import PEOPLE, SEATS, TABLES
from omnibus.server.store import now

HOUR = 3600 * 1000
UNLISTED_AFTER = HOUR
CLEARED_AFTER = 24 * HOUR


def deserted(milliseconds: int) -> ColumnElement[bool]:
    """Whether neither the host of an open table nor anybody who sits there was seen for so long."""
    since = now() - milliseconds
    seen = PEOPLE.c.seen_at >= since
    host = exists().where(PEOPLE.c.id == TABLES.c.host, seen)
    seated = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.person == PEOPLE.c.id, seen)
    return and_(TABLES.c.status == "open", TABLES.c.opened_at < since, not_(host), not_(seated))
