"""The tables with cards: nothing moves under the finger, and one sees what everyone did."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.others import lay
from tests.browser.players import play_on
from tests.browser.test_table import APART
from tests.browser.visitor import EN
from tests.london.browser import LondonPlayer, lies_in_one_row
from tests.terminus.browser import TerminusPlayer

pytestmark = pytest.mark.slow

MARKET = ".row .slot"
QUESTION = ".notice[role=group]"
BOXES = """() => [...document.querySelectorAll(".row .slot, .map")].map((thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
FLOWN = """() => {
  window.flown = [];
  const flies = (node) => node.classList?.contains("flight");
  const see = (node) => flies(node) && window.flown.push(Math.round(parseFloat(node.style.left)));
  const watch = (changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(see));
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
}"""
KINDS = "() => [...document.querySelectorAll('.row .slot')].slice(0, 5).map((slot) => slot.getAttribute('aria-label'))"


def test_of_cards_alike_the_one_that_was_clicked_goes_and_the_market_stays_where_it_is(visit: Visit) -> None:
    eve = visit("Eve")  # who begins, and before whom two yellow cards lie
    eve.sit_at(lay(eve, "london", ["me", "random"]))
    player = LondonPlayer(eve)
    before = eve.page.evaluate(KINDS)
    boxes = eve.page.evaluate(BOXES)
    player.act()
    eve.wait("() => document.querySelector('.slot.legal') !== null")
    eve.page.mouse.move(1, 1)  # a card that is pointed at stands out
    assert eve.page.evaluate(BOXES) == boxes, "choosing tickets moved the market"
    yellow = EN["london.takeCard"].replace("{card}", "yellow")
    second = before.index(yellow, before.index(yellow) + 1)
    n = eve.moment
    eve.page.evaluate(FLOWN)
    eve.page.emulate_media(reduced_motion="no-preference")
    eve.page.locator(MARKET).nth(second).click()
    eve.wait_for_moment(n + 1)
    eve.wait("left => window.flown[0] === left", boxes[second + 1][0])
    eve.page.emulate_media(reduced_motion="reduce")
    after = eve.page.evaluate(KINDS)
    assert [after[place] for place in range(5) if place != second] == [
        before[place] for place in range(5) if place != second
    ]
    while not eve.page.locator(QUESTION).count():
        sight, acted = player.act()
        if not acted:
            player.wait_for_news(sight.n)
    assert eve.page.evaluate(APART, [QUESTION, ".tray"]), "how to pay is asked over market and hand"
    play_on([player], moves=n + 14)
    eve.page.mouse.move(1, 1)
    assert eve.page.evaluate(BOXES) == boxes, "a card that came into the hand moved the market"
    assert lies_in_one_row(eve.page)


def test_a_table_of_six_shows_what_everyone_did(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "terminus", ["me", *["random"] * 5]))
    player = TerminusPlayer(ada)
    play_on([player], moves=6)
    others = ada.page.locator(".seats li")
    expect(others).to_have_count(5)
    while ada.page.locator(".seats .turn .visually-hidden").count() < 5 or not player.look().mine:
        sight, acted = player.act()
        if not acted:
            player.wait_for_news(sight.n)
    told = ada.page.locator(".seats .turn .visually-hidden").all_inner_texts()
    beginning = EN["terminus.turnSecret"].split(":")[0]
    assert all(turn.startswith(beginning) for turn in told), told
    overflowing = (
        "() => document.querySelector('.board').scrollHeight > document.querySelector('.stage').clientHeight + 1"
    )
    assert not ada.page.evaluate(overflowing)
