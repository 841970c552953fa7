"""One sees what the others did, where one's own move is, and where one goes on."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from omnibus import GAMES
from omnibus.learn.companion import explanations
from tests.browser.conftest import Visit
from tests.browser.hands import Keyboard
from tests.browser.others import lay
from tests.browser.players import Player, play_on, player_of
from tests.browser.test_table import MY_TURN
from tests.browser.visitor import EN, Visitor
from tests.london.browser import LondonPlayer
from tests.nextstation.browser import NextStationPlayer
from tests.scenes import scenes_of

pytestmark = pytest.mark.slow

PER_PLY = 800  # milliseconds, at the usual pace
# What is sent to the table waits until the page says `line.go()`; how often the device buzzed and ticked.
HELD = """
  const line = (window.line = { held: false, waiting: [], buzzes: 0, ticks: 0 });
  line.go = () => {
    line.held = false;
    for (const send of line.waiting.splice(0)) send();
  };
  navigator.vibrate = () => ++line.buzzes > 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    line.ticks++;
    start.call(this, when);
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (frame) {
    if (line.held) line.waiting.push(() => send.call(this, frame));
    else send.call(this, frame);
  };
"""
# How much of the log can be read without scrolling, in pixels of its height.
LOG_IN_SIGHT = """() => {
  const log = [...document.querySelectorAll("main.shell .panel h2")].find((title) => title.textContent === LOG)
    .closest(".panel");
  const { left, top, right, bottom } = log.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, Math.min(bottom, innerHeight) - 20);
  return log.contains(met) ? Math.min(bottom, innerHeight) - Math.max(top, 0) : 0;
}""".replace("LOG", f"{EN['log.title']!r}")
# Whether the small sheets of the others, where a game has them, can be seen whole.
SHEETS_IN_SIGHT = """() => [...document.querySelectorAll(".others button")].every((sheet) => {
  const { left, right, bottom } = sheet.getBoundingClientRect();
  return sheet.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
})"""
WAITS = "() => document.querySelector('.ask.mine') === null"
COUNTS_WHILE_WAITING = "() => document.querySelector('.ask:not(.mine) .latest b') !== null"
SHOWN = "() => eyes.shown"
DRAWN = (
    "() => [...document.querySelectorAll('main.shell .stage, main.shell .tray')].map((part) => part.innerHTML).join()"
)
LOOK_AWAY = """(away) => {
  Object.defineProperty(document, "hidden", { value: away, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: away ? "hidden" : "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def choose_pace(visitor: Visitor, pace: str) -> None:
    visitor.page.keyboard.press("s")
    visitor.page.get_by_text(EN[f"pace.{pace}"], exact=True).click()
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("dialog").wait_for(state="hidden")


def finish_turn(player: Player) -> int:
    """Move until the others are to move; the moment of one's own last move."""
    while player.act()[1]:
        pass
    return int(player.visitor.page.evaluate("eyes.acts.at(-1).n")) + 1


def test_what_the_others_did_is_shown_move_by_move_once_more_and_in_a_line(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "london", ["me", "random", "random"]))
    player = LondonPlayer(ada)
    play_on([player], moves=5)
    ada.wait(MY_TURN)
    choose_pace(ada, "normal")
    ada.page.evaluate("eyes.shown.length = 0")
    own = finish_turn(player)
    while ada.page.evaluate(WAITS):
        assert not ada.page.evaluate(COUNTS_WHILE_WAITING), "whoever waits sees them come"
    ada.wait(MY_TURN)
    shown = [each for each in ada.page.evaluate(SHOWN) if each["n"] >= own]
    now = ada.moment
    assert [each["n"] for each in shown] == list(range(own, now + 1)), "a move was left out"
    waits = [later["at"] - one["at"] for one, later in pairwise(shown[1:])]
    assert waits
    assert min(waits) > 0.8 * PER_PLY, waits

    header = ada.page.locator(".latest")
    lines = ada.page.locator("main.shell ol button[aria-pressed]")
    assert header.locator("span").inner_text() in lines.all_inner_texts()
    assert not header.inner_text().startswith("Ada")
    expect(header.locator("b")).to_have_text(re.compile(r"^\+\d+ more$"))

    ada.page.keyboard.press("a")
    ada.wait("own => eyes.moment() === own", own)
    expect(ada.page.locator(".ask")).to_contain_text(EN["again.moment"].split("{")[0])
    ada.wait("own => eyes.moment() === own + 1", own)
    assert ada.page.locator(".ask.mine").count() == 0, "one could move in the past"
    ada.page.keyboard.press("Escape")
    ada.wait("now => eyes.moment() === now", now)
    ada.wait(MY_TURN)


def test_whoever_does_not_want_to_wait_skips_and_whoever_does_not_look_hears_of_the_turn(visit: Visit) -> None:
    ada = visit("Ada")
    ada.context.add_init_script(HELD)
    ada.sit_at(lay(ada, "london", ["me", "random", "random"]))
    player = LondonPlayer(ada)
    play_on([player], moves=5)
    ada.wait(MY_TURN)
    assert ada.page.evaluate("line.ticks") == 0, "nobody has asked for sound"
    ada.page.keyboard.press("s")
    for sense in ("settings.vibration", "settings.sound"):
        ada.page.get_by_role("group", name=EN[sense]).get_by_text(EN["settings.on"], exact=True).click()
    ada.page.keyboard.press("Escape")
    choose_pace(ada, "slow")
    finish_turn(player)
    assert ada.page.evaluate("line.buzzes") == 0
    ticks = ada.page.evaluate("line.ticks")
    assert ticks > 0
    skip = ada.page.get_by_role("button", name=EN["playback.skip"])
    skip.click()
    ada.wait(MY_TURN)
    expect(skip).to_have_count(0)
    assert ada.page.evaluate("line.buzzes") == 1
    assert ada.page.evaluate("line.ticks") > ticks

    # A page that nobody looks at waits for nobody, and says in its title and its icon whose turn it is.
    icon = ada.page.locator("link[rel=icon]")
    finish_turn(player)
    expect(icon).to_have_attribute("href", "/icon.svg")
    ada.page.evaluate(LOOK_AWAY, True)
    ada.wait(MY_TURN)
    expect(ada.page).to_have_title(re.compile(f"^● {EN['title.yourTurn']}"))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    now = ada.moment
    # Whoever comes back is shown what happened meanwhile, and can move at once all the same.
    ada.page.evaluate(LOOK_AWAY, False)
    ada.wait("now => eyes.moment() < now", now)
    skip.click()
    ada.wait(MY_TURN)
    assert ada.moment == now

    # A move that takes its time looks so, and the header stays in shape.
    before = ada.page.locator(".bar").bounding_box()
    ada.page.evaluate("line.held = true")
    deck = ada.page.locator(".slot.legal").first
    deck.click()
    underway = ada.page.get_by_role("status").filter(has_text=EN["connection.underway"])
    expect(underway).to_be_visible()
    expect(ada.page.locator("main.shell")).to_have_attribute("aria-busy", "true")
    assert ada.page.locator(".hinted, .hint").count() > 0, "where the move is going is not shown"
    assert ada.page.locator(".bar").bounding_box() == before
    ada.page.evaluate("line.go()")
    expect(underway).to_have_count(0)


def test_the_log_is_in_sight_at_every_table(visit: Visit) -> None:
    ada = visit("Ada")
    for game, box in GAMES.items():
        for told in ("lessons", *(each.id for each in explanations(game))):  # what is told once lies before the log
            ada.ask("PUT", f"/games/{game}/companion/{told}")
        for seats in box.seat_counts:
            table = lay(ada, game, ["me", *["random"] * (seats - 1)], options=scenes_of(game).options)
            ada.go(f"table/{table}")
            ada.page.wait_for_selector(f"main.shell[data-game={game}]")
            expect(ada.page.locator("main.shell [data-seat]")).to_have_count(seats)
            if game == "nextstation":
                while not ada.page.locator(".cards").count():  # they lie there once all have their pencils
                    play_on([NextStationPlayer(ada)], moves=ada.moment + 1)
            assert ada.page.evaluate(LOG_IN_SIGHT) > 150, f"{game} with {seats}"
            assert ada.page.evaluate(SHEETS_IN_SIGHT), f"the log lies over the sheets of {seats}"


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_stays_where_one_goes_on_and_the_log_leads_to_the_board(visit: Visit, game: str) -> None:
    """The hand that plays by keyboard looks, before every press, whether the focus has fallen to the page."""
    ada = visit("Ada")
    seats = ["me", *["random"] * (max(2, GAMES[game].seat_counts[0]) - 1)]
    ada.sit_at(lay(ada, game, seats, options=scenes_of(game).options))
    player = player_of(game)(ada, Keyboard())
    play_on([player], moves=9)
    Keyboard.expect_focus(ada.page)
    # From the header one comes to the log; of its lines at least one marks its place on the board.
    ada.wait(MY_TURN)
    ada.page.keyboard.press("l")
    lines = ada.page.locator("main.shell ol button[aria-pressed]")
    expect(lines.first).to_be_focused()
    drawn = set()
    for _ in range(min(8, lines.count())):
        drawn.add(ada.page.evaluate(DRAWN))
        ada.page.keyboard.press("ArrowDown")
    assert len(drawn) > 1, "no line of the log is marked on the board"
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("main.shell ol button[aria-pressed=true]")).to_be_focused()
