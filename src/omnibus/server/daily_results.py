"""How people did with the deals of the days: for those who have played them to the end, and for oneself."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, case, func, or_, select

from omnibus.daily import day_of, setup_of
from omnibus.server.accounts import Person
from omnibus.server.daily import Daily, bots_table, own_try, standing_of
from omnibus.server.daily_tries import has_finished
from omnibus.server.messages.daily import CalendarDay, DailyCalendar, DailyEntry, DailyResults
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
    total = connection.execute(_count(deal, guests)).scalar_one()
    own = connection.execute(_listed(deal).where(DAILY_TRIES.c.person == person)).first()
    others = DAILY_TRIES.c.person != person, DAILY_TRIES.c.points.is_not(None), DAILY_TRIES.c.table_id.is_not(None)
    best = connection.execute(_listed(deal).where(*others).limit(1)).first()
    return DailyResults(
        entries=_page(connection, deal, person, guests, page),
        page=page,
        pages=max(1, -(-total // PAGE_SIZE)),
        total=total,
        yours=None if own is None else _entry(own, _rank(connection, deal, own), person),
        your_page=None if own is None else _number_before(connection, deal, own) // PAGE_SIZE,
        bots=_bots_entry(connection, deal, guests),
        best=None if best is None else _entry(best, _rank(connection, deal, best), person),
    )


def _fewest_points_win(game: str) -> bool:
    setup = setup_of(game)
    return setup is not None and setup.fewest_points_win


def _listed(deal: Row[Any]) -> Select[Any]:
    """All who have finished in time, the best first."""
    points = DAILY_TRIES.c.points.asc() if _fewest_points_win(deal.game) else DAILY_TRIES.c.points.desc()
    better_first = _RESIGNED_LAST, DAILY_TRIES.c.place, points
    tries = select(DAILY_TRIES, PEOPLE.c.name).join(PEOPLE, PEOPLE.c.id == DAILY_TRIES.c.person)
    return tries.where(*_in_time(deal)).order_by(*better_first, DAILY_TRIES.c.finished_at, DAILY_TRIES.c.person)


def _in_time(deal: Row[Any]) -> list[ColumnElement[bool]]:
    this = DAILY_TRIES.c.day == deal.day, DAILY_TRIES.c.game == deal.game
    return [*this, DAILY_TRIES.c.counted, DAILY_TRIES.c.finished_at.is_not(None)]


def _count(deal: Row[Any], guests: bool) -> Select[Any]:
    return select(func.count()).select_from(DAILY_TRIES).where(*_in_time(deal), DAILY_TRIES.c.guest == guests)


def _page(connection: Connection, deal: Row[Any], person: str, guests: bool, page: int) -> list[DailyEntry]:
    """A page of the list; those who are as good as the one before share the rank."""
    wanted = _listed(deal).where(DAILY_TRIES.c.guest == guests).limit(PAGE_SIZE).offset(page * PAGE_SIZE)
    entries: list[DailyEntry] = []
    for number, row in enumerate(connection.execute(wanted).all(), start=page * PAGE_SIZE + 1):
        before = entries[-1] if entries else None
        if before is None:
            rank = _rank(connection, deal, row)
        elif (before.place, before.points) == (row.place, row.points):
            rank = before.rank
        else:
            rank = number
        entries.append(_entry(row, rank, person))
    return entries


def _better_than(deal: Row[Any], place: int | None, points: int | None) -> ColumnElement[bool]:
    """Whether somebody did better than that; whoever resigned has neither place nor points."""
    if place is None:
        return DAILY_TRIES.c.points.is_not(None)
    ahead = DAILY_TRIES.c.points < points if _fewest_points_win(deal.game) else DAILY_TRIES.c.points > points
    return or_(DAILY_TRIES.c.place < place, and_(DAILY_TRIES.c.place == place, ahead))


def _rank(connection: Connection, deal: Row[Any], row: Row[Any]) -> int:
    """The rank of a line in the list where it stands."""
    better = _count(deal, row.guest).where(_better_than(deal, row.place, row.points))
    return 1 + int(connection.execute(better).scalar_one())


def _number_before(connection: Connection, deal: Row[Any], row: Row[Any]) -> int:
    """How many stand before a line in its list."""
    alike = DAILY_TRIES.c.place.is_not_distinct_from(row.place), DAILY_TRIES.c.points.is_not_distinct_from(row.points)
    same_moment = and_(DAILY_TRIES.c.finished_at == row.finished_at, DAILY_TRIES.c.person < row.person)
    earlier = and_(*alike, or_(DAILY_TRIES.c.finished_at < row.finished_at, same_moment))
    before = _count(deal, row.guest).where(or_(_better_than(deal, row.place, row.points), earlier))
    return int(connection.execute(before).scalar_one())


def _bots_entry(connection: Connection, deal: Row[Any], guests: bool) -> DailyEntry | None:
    """What a bot did in the same seat, with the rank that it would have among those shown."""
    finished = TABLES.c.id == bots_table(deal.day, deal.game), TABLES.c.status == "finished"
    table = connection.execute(select(TABLES.c.id, TABLES.c.result).where(*finished)).first()
    if table is None:
        return None
    place, points = standing_of(table.result, deal.seat)
    better = _count(deal, guests).where(_better_than(deal, place, points))
    rank = 1 + connection.execute(better).scalar_one()
    return DailyEntry(rank, None, False, False, False, place, points, table.id)


def _entry(row: Row[Any], rank: int, person: str) -> DailyEntry:
    return DailyEntry(
        rank=rank,
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
