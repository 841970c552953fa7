"""B7 to B13: placing cubes, the order of carrying out, what a space is worth."""

import pytest

from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import ACTIONS
from omnibus.rules.bus.state import space_name
from tests.bus.positions import forbidden_by, legal, play, position
from tests.rule import rule

THREE = ("C2 C1", "C3 C4", "I2 I1")
ALL = [f"choose {action}" for action in ACTIONS]


@rule("B7")
def test_one_cube_at_a_time_clockwise_from_the_first_player() -> None:
    state = position(*THREE, turn=2, first=2)
    seats = []
    for _ in range(6):
        seats.append(state.turn[0])
        assert [text for text in legal(state) if text != "pass"] == ALL
        play(state, "choose extension")
    assert seats == [2, 0, 1, 2, 0, 1]
    assert state.cubes == [8, 8, 8]


@rule("B7")
def test_only_choosing_now() -> None:
    state = position(*THREE)
    for text in ("extend C1>M4", "build C1.1 pub", "arrive G1", "stop", "tick", "ride C1>I2", "line C2-C1"):
        assert forbidden_by(state, text) == "B7"
    assert forbidden_by(state, "choose taxi") == "B7"


@rule("B8")
@pytest.mark.parametrize("action", ["bus", "clock", "first"])
def test_bus_clock_and_first_player_take_one_cube(action: str) -> None:
    state = position(*THREE)
    play(state, f"choose {action}")
    assert forbidden_by(state, f"choose {action}") == "B8"
    assert [text for text in ALL if text not in legal(state)] == [f"choose {action}"]


@rule("B8")
def test_the_others_take_any_number_in_order_also_of_one_player() -> None:
    state = position(*THREE)
    play(state, *["choose vrrooomm"] * 7)
    assert state.view(None)["actions"]["vrrooomm"]["cubes"] == [{"seat": n % 3, "worth": 1} for n in range(7)]
    assert [space_name(place) for place in (0, 1, 25, 26, 27)] == ["a", "b", "z", "aa", "ab"]


@rule("B9")
def test_two_cubes_at_least_then_one_may_pass() -> None:
    state = position(*THREE)
    play(state, *["choose extension"] * 3)
    assert "pass" not in legal(state)
    assert forbidden_by(state, "pass") == "B9"
    play(state, *["choose extension"] * 3)
    assert legal(state)[-1] == "pass"
    play(state, "pass", "choose buildings", "pass")
    assert state.turn == (1,)
    play(state, "pass")
    assert state.view(None)["phase"] == "extending"


@rule("B9")
def test_who_has_passed_places_no_more() -> None:
    state = position(*THREE)
    play(state, *["choose extension"] * 6, "pass")
    assert [play(state, "choose buildings") and state.turn[0] for _ in range(4)] == [2, 1, 2, 1]


@rule("B9")
def test_the_last_cube_is_enough_and_without_cubes_one_places_none() -> None:
    state = position(*THREE, cubes=[1, 0, 3])
    assert state.turn == (0,)
    play(state, "choose extension")
    assert state.turn == (2,)
    play(state, "choose extension")
    assert state.turn == (2,)
    assert "pass" not in legal(state)
    play(state, "choose clock")
    assert "pass" in legal(state)
    play(state, "choose first")
    assert state.view(None)["phase"] == "extending"


@rule("B9")
def test_the_second_of_two_cubes_must_be_placed() -> None:
    state = position(*THREE, cubes=[2, 5, 5])
    play(state, *["choose extension"] * 3)
    assert legal(state) == ALL


@rule("B10")
def test_the_order_of_carrying_out() -> None:
    state = position(*THREE, clock="pub", people={"C3": 1}, built={"C4.1": "house"})
    for action in ("first", "vrrooomm", "clock", "buildings", "passengers", "bus"):
        play(state, f"choose {action}")
    happened = []
    play(state, "choose extension")
    while state.round == 1 and state.turn:
        kinds = play(state, legal(state)[-1])
        happened += [kind for kind in kinds if kind not in ("pass", "idle-buses", "house", "office")]
    assert happened == ["extend", "bus", "arrive", "arrive", "pub", "pub", "clock-house", "ride", "first", "round"]


@rule("B10")
@pytest.mark.parametrize("action", ["extension", "buildings"])
def test_in_extension_and_buildings_space_a_acts_last(action: str) -> None:
    state = position(*THREE, buses=[3, 1, 1])
    play(state, *[f"choose {action}"] * 3, *["choose vrrooomm"] * 3, *["pass"] * 3)
    acting = []
    while state.view(None)["phase"] in ("extending", "building"):
        acting.append(state.turn[0])
        play(state, legal(state)[0])
    assert acting == [2, 1, 1, 0, 0, 0]


@rule("B10")
def test_in_passengers_space_a_acts_first() -> None:
    state = position(*THREE, buses=[3, 1, 1])
    play(state, *["choose passengers"] * 3, *["choose vrrooomm"] * 3, *["pass"] * 3)
    acting = []
    while state.view(None)["phase"] == "arriving":
        acting.append(state.turn[0])
        play(state, "arrive G1")
    assert acting == [0, 0, 0, 1, 1, 2]


