"""The same deal for a friend: a link to the deal of a finished game, from the same seat against the same bots."""

import base64
import hmac
import json
from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import Connection, Row, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from omnibus.rules.chance import commitment
from omnibus.server.accounts import Person
from omnibus.server.daily import standing_of
from omnibus.server.live_table import LiveTable
from omnibus.server.lobby import insert_table
from omnibus.server.messages.daily import ChallengeGame, ChallengeInfo, DailySeat, TableChallenge
from omnibus.server.schema import CHALLENGES, PEOPLE, SEATS, TABLES
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.table_quota import TableQuota
from omnibus.server.trouble import ServerTrouble
from omnibus.table.seats import Seated
from omnibus.table.trouble import TableTrouble

TOKEN_BYTES = 18

_LINK = select(CHALLENGES.c.id).where(CHALLENGES.c.table_id == bindparam("table_id"))


class Challenges:
    """Lays the same deal for others."""

    def __init__(self, store: Store, cache: TableCache, quota: TableQuota, key: bytes):
        self._store = store
        self._cache = cache
        self._quota = quota
        self._key = key
        self._insert = (sqlite if store.sqlite else postgresql).insert(CHALLENGES).on_conflict_do_nothing()

    async def make(self, live: LiveTable, person: Person) -> str:
        """The secret part of the link to the deal of a game of one's own: always the same under the same key."""
        if live.status != "finished":
            raise ServerTrouble("not-over")
        seated = _only_person(live)
        if seated is None or seated.person != person.id:
            raise ServerTrouble("not-against-bots")
        live.expect_day_over()
        token = self._token(live.id)
        made = {"id": _hidden(token), "table_id": live.id, "made_by": person.id, "at": now()}
        for table in await self._store.write(lambda connection: self._write_down(connection, made)):
            await self._cache.reload(table)
        return token

    def _write_down(self, connection: Connection, made: dict[str, Any]) -> Sequence[str]:
        """Keep a link. One made under another key is void, and the tables of who came by it go with the new one."""
        connection.execute(self._insert, made)
        kept: str = connection.execute(_LINK, made).scalar_one()
        if kept == made["id"]:
            return []
        connection.execute(update(CHALLENGES).where(CHALLENGES.c.id == kept).values(id=made["id"]))
        came = update(TABLES).where(TABLES.c.challenge == kept)
        moved = came.values(challenge=made["id"], changes=TABLES.c.changes + 1).returning(TABLES.c.id)
        return [table for (table,) in connection.execute(moved)]

    def _token(self, table_id: str) -> str:
        secret = hmac.digest(self._key, f"challenge/{table_id}".encode(), "sha256")[:TOKEN_BYTES]
        return base64.urlsafe_b64encode(secret).decode()

    # ---- For who made the link, or came by it

    async def of_table(self, live: LiveTable, person: Person) -> TableChallenge:
        """The other games with the deal of a table of one's own."""
        if not live.seats.of(person.id):
            raise TableTrouble("not-at-the-table")
        seated, token = _only_person(live), self._token(live.id)
        made = await self._store.row(select(CHALLENGES).where(CHALLENGES.c.table_id == live.id))
        games = [] if made is None else await self._store.rows(_games_of(made.id))
        return TableChallenge(
            possible=live.seed_is_open and seated is not None and seated.person == person.id,
            token=token if made is not None and made.id == _hidden(token) else None,
            games=[_game(row, told=row.status == "finished") for row in games],
            original=None if live.row.challenge is None else await self._original(live),
        )

    async def _original(self, live: LiveTable) -> ChallengeGame | None:
        made = await self._store.row(select(CHALLENGES.c.table_id).where(CHALLENGES.c.id == live.row.challenge))
        rows = [] if made is None else await self._store.rows(_games().where(TABLES.c.id == made.table_id))
        return next((_game(row, told=live.status == "finished") for row in rows), None)

    # ---- For who has the link

    async def look(self, token: str, visitor: Person | None) -> ChallengeInfo:
        """What somebody with the link should know before playing."""
        made, live = await self._find(token)
        seated = _expect_only_person(live)
        maker = await self._store.row(select(PEOPLE.c.name).where(PEOPLE.c.id == made.made_by))
        own = None if visitor is None else await self._own(made, visitor)
        return ChallengeInfo(
            game=live.game.id,
            options=json.loads(live.row.options),
            seats=[DailySeat(None if seat == seated else seat.name, _bot_of(seat)) for seat in live.seats],
            seat=seated.seat,
            name=None if maker is None else maker.name or None,
            yours=visitor is not None and made.made_by == visitor.id,
            table=None if own is None else own.id,
            status=None if own is None else _status(own),
        )

    async def play(self, token: str, person: Person) -> LiveTable:
        """The table at which somebody plays that deal: the one there is, or a new one."""
        made, live = await self._find(token)
        if made.made_by == person.id:
            raise ServerTrouble("own-challenge")
        seats = _seats_for(live, _expect_only_person(live), person)
        turn = json.dumps(live.game.start(live.seed).turn)
        settings = {"public": False, "counts": False, "hints": live.row.hints, "status": "running", "turn": turn}

        def write(connection: Connection) -> str:
            # Of two windows in which somebody begins at once, one lays the table.
            connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person.id).with_for_update())
            found = connection.execute(_own_table(made.id, person.id)).first()
            if found is not None:
                return str(found.id)
            self._quota.expect_room_for_game(connection, person.id)
            return insert_table(connection, live.game, person, seats, live.seed, challenge=made.id, **settings)

        return await self._cache.reload(await self._store.write(write))

    async def _find(self, token: str) -> tuple[Row[Any], LiveTable]:
        made = await self._store.row(select(CHALLENGES).where(CHALLENGES.c.id == _hidden(token)))
        if made is None:
            raise ServerTrouble("no-such-challenge")
        return made, await self._cache.fresh(made.table_id)

    async def _own(self, made: Row[Any], person: Person) -> Row[Any] | None:
        return await self._store.row(_own_table(made.id, person.id))


