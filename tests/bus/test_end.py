"""B26, B31 to B33: how a game ends, the score, the ties."""

from omnibus.rules.bus import Bus
from omnibus.rules.bus.scoring import final_result
from omnibus.rules.bus.state import BusState
from tests.bus.positions import legal, play, position
from tests.rule import rule

THREE = ("C2 C1", "C3 C4", "I2 I1")


@rule("B26", "B31")
def test_the_last_stone_ends_the_game_at_once() -> None:
    state = position(*THREE, stones=[1, 2, 0], people={"C2": 1}, built={"C1.1": "house"})
    play(state, "choose clock", "choose vrrooomm", "choose first", *["choose vrrooomm"] * 3, *["pass"] * 3)
    assert play(state, "stop") == ["stop", "over-stones"]
    assert state.turn == ()
    assert state.points == [0, 0, 0]
    assert state.result is not None
    assert state.result.scores == (-2, -2, 0)
    assert is_over(state)


def is_over(state: BusState) -> bool:
    """Nobody may do anything more."""
    refusals = [state.why_not(seat, move) for seat in range(3) for move in state.game.moves]
    return all(refusal is not None and refusal.rule == "B31" for refusal in refusals)


@rule("B26")
def test_a_stone_before_the_last_does_not() -> None:
    state = position(*THREE, stones=[1, 1, 0], clock="house", people={"C2": 1}, built={"C1.1": "house"})
    play(state, "choose clock", "choose first", *["choose vrrooomm"] * 4, *["pass"] * 3)
    play(state, "stop")
    assert legal(state) == ["ride C2>C1"]


@rule("B31")
def test_a_full_city_ends_the_game_after_the_round() -> None:
    every = [lot.name for lot in Bus.board.lots]
    state = position(*THREE, built=dict.fromkeys(every[1:], "pub"))
    play(state, "choose buildings", "choose clock", *["choose vrrooomm"] * 4, *["pass"] * 3)
    play(state, f"build {every[0]} pub")
    assert state.result is None
    assert play(state, "tick")[-1] == "over-lots"
    assert state.result is not None


@rule("B31")
def test_one_player_with_cubes_is_the_end_after_the_round() -> None:
    state = position(*THREE, cubes=[2, 2, 9])
    play(state, *["choose vrrooomm"] * 6)
    assert play(state, "pass")[-1] == "over-cubes"


@rule("B31")
def test_nobody_with_cubes_is_the_end_too() -> None:
    state = position(*THREE, cubes=[2, 2, 2])
    assert play(state, *["choose vrrooomm"] * 6)[-1] == "over-cubes"


@rule("B31")
def test_two_players_with_cubes_go_on() -> None:
    state = position(*THREE, cubes=[2, 3, 9])
    assert play(state, *["choose vrrooomm"] * 6, "pass", "pass")[-1] == "round"
    assert state.turn == (1,)


@rule("B32")
def test_stones_count_against_points_and_the_highest_score_wins() -> None:
    result = final_result(points=[7, 3, 0], stones=[2, 0, 2], reached=[9, 10, 0])
    assert result.scores == (5, 3, -2)
    assert result.ranks == (1, 2, 3)
    assert result.parts[0] == {"carried": 7, "stones": -2, "tiebreak": 0}


@rule("B33")
def test_of_equal_scores_more_stones_come_first() -> None:
    result = final_result(points=[5, 7, 4], stones=[0, 2, 0], reached=[3, 15, 16])
    assert result.ranks == (2, 1, 3)
    assert [part["tiebreak"] for part in result.parts] == [1, 1, 0]


@rule("B33")
def test_of_equal_stones_too_who_reached_the_points_first() -> None:
    result = final_result(points=[5, 5, 6], stones=[1, 1, 2], reached=[16, 12, 14])
    assert result.ranks == (3, 2, 1)
    assert [part["tiebreak"] for part in result.parts] == [2, 2, 1]


@rule("B33")
def test_ties_are_broken_for_every_rank() -> None:
    result = final_result(points=[9, 2, 2, 2], stones=[0, 0, 0, 0], reached=[15, 14, 3, 13])
    assert result.ranks == (1, 4, 2, 3)


@rule("B33")
def test_who_never_carried_anyone_shares_the_rank() -> None:
    result = final_result(points=[0, 0, 0], stones=[1, 1, 0], reached=[0, 0, 0])
    assert result.ranks == (2, 2, 1)
    assert [part["tiebreak"] for part in result.parts] == [3, 3, 0]
    result = final_result(points=[0, 0, 0], stones=[0, 0, 0], reached=[0, 0, 0])
    assert result.winners == (0, 1, 2)


@rule("B33")
def test_the_order_is_that_of_the_rides() -> None:
    built = {"C1.1": "house", "C1.2": "house", "C4.1": "house"}
    lines = ["C2 C1 C4"] * 3
    state = position(*lines, clock="pub", people={"C2": 3}, built=built, turn=1, first=1, cubes=[2, 2, 2])
    play(state, *["choose vrrooomm"] * 3, *["choose passengers"] * 3, "arrive G1")
    play(state, "ride C2>C1", "ride C2>C1", "ride C2>C4")
    assert state.reached == [3, 1, 2]
    assert state.result is not None
    assert state.result.ranks == (3, 1, 2)
    assert is_over(state)