@rule("B10")
def test_in_vrrooomm_space_a_acts_first() -> None:
    state = position(
        *["C2 C1 C4"] * 3, clock="pub", people={"C2": 3}, built={"C1.1": "house", "C1.2": "house", "C4.1": "house"}
    )
    play(state, *["choose vrrooomm"] * 3, *["choose extension"] * 3, *["pass"] * 3)
    play(state, legal(state)[0])
    assert state.turn == (0,)
    play(state, "ride C2>C1")
    assert state.turn == (1,)


@rule("B11")
def test_nothing_may_be_declined_but_the_clock_is_a_choice() -> None:
    state = position(*THREE, buses=[2, 1, 1], clock="pub", people={"C2": 1}, built={"C1.1": "house"})
    play(state, "choose extension", "choose buildings", "choose passengers")
    play(state, "choose vrrooomm", "choose clock", "choose first", "pass", "pass", "pass")
    for kind in ("extend", "arrive", "build"):
        for _ in range(2):
            assert {text.split()[0] for text in legal(state)} == {kind}
            assert forbidden_by(state, "pass") is not None
            play(state, legal(state)[-1])
    assert legal(state) == ["stop", "tick"]
    play(state, "tick")
    assert legal(state) == ["ride C2>C1"]
    assert forbidden_by(state, "pass") == "B28"


@rule("B11")
def test_a_stick_may_leave_no_street_for_the_next() -> None:
    """
    E10aaE9
    .     a      the last stick closes the corner: both ends are at E10 and nothing goes on.
    E11aaM8
    """
    state = position("E10 E9 M8 E11", phase="extending", spaces={"extension": [0]}, left=3)
    assert "extend E11>E10" in legal(state)
    assert play(state, "extend E11>E10")[:3] == ["extend", "loop", "lost-sticks"]
    assert state.view(None)["phase"] != "extending"


@rule("B12")
def test_with_one_bus_each_space_a_builds_one_and_space_b_none() -> None:
    state = position(*THREE)
    play(state, *["choose buildings"] * 6, *["pass"] * 3)
    assert state.turn == (0,)
    play(state, "build C1.1 pub")
    assert state.view(None)["round"] == 2


@rule("B12")
def test_with_five_buses_spaces_are_worth_five_four_three() -> None:
    state = position(*THREE, buses=[1, 5, 1])
    for action in ("extension", "passengers", "buildings"):
        play(state, *[f"choose {action}"] * 7)
        view = state.view(None)["actions"][action]
        assert [cube["worth"] for cube in view["cubes"]] == [5, 4, 3, 2, 1, 0, 0]
        assert view["next_worth"] == 0


@rule("B12")
@pytest.mark.parametrize(("action", "first"), [("passengers", "arrive G1"), ("buildings", "build C1.1 pub")])
def test_a_bus_bought_this_round_counts_from_passengers_on(action: str, first: str) -> None:
    state = position(*THREE)
    play(state, f"choose {action}", "choose extension", "choose bus", *["choose vrrooomm"] * 3, *["pass"] * 3)
    assert state.view(None)["left"] == 1  # a stick by the one bus of before
    play(state, legal(state)[0])
    assert state.view(None)["left"] == 2
    play(state, first)
    assert state.turn == (0,)


@rule("B12")
def test_the_buses_of_a_player_without_cubes_count_too() -> None:
    state = position(*THREE, buses=[1, 1, 4], cubes=[2, 2, 0])
    play(state, "choose extension", "choose extension", "choose clock", "choose first")
    assert state.turn == (1,)
    assert state.left == 3


@rule("B12")
def test_a_bus_bought_this_round_runs_at_once_whatever_the_space() -> None:
    lots = {"C1.1": "house", "C1.2": "house", "C4.1": "house"}
    state = position("C2 C1 C4", "C3 M7", "C2 C1 C4", clock="pub", people={"C2": 3}, built=lots)
    play(state, "choose bus", "choose vrrooomm", "choose vrrooomm", "choose vrrooomm", "choose first", "choose clock")
    play(state, "pass", "pass", "pass", "tick")
    assert (state.turn, state.space, state.left) == ((2,), 1, 1)
    play(state, "ride C2>C1")
    assert (state.turn, state.space, state.left) == ((0,), 2, 2)


@rule("B13")
def test_with_five_players_an_extension_is_worth_one_more() -> None:
    state = position("C2 C1", "C3 C4", "I2 I1", "M2 M1", "E1 E2", game=Bus(5))
    play(state, *["choose extension"] * 5, *["choose passengers"] * 5)
    actions = state.view(None)["actions"]
    assert [cube["worth"] for cube in actions["extension"]["cubes"]] == [2, 1, 0, 0, 0]
    assert [cube["worth"] for cube in actions["passengers"]["cubes"]] == [1, 0, 0, 0, 0]
    play(state, *["pass"] * 5)
    assert (state.turn, state.left) == ((1,), 1)


@rule("B13")
def test_with_four_players_it_is_not() -> None:
    state = position("C2 C1", "C3 C4", "I2 I1", "M2 M1", game=Bus(4))
    assert [state.worth(0, space) for space in range(3)] == [1, 0, 0]
