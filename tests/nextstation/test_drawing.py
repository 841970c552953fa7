"""N6 to N14: where sections start and lead, what they may not touch, and the switch."""

import pytest

from tests.nextstation.positions import legal, play, position, refused
from tests.rule import rule


@rule("N6")
def test_a_section_goes_straight_to_the_first_station_in_its_direction() -> None:
    # Station 13 at column 3, row 2: up, the diagonals, left, right and down.
    assert legal(position(cards="j")) == [
        "13>1",
        "13>4",
        "13>8",
        "13>12",
        "13>14",
        "13>17",
        "13>18",
        "13>32",
        "pass",
    ]


@rule("N6")
@pytest.mark.parametrize("move", ["13>3", "13>15", "13>13", "13>52"])
def test_stations_without_a_section_between_them(move: str) -> None:
    # 3 is a knight's move away, 15 lies behind 14.
    assert refused(position(cards="j"), move) == "N6"


@rule("N7")
@pytest.mark.parametrize(
    ("pencil", "draws"),
    [
        ("green", ["13>4", "13>12"]),
        ("pink", ["21>20", "21>31"]),
        ("purple", ["29>30", "29>37"]),
        ("blue", ["40>39", "40>41"]),
    ],
)
def test_the_first_section_starts_at_the_departure_station_of_the_pencil(pencil: str, draws: list[str]) -> None:
    others = [colour for colour in ("green", "pink", "purple", "blue") if colour != pencil]
    state = position(cards="c", pencils=" ".join([pencil, *others]))
    assert legal(state) == [*draws, "pass"]
    assert refused(state, "3>4") == "N7"


@rule("N7")
def test_later_sections_start_at_either_end_of_the_line() -> None:
    state = position("13-8 3-8", cards="StC")
    assert legal(state) == ["3>4", "13>4", "13>12", "pass"]
    assert state.view(0)["table"][0]["ends"] == [3, 13]
    assert refused(state, "8>19") == "N7"  # in the middle
    assert refused(state, "5>4") == "N7"  # not on the line


@rule("N7")
def test_after_the_first_section_the_departure_is_still_an_end_until_it_has_two() -> None:
    state = position(cards="s", then="Tc")
    play(state, "13>8")
    assert state.view(0)["table"][0]["ends"] == [8, 13]
    play(state, "13>18")
    assert state.view(0)["table"][0]["ends"] == [8, 18]


@rule("N7", "N1")
def test_each_round_starts_from_its_own_departure_station() -> None:
    state = position("13-8", cards="CTSPJ")
    play(state, "pass")
    assert state.view(0)["table"][0]["ends"] == [21]
    assert all(text.startswith("21>") or text == "pass" for text in legal(state))


@rule("N8")
@pytest.mark.parametrize(
    ("card", "draws"),
    [("c", [4, 12]), ("T", [1, 18]), ("s", [8, 14]), ("P", [17, 32]), ("J", [1, 4, 8, 12, 14, 17, 18, 32])],
)
def test_the_station_shows_the_symbol_of_the_card(card: str, draws: list[int]) -> None:
    assert legal(position(cards=card)) == [*(f"13>{station}" for station in draws), "pass"]


@rule("N8")
def test_another_symbol_is_refused() -> None:
    refusal = position(cards="c").why_not(0, "13>8")
    assert refusal is not None
    assert (refusal.rule, refusal.params) == ("N8", {"station": 8, "shown": "□", "wanted": "○"})


@rule("N8")
@pytest.mark.parametrize("card", "ctspjCTSPJ")
def test_the_central_station_has_every_symbol(card: str) -> None:
    others = "TS" if card not in "TS" else "cp"
    assert "18>19" in legal(position("13-18", cards=f"{others}{card}"))


@rule("N9")
def test_a_line_never_returns_to_its_own_stations() -> None:
    state = position("13-8 3-8 3-4", cards="StCT")
    assert "4>5" in legal(state)
    assert "4>13" not in legal(state)
    assert refused(state, "4>13") == "N9"
    assert refused(state, "4>3") == "N9"


@rule("N9")
def test_stations_join_the_line_one_by_one() -> None:
    state = position(cards="s", then="ctS")
    play(state, "13>8", "13>4", "4>3")
    assert legal(state) == ["3>2", "8>2", "pass"]
    assert refused(state, "3>8") == "N9"


@rule("N9", "N12")
def test_a_later_line_may_use_the_stations_of_an_earlier_one() -> None:
    state = position("21-20", cards="Cs", earlier=["13-14"])
    assert "20>14" in legal(state)


@rule("N10")
def test_no_two_sections_between_the_same_two_stations() -> None:
    state = position("14-21", cards="sc", earlier=["13-14 14-20"])
    assert "14>20" not in legal(state)
    assert refused(state, "14>20") == "N10"


