"""The deals of the days: published, played, and over when the day is.

A deal is made of the server's key and the day, so that every process knows the same one. What it was is written down
when it is first asked for: a later key or version of the rules does not change a day that has begun.
"""

import json
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from omnibus.bots import NAMES, USUAL
from omnibus.daily import begins_at, day_of, deal_of_day, ends_at, games_of_the_day, is_day
from omnibus.rules import game_box
from omnibus.rules.chance import commitment
from omnibus.rules.game import Game
from omnibus.server.accounts import HOUSE, Person
from omnibus.server.daily_tries import has_finished
from omnibus.server.live_table import LiveTable
from omnibus.server.lobby import insert_table
from omnibus.server.messages.daily import DailyDeal, DailyOverview, DailySeat, DailyTry
from omnibus.server.schema import DAILY_DEALS, DAILY_TRIES, PEOPLE, TABLES
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.table_quota import TableQuota
from omnibus.server.trouble import ServerTrouble


class _Begun(NamedTuple):
    """A table of one's own, and the bots' if that one has just been laid too."""

    table: str
    bots_table: str | None


class Daily:
    """Deals the cards of every day, once for all."""

    def __init__(self, store: Store, cache: TableCache, quota: TableQuota, key: bytes):
        self._store = store
        self._cache = cache
        self._quota = quota
        self._key = key
        dialect = sqlite if store.sqlite else postgresql
        self._insert_deal = dialect.insert(DAILY_DEALS).on_conflict_do_nothing()
        self._insert_house = dialect.insert(PEOPLE).on_conflict_do_nothing()

    # ---- Looking

    async def overview(self, visitor: Person | None) -> DailyOverview:
        """The deals of today."""
        moment = now()
        today = day_of(moment)
        rows = [await self.find(game, today) for game in games_of_the_day()]
        deals = await self._store.read(lambda connection: [_deal_info(connection, row, visitor) for row in rows])
        return DailyOverview(today, moment, ends_at(today), deals)

    async def deal(self, game: str, day: str, visitor: Person | None) -> DailyDeal:
        """The deal of a day that has begun."""
        row = await self.find(game, day)
        return await self._store.read(lambda connection: _deal_info(connection, row, visitor))

    async def find(self, game: str, day: str) -> Row[Any]:
        """The deal of a day as it is kept, if the day has begun and is not before the first."""
        game = game_box(game).id
        if game not in games_of_the_day():
            raise ServerTrouble("no-daily")
        today = day_of(now())
        if day != today and not (is_day(day) and await self.first_day() <= day < today):
            raise ServerTrouble("no-such-day")
        row = await self._store.row(_DEAL, {"day": day, "game": game})
        if row is None:
            row = await self._store.write(lambda connection: self._write_down(connection, game, day))
        if row.day < today and not row.over:
            # Before anybody is told the seed: should the clock be set back, nobody plays the day again.
            await self._end_days_before(today)
            row = await self._store.row(_DEAL, {"day": day, "game": game})
        if row is None:
            raise AssertionError("a deal that was written down is gone")
        return row

    async def first_day(self) -> str:
        """The first day that there is a deal of: since then there has been one for every day."""
        row = await self._store.row(select(func.min(DAILY_DEALS.c.day).label("day")))
        return min(day_of(now()), row.day) if row is not None and row.day is not None else day_of(now())

    def _write_down(self, connection: Connection, game: str, day: str) -> Row[Any]:
        deal = deal_of_day(game, day, self._key)
        if deal is None:
            raise ServerTrouble("no-daily")
        kept = {
            "day": day,
            "game": game,
            "ruleset": deal.game.ruleset,
            "options": json.dumps(deal.game.options),
            "bots": json.dumps(deal.bots),
            "seat": deal.seat,
            "seed": deal.seed,
            "over": False,
        }
        connection.execute(self._insert_deal, kept)
        return connection.execute(_DEAL, {"day": day, "game": game}).one()

    # ---- Playing

    async def begin(self, person: Person, game: str, day: str, counted: bool) -> LiveTable:
        """The table at which somebody plays the deal of a day: the one there is, or a new one."""
        row = await self.find(game, day)

        def write(connection: Connection) -> _Begun:
            # Of two windows in which somebody begins at once, one lays the table.
            connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person.id).with_for_update())
            if counted == is_over(connection.execute(_DEAL, {"day": row.day, "game": row.game}).one()):
                raise ServerTrouble("day-over" if counted else "day-not-over")
            found = _table_of_try(connection, row, person) if counted else _running_table(connection, row, person)
            if found is not None:
                return _Begun(found, None)
            self._quota.expect_room_for_game(connection, person.id)
            table = _lay_table(connection, row, person, counted)
            return _Begun(table, self._lay_bots_table(connection, row))

        begun = await self._store.write(write)
        if begun.bots_table is not None:
            await self._cache.reload(begun.bots_table)
        return await self._cache.reload(begun.table)

    def _lay_bots_table(self, connection: Connection, row: Row[Any]) -> str | None:
        """The table at which a bot sits in the person's seat too, unless there is one: the bots move by themselves."""
        table = bots_table(row.day, row.game)
        if connection.execute(select(TABLES.c.id).where(TABLES.c.id == table)).first() is not None:
            return None
        house = {"id": HOUSE, "name": "", "canonical": "", "language": "en", "administrator": False}
        moments = dict.fromkeys(("came_at", "seen_at", "deleted_at"), now())
        connection.execute(self._insert_house, {**house, **moments})
        bots = [bot or next(filter(None, json.loads(row.bots)), USUAL) for bot in json.loads(row.bots)]
        seats = [{"seat": seat, "name": NAMES[seat], "person": None, "bot": bot} for seat, bot in enumerate(bots)]
        try:
            with connection.begin_nested():
                return _insert(connection, row, Person(HOUSE, "", "en", account=False), seats, id=table, counts=False)
        except IntegrityError:  # another process has just laid it
            return None

    # ---- In the background

    async def turn_page(self) -> None:
        """Publish the deals of today, let bots play them, and end the days before."""
        today = day_of(now())
        for game in games_of_the_day():
            row = await self.find(game, today)
            laid = await self._store.write(partial(self._lay_bots_table, row=row))
            if laid is not None:
                await self._cache.reload(laid)
        await self._end_days_before(today)

    async def _end_days_before(self, today: str) -> None:
        late = and_(DAILY_TRIES.c.day < today, DAILY_TRIES.c.finished_at.is_(None), DAILY_TRIES.c.counted)

        def write(connection: Connection) -> Sequence[str]:
            connection.execute(
                update(DAILY_DEALS).where(DAILY_DEALS.c.day < today, ~DAILY_DEALS.c.over).values(over=True)
            )
            ended = update(DAILY_TRIES).where(late).values(counted=False).returning(DAILY_TRIES.c.table_id)
            tables = [table for (table,) in connection.execute(ended) if table is not None]
            no_more = update(TABLES).where(TABLES.c.id.in_(tables))
            connection.execute(no_more.values(counts=False, changes=TABLES.c.changes + 1))
            return tables

        for table in await self._store.write(write):
            await self._cache.reload(table)


