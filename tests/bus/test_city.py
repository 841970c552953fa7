"""B22 to B30: buses, passengers, buildings, the clock, rides and the next first player."""

import pytest

from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import ZONES
from omnibus.rules.bus.state import BusState
from tests.bus.positions import forbidden_by, legal, play, position
from tests.rule import rule

THREE = ("C2 C1", "C3 C4", "I2 I1")


def round_of(state: BusState, *actions: str) -> None:
    """Everyone in turn places these cubes, two each, and passes."""
    play(state, *[f"choose {action}" for action in actions], *["pass"] * 3)


def riding(*lines: str, buses: tuple[int, ...] = (1, 1, 1), cubes: tuple[int, ...] = (0,), **more: object) -> BusState:
    """A position at the moment when the clock is asked, which moves on to offices."""
    return position(
        *lines,
        phase="timing",
        turn=2,
        clock="house",
        spaces={"vrrooomm": cubes, "clock": [2]},
        buses=buses,
        **more,  # type: ignore[arg-type]
    )


# ---- B22, B23


@rule("B22")
def test_a_bus_stays_in_the_parking_for_good() -> None:
    state = position(*THREE)
    round_of(state, "clock", "bus", "first", *["vrrooomm"] * 3)
    assert state.view(None)["actions"]["bus"]["cubes"] == []
    play(state, "tick")
    assert state.buses == [1, 2, 1]
    assert state.spent == [10 + 2, 10 + 1, 10 + 2]


@rule("B23")
def test_passengers_arrive_at_either_station() -> None:
    state = position(*THREE, buses=[3, 1, 1], people={"C1": 1})
    round_of(state, "passengers", *["vrrooomm"] * 5)
    for station in ("G2", "G1", "G2"):
        assert legal(state) == ["arrive G2", "arrive G1"]
        play(state, f"arrive {station}")
    people = state.view(None)["people"]
    assert (people["G1"]["waiting"], people["G2"]["waiting"], state.supply) == (1, 2, 11)
    assert state.view(None)["round"] == 2


@rule("B23")
def test_without_supply_nobody_arrives() -> None:
    state = position(*THREE, buses=[3, 1, 1], people={"E6": 13})
    round_of(state, "passengers", "passengers", "passengers", *["buildings"] * 3)
    assert play(state, "arrive G1") == ["arrive"]
    assert play(state, "arrive G1") == ["arrive", "lost-passengers", "lost-passengers", "lost-passengers"]
    assert state.view(None)["phase"] == "building"
    assert state.supply == 0


# ---- B24


@rule("B24")
def test_zones_are_filled_one_after_the_other_also_within_an_action() -> None:
    all_but_one = [lot.name for lot in Bus.board.lots if lot.zone == 0][:-1]
    state = position(*THREE, buses=[3, 1, 1], built=dict.fromkeys(all_but_one, "pub"))
    round_of(state, "buildings", *["vrrooomm"] * 5)
    assert legal(state) == ["build I4.1 house", "build I4.1 office", "build I4.1 pub"]
    assert forbidden_by(state, "build M2.1 house") == "B24"
    play(state, "build I4.1 office")
    assert {text.split()[1] for text in legal(state)} == {lot.name for lot in state.game.board.lots if lot.zone == 1}
    assert state.view(None)["zone"] == "B"
    play(state, "build M2.1 pub", "build M1.1 pub")
    assert state.view(None)["round"] == 2


@rule("B24")
@pytest.mark.parametrize(("full", "zone"), [("", "A"), ("A", "B"), ("AB", "C"), ("ABC", "D")])
def test_one_builds_in_the_first_zone_with_a_free_lot(full: str, zone: str) -> None:
    state = position(*THREE, full=full)
    round_of(state, "buildings", *["vrrooomm"] * 5)
    assert state.view(None)["zone"] == zone
    assert {text.split()[1] for text in legal(state)} == {lot.name for lot in Bus.board.lots if ZONES[lot.zone] == zone}


@rule("B24")
def test_without_a_free_lot_the_rest_is_lost_and_the_round_goes_on() -> None:
    every = [lot.name for lot in Bus.board.lots]
    built = dict.fromkeys(every[:-1], "house")
    state = position("C2 C1", "C3 C4", "I2 I1", buses=[3, 1, 1], built=built, clock="pub", people={"G2": 2, "C1": 3})
    round_of(state, "buildings", "buildings", "clock", "vrrooomm", "vrrooomm", "vrrooomm")
    assert play(state, f"build {every[-1]} house") == ["house", "lost-buildings", "lost-buildings"]
    assert legal(state) == ["stop", "tick"]
    play(state, "tick")
    assert legal(state) == ["ride C1>C2"]
    assert play(state, "ride C1>C2")[-1] == "over-lots"


