"""Puzzles in a real browser: what an answer is worth is seen after it, and what was solved is counted."""

from typing import Any

import pytest
from playwright.sync_api import Response

from omnibus.learn import Puzzle, puzzles
from omnibus.rules.shelf import OURS
from tests.browser.conftest import Visit
from tests.browser.hands import Finger, Hand, Keyboard, Mouse
from tests.browser.players import make
from tests.browser.test_axe import violations
from tests.browser.visitor import EN, PHONE, Visitor
from tests.puzzle_moves import best_and_worst

pytestmark = pytest.mark.slow

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
MOVES = "details.moves li button"
WORTHS = '"worths":['
SOLVED = ".page li .solved"


def choose(visitor: Visitor, puzzle: Puzzle, move: str, hand: Hand) -> None:
    """Choose a move from the list of moves in words, which has them in the order of the rules before an answer."""
    page = visitor.page
    page.wait_for_selector("details.moves")
    if not page.locator("details.moves[open]").count():
        hand.use(page, "details.moves summary", 0)
    legal = [each.text for each in puzzle.begin().legal(puzzle.seat)]
    hand.use(page, MOVES, legal.index(move))


@pytest.mark.parametrize("game", [OURS[0], *(pytest.param(game, marks=pytest.mark.soak) for game in OURS[1:])])
@pytest.mark.parametrize(
    ("hand", "device"), [(Mouse(), {}), pytest.param(Finger(), TOUCH, marks=pytest.mark.soak)], ids=["mouse", "finger"]
)
def test_a_puzzle_from_the_first_page_to_the_next_one(
    visit: Visit, game: str, hand: Hand, device: dict[str, Any]
) -> None:
    puzzle = puzzles(game)[0]
    best, worst = best_and_worst(puzzle)
    visitor = visit("Ada", **device)
    page = visitor.page
    heard: list[Response] = []
    page.on("response", lambda response: heard.append(response))
    visitor.go()
    hand.use(page, f'a[href="#/puzzles/{game}"]', 0)
    page.get_by_role("link", name=EN["puzzles.begin"]).wait_for()
    hand.use(page, ".page .head a.pill", 0)
    page.wait_for_selector(".bar .said p")
    task = " ".join(sentence.say("en") for sentence in puzzle.task)
    assert " ".join(page.inner_text(".bar .said").split()) == task
    assert not any(WORTHS in answer.text() for answer in heard if "/api/" in answer.url)
    choose(visitor, puzzle, worst, hand)
    page.get_by_text(EN["puzzle.another"]).wait_for()
    assert WORTHS in heard[-1].text()
    assert not page.locator(f"{MOVES} b").count()
    hand.use(page, ".bar .actions button", 0)  # show the best move
    page.wait_for_selector(f"{MOVES}.best")
    assert page.locator(f"{MOVES} b").count() == len(puzzle.values)
    assert page.locator(f"{MOVES}.best").count() == len(puzzle.answer(best).best_moves)
    hand.use(page, ".bar .actions button", 0)  # try again
    page.wait_for_selector(".bar .said details[open]")
    state = puzzle.begin()
    make(visitor, hand, state, puzzle.seat, state.game.move(best))  # on the board
    page.wait_for_selector(f"{MOVES}.best")
    alike = sum(each.grade == puzzle.grade for each in puzzles(game))
    assert page.inner_text(".bar .count") == f"1 of {alike} solved"
    hand.use(page, ".bar .actions a", 0)
    visitor.wait(f"() => location.hash === '#/puzzles/{game}/{puzzles(game)[1].id}'")
    visitor.go(f"puzzles/{game}")
    page.wait_for_selector(SOLVED)
    assert page.locator(SOLVED).count() == 1
    assert "2 tries" in page.locator(SOLVED).inner_text()


def test_what_a_newcomer_solves_still_counts_when_they_have_come_in(visit: Visit) -> None:
    game = OURS[0]
    puzzle, other = puzzles(game)[:2]
    visitor = visit()
    page = visitor.page
    for each, move in ((puzzle, best_and_worst(puzzle)[0]), (other, best_and_worst(other)[1])):
        visitor.go(f"puzzles/{game}/{each.id}")
        page.wait_for_selector(".bar .said p")
        choose(visitor, each, move, Mouse())
        page.wait_for_selector(".bar .actions a")
    for _ in range(2):
        visitor.go(f"puzzles/{game}")
        page.reload()
        page.wait_for_selector(SOLVED)
        assert page.locator(SOLVED).count() == 1
        assert page.locator(".page li .tried").count() == 1
        visitor.come_in("Ada")


def test_by_keyboard_alone(visit: Visit) -> None:
    game = OURS[0]
    puzzle = puzzles(game)[0]
    best, _ = best_and_worst(puzzle)
    visitor = visit("Ada")
    page = visitor.page
    visitor.go(f"puzzles/{game}/{puzzle.id}")
    page.wait_for_selector(".bar .said p")
    page.keyboard.press("m")
    legal = [each.text for each in puzzle.begin().legal(puzzle.seat)]
    for _ in range(legal.index(best) + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{MOVES}.best")
    Keyboard().use(page, ".bar .actions a", 0)
    visitor.wait(f"() => location.hash === '#/puzzles/{game}/{puzzles(game)[1].id}'")


def test_nobody_is_shut_out(visit: Visit) -> None:
    game = OURS[0]
    puzzle = puzzles(game)[0]
    _, worst = best_and_worst(puzzle)
    visitor = visit("Ada")
    page = visitor.page
    visitor.go(f"puzzles/{game}/{puzzle.id}")
    page.wait_for_selector(".bar .said p")
    choose(visitor, puzzle, worst, Mouse())
    page.get_by_role("button", name=EN["puzzle.show"]).click()
    page.wait_for_selector(f"{MOVES}.best")
    found = [*violations(visitor, "shown")]
    visitor.go(f"puzzles/{game}")
    page.wait_for_selector(".page li .tried")
    found += violations(visitor, "list")
    assert not found, found
