"""What every move was worth, in a real browser: asked for, walked along, and tried out from where it went wrong."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.others import Other, lay, play_by_hand
from tests.browser.test_axe import violations
from tests.browser.visitor import EN, PHONE, WEB, Visitor

pytestmark = pytest.mark.slow

TEXTS: dict[str, str] = json.loads((WEB / "src" / "review" / "en.json").read_text(encoding="utf-8"))
PLOT = "[role=slider]"
MARKED = ".verdict .told p"


def short_game(host: Visitor) -> tuple[str, int]:
    """A game that the host has played to its end against somebody, and how many moves it had: few, as it was dealt and
    played, since every one of them is reviewed."""
    bo = Other(host.url, "Bo")
    table = lay(host, "terminus", ["me", "open"], [bo], options={"target": 10})
    last = play_by_hand(table, {0: host, 1: bo}, Random(75))
    bo.close()
    assert last < 30, "another deal: look for a shorter game"
    return table, last


def wait_for_review(visitor: Visitor, table: str) -> None:
    status = {"state": "waiting", "done": 0}
    while status["state"] != "done":
        status = visitor.ask("GET", f"/tables/{table}/review?known={status['done']}&wait=20")


def stands_at(visitor: Visitor) -> int:
    return int(visitor.page.locator(PLOT).get_attribute("aria-valuenow") or -1)


def test_a_review_is_asked_for_and_walked_along_by_mouse_and_by_keyboard(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    table, last = short_game(ada)
    ada.go(f"after/{table}")
    page.get_by_role("button", name=TEXTS["ask.review"]).click()
    page.wait_for_selector(PLOT)
    page.reload()  # nothing is lost
    page.wait_for_selector(f"{PLOT} .curve")
    page.wait_for_selector("progress", state="detached")

    expect(page.locator("#review caption")).to_have_count(2)
    expect(page.locator("#review tbody th", has_text=TEXTS["part.result"])).to_have_count(2)
    assert stands_at(ada) == last
    page.locator(PLOT).click()
    assert abs(stands_at(ada) - last // 2) <= 1
    page.locator(PLOT).press("Home")
    page.locator(PLOT).press("ArrowRight")
    assert stands_at(ada) == 1
    assert page.get_by_role("link", name=EN["after.see"].format(at=1, last=last)).is_visible()
    page.locator("#review details summary", has_text="All decisions").press("Enter")
    page.wait_for_selector("#review .list tbody tr")
    found = [*violations(ada, "after")]

    # A moment that mattered: the board as it was, and what was better.
    moment = page.locator("#review ol a").first
    at = str(moment.get_attribute("href")).split("/")[3]
    moment.press("Enter")
    page.wait_for_selector(MARKED)
    ada.wait("n => eyes.moment() === n", int(at))
    expect(page.locator(MARKED).first).to_contain_text(TEXTS["here.move"].format(n=int(at) + 1))
    page.get_by_role("button", name=TEXTS["here.next"]).press("Enter")
    ada.wait("n => eyes.moment() > n", int(at))
    page.locator(PLOT).press("End")
    ada.wait("n => eyes.moment() === n", last)
    page.locator(PLOT).press("Home")
    ada.wait("() => eyes.moment() === 0")
    expect(page.locator(MARKED).first).to_contain_text(TEXTS["here.move"].format(n=1))
    found += violations(ada, "replay")
    assert not found, found


def test_one_plays_on_from_a_moment_and_sees_what_moves_are_worth_then(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    page = ada.page
    table, _ = short_game(ada)
    ada.ask("POST", f"/tables/{table}/review")
    ada.go(f"replay/{table}/0/0")
    page.wait_for_selector(MARKED)
    expect(page.locator("main.shell [data-marked]")).not_to_have_count(
        0
    )  # what was played, whether it cost anything or not
    page.locator(".verdict").get_by_role("button", name=EN["replay.fork"]).tap()
    page.get_by_role("dialog").get_by_role("button", name=EN["fork.begin"]).tap()
    page.get_by_role("switch", name=TEXTS["study.switch"]).tap()
    best = page.locator("details.moves li button.best")
    best.wait_for()
    found = [*violations(ada, "study board")]
    before = ada.moment
    best.first.tap()
    ada.wait("n => eyes.moment() > n", before)
    best.wait_for()  # brought up to date

    wait_for_review(ada, table)
    ada.go("study")
    page.get_by_role("heading", name="Terminus").wait_for()
    expect(page.locator("tbody th[scope=row]", has_text=EN["asks.terminus.turn.play"])).to_have_count(1)
    found += violations(ada, "own figures")
    assert not found, found
