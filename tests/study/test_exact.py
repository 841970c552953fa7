"""Whether what is said of a move agrees with what it is worth exactly, and the errors with how far off that is."""

from statistics import fmean

import pytest

from omnibus.rules.shelf import OURS
from tests.study.exact import problems

STATED = 1.96  # standard errors, for 95 %
POSITIONS = 500
# In London's last turns most chances are small: an estimate below the truth states too small an error with it, which
# takes half of what the mean may be off by. Of 500 positions chance alone would take as much again.
POSITIONS_OF_LONDON = 1500


def standing(game: str, count: int) -> list[float]:
    """By how many of its standard errors each estimate is off."""
    off: list[float] = []
    for number, problem in enumerate(problems(game, count)):
        share, points = problem.sampled(f"sample {number}")
        exact = problem.exact()
        estimate, truth = (points, exact.points) if problem.state.game.seats == 1 else (share, exact.share)
        off.append((estimate.mean - truth) / estimate.error)
    return off


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_estimates_are_near_the_exact_values(game: str) -> None:
    off = standing(game, 4)
    assert len(off) >= 3
    assert max(abs(each) for each in off) < 4
    assert abs(fmean(off)) < 2


@pytest.mark.soak
@pytest.mark.parametrize("game", OURS)
def test_estimates_keep_the_errors_that_they_state(game: str) -> None:
    off = standing(game, POSITIONS_OF_LONDON if game == "london" else POSITIONS)
    within = sum(abs(each) <= STATED for each in off) / len(off)
    assert 0.93 <= within <= 0.98
    assert abs(fmean(off)) <= 0.1
