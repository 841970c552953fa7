"""Somebody in charge, and players who have had enough of somebody, before their screens."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.dealt import DealtServer
from tests.browser.test_axe import violations
from tests.browser.visitor import EN, WEB, Visitor
from tests.server.running import command

pytestmark = pytest.mark.slow

ADMIN = json.loads((WEB / "src" / "pages" / "admin" / "en.json").read_text(encoding="utf-8"))
PASSWORD = "a long way home"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DealtServer]:
    """A server whose settings are changed here."""
    running = DealtServer(tmp_path_factory.mktemp("site") / "data")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def boss(browser: Browser, site: DealtServer) -> Iterator[Visitor]:
    visitor = Visitor(browser, site.url)
    visitor.ask("POST", "/account", name="Boss", password=PASSWORD)
    assert command(site.environment, "admin", "Boss").returncode == 0
    yield visitor
    visitor.context.close()
    assert not visitor.troubles, visitor.troubles


def open_admin(boss: Visitor, name: str) -> None:
    boss.page.goto("about:blank")
    boss.go(f"admin/{name}")
    boss.page.get_by_role("heading", level=1, name=ADMIN[f"list.{name}"]).wait_for()


def test_a_report_leads_to_a_ban_and_the_window_closes_with_the_reason(
    visit: Visit, site: DealtServer, boss: Visitor
) -> None:
    rude, witness = visit("Rude", url=site.url), visit("Witness", url=site.url)
    table = rude.open_table("london", ["me", "open"])
    witness.ask("POST", f"/tables/{table}/join")
    rude.ask("POST", f"/tables/{table}/start")
    rude.sit_at(table)
    witness.sit_at(table)
    rude.ask("POST", f"/tables/{table}/chat", said="You fool")

    # The witness reports the message, by keyboard alone.
    witness.page.keyboard.press("c")
    message = witness.page.get_by_role("listitem").filter(has_text="You fool")
    message.get_by_role("button", name=EN["person.about"].format(name="Rude")).focus()
    witness.page.keyboard.press("Enter")
    dialog = witness.page.get_by_role("dialog", name="Rude")
    assert not [*violations(witness, "person")]
    dialog.get_by_label(EN["person.reportWhy"]).fill("An insult")
    dialog.get_by_role("button", name=EN["person.report"]).click()
    expect(dialog.get_by_role("status")).to_have_text(EN["person.reported"])

    boss.go("account")
    boss.page.get_by_role("link", name=EN["account.admin"]).click()
    report = boss.page.get_by_role("row").filter(has_text="An insult")
    expect(report).to_contain_text("You fool")
    assert not [*violations(boss, "reports")]
    report.get_by_role("button", name=ADMIN["chat.removeOf"].format(name="Rude")).click()
    witness.wait("() => !document.body.textContent.includes('You fool')")

    report.get_by_role("button", name=ADMIN["ban.title"].format(name="Rude")).click()
    ban = boss.page.get_by_role("dialog")
    ban.get_by_label(ADMIN["ban.reason"]).fill("insults at the table")
    ban.get_by_role("button", name=ADMIN["ban.ban"]).click()
    expect(rude.page.get_by_role("heading", level=1)).to_have_text(EN["banned.title"])
    expect(rude.page.get_by_role("alert")).to_contain_text("insults at the table")
    expect(rude.page.get_by_role("alert")).to_contain_text("until")
    assert not [*violations(rude, "banned")]
    with rude.page.expect_download() as download:
        rude.page.get_by_role("link", name=EN["banned.export"]).click()
    assert json.loads(download.value.path().read_text(encoding="utf-8"))["profile"]["name"] == "Rude"
    rude.page.reload()
    expect(rude.page.get_by_role("alert")).to_contain_text("insults at the table")
    rude.page.wait_for_load_state("networkidle")  # until all that was asked for is refused
    rude.forgive()

    report.get_by_role("button", name=ADMIN["reports.closeOf"].format(name="Rude")).click()
    closing = boss.page.get_by_role("dialog")
    closing.get_by_label(ADMIN["column.note"]).fill("banned for a week")
    closing.get_by_role("button", name=ADMIN["reports.close"]).click()
    expect(boss.page.get_by_text(ADMIN["nothing"])).to_be_visible()
    boss.page.get_by_label(ADMIN["reports.closed"]).check()
    expect(boss.page.get_by_role("row").filter(has_text="banned for a week")).to_be_visible()

    open_admin(boss, "bans")
    boss.page.get_by_role("button", name=ADMIN["bans.unbanOf"].format(name="Rude")).click()
    expect(boss.page.get_by_text(ADMIN["nothing"])).to_be_visible()
    rude.page.get_by_role("button", name=EN["banned.retry"]).click()
    rude.page.wait_for_selector("main.shell")


def test_a_muted_player_is_not_heard_until_one_thinks_better_of_it(visit: Visit) -> None:
    loud, quiet = visit("Loud"), visit("Quiet")
    table = loud.open_table("london", ["me", "open"])
    quiet.ask("POST", f"/tables/{table}/join")
    loud.ask("POST", f"/tables/{table}/start")
    loud.ask("POST", f"/tables/{table}/chat", said="La la la")
    quiet.sit_at(table)
    quiet.page.get_by_label(EN["players.title"]).get_by_role("button").click()
    quiet.page.get_by_role("dialog", name="Loud").get_by_role("button", name=EN["person.mute"]).click()
    expect(quiet.page.get_by_role("dialog").get_by_role("status")).to_have_text(
        EN["person.muteDone"].format(name="Loud")
    )
    quiet.page.keyboard.press("Escape")
    quiet.page.keyboard.press("c")
    expect(quiet.page.get_by_text(EN["chat.silence"])).to_be_visible()
    quiet.go("account")
    quiet.page.get_by_role("button", name=EN["blocks.undoFor"].format(name="Loud")).click()
    expect(quiet.page.get_by_text(EN["blocks.undone"].format(name="Loud"))).to_be_visible()
    quiet.sit_at(table)
    quiet.page.keyboard.press("c")
    expect(quiet.page.get_by_text("La la la")).to_be_visible()


def test_an_account_is_made_by_invitation(visit: Visit, site: DealtServer, boss: Visitor) -> None:
    open_admin(boss, "settings")
    boss.page.get_by_role("radio", name=ADMIN["registration.invitation"]).check(force=True)
    boss.page.get_by_role("button", name=ADMIN["settings.save"]).click()
    expect(boss.page.get_by_text(ADMIN["settings.saved"])).to_be_visible()
    try:
        boss.page.get_by_role("button", name=ADMIN["invitations.make"]).click()
        link = boss.page.get_by_label(ADMIN["invitations.link"]).input_value()
        invited, late = visit(url=site.url), visit(url=site.url)
        for newcomer, name in ((invited, "Invited"), (late, "Too late")):
            newcomer.page.goto(link)
            newcomer.page.get_by_label(EN["home.yourName"]).fill(name)
            newcomer.page.get_by_label(EN["account.password"], exact=True).fill(PASSWORD)
            assert not [*violations(newcomer, "sign up")]
            newcomer.page.get_by_role("button", name=EN["account.makeIt"]).click()
            if newcomer is invited:
                expect(newcomer.page.get_by_role("main")).to_contain_text(EN["account.holder"].format(name=name))
                assert link.rsplit("/", 1)[1] not in newcomer.page.url
        expect(late.page.get_by_role("alert")).to_contain_text("invitation")
        late.forgive()
    finally:
        boss.ask("PUT", "/admin/settings")


def test_a_table_is_closed_before_the_eyes_of_those_who_play(visit: Visit, site: DealtServer, boss: Visitor) -> None:
    ada = visit("Ada of the table", url=site.url)
    table = ada.open_table("london", ["me", "random"])
    ada.ask("POST", f"/tables/{table}/start")
    ada.sit_at(table)
    ada.ask("POST", f"/tables/{table}/chat", said="Hello")
    boss.go(f"admin/chat/{table}")
    expect(boss.page.get_by_role("row").filter(has_text="Hello")).to_be_visible()
    assert not [*violations(boss, "chat")]
    open_admin(boss, "tables")
    assert not [*violations(boss, "tables")]
    boss.page.get_by_label(ADMIN["tables.search"]).fill("Ada of the table")
    boss.page.get_by_role("button", name=ADMIN["search"]).click()
    boss.page.get_by_role("button", name=ADMIN["tables.closeOf"].format(table=table)).click()
    boss.page.get_by_role("dialog").get_by_role("button", name=ADMIN["tables.close"]).click()
    expect(ada.page.get_by_text(EN["table.closed"])).to_be_visible()
    boss.page.get_by_role("button", name=ADMIN["tables.deleteOf"].format(table=table)).click()
    boss.page.get_by_role("dialog").get_by_role("button", name=ADMIN["tables.delete"]).click()
    expect(ada.page.get_by_text(EN["connection.gone"])).to_be_visible()


@pytest.mark.parametrize("name", ["people", "bans", "settings", "log"])
def test_no_page_of_administrators_shuts_anybody_out(boss: Visitor, name: str) -> None:
    if name == "bans":
        boss.ask("POST", "/admin/bans", address="203.0.113.0/24", reason="a flood")
    open_admin(boss, name)
    boss.page.wait_for_load_state("networkidle")
    assert not [*violations(boss, name)]


def test_nobody_else_finds_those_pages(visit: Visit, site: DealtServer) -> None:
    guest = visit("Guest", url=site.url)
    guest.go("admin/people")
    expect(guest.page.get_by_role("main")).to_contain_text(EN["notFound.why"])
    expect(guest.page.get_by_role("table")).to_have_count(0)
    guest.go("account")
    expect(guest.page.get_by_role("link", name=EN["account.admin"])).to_have_count(0)
