"""Reviews being made: in the background, decision by decision, by one process each, and on where it was left."""

import asyncio
import json
import secrets
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Row, Update, delete, insert, select, update

from omnibus.server.bot_scheduler import BotScheduler, StudyClient
from omnibus.server.bot_workers import BotFailed, Study
from omnibus.server.kept_reviews import SEED, UNDONE, Which, read_review
from omnibus.server.live_table import LiveTable
from omnibus.server.logs import report_fault, warn
from omnibus.server.replay import written_record
from omnibus.server.schema import REVIEWED_DECISIONS, REVIEWS, STUDY_FIGURES
from omnibus.server.store import Store, now
from omnibus.server.study_figures import figures_of
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble
from omnibus.study.judge import judge_of

MOST_AT_ONCE = 4  # in one process, so that those of several people grow side by side
LOOKED_AT = 50  # reviews to choose the next one from
LOOK_SECONDS = 5.0
HELD = 30_000  # milliseconds after which a process that says nothing has died
KEEP_SECONDS = 2.0  # between two writes of what was found out: moves wait for each of them


class HoldLost(Exception):
    """Another process does the review now, or it is gone."""


class ReviewWork:
    """Makes the reviews that were asked for. Each is held by one process; what a dead one held, another takes over."""

    def __init__(self, store: Store, cache: TableCache, bots: BotScheduler, shared: bool):
        self._store = store
        self._cache = cache
        self._bots = bots
        self._shared = shared  # whether other processes make reviews too
        self._name = secrets.token_hex(8)  # of this process among others
        self._doing: dict[Which, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._asked = asyncio.Event()
        self._news: dict[Which, asyncio.Event] = {}

    async def open(self) -> None:
        """Begin, where the server was stopped."""
        if not self._shared:
            # Whoever held them is no more.
            await self._write(update(REVIEWS).where(*UNDONE).values(held_until=0))
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop, and let others go on at once."""
        tasks = [task for task in (self._looking, *self._doing.values()) if task is not None]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self._write(update(REVIEWS).where(REVIEWS.c.held_by == self._name, *UNDONE).values(held_until=0))

    def wake(self) -> None:
        """A review was asked for."""
        self._asked.set()

    async def news(self, which: Which, seconds: float) -> None:
        """Wait until a review has come further, as far as this process knows, but no longer than that."""
        event = self._news.setdefault(which, asyncio.Event())
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            self._news.pop(which, None)  # another process may make it, and would never tell

    def _tell(self, which: Which) -> None:
        event = self._news.pop(which, None)
        if event is not None:
            event.set()

    # ---- Which to make

    async def _look(self) -> None:
        while True:
            self._asked.clear()
            try:
                await self._hold_on()
                await self._begin_some()
            except Exception as fault:
                report_fault("reviews could not be looked for", fault)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._asked.wait()

    async def _hold_on(self) -> None:
        if self._doing:
            mine = update(REVIEWS).where(REVIEWS.c.held_by == self._name, *UNDONE)
            await self._write(mine.values(held_until=now() + HELD))

    async def _begin_some(self) -> None:
        while len(self._doing) < MOST_AT_ONCE:
            row = await self._store.row(select(REVIEWS.c.table_id).where(*UNDONE, REVIEWS.c.held_until <= now()))
            taken = None if row is None else await self._store.write(self._take)
            if taken is None:
                return
            which = Which(taken.table_id, taken.hindsight)
            self._doing[which] = asyncio.create_task(self._do(which, taken))
            self._tell(which)

    def _take(self, connection: Connection) -> Row[Any] | None:
        """Hold a review that nobody holds: one of somebody for whom the fewest are being made, the first asked for."""
        undone = connection.execute(select(REVIEWS).where(*UNDONE).order_by(REVIEWS.c.asked_at).limit(LOOKED_AT)).all()
        moment = now()
        served = Counter(row.asked_by for row in undone if row.held_until > moment)
        free = [row for row in undone if row.held_until <= moment]
        for row in sorted(free, key=lambda row: served[row.asked_by]):
            this = Which(row.table_id, row.hindsight).row()
            held = update(REVIEWS).where(this, *UNDONE, REVIEWS.c.held_until <= moment)
            if connection.execute(held.values(held_by=self._name, held_until=moment + HELD)).rowcount:
                return row
        return None

    async def _do(self, which: Which, row: Row[Any]) -> None:
        try:
            await self._review(which, row)
        except HoldLost:
            pass
        except BotFailed as failed:
            warn("a review failed", table=which.table, why=str(failed))
            await self._failed(which)
        except ServerTrouble as refusal:
            warn("a review could not be made", table=which.table, code=refusal.code)
            await self._failed(which)
        except Exception as fault:
            report_fault("a review failed", fault, table=which.table)
            await self._failed(which)
        finally:
            del self._doing[which]
            self._tell(which)
            self._asked.set()

    async def _failed(self, which: Which) -> None:
        failed = update(REVIEWS).where(which.row(), REVIEWS.c.held_by == self._name)
        with suppress(Exception):  # the database may be what failed: then the hold runs out
            await self._write(failed.values(failures=REVIEWS.c.failures + 1, held_until=0))

    # ---- One of them

    async def _review(self, which: Which, row: Row[Any]) -> None:
        live = await self._cache.get(which.table)
        record = await asyncio.to_thread(written_record, live)
        client = StudyClient(row.asked_by or "")
        judge = (await asyncio.to_thread(judge_of, live.game.id)).name
        if row.judge != judge:
            await self._store.write(lambda connection: self._begin_anew(connection, which, judge))
        course = row.course and json.loads(row.course)
        if course is None:
            course = await self._bots.study(client, {"do": "course", "record": record})
            counted = {"course": _json(course), "of": len(course["decisions"])}
            await self._store.write(lambda connection: self._hold(connection, which, **counted))
            self._tell(which)
        known = await self._store.rows(select(REVIEWED_DECISIONS.c.n).where(which.decisions()))
        done = {each.n for each in known}
        question = {"do": "decision", "record": record, "budget": row.budget, "seed": SEED}
        question["hindsight"] = which.hindsight
        left = deque({**question, "n": n} for n, _ in course["decisions"] if n not in done)
        await self._weigh(which, client, left)
        await self._finish(which, live)

    async def _weigh(self, which: Which, client: StudyClient, left: deque[Study]) -> None:
        """Weigh decisions, as many at once as can be, and keep what was found out."""
        running: set[asyncio.Task[Study]] = set()
        fresh: list[Study] = []
        kept_at = 0.0
        try:
            while left or running:
                while left and len(running) < self._bots.studies_at_once:
                    running.add(asyncio.create_task(self._bots.study(client, left.popleft())))
                finished, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                fresh += [task.result() for task in finished]
                if time.monotonic() - kept_at >= KEEP_SECONDS or not (left or running):
                    await self._keep(which, fresh)
                    fresh, kept_at = [], time.monotonic()
        finally:
            for task in running:
                task.cancel()

    async def _keep(self, which: Which, fresh: Sequence[Study]) -> None:
        rows = []
        for weighed in fresh:
            candidates = weighed.pop("candidates")
            texts = {"weighed": _json(weighed), "candidates": _json(candidates)}
            rows.append({"table_id": which.table, "hindsight": which.hindsight, "n": weighed["n"], **texts})

        def write(connection: Connection) -> None:
            self._hold(connection, which, done=REVIEWS.c.done + len(rows), failures=0)
            connection.execute(insert(REVIEWED_DECISIONS), rows)

        await self._store.write(write)
        self._tell(which)

    async def _finish(self, which: Which, live: LiveTable) -> None:
        figures = [] if which.hindsight else figures_of(live, await read_review(self._store, which, live))

        def write(connection: Connection) -> None:
            self._hold(connection, which, finished_at=now())
            if not which.hindsight:
                connection.execute(delete(STUDY_FIGURES).where(STUDY_FIGURES.c.table_id == which.table))
            if figures:
                connection.execute(insert(STUDY_FIGURES), figures)

        await self._store.write(write)

    def _begin_anew(self, connection: Connection, which: Which, judge: str) -> None:
        """Half a review by another judge is none."""
        self._hold(connection, which, judge=judge, done=0)
        connection.execute(delete(REVIEWED_DECISIONS).where(which.decisions()))

    def _hold(self, connection: Connection, which: Which, **values: Any) -> None:
        """Write something about a review that this process holds, and hold it on."""
        mine = update(REVIEWS).where(which.row(), REVIEWS.c.held_by == self._name, *UNDONE)
        if not connection.execute(mine.values(held_until=now() + HELD, **values)).rowcount:
            raise HoldLost

    async def _write(self, statement: Update) -> None:
        await self._store.write(lambda connection: connection.execute(statement))


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