def bots_table(day: str, game: str) -> str:
    """The id of the table at which bots play the deal of a day among themselves: one for all processes."""
    return sha256(f"daily/{day}/{game}".encode()).hexdigest()[:16]


def is_over(deal: Row[Any]) -> bool:
    """Whether a day is over, or was once said to be."""
    return bool(deal.over) or deal.day < day_of(now())


def _game_of(deal: Row[Any]) -> Game:
    return game_box(deal.game)(len(json.loads(deal.bots)), deal.ruleset, **json.loads(deal.options))


def _lay_table(connection: Connection, deal: Row[Any], person: Person, counted: bool) -> str:
    """A table with the deal for a person against the bots, ready to play."""
    seats: list[dict[str, Any]] = [
        {"seat": seat, "name": NAMES[seat], "person": None, "bot": bot}
        for seat, bot in enumerate(json.loads(deal.bots))
    ]
    seats[deal.seat] |= {"name": person.name, "person": person.id}
    table = _insert(connection, deal, person, seats, counts=counted, hints=not counted)
    if counted:
        own = {"day": deal.day, "game": deal.game, "person": person.id, "table_id": table}
        connection.execute(insert(DAILY_TRIES).values(**own, guest=not person.account, counted=True))
    return table


def _insert(connection: Connection, deal: Row[Any], host: Person, seats: Sequence[dict[str, Any]], **more: Any) -> str:
    game = _game_of(deal)
    turn = json.dumps(game.start(deal.seed).turn)
    return insert_table(
        connection, game, host, seats, deal.seed, day=deal.day, public=False, status="running", turn=turn, **more
    )


