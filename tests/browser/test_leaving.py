"""People at a table: who is here, what they say, who takes a hint, who goes, and how a game ends that they leave."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.others import Other, lay
from tests.browser.test_axe import violations
from tests.browser.test_table import APART
from tests.browser.visitor import EN, FR, PHONE, Visitor

pytestmark = pytest.mark.slow


def toast(visitor: Visitor, text: str) -> Locator:
    return visitor.page.locator(".toast").filter(has_text=text)


def logged(visitor: Visitor, text: str) -> Locator:
    return visitor.page.get_by_role("region", name=EN["log.title"]).get_by_text(text, exact=True)


def ask_to_resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name=EN["tool.more"], exact=True).click()
    visitor.page.get_by_role("button", name=EN["resign.title"]).click()


def resign(visitor: Visitor) -> None:
    ask_to_resign(visitor)
    visitor.page.get_by_role("button", name=EN["resign.go"], exact=True).click()


def say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label(EN["chat.message"]).fill(text)
    visitor.page.keyboard.press("Enter")


def test_three_people_meet_talk_and_leave_one_after_the_other(visit: Visit) -> None:
    ada, bo, cy = visit("Ada"), visit("Bo"), visit("Cy")
    table = ada.open_table("terminus", ["me", "open", "open"])
    ada.go(f"table/{table}")
    ada.page.get_by_role("heading", name=EN["room.chat"]).wait_for()
    for guest in (bo, cy):
        guest.ask("POST", f"/tables/{table}/join")
        guest.go(f"table/{table}")
    said = ada.page.get_by_label(EN["chat.said"])
    expect(said).to_contain_text(EN["room.cameIn"].format(name="Cy"))
    say(bo, "Shall we?")
    expect(said).to_contain_text("Shall we?")
    ada.page.get_by_role("button", name=EN["room.start"]).click()
    for person in (ada, bo, cy):
        person.page.wait_for_selector("main.shell")
    assert not ada.page.locator(".unread").count(), "what was read while waiting is new once more"
    players = ada.page.get_by_role("region", name=EN["players.title"])
    expect(players.get_by_text(EN["presence.here"])).to_have_count(2)
    _a_hint_is_seen(ada, bo)
    _a_message_is_seen_without_opening(ada, bo)
    ask_to_resign(cy)
    found = [*violations(cy, "leaving")]
    assert not found, found
    cy.page.keyboard.press("Escape")
    resign(cy)
    expect(toast(cy, EN["resign.done"])).to_be_visible()
    for person in (ada, bo):
        expect(toast(person, EN["log.resigned"].format(player="Cy"))).to_be_visible()
    expect(logged(bo, EN["log.resigned"].format(player="Cy"))).to_be_visible()
    resign(bo)
    # One is left: they play on, and end it later.
    ada.page.get_by_role("button", name=EN["alone.playOn"]).click()
    expect(ada.page.get_by_role("button", name=EN["alone.playOn"])).to_have_count(0)
    ada.page.get_by_role("button", name=EN["tool.more"], exact=True).click()
    ada.page.get_by_role("button", name=EN["alone.title"]).click()
    ada.page.get_by_role("dialog").get_by_role("button", name=EN["alone.end"], exact=True).click()
    expect(ada.page.locator(".ask")).to_contain_text(EN["ended.youWon"])
    expect(bo.page.locator(".ask")).to_contain_text(EN["ended.won"].format(names="Ada"))
    _it_is_over(ada, bo)


def _a_hint_is_seen(ada: Visitor, bo: Visitor) -> None:
    ada.page.get_by_role("button", name=EN["tool.hint"]).click()
    told = EN["log.hint"].format(player="Ada")
    expect(toast(bo, told)).to_be_visible()
    expect(logged(bo, told)).to_be_visible()
    expect(bo.page.locator('[data-seat="0"] [title="1 hint taken"]')).to_be_visible()
    expect(toast(ada, EN["hint.seen"])).to_be_visible()


def _a_message_is_seen_without_opening(ada: Visitor, bo: Visitor) -> None:
    bo.page.keyboard.press("c")
    expect(bo.page.get_by_role("dialog")).to_have_count(0)  # there is room beside the board
    say(bo, "Good luck, Ada")
    glimpse = toast(ada, "Good luck, Ada")
    expect(glimpse).to_contain_text("Bo")
    glimpse.get_by_role("button").first.click()
    expect(ada.page.get_by_label(EN["chat.said"])).to_contain_text("Good luck, Ada")
    expect(glimpse).to_have_count(0)
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    for person in (ada, bo):  # what happened lies behind it
        person.page.keyboard.press("Escape")
        person.page.locator(".shell").get_by_role("button", name=EN["log.title"], exact=True).click()


def _it_is_over(ada: Visitor, bo: Visitor) -> None:
    ada.page.get_by_role("link", name=EN["after.title"]).click()
    ended = ada.page.get_by_role("region", name=EN["ended.title"])
    expect(ended.get_by_role("listitem")).to_have_count(3)
    expect(ended.get_by_role("listitem").first).to_contain_text("Ada")
    expect(ada.page.get_by_role("main")).to_contain_text(EN["after.hints"].format(names="Ada 1"))
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name=EN["finished.download"]).click()
    record = download.value.path().read_text(encoding="utf-8")
    assert "\nended: alone 0 > 1 > 2\n" in record or "\nended: alone 0 > 1=2\n" in record
    bo.go("finished")
    expect(bo.page.get_by_role("main")).to_contain_text(EN["ended.aloneTag"])


def test_on_a_phone_the_last_one_to_go_ends_the_game(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR")
    bo = Other(ada.url, "Bo")
    table = lay(ada, "terminus", ["me", "open"], [bo], hints=False)
    ada.sit_at(table)
    bo.ask("POST", f"/tables/{table}/chat", said="Salut")
    expect(toast(ada, "Salut")).to_be_visible()
    assert ada.page.evaluate(APART, [".toast", ".stage"]), "what is said lies over the board"
    toast(ada, "Salut").get_by_role("button").first.click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Salut")
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("button", name=FR["tool.hint"])).to_have_count(0)
    bo.ask("POST", f"/tables/{table}/seats/1/resign")
    expect(ada.page.get_by_text(FR["alone.asked"].replace(" :", "\u00a0:"))).to_be_visible()
    ada.ask("POST", f"/tables/{table}/seats/0/resign")
    expect(ada.page.locator(".ask")).to_contain_text(FR["ended.deserted"].replace(" :", "\u00a0:"))
    expect(ada.page.get_by_role("button", name=FR["alone.end"])).to_have_count(0)
    bo.close()
