"""The invariants of Bus tell when something is lost, made or torn."""

from collections.abc import Callable

import pytest

from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from tests.bus.positions import position


def sound() -> BusState:
    return position("C3 C2 C1", "M8 M7", points=[1, 0, 2], people={"C1": 2}, built={"C1.1": "house"})


def _lose_a_cube(state: BusState) -> None:
    state.cubes[0] -= 1


def _lose_a_placed_cube(state: BusState) -> None:
    state.spaces[5].append(1)


def _lose_a_stick(state: BusState) -> None:
    state.sticks[1] -= 1


def _lose_a_passenger(state: BusState) -> None:
    state.people[0] += 1


def _lose_a_stone(state: BusState) -> None:
    state.stones_left -= 1


def _make_a_point(state: BusState) -> None:
    state.points[1] += 1


def _forget_a_ride(state: BusState) -> None:
    state.reached[0] = 0


def _jump(state: BusState) -> None:
    state.trails[0][0] = 0


def _ride_back(state: BusState) -> None:
    state.trails[0] = [*state.trails[0], state.trails[0][-2]]


def _lose_a_street(state: BusState) -> None:
    state.streets[0] = 0


def _lose_a_junction(state: BusState) -> None:
    state.touched[0] = 0


def _build_too_early(state: BusState) -> None:
    state.built[0] = 0  # E10.1 is of zone D


def _carry_into_nothing(state: BusState) -> None:
    state.carried[state.game.board.junction_named["C1"]] = 2


@pytest.mark.parametrize(
    ("spoil", "law"),
    [
        (_lose_a_cube, "a cube was lost or made"),
        (_lose_a_placed_cube, "a cube was lost or made"),
        (_lose_a_stick, "a stick was lost or made"),
        (_lose_a_passenger, "a passenger was lost or made"),
        (_lose_a_stone, "a time stone was lost or made"),
        (_make_a_point, "points are not rides"),
        (_forget_a_ride, "points were reached without a ride, or a ride without a point"),
        (_jump, "a line jumps"),
        (_ride_back, "a line uses a street twice"),
        (_lose_a_street, "a line and its streets differ"),
        (_lose_a_junction, "a line and its junctions differ"),
        (_build_too_early, "a zone was opened too early"),
        (_carry_into_nothing, "a carried passenger has no building"),
    ],
)
def test_a_broken_law_is_noticed(spoil: Callable[[BusState], None], law: str) -> None:
    state = sound()
    assert list(Bus.broken_laws(state)) == []
    spoil(state)
    assert law in list(Bus.broken_laws(state))
