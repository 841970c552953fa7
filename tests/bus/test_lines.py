"""B14 to B21 in motion: what a stick changes for the next one."""

from tests.bus.positions import extending, forbidden_by, line, play, position, streets
from tests.rule import rule


@rule("B14")
def test_a_line_is_one_trail_however_it_grows() -> None:
    state = extending("M8 M7", left=6)
    play(state, "extend M7>I2", "extend M8>E9", "extend E9>E8", "extend I2>C2", "extend E8>M7")
    assert line(state, 0) == "C2 I2 M7 M8 E9 E8 M7"
    assert state.sticks[0] == 28 - 6
    assert forbidden_by(state, "extend M7>M8") == "B14"
    assert forbidden_by(state, "extend M7>E8") == "B14"


@rule("B15")
def test_the_end_is_chosen_anew_for_every_stick() -> None:
    state = extending("E11 M8 M7")
    assert forbidden_by(state, "extend M8>E9") == "B15"
    play(state, "extend E11>E12")
    assert {way.split(">")[0] for way in streets(state)} == {"E12", "M7"}
    play(state, "extend M7>E8")
    assert {way.split(">")[0] for way in streets(state)} == {"E12", "E8"}
    play(state, "extend E12>M10")
    assert line(state, 0) == "E8 M7 M8 E11 E12 M10"


@rule("B16")
def test_why_a_used_street_is_not_open() -> None:
    state = extending("M2 C4", "I4 C4 C1")
    assert forbidden_by(state, "extend C4>I4") == "B16"
    assert forbidden_by(state, "extend C4>C1") == "B16"
    assert forbidden_by(state, "extend C4>C3") is None


@rule("B17")
def test_sharing_ends_when_the_other_line_goes_on() -> None:
    """M8aaM7bbE8bbE7: b lays its stick first, and a may no longer follow it."""
    spaces = {"extension": [0, 1]}
    state = position("M8 M7", "E7 E8 M7", phase="extending", turn=1, spaces=spaces, space=1, left=1, buses=[2, 2, 1])
    play(state, "extend M7>C3")
    assert state.turn == (0,)
    assert streets(state) == {"M8>E9", "M8>E11", "M7>I2"}


@rule("B17")
def test_if_the_other_line_goes_on_at_its_other_end_sharing_stays_open() -> None:
    spaces = {"extension": [0, 1]}
    state = position("M8 M7", "E7 E8 M7", phase="extending", turn=1, spaces=spaces, space=1, left=1, buses=[2, 2, 1])
    play(state, "extend E7>G2")
    assert streets(state) == {"M8>E9", "M8>E11", "M7>I2", "M7>C3", "M7>E8"}


@rule("B18")
def test_along_used_streets_as_long_as_nothing_is_unused() -> None:
    """
    (E10)bbE9      b went round the corner; a follows it from E10 to E11 and M8, as far as the first unused street.
     b     b
     E11bbbM8
    """
    state = extending("E8 E9 E10", "M7 M8 E9 E10 E11 M8", "C3 E11 E12")
    assert streets(state) == {"E10>E11", "E8>E7", "E8>M7", "E8>I2"}
    play(state, "extend E10>E11")
    assert streets(state) == {"E11>M8", "E11>C3", "E11>E12", "E8>E7", "E8>M7", "E8>I2"}
    play(state, "extend E11>M8")
    assert streets(state) == {"M8>M7", "M8>E9", "E8>E7", "E8>M7", "E8>I2"}
    play(state, "extend M8>M7")
    assert streets(state) == {"M7>E8", "M7>I2", "M7>C3", "E8>E7", "E8>M7", "E8>I2"}


@rule("B19")
def test_after_following_a_line_one_must_turn_off_and_then_all_is_as_before() -> None:
    """
    M8aa(M7)bb E8 bb E9       a follows b along M7-E8. At E8 it must not follow c, which ends there too,
               c              but turn off to I2; and from I2 it may follow d, which ends there.
               E7
    """
    state = extending("M8 M7", "M7 E8 E9", "G2 E7 E8")
    assert "M7>E8" in streets(state)
    play(state, "extend M7>E8")
    assert state.must_turn_off[0] == [False, True]
    assert streets(state) == {"M8>E9", "M8>E11", "E8>I2"}
    assert forbidden_by(state, "extend E8>E7") == "B19"
    play(state, "extend M8>E9")  # the other end is free to go, and E8 stays bound
    assert {way for way in streets(state) if way.startswith("E8")} == {"E8>I2"}
    play(state, "extend E8>I2")
    assert state.must_turn_off[0] == [False, False]


