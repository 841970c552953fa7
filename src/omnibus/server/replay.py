"""Looking back: the table after any move, records to take home and to bring, and new tables from old positions."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from omnibus.bots import signed, unsigned
from omnibus.rules import read_record
from omnibus.rules.game import State, View
from omnibus.rules.record import Record
from omnibus.server.accounts import Person
from omnibus.server.compression import gzipped
from omnibus.server.live_table import LiveTable
from omnibus.server.lobby import insert_table, seat_rows
from omnibus.server.messages.tables import Fork, ReplaySight
from omnibus.server.names import shown_name
from omnibus.server.schema import PLIES, TABLES
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.table_quota import TableQuota
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import PlyOutcome, PlyView, StandingMove

MOST_MOVES = 5000  # of a game that is played through in one go
REPLAYS_KEPT = 200
DELETED = "deleted player"  # in records, which have no language


def expect_not_too_long(moves: int) -> None:
    """Refuse to play through a game that would keep the others waiting."""
    if moves > MOST_MOVES:
        raise ServerTrouble("game-too-long", most=MOST_MOVES)


class Lens:
    """From where one looks back at a table: a seat, or outside.

    While the game is on, one may look back from one's own seats only, and sees what that seat saw. After the end every
    seat may be looked from, and from outside everything is open.
    """

    def __init__(self, live: LiveTable, seat: int | None, person: str | None):
        if live.status == "open":
            raise ServerTrouble("not-running")
        self._over = live.status == "finished"
        if seat is not None:
            live.seats.at(seat)
            if not self._over:
                live.seats.own(person, seat)
        self._seat = seat
        self._open_services = self._over and seat is None

    def play(self, state: State, standing: StandingMove) -> PlyView:
        """Make a move that stands, and tell what is seen of it."""
        outcome = PlyOutcome(standing.n, standing.seat, state.play(standing.seat, standing.move))
        return outcome.opened() if self._open_services else outcome.seen_by(self._seat)

    def view(self, state: State) -> View:
        """What is seen of a position."""
        view: View = state.open_view() if self._open_services else state.view(self._seat)
        if self._over:
            view["asks"], view["legal"] = None, []
        return view


def replay_at(live: LiveTable, at: int, seat: int | None, person: str | None) -> ReplaySight:
    """The table after so many of the moves that stand."""
    lens, table = Lens(live, seat, person), live.table
    last = len(table.standing)
    if at > last:
        raise ServerTrouble("no-such-moment", last=last)
    state = table.position(max(at - 1, 0))
    ply = lens.play(state, table.standing[at - 1]) if at else None
    return ReplaySight(at, last, ply, lens.view(state))


def whole_replay(live: LiveTable, seat: int | None, person: str | None, since: int = 0) -> Callable[[], bytes]:
    """The whole game, or what there is of it from a moment on, as a `WholeReplay` in JSON. It is played through once,
    when what is returned is called: wherever there is time for it, since nothing that happens at the table meanwhile
    matters."""
    lens, table = Lens(live, seat, person), live.table
    standing = tuple(table.standing)
    expect_not_too_long(len(standing))
    if since > len(standing):
        raise ServerTrouble("no-such-moment", last=len(standing))
    state = table.position(since)

    def played_through() -> bytes:
        last = len(standing)
        moments = [msgspec.json.encode(ReplaySight(since, last, None, lens.view(state)))]
        for at, move in enumerate(standing[since:], start=since + 1):
            ply = lens.play(state, move)
            moments.append(msgspec.json.encode(ReplaySight(at, last, ply, lens.view(state))))
        return b'{"last":%d,"moments":[%s]}' % (last, b",".join(moments))

    return played_through


class WholeReplays:
    """Whole games, in gzip. One is played through at a time, and those of finished games are kept."""

    def __init__(self) -> None:
        self._playing = asyncio.Lock()
        self._kept: dict[tuple[str, int | None], bytes] = {}  # the one asked for last stands last

    async def get(self, live: LiveTable, seat: int | None, person: str | None, since: int = 0) -> bytes:
        """The game, from a moment on, as that person may see it from that seat."""
        played_through, which = whole_replay(live, seat, person, since), (live.id, seat)
        over = live.status == "finished" and since == 0
        async with self._playing:
            packed = self._kept.pop(which, None) if over else None
            if packed is None:
                packed = await asyncio.to_thread(lambda: gzipped(played_through(), effort=6))
            if over:
                self._kept[which] = packed
            if len(self._kept) > REPLAYS_KEPT:
                del self._kept[next(iter(self._kept))]
            return packed


def record_of(live: LiveTable) -> str:
    """The record of a finished game."""
    if live.status != "finished":
        raise ServerTrouble("not-over")
    live.expect_day_over()
    return written_record(live)


def written_record(live: LiveTable) -> str:
    """The record of a game, with its seed: for those alone who may know it."""
    names = [
        signed(seat.name or "?", seat.bot) if seat.bot is not None and seat.person is None else seat.name or DELETED
        for seat in live.seats
    ]
    record = Record(live.game, names, live.seed)
    record.plies = [(standing.seat, standing.move.text) for standing in live.table.standing]
    record.hints = {seat.seat: seat.hints for seat in live.seats if seat.hints}
    record.ended = live.early_end
    if live.result is not None:
        result = json.loads(live.result)
        record.scores, record.ranks = result["scores"], result["ranks"]
    return record.write()


class Archive:
    """Tables made from other games."""

    def __init__(self, store: Store, cache: TableCache, quota: TableQuota):
        self._store = store
        self._cache = cache
        self._quota = quota
        self._verifying = asyncio.Lock()  # one at a time

    async def upload(self, person: Person, text: str) -> LiveTable:
        """A finished table from a record, if all that the record says is true."""
        async with self._verifying:
            record, state = await asyncio.to_thread(_verified, text)
        if record.seed is None or (state.result is None and record.ended is None):
            raise AssertionError("a verified record is of a finished game")
        seats, seed = _seats_of(record), record.seed
        told: dict[str, Any] = {"status": "finished", "n": len(record.plies)}
        if state.result is not None:
            told["result"] = json.dumps(state.result.plain())
        else:
            told["ended"] = record.ended and record.ended.why

        def write(connection: Connection) -> str:
            table_id = insert_table(connection, record.game, person, seats, seed, **told, uploaded=True, counts=False)
            if record.plies:  # a game may have ended before it began
                connection.execute(insert(PLIES), _rows(table_id, record.plies))
            return table_id

        return await self._cache.reload(await self._store.write(write))

    async def fork(self, live: LiveTable, person: Person, wanted: Fork) -> LiveTable:
        """A new table that goes on from a position of another, with the same deal.

        What was hidden stays hidden in the views, but who has seen the end of the other game may remember the deal: a
        fork is for study and does not count. Of a game that is not over, only who plays it alone against bots may
        make one.
        """
        live.expect_not_closed()
        live.expect_day_over()
        if live.status == "open":
            raise ServerTrouble("not-running")
        others = any(seat.person not in (None, person.id) for seat in live.seats)
        if live.status == "running" and (others or not live.seats.of(person.id)):
            raise ServerTrouble("not-over")
        standing = live.table.standing
        if wanted.at > len(standing):
            raise ServerTrouble("no-such-moment", last=len(standing))
        if len(wanted.seats) != len(live.seats):
            raise ServerTrouble("seats-differ", seats=len(live.seats))
        position = live.table.position(wanted.at)
        if position.result is not None:
            raise ServerTrouble("not-running")
        seats = await seat_rows(self._store, person, live.game, wanted.seats)
        moves = [(move.seat, move.move.text) for move in standing[: wanted.at]]
        origin = {"forked_from": live.id, "forked_at": wanted.at, "public": live.row.public, "n": len(moves)}

        def write(connection: Connection) -> str:
            self._quota.expect_room_to_open(connection, person.id)
            table_id = insert_table(connection, live.game, person, seats, live.seed, **origin, counts=False)
            if live.status == "running":
                # Whoever tries things out in a fork learns what is hidden in the game that is still on.
                spoiled = update(TABLES).where(TABLES.c.id == live.id)
                connection.execute(spoiled.values(counts=False, changes=TABLES.c.changes + 1))
            if moves:
                connection.execute(insert(PLIES), _rows(table_id, moves))
            return table_id

        table_id = await self._store.write(write)
        await self._cache.reload(live.id)
        return await self._cache.reload(table_id)


def _seats_of(record: Record) -> list[dict[str, Any]]:
    """The seats of a record as they were in the end."""
    places = () if record.ended is None else record.ended.places
    # Nobody knows when they resigned, but in which order they did.
    resigned_at = {seat: len(places) - place for place, seats in enumerate(places) if place for seat in seats}
    return [
        {
            "seat": seat,
            "name": clean_player_name(player),
            "person": None,
            "bot": None if seat in resigned_at else unsigned(player)[1],
            "resigned_at": resigned_at.get(seat),
            "hints": record.hints.get(seat, 0),
        }
        for seat, player in enumerate(record.players)
    ]


def _verified(text: str) -> tuple[Record, State]:
    record = read_record(text)
    expect_not_too_long(len(record.plies))
    return record, record.verify()


def clean_player_name(player: str) -> str:
    """A player's name in a record, without the kind of bot."""
    return shown_name(unsigned(player)[0][:24])


def _rows(table_id: str, moves: list[tuple[int, str]]) -> list[dict[str, Any]]:
    at = now()
    return [
        {"table_id": table_id, "n": n, "seat": seat, "move": move, "person": None, "key": None, "at": at}
        for n, (seat, move) in enumerate(moves, start=1)
    ]


async def finished_records(store: Store, cache: TableCache) -> Iterator[tuple[str, str]]:
    """All finished games that were played here, but for those with the deal of a day that goes on: the table and its
    record."""
    rows = await store.rows(select(TABLES.c.id).where(TABLES.c.status == "finished").order_by(TABLES.c.moved_at))
    tables = [await cache.get(row.id) for row in rows]
    return iter([(live.id, record_of(live)) for live in tables if live.seed_is_open])
