"""The study board: what the legal moves are worth now, in a game that somebody only tries out."""

import asyncio
import hmac
from typing import NamedTuple

import msgspec

from omnibus.rules.game import View
from omnibus.server.bot_scheduler import BotScheduler, NoLongerWanted, StudyClient
from omnibus.server.bot_workers import BotFailed
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import warn
from omnibus.server.messages.reviews import PositionWorths, WorthQuestion
from omnibus.server.trouble import ServerTrouble
from omnibus.study.judge import has_judge, judge_of
from omnibus.table.trouble import TableTrouble

PATIENCE = 30.0  # where many are studied
PART_OF_REVIEW = 0.5  # of the tries that a review has for a decision: people wait for it


class _Position(NamedTuple):
    table: str
    n: int
    seat: int


class StudyBoard:
    """Weighs the position that a person looks at; where the person has moved on, nobody weighs it any more."""

    def __init__(self, bots: BotScheduler, key: bytes, tries: int | None):
        self._bots = bots
        self._key = key
        self._tries = tries  # of moves for each decision of a review; none leaves it to the judge
        self._looked_at: dict[str, _Position] = {}  # by person, while it is weighed
        self._weighing: dict[_Position, asyncio.Task[PositionWorths]] = {}

    async def worths(self, live: LiveTable, person: str, asked: WorthQuestion) -> PositionWorths:
        """What every legal move of a seat is worth, from what the seat knows."""
        live.expect_running()
        live.expect_hints()
        live.seats.to_play(person, asked.seat)
        if not live.is_study_of(person):
            raise ServerTrouble("not-for-study")
        if asked.seat not in live.turn:
            raise ServerTrouble("not-your-turn", seat=asked.seat)
        if asked.n != live.n:
            raise TableTrouble("stale", n=asked.n, last=live.n)
        if not await asyncio.to_thread(has_judge, live.game.id):
            raise ServerTrouble("no-judge")
        position = _Position(live.id, asked.n, asked.seat)
        self._looked_at[person] = position
        task = self._weighing.get(position)
        if task is None:
            view: View = live.table.state.view(asked.seat)
            task = self._weighing[position] = asyncio.create_task(self._weigh(live, person, position, view))
            task.add_done_callback(lambda _: self._over(person, position))
        return await asyncio.shield(task)

    def _over(self, person: str, position: _Position) -> None:
        self._weighing.pop(position, None)
        if self._looked_at.get(person) == position:
            del self._looked_at[person]

    async def _weigh(self, live: LiveTable, person: str, position: _Position, view: View) -> PositionWorths:
        def wanted() -> bool:
            return live.n == position.n and self._looked_at.get(person) == position

        tries = self._tries or judge_of(live.game.id).budget
        seed = hmac.digest(self._key, "/".join(map(str, position)).encode(), "sha256").hex()
        question = {"do": "position", "view": view, "budget": round(PART_OF_REVIEW * tries), "seed": seed}
        try:
            async with asyncio.timeout(PATIENCE):
                weighed = await self._bots.study(StudyClient(person, at_once=True, wanted=wanted), question)
        except NoLongerWanted:
            raise ServerTrouble("asked-again") from None
        except (BotFailed, TimeoutError) as failed:
            warn("a position could not be weighed", table=live.id, why=str(failed) or "too busy")
            raise ServerTrouble("no-worth") from None
        unit = "points" if len(live.seats) == 1 else "share"
        return msgspec.convert({"n": position.n, "seat": position.seat, "unit": unit, **weighed}, PositionWorths)
