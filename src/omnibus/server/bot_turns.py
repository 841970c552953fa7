"""The bots at the tables: whenever it is a bot's turn, it is asked for a move."""

import asyncio
import hmac
import json

from sqlalchemy import select

from omnibus.bots.bot import Memory
from omnibus.rules.game import IllegalMove
from omnibus.server.bot_workers import BotFailed, BotRunner, any_legal_move
from omnibus.server.commands import Commands
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import report_fault, warn
from omnibus.server.ply_writer import BotMemory
from omnibus.server.schema import BOT_MEMORIES, SEATS, TABLES
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble
from omnibus.table.log import Ply
from omnibus.table.trouble import TableTrouble


class BotTurns:
    """Lets bots move as soon as it is their turn."""

    def __init__(self, store: Store, cache: TableCache, commands: Commands, bot_runner: BotRunner, key: bytes):
        self._store = store
        self._cache = cache
        self._commands = commands
        self._bot_runner = bot_runner
        self._key = key
        self._tasks: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Stop thinking."""
        for task in list(self._tasks):
            task.cancel()

    def start_due(self, live: LiveTable) -> None:
        """Let the bots whose turn it is think."""
        if live.status != "running":
            return
        for seat in live.table.state.turn:
            if live.seats[seat].bot is not None and seat not in live.thinking:
                live.thinking.add(seat)
                task = asyncio.create_task(self._take_turn(live, seat))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take_turn(self, live: LiveTable, seat: int) -> None:
        try:
            await self._move(live, seat)
        except (TableTrouble, ServerTrouble) as refusal:
            # Another process has moved, the person is back, or the move was taken back: whoever did it goes on.
            if refusal.code != "stale":
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
        view = live.table.state.view(seat)
        # Its luck is its own: it must not be drawn from the seed of the deal.
        luck = hmac.digest(self._key, f"bot/{live.id}/{n}/{seat}".encode(), "sha256").hex()
        try:
            move, memory = await self._bot_runner.think(bot, view, luck, await self._memory_of(live, seat, bot))
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

    async def _memory_of(self, live: LiveTable, seat: int, bot: str) -> Memory:
        """What a bot handed back with the seat's last move, if that one stands and was its own."""
        last = live.table.last_move_of(seat)
        if last is None:
            return None
        at = BOT_MEMORIES.c.table_id == live.id, BOT_MEMORIES.c.seat == seat, BOT_MEMORIES.c.n == last.n
        row = await self._store.row(select(BOT_MEMORIES.c.memory).where(*at, BOT_MEMORIES.c.bot == bot))
        return None if row is None else json.loads(row.memory)

    async def resume_waiting(self, waiting_since: int) -> None:
        """Go on at all tables where a bot has been to move since then: after a restart, or if another process died."""
        bots = select(TABLES.c.id, TABLES.c.turn, SEATS.c.seat).join(SEATS, SEATS.c.table_id == TABLES.c.id)
        waiting = bots.where(SEATS.c.bot.is_not(None), TABLES.c.status == "running", TABLES.c.moved_at <= waiting_since)
        rows = await self._store.rows(waiting)
        for table_id in {row.id for row in rows if row.seat in json.loads(row.turn)}:
            self.start_due(await self._cache.fresh(table_id))
