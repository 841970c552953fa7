"""An account: where one is signed in, its password, and its end."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.dealt import DealtServer
from tests.browser.visitor import EN, PHONE
from tests.server.running import command

pytestmark = pytest.mark.slow

PASSWORD = "a long way home"


def _sheet(page: Page, heading: str) -> Locator:
    return page.locator("section.sheet").filter(has=page.get_by_role("heading", name=EN[heading], exact=True))


def test_devices_are_listed_and_a_new_password_ends_the_others(visit: Visit) -> None:
    laptop, phone = visit("Ida"), visit(viewport=PHONE, has_touch=True, is_mobile=True)
    laptop.ask("POST", "/account", name="Ida of devices", password=PASSWORD)
    phone.ask("POST", "/session", name="Ida of devices", password=PASSWORD)
    laptop.go("account")
    devices = _sheet(laptop.page, "account.devices")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    expect(devices.get_by_text(EN["account.deviceThis"])).to_have_count(1)
    devices.get_by_role("button").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    phone.go("account")
    expect(phone.page.get_by_role("main")).to_contain_text(EN["account.newcomer"])
    change = _sheet(laptop.page, "account.changePassword")
    change.get_by_label(EN["account.oldPassword"]).fill("not this one")
    change.get_by_label(EN["account.newPassword"]).fill("another way home")
    change.get_by_role("button", name=EN["account.changePassword"]).click()
    expect(change.get_by_role("alert")).to_be_visible()
    laptop.forgive()
    change.get_by_label(EN["account.oldPassword"]).fill(PASSWORD)
    change.get_by_role("button", name=EN["account.changePassword"]).click()
    expect(change.get_by_role("status")).to_have_text(EN["account.changed"])
    phone.ask("POST", "/session", name="Ida of devices", password="another way home")


def test_a_link_leads_to_a_new_password(visit: Visit, server: DealtServer) -> None:
    owner, device = visit("Bo"), visit()
    owner.ask("POST", "/account", name="Bo the forgetful", password=PASSWORD)
    device.go("account")
    device.page.get_by_text(EN["account.forgot"]).click()
    forgotten = device.page.locator("details form")
    forgotten.get_by_label(EN["home.yourName"]).fill("Bo the forgetful")
    forgotten.get_by_role("button", name=EN["account.forgotSend"]).click()
    expect(forgotten.get_by_role("status")).to_have_text(EN["account.forgotSent"])
    link = command(server.environment, "admin", "Bo the forgetful", "--reset").stdout.strip()
    device.go(link.partition("#/")[2])
    device.page.get_by_label(EN["account.newPassword"]).fill("another way home")
    device.page.get_by_role("button", name=EN["account.newPasswordSave"]).click()
    expect(device.page.get_by_role("main")).to_contain_text(EN["account.holder"].format(name="Bo the forgetful"))
    device.page.go_back()
    assert "new-password" not in device.page.url


def test_somebody_takes_all_data_home_and_is_deleted(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    ada.ask("POST", "/account", name="Ada who leaves", password=PASSWORD)
    table = ada.ask("POST", "/tables", game="terminus", seats=[{"who": "me"}, {"who": "open"}])["table"]["id"]
    bo.ask("POST", f"/tables/{table}/join")
    ada.ask("POST", f"/tables/{table}/start")
    bo.go(f"table/{table}")
    bo.page.wait_for_selector("main.shell")
    expect(bo.page.locator("main.shell")).to_contain_text("Ada who leaves")
    ada.go("account")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name=EN["account.export"]).click()
    assert table in download.value.path().read_text(encoding="utf-8")
    ada.page.get_by_role("button", name=EN["account.delete"]).click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label(EN["account.password"], exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name=EN["account.deleteFinally"]).click()
    expect(ada.page.get_by_role("main")).to_contain_text(EN["account.newcomer"])
    expect(bo.page.locator("main.shell")).to_contain_text(EN["players.deleted"])
    expect(bo.page.locator("main.shell")).not_to_contain_text("Ada who leaves")
