"""The lobby: opening a table, sitting down, getting up, starting."""

import hmac
import json
import secrets
from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import (
    Connection,
    Executable,
    Update,
    and_,
    case,
    delete,
    exists,
    insert,
    not_,
    or_,
    select,
    update,
)

from omnibus.bots import NAMES, bot_named, bots_for
from omnibus.rules import game_box
from omnibus.rules.chance import commitment, fresh_seed
from omnibus.rules.game import Game, ResultView
from omnibus.server.accounts import Person, expect_no_account
from omnibus.server.daily_tries import finished
from omnibus.server.live_table import LiveTable, TableSummary
from omnibus.server.messages.common import EarlyEndKind
from omnibus.server.messages.tables import NewTable, SeatChoice, SeatInfo, TableChange, TableInfo, UndoInfo
from omnibus.server.moderation import Moderation
from omnibus.server.names import clean_name
from omnibus.server.same_deal import has_played_same_deal
from omnibus.server.schema import ADMITTED, COUNT_CHANGE, PEOPLE, REMOVED, SEATS, TABLES
from omnibus.server.seat_events import happened
from omnibus.server.sharing import is_shared, share_info
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.table_quota import TableQuota
from omnibus.server.trouble import ServerTrouble
from omnibus.table.seats import Seated
from omnibus.table.trouble import TableTrouble


