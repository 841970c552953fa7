"""The main stories in Debian's Firefox too: of each game one, between two people, one of them on a narrow screen."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Playwright, expect

from omnibus import GAMES
from tests.browser.conftest import Visit
from tests.browser.others import play_by_hand
from tests.browser.players import COUNT, play_on, player_of
from tests.browser.test_games import sit_down
from tests.browser.visitor import PATIENCE, PHONE, firefox, open_firefox
from tests.london.browser import lies_in_one_row

pytestmark = pytest.mark.slow

BEGUN = 6  # moves made on the pages, to see the end after; `make soak` makes all of them there


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    if firefox() is None:
        pytest.skip("Firefox is not installed: apt-get install firefox-esr")
    with open_firefox(playwright) as opened:
        yield opened


@pytest.mark.parametrize("moves", [BEGUN, pytest.param(None, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_game(visit: Visit, game: str, moves: int | None) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    table = sit_down(ada, bo, game)
    play_on([player_of(game)(ada), player_of(game)(bo)], moves)
    if moves is not None:
        if game == "london":
            assert lies_in_one_row(ada.page), "Firefox broke market and hand into two rows"
        for person in (ada, bo):
            person.go()
        play_by_hand(table, {0: ada, 1: bo}, Random(game))
        for person in (ada, bo):
            person.sit_at(table)
    result = ada.ask("GET", f"/tables/{table}")["result"]
    for person in (ada, bo):
        shown = person.page.locator(COUNT)
        for score in result["scores"]:
            expect(shown).to_contain_text(str(score).replace("-", "−"), timeout=PATIENCE)
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
