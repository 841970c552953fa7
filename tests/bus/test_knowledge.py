"""The view shows the whole table, in plain data, the same to everyone."""

import json
from random import Random

from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import PHASES
from omnibus.rules.bus.state import BusState
from tests.bus.positions import play, position
from tests.rule import rule


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
    assert actions["extension"] == {
        "cubes": [{"seat": 0, "worth": 2}, {"seat": 1, "worth": 1}],
        "order": [1, 0],
        "last_first": True,
        "next_worth": 0,
    }
    assert actions["vrrooomm"] == {
        "cubes": [{"seat": 2, "worth": 2}, {"seat": 0, "worth": 2}],
        "order": [0, 1],
        "last_first": False,
        "next_worth": 2,
    }
    assert actions["bus"] == {"cubes": [], "order": [], "last_first": False, "next_worth": 1}
    assert actions["clock"] == {
        "cubes": [{"seat": 1, "worth": 1}],
        "order": [0],
        "last_first": False,
        "next_worth": 0,
    }
    assert actions["passengers"] == {"cubes": [], "order": [], "last_first": False, "next_worth": 2}
    assert [name for name, action in actions.items() if action["last_first"]] == ["extension", "buildings"]


@rule("B28")
def test_what_buses_would_carry_now_at_each_hour() -> None:
    built = {"C2.1": "office", "C2.2": "office", "C1.1": "office", "C3.1": "pub", "C4.1": "house"}
    people = {"C3": 3, "C1": 1, "G1": 4}
    state = position("C3 C2 C1", "C1 C2", "E1 E2", built=built, people=people, buses=[3, 1, 5])
    rides = [seat["rides"] for seat in state.view(None)["table"]]
    # Offices: three wait at C3, two are free at C2. Pubs: one at C3 is content there, none is free elsewhere.
    assert rides[0] == {"house": 0, "office": 2, "pub": 0}
    assert rides[1] == {"house": 0, "office": 0, "pub": 0}
    assert rides[2] == {"house": 0, "office": 0, "pub": 0}
    one_bus = position("C3 C2 C1", built=built, people=people)
    assert one_bus.view(None)["table"][0]["rides"]["office"] == 1


@rule("B28")
def test_in_whole_games_as_many_are_carried_as_was_foretold() -> None:
    rng = Random("carried")
    for seats in (3, 4, 5):
        state = Bus(seats).start("carried")
        while state.turn:
            (seat,) = state.turn
            view = state.view(seat)
            if view["phase"] == "riding" and view["left"] == view["table"][seat]["buses"]:
                before, space, foretold = state.points[seat], state.space, view["table"][seat]["rides"][view["clock"]]
                while state.turn == (seat,) and (view["phase"], space) == ("riding", state.space):
                    state.play(seat, rng.choice(state.legal(seat)))
                    if state.points[seat] - before == foretold:
                        break
                assert state.points[seat] - before == foretold
            else:
                state.play(seat, rng.choice(state.legal(seat)))


@rule("B25", "B26")
def test_what_the_clock_may_show_when_buses_run_next() -> None:
    lines = ("C3 C2 C1", "C1 C4", "M2 M1")
    assert position(*lines, clock="house").view(None)["hours"] == ["office", "house"]
    clock_chosen = {"clock": [1], "extension": [0]}
    assert position(*lines, clock="pub", phase="extending", spaces=clock_chosen, left=1).view(None)["hours"] == [
        "house",
        "pub",
    ]
    assert position(*lines, phase="extending", spaces={"extension": [0]}, left=1).view(None)["hours"] == ["office"]
    last_stone = position(*lines, phase="timing", spaces=clock_chosen, stones=[2, 1, 0])
    assert last_stone.view(None)["hours"] == ["office"]
    play(last_stone, "stop")
    assert last_stone.view(None)["hours"] == []
    riding = position(*lines, phase="riding", clock="pub", spaces={"vrrooomm": [0]}, left=1)
    assert riding.view(None)["hours"] == ["pub"]


@rule("B9")
def test_those_who_choose_after_the_one_now() -> None:
    state = position("C3 C2 C1", "C1 C4", "M2 M1", turn=1, cubes=[3, 3, 3])
    assert state.view(None)["then"] == [2, 0]
    assert position("C3 C2 C1", "C1 C4", "M2 M1", turn=1, cubes=[3, 3, 0]).view(1)["then"] == [0]
    play(state, *["choose vrrooomm"] * 6, "pass")
    assert state.view(0)["then"] == [0]  # 2 to move, 1 has passed


@rule("B10")
def test_those_who_act_after_the_one_now() -> None:
    spaces = {"extension": [0, 1, 0, 2], "vrrooomm": [2, 0, 2]}
    state = position(
        "C3 C2 C1", "C1 C4", "M2 M1", phase="extending", turn=2, spaces=spaces, space=3, left=1, buses=[4, 1, 1]
    )
    view = state.view(None)
    assert view["actions"]["extension"]["order"] == [3, 2, 1, 0]
    assert view["then"] == [0, 1, 0]
    riding = position("C3 C2 C1", "C1 C4", "C2 C3", phase="riding", turn=2, spaces=spaces, left=1, people={"C3": 3})
    assert riding.view(None)["then"] == [0, 2]


@rule("B10")
def test_a_space_worth_nothing_is_not_waited_for() -> None:
    spaces = {"passengers": [0, 1, 2]}
    state = position("C3 C2 C1", "C1 C4", "M2 M1", phase="arriving", spaces=spaces, left=2, buses=[2, 1, 1])
    assert state.view(None)["then"] == [1]


@rule("B5", "B6", "B9", "B10")
def test_in_whole_games_those_who_are_asked_were_foretold() -> None:
    for seats in (3, 4, 5):
        rng = Random(seats)
        state = Bus(seats).start("foretold")
        while state.turn:
            before, foretold, phase = (state.turn[0], state.space), state.view(None)["then"], state.phase
            choosing = state.phase == PHASES.index("choosing")
            state.play(state.turn[0], rng.choice(state.legal(state.turn[0])))
            same = state.turn and state.phase == phase and (state.turn[0], state.space) != before
            if same and choosing:
                assert state.turn[0] == (foretold or [before[0]])[0]
            elif same:
                # Who comes next was named; those passed over could do nothing (B11).
                assert foretold[-len(state.view(None)["then"]) - 1 :] == [state.turn[0], *state.view(None)["then"]]
        assert state.view(None)["then"] == []


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
        view["seat"], view["asks"], view["legal"] = None, None, []
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
