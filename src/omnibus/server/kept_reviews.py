"""Reviews as they are kept: which there are, how far they have come, and what they tell."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, select

from omnibus.rules.record import Record
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.reviews import ReviewState
from omnibus.server.schema import REVIEWED_DECISIONS, REVIEWS
from omnibus.server.store import Store, now
from omnibus.study.line import course_from
from omnibus.study.review import Review, reviewed

SEED = "review"
MOST_FAILURES = 3
UNDONE = REVIEWS.c.finished_at.is_(None), REVIEWS.c.failures < MOST_FAILURES


class Which(NamedTuple):
    """One review."""

    table: str
    hindsight: bool

    def row(self) -> ColumnElement[bool]:
        """Where it is."""
        return (REVIEWS.c.table_id == self.table) & (REVIEWS.c.hindsight == self.hindsight)

    def decisions(self) -> ColumnElement[bool]:
        """Where its decisions are."""
        decisions = REVIEWED_DECISIONS.c
        return (decisions.table_id == self.table) & (decisions.hindsight == self.hindsight)


def state_of(row: Row[Any] | None) -> ReviewState:
    """How far a review has come."""
    if row is None:
        return "none"
    if row.finished_at is not None:
        return "done"
    if row.failures >= MOST_FAILURES:
        return "failed"
    return "running" if row.held_until > now() else "waiting"


async def read_review(store: Store, which: Which, live: LiveTable) -> Review:
    """A review as far as it is done. Its decisions must have been counted."""

    def found(connection: Connection) -> tuple[Row[Any], Sequence[Row[Any]]]:
        weighed = select(REVIEWED_DECISIONS.c.weighed).where(which.decisions())
        return connection.execute(select(REVIEWS).where(which.row())).one(), connection.execute(weighed).all()

    row, weighed = await store.read(found)
    return await asyncio.to_thread(_put_together, live, row, [each.weighed for each in weighed])


def _put_together(live: LiveTable, row: Row[Any], weighed: Sequence[str]) -> Review:
    record = Record(live.game, [seat.name or "" for seat in live.seats], live.seed)
    course = course_from(json.loads(row.course), live.table.state)
    decisions = map(msgspec.json.decode, weighed)  # faster: moves at running tables wait meanwhile
    told = reviewed(record, course, decisions, row.budget, SEED, row.judge, row.hindsight)
    return {**told, "drawn": any(ply.chance for ply in course.plies)}