class Lobby:
    """What happens around a table before the first move and after the last."""

    def __init__(self, store: Store, cache: TableCache, quota: TableQuota, moderation: Moderation):
        self._store = store
        self._cache = cache
        self._quota = quota
        self._moderation = moderation

    # ---- Opening

    async def open(self, person: Person, wanted: NewTable) -> tuple[LiveTable, str]:
        """A new table, and the secret part of its invitation link."""
        game = game_box(wanted.game)(len(wanted.seats), **wanted.options)
        seats = await seat_rows(self._store, person, game, wanted.seats)
        seed, token = fresh_seed(), secrets.token_urlsafe(18)

        def write(connection: Connection) -> str:
            self._quota.expect_room_to_open(connection, person.id)
            return insert_table(
                connection,
                game,
                person,
                seats,
                seed,
                public=wanted.public,
                patience=wanted.patience,
                spectators_chat=wanted.spectators_chat,
                hints=wanted.hints,
                invitation=_hidden(token),
            )

        return await self._cache.reload(await self._store.write(write)), token

    # ---- Who may come near

    async def find(self, table_id: str, person: Person | None) -> LiveTable:
        """The table, for somebody who may see it: a public one, one's own, or one was invited."""
        live = await self._cache.fresh(table_id)
        if live.row.public or live.row.uploaded:
            return live
        if person is not None:
            if live.concerns(person.id):
                return live
            here = and_(ADMITTED.c.table_id == table_id, ADMITTED.c.person == person.id)
            if await self._store.row(select(ADMITTED.c.person).where(here)) is not None:
                return live
        # Whoever may not see a table does not learn that there is one.
        raise ServerTrouble("no-such-table")

    async def find_to_look_back(self, table_id: str, person: Person | None) -> LiveTable:
        """The table, for somebody who may see how its game went: also whoever has the link to one that is shared, or
        has finished a game with the same deal."""
        live = await self._cache.fresh(table_id)
        if is_shared(live):
            return live
        try:
            return await self.find(table_id, person)
        except ServerTrouble:
            if person is not None and await has_played_same_deal(self._store, live, person.id):
                return live
            raise

    async def find_by_invitation(self, table_id: str, token: str) -> LiveTable:
        """The table, for somebody with an invitation."""
        live = await self._cache.fresh(table_id)
        if not hmac.compare_digest(live.row.invitation, _hidden(token)):
            raise ServerTrouble("no-such-table")
        return live

    async def host_of(self, live: LiveTable) -> str:
        """The name of the host, who need not sit at the table."""
        row = await self._store.row(select(PEOPLE.c.name).where(PEOPLE.c.id == live.row.host))
        return "" if row is None else str(row.name)

    async def accept_invitation(self, table_id: str, person: Person, token: str) -> LiveTable:
        """Somebody comes with an invitation."""
        live = await self.find_by_invitation(table_id, token)
        here = and_(ADMITTED.c.table_id == table_id, ADMITTED.c.person == person.id)

        def admit(connection: Connection) -> None:
            if connection.execute(select(ADMITTED.c.person).where(here)).first() is None:
                connection.execute(insert(ADMITTED).values(table_id=table_id, person=person.id))

        await self._store.write(admit)
        return live

    # ---- Sitting down and getting up

    async def join(self, live: LiveTable, person: Person, wanted: int | None) -> LiveTable:
        """Sit down in that seat; without one in those that are kept for one, or the first that is free."""
        live.expect_not_closed()
        await self._moderation.expect_welcome(live, person)
        kept, open_to_me = SEATS.c.kept_for == person.id, _open_to(person.id)
        if wanted is not None:
            live.seats.at(wanted)
            attempts = [and_(SEATS.c.seat == wanted, open_to_me)]
        else:
            free = [and_(SEATS.c.seat == seat.seat, open_to_me) for seat in live.seats if seat.free_for(person.id)]
            places = (kept, *free) if live.seats.kept_for(person.id) else (*free, kept)
            # Whoever asks twice sits down once.
            attempts = [and_(seat, not_(_sits(live.id, person.id))) for seat in places]
        # Several people on one device have names of their own.
        shared = len(live.seats.kept_for(person.id)) > 1
        name = case((kept, SEATS.c.name), else_=person.name) if shared else person.name
        empty = SEATS.c.table_id == live.id, SEATS.c.person.is_(None), SEATS.c.bot.is_(None)
        allowed = _before_the_start(live.id), not_(_was_sent_away(live.id, person.id))
        taken = {"person": person.id, "name": name, "kept_for": None, "declined": False}
        for seat in attempts:
            if await self._changed(live, update(SEATS).where(*empty, *allowed, seat).values(**taken)):
                return live
        live = await self._cache.reload(live.id)
        if wanted is None and live.status == "open" and live.seats.of(person.id):
            return live
        raise await self._why_no_seat(live, person, wanted)

    async def _why_no_seat(self, live: LiveTable, person: Person, wanted: int | None) -> ServerTrouble:
        if live.status != "open":
            return ServerTrouble("already-started")
        if await self._store.row(select(TABLES.c.id).where(_was_sent_away(live.id, person.id))) is not None:
            return ServerTrouble("sent-away")
        seat = None if wanted is None else live.seats[wanted]
        if seat is not None and seat.free and not seat.free_for(person.id):
            return ServerTrouble("seat-kept", name=seat.name)
        return ServerTrouble("seat-taken")

    async def decline(self, live: LiveTable, person: Person) -> LiveTable:
        """Do not take the seat that is kept for one; everybody there sees it, and others may sit down."""
        where = and_(SEATS.c.table_id == live.id, SEATS.c.kept_for == person.id, not_(SEATS.c.declined))
        if not await self._changed(live, update(SEATS).where(where, _before_the_start(live.id)).values(declined=True)):
            raise ServerTrouble("not-kept")
        return live

    async def free_kept_seat(self, live: LiveTable, person: Person, seat: int) -> LiveTable:
        """Before the start whoever may start lets anybody sit down in a seat that was kept for somebody."""
        _expect_may_start(live, person)
        live.seats.at(seat)
        where = and_(SEATS.c.table_id == live.id, SEATS.c.seat == seat, SEATS.c.kept_for.is_not(None))
        freed = update(SEATS).where(where, _before_the_start(live.id)).values(kept_for=None, declined=False, name=None)
        if not await self._changed(live, freed):
            raise ServerTrouble("not-kept")
        return live

    async def leave(self, live: LiveTable, person: Person) -> None:
        """Get up from all one's seats before the start. When nobody is left, the table is cleared away."""
        where = and_(SEATS.c.table_id == live.id, SEATS.c.person == person.id, _before_the_start(live.id))
        if not await self._changed(live, update(SEATS).where(where).values(person=None, name=None)):
            raise TableTrouble("not-at-the-table") if live.status == "open" else ServerTrouble("already-started")
        await self.hand_over(live, person)

    async def hand_over(self, live: LiveTable, person: Person) -> None:
        """Let somebody else be the host of a table before the start, or clear it away when nobody is left."""
        others = [seat.person for seat in live.seats if seat.person is not None]
        if not others:
            cleared = delete(TABLES).where(TABLES.c.id == live.id, TABLES.c.status == "open")
            await self._store.write(lambda connection: connection.execute(cleared))
            self._cache.remove(live.id)
            await self.show_at_earlier_table(live)
        elif live.row.host == person.id:
            await self._changed(live, update(TABLES).where(TABLES.c.id == live.id).values(host=others[0]))

    async def invite(self, live: LiveTable, person: Person) -> str:
        """The secret part of a new invitation link; the old link is void."""
        _expect_host(live, person)
        live.expect_day_over()
        token = secrets.token_urlsafe(18)
        await self._changed(live, update(TABLES).where(TABLES.c.id == live.id).values(invitation=_hidden(token)))
        return token

    async def start(self, live: LiveTable, person: Person) -> LiveTable:
        """Begin to play."""
        live.expect_not_closed()
        _expect_may_start(live, person)
        if live.status != "open":
            raise ServerTrouble("already-started")
        if any(seat.free for seat in live.seats):
            raise ServerTrouble("seats-empty")
        live.see(person.id)
        turn = json.dumps(live.table.state.turn)
        started = update(TABLES).where(TABLES.c.id == live.id, TABLES.c.status == "open")
        values = {"status": "running", "turn": turn, "moved_at": now(), "changes": TABLES.c.changes + 1}

        def write(connection: Connection) -> None:
            self._quota.expect_room_to_start(connection, live)
            if not connection.execute(started.values(**values)).rowcount:
                raise ServerTrouble("already-started")

        await self._store.write(write)
        await self._cache.reload(live.id)
        await self.show_at_earlier_table(live)
        return live

    async def seat_bot(self, live: LiveTable, person: Person, seat: int, bot: str) -> LiveTable:
        """Before the start whoever may start puts a bot into a free seat; later the others let one play for who is
        away."""
        bot_named(bot, live.game.id, ruleset=live.game.ruleset)
        seated = live.seats.at(seat)
        told: list[Executable] = []
        where = and_(SEATS.c.table_id == live.id, SEATS.c.seat == seat)
        if live.status == "open":
            _expect_may_start(live, person)
            if seated.person is not None:
                raise ServerTrouble("seat-taken")
            values = {"bot": bot, "name": NAMES[seat % len(NAMES)], "kept_for": None, "declined": False}
            change = update(SEATS).where(where, SEATS.c.person.is_(None)).values(**values)
        else:
            live.expect_running()
            live.seats.expect_player(person.id)
            if not live.abandoned(seat):
                raise ServerTrouble("not-abandoned")
            change = update(SEATS).where(where, SEATS.c.bot.is_(None)).values(bot=bot)
            told.append(happened(live.id, live.n, seat, "stand-in"))
        if not await self._changed(live, change, *told):
            raise ServerTrouble("seat-taken")
        return live

    async def clear_seat(self, live: LiveTable, person: Person, seat: int) -> LiveTable:
        """Before the start whoever may start frees a bot's seat; later a person takes back a seat that a bot plays."""
        live.seats.at(seat)
        told: list[Executable] = []
        where = and_(SEATS.c.table_id == live.id, SEATS.c.seat == seat, SEATS.c.bot.is_not(None))
        if live.status == "open":
            _expect_may_start(live, person)
            values: dict[str, Any] = {"bot": None, "name": None}
            change = update(SEATS).where(where, SEATS.c.person.is_(None)).values(**values)
        else:
            live.expect_running()
            live.seats.to_take_back(person.id, seat)
            change = update(SEATS).where(where).values(bot=None)
            told.append(happened(live.id, live.n, seat, "back"))
        if not await self._changed(live, change, *told):
            raise ServerTrouble("no-bot-there")
        return live

    async def remove_person(self, live: LiveTable, host: Person, seat: int) -> LiveTable:
        """Before the start the host sends somebody away, who cannot sit down at the table again."""
        _expect_host(live, host)
        person = live.seats.at(seat).person
        if person is None or person == host.id:
            raise ServerTrouble("nobody-else-there")
        where = and_(SEATS.c.table_id == live.id, SEATS.c.person == person, _before_the_start(live.id))

        def send_away(connection: Connection) -> None:
            if not connection.execute(update(SEATS).where(where).values(person=None, name=None)).rowcount:
                raise ServerTrouble("already-started" if live.status != "open" else "nobody-else-there")
            connection.execute(insert(REMOVED).values(table_id=live.id, person=person))
            connection.execute(COUNT_CHANGE, {"table": live.id})

        await self._store.write(send_away)
        await self._cache.reload(live.id)
        await self.show_at_earlier_table(live)
        return live

    async def change_table(self, live: LiveTable, host: Person, wanted: TableChange) -> LiveTable:
        """The host decides anew who may speak."""
        _expect_host(live, host)
        values = {"spectators_chat": wanted.spectators_chat}
        await self._changed(live, update(TABLES).where(TABLES.c.id == live.id).values(**values))
        return live

    async def close_table(self, live: LiveTable, host: Person) -> None:
        """The host lets a table vanish that nobody else has played at."""
        _expect_host(live, host)
        if live.status not in ("open", "running"):
            raise ServerTrouble("not-running")
        if live.status == "running" and any(seat.person not in (None, host.id) for seat in live.seats):
            raise ServerTrouble("others-play")
        if live.is_try:
            raise ServerTrouble("daily-no-closing")
        async with live.lock:  # no bot may be about to write
            others = exists().where(SEATS.c.table_id == live.id, SEATS.c.person.is_not(None), SEATS.c.person != host.id)
            closable = or_(TABLES.c.status == "open", and_(TABLES.c.status == "running", not_(others)))
            cleared = delete(TABLES).where(TABLES.c.id == live.id, closable)
            if not await self._store.write(lambda connection: connection.execute(cleared).rowcount):
                raise ServerTrouble("others-play")
            live.status = "closed"
        self._cache.remove(live.id)
        await self.show_at_earlier_table(live)

    async def resign(self, live: LiveTable, person: Person, seat: int) -> LiveTable:
        """A bot plays on in the seat, which comes last. When nobody is left, the game ends without a winner."""
        live.expect_running()
        live.seats.own(person.id, seat)
        strongest = list(bots_for(live.game.id, ruleset=live.game.ruleset))[-1]
        resigned = (
            update(SEATS)
            .where(SEATS.c.table_id == live.id, SEATS.c.seat == seat, SEATS.c.resigned_at.is_(None))
            .values(bot=strongest, resigned_at=live.table.n)
        )
        left = exists().where(SEATS.c.table_id == live.id, SEATS.c.person.is_not(None), SEATS.c.resigned_at.is_(None))
        deserted = _ended(live, "deserted").where(not_(left))
        told = happened(live.id, live.n, seat, "resigned")
        if not await self._changed(live, resigned, told, deserted, finished(live.id, now())):
            raise TableTrouble("resigned")
        return live

    async def end(self, live: LiveTable, person: Person) -> LiveTable:
        """The only one left of several people ends the game, and has won; no points are counted."""
        live.expect_running()
        live.seats.expect_alone(person.id)
        seat = next(seated.seat for seated in live.seats if seated.person == person.id and seated.resigned_at is None)
        if not await self._changed(live, _ended(live, "alone"), happened(live.id, live.n, seat, "ended")):
            raise ServerTrouble("not-running")
        return live

    async def _changed(self, live: LiveTable, change: Any, *more: Executable) -> bool:
        """Carry out a change of seats or status, and what comes with it; whether it did anything."""

        def carry_out(connection: Connection) -> bool:
            if not connection.execute(change).rowcount:
                return False
            connection.execute(COUNT_CHANGE, {"table": live.id})
            for statement in more:
                connection.execute(statement)
            return True

        changed = await self._store.write(carry_out)
        if changed:
            await self._cache.reload(live.id)
            await self.show_at_earlier_table(live)
        return changed

    async def show_at_earlier_table(self, live: LiveTable) -> None:
        """Let those who are still at the table where they played before see who plays again."""
        earlier: str | None = live.row.rematch_of
        if earlier is None:
            return
        counted = await self._store.write(lambda connection: connection.execute(COUNT_CHANGE, {"table": earlier}))
        if counted.rowcount:
            await self._cache.reload(earlier)

    # ---- Notes

    async def note(self, live: LiveTable, person: Person) -> str:
        """What a person has noted for itself at a table."""
        where = and_(SEATS.c.table_id == live.id, SEATS.c.person == person.id)
        row = await self._store.row(select(SEATS.c.note).where(where).order_by(SEATS.c.seat))
        if row is None:
            raise TableTrouble("not-at-the-table")
        return str(row.note)

    async def write_note(self, live: LiveTable, person: Person, note: str) -> None:
        """Note something for oneself."""
        where = and_(SEATS.c.table_id == live.id, SEATS.c.person == person.id)
        written = update(SEATS).where(where).values(note=note)
        if not await self._store.write(lambda connection: connection.execute(written).rowcount):
            raise TableTrouble("not-at-the-table")


