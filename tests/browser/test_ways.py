"""Whole games in other ways: by keyboard alone, by finger on a phone, on a shared screen, against bots."""

import json
from itertools import pairwise

from tests.browser.conftest import Visit
from tests.browser.hands import Finger, Keyboard
from tests.browser.others import lay
from tests.browser.players import LondonPlayer, NextStationPlayer, TerminusPlayer, play_on
from tests.browser.visitor import EN, PHONE, Visitor

CURTAIN = ".curtain .pill:not(.light)"


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "nextstation", ["me"]))
    player = NextStationPlayer(ada, Keyboard())
    play_on([player])
    assert player.look().over


def test_a_whole_game_by_finger_on_a_phone(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ada.sit_at(lay(ada, "london", ["me", "random"]))
    player = LondonPlayer(ada, Finger())
    play_on([player])
    assert player.look().over


def test_a_whole_game_against_bots_two_clicks_from_the_first_page(visit: Visit) -> None:
    somebody = visit()
    somebody.go()
    somebody.page.get_by_role("button", name=EN["home.playGame"].format(game="Terminus")).click()
    somebody.page.wait_for_selector("main.shell")
    player = TerminusPlayer(somebody)
    play_on([player])
    assert player.look().over


def test_two_people_on_one_screen_never_see_each_others_cards(visit: Visit) -> None:
    ada = visit("Ada")
    ada.sit_at(lay(ada, "terminus", ["me", "me:Bo"], options={"target": 20}))
    player = TerminusPlayer(ada)
    holders: list[int] = []
    while not player.look().over:
        if ada.page.locator(CURTAIN).count():
            holders.append(_lift_the_curtain(ada))
        elif not player.act()[1]:
            ada.page.wait_for_selector(CURTAIN)
    assert len(holders) > 4
    assert all(one != next_one for one, next_one in pairwise(holders)), holders


def _lift_the_curtain(ada: Visitor) -> int:
    """Hand over the device; who has it now. Until that moment nothing of theirs has come since they had it last."""
    name = ada.page.locator(".curtain h1").inner_text()
    holder = 1 if name == EN["curtain.pass"].format(name="Bo") else 0
    assert ada.page.locator("main.shell").count() == 0, "the table is there behind the curtain"
    covered = len(ada.frames)
    ada.page.click(CURTAIN)
    ada.page.wait_for_selector("main.shell")
    for frame in map(json.loads, ada.frames[covered:]):
        if frame["is"] == "sight":
            assert frame["seat"] == holder
    return holder