@rule("B19")
def test_the_bound_end_stays_bound_in_a_later_round() -> None:
    state = position("M8 M7 E8!", "M7 E8 E9", "G2 E7 E8")
    play(state, *["choose extension"] * 6, *["pass"] * 3)
    while state.turn != (0,):
        play(state, "extend E9>E10")
    assert {way for way in streets(state) if way.startswith("E8")} == {"E8>I2"}


@rule("B19")
def test_after_turning_off_another_line_may_be_followed_again() -> None:
    state = extending("M8 M7 E8!", "M7 E8 E9", "G2 E7 I2")
    play(state, "extend E8>I2")
    assert {way for way in streets(state) if way.startswith("I2")} == {
        "I2>E7",
        "I2>M7",
        "I2>G2",
        "I2>C2",
        "I2>I1",
    }


@rule("B20")
def test_a_loop_closed_at_one_end_goes_on_from_there() -> None:
    """The worked example: the grey street between I4 and M1, from either side."""
    state = extending("I4 C4 M2 M1")
    assert play(state, "extend I4>M1") == ["extend", "loop"]
    assert streets(state) == {"M1>E15", "M1>E1"}
    play(state, "extend M1>E15")
    # The end laid last has moved, the other has stayed.
    assert line(state, 0) == "M1 M2 C4 I4 M1 E15"
    assert streets(state) == {"E15>G1", "E15>E14", "M1>E1"}


@rule("B20")
def test_a_loop_closed_at_the_other_end_goes_on_from_there() -> None:
    state = extending("I4 C4 M2 M1")
    play(state, "extend M1>I4")
    assert streets(state) == {"I4>I3", "I4>G1"}
    play(state, "extend I4>G1")
    assert line(state, 0) == "I4 C4 M2 M1 I4 G1"


@rule("B20")
def test_the_end_laid_last_moves_with_what_binds_it() -> None:
    """Both ends of a are at I4; the one laid last came along a used street, and stays bound when it is not moved."""
    state = extending("I4 C4 M2 M1 I4!", "E15 M1 I4", "E13 G1 I4")
    assert forbidden_by(state, "extend I4>G1") == "B19"
    play(state, "extend I4>I3")
    assert line(state, 0) == "I4 C4 M2 M1 I4 I3"
    # The end left behind was never bound: it may follow c.
    assert "I4>G1" in streets(state)


@rule("B20")
def test_reaching_the_middle_of_the_own_line_is_no_loop() -> None:
    state = extending("M8 M7 I2 E8")
    assert play(state, "extend E8>M7") == ["extend"]
    assert streets(state) == {"M7>C3", "M8>E9", "M8>E11"}


@rule("B21")
def test_without_sticks_the_rest_is_lost_and_the_others_go_on() -> None:
    spaces = {"extension": [1, 0]}
    state = position("M8 M7", "C2 C1", phase="extending", spaces=spaces, space=1, left=4, buses=[5, 5, 1])
    state.sticks[0] = 2
    assert play(state, "extend M7>I2") == ["extend"]
    assert play(state, "extend I2>I1") == ["extend", "lost-sticks"]
    assert (state.turn, state.left) == ((1,), 5)


@rule("B21")
def test_who_is_stuck_from_the_start_is_not_asked_and_the_others_are() -> None:
    corner = "E10 E9 M8 E11 E10"
    state = position("C2 C1", corner, "C3 C4", buses=[3, 3, 3])
    play(state, *["choose extension"] * 6, "pass", "pass")
    events = [event.public for event in state.play(state.turn[0], "pass") if event.kind == "lost-sticks"]
    assert events == []  # spaces d, e, f are worth nothing: nothing is lost
    assert state.turn == (2,)
    play(state, "extend C4>I4")
    assert state.turn == (0,)
    assert state.view(None)["phase"] == "extending"


@rule("B21")
def test_a_player_who_cannot_lay_a_second_stick_is_passed_over() -> None:
    state = position("M8 M7", "C2 C1", "C3 C4", phase="doubling", turn=2, first=0)
    state.sticks[1] = 0
    play(state, "extend C4>I4")
    assert state.turn == (0,)