def _only_person(live: LiveTable) -> Seated | None:
    """The seat of the one person in a game against bots."""
    people = [seated for seated in live.seats if seated.person is not None or seated.bot is None]
    return people[0] if len(people) == 1 and people[0].person is not None else None


def _expect_only_person(live: LiveTable) -> Seated:
    seated = _only_person(live)
    if seated is None:
        raise AssertionError("a link was made to a game that was not against bots")
    return seated


def _bot_of(seated: Seated) -> str | None:
    return seated.bot if seated.person is None else None


def _seats_for(live: LiveTable, seat: Seated, person: Person) -> list[dict[str, Any]]:
    """The same seats, with another person in the person's."""
    return [
        {"seat": seat.seat, "name": person.name, "person": person.id, "bot": None}
        if seated == seat
        else {"seat": seated.seat, "name": seated.name, "person": None, "bot": seated.bot}
        for seated in live.seats
    ]


def _own_table(challenge: str, person: str) -> Any:
    return (
        select(TABLES.c.id, TABLES.c.status)
        .where(TABLES.c.challenge == challenge, TABLES.c.host == person, TABLES.c.status != "closed")
        .order_by(TABLES.c.opened_at)
    )


def _games() -> Any:
    """Games with the seat of their one person."""
    seated = select(TABLES.c.id, TABLES.c.status, TABLES.c.result, SEATS.c.seat, SEATS.c.name, SEATS.c.resigned_at)
    return seated.join(SEATS, SEATS.c.table_id == TABLES.c.id).where(SEATS.c.person.is_not(None))


def _games_of(challenge: str) -> Any:
    there = TABLES.c.challenge == challenge, TABLES.c.status != "closed"
    return _games().where(*there).order_by(TABLES.c.opened_at, TABLES.c.id)


def _game(row: Row[Any], told: bool) -> ChallengeGame:
    """A game, and how it went if that may be told."""
    place, points = standing_of(row.result, row.seat) if told else (None, None)
    resigned = told and row.resigned_at is not None
    return ChallengeGame(row.name, _status(row), row.id if told else None, resigned, place, points)


def _status(row: Row[Any]) -> Literal["running", "finished"]:
    return "finished" if row.status == "finished" else "running"


def _hidden(token: str) -> str:
    """What is kept of a link: who reads the database cannot use it."""
    return commitment(token)
