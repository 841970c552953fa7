"""Advice: what the strongest bot would do in a person's place, knowing no more than that person."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from omnibus.bots import strongest_bot
from omnibus.bots.bot import Answer, texts
from omnibus.bots.reasons import NextBest, Reason, in_words, next_best, reasons_for
from omnibus.rules.game import View
from omnibus.server.bot_scheduler import BotClient, BotScheduler
from omnibus.server.bot_workers import BotFailed
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import report_fault, warn
from omnibus.server.messages.play import Hint, NextBestMove
from omnibus.server.trouble import ServerTrouble

PATIENCE = 30.0  # where many are thinking
MOST_AT_ONCE = 2  # for one person


class Advice(NamedTuple):
    """A hint in no language yet."""

    n: int
    game: str
    move: str
    reasons: list[Reason]
    next_best: NextBest | None

    def told(self, language: str) -> Hint:
        """The hint in that language."""
        compared = None if self.next_best is None else NextBestMove(*self.next_best)
        return Hint(self.n, self.move, in_words(self.game, self.reasons, language), compared)


class Hints:
    """Puts the view of a person's seat before a bot, as if the bot sat there."""

    def __init__(self, bots: BotScheduler, key: bytes, take: Callable[[LiveTable, int, int, int], Awaitable[None]]):
        self._bots = bots
        self._key = key
        self._take = take  # lets everyone see that a seat takes advice
        self._thinking: dict[tuple[str, str, int, int], asyncio.Task[Advice]] = {}

    async def hint(self, live: LiveTable, person: str, seat: int, language: str) -> Hint:
        """What the bot would do now, and why. Whoever asks twice while it thinks gets the same answer."""
        live.expect_running()
        live.expect_hints()
        live.seats.to_play(person, seat)
        if seat not in live.turn:
            raise ServerTrouble("not-your-turn", seat=seat)
        asked = person, live.id, live.n, seat
        task = self._thinking.get(asked)
        if task is None:
            if sum(asker == person for asker, *_ in self._thinking) >= MOST_AT_ONCE:
                raise ServerTrouble("too-often")
            task = self._thinking[asked] = asyncio.create_task(self._think(live, person, seat))
            task.add_done_callback(lambda _: self._thinking.pop(asked, None))
        return (await asyncio.shield(task)).told(language)

    async def _think(self, live: LiveTable, person: str, seat: int) -> Advice:
        n, asked_at, view = live.n, live.table.asked_at(seat), live.table.state.view(seat)
        luck = hmac.digest(self._key, f"hint/{live.id}/{n}/{seat}".encode(), "sha256").hex()
        client = BotClient(person, lambda: (person,), hint=True)
        try:
            async with asyncio.timeout(PATIENCE):
                bot = strongest_bot(view["game"], view["ruleset"])
                answer = await self._bots.think(client, bot, view, luck)
        except (BotFailed, TimeoutError) as failed:
            warn("a bot had no advice", table=live.id, why=str(failed) or "too busy")
            raise ServerTrouble("no-hint") from None
        if answer.move not in texts(view):
            warn("a bot advised an illegal move", table=live.id)
            raise ServerTrouble("no-hint")
        # Some games play a few rounds in the mind to find out what speaks for a move: a few milliseconds.
        reasons = await asyncio.to_thread(_reasons, view, answer, luck)
        await self._take(live, seat, n, asked_at)
        return Advice(n, view["game"], answer.move, reasons, next_best(view, answer))


def _reasons(view: View, answer: Answer, luck: str) -> list[Reason]:
    """What speaks for the move; nothing if that cannot be found out, for the move is good without."""
    try:
        return reasons_for(view, answer, Random(luck))
    except Exception as fault:
        report_fault("a bot's move could not be explained", fault)
        return []
