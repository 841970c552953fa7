"""N23 to N28: the powers of the pencils."""

import pytest

from omnibus.rules.nextstation.board import LONDON
from tests.nextstation.positions import legal, pass_round, play, position, refused, started
from tests.rule import rule

# The power of the green pencil comes first.
SECOND = "second joker switch double"
JOKER = "joker second switch double"
SWITCH = "switch second joker double"
DOUBLE = "double second joker switch"


@rule("N23")
def test_a_power_is_used_once_a_round() -> None:
    state = position(cards="c", then="st", powers=JOKER)
    assert "13>8 joker" in legal(state)
    play(state, "13>8 joker")
    assert state.view(0)["table"][0]["power_used"]
    assert refused(state, "8>7 joker") == "N23"
    assert not [text for text in legal(state) if text.endswith("joker")]


@rule("N23")
def test_a_used_power_comes_back_with_the_next_round() -> None:
    state = position(cards="CTSPJ", powers="joker second switch double", used=True)
    play(state, "pass")
    assert state.view(0)["table"][0]["power"] == "second"
    assert not state.view(0)["table"][0]["power_used"]


@rule("N23")
def test_only_the_power_of_the_pencil_in_hand() -> None:
    state = position(cards="c", powers=SWITCH)
    assert refused(state, "13>8 joker") == "N23"
    state = position("13-8 3-8", cards="stp", powers=JOKER)
    assert refused(state, "8>7 switch") == "N23"


@rule("N24")
def test_a_second_section_to_another_station_of_the_same_symbol() -> None:
    state = position(cards="c", then="s", powers=SECOND)
    assert play(state, "13>4") == ["draw"]
    assert state.turn == (0,)
    assert legal(state) == ["4>19 second", "13>12 second", "done"]
    assert refused(state, "13>8 second") == "N24"
    assert refused(state, "13>12") == "N24"
    assert refused(state, "pass") == "N24"
    assert play(state, "13>12 second")[0] == "draw-second"
    assert state.view(0)["table"][0]["ends"] == [4, 12]
    assert len(state.revealed) == 2
    assert state.used == [True]


@rule("N24")
def test_the_second_section_starts_at_an_end_of_the_line_as_it_is_then() -> None:
    state = position("13-8", cards="Sc", powers=SECOND)
    play(state, "13>4")
    assert legal(state) == ["4>19 second", "done"]
    assert refused(state, "13>12 second") == "N7"


@rule("N24")
def test_done_keeps_the_power_for_later() -> None:
    state = position(cards="c", then="st", powers=SECOND)
    play(state, "13>4", "done")
    assert state.used == [False]
    play(state, "13>8")
    assert legal(state)[-1] == "done"


@rule("N24")
def test_after_a_joker_card_the_second_shows_the_symbol_of_the_first() -> None:
    state = position(cards="j", powers=SECOND)
    play(state, "13>17")
    assert state.view(0)["table"][0]["second"] == "pentagon"
    assert legal(state) == ["13>32 second", "done"]
    refusal = state.why_not(0, "13>18 second")
    assert refusal is not None
    assert refusal.rule == "N24"


@rule("N24")
def test_after_a_joker_card_and_the_central_station_the_second_shows_any_symbol() -> None:
    state = position("13-18", cards="Tj", powers=SECOND)
    play(state, "18>19")
    assert state.view(0)["table"][0]["second"] == "any"
    shown = {LONDON.stations[int(text.split()[0].split(">")[1])].symbol for text in legal(state) if text != "done"}
    assert shown == {0, 1, 2, 3}


@rule("N24")
def test_after_the_central_station_on_another_card_the_second_shows_the_card() -> None:
    state = position("13-18", cards="Tc", powers=SECOND)
    play(state, "18>19")
    assert state.view(0)["table"][0]["second"] == "circle"


@rule("N24")
def test_the_second_section_may_lead_to_the_central_station() -> None:
    state = position("13-18", cards="Tc", powers=SECOND)
    play(state, "13>4")
    assert "4>19 second" in legal(state)


@rule("N24")
def test_it_is_asked_only_if_a_second_section_is_possible() -> None:
    state = position("1-13", cards="Tc", then="S", powers=SECOND)
    assert play(state, "13>12") == ["draw", "card"]
    assert state.turns == 3
    assert state.used == [False]


@rule("N24")
def test_second_and_done_come_after_a_first_section_only() -> None:
    state = position(cards="c", powers=SECOND)
    assert refused(state, "13>4 second") == "N24"
    assert refused(state, "done") == "N24"


@rule("N25")
def test_any_card_can_be_treated_as_a_joker() -> None:
    state = position(cards="c", powers=JOKER)
    assert legal(state) == [
        "13>4",
        "13>12",
        "pass",
        "13>1 joker",
        "13>8 joker",
        "13>14 joker",
        "13>17 joker",
        "13>18 joker",
        "13>32 joker",
    ]
    assert play(state, "13>17 joker")[0] == "draw-joker"
    assert 17 in state.view(0)["table"][0]["ends"]


