"""The view shows the whole table, in plain data, the same to everyone."""

import json
from random import Random

from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from tests.bus.positions import play, position


def middle_of_a_round() -> BusState:
    """A line with a loop, a bound end, people of all sorts, and cubes on the action board."""
    state = position(
        "I4 C4 M2 M1 I4!",
        "E15 M1 I4",
        "C3 C2 C1",
        phase="timing",
        turn=1,
        first=2,
        clock="house",
        spaces={"vrrooomm": [2, 0], "clock": [1], "extension": [0, 1], "first": [0]},
        buses=[2, 1, 2],
        points=[1, 0, 2],
        reached=[2, 0, 3],
        people={"C3": 2, "C1": 1, "G1": 1},
        built={"C2.1": "office", "C2.2": "office", "C1.1": "office", "C3.1": "pub"},
    )
    play(state, "tick", "ride C3>C2")
    return state


def test_lines_with_their_ends() -> None:
    table = middle_of_a_round().view(0)["table"]
    assert table[0]["line"] == ["I4", "C4", "M2", "M1", "I4"]
    assert table[0]["ends"] == [
        {"junction": "I4", "street": "C4-I4", "must_turn_off": False},
        {"junction": "I4", "street": "I4-M1", "must_turn_off": True},
    ]
    assert table[2]["ends"] == [
        {"junction": "C3", "street": "C2-C3", "must_turn_off": False},
        {"junction": "C1", "street": "C2-C1", "must_turn_off": False},
    ]


def test_people_content_waiting_and_carried() -> None:
    state = middle_of_a_round()
    assert state.view(None)["people"] == {
        "C2": {"content": 0, "waiting": 0, "carried": 1},
        "C3": {"content": 0, "waiting": 1, "carried": 0},
        "C1": {"content": 1, "waiting": 0, "carried": 0},
        "G1": {"content": 0, "waiting": 1, "carried": 0},
    }


def test_lots_by_zone_and_the_zone_now_open() -> None:
    view = middle_of_a_round().view(1)
    assert {zone: len(lots) for zone, lots in view["lots"].items()} == {"A": 12, "B": 11, "C": 9, "D": 15}
    assert {"lot": "C3.1", "building": "pub"} in view["lots"]["A"]
    assert {"lot": "C3.2", "building": None} in view["lots"]["A"]
    assert view["zone"] == "A"
    assert position(full="AB").view(None)["zone"] == "C"
    assert position(full="ABCD").view(None)["zone"] is None


def test_the_action_board_with_cubes_in_order_and_their_worth() -> None:
    actions = middle_of_a_round().view(0)["actions"]
    assert list(actions) == ["extension", "bus", "passengers", "buildings", "clock", "vrrooomm", "first"]
    assert actions["extension"] == {"cubes": [{"seat": 0, "worth": 2}, {"seat": 1, "worth": 1}], "next_worth": 0}
    assert actions["vrrooomm"] == {"cubes": [{"seat": 2, "worth": 2}, {"seat": 0, "worth": 2}], "next_worth": 2}
    assert actions["bus"] == {"cubes": [], "next_worth": 1}
    assert actions["clock"] == {"cubes": [{"seat": 1, "worth": 1}], "next_worth": 0}
    assert actions["passengers"] == {"cubes": [], "next_worth": 2}


def test_what_each_player_has_and_the_order_of_points() -> None:
    view = middle_of_a_round().view(2)
    assert [(seat["points"], seat["reached"]) for seat in view["table"]] == [(1, 2), (0, 0), (3, 4)]
    assert [(seat["cubes"], seat["buses"], seat["sticks"]) for seat in view["table"]] == [
        (10, 2, 24),
        (10, 1, 26),
        (10, 2, 26),
    ]
    assert (view["clock"], view["stones_left"], view["supply"], view["first"]) == ("office", 4, 11, 2)


def test_everyone_sees_the_same_but_for_the_own_moves() -> None:
    state = middle_of_a_round()
    views = [state.view(seat) for seat in (None, 0, 1, 2)]
    for view in views:
        view["seat"], view["legal"] = None, []
        view["actions"]["vrrooomm"]["next_worth"] = 0  # it depends on the viewer's own buses
    assert all(view == views[0] for view in views)


def test_a_view_leads_back_to_the_position() -> None:
    state = middle_of_a_round()
    back = Bus(3).guess(json.loads(json.dumps(state.view(1))), Random(1))
    assert {**back.dump(), "seed": ""} == {**state.dump(), "seed": ""}


def test_points_are_rides_in_whole_games() -> None:
    for seats in (3, 4, 5):
        game = Bus(seats)
        rng = Random(seats)
        state = game.start("rides")
        rides = [0] * seats
        while state.turn:
            seat = state.turn[0]
            move = rng.choice(state.legal(seat))
            rides[seat] += move.text.startswith("ride")
            state.play(seat, move)
            assert isinstance(state, BusState)
            assert state.points == rides
