"""Whole games in other ways: by keyboard alone, by finger on a phone, on a shared screen, against bots."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hands import Finger, Keyboard
from tests.browser.others import lay
from tests.browser.players import COUNT, play_on
from tests.browser.test_seeing import choose_pace
from tests.browser.test_table import APART
from tests.browser.visitor import EN, LAPTOP, PHONE, Visitor
from tests.london.browser import LondonPlayer
from tests.nextstation.browser import NextStationPlayer
from tests.terminus.browser import TerminusPlayer

pytestmark = pytest.mark.slow

CURTAIN = ".curtain .pill:not(.light)"
# From which seat each sight that comes to the page is seen.
HEAR = """
  const heard = (window.heard = []);
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => {
        const told = JSON.parse(data);
        if (told.is === "sight") heard.push(told.view.seat);
      });
    }
  };
"""


def test_a_whole_game_by_keyboard_alone_and_its_count(visit: Visit) -> None:
    ada = visit("Ada")
    table = lay(ada, "nextstation", ["me"])
    ada.sit_at(table)
    choose_pace(ada, "normal")
    sheet = ada.page.locator(".stage svg").bounding_box()
    player = NextStationPlayer(ada, Keyboard())
    play_on([player])
    assert player.look().over
    # The points are counted up before the total is told; whoever has seen enough presses Enter.
    finale = ada.page.get_by_role("region", name=EN["finale.title"])
    total = ada.ask("GET", f"/tables/{table}")["result"]["scores"][0]
    expect(ada.page.locator(".ask")).to_contain_text(EN["count.counting"])
    for size in (PHONE, LAPTOP):
        ada.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert ada.page.evaluate(APART, [".finale", ".stage svg"]), "the count lies over the sheet"
    assert ada.page.locator(".stage svg").bounding_box() == sheet, "the sheet makes room for the count"
    counted = finale.locator("li b")
    first = int(counted.inner_text())
    assert first < total
    ada.wait(
        "([region, first]) => Number(region.querySelector('li b').textContent) > first",
        [finale.element_handle(), first],
    )
    expect(finale.get_by_role("button", name=EN["count.skip"])).to_be_focused()
    ada.page.keyboard.press("Enter")
    outcome = EN["count.alone"].format(score=total)
    expect(ada.page.locator(".ask")).to_contain_text(outcome)
    expect(finale.get_by_role("heading", name=outcome)).to_be_focused()
    for size in (PHONE, LAPTOP):
        ada.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert ada.page.evaluate(APART, [".finale", ".stage svg"]), "who has won lies over the sheet"
    ada.page.keyboard.press("Escape")
    Keyboard.expect_focus(ada.page)
    # Later it is not told again.
    ada.page.reload()
    expect(ada.page.locator(".ask")).to_contain_text(outcome)
    assert finale.count() == 0


def test_a_whole_game_by_finger_on_a_phone(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    player = LondonPlayer(ada, Finger())
    play_on([player])
    assert player.look().over
    # A ticket is drawn on the map by one tap, and no more by the next.
    drawn, ticket = ada.page.locator(".map path.ticket"), ada.page.get_by_role("list", name=EN["london.tickets"])
    for paths in (2, 0):
        ticket.first.get_by_role("button").first.tap()
        expect(drawn).to_have_count(paths)
    # Among bots it says nothing who sits where.
    expect(ada.page.get_by_role("button", name=EN["after.again"])).to_be_visible()
    expect(ada.page.get_by_text(EN["again.turned"])).to_have_count(0)


@pytest.mark.soak
def test_a_whole_game_against_bots_two_clicks_from_the_first_page(visit: Visit) -> None:
    somebody = visit()
    somebody.go()
    somebody.page.get_by_role("button", name=EN["home.playGame"].format(game="Terminus")).click()
    somebody.page.wait_for_selector("main.shell")
    player = TerminusPlayer(somebody)
    play_on([player])
    assert player.look().over
    # Nobody is to be waited for: another one begins at once.
    played = somebody.page.url
    somebody.page.get_by_role("button", name=EN["after.again"]).click()
    somebody.wait("played => location.href !== played && document.querySelector('main.shell') !== null", played)
    somebody.wait("() => eyes.moment() < 4")


def test_two_people_on_one_screen_never_see_each_others_cards(visit: Visit) -> None:
    ada = visit("Ada")
    ada.context.add_init_script(HEAR)
    ada.sit_at(lay(ada, "terminus", ["me", "me:Bo"], options={"target": 20}))
    player = TerminusPlayer(ada)
    holder: int | None = None
    handed_over = seen = 0
    cover = ada.page.get_by_role("button", name=EN["handover.cover"])
    while not player.look().over:
        if cover.count():
            # Whoever drew sees the card before the curtain falls.
            drawn = re.compile(rf"^{('Ada', 'Bo')[holder or 0]} draws \w+")
            seen += ada.page.locator("main.shell ol button").filter(has_text=drawn).count() > 0
            cover.click()
        elif ada.page.locator(CURTAIN).count():
            assert ada.page.locator("main.shell").count() == 0, "the table stands behind the curtain"
            assert set(ada.page.evaluate("heard")) <= {None, holder}, (
                "the next one's cards came before the curtain rose"
            )
            holder = _lift_the_curtain(ada)
            handed_over += 1
        elif not player.act()[1]:
            ada.wait("any => document.querySelector(any) !== null", f"{CURTAIN}, {COUNT}, .notice .pill")
    assert handed_over > 4
    assert seen > 2


def _lift_the_curtain(ada: Visitor) -> int:
    """Hand over the device; who has it now."""
    passed = ada.page.locator(".curtain h1").inner_text().strip()
    ada.page.evaluate("heard.length = 0")
    ada.page.click(CURTAIN)
    ada.page.wait_for_selector("main.shell")
    return [EN["curtain.pass"].format(name=name) for name in ("Ada", "Bo")].index(passed)
