"""The deal of the day and the same deal for a friend, in a real browser: from the first page to both games side by
side. Whoever looks at a page plays beside it, which is quicker.
"""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.others import Other, Person, lay, play_by_hand
from tests.browser.test_axe import violations
from tests.browser.visitor import EN, PHONE, Answer

pytestmark = pytest.mark.slow

GAME = "nextstation"  # one decision after another, and nobody to wait for

WHERE_GAMES_COME_UP = """new MutationObserver(() => {
    window.firstY ??= document.querySelector("ul.games")?.getBoundingClientRect().y;
}).observe(document, { subtree: true, childList: true });"""
PUSHED_AWAY = "document.querySelector('ul.games').getBoundingClientRect().y - firstY"


def _try(person: Person, luck: int) -> str:
    """Play the deal of today to its end; the table."""
    day = person.ask("GET", "/daily")["day"]
    table = person.ask("POST", f"/daily/{GAME}/{day}", counted=True)
    _finish(person, table, luck)
    return str(table["id"])


def _finish(person: Person, table: Answer, luck: int) -> None:
    seat = next(each["seat"] for each in table["seats"] if each["yours"])
    play_by_hand(table["id"], {seat: person}, Random(luck))


def _columns(page: Page) -> list[str]:
    return page.locator("article h2").all_inner_texts()


def test_the_deal_of_the_day_from_the_first_page_to_the_best_game_beside_ones_own(visit: Visit) -> None:
    ada, bo = visit("Ada"), Other(visit().url, "Bo")
    _try(bo, 1)
    page, found = ada.page, list[str]()

    page.add_init_script(WHERE_GAMES_COME_UP)
    ada.go()
    tile = page.locator(f"a[href$='/{GAME}'][href^='#/daily']")
    expect(tile).to_contain_text(EN["daily.notPlayed"])
    assert page.evaluate(PUSHED_AWAY) < 20, "what somebody was about to click"
    tile.click()
    page.get_by_text(EN["daily.oneTry"]).wait_for()
    expect(page.get_by_text("1 player has finished so far")).to_be_visible()
    assert "Bo" not in page.inner_text("main")
    found += violations(ada, "before")

    page.get_by_role("button", name=EN["daily.start"]).click()
    page.wait_for_selector("main.shell")
    page.get_by_text(EN["daily.tableCounts"]).wait_for()
    for tool in ("tool.hint", "tool.undo"):
        assert page.get_by_role("button", name=EN[tool]).count() == 0, tool
    _finish(ada, ada.ask("GET", f"/tables/{page.url.rsplit('/', 1)[1]}"), 2)
    page.locator(".finale").get_by_role("link", name=EN["daily.results"]).click()

    mine = page.locator("tr.you")
    expect(mine).to_contain_text("Ada")
    expect(page.get_by_role("rowheader", name="Bo", exact=True)).to_be_visible()
    found += violations(ada, "results")
    page.get_by_role("link", name=EN["daily.best"].replace("{name}", "Bo")).click()
    page.wait_for_selector("article h2")
    assert _columns(page) == [f"Ada {EN['players.you']}", "Bo"]
    page.get_by_role("button", name=EN["compare.toParting"]).click()
    told = page.locator("article .told").all_inner_texts()
    assert told[0] != told[1]
    moment = page.locator(".scrubber .moment").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".scrubber .moment")).not_to_have_text(moment)
    found += violations(ada, "side by side")

    ada.go("daily")
    expect(page.locator("td a[aria-current=date]")).to_have_attribute("aria-label", re.compile("points"))
    assert not found, found
    bo.close()


def test_the_same_deal_for_a_friend_who_sees_nothing_before_the_end(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit(viewport=PHONE, has_touch=True)
    found = list[str]()
    table = lay(ada, GAME, ["me", "random"], public=False)
    _finish(ada, ada.ask("GET", f"/tables/{table}"), 3)
    ada.go(f"after/{table}")
    ada.page.get_by_role("button", name=EN["challenge.make"]).click()
    link = ada.page.get_by_label(EN["room.link"]).input_value()
    found += violations(ada, "link")

    page = bo.page
    page.goto(link)
    page.get_by_text(EN["challenge.by"].replace("{name}", "Ada").split("{")[0]).wait_for()
    found += violations(bo, "challenged")
    assert bo.context.request.get(f"{bo.url}/api/tables/{table}/replay").status == 404
    page.get_by_label(EN["home.yourName"]).fill("Bo")
    page.get_by_role("button", name=EN["home.play"]).click()
    page.wait_for_selector("main.shell")
    _finish(bo, bo.ask("GET", f"/tables/{page.url.rsplit('/', 1)[1]}"), 4)
    page.locator(".finale").get_by_role("link", name=EN["challenge.both"]).click()
    page.get_by_role("link", name=f"{EN['challenge.beside']} (Ada)").click()
    page.wait_for_selector("article h2")
    assert _columns(page) == [f"Bo {EN['players.you']}"]
    page.get_by_text("Ada", exact=True).first.click()
    expect(page.locator("article h2")).to_have_text("Ada")
    found += violations(bo, "side by side on a phone")

    ada.page.reload()
    ada.page.get_by_role("link", name=f"{EN['challenge.beside']} (Bo)").wait_for()
    assert not found, found