def insert_table(
    connection: Connection,
    game: Game,
    host: Person,
    seats: Sequence[dict[str, Any]],
    seed: str,
    **more: Any,
) -> str:
    """Write a new table and its seats; the table's id."""
    table_id = str(more.get("id") or secrets.token_hex(8))
    values = {
        "id": table_id,
        "game": game.id,
        "ruleset": game.ruleset,
        "options": json.dumps(game.options),
        "seed": seed,
        "commitment": commitment(seed),
        "host": host.id,
        "public": True,
        "invitation": _hidden(secrets.token_urlsafe(18)),
        "status": "open",
        "n": 0,
        "turn": "[]",
        "changes": 0,
        "patience": 3 * 24 * 3600,
        "uploaded": False,
        "counts": True,
        "spectators_chat": True,
        "hints": True,
        "opened_at": now(),
        "moved_at": now(),
    }
    connection.execute(insert(TABLES).values(**{**values, **more}))
    usual = {"table_id": table_id, "note": "", "kept_for": None, "declined": False}
    connection.execute(insert(SEATS), [{**usual, **seat} for seat in seats])
    return table_id


async def seat_rows(store: Store, person: Person, game: Game, wishes: Sequence[SeatChoice]) -> list[dict[str, Any]]:
    """The seats of a new table as they were wished for."""
    await expect_no_account(store, [wish.name for wish in wishes if wish.name], person)
    seats: list[dict[str, Any]] = []
    for seat, wish in enumerate(wishes):
        pending: dict[str, Any] = {"seat": seat, "name": None, "person": None, "bot": None}
        if wish.who == "me":
            pending |= {"person": person.id, "name": clean_name(wish.name) if wish.name else person.name}
        elif wish.who == "bot":
            bot = wish.bot or list(bots_for(game.id))[-1]
            bot_named(bot, game.id)
            pending |= {"bot": bot, "name": NAMES[seat % len(NAMES)]}
        seats.append(pending)
    return seats


