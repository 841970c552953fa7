"""Looking back: the table after any move, records to take home and to bring, and new tables from old positions."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import insert, select, update

from omnibus.bots import signed, unsigned
from omnibus.rules import read_record
from omnibus.rules.game import State, View
from omnibus.rules.record import Record
from omnibus.server.club import Club, Sitting
from omnibus.server.lobby import lay, seated
from omnibus.server.messages import Fork, ReplaySight
from omnibus.server.players import Person, tidy
from omnibus.server.store import PLIES, TABLES, Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Happening, PlyView, StandingMove


class Lens:
    """From where one looks back at a table: a seat, or outside.

    While the game is on, one may look back from one's own seats only, and sees what that seat saw. After the end every
    seat may be looked from, and from outside everything is open.
    """

    def __init__(self, sitting: Sitting, seat: int | None, person: str | None):
        if sitting.status == "open":
            raise ServerTrouble("not-running")
        self._over = sitting.status == "finished"
        if seat is not None:
            sitting.seats.at(seat)
            if not self._over:
                sitting.seats.own(person, seat)
        self._seat = seat
        self._opened = self._over and seat is None

    def play(self, state: State, standing: StandingMove) -> PlyView:
        """Make a move that stands, and tell what is seen of it."""
        happening = Happening(standing.n, standing.seat, state.play(standing.seat, standing.move))
        return happening.opened() if self._opened else happening.seen_by(self._seat)

    def view(self, state: State) -> View:
        """What is seen of a position."""
        view: View = state.open_view() if self._opened else state.view(self._seat)
        if self._over:
            view["asks"], view["legal"] = None, []
        return view


def look_back(sitting: Sitting, at: int, seat: int | None, person: str | None) -> ReplaySight:
    """The table after so many of the moves that stand."""
    lens, table = Lens(sitting, seat, person), sitting.table
    last = len(table.standing)
    if at > last:
        raise ServerTrouble("no-such-moment", last=last)
    state = table.position(max(at - 1, 0))
    ply = lens.play(state, table.standing[at - 1]) if at else None
    return ReplaySight(at, last, ply, lens.view(state))


def look_through(sitting: Sitting, seat: int | None, person: str | None) -> Callable[[], bytes]:
    """The whole game as a `WholeReplay` in JSON. It is played through once, when what is returned is called: wherever
    there is time for it, since nothing that happens at the table meanwhile matters."""
    lens, table = Lens(sitting, seat, person), sitting.table
    standing = tuple(table.standing)

    def played_through() -> bytes:
        state, last = table.position(0), len(standing)
        moments = [msgspec.json.encode(ReplaySight(0, last, None, lens.view(state)))]
        for at, move in enumerate(standing, start=1):
            ply = lens.play(state, move)
            moments.append(msgspec.json.encode(ReplaySight(at, last, ply, lens.view(state))))
        return b'{"last":%d,"moments":[%s]}' % (last, b",".join(moments))

    return played_through


def written(sitting: Sitting) -> str:
    """The record of a finished game."""
    if sitting.status != "finished":
        raise ServerTrouble("not-over")
    names = [
        signed(seat.name or "?", seat.bot) if seat.bot is not None and seat.person is None else seat.name or "?"
        for seat in sitting.seats
    ]
    record = Record(sitting.game, names, sitting.seed)
    record.plies = [(standing.seat, standing.move.text) for standing in sitting.table.standing]
    result = json.loads(sitting.result or "null")
    record.scores, record.ranks = result["scores"], result["ranks"]
    return record.write()


class Archive:
    """Tables made from other games."""

    def __init__(self, store: Store, club: Club):
        self._store = store
        self._club = club

    async def upload(self, person: Person, text: str) -> Sitting:
        """A finished table from a record, if all that the record says is true."""
        record = read_record(text)
        state = await asyncio.to_thread(record.verify)
        if record.seed is None or state.result is None:
            raise AssertionError("a verified record is of a finished game")
        seats = [
            {"seat": seat, "name": tidy_player(player), "person": None, "bot": unsigned(player)[1]}
            for seat, player in enumerate(record.players)
        ]
        async with self._store.writing() as connection:
            table_id = await lay(
                connection,
                record.game,
                person,
                seats,
                record.seed,
                status="finished",
                n=len(record.plies),
                result=json.dumps(state.result.plain()),
                uploaded=True,
                counts=False,
            )
            await connection.execute(insert(PLIES), _rows(table_id, record.plies))
        return await self._club.changed(table_id)

    async def fork(self, sitting: Sitting, person: Person, wanted: Fork) -> Sitting:
        """A new table that goes on from a position of another, with the same deal.

        What was hidden stays hidden in the views, but who has seen the end of the other game may remember the deal: a
        fork is for study and does not count. Of a game that is not over, only who plays it alone against bots may
        make one.
        """
        if sitting.status == "open":
            raise ServerTrouble("not-running")
        others = any(seat.person not in (None, person.id) for seat in sitting.seats)
        if sitting.status == "running" and (others or not sitting.seats.of(person.id)):
            raise ServerTrouble("not-over")
        standing = sitting.table.standing
        if wanted.at > len(standing):
            raise ServerTrouble("no-such-moment", last=len(standing))
        if len(wanted.seats) != len(sitting.seats):
            raise ServerTrouble("seats-differ", seats=len(sitting.seats))
        position = sitting.table.position(wanted.at)
        if position.result is not None:
            raise ServerTrouble("not-running")
        seats = seated(person, sitting.game, wanted.seats)
        moves = [(move.seat, move.move.text) for move in standing[: wanted.at]]
        async with self._store.writing() as connection:
            table_id = await lay(
                connection,
                sitting.game,
                person,
                seats,
                sitting.seed,
                public=sitting.row.public,
                n=len(moves),
                forked_from=sitting.id,
                forked_at=wanted.at,
                counts=False,
            )
            if sitting.status == "running":
                # Whoever tries things out in a fork learns what is hidden in the game that is still on.
                spoiled = update(TABLES).where(TABLES.c.id == sitting.id)
                await connection.execute(spoiled.values(counts=False, changes=TABLES.c.changes + 1))
            if moves:
                await connection.execute(insert(PLIES), _rows(table_id, moves))
        await self._club.changed(sitting.id)
        return await self._club.changed(table_id)


def tidy_player(player: str) -> str:
    """A player's name in a record, without the kind of bot."""
    return tidy(unsigned(player)[0][:24])


def _rows(table_id: str, moves: list[tuple[int, str]]) -> list[dict[str, Any]]:
    at = now()
    return [
        {"table_id": table_id, "n": n, "seat": seat, "move": move, "person": None, "key": None, "at": at}
        for n, (seat, move) in enumerate(moves, start=1)
    ]


async def finished_records(store: Store, club: Club) -> Iterator[tuple[str, str]]:
    """All finished games that were played here: the table and its record."""
    rows = await store.rows(select(TABLES.c.id).where(TABLES.c.status == "finished").order_by(TABLES.c.moved_at))
    return iter([(row.id, written(await club.sitting(row.id))) for row in rows])
