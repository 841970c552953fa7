"""The club: all tables in play, kept in memory as long as somebody needs them, and always equal to their logs."""

import asyncio
import hmac
import json
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from omnibus.bots.bot import Memory
from omnibus.rules import game_box
from omnibus.rules.game import Game, IllegalMove
from omnibus.server.bench import BotFailed, Thinkers, any_legal_move
from omnibus.server.logs import report_fault, warn
from omnibus.server.messages import Said
from omnibus.server.scribe import BotMemory, Entry, Scribe
from omnibus.server.store import BOT_MEMORIES, CHAT, PLIES, SEATS, TABLES, UNDO_WISHES, Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Happening, Ply, Table, replayed
from omnibus.table.seats import Seated, TableSeats
from omnibus.table.trouble import TableTrouble
from omnibus.table.undo import UndoWish, undo_is_free, wish_to_undo

ATTEMPTS = 20
TABLES_KEPT = 4000
CHAT_KEPT = 100

Answer = TypeVar("Answer")


class Watcher(Protocol):
    """Somebody who looks at a table."""

    person: str

    def wake(self) -> None:
        """There may be something new to see."""

    def leave(self) -> None:
        """You are no longer welcome here."""


class LobbyWatcher(Protocol):
    """Somebody who looks at the list of tables."""

    def wake(self, sitting: "Sitting") -> None:
        """That table has changed."""


class Placard:
    """What can be read of a table without looking at the game."""

    def __init__(self, row: Row[Any], seats: TableSeats):
        self.describe(row, seats)

    def describe(self, row: Row[Any], seats: TableSeats) -> None:
        """Take over what the database knows besides the log."""
        self.row = row
        self.id: str = row.id
        self.seats = seats
        self.status: str = row.status
        self.changes: int = row.changes
        self.result: str | None = row.result
        self.moved_at: int = row.moved_at
        self.undo: UndoWish | None = None

    @property
    def n(self) -> int:
        """The last ply."""
        return int(self.row.n)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move."""
        return tuple(json.loads(self.row.turn))

    def awaits(self, person: str) -> bool:
        """Whether the person is to move."""
        return self.status == "running" and self.seats.awaits(person, self.turn)

    def abandoned(self, seat: int) -> bool:
        """Whether a person's seat has kept the others waiting for too long."""
        waited = (now() - self.moved_at) / 1000
        return self.status == "running" and self.seats.abandoned(seat, self.turn, waited, self.row.patience)


