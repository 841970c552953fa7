"""T16 to T24: complete lines, rounds, the end of the game."""

import pytest

from omnibus import BadSetup, IllegalMove, new
from omnibus.rules.terminus.state import TerminusState
from tests.rule import rule
from tests.terminus.positions import hand, legal, play, position


def complete(state: TerminusState, move: str) -> dict[str, list[tuple[int, object]]]:
    """Who revealed what and who took how much when that move completed a line."""
    events = state.play(state.turn[0], move)
    return {
        "reveal": [(event.public["seat"], event.public["card"]) for event in events if event.kind == "reveal"],
        "take": [(event.public["seat"], event.public["points"]) for event in events if event.kind == "take"],
    }


@rule("T16", "T19")
def test_all_but_the_player_who_completed_the_line_reveal() -> None:
    state = position("T1 T2", "M5 B1", "B4 B5", secrets=["B2", "M1", "T2 T3"], lines="M1 M2 M3 M4", active=1)
    assert complete(state, "play M5")["reveal"] == [(0, "B2"), (2, "T3")]


@rule("T17")
def test_example_a_line_with_a_double_and_a_joker_is_worth_19() -> None:
    state = position("M5 B1", "T4 T5", secrets=["B2", "M3"], lines="M1 M2+M2 M3 M*")
    assert complete(state, "play M5")["take"] == [(1, 19)]
    assert state.scores == [0, 19]


@rule("T17", "T3")
def test_every_kind_of_joker_counts_in_a_line() -> None:
    state = position("5* B1", "T4 T5", secrets=["B2", "M3"], lines="1*+M1 ** M* M4")
    assert state.view(None)["worth"] == {"M": 1 + 1 + 7 + 6 + 4, "T": 0, "B": 0}
    assert complete(state, "play 5*@M")["take"] == [(1, 1 + 1 + 7 + 6 + 4 + 5)]


@rule("T17", "T20")
def test_set_aside_cards_add_to_the_line() -> None:
    state = position("M5 B1", "T4 T5", secrets=["B2", "M3"], lines="M1 M2 M3 M4", aside="** T1 T2")
    assert state.view(None)["aside_worth"] == 10
    assert complete(state, "play M5")["take"] == [(1, 15 + 10)]
    assert state.view(None)["aside_worth"] == 0


@rule("T18")
def test_the_smallest_matching_number_takes_the_points() -> None:
    secrets = ["B2", "M4", "M2", "T1", "B1"]
    state = position("M5 B1", "T4", "T5", "B4", "B5", secrets=secrets, lines="M1 M2 M3 M4")
    assert complete(state, "play M5")["take"] == [(2, 15)]


@rule("T18")
def test_equal_smallest_numbers_each_take_all() -> None:
    secrets = ["B2", "M2", "M2", "2*", "3*"]
    state = position("M5 B1", "T4", "T5", "B4", "B5", secrets=secrets, lines="M1 1* M3 M4")
    assert complete(state, "play M5")["take"] == [(1, 14), (2, 14), (3, 14)]


@rule("T18")
@pytest.mark.parametrize("line", ["M", "T", "B"])
def test_a_number_joker_counts_as_all_three_lines(line: str) -> None:
    places = " ".join(f"{line}{number}" for number in (1, 2, 3, 4))
    state = position(f"{line}5 B1", "T4 T5", secrets=["B2", "3*"], lines=places)
    assert complete(state, f"play {line}5")["take"] == [(1, 15)]


@rule("T18")
@pytest.mark.parametrize(("secret", "line"), [("T1", "M"), ("B1", "M"), ("M1", "T"), ("M1", "B")])
def test_a_number_of_another_line_does_not_match(secret: str, line: str) -> None:
    places = " ".join(f"{line}{number}" for number in (1, 2, 3, 4))
    state = position(f"{line}5 B4", "T4 T5", secrets=["B2", secret], lines=places)
    assert complete(state, f"play {line}5")["take"] == []


@rule("T19")
def test_the_player_who_completed_the_line_is_protected() -> None:
    state = position("M5 B1", "T4 T5", secrets=["M1", "M4"], lines="M1 M2 M3 M4")
    assert complete(state, "play M5") == {"reveal": [(1, "M4")], "take": [(1, 15)]}
    assert state.scores == [0, 15]
    assert state.shown == [0, 1]


@rule("T20")
def test_a_line_nobody_takes_is_set_aside_and_several_add_up() -> None:
    state = position("M5 B1", "T5 B4", secrets=["B2", "B3"], lines="M1 M2 M3 M4 / T1 T2 T3 T4", draw="T4 B4 M1")
    assert complete(state, "play M5")["take"] == []
    assert sum(state.aside) == 5
    assert sum(state.discards) == 0
    assert complete(state, "play T5")["take"] == []
    assert sum(state.aside) == 10
    assert state.scores == [0, 0]


@rule("T20")
def test_line_and_set_aside_cards_are_discarded_when_somebody_takes_them() -> None:
    state = position("M5 B1", "T4 T5", secrets=["B2", "M3"], lines="M1 M2 M3 M4", aside="** T1 T2")
    play(state, "play M5")
    assert sum(state.aside) == 0
    assert sum(state.discards) == 8


