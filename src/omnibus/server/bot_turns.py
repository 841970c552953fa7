"""The bots at the tables: whenever it is a bot's turn, it is asked for a move."""

import asyncio
import hmac
import json

from sqlalchemy import and_, exists, func, not_, select

from omnibus.bots.bot import Memory
from omnibus.daily import bot_luck
from omnibus.rules.game import IllegalMove
from omnibus.server.bot_scheduler import BotClient, BotScheduler
from omnibus.server.bot_workers import BotFailed, any_legal_move
from omnibus.server.commands import Commands
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import report_fault, warn
from omnibus.server.ply_writer import BotMemory
from omnibus.server.schema import BOT_MEMORIES, SEAT_IS_TO_MOVE, SEATS, TABLES
from omnibus.server.store import Store, now
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply
from omnibus.table.trouble import TableTrouble

MOST_RESUMED_AT_ONCE = 50


class BotTurns:
    """Lets bots move as soon as it is their turn."""

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        commands: Commands,
        bots: BotScheduler,
        key: bytes,
        orphaned_after: int,  # milliseconds in which the process that was asked would have answered
    ):
        self._store = store
        self._cache = cache
        self._commands = commands
        self._bots = bots
        self._key = key
        self._orphaned_after = orphaned_after
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def stop(self) -> None:
        """Stop thinking, also about what comes of moves that are being written down."""
        self._stopped = True
        for task in list(self._tasks):
            task.cancel()

    def start_due(self, live: LiveTable) -> None:
        """Let the bots whose turn it is think."""
        if self._stopped or live.status != "running":
            return
        due = live.bots_due
        if not due or live.seats.forsaken() or (self._bots.unattended_full and not live.present()):
            return
        for seat in due:
            if seat not in live.thinking:
                live.thinking.add(seat)
                task = asyncio.create_task(self._take_turn(live, seat))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take_turn(self, live: LiveTable, seat: int) -> None:
        try:
            await self._move(live, seat)
        except (TableTrouble, ServerTrouble) as refusal:
            if refusal.code == "no-such-table":
                self._cache.drop(live.id)
                return
            # Another process has moved, the person is back, or the move was taken back: whoever did it goes on. Or
            # people have ended the game.
            if refusal.code not in ("stale", "table-closed", "not-running"):
                warn("a bot could not move", table=live.id, code=refusal.code)
        except IllegalMove as refusal:
            warn("a bot wanted an illegal move", table=live.id, rule=refusal.rule)
        except Exception as fault:
            report_fault("a bot's move failed", fault, table=live.id)
            return
        finally:
            live.thinking.discard(seat)
        self.start_due(live)

    async def _move(self, live: LiveTable, seat: int) -> None:
        n, bot = live.table.n, live.seats[seat].bot
        if bot is None:
            return
        view, luck = live.table.state.view(seat), self._luck(live, seat)
        try:
            client = BotClient(live.row.host, live.present)
            move, memory, _ = await self._bots.think(client, bot, view, luck, await self._memory_of(live, seat, bot))
        except BotFailed as failed:
            warn("a bot failed twice; a random move is played", table=live.id, bot=bot, why=str(failed))
            move, memory = any_legal_move(view, luck), None
        if live.table.state.why_not(seat, move) is not None and live.table.n == n:
            warn("a bot wanted an illegal move; a random one is played", table=live.id, bot=bot)
            move, memory = any_legal_move(view, luck), None

        def decided() -> Ply:
            live.expect_running()
            if live.seats[seat].bot != bot:
                raise TableTrouble("stale", n=n, last=live.table.n)
            live.table.check(seat, n, move)
            return Ply(live.table.n + 1, seat, move)

        async with live.lock:
            await self._commands.append(
                live, decided, BotMemory(bot, json.dumps(memory)) if memory is not None else None
            )

    def _luck(self, live: LiveTable, seat: int) -> str:
        """A bot's luck is its own, not that of the deal; but where several play the same deal, it is the same too."""
        if live.row.day is not None or live.row.challenge is not None:
            return bot_luck(live.seed, seat, live.table.decisions_of(seat))
        return hmac.digest(self._key, f"bot/{live.id}/{live.n}/{seat}".encode(), "sha256").hex()

    async def _memory_of(self, live: LiveTable, seat: int, bot: str) -> Memory:
        """What a bot handed back with the seat's last move, if that one stands and was its own. With the deal of the
        day every bot thinks afresh."""
        last = live.table.last_move_of(seat)
        if last is None or live.row.day is not None:
            return None
        at = BOT_MEMORIES.c.table_id == live.id, BOT_MEMORIES.c.seat == seat, BOT_MEMORIES.c.n == last.n
        row = await self._store.row(select(BOT_MEMORIES.c.memory).where(*at, BOT_MEMORIES.c.bot == bot))
        return None if row is None else json.loads(row.memory)

    def resume(self, live: LiveTable) -> None:
        """Go on at a table that somebody comes to, if its bots were left waiting."""
        if live.moved_at <= now() - self._orphaned_after:
            self.start_due(live)

    async def resume_orphaned(self) -> None:
        """Go on at some tables where a bot has been to move for so long that nobody can have asked it."""
        await self.resume_waiting(now() - self._orphaned_after)

    async def resume_waiting(self, waiting_since: int) -> None:
        """Go on at some tables where a bot has been to move since then."""
        bot_due = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.bot.is_not(None), SEAT_IS_TO_MOVE)
        here = SEATS.c.table_id == TABLES.c.id, SEATS.c.person.is_not(None), SEATS.c.resigned_at.is_(None)
        forsaken = and_(exists().where(*here), not_(exists().where(*here, SEATS.c.bot.is_(None))))
        waiting = select(TABLES.c.id).where(TABLES.c.status == "running", TABLES.c.moved_at <= waiting_since)
        waiting = waiting.where(bot_due, not_(forsaken))
        # Any of them: those that waited longest may be the ones where a bot fails.
        for row in await self._store.rows(waiting.order_by(func.random()).limit(MOST_RESUMED_AT_ONCE)):
            self.start_due(await self._cache.fresh(row.id))
