"""Reviews of finished games, for those who ask: what every move was worth, as far as that is found out."""

import asyncio
import time
from collections.abc import Iterable
from typing import Any, Literal, cast

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from omnibus.rules.game import Game, MoveData
from omnibus.server.accounts import Person
from omnibus.server.kept_reviews import UNDONE, Which, read_review, state_of
from omnibus.server.limits import Limits
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.common import Problem
from omnibus.server.messages.reviews import CandidateWorth, DecisionWorths, Review, ReviewStatus, ReviewWish
from omnibus.server.review_work import ReviewWork
from omnibus.server.schema import PEOPLE, REVIEWED_DECISIONS, REVIEWS, TABLES
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble
from omnibus.study.judge import Judge, has_judge, judge_of
from omnibus.study.review import Review as PlainReview

MOST_WAITING = 500  # of everybody
MOST_WAITING_EACH = 3
REVIEWS_KEPT = 20  # ready to be sent: those that many look at
LOOK_SECONDS = 1.0  # after which it is asked whether another process has come further


class Reviews:
    """Takes wishes for reviews, and tells how far they have come."""

    def __init__(self, store: Store, work: ReviewWork, limits: Limits, times: float, tries: int | None):
        self._store = store
        self._work = work
        self._limits = limits
        self._times = times  # the usual numbers
        self._tries = tries  # of moves for each decision; none leaves it to the judge
        self._kept: dict[Which, tuple[tuple[Any, ...], Review]] = {}  # the one asked for last stands last

    # ---- Asking

    async def ask(self, live: LiveTable, person: Person, address: str, wish: ReviewWish) -> None:
        """Let a review be made, unless it is there or on its way."""
        which = Which(live.id, wish.hindsight)
        refusal = await self._why_not(live, person.id, wish.hindsight)
        if refusal is not None:
            raise refusal
        judge = await _judge(live)
        if not _to_be_made(await self._row(which), judge, wish.again):
            return
        await self._limits.reviews.spend(person.id)
        await self._limits.reviews_of_address.spend(address)
        await self._store.write(lambda connection: self._insert(connection, which, person.id, judge, wish.again))
        self._work.wake()

    def _insert(self, connection: Connection, which: Which, person: str, judge: Judge, again: bool) -> None:
        # Several processes may ask at once: whoever comes second waits for the first.
        connection.execute(select(TABLES.c.id).where(TABLES.c.id == which.table).with_for_update())
        connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update())
        row = connection.execute(select(REVIEWS).where(which.row())).first()
        if not _to_be_made(row, judge, again):
            return
        self._expect_room(connection, person)
        asked = {"asked_by": person, "asked_at": now(), "held_until": 0, "failures": 0}
        if state_of(row) == "failed":
            connection.execute(update(REVIEWS).where(which.row()).values(**asked))
            return
        connection.execute(delete(REVIEWS).where(which.row()))
        made = {"judge": judge.name, "budget": self._tries or judge.budget, "done": 0, "of": 0}
        this = {"table_id": which.table, "hindsight": which.hindsight}
        connection.execute(insert(REVIEWS).values(**this, **asked, **made))

    def _expect_room(self, connection: Connection, person: str) -> None:
        waiting = select(func.count()).select_from(REVIEWS).where(*UNDONE)
        most = max(1, int(MOST_WAITING_EACH * self._times))
        if connection.execute(waiting.where(REVIEWS.c.asked_by == person)).scalar_one() >= most:
            raise ServerTrouble("too-many-reviews", most=most)
        if connection.execute(waiting).scalar_one() >= max(1, int(MOST_WAITING * self._times)):
            raise ServerTrouble("reviews-full")

    async def _why_not(self, live: LiveTable, person: str | None, hindsight: bool) -> ServerTrouble | None:
        """Why somebody who may look back at a game cannot have it reviewed."""
        if live.status != "finished":
            return ServerTrouble("table-closed" if live.status == "closed" else "not-over")
        if live.result is None:
            return ServerTrouble("review-ended-early")
        if not await asyncio.to_thread(has_judge, live.game.id):
            return ServerTrouble("no-judge")
        if hindsight and not live.game.hides:
            return ServerTrouble("nothing-hidden")
        if person is None:
            return ServerTrouble("not-signed-in")
        if not (live.row.public or live.row.uploaded or live.seats.of(person)):
            return ServerTrouble("review-not-yours")
        return None

    # ---- Telling

    async def wait(self, which: Which, known: int, seconds: float) -> bool:
        """Wait until a review has come to another number of decisions; whether there was anything to wait for."""
        until = time.monotonic() + seconds
        waited = False
        while (left := until - time.monotonic()) > 0:
            row = await self._row(which)
            if row is None or row.done != known or state_of(row) not in ("waiting", "running"):
                break
            waited = True
            await self._work.news(which, min(left, LOOK_SECONDS))
        return waited

    async def status(self, live: LiveTable, person: str | None, hindsight: bool, language: str) -> ReviewStatus:
        """How far a review has come."""
        which = Which(live.id, hindsight)
        row = await self._row(which)
        state = state_of(row)
        better = row is not None and state == "done" and row.judge != (await _judge(live)).name
        may_be_made = better or state in ("none", "failed")
        refusal = await self._why_not(live, person, hindsight) if may_be_made else None
        return ReviewStatus(
            state=state,
            done=0 if row is None else row.done,
            of=0 if row is None else row.of,
            ahead=await self._ahead(row) if row is not None and state == "waiting" else 0,
            refusal=None if refusal is None else Problem(refusal.code, refusal.text(language)),
            better_judge=better,
            review=None if row is None or row.course is None else await self._review(which, row, live),
        )

    async def decision(self, live: LiveTable, hindsight: bool, n: int) -> DecisionWorths:
        """What every legal move was worth at a decision."""
        this = Which(live.id, hindsight).decisions(), REVIEWED_DECISIONS.c.n == n
        row = await self._store.row(select(REVIEWED_DECISIONS).where(*this))
        if row is None:
            raise ServerTrouble("no-such-decision")
        candidates = msgspec.json.decode(row.candidates, type=list[CandidateWorth])
        told = {**msgspec.json.decode(row.weighed), "candidates": candidates, "legal": []}
        worths = msgspec.convert(told, DecisionWorths)
        worths.legal = _as_data((each.move for each in candidates), live.game)
        return worths

    async def _row(self, which: Which) -> Row[Any] | None:
        return await self._store.row(select(REVIEWS).where(which.row()))

    async def _ahead(self, row: Row[Any]) -> int:
        earlier = REVIEWS.c.asked_at < row.asked_at, REVIEWS.c.held_until <= now()
        found = await self._store.row(select(func.count().label("ahead")).select_from(REVIEWS).where(*UNDONE, *earlier))
        return 0 if found is None else int(found.ahead)

    async def _review(self, which: Which, row: Row[Any], live: LiveTable) -> Review:
        """A review ready to be sent; many may look at the same one."""
        as_of = row.judge, row.asked_at, row.done
        kept = self._kept.pop(which, None)
        if kept is None or kept[0] != as_of:
            told = await read_review(self._store, which, live)
            kept = as_of, await asyncio.to_thread(_message, told, live.game)
        self._kept[which] = kept
        if len(self._kept) > REVIEWS_KEPT:
            del self._kept[next(iter(self._kept))]
        return kept[1]


