"""L11 to L16: claiming routes."""

import pytest

from omnibus.rules.london import London
from tests.london.positions import forbidden_by, hand, legal, named, play, position
from tests.rule import rule


@rule("L11")
def test_a_yellow_route_of_three_is_paid_in_four_ways() -> None:
    """The rulebook's example."""
    state = position("3yellow 3bus", "green")
    assert legal(state, "claim R03") == [
        "claim R03 3yellow",
        "claim R03 2yellow+1bus",
        "claim R03 1yellow+2bus",
        "claim R03 3bus",
    ]
    for payment in ("3yellow", "2yellow+1bus", "1yellow+2bus", "3bus"):
        state = position("3yellow 3bus", "green")
        play(state, f"claim R03 {payment}")
        assert named(state.discards) == payment.replace("+", " ")
        assert state.buses[0] == 17 - 3


@rule("L11")
def test_a_coloured_route_takes_no_other_colour() -> None:
    state = position("4pink 1orange 1bus", "green")
    assert legal(state, "claim R06") == []
    assert forbidden_by(state, "claim R06 4pink") == "L11"
    assert forbidden_by(state, "claim R06 3orange") == "L11"
    assert forbidden_by(state, "claim R06 3orange+1bus") == "L11"
    assert forbidden_by(state, "claim R06 4bus") == "L11"


@rule("L11")
def test_one_card_too_few_is_too_few() -> None:
    state = position("2yellow 2bus", "green")
    assert legal(state, "claim R03") == ["claim R03 2yellow+1bus", "claim R03 1yellow+2bus"]
    assert forbidden_by(state, "claim R03 3yellow") == "L11"
    assert forbidden_by(state, "claim R03 3bus") == "L11"


@rule("L11")
def test_a_grey_route_takes_any_one_colour() -> None:
    state = position("2pink 1orange 1bus", "green")
    assert legal(state, "claim R10") == ["claim R10 2pink", "claim R10 1pink+1bus", "claim R10 1orange+1bus"]
    assert forbidden_by(state, "claim R10 1pink+1orange") == "L11"
    play(state, "claim R10 1orange+1bus")
    assert hand(state, 0) == "2pink"


@rule("L11")
def test_what_looks_like_a_claim_is_refused_with_the_reason() -> None:
    game = London(2)
    for text, reason in (
        ("claim R06 4pink", "R06 takes orange and Bus cards only"),
        ("claim R06 5orange", "R06 has 4 spaces"),
        ("claim R06 2orange+1bus", "R06 has 4 spaces"),
        ("claim R10 1pink+1blue", "R10 is grey"),
        ("claim R99 4pink", "is not a move"),
        ("claim R06", "is not a move"),
        ("claim R06 " + "9" * 5000 + "pink", "is not a move"),
    ):
        refusal = game.start("7").why_not(0, text)
        assert refusal is not None
        assert reason in refusal.text()


@rule("L11")
def test_refusals_name_colours_in_the_readers_language() -> None:
    refusal = London(2).start("7").why_not(0, "claim R01 2pink")
    assert refusal is not None
    assert refusal.text("fr") == "L11 : R01 ne se prend qu’en bleu et en Bus"
    assert refusal.params == {"route": "R01", "colour": "blue"}


@rule("L12")
def test_a_route_is_claimed_once_and_ends_the_turn() -> None:
    state = position("2blue 2black", "2blue 2black")
    play(state, "claim R01 2blue")
    assert state.turn == (1,)
    assert forbidden_by(state, "claim R01 2blue") == "L12"
    assert legal(state, "claim R01") == []


@rule("L12")
def test_a_route_need_not_touch_earlier_ones() -> None:
    state = position("2green", "blue", routes=["R01", ""])
    assert "claim R32 2green" in legal(state)


@rule("L13")
def test_there_must_be_a_bus_for_every_space() -> None:
    state = position("4blue 3pink", "green", routes=["R06 R07 R08 R01", ""])
    assert state.buses[0] == 3
    assert "claim R05 3pink" in legal(state)
    assert legal(state, "claim R09") == []
    assert forbidden_by(state, "claim R09 4blue") == "L13"


@rule("L14")
@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_owns_both_routes_of_a_double(seats: int) -> None:
    state = position("green yellow", "green yellow", *["pink"] * (seats - 2), routes=["R13", *[""] * (seats - 1)])
    assert legal(state, "claim R14") == []
    assert forbidden_by(state, "claim R14 1yellow") == "L14"
    play(state, "draw deck", "draw deck")
    assert forbidden_by(state, "claim R14 1yellow") is None
    play(state, "claim R14 1yellow")


@rule("L14")
def test_with_two_players_too_nobody_owns_both() -> None:
    state = position("green yellow", "green yellow", routes=["R13", ""])
    assert forbidden_by(state, "claim R14 1yellow") == "L14"


@rule("L15")
def test_with_two_players_the_other_route_of_a_double_is_closed() -> None:
    state = position("green yellow", "green yellow")
    assert "claim R14 1yellow" in legal(state)
    play(state, "claim R13 1green")
    assert legal(state, "claim R14") == []
    assert forbidden_by(state, "claim R14 1yellow") == "L15"
    assert [state.view(viewer)["closed"] for viewer in (None, 0, 1)] == [["R14"]] * 3
    assert London(2).start("7").view(0)["closed"] == []


@rule("L14")
def test_with_three_the_other_route_of_a_double_is_closed_to_its_owner() -> None:
    state = position("green", "yellow", "yellow", routes=["R13", "", ""])
    assert [state.view(viewer)["closed"] for viewer in (None, 0, 1, 2)] == [[], ["R14"], [], []]
    both = position("green", "yellow", "yellow", routes=["R13", "R14", ""])
    assert [both.view(viewer)["closed"] for viewer in (None, 0, 1, 2)] == [[]] * 4


@rule("L16")
@pytest.mark.parametrize(
    ("claim", "points"),
    [("claim R15 1blue", 1), ("claim R01 2blue", 2), ("claim R42 3blue", 4), ("claim R09 4blue", 7)],
)
def test_points_are_scored_at_once(claim: str, points: int) -> None:
    state = position("4blue", "green")
    (event, *_) = state.play(0, claim)
    assert state.points == [points, 0]
    assert event.public["points"] == points
    assert state.view(1)["table"][0]["points"] == points
