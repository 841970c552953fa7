"""T7 to T15: drawing, playing numbers and jokers, taking jokers back, changing the secret."""

import pytest

from omnibus.rules.terminus.state import TerminusState
from tests.rule import rule
from tests.terminus.positions import hand, legal, play, position


def forbidden_by(state: TerminusState, text: str) -> str | None:
    refusal = state.why_not(state.turn[0], text)
    return None if refusal is None else refusal.rule


# ---- T7, T8: drawing


@rule("T7")
def test_a_turn_begins_with_a_card_and_then_all_is_open() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], draw="B1 M4")
    play(state, "play M1", "end")
    assert hand(state, 1) == ["T4", "T5", "B1"]
    assert legal(state) == ["secret T4", "secret T5", "secret B1", "play B1"]


@rule("T7")
def test_no_card_that_is_not_in_the_hand() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], lines="2* T2 T3 T4")
    assert forbidden_by(state, "play B1") == "T7"
    assert forbidden_by(state, "secret T4") == "T7"
    assert forbidden_by(state, "play 1*@M") == "T7"
    assert forbidden_by(state, "play T5x2") == "T7"
    assert forbidden_by(state, "swap T1") == "T7"


@rule("T8")
def test_the_discards_become_the_pile_when_it_is_empty() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], aside="** M*", rest="discards")
    discarded = sum(state.discards)
    assert play(state, "play M1", "end") == ["end", "reshuffle", "draw"]
    assert len(state.pile) == discarded - 1
    assert sum(state.discards) == 0
    assert sum(state.aside) == 2
    assert state.stacks == [[1], [6]]


@rule("T8")
def test_a_pile_that_is_not_empty_is_drawn_first() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], draw="B1", rest="discards")
    assert play(state, "play M1", "end") == ["end", "draw"]
    assert hand(state, 1) == ["T4", "T5", "B1"]


@rule("T8")
def test_without_discards_no_card_is_drawn() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], rest="aside")
    assert play(state, "play M1", "end") == ["end", "no-draw"]
    assert hand(state, 1) == ["T4", "T5"]
    assert state.turn == (1,)


# ---- T9, T10: numbers


@rule("T9")
def test_a_line_grows_without_a_gap() -> None:
    state = position("M1 M2 M3 T2", "T4 T5", secrets=["M2", "T2"])
    assert legal(state, "play") == ["play M1"]
    assert forbidden_by(state, "play M2") == "T9"
    play(state, "play M1")
    assert legal(state, "play") == ["play M2"]
    play(state, "play M2")
    assert legal(state, "play") == ["play M3"]


@rule("T9")
def test_all_cards_of_a_turn_go_on_one_line() -> None:
    state = position("M1 T1 M2 1* M*", "T4 T5", secrets=["M2", "T2"], lines="B1 B2")
    play(state, "play T1")
    assert legal(state) == ["end"]
    for text in ("play M1", "play 1*@M", "play M*"):
        assert forbidden_by(state, text) == "T9"


@rule("T9")
def test_taking_back_a_joker_binds_to_its_line() -> None:
    state = position("M1 M2 T1 B1 B2", "T4 T5", secrets=["M2", "T2"], lines="1* B2 / 1* T2")
    assert legal(state, "swap") == ["swap T1", "swap B1"]
    play(state, "swap B1")
    assert forbidden_by(state, "play M1") == "T9"
    assert forbidden_by(state, "swap T1") == "T9"
    assert legal(state) == ["play B2", "end"]


