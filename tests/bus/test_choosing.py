"""B7 to B13: placing cubes, the order of carrying out, what a space is worth."""

from random import Random

import pytest

from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import ACTIONS, EXTENDING
from omnibus.rules.bus.state import BusState, space_name
from omnibus.rules.game import Move
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
def test_no_stick_may_leave_fewer_for_the_rest_of_the_extension() -> None:
    """
    E10aaE9
    .     a      from E11 to E10 both ends would be at E10, and nothing goes on.
    E11aaM8
    """
    locked_in, goes_on = "extend E11>E10", "extend E11>C3"
    state = corner(left=3)
    assert locked_in not in legal(state)
    assert goes_on in legal(state)
    assert forbidden_by(state, locked_in) == "B11"
    assert str(state.why_not(0, locked_in)) == (
        "B11: after that 0 more sticks could be laid, elsewhere 2: an extension must be used as far as possible"
    )
    assert locked_in in legal(corner(left=1)), "the last stick leaves nothing behind to lose"


@rule("B11")
def test_the_sticks_in_stock_are_the_limit_of_an_extension() -> None:
    state = corner(left=3)
    state.sticks[0] = 1
    assert "extend E11>E10" in legal(state)


@rule("B11")
def test_where_nothing_better_can_be_done_a_stick_may_be_the_last() -> None:
    state = corner(left=2)
    # Every way out of the corner but the one that closes it is the own line's already.
    board = state.game.board
    around = {board.junction_named[name] for name in ("E10", "E11")}
    closing = board.street_between[board.junction_named["E10"], board.junction_named["E11"]]
    for number, street in enumerate(board.streets):
        if number != closing and around & {street.one, street.other}:
            state.streets[0] |= 1 << number
    assert legal(state) == ["extend E10>E11", "extend E11>E10"]


@rule("B11")
def test_in_games_of_ruleset_1_every_stick_is_judged_by_itself() -> None:
    state = corner(left=3, game=Bus(3, 1))
    assert "extend E11>E10" in legal(state)
    assert play(state, "extend E11>E10")[:3] == ["extend", "loop", "lost-sticks"]
    assert state.view(None)["phase"] != "extending"


@rule("B11")
def test_several_spaces_are_several_wholes() -> None:
    """One stick of the first space is left: that the second space could no longer be used does not count."""
    spaces = {"extension": [0, 0]}
    state = position("E10 E9 M8 E11", phase="extending", spaces=spaces, space=1, left=1, buses=[2, 1, 1])
    assert "extend E11>E10" in legal(state)


@rule("B11")
def test_extensions_are_those_that_trying_everything_finds() -> None:
    """All ways to lay the sticks of a space, each by the rules for single sticks, against what is offered."""
    rng, looked_at, bitten = Random("B11"), 0, 0
    for deal in range(60):
        state = Bus(rng.choice((3, 4, 5))).start(f"B11 {deal}")
        while state.turn:
            seat = state.turn[0]
            moves = state.legal(seat)
            if state.phase == EXTENDING and min(state.left, state.sticks[seat]) in (2, 3):
                singly = one_by_one(state)
                further = {move.text: sticks_after(singly, move) for move in singly.legal(seat)}
                best = [text for text, sticks in further.items() if sticks == max(further.values())]
                assert [move.text for move in moves] == best
                looked_at += 1
                bitten += len(best) < len(further)
            cubes = [move for move in moves if move.text in ("choose bus", "choose extension")]
            state.play(seat, rng.choice(cubes or moves) if rng.random() < 0.5 else rng.choice(moves))
    assert looked_at > 100
    assert bitten > 0


def corner(left: int, game: Bus | None = None) -> BusState:
    return position("E10 E9 M8 E11", phase="extending", spaces={"extension": [0]}, left=left, game=game)


def one_by_one(state: BusState) -> BusState:
    """The same position in a game that judges every stick by itself."""
    return Bus(state.game.seats, 1).load(state.dump())


def sticks_after(state: BusState, move: Move) -> int:
    seat, space, before = state.turn[0], state.space, state.left
    after = state.copy()
    after.play(seat, move)
    if not (after.turn == (seat,) and after.phase == EXTENDING and after.space == space and after.left < before):
        return 0
    return 1 + max(sticks_after(after, further) for further in after.legal(seat))


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
