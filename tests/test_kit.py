"""Every game passes the conformance kit; `make soak` lets it play a thousand games for each number of seats."""

import pytest

from omnibus import GAMES
from omnibus.testing import check, check_coverage, survey

# A game at the smallest table tells quickly; five at every table tell more.
TABLES = [
    pytest.param(game, seats, games, marks=[pytest.mark.slow] if games > 1 else [])
    for game, box in GAMES.items()
    for seats, games in ((box.seat_counts[0], 1), *((seats, 2) for seats in box.seat_counts))
]


@pytest.mark.parametrize(("game", "seats", "games"), TABLES)
def test_game_passes_the_kit(game: str, seats: int, games: int) -> None:
    report = check(GAMES[game], seats=[seats], games=games, seed=f"{games} games", weigh_guesses=1)
    assert report.games == games
    assert report.guesses_weighed == 1
    assert report.same_looks > report.decisions


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_random_players_reach_every_landmark(game: str) -> None:
    box = GAMES[game]
    check_coverage(box, survey(box, seats=box.seat_counts, games=200))
