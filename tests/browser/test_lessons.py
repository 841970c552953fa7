"""The lessons in a real browser: every one of every game is solved by mouse; what is wrong is answered."""

import pytest

from omnibus.learn import LessonRun, course
from omnibus.learn.lessons import PUPIL, Lesson
from omnibus.rules.shelf import OURS
from tests.browser.conftest import Visit
from tests.browser.hands import Hand, Keyboard, Mouse
from tests.browser.players import make
from tests.browser.visitor import EN, Visitor

pytestmark = pytest.mark.slow

DONE = "n => document.querySelectorAll('.bar .steps .done').length === n"


def _make_by_list(visitor: Visitor, run: LessonRun, move: str) -> None:
    """Make a move by the list of moves in words, which has them in the order of the rules."""
    page, hand = visitor.page, Mouse()
    if not page.locator("details.moves[open]").count():
        hand.use(page, "details.moves summary", 0)
    hand.use(page, "details.moves li button", [each.text for each in run.state.legal(PUPIL)].index(move))


@pytest.mark.parametrize("game", OURS)
def test_a_course_from_its_first_step_to_its_last(visit: Visit, game: str) -> None:
    take_course(visit("Ada"), game, Mouse())


def take_course(visitor: Visitor, game: str, hand: Hand) -> None:
    """All lessons of a game, one after the other, on the board where a player would make the moves."""
    found = course(game)
    assert found is not None
    page = visitor.page
    visitor.go(f"learn/{game}")
    page.wait_for_selector(".lessons")
    hand.use(page, ".head .pill", 0)
    for lesson in found.lessons:
        take_lesson(visitor, lesson, hand)
        if lesson is not found.lessons[-1]:
            page.get_by_role("link", name=EN["lesson.next"]).wait_for()
            hand.use(page, ".bar a.pill", 0)
    visitor.go(f"learn/{game}")
    page.wait_for_selector(".lessons .taken")
    assert page.locator(".lessons .taken").count() == len(found.lessons)


def take_lesson(visitor: Visitor, lesson: Lesson, hand: Hand) -> None:
    """The lesson on the page, from its first step to its last."""
    page = visitor.page
    page.wait_for_selector(f'.bar[aria-label$="{lesson.title.say("en")}"]')
    run = LessonRun(lesson)
    while (step := run.step) is not None:
        assert step.say.say("en") in page.inner_text(".bar .said")
        if step.wanted:
            meant = next(move for move in run.state.legal(PUPIL) if step.is_meant(move))
            make(visitor, hand, run.state, PUPIL, meant)
            run.attempt(meant.text)
        else:
            hand.use(page, ".bar button.pill", 0)
            run.read_on()
        visitor.wait(DONE, len(run.done))


def test_by_keyboard_alone_also_where_tickets_cover_the_market(visit: Visit) -> None:
    found = course("london")
    lesson = found and found.lesson("more-tickets")
    assert lesson is not None
    visitor = visit()
    visitor.go(f"learn/london/{lesson.id}")
    take_lesson(visitor, lesson, Keyboard())


def test_what_is_not_meant_is_answered_and_leaving_loses_nothing(visit: Visit) -> None:
    found = course("london")
    assert found is not None
    visitor = visit()  # nobody whom the server knows
    page = visitor.page
    visitor.go("learn/london/tickets")
    page.get_by_role("button", name=EN["lesson.continue"]).click()
    visitor.wait(DONE, 1)
    run = LessonRun(found.lessons[0], [None])
    _make_by_list(visitor, run, "keep T20")
    wrong = found.lessons[0].steps[1].wrong
    assert wrong is not None
    page.get_by_text(wrong.say("en")).wait_for()
    visitor.wait(DONE, 1)
    visitor.go()
    page.wait_for_selector("a[href='#/learn/london']")
    visitor.go("learn/london/tickets")
    visitor.wait(DONE, 1)  # where it was left
    _make_by_list(visitor, run, "keep T01")
    page.get_by_role("link", name=EN["lesson.next"]).wait_for()
    visitor.go("learn/london")
    page.wait_for_selector(".lessons .taken")
    assert page.locator(".lessons .taken").count() == 1