class Sitting(Placard):
    """A table in play, those who sit at it and those who look at it."""

    def __init__(self, row: Row[Any], seats: TableSeats):
        super().__init__(row, seats)
        self.seed: str = row.seed
        self.game: Game = game_box(row.game)(len(seats), row.ruleset, **json.loads(row.options))
        self.table = Table(self.game, self.seed)
        self.said: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.thinking: set[int] = set()  # the seats for which a bot is thinking
        self._views: dict[int | None, bytes] = {}
        self._views_at = 0  # the ply after which they were seen

    @property
    def n(self) -> int:
        """The last ply."""
        return self.table.n

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move."""
        return self.table.state.turn

    @property
    def last_said(self) -> int:
        """The number of the last thing said."""
        return self.said[-1].id if self.said else 0

    def view_bytes(self, seat: int | None) -> bytes:
        """The view of a seat as JSON, made once for all who look from there."""
        if self._views_at != self.n:
            self._views_at = self.n
            self._views.clear()
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = msgspec.json.encode(self.table.state.view(seat))
        return view

    def expect_running(self) -> None:
        """Refuse what is only possible while the game is being played."""
        if self.status != "running":
            raise ServerTrouble("not-running")

    def wake(self) -> None:
        """Let everyone who watches look again."""
        for watcher in self.watchers:
            watcher.wake()


def seats_from(rows: Iterable[Row[Any]]) -> TableSeats:
    """The seats of a table from their rows, in their order."""
    return TableSeats(Seated(row.seat, row.name, row.person, row.bot, row.resigned_at) for row in rows)


class Club:
    """Where commands are carried out: checked against the table, written to the log, then shown to everyone."""

    def __init__(self, store: Store, bench: Thinkers, key: bytes, shared: bool):
        self.store = store
        self.shared = shared
        self.publish: Callable[[dict[str, Any]], None] = lambda _message: None
        self.lobby: dict[str, set[LobbyWatcher]] = {}  # those who look at the list of tables, by person
        self._scribe = Scribe(store)
        self._bench = bench
        self._key = key
        self._sittings: dict[str, Sitting] = {}  # the one used last stands last
        self._loading: dict[str, asyncio.Task[Sitting]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[Any]] = set()  # nobody else holds on to those whose sender has gone

    async def open(self) -> None:
        """Begin to write."""
        self._scribe.start()

    async def close(self) -> None:
        """Stop thinking, and write what is to be written."""
        for task in list(self._tasks):
            task.cancel()
        await self._scribe.stop()

    # ---- Tables in memory

    async def sitting(self, table_id: str) -> Sitting:
        """The table with that id, as far as this process knows of it."""
        sitting = self._sittings.pop(table_id, None)
        if sitting is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            sitting = await asyncio.shield(task)
        self._sittings[table_id] = sitting
        if len(self._sittings) > TABLES_KEPT:
            self._forget_one()
        return sitting

    async def fresh(self, table_id: str) -> Sitting:
        """The table with that id, with whatever other processes have written."""
        sitting = await self.sitting(table_id)
        if self.shared:
            async with sitting.lock:
                await self._catch_up(sitting)
        return sitting

    def forget(self, sitting: Sitting) -> None:
        """The table is no more."""
        self._sittings.pop(sitting.id, None)
        for watcher in list(sitting.watchers):
            watcher.leave()

    def _forget_one(self) -> None:
        for table_id, sitting in self._sittings.items():
            if not sitting.watchers and not sitting.thinking and not sitting.lock.locked():
                del self._sittings[table_id]
                return

    async def _load(self, table_id: str) -> Sitting:
        row, seats = await self._described(table_id)
        sitting = Sitting(row, seats)
        for ply in await self.log(table_id, 0):
            sitting.table.add(ply)
        await self._hear(sitting)
        await self._read_wishes(sitting)
        return sitting

    async def _described(self, table_id: str) -> tuple[Row[Any], TableSeats]:
        async with self.store.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table_id))).first()
            if row is None:
                raise ServerTrouble("no-such-table")
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table_id).order_by(SEATS.c.seat))
            return row, seats_from(seats)

    async def log(self, table_id: str, after: int) -> list[Ply]:
        """The plies of a table after one of them."""
        columns = PLIES.c.n, PLIES.c.seat, PLIES.c.move, PLIES.c.person, PLIES.c.key
        wanted = select(*columns).where(PLIES.c.table_id == table_id, PLIES.c.n > after).order_by(PLIES.c.n)
        rows = await self.store.rows(wanted)
        return [Ply(row.n, row.seat, row.move, row.person, row.key) for row in rows]

    async def _catch_up(self, sitting: Sitting) -> None:
        """Take over what another process has written. Call it with the table locked."""
        before = sitting.table.n, sitting.changes, sitting.last_said
        row, seats = await self._described(sitting.id)
        for ply in await self.log(sitting.id, sitting.table.n):
            sitting.table.add(ply)
        if row.n != sitting.table.n:
            # Somebody has moved between the two looks, and may have ended the game.
            row, seats = await self._described(sitting.id)
        sitting.describe(row, seats)
        await self._hear(sitting)
        await self._read_wishes(sitting)
        if before != (sitting.table.n, sitting.changes, sitting.last_said):
            sitting.wake()

    async def _hear(self, sitting: Sitting) -> None:
        columns = CHAT.c.id, CHAT.c.name, CHAT.c.said, CHAT.c.at
        wanted = select(*columns).where(CHAT.c.table_id == sitting.id, CHAT.c.id > sitting.last_said)
        rows = await self.store.rows(wanted.order_by(CHAT.c.id.desc()).limit(CHAT_KEPT))
        sitting.said.extend(Said(*row) for row in reversed(rows))

    async def _read_wishes(self, sitting: Sitting) -> None:
        wanted = select(UNDO_WISHES).where(UNDO_WISHES.c.table_id == sitting.id, UNDO_WISHES.c.n == sitting.table.n)
        rows = await self.store.rows(wanted)
        sitting.undo = None
        if rows and sitting.status == "running":
            sitting.undo = UndoWish(rows[0].n, rows[0].seat, rows[0].back_to, frozenset(row.person for row in rows))

    async def changed(self, table_id: str) -> Sitting:
        """Tell everyone that the seats or the status of a table were changed in the database."""
        sitting = await self.sitting(table_id)
        async with sitting.lock:
            await self._catch_up(sitting)
        self._tell_others(sitting)
        self.wake_bots(sitting)
        return sitting

    def _tell_others(self, sitting: Sitting) -> None:
        """Tell the lobby, and other processes, that the seats or the status of a table have changed."""
        self._tell_lobby(sitting, list(self.lobby))
        if self.shared:
            self.publish({"table": sitting.id, "people": None})

    def _tell_lobby(self, sitting: Sitting, people: list[str]) -> None:
        for person in people:
            for watcher in self.lobby.get(person, ()):
                watcher.wake(sitting)

    async def heard(self, message: dict[str, Any]) -> None:
        """Another process says that a table has changed, or that a person has logged out everywhere."""
        if "person" in message:
            self.show_out(message["person"])
            return
        everyone = message["people"] is None
        people = [person for person in self.lobby if everyone or person in message["people"]]
        if people or message["table"] in self._sittings:
            self._tell_lobby(await self.fresh(message["table"]), people)

    async def look_around(self) -> None:
        """Catch up with tables that somebody watches here, in case a message was lost."""
        watched = {sitting.id: sitting for sitting in self._sittings.values() if sitting.watchers}
        if not self.shared or not watched:
            return
        for row in await self.store.rows(
            select(TABLES.c.id, TABLES.c.n, TABLES.c.changes).where(TABLES.c.id.in_(watched))
        ):
            sitting = watched[row.id]
            if row.n > sitting.table.n or row.changes != sitting.changes:
                async with sitting.lock:
                    await self._catch_up(sitting)

    def show_out(self, person: str) -> None:
        """Close all connections of a person."""
        for sitting in self._sittings.values():
            for watcher in list(sitting.watchers):
                if watcher.person == person:
                    watcher.leave()

    # ---- Plies

    async def play(self, sitting: Sitting, person: str, seat: int, n: int, key: str, move: str) -> int:
        """A person's move; the ply it became."""

        def decided() -> Ply:
            sitting.expect_running()
            sitting.seats.to_play(person, seat)
            sitting.table.check(seat, n, move)
            return Ply(sitting.table.n + 1, seat, move, person, key)

        # Whoever holds no seat learns nothing about the game, not even by the same key.
        sitting.seats.own(person, seat)
        return await self._to_the_end(self._once(sitting, person, key, decided))

    async def _once(self, sitting: Sitting, person: str, key: str, decide: Callable[[], Ply]) -> int:
        async with sitting.lock:
            return sitting.table.keys.get((person, key)) or await self._append(sitting, decide)

    async def _to_the_end(self, command: Coroutine[Any, Any, Answer]) -> Answer:
        """Carry out a command even if its sender goes away meanwhile: what is in the log must also be at the table."""
        task = asyncio.create_task(command)
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        return await asyncio.shield(task)

    async def _append(self, sitting: Sitting, decide: Callable[[], Ply], memory: BotMemory | None = None) -> int:
        """Write the ply that is decided on. If another process was quicker, catch up and decide again.

        Call it with the table locked. The table moves on only after the ply is durable.
        """
        table = sitting.table
        for _ in range(ATTEMPTS):
            ply = decide()
            step = table.step(ply)
            result = None if step.state.result is None else json.dumps(step.state.result.plain())
            if await self._scribe.write(Entry(sitting.id, ply, json.dumps(step.state.turn), result, memory)):
                table.take(ply, step)
                self._moved(sitting, result)
                return ply.n
            await self._catch_up(sitting)
            earlier = None if ply.person is None or ply.key is None else table.keys.get((ply.person, ply.key))
            if earlier is not None:
                return earlier
        raise ServerTrouble("busy")

    def _moved(self, sitting: Sitting, result: str | None) -> None:
        sitting.moved_at = now()
        sitting.undo = None
        if result is not None:
            sitting.status, sitting.result = "finished", result
            sitting.changes += 1
            self._tell_others(sitting)
        else:
            people = sitting.seats.people()
            self._tell_lobby(sitting, [person for person in people if person in self.lobby])
            if self.shared:
                self.publish({"table": sitting.id, "people": sorted(people)})
        sitting.wake()
        self.wake_bots(sitting)

    async def happenings(self, sitting: Sitting, after: int) -> list[Happening]:
        """What happened at a table after a ply, however long ago."""
        recent = sitting.table.happenings_since(after)
        if recent is not None:
            return recent
        plies = await self.log(sitting.id, 0)
        upto = sitting.table.n
        return [
            happening for happening, _ in replayed(sitting.game, sitting.seed, plies) if after < happening.n <= upto
        ]

    # ---- Undo

    async def undo(self, sitting: Sitting, person: str, seat: int, n: int, key: str) -> int | None:
        """A wish to take back a seat's last move, or agreement to it: the ply, or None if others must agree."""
        return await self._to_the_end(self._undo(sitting, person, seat, n, key))

    async def _undo(self, sitting: Sitting, person: str, seat: int, n: int, key: str) -> int | None:
        async with sitting.lock:
            earlier = sitting.table.keys.get((person, key))
            if earlier is not None:
                return earlier
            sitting.expect_running()
            sitting.table.expect_last(n)
            wish = sitting.undo
            if wish is not None and wish.seat == seat and person in sitting.seats.people():
                return await self._agree(sitting, person, key, wish)
            wish = wish_to_undo(sitting.table, sitting.seats, person, seat)
            alone = sitting.seats.people() == {person}
            if alone or await asyncio.to_thread(undo_is_free, sitting.table, seat):
                return await self._carry_out(sitting, person, key, wish)
            await self._agree(sitting, person, key, wish)
            return None

    async def _agree(self, sitting: Sitting, person: str, key: str, wish: UndoWish) -> int | None:
        with suppress(IntegrityError):
            async with self.store.writing() as connection:
                agreed = {"n": wish.n, "seat": wish.seat, "back_to": wish.back_to, "person": person}
                await connection.execute(insert(UNDO_WISHES).values(table_id=sitting.id, **agreed))
        await self._bump(sitting.id)
        await self._catch_up(sitting)
        self._tell_others(sitting)
        if sitting.undo is None or not sitting.undo.agreed(sitting.seats):
            return None
        return await self._carry_out(sitting, person, key, wish)

    async def _carry_out(self, sitting: Sitting, person: str, key: str, wish: UndoWish) -> int:
        return await self._append(sitting, lambda: wish.carried_out(sitting.table, person, key))

    async def keep_move(self, sitting: Sitting, person: str) -> None:
        """A person does not agree to an undo: the wish is void."""
        sitting.seats.expect_player(person)
        async with self.store.writing() as connection:
            await connection.execute(delete(UNDO_WISHES).where(UNDO_WISHES.c.table_id == sitting.id))
        await self._bump(sitting.id)
        await self.changed(sitting.id)

    async def _bump(self, table_id: str) -> None:
        async with self.store.writing() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(changes=TABLES.c.changes + 1))

    # ---- Chat

    async def say(self, sitting: Sitting, name: str, said: str) -> None:
        """Something said at the table."""
        async with self.store.writing() as connection:
            await connection.execute(insert(CHAT).values(table_id=sitting.id, name=name, said=said, at=now()))
        async with sitting.lock:
            await self._hear(sitting)
        sitting.wake()
        if self.shared:
            self.publish({"table": sitting.id, "people": []})

    # ---- Bots

    def wake_bots(self, sitting: Sitting) -> None:
        """Let the bots whose turn it is think."""
        if sitting.status != "running":
            return
        for seat in sitting.table.state.turn:
            if sitting.seats[seat].bot is not None and seat not in sitting.thinking:
                sitting.thinking.add(seat)
                task = asyncio.create_task(self._bot_turn(sitting, seat))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _bot_turn(self, sitting: Sitting, seat: int) -> None:
        try:
            await self._bot_moves(sitting, seat)
        except (TableTrouble, ServerTrouble) as refusal:
            # Another process has moved, the person is back, or the move was taken back: whoever did it goes on.
            if refusal.code != "stale":
                warn("a bot could not move", table=sitting.id, code=refusal.code)
        except IllegalMove as refusal:
            warn("a bot wanted an illegal move", table=sitting.id, rule=refusal.rule)
        except Exception as fault:
            report_fault("a bot's move failed", fault, table=sitting.id)
            return
        finally:
            sitting.thinking.discard(seat)
        self.wake_bots(sitting)

    async def _bot_moves(self, sitting: Sitting, seat: int) -> None:
        table, n, bot = sitting.table, sitting.table.n, sitting.seats[seat].bot
        if bot is None:
            return
        view = table.state.view(seat)
        # Its luck is its own: it must not be drawn from the seed of the deal.
        luck = hmac.digest(self._key, f"bot/{sitting.id}/{n}/{seat}".encode(), "sha256").hex()
        try:
            move, memory = await self._bench.think(bot, view, luck, await self._memory_of(sitting, seat, bot))
        except BotFailed as failed:
            warn("a bot failed twice; a random move is played", table=sitting.id, bot=bot, why=str(failed))
            move, memory = any_legal_move(view, luck), None
        if table.state.why_not(seat, move) is not None and table.n == n:
            warn("a bot wanted an illegal move; a random one is played", table=sitting.id, bot=bot)
            move, memory = any_legal_move(view, luck), None

        def decided() -> Ply:
            sitting.expect_running()
            if sitting.seats[seat].bot != bot:
                raise TableTrouble("stale", n=n, last=table.n)
            table.check(seat, n, move)
            return Ply(table.n + 1, seat, move)

        async with sitting.lock:
            await self._append(sitting, decided, BotMemory(bot, json.dumps(memory)) if memory is not None else None)

    async def _memory_of(self, sitting: Sitting, seat: int, bot: str) -> Memory:
        """What a bot handed back with the seat's last move, if that one stands and was its own."""
        last = sitting.table.last_move_of(seat)
        if last is None:
            return None
        at = BOT_MEMORIES.c.table_id == sitting.id, BOT_MEMORIES.c.seat == seat, BOT_MEMORIES.c.n == last.n
        row = await self.store.row(select(BOT_MEMORIES.c.memory).where(*at, BOT_MEMORIES.c.bot == bot))
        return None if row is None else json.loads(row.memory)

    async def take_up_waiting_bots(self, waiting_since: int) -> None:
        """Go on at all tables where a bot has been to move since then: after a restart, or if another process died."""
        bots = select(TABLES.c.id, TABLES.c.turn, SEATS.c.seat).join(SEATS, SEATS.c.table_id == TABLES.c.id)
        waiting = bots.where(SEATS.c.bot.is_not(None), TABLES.c.status == "running", TABLES.c.moved_at <= waiting_since)
        rows = await self.store.rows(waiting)
        for table_id in {row.id for row in rows if row.seat in json.loads(row.turn)}:
            self.wake_bots(await self.fresh(table_id))
