"""Lessons over the wire. The server keeps nothing of one being taken, only that somebody has been through it."""

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from omnibus.learn import Course, Lesson, LessonRun, course
from omnibus.learn.lessons import PUPIL, BadLesson
from omnibus.rules import game_box
from omnibus.rules.game import IllegalMove
from omnibus.server.accounts import Person
from omnibus.server.messages.learning import (
    LessonAttempt,
    LessonInfo,
    LessonList,
    LessonQuestion,
    LessonSight,
    RefusalReason,
)
from omnibus.server.schema import LESSONS_TAKEN
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble


class Lessons:
    """The lessons there are, given to whoever asks."""

    def __init__(self, store: Store):
        self._store = store
        self._insert = (sqlite if store.sqlite else postgresql).insert(LESSONS_TAKEN).on_conflict_do_nothing()

    async def of(self, game: str, visitor: Person | None) -> LessonList:
        """The lessons of a game, and which of them the visitor has taken."""
        found = _course(game)
        if found is None:
            return LessonList([])
        taken = set() if visitor is None else await self._taken(game, visitor)
        return LessonList(
            [
                LessonInfo(each.id, each.title.texts, list(each.rules), len(each.steps), each.id in taken)
                for each in found.lessons
            ]
        )

    async def attempt(
        self, game: str, name: str, tried: LessonAttempt, visitor: Person | None, language: str
    ) -> LessonSight:
        """Go on with a lesson from where somebody is."""
        run = _run(_lesson(game, name), tried.done)
        sight = _tried(run, tried.move, language)
        if run.step is None and visitor is not None:
            await self._take(visitor, game, name)
        return sight

    def why_not(self, game: str, name: str, asked: LessonQuestion, language: str) -> RefusalReason:
        """Why nothing like that can be done now."""
        return refusal_reason(_run(_lesson(game, name), asked.done).state.why_not_any(PUPIL, asked.about), language)

    async def _take(self, person: Person, game: str, lesson: str) -> None:
        row = {"person": person.id, "game": game, "lesson": lesson, "at": now()}
        await self._store.write(lambda connection: connection.execute(self._insert, row))

    async def _taken(self, game: str, person: Person) -> set[str]:
        own = LESSONS_TAKEN.c.person == person.id, LESSONS_TAKEN.c.game == game
        return {row.lesson for row in await self._store.rows(select(LESSONS_TAKEN.c.lesson).where(*own))}


def _course(game: str) -> Course | None:
    return course(game_box(game).id)


def _lesson(game: str, name: str) -> Lesson:
    found = _course(game)
    lesson = None if found is None else found.lesson(name)
    if lesson is None:
        raise ServerTrouble("no-such-lesson")
    return lesson


def _run(lesson: Lesson, done: list[str | None]) -> LessonRun:
    try:
        return LessonRun(lesson, done)
    except (BadLesson, IllegalMove):
        raise ServerTrouble("lesson-changed") from None


def _tried(run: LessonRun, move: str | None, language: str) -> LessonSight:
    answer, refused = None, None
    if move is not None:
        try:
            answer = run.attempt(move)
        except IllegalMove as refusal:
            refused = refusal_reason(refusal, language)
        except BadLesson:
            raise ServerTrouble("lesson-changed") from None
    step = run.step
    return LessonSight(
        step=len(run.done),
        say=None if step is None else step.say.texts,
        to_do=step is not None and bool(step.wanted),
        right=None if answer is None else answer.right,
        answer=None if answer is None else answer.say.texts,
        refused=refused,
        events=[] if answer is None else [event.seen_by(PUPIL) for event in answer.events],
        view=run.state.view(PUPIL),
    )


def refusal_reason(refusal: IllegalMove | None, language: str) -> RefusalReason:
    """Why something cannot be done, for whoever reads that language."""
    if refusal is None:
        return RefusalReason()
    return RefusalReason(refusal.rule, refusal.text(language), refusal.plain())
