"""The lists of tables: whose they are, who may see them, and what somebody has put away."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, delete, exists, insert, not_, or_, select

from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable, TableSummary, seats_from
from omnibus.server.messages.common import TableStatus
from omnibus.server.moderation import Moderation
from omnibus.server.schema import COUNT_CHANGE, PUT_AWAY, SEAT_IS_TO_MOVE, SEATS, SHARE_CONSENTS, TABLES
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache
from omnibus.server.table_expiry import unlisted
from omnibus.server.trouble import ServerTrouble
from omnibus.table.trouble import TableTrouble

PAGE_SIZE = 50


class TablePage(NamedTuple):
    """Some tables of a list, and where the list goes on."""

    summaries: list[TableSummary]
    more: str | None


class TableLists:
    """Which tables somebody finds."""

    def __init__(self, store: Store, cache: TableCache, moderation: Moderation):
        self._store = store
        self._cache = cache
        self._moderation = moderation

    async def put_away(self, live: LiveTable, person: Person) -> None:
        """Take an unfinished table of one's own off one's lists; nothing else happens to it."""
        if not live.concerns(person.id):
            raise TableTrouble("not-at-the-table")
        if live.status not in ("open", "running"):
            raise ServerTrouble("table-over")
        await self._mark(live, person, away=True)

    async def take_out(self, live: LiveTable, person: Person) -> None:
        """Have a table on one's lists again."""
        await self._mark(live, person, away=False)

    async def _mark(self, live: LiveTable, person: Person, away: bool) -> None:
        def write(connection: Connection) -> None:
            connection.execute(delete(PUT_AWAY).where(PUT_AWAY.c.table_id == live.id, PUT_AWAY.c.person == person.id))
            if away:
                connection.execute(insert(PUT_AWAY).values(table_id=live.id, person=person.id))
            connection.execute(COUNT_CHANGE, {"table": live.id})

        await self._store.write(write)
        await self._cache.reload(live.id)

    async def tables(
        self,
        person: Person | None,
        status: TableStatus | None,
        game: str | None,
        mine: bool,
        my_turn: bool,
        before: str | None = None,
        put_away: bool = False,
    ) -> TablePage:
        """The tables that somebody may see, those moved last first, after where an earlier page ended."""
        wanted = select(TABLES)
        if status is not None:
            wanted = wanted.where(TABLES.c.status == status)
        if game is not None:
            wanted = wanted.where(TABLES.c.game == game)
        own = None if person is None else _is_of(person.id)
        if mine or my_turn or put_away:
            if own is None:
                raise ServerTrouble("not-signed-in")
            wanted = wanted.where(own)
        else:
            apart = (await self._moderation.blocks_of("" if person is None else person.id)).apart
            visible = and_(TABLES.c.public, TABLES.c.host.not_in(apart), not_(unlisted()))
            wanted = wanted.where(visible if own is None else or_(visible, own))
        if my_turn and person is not None:
            wanted = wanted.where(TABLES.c.status == "running", _awaits(person.id))
        if person is not None:
            away = _is_put_away(person.id)
            wanted = wanted.where(away if put_away else not_(away))
        if before is not None:
            wanted = wanted.where(_listed_after(before))
        wanted = wanted.order_by(TABLES.c.moved_at.desc(), TABLES.c.id).limit(PAGE_SIZE + 1)
        summaries = await self._store.read(lambda connection: _summaries(connection, wanted))
        last = summaries[PAGE_SIZE - 1] if len(summaries) > PAGE_SIZE else None
        return TablePage(summaries[:PAGE_SIZE], None if last is None else f"{last.moved_at}-{last.id}")


def _summaries(connection: Connection, wanted: Select[Any]) -> list[TableSummary]:
    """The tables of a query, with all that a list shows of them."""
    rows = connection.execute(wanted).all()
    seats_at: dict[str, list[Row[Any]]] = {row.id: [] for row in rows}
    for seat in connection.execute(select(SEATS).where(SEATS.c.table_id.in_(seats_at)).order_by(SEATS.c.seat)):
        seats_at[seat.table_id].append(seat)
    summaries = {row.id: TableSummary(row, seats_from(seats_at[row.id])) for row in rows}
    rematches = select(TABLES.c.id, TABLES.c.rematch_of).where(TABLES.c.rematch_of.in_(summaries))
    for rematch in connection.execute(rematches):
        summaries[rematch.rematch_of].rematch = rematch.id
    for consent in connection.execute(select(SHARE_CONSENTS).where(SHARE_CONSENTS.c.table_id.in_(summaries))):
        summaries[consent.table_id].consents[consent.person] = consent.agreed
    for away in connection.execute(select(PUT_AWAY).where(PUT_AWAY.c.table_id.in_(summaries))):
        summaries[away.table_id].put_away |= {away.person}
    return list(summaries.values())


def _is_of(person: str) -> Any:
    kept = and_(SEATS.c.kept_for == person, not_(SEATS.c.declined))
    seat = exists().where(SEATS.c.table_id == TABLES.c.id, or_(SEATS.c.person == person, kept))
    return or_(TABLES.c.host == person, seat)


def _is_put_away(person: str) -> Any:
    """Whether a person has taken a table off the lists; once the game is over it stands among the others again."""
    away = exists().where(PUT_AWAY.c.table_id == TABLES.c.id, PUT_AWAY.c.person == person)
    return and_(TABLES.c.status.in_(("open", "running")), away)


def _awaits(person: str) -> Any:
    """Whether it is the person who moves next at a table."""
    own = SEATS.c.table_id == TABLES.c.id, SEATS.c.person == person, SEATS.c.bot.is_(None)
    return exists().where(*own, SEAT_IS_TO_MOVE)


def _listed_after(cursor: str) -> Any:
    moved_at, _, table_id = cursor.partition("-")
    moment = int(moved_at)
    return or_(TABLES.c.moved_at < moment, and_(TABLES.c.moved_at == moment, TABLES.c.id > table_id))
