"""The tries at the deals of the days, as the database keeps them: when one is finished, and who has finished."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Update, and_, bindparam, exists, not_, or_, select, update

from omnibus.daily import day_of
from omnibus.server.schema import DAILY_DEALS, DAILY_TRIES, TABLES

_RUNNING = (
    select(DAILY_TRIES.c.table_id, DAILY_DEALS.c.seat)
    .join(DAILY_DEALS, and_(DAILY_DEALS.c.day == DAILY_TRIES.c.day, DAILY_DEALS.c.game == DAILY_TRIES.c.game))
    .where(DAILY_TRIES.c.table_id.in_(bindparam("tables", expanding=True)), DAILY_TRIES.c.finished_at.is_(None))
)


def finish_tries(connection: Connection, results: Mapping[str, str], at: int) -> None:
    """Note the results of games that have just ended, as far as they are tries at the deal of the day."""
    for row in connection.execute(_RUNNING, {"tables": list(results)}).all():
        result = json.loads(results[row.table_id])
        told = {"place": result["ranks"][row.seat], "points": result["scores"][row.seat]}
        connection.execute(finished(row.table_id, at).values(**told))


def finished(table_id: str, at: int) -> Update:
    """That the try at a table is finished now. It counts if its day is not over, and was never said to be over."""
    said_to_be_over = exists().where(
        DAILY_DEALS.c.day == DAILY_TRIES.c.day, DAILY_DEALS.c.game == DAILY_TRIES.c.game, DAILY_DEALS.c.over
    )
    in_time = and_(DAILY_TRIES.c.counted, DAILY_TRIES.c.day >= day_of(at), not_(said_to_be_over))
    this = DAILY_TRIES.c.table_id == table_id, DAILY_TRIES.c.finished_at.is_(None)
    return update(DAILY_TRIES).where(*this).values(finished_at=at, counted=in_time)


def has_finished(person: Any, day: Any, game: Any) -> ColumnElement[bool]:
    """Whether somebody has finished the deal of a day, in the try that counts or later."""
    own_try = DAILY_TRIES.c.person == person, DAILY_TRIES.c.finished_at.is_not(None)
    own_table = TABLES.c.host == person, TABLES.c.status == "finished"
    return or_(
        exists().where(*own_try, DAILY_TRIES.c.day == day, DAILY_TRIES.c.game == game),
        exists().where(*own_table, TABLES.c.day == day, TABLES.c.game == game),
    )