@rule("N10")
def test_in_the_other_direction_it_is_the_same_section() -> None:
    state = position("20-21", cards="Cs", earlier=["13-14 14-20"])
    assert refused(state, "20>14") == "N10"


@rule("N11")
def test_a_section_never_crosses_one_of_an_earlier_line() -> None:
    # 14-15 runs from column 6 to 9 in row 2; 21-5 goes up through it in column 7.
    state = position(cards="t", earlier=["13-14 14-15"])
    assert legal(state) == ["21>33", "pass"]
    refusal = state.why_not(0, "21>5")
    assert refusal is not None
    assert (refusal.rule, refusal.params) == ("N11", {"a": 14, "b": 15})


@rule("N11")
def test_a_section_never_crosses_one_of_its_own_line() -> None:
    # 3-18 goes down through 4-13.
    state = position("13-4 3-4", cards="CtT")
    assert "3>18" not in legal(state)
    assert refused(state, "3>18") == "N11"


@rule("N11")
def test_lines_may_meet_at_a_station() -> None:
    # Both lines go through 19, one from 18 to 20, the other from 14 to 26.
    state = position("14-21 14-19", cards="sjS", earlier=["13-18 18-19 19-20"])
    assert "19>26" in legal(state)


@rule("N12")
@pytest.mark.parametrize("earlier", [[], ["12-13"]])
def test_departure_stations_of_other_colours_are_ordinary(earlier: list[str]) -> None:
    """Of a line that was drawn before or one that comes later."""
    pencils = "green pink purple blue" if earlier else "pink green purple blue"
    state = position("14-21", cards="st", then="S", earlier=earlier, pencils=pencils)
    assert legal(state) == ["14>3", "14>13", "14>15", "14>19", "21>5", "21>33", "pass"]
    play(state, "14>13")
    assert state.view(0)["table"][0]["ends"] == [13, 21]
    assert "13>8" in legal(state)


@rule("N13")
def test_the_switch_brings_the_next_card_in_the_same_turn() -> None:
    state = position("13-8 3-8", cards="st", then="xC")
    assert play(state, "pass") == ["pass", "card", "switch", "card"]
    assert [state.board.deck[card].name for card in state.revealed[-2:]] == ["switch", "underground circle"]
    assert state.turns == 3
    assert state.turn == (0,)


@rule("N13")
def test_under_the_switch_a_section_starts_at_any_station_of_the_line() -> None:
    state = position("13-8 3-8", cards="stxp")
    assert legal(state) == ["8>7", "8>9", "8>19", "13>17", "13>32", "pass"]
    assert legal(position("13-8 3-8", cards="stp")) == ["13>17", "13>32", "pass"]


@rule("N13")
def test_the_switch_is_over_after_its_turn() -> None:
    state = position("13-8 3-8", cards="stxp", then="P")
    play(state, "pass")
    assert legal(state) == ["13>17", "13>32", "pass"]


@rule("N13")
def test_the_new_end_of_a_branch_stays_an_end_for_the_round() -> None:
    state = position("13-8 3-8", cards="stxp", then="Pc")
    play(state, "8>7")
    assert state.view(0)["table"][0]["ends"] == [3, 7, 13]
    play(state, "pass")
    assert "7>12" in legal(state)


@rule("N13")
def test_a_switch_before_the_last_underground_card_belongs_to_the_last_turn() -> None:
    state = position("13-8 3-8", cards="STCP", then="xJ")
    assert play(state, "pass") == ["pass", "card", "switch", "card", "last-turn"]
    play(state, "8>7")
    assert state.round == 1


@rule("N14")
@pytest.mark.parametrize(("before", "turn"), [("", 1), ("s", 2)])
def test_a_switch_on_the_first_or_second_turn_has_no_effect(before: str, turn: int) -> None:
    # With a second section the line has a middle already.
    state = position("13-8 3-8", cards=f"{before}xp")
    assert state.turns == turn
    assert legal(state) == ["13>17", "13>32", "pass"]
    assert refused(state, "8>7") == "N7"


@rule("N14")
def test_a_switch_on_the_third_turn_has_an_effect() -> None:
    state = position("13-8 3-8", cards="s", then="txp")
    play(state, "pass")
    assert play(state, "pass") == ["pass", "card", "switch", "card"]
    assert state.turns == 3
    assert "8>7" in legal(state)


@rule("N14")
def test_after_an_early_switch_the_next_card_is_still_revealed_at_once() -> None:
    state = position(cards="s", then="xPt")
    play(state, "pass")
    assert state.turns == 2
    assert state.symbol == 3
