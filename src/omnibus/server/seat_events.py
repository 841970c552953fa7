"""What happens at the seats of a table besides moves: it is written down once, and everyone at the table is told."""

from sqlalchemy import Connection, Insert, bindparam, insert, select

from omnibus.server.messages.common import SeatEventKind
from omnibus.server.messages.tables import SeatEvent
from omnibus.server.schema import SEAT_EVENTS
from omnibus.server.store import now

KEPT = 100  # of which those who come are told

_LATEST = (
    select(SEAT_EVENTS.c.id, SEAT_EVENTS.c.n, SEAT_EVENTS.c.seat, SEAT_EVENTS.c.event, SEAT_EVENTS.c.at)
    .where(SEAT_EVENTS.c.table_id == bindparam("table"))
    .order_by(SEAT_EVENTS.c.id.desc())
    .limit(KEPT)
)


def happened(table_id: str, n: int, seat: int, event: SeatEventKind) -> Insert:
    """That something happened at a seat after ply `n`. Count the change of the table first: then of two such events,
    written by two processes, the one with the lower number is also seen first."""
    return insert(SEAT_EVENTS).values(table_id=table_id, n=n, seat=seat, event=event, at=now())


def latest_seat_events(connection: Connection, table_id: str) -> tuple[SeatEvent, ...]:
    """The latest that happened at the seats of a table, in their order."""
    rows = connection.execute(_LATEST, {"table": table_id}).all()
    return tuple(SeatEvent(*row) for row in reversed(rows))