def table_info(summary: TableSummary, person: str | None) -> TableInfo:
    """A table as a person sees it from outside; None is somebody unknown."""
    over = summary.status == "finished"
    result: ResultView | None = json.loads(summary.result) if summary.result is not None else None
    row = summary.row
    return TableInfo(
        id=summary.id,
        game=row.game,
        options=json.loads(row.options),
        status="finished" if over else row.status,
        public=row.public,
        hosting=row.host == person,
        may_start=person is not None and _may_start(summary, person),
        host=next((seat.name for seat in summary.seats if seat.person == row.host), None),
        seats=[_seat_info(summary, seat, person) for seat in summary.seats],
        n=summary.n,
        turn=list(summary.turn) if summary.status == "running" else [],
        your_turn=person is not None and summary.awaits(person),
        commitment=row.commitment,
        seed=row.seed if summary.seed_is_open else None,
        result=result,
        ranks=_ranks(summary, result),
        ended=row.ended,
        alone=person is not None and summary.status == "running" and summary.seats.alone(person),
        counted=summary.counts,
        forked_from=row.forked_from,
        forked_at=row.forked_at,
        undo=_undo_info(summary, person),
        patience=row.patience,
        spectators_chat=row.spectators_chat,
        hints=row.hints,
        rematch=summary.rematch,
        rematch_of=row.rematch_of,
        turned=bool(row.turned),
        share=share_info(summary, person),
        put_away=person in summary.put_away,
        day=row.day,
        challenge=row.challenge is not None,
        study=person is not None and summary.is_study_of(person),
        opened_at=row.opened_at,
        moved_at=summary.moved_at,
    )