@rule("B24")
def test_buildings_never_run_out() -> None:
    every = [lot.name for lot in Bus.board.lots]
    state = position(*THREE, built=dict.fromkeys(every[:-1], "pub"))
    round_of(state, "buildings", *["vrrooomm"] * 5)
    assert legal(state) == [f"build {every[-1]} {kind}" for kind in ("house", "office", "pub")]


# ---- B25


@rule("B25")
def test_who_chose_the_clock_may_stop_time() -> None:
    state = position(*THREE)
    round_of(state, "clock", *["vrrooomm"] * 5)
    assert legal(state) == ["stop", "tick"]
    play(state, "stop")
    assert (state.clock, state.stones, state.stones_left) == (0, [1, 0, 0], 3)


@rule("B25")
def test_otherwise_the_hand_moves_on() -> None:
    state = position(*THREE)
    round_of(state, "clock", *["vrrooomm"] * 5)
    play(state, "tick")
    assert (state.view(None)["clock"], state.stones) == ("office", [0, 0, 0])
    round_of(state, *["vrrooomm"] * 6)
    assert state.view(None)["clock"] == "pub"
    round_of(state, *["vrrooomm"] * 6)
    assert state.view(None)["clock"] == "house"


# ---- B27 to B29


@rule("B27")
def test_as_many_are_content_as_there_are_buildings_of_the_kind() -> None:
    built = {"C2.1": "office", "C2.2": "office", "C1.1": "office", "C3.1": "house"}
    state = riding("C3 C2 C1", people={"C2": 3, "C1": 1, "C3": 1, "G1": 2}, built=built)
    play(state, "tick")
    assert state.view(None)["people"] == {
        "C2": {"content": 2, "waiting": 1, "carried": 0},
        "C3": {"content": 0, "waiting": 1, "carried": 0},
        "C1": {"content": 1, "waiting": 0, "carried": 0},
        "G1": {"content": 0, "waiting": 2, "carried": 0},
    }


@rule("B27")
def test_a_passenger_with_a_building_at_the_same_junction_cannot_be_carried() -> None:
    built = {"C2.1": "office", "C1.1": "office"}
    state = riding("C3 C2 C1", people={"C2": 1, "C3": 1}, built=built)
    play(state, "tick")
    assert legal(state) == ["ride C3>C1"]
    assert forbidden_by(state, "ride C2>C1") == "B27"


@rule("B27")
def test_passengers_at_a_station_always_wait() -> None:
    state = riding("G2 I1 C1", people={"G2": 2}, built={"C1.1": "office", "I1.1": "office"}, buses=(2, 1, 1))
    play(state, "tick")
    assert legal(state) == ["ride G2>I1", "ride G2>C1"]


@rule("B28")
def test_three_buses_but_one_waiting_passenger_is_one_point() -> None:
    built = {"C2.1": "office", "C2.2": "office", "C1.1": "office"}
    state = riding("C3 C2 C1", people={"C3": 1, "G1": 5}, built=built, buses=(3, 1, 1))
    play(state, "tick")
    assert legal(state) == ["ride C3>C2", "ride C3>C1"]
    assert play(state, "ride C3>C2")[:2] == ["ride", "idle-buses"]
    assert state.points == [1, 0, 0]


@rule("B28")
@pytest.mark.parametrize(
    ("buses", "waiting", "offices", "rides"), [(1, 3, 3, 1), (3, 2, 3, 2), (3, 3, 1, 1), (2, 3, 3, 2), (3, 3, 3, 3)]
)
def test_the_least_of_buses_waiting_and_free_is_carried(buses: int, waiting: int, offices: int, rides: int) -> None:
    lots = ("C1.1", "C1.2", "C2.1")
    built = dict.fromkeys(lots[:offices], "office")
    state = riding("C3 C2 C1", people={"C3": waiting}, built=built, buses=(buses, 1, 1))
    play(state, "tick")
    while legal(state, "ride"):
        assert forbidden_by(state, "pass") == "B28"
        play(state, legal(state, "ride")[0])
    assert state.points == [rides, 0, 0]
    assert state.reached == [rides, 0, 0]


