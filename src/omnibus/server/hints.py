"""Advice: what the strongest bot would do in a person's place, knowing no more than that person."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable

from omnibus.bots import strongest_bot
from omnibus.bots.bot import texts
from omnibus.server.bot_scheduler import BotClient, BotScheduler
from omnibus.server.bot_workers import BotFailed
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import warn
from omnibus.server.messages import Hint
from omnibus.server.trouble import ServerTrouble

PATIENCE = 30.0  # where many are thinking
MOST_AT_ONCE = 2  # for one person


class Hints:
    """Puts the view of a person's seat before a bot, as if the bot sat there."""

    def __init__(self, bots: BotScheduler, key: bytes, take: Callable[[LiveTable, int, int, int], Awaitable[None]]):
        self._bots = bots
        self._key = key
        self._take = take  # lets everyone see that a seat takes advice
        self._thinking: dict[tuple[str, str, int, int], asyncio.Task[Hint]] = {}

    async def hint(self, live: LiveTable, person: str, seat: int) -> Hint:
        """What the bot would do now. Whoever asks twice while it thinks gets the same answer."""
        live.expect_running()
        live.expect_hints()
        live.seats.to_play(person, seat)
        if seat not in live.turn:
            raise ServerTrouble("not-your-turn", seat=seat)
        asked = person, live.id, live.n, seat
        task = self._thinking.get(asked)
        if task is None:
            if sum(asker == person for asker, *_ in self._thinking) >= MOST_AT_ONCE:
                raise ServerTrouble("no-hint")
            task = self._thinking[asked] = asyncio.create_task(self._think(live, person, seat))
            task.add_done_callback(lambda _: self._thinking.pop(asked, None))
        return await asyncio.shield(task)

    async def _think(self, live: LiveTable, person: str, seat: int) -> Hint:
        n, asked_at, view = live.n, live.table.asked_at(seat), live.table.state.view(seat)
        luck = hmac.digest(self._key, f"hint/{live.id}/{n}/{seat}".encode(), "sha256").hex()
        client = BotClient(person, lambda: (person,), hint=True)
        try:
            async with asyncio.timeout(PATIENCE):
                move = (await self._bots.think(client, strongest_bot(view["game"], view["ruleset"]), view, luck)).move
        except (BotFailed, TimeoutError) as failed:
            warn("a bot had no advice", table=live.id, why=str(failed) or "too busy")
            raise ServerTrouble("no-hint") from None
        if move not in texts(view):
            warn("a bot advised an illegal move", table=live.id)
            raise ServerTrouble("no-hint")
        await self._take(live, seat, n, asked_at)
        return Hint(n, move)