@rule("T20")
def test_what_is_set_aside_when_the_round_ends_is_lost() -> None:
    state = position("M1", "T4 T5", secrets=["B2", "M3"], aside="** T1 T2")
    play(state, "play M1")
    assert sum(state.aside) == 0
    assert state.scores == [0, 4 + 5 + 3]


@rule("T21")
def test_the_line_starts_again_and_what_was_shown_stays_known() -> None:
    state = position("M5 B1", "T4 **", secrets=["B2", "T2 M3"], lines="M1 M2 M3 M4", draw="M1 T1 B4")
    play(state, "play M5")
    assert "play M1" in legal(state)
    assert state.length == [0, 0, 0]
    assert state.view(None)["lines"]["M"] == [[], [], [], [], []]
    assert state.view(0)["table"][1]["stack"] == [None, "M3"]
    play(state, "secret T4")
    assert state.view(0)["table"][1]["stack"] == [None, "M3", None]
    assert state.view(None)["table"][1]["shown"] == [False, True, False]


@rule("T22")
def test_example_a_hand_of_four_and_a_secret_is_worth_16() -> None:
    state = position("M2", "M1 M* T3 B5", secrets=["B2", "T1"], lines="M1")
    play(state, "play M2")
    assert state.scores == [0, 16]


@rule("T22", "T15")
def test_the_whole_stack_counts_and_the_player_who_is_out_scores_nothing() -> None:
    state = position("T1", "M1", "B5", secrets=["B2 B3 B4", "T1 T2 5*", "M4"])
    events = state.play(0, "play T1")
    assert state.scores == [0, 1 + 1 + 2 + 5, 5 + 4]
    counts = [event.public for event in events if event.kind == "count"]
    assert [count["stack"] for count in counts] == [["T1", "T2", "5*"], ["M4"]]
    assert state.sheet[0].out == 0


@rule("T22")
def test_changing_the_secret_with_the_last_card_ends_the_round_too() -> None:
    state = position("T3", "M1 B1", secrets=["B2", "T1"])
    assert "out" in play(state, "secret T3")
    assert state.scores == [0, 3]


@rule("T22")
def test_a_line_is_scored_before_the_round_that_the_same_play_ends() -> None:
    state = position("M5", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4")
    kinds = play(state, "play M5")
    assert kinds.index("take") < kinds.index("out") < kinds.index("count")
    assert state.scores == [0, 15 + 1 + 1 + 3]


@rule("T23")
def test_the_game_ends_at_a_hundred_points() -> None:
    assert new("terminus").game.options["target"] == 100
    state = position("M5 B1", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4", scores=[7, 85], target=100)
    assert play(state, "play M5")[-1] == "over"
    assert state.turn == ()
    assert state.result is not None
    assert state.result.scores == (7, 100)


@rule("T23")
def test_one_point_less_does_not_end_it() -> None:
    state = position("M5 B1", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4", scores=[7, 84], target=100)
    play(state, "play M5")
    assert state.result is None


@rule("T23")
def test_a_line_that_ends_the_game_leaves_hands_and_stacks_uncounted() -> None:
    state = position("M5", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4", scores=[7, 85], target=100)
    kinds = play(state, "play M5")
    assert "out" not in kinds
    assert kinds[-1] == "over"
    assert state.scores == [7, 100]


@rule("T23")
def test_the_count_of_a_round_can_end_the_game() -> None:
    state = position("M1", "T4 T5", secrets=["B2", "M3"], scores=[99, 88], target=100)
    assert play(state, "play M1")[-1] == "over"
    assert state.result is not None
    assert state.result.scores == (99, 100)
    assert state.result.winners == (0,)


@rule("T23")
def test_nobody_may_move_after_the_end() -> None:
    state = position("M1", "T4 T5", secrets=["B2", "M3"], scores=[99, 88], target=100)
    play(state, "play M1")
    for seat in (0, 1):
        assert state.legal(seat) == []
        with pytest.raises(IllegalMove) as refused:
            state.play(seat, "end")
        assert refused.value.rule == "T23"


@rule("T23")
@pytest.mark.parametrize("target", [10, 500])
def test_another_target_can_be_agreed_on(target: int) -> None:
    scores = [target - 1, target - 15]
    state = position("M5 B1", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4", scores=scores, target=target)
    play(state, "play M5")
    assert state.result is not None


@rule("T23")
@pytest.mark.parametrize("target", [9, 501, True, "100", 50.0])
def test_but_only_from_10_to_500(target: int) -> None:
    with pytest.raises(BadSetup, match="10 to 500"):
        new("terminus", target=target)


@rule("T24")
def test_a_shared_victory_at_the_end_of_a_game() -> None:
    state = position("M1", "T4", "B4", secrets=["B2", "M3", "T3"], scores=[50, 43, 94], target=100)
    play(state, "play M1")
    assert state.result is not None
    assert state.result.scores == (50, 50, 101)
    assert state.result.winners == (0, 1)
    assert state.result.ranks == (1, 1, 3)


@rule("T24")
def test_the_parts_of_a_score() -> None:
    state = position("M5", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4", target=20)
    play(state, "play M5")
    assert state.result is not None
    assert state.result.parts == ({"lines": 0, "cards": 0}, {"lines": 15, "cards": 5})
    assert hand(state, 1) == ["M1", "B1"]
