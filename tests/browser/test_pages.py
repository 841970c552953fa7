"""The pages before a table, as somebody comes through them."""

import pytest
from playwright.sync_api import expect

from omnibus.server.table_lists import PAGE_SIZE
from tests.browser.conftest import Visit
from tests.browser.others import lay
from tests.browser.players import play_on
from tests.browser.visitor import EN
from tests.london.browser import LondonPlayer

pytestmark = pytest.mark.slow


def test_a_newcomer_comes_by_an_invitation_link_and_plays(visit: Visit) -> None:
    ada, bo, cy = visit(), visit(), visit()
    ada.go()
    ada.page.get_by_label(EN["home.yourName"]).fill("Ada")
    ada.go("new/london")
    expect(ada.page.get_by_label(EN["home.yourName"])).to_have_value("Ada")
    ada.page.get_by_label(EN["new.seat"].format(number=2)).select_option("open")
    ada.page.get_by_role("group", name=EN["new.hints"]).get_by_text(EN["new.hintsNo"], exact=True).click()
    ada.page.get_by_role("button", name=EN["new.lay"]).click()
    link = ada.page.get_by_label(EN["room.link"]).input_value()
    expect(ada.page.get_by_text(EN["reach.onlyHere"])).to_be_visible()
    expect(ada.page.get_by_text(EN["room.noHints"], exact=True)).to_be_visible()
    bo.page.goto(link)
    expect(bo.page.get_by_text(EN["invited.by"].format(host="Ada", game="Ticket to Ride: London"))).to_be_visible()
    expect(bo.page.get_by_role("status").filter(has_text="1 seat is free.")).to_be_visible()
    bo.page.get_by_label(EN["home.yourName"]).fill("Bo")
    bo.page.get_by_role("button", name=EN["invited.come"]).click()
    expect(ada.page.get_by_role("main")).to_contain_text("Bo")
    bo.wait("secret => !location.hash.includes(secret)", link.rsplit("/", 1)[1])
    cy.page.goto(link)
    expect(cy.page.get_by_text(EN["invited.full"])).to_be_visible()
    cy.page.get_by_role("button", name=EN["invited.watch"]).click()
    expect(cy.page.get_by_text(EN["room.full"])).to_be_visible()
    ada.page.get_by_role("button", name=EN["room.start"]).click()
    for person in (ada, bo, cy):
        person.page.wait_for_selector("main.shell")
    play_on([LondonPlayer(ada), LondonPlayer(bo)], moves=6)
    expect(ada.page.get_by_role("button", name=EN["tool.rules"])).to_be_visible()
    assert not ada.page.get_by_role("button", name=EN["tool.hint"]).count(), "none were to be given"


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


def test_a_host_sends_somebody_away_closes_the_chat_and_then_the_table(visit: Visit) -> None:
    ada, bo, cy = visit("Ada"), visit("Bo"), visit("Cy")
    table = ada.open_table("terminus", ["me", "open", "open"], public=True)
    for person in (ada, bo, cy):
        person.go(f"table/{table}")
    cy.go("lobby")
    listed = cy.page.locator(f'a[href="#/table/{table}"]')
    expect(listed).to_have_count(1)
    bo.page.get_by_role("button", name=EN["room.sit"]).first.click()
    ada.page.get_by_role("button", name=EN["room.removePerson"].format(name="Bo")).click()
    expect(bo.page.get_by_role("alert")).to_contain_text(EN["room.sentAway"])
    bo.page.get_by_role("button", name=EN["room.sit"]).first.click()
    expect(bo.page.get_by_role("alert")).to_contain_text("The host does not want you to sit at this table")
    bo.forgive()
    ada.page.get_by_text(EN["spectators.players"]).click()
    expect(ada.page.get_by_label(EN["spectators.players"])).to_be_checked()
    ada.wait(
        "async id => !(await (await fetch(`/api/tables/${id}`)).json()).spectators_chat",
        table,
    )
    ada.page.get_by_role("button", name=EN["room.close"]).click()
    expect(bo.page.get_by_text(EN["room.gone"])).to_be_visible()
    expect(listed).to_have_count(0)
    # Both windows ask once more for a table that is no more.
    for person in (ada, bo):
        person.page.wait_for_load_state("networkidle")
        person.forgive()


def test_a_game_against_bots_is_closed_by_its_host(visit: Visit) -> None:
    ada = visit("Ada")
    table = lay(ada, "terminus", ["me", "random"])
    ada.sit_at(table)
    ada.page.get_by_role("button", name=EN["tool.more"]).click()
    ada.page.get_by_role("button", name=EN["close.title"]).click()
    ada.page.get_by_role("button", name=EN["room.close"], exact=True).click()
    expect(ada.page.get_by_text(EN["home.whereTo"])).to_be_visible()
    assert not ada.page.locator(f'a[href="#/table/{table}"]').count()
    ada.forgive()


def test_a_long_list_goes_on_page_by_page(visit: Visit) -> None:
    ada = visit("Ada")
    for _ in range(PAGE_SIZE + 3):
        ada.open_table("nextstation", ["me"], public=False)
    ada.go("lobby/mine")
    rows = ada.page.locator(".tables > li")
    expect(rows).to_have_count(PAGE_SIZE)
    more = ada.page.get_by_role("button", name=EN["lobby.more"])
    more.focus()
    ada.page.keyboard.press("Enter")
    expect(rows).to_have_count(PAGE_SIZE + 3)
    expect(more).to_have_count(0)
