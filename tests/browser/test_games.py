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

# Which parts of a table lie over others of its parts.
COVERED = """() => {
  const parts = [...document.querySelectorAll("main.shell > *, main.shell .side > .panel")]
    .filter(part => !part.matches(".side, .visually-hidden, .notices") && part.offsetHeight > 0);
  const boxes = parts.map(part => part.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return parts.flatMap((a, i) => parts.slice(i + 1)
    .filter((b, j) => over(boxes[i], boxes[i + 1 + j])).map(b => `${a.className} over ${b.className}`));
}"""


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
        assert person.page.evaluate(COVERED) == [], "something lies over something else"
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
