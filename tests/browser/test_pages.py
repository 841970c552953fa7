"""The pages before a table, as somebody comes through them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import play_on
from tests.browser.visitor import EN
from tests.london.browser import LondonPlayer

pytestmark = pytest.mark.slow


def test_a_newcomer_comes_by_an_invitation_link_and_plays(visit: Visit) -> None:
    ada, bo = visit(), visit()
    ada.go("new/london")
    ada.page.get_by_label(EN["home.yourName"]).fill("Ada")
    ada.page.get_by_label(EN["new.seat"].format(number=2)).select_option("open")
    ada.page.get_by_role("button", name=EN["new.lay"]).click()
    link = ada.page.get_by_label(EN["room.link"]).input_value()
    bo.page.goto(link)
    bo.page.get_by_label(EN["home.yourName"]).fill("Bo")
    bo.page.get_by_role("button", name=EN["invited.come"]).click()
    expect(ada.page.get_by_role("main")).to_contain_text("Bo")
    bo.wait("secret => !location.hash.includes(secret)", link.rsplit("/", 1)[1])
    ada.page.get_by_role("button", name=EN["room.start"]).click()
    for person in (ada, bo):
        person.page.wait_for_selector("main.shell")
    play_on([LondonPlayer(ada), LondonPlayer(bo)], moves=6)


def test_an_account_brings_ones_games_to_another_device(visit: Visit) -> None:
    laptop, phone = visit(), visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    laptop.go("account")
    make = laptop.page.locator("form").filter(has_text=EN["account.makeIt"])
    make.get_by_label(EN["home.yourName"]).fill("Zoé of two devices")
    make.get_by_label(EN["account.password"], exact=True).fill("a long way home")
    make.get_by_role("button", name=EN["account.makeIt"]).click()
    expect(laptop.page.get_by_role("main")).to_contain_text(EN["account.holder"].format(name="Zoé of two devices"))
    laptop.go()
    laptop.page.get_by_role("button", name=EN["home.playGame"].format(game="Next Station: London")).click()
    laptop.page.wait_for_selector("main.shell")
    table = laptop.page.url.rsplit("/", 1)[1]
    phone.go("account")
    sign_in = phone.page.locator("form").filter(has=phone.page.get_by_role("button", name=EN["account.signIn"]))
    sign_in.get_by_label(EN["home.yourName"]).fill("Zoé of two devices")
    sign_in.get_by_label(EN["account.password"], exact=True).fill("a long way home")
    sign_in.get_by_role("button", name=EN["account.signIn"]).click()
    expect(phone.page.get_by_role("main")).to_contain_text(EN["account.holder"].format(name="Zoé of two devices"))
    phone.go()
    phone.page.locator(f'a[href="#/table/{table}"]').first.click()
    phone.page.wait_for_selector("main.shell")
    assert phone.moment == laptop.moment


def test_the_app_opens_without_a_connection_and_comes_to_life_with_it(visit: Visit) -> None:
    ada = visit("Ada")
    ada.go()
    ada.wait("async () => Boolean((await navigator.serviceWorker.ready) && (await caches.match('/')))")
    ada.context.set_offline(True)
    ada.page.reload()
    expect(ada.page.get_by_text(EN["connection.waiting"])).to_be_visible()
    ada.context.set_offline(False)
    expect(ada.page.get_by_role("heading", name="Next Station: London")).to_be_visible()
    ada.forgive()
