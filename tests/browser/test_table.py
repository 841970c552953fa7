"""What a table does besides the game: rules cited, hints, undo, another language, lost lines, looking back."""

from random import Random

from tests.browser.conftest import Visit
from tests.browser.dealt import DealtServer
from tests.browser.others import Other, lay, play_by_hand
from tests.browser.players import BusPlayer, LondonPlayer, NextStationPlayer, play_on
from tests.browser.test_games import sit_down
from tests.browser.visitor import EN, FR, Visitor


def say(text: str, **fillings: object) -> str:
    return text.format(**fillings)


def test_an_illegal_try_is_answered_with_the_rule_that_forbids_it(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    play_on([LondonPlayer(ada)], moves=2)
    ada.wait("document.querySelector('.ask.mine') !== null")
    too_dear = ada.page.locator(".route.free:not(.can)").first
    too_dear.focus()
    ada.page.keyboard.press("Enter")
    notice = ada.page.get_by_role("alert").filter(has_text="L")
    rule = notice.get_by_role("link")
    assert rule.inner_text().startswith("L")
    n = ada.moment
    rule.click()
    ada.wait("location.hash.startsWith('#/rules/london/L')")
    ada.page.go_back()
    ada.wait_for_moment(n)


def test_a_hint_is_what_a_strong_player_would_do_and_can_be_followed(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "nextstation", ["me"]))
    n = ada.moment
    ada.page.get_by_role("button", name=EN["tool.hint"]).click()
    ada.page.get_by_role("button", name=EN["hint.doIt"]).click()
    ada.wait_for_moment(n + 1)


def test_undo_is_free_at_first_and_later_the_others_agree(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_down(ada, bo, "bus")
    ada_plays, bo_plays = BusPlayer(ada), BusPlayer(bo)
    while not ada_plays.look().mine:
        if not bo_plays.act()[1]:
            bo_plays.wait_for_news(bo.moment)
    ...


def test_another_language_in_mid_game(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    play_on([LondonPlayer(ada)], moves=4)
    ada.page.get_by_role("button", name=EN["tool.settings"]).click()
    ada.page.get_by_text("Français").click()
    ada.page.get_by_role("button", name=FR["sheet.close"]).click()
    ada.page.get_by_role("heading", name=FR["log.title"]).wait_for()
    assert ada.page.locator("html").get_attribute("lang") == "fr"