def _ranks(summary: TableSummary, result: ResultView | None) -> list[int | None] | None:
    """The ranks as they count; none in a game without a winner."""
    early_end = summary.early_end
    if early_end is not None and early_end.places:
        return early_end.ranks(len(summary.seats))
    return None if result is None else [*summary.seats.counted_ranks(result["ranks"])]


def _seat_info(summary: TableSummary, seat: Seated, person: str | None) -> SeatInfo:
    who: Literal["open", "person", "bot"] = "open"
    if seat.person is not None or (summary.row.uploaded and seat.bot is None):
        who = "person"
    elif seat.bot is not None:
        who = "bot"
    kept = seat.free and seat.kept_for is not None
    return SeatInfo(
        seat=seat.seat,
        name=None if kept else seat.name,
        who=who,
        bot=seat.bot,
        yours=person is not None and seat.person == person,
        resigned=seat.resigned_at is not None,
        abandoned=summary.abandoned(seat.seat),
        hints=seat.hints,
        kept_for=seat.name if kept else None,
        kept_for_you=kept and seat.kept_for == person,
        declined=kept and seat.declined,
    )


def _undo_info(summary: TableSummary, person: str | None) -> UndoInfo | None:
    wish = summary.undo
    if wish is None:
        return None
    agreed = person in wish.people
    asks_you = not agreed and person in wish.must_agree
    return UndoInfo(wish.n, wish.seat, len(wish.people), len(wish.must_agree), agreed, asks_you)


