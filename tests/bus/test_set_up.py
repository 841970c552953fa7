"""B1 to B6: the pieces, the first buildings, the first two sticks."""

from collections import Counter

import pytest

from omnibus import BadSetup
from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.state import BusState
from tests.bus.positions import forbidden_by, legal, line, play, position, streets
from tests.rule import rule


def start(seats: int = 3, seed: str = "set up") -> BusState:
    return Bus(seats).start(seed)


def found(state: BusState) -> None:
    """Everyone puts two buildings down, any."""
    while state.round == 0 and legal(state, "build"):
        play(state, legal(state)[0])


@rule("B1")
def test_three_to_five_play() -> None:
    assert list(Bus.seat_counts) == [3, 4, 5]
    for seats in (2, 6):
        with pytest.raises(BadSetup):
            Bus(seats)


@rule("B1")
@pytest.mark.parametrize(("seats", "sticks"), [(3, 28), (4, 18), (5, 18)])
def test_sticks_and_cubes(seats: int, sticks: int) -> None:
    state = start(seats)
    assert state.sticks == [sticks] * seats
    assert [cubes + buses for cubes, buses in zip(state.cubes, state.buses, strict=True)] == [21] * seats


@rule("B2")
def test_one_cube_is_a_bus_and_twenty_are_left() -> None:
    state = start()
    assert state.buses == [1, 1, 1]
    assert state.cubes == [20, 20, 20]


@rule("B3")
@pytest.mark.parametrize(("seats", "stones"), [(3, 4), (4, 5), (5, 5)])
def test_passengers_stones_and_clock(seats: int, stones: int) -> None:
    view = start(seats).view(None)
    assert list(view["people"]) == ["C2", "C3", "C1", "C4"]
    assert all(people == {"content": 0, "waiting": 1, "carried": 0} for people in view["people"].values())
    assert view["supply"] == 11
    assert view["stones_left"] == stones
    assert view["clock"] == "house"


@rule("B4")
def test_every_player_may_be_first() -> None:
    firsts = Counter(start(5, f"draw {number}").first for number in range(500))
    assert set(firsts) == {0, 1, 2, 3, 4}
    assert all(60 < times < 140 for times in firsts.values())
    state = start(5, "draw 1")
    assert state.turn == (state.first,)


@rule("B5")
def test_everyone_in_turn_builds_twice_in_zone_a() -> None:
    state = start(5)
    order = []
    zone_a = [lot.name for lot in state.game.board.lots if lot.zone == 0]
    while legal(state, "build"):
        order.append(state.turn[0])
        free = [lot for lot in zone_a if not state.built[[lot.name for lot in Bus.board.lots].index(lot)] >= 0]
        assert legal(state) == [f"build {lot} {kind}" for lot in free for kind in KINDS]
        play(state, legal(state)[-1])
    first = state.first
    assert order == [(first + step // 2) % 5 for step in range(10)]


@rule("B5")
def test_one_building_a_lot() -> None:
    state = start()
    play(state, "build C1.1 pub")
    assert forbidden_by(state, "build C1.1 house") == "B5"
    assert forbidden_by(state, "build M2.1 house") == "B24"
    assert forbidden_by(state, "choose bus") == "B5"
    assert not [text for text in legal(state) if "C1.1" in text]


@rule("B6")
def test_first_sticks_go_clockwise_and_second_ones_back() -> None:
    state = start(5)
    found(state)
    order = []
    while legal(state, "line"):
        order.append(state.turn[0])
        assert legal(state) == [f"line {street.name}" for street in Bus.board.streets]
        play(state, "line C2-C1")
    while legal(state, "extend"):
        order.append(state.turn[0])
        play(state, legal(state)[0])
    first = state.first
    clockwise = [(first + step) % 5 for step in range(5)]
    assert order == clockwise + clockwise[::-1]
    assert state.sticks == [16] * 5
    assert (state.round, state.turn) == (1, (first,))


@rule("B6")
def test_the_second_stick_obeys_the_rules_of_extension() -> None:
    """
    E9 ... M8 ab M7      both laid M8-M7: b goes on to E9, then a may go on from either end,
           .             and follow b along M8-E9 only while b ends at M8, which it does not.
           E11
    """
    state = position("M8 M7", "M8 M7", "C2 C1", phase="doubling", turn=1, first=0)
    assert streets(state) == {"M8>E9", "M8>E11", "M7>E8", "M7>I2", "M7>C3"}
    play(state, "extend M8>E9")
    assert state.turn == (0,)
    assert streets(state) == {"M8>E11", "M7>E8", "M7>I2", "M7>C3"}
    assert forbidden_by(state, "extend M8>E9") == "B16"
    assert forbidden_by(state, "line C2-C1") == "B6"
    play(state, "extend M7>I2")
    assert state.view(None)["phase"] == "choosing"


@rule("B6")
def test_a_first_stick_on_a_used_street_need_not_turn_off() -> None:
    """M8 ab M7 c E8: line a was laid where b lay; c ends at M7 and may be followed all the same."""
    state = position("", "M8 M7", "E8 M7", phase="laying", turn=0, first=1)
    play(state, "line M8-M7")
    assert line(state, 0) == "M8 M7"
    assert state.turn == (0,)
    assert "M7>E8" in streets(state)


@rule("B6")
def test_seats_are_numbered_clockwise() -> None:
    state = position("C2 C1", "C2 C3", "C1 C4", turn=1, first=1)
    play(state, "choose extension")
    assert state.turn == (2,)
    play(state, "choose extension")
    assert state.turn == (0,)
