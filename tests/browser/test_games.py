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
    for person, rank in zip((ada, bo), result["ranks"], strict=False):
        told = person.page.locator(".ask").inner_text()
        assert (EN["count.you"] in told.lower()) == (rank == 1), told
        # Whoever asked for less motion is told at once, in the header and over the board.
        assert person.page.get_by_role("region", name=EN["finale.title"]).get_by_role("heading").inner_text() == told
        assert told not in person.page.locator(COUNT).inner_text(), "it is said a third time"
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
