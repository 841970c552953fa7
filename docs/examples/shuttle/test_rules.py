"""The rules of Shuttle, one after the other. The name of a test says which rule it would catch being broken."""

from collections import Counter

import pytest
from omnibus_shuttle import Shuttle
from positions import legal, position, refused

from omnibus import BadSetup


def test_s1_two_to_four_play_and_chance_says_who_begins() -> None:
    for seats in (1, 5):
        with pytest.raises(BadSetup):
            Shuttle(seats)
    for seats in (2, 3, 4):
        assert {Shuttle(seats).start(f"{deal}").turn for deal in range(60)} == {(seat,) for seat in range(seats)}


def test_s1_play_goes_around() -> None:
    state = position("1 2", "1 2", "1 2", turn=1)
    assert refused(state, "board 1", seat=0) == "S1"
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state.play(state.turn[0], "board 1" if len(turns) < 4 else "board 2")
    assert turns == [(1,), (2,), (0,), (1,)]


def test_s2_there_are_six_groups_of_each_size_and_everyone_gets_three() -> None:
    state = Shuttle(3).start("deal")
    assert [len(hand) for hand in state.hands] == [3, 3, 3]
    assert Counter([*state.queue, *(group for hand in state.hands for group in hand)]) == {1: 6, 2: 6, 3: 6, 4: 6}
    assert Shuttle(3).start("another deal").hands != state.hands


def test_s3_there_are_nine_places_unless_otherwise_agreed() -> None:
    assert Shuttle().start().room == 9
    assert Shuttle(places=12).start().room == 12
    for places in (5, 13):
        with pytest.raises(BadSetup):
            Shuttle(places=places)


def test_s4_a_turn_is_one_group_of_ones_own_or_sending_off() -> None:
    state = position("1 1 3", "2 2", aboard="1")
    assert legal(state) == ["board 1", "board 3", "send"]
    assert refused(state, "board 2") == "S4"
    assert refused(state, "board 5") == "S4"
    state.play(0, "board 3")
    assert state.hands[0] == [1, 1]
    assert state.aboard == [1, 3]
    assert state.turn == (1,)


def test_s5_a_group_that_does_not_fit_does_not_board() -> None:
    state = position("1 3 4", "2", aboard="4 2")
    assert legal(state) == ["board 1", "board 3", "send"]
    assert refused(state, "board 4") == "S5"


def test_s6_who_lets_a_group_board_takes_the_next_of_the_queue() -> None:
    state = position("2 4", "3 3", queue="1 4")
    events = state.play(0, "board 4")
    assert state.hands[0] == [1, 2]
    assert state.queue == [4]
    assert [event.seen_by(0) for event in events][-1] == {"event": "draw", "seat": 0, "people": 1}
    assert [event.seen_by(1) for event in events][-1] == {"event": "draw", "seat": 0}


def test_s6_without_a_queue_nobody_takes_anything() -> None:
    state = position("2 4", "3 3")
    state.play(0, "board 4")
    assert state.hands[0] == [2]


def test_s7_a_full_shuttle_leaves_at_once_and_everyone_in_it_counts() -> None:
    state = position("1 2 3", "2", aboard="4 2", points="5 6")
    state.play(0, "board 3")
    assert state.aboard == []
    assert state.points == [14, 6]


def test_s7_one_free_place_is_not_full() -> None:
    state = position("1 2 3", "2", aboard="4 2")
    state.play(0, "board 2")
    assert state.aboard == [4, 2, 2]
    assert state.points == [0, 0]


def test_s8_who_sends_the_shuttle_off_gets_a_point_for_each_group() -> None:
    state = position("1", "2", aboard="4 2 1", turn=1, queue="3")
    state.play(1, "send")
    assert state.points == [0, 3]
    assert state.aboard == []
    assert state.hands[1] == [2]


def test_s8_an_empty_shuttle_is_not_sent_off() -> None:
    state = position("1 4", "2")
    assert legal(state) == ["board 1", "board 4"]
    assert refused(state, "send") == "S8"


def test_s9_hands_are_secret_and_what_has_boarded_or_left_is_not() -> None:
    state = position("1 4", "2 3", aboard="4", queue="1 1")
    view = state.view(0)
    assert [place["hand"] for place in view["table"]] == [[1, 4], None]
    assert [place["groups"] for place in view["table"]] == [2, 2]
    assert [place["hand"] for place in state.view(None)["table"]] == [None, None]
    assert (view["aboard"], view["queue"], len(view["gone"])) == ([4], 2, 17)
    state.play(0, "send")
    assert state.view(1)["gone"].count(4) == view["gone"].count(4) + 1


def test_s9_hands_are_open_when_the_game_is_over() -> None:
    state = position("1", "", "2 3")
    state.play(0, "board 1")
    assert [place["hand"] for place in state.view(None)["table"]] == [[], [], [2, 3]]


def test_s10_the_game_is_over_when_somebody_without_a_group_is_to_move() -> None:
    state = position("1 1", "2 2")
    state.play(0, "board 1")
    state.play(1, "board 2")
    state.play(0, "board 1")
    assert state.result is None, "the first has none left, but it is the turn of the second"
    state.play(1, "send")
    assert state.turn == ()
    assert state.result is not None
    assert refused(state, "send") == "S10"


def test_s11_what_is_left_in_a_hand_costs() -> None:
    state = position("1 3 4", "", aboard="2 2", points="4 9")
    state.play(0, "send")
    assert state.result is not None
    assert state.result.parts == ({"rides": 6, "left": -3}, {"rides": 9, "left": 0})
    assert state.result.scores == (3, 9)


def test_s12_the_most_points_win_and_equal_ones_share() -> None:
    for points, ranks in (("6 5 5", (1, 1, 3)), ("3 6 4", (3, 1, 2))):
        state = position("1 1", "", "2", aboard="4", points=points)
        state.play(0, "send")
        assert state.result is not None
        assert state.result.ranks == ranks
