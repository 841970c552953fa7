"""A table as the server holds it: what the database says of it, the game that its log leads to, who watches."""

import asyncio
import json
import time
import weakref
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct
from sqlalchemy import Row

from omnibus.daily import ends_at, person_first
from omnibus.rules import game_box
from omnibus.rules.game import Game, View
from omnibus.rules.record import EarlyEnd
from omnibus.server.messages.tables import ChatMessage, SeatEvent
from omnibus.server.store import now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Table
from omnibus.table.seats import Seated, TableSeats
from omnibus.table.undo import UndoRequest

CHAT_KEPT = 100
PRESENT_SECONDS = 300  # after somebody without a connection has done something

_write = msgspec.json.Encoder().encode

# Why the server closes a connection, as the close frame says it.
LOGGED_OUT = 4401
TABLE_GONE = 4404
BANNED = 4410


class EndedSessions(Struct, frozen=True):
    """Sessions of a person that have ended: all, or only one, or all but one."""

    person: str
    only: str | None = None
    but: str | None = None

    def holds(self, session: str) -> bool:
        """Whether that session of the person has ended."""
        return session != self.but and self.only in (None, session)


class Watcher(Protocol):
    """A connection that shows a table."""

    person: str
    name: str
    session: str
    address: str

    def notify(self) -> None:
        """There may be something new to see."""

    def viewers(self) -> Iterable[int | None]:
        """The seats from which it is about to show the table."""

    def close(self, code: int = LOGGED_OUT) -> None:
        """This session has ended, this person is kept out, or the table is gone."""


class SaidLine(NamedTuple):
    """Something said at a table, and by whom, which only the server knows."""

    id: int
    person: str | None
    name: str
    said: str
    at: int

    def seen_by(self, person: str) -> ChatMessage:
        """What somebody is shown of it."""
        return ChatMessage(self.id, self.name, self.said, self.at, bool(person) and self.person == person)


class TableSummary:
    """What can be read of a table without looking at the game."""

    __slots__ = (
        "changes",
        "consents",
        "id",
        "moved_at",
        "put_away",
        "rematch",
        "result",
        "row",
        "seats",
        "status",
        "undo",
    )

    def __init__(self, row: Row[Any], seats: TableSeats):
        self.refresh(row, seats)
        self.rematch: str | None = None  # the table at which the same people play again
        self.consents: dict[str, bool] = {}  # whether people want whoever has the link to see the game
        self.put_away: frozenset[str] = frozenset()  # those who do not want it on their lists

    def refresh(self, row: Row[Any], seats: TableSeats) -> None:
        """Take over what the database knows besides the log."""
        self.row = row
        self.id: str = row.id
        self.seats = seats
        self.status: str = row.status
        self.changes: int = row.changes
        self.result: str | None = row.result
        self.moved_at: int = row.moved_at
        self.undo: UndoRequest | None = None

    @property
    def n(self) -> int:
        """The last ply."""
        return int(self.row.n)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move."""
        return tuple(json.loads(self.row.turn))

    @property
    def early_end(self) -> EarlyEnd | None:
        """How people have ended the game before its rules did."""
        return None if self.row.ended is None else self.seats.early_end(self.row.ended)

    @property
    def is_try(self) -> bool:
        """Whether it is the try at the deal of a day that counts."""
        return self.row.day is not None and self.counts

    @property
    def counts(self) -> bool:
        """Whether the game counts; with the deal of a day it must be over when the day is."""
        if self.row.day is None or not self.row.counts:
            return bool(self.row.counts)
        return (self.moved_at if self.status == "finished" else now()) < ends_at(self.row.day)

    @property
    def seed_is_open(self) -> bool:
        """Whether everybody may know the deal: the game is over, and with the deal of a day the day is."""
        return self.status == "finished" and self.day_is_over

    @property
    def day_is_over(self) -> bool:
        """Whether nobody else plays the same deal today."""
        return self.row.day is None or ends_at(self.row.day) <= now()

    def concerns(self, person: str) -> bool:
        """Whether it is the person's table: as host, in a seat, or with one that is kept."""
        return self.row.host == person or bool(self.seats.of(person) or self.seats.kept_for(person))

    def awaits(self, person: str) -> bool:
        """Whether the person is to move."""
        return self.status == "running" and self.seats.awaits(person, self.turn)

    def is_study_of(self, person: str) -> bool:
        """Whether it is a game in which the person alone tries something out: a fork against bots that counts for
        nothing, at a table with advice."""
        row, people = self.row, {seat.person for seat in self.seats if seat.person is not None}
        shared_deal = row.day is not None or row.challenge is not None
        forked = row.forked_from is not None and not row.counts and not shared_deal
        return self.status == "running" and forked and bool(row.hints) and people == {person}

    def abandoned(self, seat: int) -> bool:
        """Whether a person's seat has kept the others waiting for too long."""
        waited = (now() - self.moved_at) / 1000
        return self.status == "running" and self.seats.abandoned(seat, self.turn, waited, self.row.patience)


