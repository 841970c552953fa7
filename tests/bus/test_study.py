"""What the judge of Bus thinks of positions and plans."""

import pytest

from omnibus.bots.bus.prospects import chances
from omnibus.study.bus.judge import disturbed
from omnibus.study.bus.points import points_to_come
from tests.bus.positions import position

LINES = ("C3 C2 C1", "M1 M2", "I1 I2")


def test_whoever_has_no_cubes_left_makes_no_more_points() -> None:
    assert points_to_come(position(*LINES, cubes=[0, 10, 10]))[0] == 0


def test_cubes_are_worth_points_as_long_as_somebody_else_has_some_too() -> None:
    few, more, most = (points_to_come(position(*LINES, cubes=[own, 8, 8]))[0] for own in (4, 8, 20))
    assert 0 < few < more
    assert more == most  # nobody is left to play with


def test_buses_and_the_first_turn_are_worth_points() -> None:
    even = points_to_come(position(*LINES, cubes=[10, 10, 10]))
    assert points_to_come(position(*LINES, cubes=[10, 10, 10], buses=[3, 1, 1]))[0] > even[0]
    assert points_to_come(position(*LINES, cubes=[10, 10, 10], first=1))[0] < even[0]


def test_a_plan_to_run_the_buses_leaves_the_others_a_better_chance() -> None:
    state = position(*LINES, cubes=[10, 10, 10])
    run, extend = (state.game.move(f"choose {action}") for action in ("vrrooomm", "extension"))
    undisturbed = chances(state)
    assert disturbed(undisturbed, 0, [extend]) == pytest.approx(undisturbed)
    once, twice = (disturbed(undisturbed, 0, [extend, *[run] * runs]) for runs in (1, 2))
    assert undisturbed[0] > once[0] > twice[0]
    assert sum(once) == pytest.approx(1)
    assert all(after > before for after, before in zip(once[1:], undisturbed[1:], strict=True))