def _table_of_try(connection: Connection, deal: Row[Any], person: Person) -> str | None:
    """The table of the try that counts, if it was begun."""
    tried = connection.execute(_TRY, {"day": deal.day, "game": deal.game, "person": person.id}).first()
    if tried is not None and tried.table_id is None:
        raise ServerTrouble("daily-gone")
    return None if tried is None else str(tried.table_id)


def _running_table(connection: Connection, deal: Row[Any], person: Person) -> str | None:
    """The table at which somebody plays the deal of a day that is over."""
    table = connection.execute(_LATEST_TABLE, {"day": deal.day, "game": deal.game, "person": person.id}).first()
    return str(table.id) if table is not None and table.status == "running" else None


def _deal_info(connection: Connection, deal: Row[Any], visitor: Person | None) -> DailyDeal:
    bots, over = json.loads(deal.bots), is_over(deal)
    this = {"day": deal.day, "game": deal.game}
    own = None if visitor is None else {**this, "person": visitor.id}
    return DailyDeal(
        game=deal.game,
        day=deal.day,
        options=json.loads(deal.options),
        seats=[DailySeat(None if bot is None else NAMES[seat], bot) for seat, bot in enumerate(bots)],
        seat=deal.seat,
        commitment=commitment(deal.seed),
        seed=deal.seed if over else None,
        begins_at=begins_at(deal.day),
        ends_at=ends_at(deal.day),
        over=over,
        finished=connection.execute(_FINISHED, this).scalar_one(),
        yours=None if own is None else own_try(connection, **own, seat=deal.seat),
        results_open=own is not None and connection.execute(_HAS_FINISHED, own).scalar_one(),
    )


def own_try(connection: Connection, day: str, game: str, person: str, seat: int) -> DailyTry | None:
    """What somebody has made of the deal of a day: the try that counts, else the latest game with it."""
    this = {"day": day, "game": game, "person": person}
    tried = connection.execute(_TRY, this).first()
    table = connection.execute(_LATEST_TABLE, this).first()
    if tried is not None and (tried.counted or table is None):
        over = tried.finished_at is not None
        counts = tried.counted and (over or now() < ends_at(day))
        resigned = over and tried.points is None
        return DailyTry(tried.table_id, "finished" if over else "running", counts, resigned, tried.place, tried.points)
    return None if table is None else try_at(table, seat)


def try_at(table: Row[Any], seat: int) -> DailyTry:
    """A game with the deal of a day that does not count."""
    place, points = standing_of(table.result, seat)
    over = table.status == "finished"
    return DailyTry(table.id, "finished" if over else "running", False, over and points is None, place, points)


def standing_of(result: str | None, seat: int) -> tuple[int | None, int | None]:
    """The place and the points of a seat; neither in a game without a result."""
    if result is None:
        return None, None
    told = json.loads(result)
    return told["ranks"][seat], told["scores"][seat]


_THIS_DAY: dict[str, Any] = {name: bindparam(name) for name in ("day", "game", "person")}
_DEAL = select(DAILY_DEALS).where(*(DAILY_DEALS.c[name] == _THIS_DAY[name] for name in ("day", "game")))
_TRY = select(DAILY_TRIES).where(*(DAILY_TRIES.c[name] == value for name, value in _THIS_DAY.items()))
_LATEST_TABLE: Select[Any] = (
    select(TABLES.c.id, TABLES.c.status, TABLES.c.result)
    .where(TABLES.c.day == _THIS_DAY["day"], TABLES.c.game == _THIS_DAY["game"], TABLES.c.host == _THIS_DAY["person"])
    .where(TABLES.c.status.in_(("running", "finished")))
    .order_by(TABLES.c.status.desc(), TABLES.c.moved_at.desc())  # one that is being played first
    .limit(1)
)
_FINISHED = select(func.count()).where(
    DAILY_TRIES.c.day == _THIS_DAY["day"],
    DAILY_TRIES.c.game == _THIS_DAY["game"],
    DAILY_TRIES.c.counted,
    DAILY_TRIES.c.finished_at.is_not(None),
)
_HAS_FINISHED = select(has_finished(_THIS_DAY["person"], _THIS_DAY["day"], _THIS_DAY["game"]))