@rule("B28")
def test_both_junctions_must_be_on_the_own_line() -> None:
    built = {"C4.1": "office", "C1.1": "office"}
    state = riding("C3 C2 C1", people={"C3": 1, "C4": 3}, built=built)
    play(state, "tick")
    assert legal(state) == ["ride C3>C1"]
    assert forbidden_by(state, "ride C4>C1") == "B28"
    assert forbidden_by(state, "ride C3>C4") == "B28"
    assert forbidden_by(state, "ride C3>C2") == "B28"
    assert forbidden_by(state, "choose bus") == "B28"


@rule("B27", "B28", "B29")
def test_the_worked_example_of_three_lines_on_the_way_to_the_office() -> None:
    """
    The clock moves from houses to offices. Offices (o) and passengers (p):

      A = C2 o p   B = C3 oo p   C = C1 o   D = C4 p   E = I4 o p   F = M9 o   G = E12 p   stations G2 pp, G1 ppp

      yellow, three buses:  B A C D E     green, two buses:  G2 . C A B     blue, one bus:  G1 I3 F G M10
    """
    offices = ("C2.1", "C3.1", "C3.2", "C1.1", "I4.1", "M9.1", "I3.1", "M10.1")
    state = riding(
        "C3 C2 C1 C4 I4",
        "G2 I1 C1 C2 C3",
        "G1 I3 M9 E12 M10",
        buses=(3, 2, 1),
        cubes=(0, 1, 2),
        people={"C2": 1, "C3": 1, "C4": 1, "I4": 1, "E12": 1, "G2": 2, "G1": 3},
        full="A",
        built=dict.fromkeys(offices, "office"),
    )
    play(state, "tick")
    # Yellow can take nobody but the passenger at D, to B or C.
    assert legal(state) == ["ride C4>C3", "ride C4>C1"]
    play(state, "ride C4>C1")
    # The office at C is taken now, and all but one at A and B: green carries one.
    assert (state.turn, legal(state)) == ((1,), ["ride G2>C3"])
    play(state, "ride G2>C3")
    # Blue could fill three offices, but has one bus.
    assert state.turn == (2,)
    assert legal(state) == [f"ride {start}>{end}" for start in ("E12", "G1") for end in ("M9", "I3", "M10")]
    assert play(state, "ride G1>M9")[-1] == "round"
    assert state.points == [1, 1, 1]


@rule("B29")
def test_every_cube_runs_all_buses_once_more_and_nobody_rides_twice() -> None:
    built = {"C1.1": "office", "C1.2": "office", "C2.1": "office", "C2.2": "office"}
    state = riding("C3 C2 C1", "I2 I1", people={"C3": 5}, built=built, buses=(2, 1, 1), cubes=(0, 1, 0))
    play(state, "tick", "ride C3>C1")
    assert state.view(None)["people"]["C1"] == {"content": 0, "waiting": 0, "carried": 1}
    assert forbidden_by(state, "ride C1>C2") == "B27"
    play(state, "ride C3>C2")
    assert (state.turn, state.space, state.left) == ((0,), 2, 2)
    assert legal(state) == ["ride C3>C2", "ride C3>C1"]
    play(state, "ride C3>C1", "ride C3>C2")
    assert state.points[0] == 4
    assert state.round == 2
    assert not any(state.carried)


# ---- B30


@rule("B30")
def test_who_chose_first_player_starts_the_next_round() -> None:
    state = position(*THREE, first=1, turn=1)
    round_of(state, "vrrooomm", "vrrooomm", "first", *["vrrooomm"] * 3)
    assert (state.first, state.turn) == (0, (0,))


@rule("B30")
def test_otherwise_it_is_the_player_to_the_left_of_the_last_one() -> None:
    state = position(*THREE, first=2, turn=2)
    round_of(state, *["vrrooomm"] * 6)
    assert (state.first, state.turn) == (0, (0,))
    round_of(state, *["vrrooomm"] * 6)
    assert (state.first, state.turn) == (1, (1,))


@rule("B30")
def test_a_first_player_without_cubes_lets_the_next_one_begin() -> None:
    state = position(*THREE, cubes=[9, 2, 9], first=0)
    play(state, *["choose vrrooomm"] * 6, "pass", "pass")
    assert (state.first, state.turn) == (1, (2,))
    assert state.view(None)["round"] == 2


@rule("B30")
def test_used_cubes_leave_the_game_and_those_in_the_parking_stay() -> None:
    state = position(*THREE)
    round_of(state, "bus", *["vrrooomm"] * 5)
    assert state.spaces == [[] for _ in range(7)]
    assert (state.spent, state.buses, state.cubes) == ([11, 12, 12], [2, 1, 1], [8, 8, 8])
