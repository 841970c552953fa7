"""The lessons of every game: what they teach is legal and all that a first game needs, in ten minutes at most."""

import pytest

from omnibus.learn import LessonRun, course
from omnibus.learn.lessons import BadLesson, Course, Lesson
from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import LANGUAGES
from omnibus.rules.shelf import GAMES

MINUTES, WORDS_A_MINUTE, SECONDS_A_STEP = 10, 200, 5
COURSES = [found for game in GAMES if (found := course(game)) is not None]
LESSONS = [lesson for found in COURSES for lesson in found.lessons]


def _name(lesson: Lesson) -> str:
    return f"{lesson.game.id}-{lesson.id}"


@pytest.mark.parametrize("lesson", LESSONS, ids=_name)
def test_a_lesson_can_be_solved_in_every_way_that_it_names(lesson: Lesson) -> None:
    run = LessonRun(lesson)
    while (step := run.step) is not None:
        if not step.wanted:
            run.read_on()
            continue
        meant = [move for move in run.state.legal(0) if step.is_meant(move)]
        for parts in step.wanted:
            assert any(parts.items() <= move.data.items() for move in meant), f"{parts} is not legal"
        for move in meant[1:]:
            assert LessonRun(lesson, run.done).attempt(move.text).right
        assert run.attempt(meant[0].text).right
    assert LessonRun(lesson, run.done).step is None


@pytest.mark.parametrize("lesson", LESSONS, ids=_name)
def test_another_move_is_answered_and_changes_nothing(lesson: Lesson) -> None:
    run = LessonRun(lesson)
    while (step := run.step) is not None:
        if not step.wanted:
            run.read_on()
            continue
        before = run.state.dump()
        for move in run.state.legal(0):
            if not step.is_meant(move):
                assert not run.attempt(move.text).right
        assert run.state.dump() == before
        run.attempt(next(move.text for move in run.state.legal(0) if step.is_meant(move)))


@pytest.mark.parametrize("found", COURSES, ids=lambda found: found.game)
def test_all_that_a_first_game_needs_is_taught(found: Course) -> None:
    rules = GAMES[found.game].rulebook.rules
    taught = {rule for lesson in found.lessons for rule in lesson.rules}
    assert taught <= rules.keys()
    assert set(found.needed) <= taught
    assert 6 <= len(found.lessons) <= 10
    assert len({lesson.id for lesson in found.lessons}) == len(found.lessons)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("found", COURSES, ids=lambda found: found.game)
def test_a_course_takes_ten_minutes_at_most(found: Course, language: str) -> None:
    steps = [step for lesson in found.lessons for step in lesson.steps]
    said = [phrase.say(language) for step in steps for phrase in (step.say, step.right) if phrase is not None]
    words = sum(len(text.split()) for text in said)
    assert words / WORDS_A_MINUTE + len(steps) * SECONDS_A_STEP / 60 <= MINUTES


def test_what_is_not_the_lesson_is_refused() -> None:
    lesson = LESSONS[0]
    with pytest.raises(BadLesson):
        LessonRun(lesson).attempt("nonsense")  # there is only something to read
    run = LessonRun(lesson, [None])
    with pytest.raises(IllegalMove):
        run.attempt("nonsense")
    with pytest.raises(BadLesson):
        run.read_on()
    with pytest.raises(BadLesson):
        LessonRun(lesson, [None, "keep T20"])