@rule("T10")
def test_a_number_goes_on_its_own_line_only_next_or_on_its_like() -> None:
    state = position("M1 M2 M3 T1 T3 B4", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 / T1 T2")
    assert legal(state, "play") == ["play M1", "play M2", "play M3", "play T1", "play T3"]


@rule("T10")
def test_equal_cards_are_stacked_one_after_the_other() -> None:
    state = position("M2 M2 M2 B1", "T4 T5", secrets=["B2", "T2"], lines="M1")
    assert forbidden_by(state, "play M2x2") == "T10"
    play(state, "play M2", "play M2", "play M2")
    assert state.view(0)["lines"]["M"][1] == ["M2", "M2", "M2"]
    assert state.turn == (0,)


@rule("T10", "T13")
def test_a_number_covers_a_joker_which_then_stays() -> None:
    state = position("M3 M3 B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 3*")
    assert legal(state) == ["secret M3", "secret B5", "play M3", "swap M3"]
    play(state, "play M3")
    assert state.view(None)["lines"]["M"][2] == ["3*", "M3"]
    assert forbidden_by(state, "swap M3") == "T13"
    assert legal(state) == ["play M3", "end"]


@rule("T10", "T14")
def test_fives_are_laid_together() -> None:
    state = position("M5 M5 M5 B1", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 M3 M4")
    assert legal(state, "play M") == ["play M5", "play M5x2", "play M5x3"]
    play(state, "play M5x2")
    assert hand(state, 0) == ["M5", "B1"]
    assert state.turn == (1,)


# ---- T11, T12: jokers


@rule("T11")
def test_a_number_joker_fills_the_next_place_of_its_number_on_any_line() -> None:
    state = position("3* 1* B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 / T1 T2 T3")
    assert legal(state, "play") == ["play 1*@B", "play 3*@M"]
    for text in ("play 3*@T", "play 3*@B", "play 1*@M"):
        assert forbidden_by(state, text) == "T11"


@rule("T11")
def test_a_colour_joker_fills_any_next_place_of_its_line() -> None:
    state = position("M* T* B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2")
    assert legal(state, "play") == ["play M*", "play T*"]
    play(state, "play M*")
    assert state.view(None)["lines"]["M"][2] == ["M*"]


@rule("T11")
def test_the_super_joker_fills_any_next_place_of_any_line() -> None:
    state = position("** B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 / T1 T2 T3 T4")
    assert legal(state, "play") == ["play **@M", "play **@T", "play **@B"]
    play(state, "play **@M")
    assert state.view(None)["lines"]["M"][2] == ["**"]


@rule("T11")
def test_a_joker_is_never_stacked() -> None:
    state = position("1* 2* B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 / T1 T2 T3 / B1 B2 B3 B4")
    assert legal(state, "play") == ["play B5"]


@rule("T12")
def test_at_most_one_joker_is_laid_in_a_turn() -> None:
    state = position("1* 2* M* ** M2", "T4 T5", secrets=["B2", "T2"])
    play(state, "play 1*@M")
    assert legal(state) == ["play M2", "end"]
    for text in ("play 2*@M", "play M*", "play **@M"):
        assert forbidden_by(state, text) == "T12"


@rule("T12")
def test_the_next_turn_has_a_joker_again() -> None:
    state = position("1* 2* B5", "2* T4", secrets=["B2", "T2"])
    play(state, "play 1*@M", "end")
    assert "play 2*@M" in legal(state)


# ---- T13: taking a joker back


@rule("T12", "T13")
def test_example_a_joker_taken_back_leaves_the_turns_joker_to_be_laid() -> None:
    state = position("M3 4* T5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 3*")
    play(state, "swap M3")
    assert hand(state, 0) == ["T5", "3*", "4*"]
    assert state.view(None)["lines"]["M"] == [["M1"], ["M2"], ["M3"], [], []]
    assert legal(state) == ["play 4*@M", "end"]


@rule("T12", "T13")
def test_example_a_colour_joker_taken_back_is_laid_at_once_and_no_other_follows() -> None:
    state = position("M3 5* ** T5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 M*")
    play(state, "swap M3", "play M*")
    assert state.view(None)["lines"]["M"] == [["M1"], ["M2"], ["M3"], ["M*"], []]
    assert legal(state) == ["end"]
    assert forbidden_by(state, "play 5*@M") == "T12"


@rule("T13")
def test_a_joker_is_taken_back_also_behind_later_places_several_times_and_after_laying_one() -> None:
    state = position("M1 M3 5* T5 B1", "T4 T5", secrets=["B2", "T2"], lines="1* M2 ** M4")
    assert legal(state, "swap") == ["swap M1", "swap M3"]
    play(state, "swap M3", "swap M1")
    assert hand(state, 0) == ["T5", "B1", "1*", "5*", "**"]
    state = position("M1 4* T5 B1", "T4 T5", secrets=["B2", "T2"], lines="1* M2 **")
    play(state, "play 4*@M", "swap M1")
    assert hand(state, 0) == ["T5", "B1", "1*"]


@rule("T13")
def test_there_must_be_a_joker_and_the_number_it_stands_for() -> None:
    state = position("M1 T3 B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 3*")
    assert legal(state, "swap") == []
    assert forbidden_by(state, "swap M1") == "T13"
    assert forbidden_by(state, "swap T3") == "T13"
    assert forbidden_by(state, "swap M3") == "T7"


@rule("T13", "T14")
def test_a_swap_is_a_play_after_which_one_may_stop() -> None:
    state = position("M3 T5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 3*")
    play(state, "swap M3")
    assert "end" in legal(state)
    assert forbidden_by(state, "secret T5") == "T15"
    assert play(state, "end") == ["end", "draw"]


# ---- T14: the end of a turn


@rule("T14")
def test_stopping_needs_a_card_played_and_is_always_a_move_of_its_own() -> None:
    state = position("M1 T5", "T4 T5", secrets=["B2", "T2"])
    assert forbidden_by(state, "end") == "T14"
    play(state, "play M1")
    assert state.turn == (0,)
    assert legal(state) == ["end"]
    play(state, "end")
    assert state.turn == (1,)


@rule("T14")
@pytest.mark.parametrize("five", ["play M5", "play 5*@M", "play M*", "play **@M"])
def test_a_five_or_a_joker_as_five_completes_the_line_and_ends_the_turn(five: str) -> None:
    state = position("M5 5* M* ** T1", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 M3 M4")
    assert play(state, five)[1] == "complete"
    assert state.turn == (1,)
    assert state.length[0] == 0


@rule("T14")
def test_a_five_that_completed_its_line_is_not_there_to_be_swapped() -> None:
    state = position("M5 T1", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 M3 M4")
    assert forbidden_by(state, "swap M5") == "T14"


@rule("T14", "T22")
def test_the_last_card_of_the_hand_ends_the_turn() -> None:
    state = position("M1", "T4 T5", secrets=["B2", "T2"])
    assert play(state, "play M1")[:2] == ["play", "out"]


# ---- T15: changing the secret


@rule("T15")
def test_changing_the_secret_is_a_whole_turn_also_for_those_who_could_play() -> None:
    state = position("M1 T5", "T4 T5", secrets=["B2", "T2"])
    assert legal(state) == ["secret M1", "secret T5", "play M1"]
    assert play(state, "secret T5") == ["secret", "draw"]
    assert state.view(0)["table"][0]["stack"] == ["B2", "T5"]
    assert state.turn == (1,)


@rule("T15")
def test_who_has_played_cannot_change_the_secret() -> None:
    state = position("M1 T5", "T4 T5", secrets=["B2", "T2"])
    play(state, "play M1")
    assert forbidden_by(state, "secret T5") == "T15"


@rule("T15")
def test_who_cannot_play_must_change_the_secret() -> None:
    state = position("M3 T5", "T4 T5", secrets=["B2", "T2"])
    assert legal(state) == ["secret M3", "secret T5"]


@rule("T15")
def test_only_the_top_card_of_the_stack_is_the_transport() -> None:
    state = position("M5 B1", "T4 T5", secrets=["B2", "M1 T2"], lines="M1 M2 M3 M4")
    assert "take" not in play(state, "play M5")
    state = position("M5 B1", "T4 T5", secrets=["B2", "T2 M1"], lines="M1 M2 M3 M4")
    assert "take" in play(state, "play M5")
