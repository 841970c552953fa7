"""The companion in a real browser: lessons are offered once, what is new is explained once, and a hint says why."""

import re

import pytest

from omnibus.learn.companion import explanations
from tests.browser.conftest import Visit
from tests.browser.test_axe import violations
from tests.browser.visitor import EN, Visitor

pytestmark = pytest.mark.slow

GAME = "terminus"
TEXT = {each.id: each.say.say("en") for each in explanations(GAME)}
SAID = ".companion p"
SAYS = "text => document.querySelector('.companion p')?.textContent === text"

CLOSE_OR_SAYS = """([text, other]) => {
    const says = document.querySelector('.companion p')?.textContent;
    if (says === other) document.querySelector('.companion button[aria-label]').click();
    return says === text;
}"""

# What the bubble lies over: words, and what can be clicked.
COVERED = """() => {
    const bubble = document.querySelector('.companion');
    const own = bubble.getBoundingClientRect();
    const over = (box) =>
        box.left < own.right - 1 && own.left < box.right - 1 && box.top < own.bottom - 1 && own.top < box.bottom - 1;
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [...document.querySelectorAll('main button:enabled')].filter(
        (button) => !bubble.contains(button) && over(button.getBoundingClientRect()));
    while (walker.nextNode()) {
        const words = walker.currentNode;
        if (!words.nodeValue.trim() || words.parentElement.closest('.companion, .visually-hidden')) continue;
        range.selectNodeContents(words);
        if ([...range.getClientRects()].some(over)) found.push(words);
    }
    return found.map(each => each.textContent.trim());
}"""


def first_table(visitor: Visitor) -> str:
    """A table of the visitor's own against a bot, begun."""
    table = visitor.open_table(GAME, ["me", "easy"])
    visitor.ask("POST", f"/tables/{table}/start")
    visitor.sit_at(table)
    return table


def said(visitor: Visitor) -> str:
    return visitor.page.inner_text(SAID)


def read_until(visitor: Visitor, text: str) -> None:
    """Wait until that is explained. On a slow line what a secret is comes between two moves: it is closed at once."""
    visitor.wait(CLOSE_OR_SAYS, [text, TEXT["secret"]])


def test_a_first_game_in_company(visit: Visit) -> None:
    visitor = visit("Ada")
    page = visitor.page
    first_table(visitor)
    play_first = page.get_by_role("button", name=EN["companion.noLessons"])
    play_first.wait_for()
    found = [*violations(visitor, "lessons are offered")]
    play_first.click()
    page.wait_for_selector(SAID)
    assert said(visitor) == TEXT["first-secret"]
    visitor.wait("() => getComputedStyle(document.querySelector('.companion')).visibility === 'visible'")
    assert page.evaluate(COVERED) == [], "what is explained lies over something else"
    found += violations(visitor, "something is explained")
    # It goes when one goes on, and the next thing comes; what was read is closed.
    put_down_a_secret(visitor)
    read_until(visitor, TEXT["turn"])
    page.get_by_role("button", name=EN["companion.close"]).click()
    visitor.wait(SAYS, TEXT["lines"])
    page.get_by_role("button", name=EN["companion.off"]).click()
    page.wait_for_selector(SAID, state="detached")
    # Another table, later: nothing is said twice, nor anything at all until it is wanted again.
    first_table(visitor)
    page.wait_for_selector(".held.legal")
    assert page.locator(".companion").count() == 0
    assert play_first.count() == 0
    page.keyboard.press("s")
    page.get_by_role("group", name=EN["settings.companion"]).get_by_text(EN["settings.on"]).click()
    page.keyboard.press("Escape")
    put_down_a_secret(visitor)
    read_until(visitor, TEXT["lines"])  # which was there when it was switched off, and was not read
    assert not found, found


def put_down_a_secret(visitor: Visitor) -> None:
    visitor.page.locator(".held.legal").first.click()
    visitor.page.locator(".ways .pill").first.click()


def test_a_hint_says_why(visit: Visit) -> None:
    visitor = visit("Ada")
    page = visitor.page
    first_table(visitor)
    page.get_by_role("button", name=EN["companion.noLessons"]).click()
    page.keyboard.press("h")
    page.wait_for_selector(".notice .why")
    told = page.inner_text(".notice")
    assert re.search(r"your hand|You hold|Of its line", told), told


def test_who_waits_for_lessons_finds_the_table_again(visit: Visit) -> None:
    visitor = visit("Ada")
    page = visitor.page
    table = first_table(visitor)
    page.get_by_role("link", name=EN["companion.learn"]).click()
    page.wait_for_selector(".lessons")
    visitor.sit_at(table)
    page.wait_for_selector(SAID)
    assert page.get_by_role("link", name=EN["companion.learn"]).count() == 0
