"""Where people meet: playing again, showing a game to others, sitting down from the lobby, a link for a camera."""

import json
from random import Random

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Visit
from tests.browser.others import Person, lay, play_by_hand
from tests.browser.test_axe import violations
from tests.browser.visitor import EN, PHONE, Visitor

pytestmark = pytest.mark.slow

SHORT = {"target": 20}
GAME = "Terminus"


def _button(visitor: Visitor, text: str) -> Locator:
    return visitor.page.get_by_role("button", name=EN[text], exact=True)


def test_three_play_again_at_one_table(visit: Visit) -> None:
    ada, bo, cy = visit("Ada"), visit("Bo"), visit("Cy", viewport=PHONE, has_touch=True, is_mobile=True)
    table = lay(ada, "terminus", ["me", "open", "open"], [bo, cy], options=SHORT)
    people: dict[int, Person] = {0: ada, 1: bo, 2: cy}
    for person in (ada, cy):
        person.sit_at(table)
    last = play_by_hand(table, people, Random(3))
    bo.go(f"after/{table}")
    expect(_button(bo, "after.again")).to_be_visible()
    ada.wait_for_moment(last)
    ada.page.get_by_text(EN["again.turned"]).click()
    _button(ada, "after.again").click()
    expect(ada.page.get_by_text(EN["room.awaited"].format(names="Cy and Bo"))).to_be_visible()
    # Whoever is at the old table or on its page sees the offer at once; who comes later finds it at home.
    asked = EN["again.asksTurned"].format(name="Ada")
    expect(bo.page.get_by_text(asked)).to_be_visible()
    expect(cy.page.locator(".notice")).to_contain_text(asked)
    found = [*violations(cy, "an offer at the table"), *violations(bo, "an offer on the page after")]
    found += violations(ada, "kept seats")
    _button(bo, "again.join").click()
    expect(ada.page.get_by_text(EN["room.awaited"].format(names="Cy"))).to_be_visible()
    cy.go()
    expect(cy.page.locator(".offered")).to_contain_text(asked)
    found += violations(cy, "an offer at home")
    assert not found, found
    _button(cy, "again.decline").click()
    expect(cy.page.locator(".offered")).to_have_count(0)
    expect(ada.page.get_by_role("status").filter(has_text="Cy does not play this time.")).to_be_visible()
    # Whoever has sat down fills what is empty and starts, host or not.
    _button(bo, "room.addBot").click()
    _button(bo, "room.start").click()
    for person in (ada, bo):
        person.page.wait_for_selector("main.shell:not(.replay)")
    new, theirs = (person.page.url.rsplit("/", 1)[1] for person in (ada, bo))
    assert new == theirs != table
    names = [seat["name"] for seat in ada.ask("GET", f"/tables/{new}")["seats"]]
    assert names[1:] == ["Ada", "Bo"], "everyone sits one seat on"


def test_a_game_among_people_is_shown_once_all_agree(visit: Visit) -> None:
    ada, bo, stranger = visit("Ada", permissions=["clipboard-read", "clipboard-write"]), visit("Bo"), visit()
    opened = ada.ask("POST", "/tables", game="terminus", seats=[{"who": "me"}, {"who": "open"}], public=False)
    table = str(opened["table"]["id"])
    bo.ask("POST", f"/tables/{table}/visit", token=opened["invitation"])
    bo.ask("POST", f"/tables/{table}/join")
    ada.ask("POST", f"/tables/{table}/start")
    play_by_hand(table, {0: ada, 1: bo}, Random(3), moves=6)
    bo.go()
    ada.go(f"replay/{table}/4")
    ada.wait("() => eyes.moment() === 4")
    ada.page.get_by_role("button", name=EN["replay.link"]).click()
    expect(ada.page.locator(".notice")).to_contain_text(EN["share.waiting"].format(names="Bo"))
    link = ada.page.evaluate("navigator.clipboard.readText()")
    stranger.page.goto(link)
    expect(stranger.page.get_by_text("There is no such table")).to_be_visible()
    stranger.forgive()
    expect(bo.page.get_by_role("status").filter(has_text=f"Ada wants to show your game of {GAME}")).to_be_visible()
    found = [*violations(bo, "a request to share"), *violations(ada, "waiting for consent")]
    assert not found, found
    _button(bo, "share.agree").click()
    expect(_button(bo, "share.agree")).to_have_count(0)
    stranger.page.reload()
    stranger.wait("() => eyes.moment() === 4")


def test_somebody_sits_down_from_the_lobby_by_the_name_that_was_typed(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit()
    table = ada.open_table("terminus", ["me", "open"])
    bo.go()
    bo.page.get_by_label(EN["home.yourName"]).fill("Bo of the lobby")
    bo.go("lobby")
    row = bo.page.locator(".tables > li").filter(has=bo.page.locator(f'a[href="#/table/{table}"]'))
    row.get_by_role("button", name=EN["lobby.join"]).click()
    bo.wait("table => location.hash === `#/table/${table}`", table)
    assert [seat["name"] for seat in ada.ask("GET", f"/tables/{table}")["seats"]] == ["Ada", "Bo of the lobby"]
    # What one does not want to see for a while is put away, and comes back.
    bo.go()
    link = bo.page.locator(f'a[href="#/table/{table}"]')
    _button(bo, "lobby.putAway").click()
    expect(link).to_have_count(0)
    _button(bo, "lobby.takeOut").click()
    expect(link).to_have_count(1)


def test_where_others_can_come_the_link_is_for_cameras_too(visit: Visit) -> None:
    ada = visit("Ada")

    def reachable(route: Route) -> None:
        site = {"registration": "open", "guests": True, "only_here": False, "address": "http://192.0.2.7:8000"}
        route.fulfill(body=json.dumps(site), content_type="application/json")

    ada.page.route("**/api/site", reachable)
    table = ada.open_table("terminus", ["me", "open"])
    ada.go(f"table/{table}")
    expect(ada.page.get_by_label(EN["room.link"])).to_have_value(f"http://192.0.2.7:8000/#/table/{table}")
    expect(ada.page.get_by_text(EN["reach.onlyHere"])).to_have_count(0)
    _button(ada, "room.code").click()
    expect(ada.page.get_by_role("img", name=EN["room.codeLabel"])).to_be_visible()
