"""Advice: what the strongest bot would do in a person's place, knowing no more than that person."""

import asyncio
import hmac

from omnibus.bots import strongest_bot
from omnibus.bots.bot import texts
from omnibus.server.bench import BotFailed, Thinkers
from omnibus.server.club import Sitting
from omnibus.server.logs import warn
from omnibus.server.messages import Hint
from omnibus.server.trouble import ServerTrouble

PATIENCE = 30.0  # with a bench where many are thinking
MOST_AT_ONCE = 16  # the bots at the tables need the workers too


class Adviser:
    """Puts the view of a person's seat before a bot, as if the bot sat there."""

    def __init__(self, bench: Thinkers, key: bytes):
        self._bench = bench
        self._key = key
        self._thinking: dict[tuple[str, int, int], asyncio.Task[Hint]] = {}

    async def hint(self, sitting: Sitting, person: str, seat: int) -> Hint:
        """What the bot would do now. Whoever asks twice while it thinks gets the same answer."""
        sitting.expect_running()
        sitting.seats.to_play(person, seat)
        if seat not in sitting.turn:
            raise ServerTrouble("not-your-turn", seat=seat)
        asked = sitting.id, sitting.n, seat
        task = self._thinking.get(asked)
        if task is None:
            if len(self._thinking) >= MOST_AT_ONCE:
                raise ServerTrouble("no-hint")
            task = self._thinking[asked] = asyncio.create_task(self._think(sitting, seat))
            task.add_done_callback(lambda _: self._thinking.pop(asked, None))
        return await asyncio.shield(task)

    async def _think(self, sitting: Sitting, seat: int) -> Hint:
        n, view = sitting.n, sitting.table.state.view(seat)
        luck = hmac.digest(self._key, f"hint/{sitting.id}/{n}/{seat}".encode(), "sha256").hex()
        try:
            async with asyncio.timeout(PATIENCE):
                move = (await self._bench.think(strongest_bot(view["game"]), view, luck)).move
        except (BotFailed, TimeoutError) as failed:
            warn("a bot had no advice", table=sitting.id, why=str(failed) or "too busy")
            raise ServerTrouble("no-hint") from None
        if move not in texts(view):
            warn("a bot advised an illegal move", table=sitting.id)
            raise ServerTrouble("no-hint")
        return Hint(n, move)