def _expect_host(live: LiveTable, person: Person) -> None:
    if live.row.host != person.id:
        raise ServerTrouble("not-the-host")


def _may_start(summary: TableSummary, person: str) -> bool:
    """The host; and where people play again whoever sits there, so that nobody waits for a host who has gone."""
    return bool(summary.row.host == person or (summary.row.rematch_of is not None and summary.seats.of(person)))


def _expect_may_start(live: LiveTable, person: Person) -> None:
    if not _may_start(live, person.id):
        raise ServerTrouble("not-the-host")


def _ended(live: LiveTable, why: EarlyEndKind) -> Update:
    """That people end a game before its rules do."""
    running = update(TABLES).where(TABLES.c.id == live.id, TABLES.c.status == "running")
    return running.values(status="finished", ended=why, moved_at=now())


def _before_the_start(table_id: str) -> Any:
    return exists().where(TABLES.c.id == table_id, TABLES.c.status == "open")


def _was_sent_away(table_id: str, person: str) -> Any:
    return exists().where(REMOVED.c.table_id == table_id, REMOVED.c.person == person)


_OTHER_SEATS = SEATS.alias()


def _sits(table_id: str, person: str) -> Any:
    return exists().where(_OTHER_SEATS.c.table_id == table_id, _OTHER_SEATS.c.person == person)


def _open_to(person: str) -> Any:
    """Whether a seat is kept for nobody else."""
    return or_(SEATS.c.kept_for.is_(None), SEATS.c.kept_for == person, SEATS.c.declined)


def _hidden(token: str) -> str:
    """What is kept of an invitation: who reads the database cannot use it."""
    return commitment(token)