class LiveTable(TableSummary):
    """A table in memory: its game, its chat and its watchers."""

    __slots__ = (
        "__weakref__",
        "_last_seen",
        "_lock",
        "_views",
        "_views_at",
        "chat",
        "chat_edits",
        "game",
        "presence_changes",
        "seat_events",
        "seed",
        "table",
        "thinking",
        "watchers",
    )

    def __init__(self, row: Row[Any], seats: TableSeats, table: Table):
        super().__init__(row, seats)
        self.seed: str = row.seed
        self.game: Game = table.game
        self.table = table  # another one when it has caught up: ask for it each time
        self.chat: list[SaidLine] = []
        self.chat_edits = 0  # goes up whenever something said before vanishes or changes
        self.seat_events: tuple[SeatEvent, ...] = ()  # the latest
        self.presence_changes = 0  # goes up whenever somebody comes or goes
        self.watchers: set[Watcher] = set()
        self._lock: weakref.ref[asyncio.Lock] | None = None
        self.thinking: set[int] = set()  # the seats for which a bot is thinking
        self._last_seen: tuple[str, float] | None = None  # a person, and when
        self._views: dict[int | None, bytes] = {}
        self._views_at = 0, ""  # the ply after which they were seen, and the status

    @property
    def n(self) -> int:
        """The last ply."""
        return self.table.n

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move."""
        return self.table.turn

    @property
    def last_chat(self) -> int:
        """The number of the last thing said."""
        return self.chat[-1].id if self.chat else 0

    @property
    def lock(self) -> asyncio.Lock:
        """For whoever is about to change the table. It is there as long as somebody holds or awaits it."""
        lock = None if self._lock is None else self._lock()
        if lock is None:
            lock = asyncio.Lock()
            self._lock = weakref.ref(lock)
        return lock

    def add_chat(self, said: Iterable[SaidLine]) -> None:
        """Take over what was said, and let go of what was said long ago."""
        self.chat.extend(said)
        del self.chat[:-CHAT_KEPT]

    def heard_by(self, person: str, unheard: Collection[str]) -> list[ChatMessage]:
        """What was said lately, without those whom a person does not hear."""
        return [said.seen_by(person) for said in self.chat if said.person not in unheard]

    def watch(self, watcher: Watcher) -> None:
        """Tell that connection of what is new."""
        self.watchers.add(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        """Tell it no more."""
        self.watchers.discard(watcher)
        self.sleep_if_unwatched()

    def sleep_if_unwatched(self) -> None:
        """Let go of what is made for those who look, if nobody does."""
        if not self.watchers:
            self._views.clear()
            self.table.sleep()

    def see(self, person: str) -> None:
        """A person has just done something here."""
        self._last_seen = person, time.monotonic()

    def present(self) -> set[str]:
        """The people who are at the table now, playing or watching."""
        people = {watcher.person for watcher in self.watchers if watcher.person}
        if self._last_seen is not None and time.monotonic() - self._last_seen[1] < PRESENT_SECONDS:
            people.add(self._last_seen[0])
        return people

    def view(self, seat: int | None) -> View:
        """What a seat sees. Where people have ended the game, nothing is asked of anyone."""
        return self._views_from([seat])[0]

    def _views_from(self, seats: Iterable[int | None]) -> list[View]:
        views: list[View] = self.table.state.views(seats)
        if self.row.ended is not None:
            for view in views:
                view["asks"], view["legal"], view["turn"] = None, [], []
        return views

    def view_bytes(self, seat: int | None) -> bytes:
        """The view of a seat as JSON, made once for all who look from there, and together with those of the others."""
        if self._views_at != (self.n, self.status):
            self._views_at = self.n, self.status
            self._views.clear()
        view = self._views.get(seat)
        if view is None:
            seats = {seat, *(viewer for watcher in self.watchers for viewer in watcher.viewers())}
            seats.difference_update(self._views)
            self._views.update(zip(seats, map(_write, self._views_from(seats)), strict=True))
            view = self._views[seat]
        return view

    def expect_running(self) -> None:
        """Refuse what is only possible while the game is being played."""
        self.expect_not_closed()
        if self.status != "running":
            raise ServerTrouble("not-running")

    def expect_not_closed(self) -> None:
        """Refuse what is not possible once an administrator has closed the table."""
        if self.status == "closed":
            raise ServerTrouble("table-closed")

    def expect_hints(self) -> None:
        """Refuse advice at a table that was opened without."""
        if not self.row.hints:
            raise ServerTrouble("hints-off")

    def expect_day_over(self) -> None:
        """Refuse what would show others the deal of a day while they may play it."""
        if not self.day_is_over:
            raise ServerTrouble("daily-not-over")

    def expect_undo(self) -> None:
        """Refuse to take back what was done in the try that counts."""
        if self.is_try:
            raise ServerTrouble("daily-no-undo")

    @property
    def bots_due(self) -> list[int]:
        """The bots that may move now. Where several play the same deal, one after the other and after the person, so
        that the same moves bring the same game."""
        turn = self.turn
        if self.row.day is None and self.row.challenge is None:
            return [seat for seat in turn if self.seats[seat].bot is not None]
        people = [seated.seat for seated in self.seats if seated.bot is None]
        first = person_first(turn, people)
        return [] if first is None else [first]

    def expect_may_speak(self, person: str) -> None:
        """Refuse what somebody says who only watches, where the host has closed the chat to them."""
        if not self.row.spectators_chat and not self.seats.of(person) and self.row.host != person:
            raise ServerTrouble("chat-for-players")

    def notify(self) -> None:
        """Let everyone who watches look again."""
        for watcher in self.watchers:
            watcher.notify()


def game_of(row: Row[Any], seats: TableSeats) -> Game:
    """The game that is played at a table, one for all tables where it is set up in the same way."""
    return _game(game_box(row.game), len(seats), row.ruleset, row.options)


@lru_cache(maxsize=256)
def _game(box: type[Game], seats: int, ruleset: int, options: str) -> Game:
    return box(seats, ruleset, **json.loads(options))


def seats_from(rows: Iterable[Row[Any]]) -> TableSeats:
    """The seats of a table from their rows, in their order."""
    return TableSeats(
        Seated(
            row.seat,
            row.name,
            row.person,
            row.bot,
            row.resigned_at,
            kept_for=row.kept_for,
            declined=row.declined,
            hints=row.hints,
        )
        for row in rows
    )
