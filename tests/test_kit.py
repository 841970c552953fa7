"""Every game passes the conformance kit; `make soak` lets it play a thousand games for each number of seats."""

import pytest

from omnibus import GAMES
from omnibus.testing import check, check_coverage, survey

EVERY_SEAT_COUNT = [(game, seats) for game, box in GAMES.items() for seats in box.seat_counts]


@pytest.mark.parametrize(("game", "seats"), EVERY_SEAT_COUNT)
@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_game_passes_the_kit(game: str, seats: int, games: int) -> None:
    report = check(GAMES[game], seats=[seats], games=games, seed=f"{games} games", weigh_guesses=1)
    assert report.games == games
    assert report.guesses_weighed == 1
    assert report.same_looks > report.decisions


@pytest.mark.parametrize("game", GAMES)
def test_random_players_reach_every_landmark(game: str) -> None:
    box = GAMES[game]
    check_coverage(box, survey(box, seats=box.seat_counts, games=200))
