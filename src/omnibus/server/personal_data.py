"""What is kept of a person: all of it to take home, or to be deleted."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Row, Select, delete, or_, select, update

from omnibus.rules.rulebook import Refusal
from omnibus.server.accounts import Person
from omnibus.server.lobby import Lobby
from omnibus.server.moderation import FORGET_WORDS
from omnibus.server.replay import record_of
from omnibus.server.schema import (
    ADMITTED,
    BLOCKS,
    CHALLENGES,
    CHAT,
    DAILY_TRIES,
    EXPLAINED,
    LESSONS_TAKEN,
    PASSWORD_RESETS,
    PEOPLE,
    PLIES,
    PUT_AWAY,
    PUZZLES_TRIED,
    REMOVED,
    REPORTS,
    REVIEWS,
    SEAT_EVENTS,
    SEATS,
    SESSIONS,
    SHARE_CONSENTS,
    STUDY_FIGURES,
    TABLES,
    UNDO_WISHES,
)
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache

_SECRET = ("password", "canonical")
# Rows that are of one person alone, and go with that person.
OWN = (
    SESSIONS,
    PASSWORD_RESETS,
    ADMITTED,
    UNDO_WISHES,
    BLOCKS,
    REMOVED,
    PUT_AWAY,
    SHARE_CONSENTS,
    LESSONS_TAKEN,
    PUZZLES_TRIED,
    EXPLAINED,
    STUDY_FIGURES,
)


class PersonalData:
    """A person's data, in all tables of the database."""

    def __init__(self, store: Store, cache: TableCache, lobby: Lobby):
        self._store = store
        self._cache = cache
        self._lobby = lobby

    # ---- To take home

    async def export(self, person: Person) -> AsyncIterator[bytes]:
        """All that is kept of a person as JSON, piece by piece: one may have played a thousand games."""
        profile = select(*(column for column in PEOPLE.c if column.name not in _SECRET)).where(PEOPLE.c.id == person.id)
        yield b'{"profile":' + _encoded((await self._store.rows(profile))[0])
        for name, wanted in _lists(person.id).items():
            rows = [_encoded(row) for row in await self._store.rows(wanted)]
            yield b',"%s":[%s]' % (name.encode(), b",".join(rows))
        yield b',"tables":['
        for place, row in enumerate(await self._store.rows(_tables_of(person.id))):
            yield (b"," if place else b"") + msgspec.json.encode(await self._table(person, row))
        yield b"]}"

    async def _table(self, person: Person, row: Row[Any]) -> dict[str, Any]:
        seats = select(SEATS.c.seat, SEATS.c.name, SEATS.c.resigned_at, SEATS.c.hints, SEATS.c.note)
        moves = select(PLIES.c.n, PLIES.c.seat, PLIES.c.move, PLIES.c.at)
        own_seats = seats.where(SEATS.c.table_id == row.id, SEATS.c.person == person.id).order_by(SEATS.c.seat)
        own_moves = moves.where(PLIES.c.table_id == row.id, PLIES.c.person == person.id).order_by(PLIES.c.n)
        own = SEATS.c.table_id == row.id, SEATS.c.person == person.id
        events = select(SEAT_EVENTS.c.n, SEAT_EVENTS.c.seat, SEAT_EVENTS.c.event, SEAT_EVENTS.c.at)
        own_events = events.where(
            SEAT_EVENTS.c.table_id == row.id, SEAT_EVENTS.c.seat.in_(select(SEATS.c.seat).where(*own))
        )
        live = await self._cache.get(row.id) if row.status == "finished" else None
        return {
            **row._mapping,
            "seats": [dict(seat._mapping) for seat in await self._store.rows(own_seats)],
            "events": [dict(event._mapping) for event in await self._store.rows(own_events)],
            "moves": [dict(move._mapping) for move in await self._store.rows(own_moves)],
            "record": record_of(live) if live is not None and live.seed_is_open else None,
        }

    # ---- To be deleted

    async def delete(self, person: Person) -> None:
        """Let a person vanish. The games stay, with nobody's name in the seats; those being played, a bot plays on."""
        seats = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.resigned_at, TABLES.c.status).join(TABLES)
        for row in await self._store.rows(seats.where(SEATS.c.person == person.id)):
            with suppress(Refusal):  # the game may be over meanwhile
                if row.status == "running" and row.resigned_at is None:
                    await self._lobby.resign(await self._cache.fresh(row.table_id), person, row.seat)
                elif row.status == "open":
                    await self._lobby.leave(await self._cache.fresh(row.table_id), person)
        hosted = TABLES.c.status == "open", TABLES.c.host == person.id
        for row in await self._store.rows(select(TABLES.c.id).where(*hosted)):
            await self._lobby.hand_over(await self._cache.fresh(row.id), person)
        await self._erase(person)
        await self._cache.reload_tables_of(person.id)

    async def _erase(self, person: Person) -> None:
        nobody = {
            "name": "",
            "canonical": "",
            "account": None,
            "password": None,
            "email": None,
            "address": None,
            "administrator": False,
            "deleted_at": now(),
        }
        # What was said before messages were kept with their person is found by the name.
        unsigned = CHAT.c.person.is_(None), CHAT.c.name == person.name, CHAT.c.table_id.in_(_seated(person.id))
        own_tables = or_(*(TABLES.c.id.in_(which(person.id)) for which in (_seated, _kept, _spoken)))
        async with self._store.writing() as connection:
            await connection.execute(update(TABLES).where(own_tables).values(changes=TABLES.c.changes + 1))
            await connection.execute(delete(CHAT).where(CHAT.c.person == person.id))
            await connection.execute(delete(CHAT).where(*unsigned))
            for table in OWN:
                await connection.execute(delete(table).where(table.c.person == person.id))
            await connection.execute(delete(BLOCKS).where(BLOCKS.c.other == person.id))
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.made_by == person.id))
            await connection.execute(update(REPORTS).where(REPORTS.c.reporter == person.id).values(reporter=None))
            await connection.execute(update(REVIEWS).where(REVIEWS.c.asked_by == person.id).values(asked_by=None))
            await connection.execute(update(SEATS).where(SEATS.c.person == person.id).values(name=None, note=""))
            freed = {"name": None, "kept_for": None, "declined": False}
            await connection.execute(update(SEATS).where(SEATS.c.kept_for == person.id).values(**freed))
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**nobody))
            for forget in FORGET_WORDS:
                await connection.execute(forget)