def _to_be_made(row: Row[Any] | None, judge: Judge, again: bool) -> bool:
    """Whether asking for a review brings a new one: it is never done twice by the same judge."""
    state = state_of(row)
    return state in ("none", "failed") or (again and row is not None and state == "done" and row.judge != judge.name)


async def _judge(live: LiveTable) -> Judge:
    """Loaded elsewhere the first time: its parts take a moment."""
    return await asyncio.to_thread(judge_of, live.game.id)


def _message(told: PlainReview, game: Game) -> Review:
    decisions = [{"everyone": None, **each} for each in told["decisions"]]
    sent = {
        "thresholds": told["thresholds"][told["unit"]],
        "decisions": decisions,
        "luck_name": _luck_name(told),
        "moves": [],
    }
    review = msgspec.convert({**told, **sent}, Review)
    review.moves = _as_data((text for each in decisions for text in (each["move"], each["best"])), game)
    return review


def _as_data(moves: Iterable[str], game: Game) -> list[MoveData]:
    """Moves as clients read them, each once. (Converting would leave of them what all games have in common.)"""
    return [cast(MoveData, game.move(text).plain()) for text in dict.fromkeys(moves)]


def _luck_name(told: PlainReview) -> Literal["luck", "cards", "others"]:
    """What luck is called: where nothing is drawn it is the others, where nobody else plays the cards."""
    if len(told["seats"]) == 1:
        return "cards"
    return "luck" if told["drawn"] else "others"
