"""T1 to T6: the cards, the deal, the secrets, who starts."""

from collections import Counter

import pytest

from omnibus import BadSetup, IllegalMove, new
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import CARDS, DECK, POINTS, named
from omnibus.rules.terminus.scoring import FinishedRound, final_result
from omnibus.rules.terminus.state import TerminusState
from tests.rule import rule
from tests.terminus.positions import hand, legal, play, position


def start(seats: int, seed: str = "7") -> TerminusState:
    return Terminus(seats).start(seed)


@rule("T1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_players(seats: int) -> None:
    assert len(start(seats).hands) == seats


@rule("T1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(BadSetup, match="2 to 6 seats"):
        new("terminus", seats=seats)


@rule("T1", "T24")
def test_lowest_score_wins() -> None:
    result = final_result([], [30, 12, 103])
    assert result.winners == (1,)
    assert result.ranks == (2, 1, 3)


@rule("T24")
def test_equal_lowest_scores_share_the_victory() -> None:
    result = final_result([FinishedRound(0, [5, 5, 9], [7, 7, 3], [], [])], [12, 12, 12])
    assert result.winners == (0, 1, 2)
    assert final_result([], [40, 12, 12]).ranks == (3, 1, 1)
    assert result.parts[2] == {"lines": 9, "cards": 3}


@rule("T2")
def test_the_deck_has_59_cards() -> None:
    deck = Counter(CARDS[card] for card in DECK)
    assert deck.total() == 59
    for line in "MTB":
        assert [deck[f"{line}{number}"] for number in (1, 2, 3, 4, 5)] == [3] * 5
        assert deck[f"{line}*"] == 1
    assert [deck[f"{number}*"] for number in (1, 2, 3, 4, 5)] == [2] * 5
    assert deck["**"] == 1
    assert len(deck) == 15 + 5 + 3 + 1


@rule("T3")
def test_points_of_cards() -> None:
    points = dict(zip(CARDS, POINTS, strict=True))
    for number in (1, 2, 3, 4, 5):
        assert [points[f"{line}{number}"] for line in "MTB"] == [number] * 3
        assert points[f"{number}*"] == number
    assert [points["M*"], points["T*"], points["B*"], points["**"]] == [6, 6, 6, 7]
    assert {name: card["points"] for name, card in Terminus.printed["cards"].items()} == points


@rule("T2")
def test_what_stands_on_the_cards() -> None:
    cards = Terminus.printed["cards"]
    assert sum(card["copies"] for card in cards.values()) == 59
    assert cards["T4"] == {"points": 4, "copies": 3, "line": "T", "number": 4, "joker": False}
    assert cards["4*"] == {"points": 4, "copies": 2, "line": None, "number": 4, "joker": True}
    assert cards["B*"] == {"points": 6, "copies": 1, "line": "B", "number": None, "joker": True}
    assert cards["**"] == {"points": 7, "copies": 1, "line": None, "number": None, "joker": True}
    assert Terminus.printed["lines"]["B"] == ["B1", "B2", "B3", "B4", "B5"]


@rule("T4")
@pytest.mark.parametrize("seats", [2, 6])
def test_six_cards_each_and_the_rest_is_the_pile(seats: int) -> None:
    state = start(seats)
    assert [sum(cards) for cards in state.hands] == [6] * seats
    assert len(state.pile) == 59 - 6 * seats
    everything = Counter(state.pile)
    for cards in state.hands:
        everything.update({card: copies for card, copies in enumerate(cards) if copies})
    assert everything == Counter(DECK)


@rule("T4")
def test_the_deal_goes_seat_by_seat_through_one_shuffle() -> None:
    two, six = start(2), start(6)
    assert two.hands == six.hands[:2]
    assert sorted(CARDS[card] for card in two.pile[-6:]) == sorted(hand(six, 2))


@rule("T4")
def test_all_choose_a_secret_at_once_and_nobody_draws_before() -> None:
    state = start(3)
    assert list(state.turn) == [0, 1, 2]
    for seat in (2, 0):
        assert [event.kind for event in state.play(seat, state.legal(seat)[0])] == ["secret"]
    assert list(state.turn) == [1]
    assert [sum(cards) for cards in state.hands] == [5, 6, 5]
    assert [event.kind for event in state.play(1, state.legal(1)[0])] == ["secret", "draw"]
    assert list(state.turn) == [state.starter]
    assert sum(state.hands[state.starter]) == 6


@rule("T4")
def test_nothing_but_a_secret_can_be_played_first() -> None:
    state = start(2)
    assert all(text.startswith("secret ") for text in legal(state))
    for text in ("end", f"play {hand(state, 0)[0]}"):
        refusal = state.why_not(0, text)
        assert refusal is not None
        assert refusal.rule == "T4"


@rule("T4")
def test_a_secret_that_lies_cannot_be_chosen_again() -> None:
    state = start(2)
    state.play(0, state.legal(0)[0])
    assert state.legal(0) == []
    with pytest.raises(IllegalMove):
        state.play(0, f"secret {hand(state, 0)[0]}")


@rule("T5")
def test_only_cards_with_a_number_can_be_secret() -> None:
    state = position("M3 2* M* T* **", "B1 B2", secrets=["M1", "B4"])
    assert legal(state, "secret") == ["secret M3", "secret 2*"]
    for card in ("M*", "T*", "B*", "**"):
        refusal = state.why_not(0, f"secret {card}")
        assert refusal is not None
        assert refusal.rule == "T5"


@rule("T6")
def test_a_random_player_starts() -> None:
    starters = Counter(start(4, str(seed)).starter for seed in range(400))
    assert set(starters) == {0, 1, 2, 3}
    assert min(starters.values()) > 60


@rule("T6")
def test_play_goes_by_ascending_seat_number() -> None:
    state = position("M1 T3", "T1 T3", "B1 B3", secrets=["M2", "T2", "B2"], active=1)
    play(state, "play T1", "end")
    assert state.turn == (2,)
    play(state, "play B1", "end")
    assert state.turn == (0,)


@rule("T6")
def test_it_is_nobody_elses_turn() -> None:
    state = position("M1 T3", "T1 T3", secrets=["M2", "T2"])
    refusal = state.why_not(1, "play T1")
    assert refusal is not None
    assert refusal.rule == "T6"


@rule("T6")
def test_each_round_is_started_by_the_player_after_the_last_starter() -> None:
    state = position("M5 B5", "M1 M2", "T1", secrets=["M2", "T2", "B2"], active=2)
    assert state.starter == 0
    assert "deal" in play(state, "play T1")
    assert state.starter == 1
    for seat in (0, 1, 2):
        state.play(seat, state.legal(seat)[0])
    assert state.turn == (1,)


@rule("T22")
def test_a_new_round_has_all_cards_again() -> None:
    state = position("M5 B5", "T1", secrets=["M2", "T2"], lines="M1 M2 / B1", active=1)
    play(state, "play T1")
    assert state.turn == (0, 1)
    assert [len(named(cards)) for cards in state.hands] == [6, 6]
    assert len(state.pile) == 59 - 12
    assert state.length == [0, 0, 0]
    assert state.stacks == [[], []]
