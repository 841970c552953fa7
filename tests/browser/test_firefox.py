"""The main stories in Debian's Firefox too: of each game one, between two people, one of them on a narrow screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from omnibus import GAMES
from tests.browser.conftest import Visit
from tests.browser.players import COUNT, play_on, player_of
from tests.browser.test_games import sit_down
from tests.browser.visitor import PHONE, firefox, open_firefox

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if firefox() is None:
        pytest.skip("Firefox is not installed: apt-get install firefox-esr")
    with open_firefox() as opened:
        yield opened


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_game(visit: Visit, game: str) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    table = sit_down(ada, bo, game)
    play_on([player_of(game)(ada), player_of(game)(bo)])
    result = ada.ask("GET", f"/tables/{table}")["result"]
    for person in (ada, bo):
        shown = person.page.locator(COUNT).inner_text()
        assert all(str(score).replace("-", "−") in shown for score in result["scores"]), shown
