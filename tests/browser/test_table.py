"""What a table does besides the game: rules cited, hints, undo, another language, lost lines, looking back."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from omnibus import GAMES
from tests.browser.conftest import Visit
from tests.browser.dealt import DealtServer
from tests.browser.others import Person, lay, play_by_hand
from tests.browser.players import play_on
from tests.browser.test_games import sit_down
from tests.browser.visitor import EN, FR, LAPTOP, PATIENCE, PHONE, Visitor
from tests.bus.browser import BusPlayer
from tests.london.browser import LondonPlayer
from tests.nextstation.browser import NextStationPlayer

pytestmark = pytest.mark.slow

MY_TURN = "() => document.querySelector('.ask.mine') !== null"
LOST = EN["connection.lost"].split(".")[0]
# Open or owned routes with a space or bus in whose middle, or at whose corner, the mouse would mean another thing.
COVERED = """() => [...document.querySelectorAll(".route:not(.closed)")]
  .filter((route) => [...route.querySelectorAll(".space, .bus")].some((space) =>
    [[0, 0], [-18, -6], [18, -6], [18, 6], [-18, 6]].some(([x, y]) => {
      const spot = new DOMPoint(x, y).matrixTransform(space.getScreenCTM());
      const met = document.elementFromPoint(spot.x, spot.y);
      return met?.closest("[data-route]")?.dataset.route !== route.dataset.route;
    }),
  ))
  .map((route) => route.getAttribute("aria-label"))"""


# Whether the first things that two selectors find do not lie over each other.
APART = """(selectors) => {
  const [one, other] = selectors.map((selector) => document.querySelector(selector).getBoundingClientRect());
  return one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
}"""
# Whether what is said in the header is all to be read.
ALL_SAID = """() => [...document.querySelectorAll(".words, .words p, .latest span")].every(
  ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
    scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1,
)"""
# Whether there is a mark on the board, and whether its middle is in sight where the board is looked at closely.
MARKED = "() => document.querySelector('.stage .mark') !== null"
MARK_IN_SIGHT = """() => {
  const { left, top, width, height } = document.querySelector(".stage .mark").getBoundingClientRect();
  const frame = document.querySelector(".window.close").getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom;
}"""


# Closes a sheet and presses a key before the sheet has told that it is closed; until it has.
IN_A_HURRY = """async (key) => {
  const sheet = document.querySelector("dialog");
  const told = new Promise((done) => sheet.addEventListener("close", done));
  sheet.close();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await told;
  await new Promise(requestAnimationFrame);
}"""


def test_a_sheet_that_is_opened_right_after_another_was_closed_stays_open(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "terminus", ["me", "random"]))
    ada.page.keyboard.press("s")
    ada.page.get_by_role("dialog", name=EN["tool.settings"]).wait_for()
    ada.page.evaluate(IN_A_HURRY, "?")
    assert ada.page.get_by_role("dialog", name=EN["keys.title"]).is_visible()


def test_an_illegal_try_is_answered_with_the_rule_that_forbids_it(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    play_on([LondonPlayer(ada)], moves=2)
    ada.wait(MY_TURN)
    n = ada.moment
    ada.page.locator(".route.free:not(.can)").first.focus()
    ada.page.keyboard.press("Enter")
    link = ada.page.get_by_role("alert").get_by_role("link")
    rule = link.inner_text().split()[0]
    assert rule.startswith("L")
    expect(ada.page.get_by_role("alert")).to_contain_text(rule)
    link.click()
    ada.wait("rule => location.hash === `#/rules/london/${rule}`", rule)
    expect(ada.page.locator(".shell")).to_have_count(0)  # the table, which cites the rule too, has made room
    expect(ada.page.get_by_role("main")).to_contain_text(rule)
    ada.page.go_back()
    ada.wait_for_moment(n)
    assert ada.moment == n


def test_the_mouse_on_a_space_means_the_route_it_belongs_to(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    play_on([LondonPlayer(ada)], moves=24)  # by now doubles are closed to two players
    assert ada.page.locator(".route.closed").count() > 0
    assert ada.page.evaluate(COVERED) == []


def test_a_hint_can_be_followed(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "nextstation", ["me"]))
    n = ada.moment
    ada.page.get_by_role("button", name=EN["tool.hint"]).click()
    ada.page.get_by_role("button", name=EN["hint.doIt"]).click()
    ada.wait_for_moment(n + 1)


def test_a_pencil_is_taken_at_its_departure_and_its_line_counted_on_the_sheet(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "nextstation", ["me"]))
    ada.page.locator(".station:not(.can)").first.click()
    alert = ada.page.get_by_role("alert")
    expect(alert).to_contain_text(f"N2: {EN['ns.no.pencil']}")
    ada.page.locator(".station.can").first.click()
    ada.wait_for_moment(1)
    expect(alert).to_be_hidden()
    expect(ada.page.locator(".tray .pencil")).to_have_count(3)
    player = NextStationPlayer(ada)
    tally = ada.page.locator(".tally")
    while not tally.count():
        assert player.act()[1]
    (line,) = ada.ask("GET", f"/tables/{ada.page.url.rpartition('/')[2]}/view?seat=0")["view"]["table"][0]["lines"]
    expect(tally).to_contain_text(f"= {line['points']}")
    for size in (LAPTOP, PHONE):
        ada.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert ada.page.evaluate(APART, [".tally", ".stage svg"]), "the sum of the round lies over the sheet"
    ada.page.set_viewport_size({"width": LAPTOP["width"], "height": LAPTOP["height"]})
    expect(ada.page.locator(".counted")).to_have_count(line["districts"])
    expect(ada.page.locator(".badges .best")).to_have_text(str(line["most"]))
    player.act()
    expect(tally).to_be_hidden()


def test_undo_is_free_at_first_and_later_the_others_are_asked(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_down(ada, bo, "bus")
    players = [BusPlayer(ada), BusPlayer(bo)]
    play_on(players, moves=2)
    mover, other = (ada, bo) if players[0].look().mine else (bo, ada)
    n = mover.moment
    players[0 if mover is ada else 1].act()
    undo = mover.page.get_by_role("button", name=EN["tool.undo"])
    undo.click()
    for person in (mover, other):
        person.wait("n => eyes.moment() === n", n)
    # Once the others have moved too, they have a say in it.
    mine, theirs = players if mover is ada else players[::-1]
    while mine.look().mine:
        mine.act()
    while not mine.look().mine:
        _, acted = theirs.act()
        if not acted:
            mover.page.wait_for_timeout(50)
    later = mover.moment
    undo.click()
    other.page.get_by_role("button", name=EN["undo.refuse"], exact=True).click()
    refused = EN["log.undoDeclined"].format(player="Bo" if mover is ada else "Ada")
    expect(mover.page.locator(".toast").filter(has_text=refused)).to_be_visible()
    expect(other.page.locator(".toast").filter(has_text=refused)).to_have_count(0)
    expect(other.page.locator(".notice")).to_have_count(0)
    assert mover.moment == later
    undo.click()
    other.page.get_by_role("button", name=EN["undo.agree"], exact=True).click()
    for person in (mover, other):
        person.wait("later => eyes.moment() < later", later)


def test_junctions_go_by_names_on_the_map_and_in_what_is_told_also_on_a_phone(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE)
    ada.sit_at(lay(ada, "bus", ["me", "random", "random"]))
    play_on([BusPlayer(ada)], moves=5)
    signs = ada.page.locator(".map .name")
    printed = GAMES["bus"].printed
    assert printed is not None
    assert len(set(signs.all_text_contents())) == len(printed["junctions"])
    assert min(signs.evaluate_all("signs => signs.map((sign) => sign.getBoundingClientRect().height)")) >= 10
    told = ada.page.locator("main.shell").inner_text()
    assert not re.search(r"\b[CIMEG]\d", told), told
    _the_header_keeps_its_height(ada)
    _a_board_looked_at_closely_goes_where_something_happened(ada)


def _the_header_keeps_its_height(ada: Visitor) -> None:
    """Of what is said there two lines are shown, and all of it to whoever taps them."""
    heights, cut = set(), False
    for _ in range(8):
        heights.add(ada.page.locator(".bar").evaluate("bar => bar.getBoundingClientRect().height"))
        cut = cut or not ada.page.evaluate(ALL_SAID)
        play_on([BusPlayer(ada)], moves=ada.moment + 1)
    assert len(heights) == 1, heights
    assert cut, "nothing was too long"
    ada.wait(MY_TURN)
    ada.page.get_by_role("button", name=EN["ask.unfold"]).click()
    assert ada.page.evaluate(ALL_SAID)
    ada.page.locator(".latest").click()  # and from there to the log
    expect(ada.page.locator("main.shell ol button[aria-pressed]").first).to_be_focused()
    ada.page.locator(".map").click(position={"x": 5, "y": 5})
    expect(ada.page.get_by_role("button", name=EN["ask.unfold"])).to_have_attribute("aria-expanded", "false")


def _a_board_looked_at_closely_goes_where_something_happened(ada: Visitor) -> None:
    ada.page.get_by_role("button", name=EN["board.enlarge"]).click()
    lines = ada.page.locator("main.shell ol button[aria-pressed]")
    found = 0
    for number in range(lines.count()):
        lines.nth(number).click()
        if ada.page.evaluate(MARKED):
            ada.wait(MARK_IN_SIGHT)
            found += 1
    assert found > 2


def test_another_language_in_mid_game(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    player = LondonPlayer(ada)
    play_on([player], moves=4)
    n = ada.moment
    ada.page.keyboard.press("s")
    ada.page.get_by_text("Français").click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ada.page.get_by_role("heading", name=FR["log.title"])).to_be_visible()
    expect(ada.page.get_by_role("group", name=FR["london.map"])).to_be_visible()
    said = {EN["ask.wait"], EN["london.ask"], EN["london.askSecond"], EN["log.title"], EN["london.districts"]}
    shown = ada.page.locator("main.shell").inner_text()
    assert not [text for text in said if text in shown and text not in FR.values()]
    # The server, too, says why not in the language of now.
    ada.wait(MY_TURN)
    ada.page.locator(".route.free:not(.can)").first.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("alert")).to_contain_text(FR["refusal.understood"])
    assert ada.moment >= n
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")


def test_a_reload_in_mid_game_shows_the_same_table(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_down(ada, bo, "london")
    players = [LondonPlayer(ada), LondonPlayer(bo)]
    play_on(players, moves=6)
    before = [ada.moment, ada.page.locator(".hand").inner_text()]
    ada.page.reload()
    ada.wait_for_moment(6)
    assert [ada.moment, ada.page.locator(".hand").inner_text()] == before
    play_on(players, moves=10)


def test_a_lost_line_comes_back_by_itself(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_down(ada, bo, "nextstation")
    players = [NextStationPlayer(ada), NextStationPlayer(bo)]
    play_on(players, moves=4)
    shape = _header(ada)
    ada.context.set_offline(True)
    lost = ada.page.get_by_role("status").filter(has_text=LOST)
    expect(lost).to_be_visible(timeout=PATIENCE)
    assert _header(ada) == shape
    ada.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert ada.page.evaluate(APART, [".bar .line", ".stage svg"]), "it is said over the board"
    ada.page.set_viewport_size({"width": LAPTOP["width"], "height": LAPTOP["height"]})
    while players[1].act()[1]:
        pass
    there = bo.moment
    assert ada.moment < there, "the line was not cut"
    ada.context.set_offline(False)
    ada.wait_for_moment(there)
    expect(ada.page.get_by_role("status").filter(has_text=LOST)).to_be_hidden()
    ada.forgive()
    play_on(players, moves=there + 4)


def _header(visitor: Visitor) -> dict[int, list[float]]:
    """The header at many widths: where it ends, and where what is asked lies in it."""
    found = {}
    for width in (390, 768, 1000, 1280, 1920):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        found[width] = visitor.page.evaluate(
            """() => [".bar", ".ask"].flatMap((part) => {
              const { left, right, bottom } = document.querySelector(part).getBoundingClientRect();
              return [left, right, bottom];
            })"""
        )
    visitor.page.set_viewport_size({"width": LAPTOP["width"], "height": LAPTOP["height"]})
    return found


def test_a_move_made_while_the_server_is_away_counts_once(visit: Visit, own_server: DealtServer) -> None:
    ada = visit("Ada", own_server.url)
    table = lay(ada, "nextstation", ["me"])
    ada.sit_at(table)
    player = NextStationPlayer(ada)
    play_on([player], moves=3)
    before = ada.moment
    own_server.kill()
    expect(ada.page.get_by_role("status").filter(has_text=LOST)).to_be_visible()
    sight = player.look()
    kind, number = player.wish(sight.offers)
    player.hand.use(ada.page, player.kinds[kind], number)
    answers = ada.page.locator(".notice .answers button:not(.cancel)")
    if answers.count():
        answers.first.click()
    own_server.start()
    ada.wait_for_moment(before + 1)
    ada.forgive()
    assert ada.ask("GET", f"/tables/{table}")["n"] == before + 1
    play_on([player], moves=8)


def test_a_game_is_looked_back_at_shared_and_played_on(visit: Visit) -> None:
    ada = visit("Ada", permissions=["clipboard-read", "clipboard-write"])
    table = lay(ada, "nextstation", ["me"], public=False)
    last = play_by_hand(table, {0: ada}, Random(7))
    ada.go(f"replay/{table}/{last}")
    ada.wait_for_moment(last)
    for key, moment in (("Home", 0), ("ArrowRight", 1), ("PageDown", 11), ("ArrowLeft", 10)):
        ada.page.keyboard.press(key)
        ada.wait("n => eyes.moment() === n", moment)
    ada.page.get_by_role("slider").fill("20")
    ada.wait("() => eyes.moment() === 20")
    ada.page.get_by_role("button", name=EN["replay.link"]).click()
    expect(ada.page.get_by_role("status").filter(has_text=EN["share.visible"])).to_be_visible()
    link = ada.page.evaluate("navigator.clipboard.readText()")
    stranger = visit()
    stranger.page.goto(link)
    stranger.wait("() => eyes.moment() === 20")
    _play_on_from_here(ada)


def _play_on_from_here(ada: Visitor) -> None:
    ada.page.get_by_role("button", name=EN["replay.fork"]).click()
    ada.page.get_by_role("button", name=EN["fork.begin"], exact=True).click()
    ada.page.wait_for_selector("main.shell:not(.replay)")
    ada.wait_for_moment(20)
    play_on([NextStationPlayer(ada)], moves=22)


@pytest.mark.parametrize("game", ["london", "terminus"])
def test_after_the_end_there_is_a_page_about_it(visit: Visit, game: str) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    table = lay(ada, game, ["me", "open"], [bo], **({"options": {"target": 20}} if game == "terminus" else {}))
    ada.sit_at(table)
    people: dict[int, Person] = {0: ada, 1: bo}
    last = play_by_hand(table, people, Random(3))
    ada.wait_for_moment(last)
    ada.page.get_by_role("link", name=EN["after.title"]).click()
    expect(ada.page.get_by_role("heading", name=EN["commitment.verified"])).to_be_visible()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name=EN["finished.download"]).click()
    record = download.value.path().read_text(encoding="utf-8")
    assert game in record
    bo.go(f"after/{table}")
    expect(bo.page.get_by_role("heading", name=EN["commitment.unwitnessed"])).to_be_visible()