def _seated(person: str) -> Select[Any]:
    return select(SEATS.c.table_id).where(SEATS.c.person == person)


def _kept(person: str) -> Select[Any]:
    return select(SEATS.c.table_id).where(SEATS.c.kept_for == person)


def _spoken(person: str) -> Select[Any]:
    return select(CHAT.c.table_id).where(CHAT.c.person == person)


def _lists(person: str) -> dict[str, Select[Any]]:
    return {
        "sessions": select(SESSIONS.c.device, SESSIONS.c.begun_at, SESSIONS.c.seen_at).where(
            SESSIONS.c.person == person
        ),
        "put_away": select(PUT_AWAY.c.table_id).where(PUT_AWAY.c.person == person),
        "share_consents": select(SHARE_CONSENTS.c.table_id, SHARE_CONSENTS.c.agreed).where(
            SHARE_CONSENTS.c.person == person
        ),
        "lessons": select(LESSONS_TAKEN.c.game, LESSONS_TAKEN.c.lesson, LESSONS_TAKEN.c.at).where(
            LESSONS_TAKEN.c.person == person
        ),
        "puzzles": select(*(column for column in PUZZLES_TRIED.c if column.name != "person")).where(
            PUZZLES_TRIED.c.person == person
        ),
        "daily_tries": select(*(column for column in DAILY_TRIES.c if column.name != "person"))
        .where(DAILY_TRIES.c.person == person)
        .order_by(DAILY_TRIES.c.day, DAILY_TRIES.c.game),
        "challenges": select(CHALLENGES.c.table_id, CHALLENGES.c.at)
        .where(CHALLENGES.c.made_by == person)
        .order_by(CHALLENGES.c.at),
        "explained": select(EXPLAINED.c.game, EXPLAINED.c.explanation, EXPLAINED.c.at).where(
            EXPLAINED.c.person == person
        ),
        "reviews": select(REVIEWS.c.table_id, REVIEWS.c.hindsight, REVIEWS.c.asked_at)
        .where(REVIEWS.c.asked_by == person)
        .order_by(REVIEWS.c.asked_at),
        "study": select(STUDY_FIGURES.c.table_id, STUDY_FIGURES.c.figures).where(STUDY_FIGURES.c.person == person),
        "messages": select(CHAT.c.table_id, CHAT.c.name, CHAT.c.said, CHAT.c.at)
        .where(CHAT.c.person == person)
        .order_by(CHAT.c.id),
        "blocks": select(PEOPLE.c.name, BLOCKS.c.kind, BLOCKS.c.at)
        .join(PEOPLE, PEOPLE.c.id == BLOCKS.c.other)
        .where(BLOCKS.c.person == person),
        "reports": select(REPORTS.c.table_id, REPORTS.c.said, REPORTS.c.reason, REPORTS.c.at, REPORTS.c.closed_at)
        .where(REPORTS.c.reporter == person)
        .order_by(REPORTS.c.id),
    }


def _tables_of(person: str) -> Select[Any]:
    columns = TABLES.c.id, TABLES.c.game, TABLES.c.options, TABLES.c.status, TABLES.c.opened_at, TABLES.c.moved_at
    own = or_(TABLES.c.host == person, TABLES.c.id.in_(_seated(person)))
    return select(*columns, TABLES.c.public, TABLES.c.result).where(own).order_by(TABLES.c.opened_at)


def _encoded(row: Row[Any]) -> bytes:
    return msgspec.json.encode(dict(row._mapping))
