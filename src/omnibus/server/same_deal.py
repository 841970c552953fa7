"""Who may look back at whose game because both have played the same deal to its end."""

from sqlalchemy import ColumnElement, exists, select

from omnibus.server.daily_tries import has_finished
from omnibus.server.live_table import LiveTable
from omnibus.server.schema import CHALLENGES, TABLES
from omnibus.server.store import Store


async def has_played_same_deal(store: Store, live: LiveTable, person: str) -> bool:
    """Whether somebody may look back at a finished game: a try at the deal of a day that the person has finished too,
    the game of who sent the person a link to its deal, or a game of somebody who came by the person's own link."""
    if live.status != "finished":
        return False
    row = live.row
    came_by_link = exists().where(
        TABLES.c.challenge == CHALLENGES.c.id, TABLES.c.host == person, TABLES.c.status == "finished"
    )
    reasons: list[ColumnElement[bool]] = [exists().where(CHALLENGES.c.table_id == live.id, came_by_link)]
    if row.challenge is not None:
        reasons.append(exists().where(CHALLENGES.c.id == row.challenge, CHALLENGES.c.made_by == person))
    bots_own = all(seated.person is None for seated in live.seats)
    if row.day is not None and (live.counts or bots_own):
        reasons.append(has_finished(person, row.day, row.game))
    for reason in reasons:
        found = await store.row(select(reason.label("may")))
        if found is not None and found.may:
            return True
    return False
