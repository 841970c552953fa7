"""Two people with browsers of their own play whole games by mouse."""

from statistics import median

import pytest

from omnibus import GAMES
from tests.browser.conftest import Visit
from tests.browser.others import lay
from tests.browser.players import COUNT, play_on, player_of
from tests.browser.visitor import EN, Visitor
from tests.browser.witness import waits
from tests.scenes import scenes_of

pytestmark = pytest.mark.slow

# In milliseconds. An idle machine takes a fortieth of it (see benchmarks/browser.py); a crowded one must not fail, but
# a move that the other page has to ask for comes later.
SOON_ENOUGH = 2000


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game_by_mouse(visit: Visit, game: str) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    table = sit_down(ada, bo, game)
    play_on([player_of(game)(ada), player_of(game)(bo)])
    result = ada.ask("GET", f"/tables/{table}")["result"]
    for person in (ada, bo):
        shown = person.page.locator(COUNT).inner_text()
        assert all(str(score).replace("-", "−") in shown for score in result["scores"]), shown
    told = [person.page.locator(".ask").inner_text() for person in (ada, bo)]
    for place, (rank, text) in enumerate(zip(result["ranks"], told, strict=False)):
        assert (EN["count.youWon"].split(" {")[0] in text or EN["count.you"] in text) == (rank == 1), (place, text)
    took = waits(ada, bo)
    assert len(took) > 20, "hardly any move was timed"
    assert median(took) <= SOON_ENOUGH, sorted(took)


def sit_down(host: Visitor, guest: Visitor, game: str) -> str:
    """A table for two people, begun, on both screens."""
    # Bots, where a game needs more, are the quickest there are.
    seats = ["me", "open"] + ["random"] * (GAMES[game].seat_counts[0] - 2)
    options = scenes_of(game).options
    table = lay(host, game, seats, [guest], options=options)
    for person in (host, guest):
        person.sit_at(table)
    return table
