"""How people did with the deals of the days: for those who have played them to the end, and for oneself."""

from typing import Any

from sqlalchemy import Connection, Row, Select, and_, case, func, or_, select

from omnibus.daily import day_of, setup_of
from omnibus.server.accounts import Person
from omnibus.server.daily import Daily, bots_table, own_try, standing_of
from omnibus.server.daily_messages import CalendarDay, DailyCalendar, DailyEntry, DailyResults
from omnibus.server.daily_tries import has_finished
from omnibus.server.schema import DAILY_DEALS, DAILY_TRIES, PEOPLE, TABLES
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

PAGE_SIZE = 50

_RESIGNED_LAST = case((DAILY_TRIES.c.points.is_(None), 1), else_=0)


class DailyResultLists:
    """Tells results."""

    def __init__(self, store: Store, daily: Daily):
        self._store = store
        self._daily = daily

    async def results(self, person: Person, game: str, day: str, guests: bool, page: int) -> DailyResults:
        """A page of the results of a day, for somebody who has finished its deal."""
        deal = await self._daily.find(game, day)
        return await self._store.read(lambda connection: _results(connection, deal, person.id, guests, page))

    async def calendar(self, visitor: Person | None, month: str) -> DailyCalendar:
        """What somebody has played of the days of a month, `2026-11`; whoever has yet to come in, nothing."""
        days = [] if visitor is None else await self._days(visitor.id, month)
        return DailyCalendar(await self._daily.first_day(), day_of(now()), days)

    async def _days(self, person: str, month: str) -> list[CalendarDay]:
        return await self._store.read(lambda connection: _days(connection, person, month))


def _results(connection: Connection, deal: Row[Any], person: str, guests: bool, page: int) -> DailyResults:
    if not connection.execute(select(has_finished(person, deal.day, deal.game))).scalar_one():
        raise ServerTrouble("finish-first")
    shown = _ranked(deal, guests).subquery()
    total = connection.execute(select(func.count()).select_from(shown)).scalar_one()
    of_page = select(shown).order_by(shown.c.number).limit(PAGE_SIZE).offset(page * PAGE_SIZE)
    own = _own(connection, deal, person)
    best = select(_every(deal).where(DAILY_TRIES.c.person != person, DAILY_TRIES.c.points.is_not(None)).subquery())
    best = best.where(best.selected_columns.table_id.is_not(None)).order_by(best.selected_columns.number).limit(1)
    return DailyResults(
        entries=[_entry(row, person) for row in connection.execute(of_page)],
        page=page,
        pages=max(1, -(-total // PAGE_SIZE)),
        total=total,
        yours=None if own is None else _entry(own, person),
        your_page=None if own is None else (own.number - 1) // PAGE_SIZE,
        bots=_bots_entry(connection, deal, guests),
        best=next((_entry(row, person) for row in connection.execute(best)), None),
    )


def _fewest_points_win(game: str) -> bool:
    setup = setup_of(game)
    return setup is not None and setup.fewest_points_win


def _every(deal: Row[Any]) -> Select[Any]:
    """All who have finished in time, with their rank and their number in the list."""
    points = DAILY_TRIES.c.points.asc() if _fewest_points_win(deal.game) else DAILY_TRIES.c.points.desc()
    better_first = [_RESIGNED_LAST, DAILY_TRIES.c.place, points]
    in_order = func.row_number().over(order_by=[*better_first, DAILY_TRIES.c.finished_at, DAILY_TRIES.c.person])
    return (
        select(DAILY_TRIES, PEOPLE.c.name)
        .add_columns(func.rank().over(order_by=better_first).label("rank"), in_order.label("number"))
        .join(PEOPLE, PEOPLE.c.id == DAILY_TRIES.c.person)
        .where(DAILY_TRIES.c.day == deal.day, DAILY_TRIES.c.game == deal.game)
        .where(DAILY_TRIES.c.counted, DAILY_TRIES.c.finished_at.is_not(None))
    )


def _ranked(deal: Row[Any], guests: bool) -> Select[Any]:
    return _every(deal).where(DAILY_TRIES.c.guest == guests)


def _own(connection: Connection, deal: Row[Any], person: str) -> Row[Any] | None:
    """The person's own line, in the list where it stands."""
    this = DAILY_TRIES.c.day == deal.day, DAILY_TRIES.c.game == deal.game, DAILY_TRIES.c.person == person
    tried = connection.execute(select(DAILY_TRIES.c.guest).where(*this)).first()
    if tried is None:
        return None
    listed = _ranked(deal, tried.guest).subquery()
    return connection.execute(select(listed).where(listed.c.person == person)).first()


def _bots_entry(connection: Connection, deal: Row[Any], guests: bool) -> DailyEntry | None:
    """What a bot did in the same seat, with the rank that it would have among those shown."""
    finished = TABLES.c.id == bots_table(deal.day, deal.game), TABLES.c.status == "finished"
    table = connection.execute(select(TABLES.c.id, TABLES.c.result).where(*finished)).first()
    if table is None:
        return None
    place, points = standing_of(table.result, deal.seat)
    listed = _ranked(deal, guests).subquery()
    ahead = listed.c.points < points if _fewest_points_win(deal.game) else listed.c.points > points
    better = or_(listed.c.place < place, and_(listed.c.place == place, ahead))
    rank = 1 + connection.execute(select(func.count()).select_from(listed).where(better)).scalar_one()
    return DailyEntry(rank, None, False, False, False, place, points, table.id)


def _entry(row: Row[Any], person: str) -> DailyEntry:
    return DailyEntry(
        rank=row.rank,
        name=row.name or None,
        you=row.person == person,
        guest=row.guest,
        resigned=row.points is None,
        place=row.place,
        points=row.points,
        table=row.table_id,
    )


def _days(connection: Connection, person: str, month: str) -> list[CalendarDay]:
    """The days of the month whose deal somebody has played, in their order."""
    tried = select(DAILY_TRIES.c.day, DAILY_TRIES.c.game).where(DAILY_TRIES.c.person == person)
    played = select(TABLES.c.day, TABLES.c.game).where(TABLES.c.host == person, TABLES.c.day.is_not(None))
    both = tried.union(played).subquery()
    same = and_(DAILY_DEALS.c.day == both.c.day, DAILY_DEALS.c.game == both.c.game)
    wanted = select(both.c.day, both.c.game, DAILY_DEALS.c.seat).join(DAILY_DEALS, same)
    rows = connection.execute(wanted.where(both.c.day.startswith(month)).order_by(both.c.day, both.c.game)).all()
    found = [(row, own_try(connection, row.day, row.game, person, row.seat)) for row in rows]
    return [CalendarDay(row.day, row.game, yours) for row, yours in found if yours is not None]