@rule("N25")
def test_joker_is_added_only_where_it_is_needed() -> None:
    state = position(cards="c", powers=JOKER)
    assert refused(state, "13>4 joker") == "N25"
    assert not [text for text in legal(position(cards="j", powers=JOKER)) if text.endswith("joker")]


@rule("N25")
def test_joker_does_not_open_other_stations_or_ways() -> None:
    state = position("13-4 3-4", cards="Ctp", powers=JOKER)
    assert refused(state, "3>18 joker") == "N11"
    assert refused(state, "4>9 joker") == "N25"
    assert refused(state, "4>5 joker") == "N7"


@rule("N26")
def test_the_switch_of_a_pencil_opens_the_middle_of_the_line() -> None:
    state = position("13-8 3-8", cards="stp", then="P", powers=SWITCH)
    assert legal(state) == ["13>17", "13>32", "pass", "8>7 switch", "8>9 switch", "8>19 switch"]
    assert play(state, "8>7 switch")[0] == "draw-switch"
    assert state.view(0)["table"][0]["ends"] == [3, 7, 13]
    assert refused(state, "8>9") == "N7"
    assert refused(state, "8>9 switch") == "N23"


@rule("N26")
def test_switch_is_added_only_where_it_is_needed() -> None:
    assert refused(position("13-8 3-8", cards="stp", powers=SWITCH), "13>17 switch") == "N26"
    # With the switch of the pile no other is needed.
    under_switch = position("13-8 3-8", cards="stxp", powers=SWITCH)
    assert legal(under_switch) == ["8>7", "8>9", "8>19", "13>17", "13>32", "pass"]
    assert refused(under_switch, "8>7 switch") == "N26"


@rule("N26")
def test_the_switch_of_a_pencil_does_not_change_the_symbol_or_the_line() -> None:
    state = position("13-8 3-8", cards="stp", powers=SWITCH)
    assert refused(state, "8>13 switch") == "N8"
    assert refused(state, "18>25 switch") == "N7"


@rule("N26", "N14")
def test_the_switch_of_a_pencil_has_no_effect_before_the_third_turn() -> None:
    state = position("13-8 3-8", cards="sp", then="P", powers=SWITCH)
    assert legal(state) == ["13>17", "13>32", "pass"]
    assert refused(state, "8>7 switch") == "N14"
    play(state, "pass")
    assert "8>7 switch" in legal(state)


@rule("N27")
def test_one_station_counts_as_two_in_its_district() -> None:
    # Three stations in B, one in A.
    state = position("13-8 3-8 13-12", cards="CTSPJ", powers=DOUBLE)
    assert play(state, "pass") == ["pass"]
    assert state.doubling
    assert legal(state) == ["double 3", "double 8", "double 12", "double 13", "single"]
    play(state, "double 8")
    row = state.view(0)["table"][0]["lines"][0]
    assert (row["doubled"], row["districts"], row["most"], row["points"]) == (8, 2, 4, 8)
    assert row["by_district"] == {"A": 1, "B": 4}


@rule("N27")
@pytest.mark.parametrize(("move", "points"), [("double 13", 8), ("double 12", 6), ("single", 6)])
def test_it_matters_which_station_is_doubled(move: str, points: int) -> None:
    state = position("13-8 3-8 13-12", cards="CTSPJ", powers=DOUBLE)
    play(state, "pass", move)
    assert state.view(0)["table"][0]["lines"][0]["points"] == points


@rule("N27")
def test_the_double_station_is_for_the_route_alone() -> None:
    state = position("13-18 18-19", cards="CTSPJ", powers=DOUBLE)
    play(state, "pass", "double 19")
    sheet = state.view(0)["table"][0]
    assert sheet["site_marks"] == 1
    assert sheet["interchanges"] == [0, 0, 0]


@rule("N27")
def test_the_double_station_is_on_the_line_and_chosen_at_the_end() -> None:
    state = position("13-8", cards="s", powers=DOUBLE)
    assert refused(state, "double 8") == "N27"
    assert refused(state, "single") == "N27"
    state = position("13-8", cards="CTSPJ", powers=DOUBLE)
    play(state, "pass")
    assert refused(state, "double 9") == "N27"
    assert refused(state, "pass") == "N27"


@rule("N27")
def test_only_who_holds_that_pencil_is_asked() -> None:
    state = started(3, powers=True)
    asked = []
    while state.turn:
        pass_round(state)
        if state.doubling:
            powers = [sheet["power"] for sheet in state.view(None)["table"]]
            assert state.turn == (powers.index("double"),)
            asked.append(state.turn[0])
            play(state, f"double {LONDON.departures[state.pencils[state.turn[0]][state.round]]}")
    assert len(asked) == len(set(asked)) == 3
    assert sorted(line.points for lines in state.sheets for line in lines) == [1] * 9 + [2] * 3


@rule("N28")
def test_under_the_switch_the_second_section_too_starts_anywhere() -> None:
    state = position("13-8 3-8", cards="spxc", powers=SECOND)
    play(state, "13>12")
    assert legal(state) == ["3>4 second", "8>19 second", "13>4 second", "done"]
    state = position("13-8 3-8", cards="spc", powers=SECOND)
    play(state, "13>12")
    assert legal(state) == ["3>4 second", "done"]
