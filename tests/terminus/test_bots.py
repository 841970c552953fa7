"""What each level of the bots for Terminus sees, and what a beginner does not."""

from random import Random

import pytest

from omnibus.arena.match import play_match, standings
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind
from omnibus.bots.terminus.suspicion import suspect
from omnibus.bots.terminus.turns import MOST_WAYS, ways_to_play
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import CARD_NAMED, LINE_LETTERS, NUMBER_JOKERS, PLACES
from omnibus.rules.terminus.state import TerminusState
from tests.terminus.positions import play, position

LEVELS = ("easy", "normal", "hard")


def choice(bot: str, state: TerminusState, iterations: int = 300) -> str:
    """What the bot does when it is its turn."""
    (seat,) = state.turn
    return bot_named(bot, "terminus").seated(Budget(iterations=iterations))(state.view(seat), Random("choice"))


def turn(bot: str, state: TerminusState) -> list[str]:
    """All that the bot does in its turn."""
    player = bot_named(bot, "terminus").seated(Budget(iterations=300))
    (seat,) = state.turn
    rng = Random("turn")
    moves = []
    while state.turn == (seat,) and state.active == seat:
        moves.append(player(state.view(seat), rng))
        play(state, moves[-1])
        if moves[-1] == "end":
            break
    return moves


# ---- Ways to play a turn


def test_ways_that_lead_to_the_same_position_count_once() -> None:
    state = position("M1 M2 T1", "B1", "B2", secrets=["T3", "T4", "T5"])
    ways = [[move.text for move in way.moves] for way in ways_to_play(state, 0)]
    assert sorted(ways) == [
        ["play M1", "end"],
        ["play M1", "play M2", "end"],
        ["play T1", "end"],
        ["secret M1"],
        ["secret M2"],
        ["secret T1"],
    ]


def test_a_way_leads_where_it_says() -> None:
    state = position("M1 M2 M3 M3 M* 2*", "B1 B1", secrets=["T3", "T4"], lines="M1")
    for way in ways_to_play(state, 0):
        replayed = state.copy()
        for move in way.moves:
            replayed.play(0, move)
        assert replayed == way.after


def test_a_hand_full_of_ways_is_not_looked_through_to_the_end() -> None:
    everything = "M1 M1 M1 M2 M2 M2 M3 M3 M3 M4 M4 T1 T1 T2 T2 T3 T3 T4 T4 1* 1* 2* 2* 3* 4* M* T* **"
    state = position(everything, "B1 B1", secrets=["T5", "B4"])
    assert MOST_WAYS <= len(ways_to_play(state, 0)) < MOST_WAYS + 40
    for bot in LEVELS:
        assert choice(bot, state, 20) in [move.text for move in state.legal(0)]


# ---- Easy


def test_a_beginner_lays_as_many_cards_as_possible_whatever_it_does_to_the_secret() -> None:
    """That leaves the line of the secret one place short of complete."""
    hand = "M1 M2 M3 M4 T1 T2 T3 B5 B4"
    state = position(hand, "T4 T4 T5", "B1 B2 B2", "B3 B4 T5", secrets=["M5", "T2", "B3", "B1"])
    assert turn("easy", state.copy()) == ["play M1", "play M2", "play M3", "play M4", "end"]
    for bot in ("normal", "hard"):
        assert "play M4" not in turn(bot, state.copy())


def test_a_beginner_thinks_of_the_secret_only_when_the_last_place_is_missing() -> None:
    others = ("B1 B2 B3", "B1 B2 B4", "B1 B2 B5")
    for lines, move in (("M1 M2 M3", "play T1"), ("M1 M2 M3 M4", "secret T1")):
        state = position("T1 T3 T4", *others, secrets=["M2", "T4", "T5", "B4"], lines=lines)
        assert choice("easy", state) == move


def test_a_beginner_forgets_that_a_joker_rides_on_every_line() -> None:
    others = ("B1 B2 B3", "B1 B2 B4", "B1 B2 B5")
    lines = "M1 M2+M2+M2 M3+M3 M4+M4"
    state = position("T1 T3 T4", *others, secrets=["1*", "T4", "T5", "B4"], lines=lines)
    assert choice("easy", state) == "play T1"
    assert choice("normal", state).startswith("secret T")


def test_a_beginner_overlooks_that_a_joker_can_be_taken_back() -> None:
    """The joker taken back fills the gap to a whole hand: all others go out."""
    state = position("M1 M3", "T4 T5 T4", "B4 B5 B4", secrets=["B3", "T5", "B5"], lines="M* / B1")
    assert "swap M1" in [move.text for move in state.legal(0)]
    assert turn("easy", state.copy())[0] != "swap M1"
    for bot in ("normal", "hard"):
        assert turn(bot, state.copy()) == ["swap M1", "play M*", "play M3"]


def test_a_beginner_begins_with_the_least_points_as_secret() -> None:
    for seed in range(20):
        state = Terminus(4).start(f"first {seed}")
        secrets = [move.text for move in state.legal(2)]
        chosen = bot_named("easy", "terminus").seated()(state.view(2), Random(seed))
        assert number_on(chosen) == min(number_on(text) for text in secrets)


def number_on(text: str) -> int:
    return int("".join(filter(str.isdigit, text)))


# ---- Normal and hard


@pytest.mark.parametrize("bot", LEVELS)
def test_everyone_goes_out_when_they_can(bot: str) -> None:
    state = position("M1 M2", "T4 T5 T4", "B4 B5 B4", secrets=["B3", "T5", "B5"])
    assert turn(bot, state) == ["play M1", "play M2"]
    assert state.sheet[-1].out == 0


def test_a_line_is_completed_when_a_known_secret_pays_for_it() -> None:
    state = position(
        "M5 T1 B3",
        "T4 T5 T4",
        "B4 B5 B4",
        secrets=["B3", "M1", "B5"],
        lines="M1 M2+M2 M3 M4+M4",
        shown=[0, 1, 0],
    )
    assert choice("normal", state) == choice("hard", state) == "play M5"


def test_only_search_sees_that_a_line_would_end_the_game_too_early() -> None:
    """The line makes seat 2 reach the target while seat 1 is ahead of us."""
    state = position(
        "M5 M1 T1 B1",
        "T4 T5 T4 T3 B5",
        "B4 B5 B4 B3 T5",
        secrets=["B3", "T5", "M1"],
        lines="M1 M2+M2 M3 M4+M4",
        shown=[0, 1, 1],
        scores=[40, 20, 90],
        target=100,
    )
    assert turn("normal", state.copy())[-1] == "play M5"
    assert "play M5" not in turn("hard", state.copy())


def test_search_thinks_once_a_turn_and_keeps_to_its_plan() -> None:
    state = position("M1 M2 M3 T4 T5", "B1", "B4", secrets=["B3", "T5", "T2"])
    player = bot_named("hard", "terminus").seated(Budget(iterations=300))
    rng = Random("plan")
    first = player(state.view(0), rng)
    assert first == "play M1"
    play(state, first)
    thought = rng.getstate()
    while state.turn == (0,) and state.active == 0:
        play(state, player(state.view(0), rng))
    assert rng.getstate() == thought


def test_a_plan_is_given_up_when_the_game_went_on_otherwise() -> None:
    state = position("M1 M2 M3 T1 T2 B5", "B1", "B4", secrets=["B3", "T5", "T4"])
    player = bot_named("hard", "terminus").seated(Budget(iterations=300))
    assert player(state.view(0), Random("plan")) == "play M1"
    play(state, "play T1")
    assert player(state.view(0), Random("plan")) in ("play T2", "end")


# ---- What hard suspects


def secrets_guessed_and_suspected(state: TerminusState, other: int) -> tuple[list[int], list[int]]:
    """The secrets of another player in many guesses from seat 0, before and after thinking about them."""
    rng = Random("suspects")
    game, view = Terminus(len(state.hands), target=500), state.view(0)
    guessed, suspected = [], []
    for _ in range(200):
        guess = game.guess(view, rng)
        guessed.append(guess.stacks[other][-1])
        suspected.append(suspect(guess, 0, rng).stacks[other][-1])
    return guessed, suspected


def test_what_is_suspected_looks_like_the_view() -> None:
    """In whole games, in which jokers are taken back and secrets shown."""
    rng = Random("looks")
    for seats in (2, 4):
        game = Terminus(seats)
        state = game.start("looks")
        for _ in range(150):
            if not state.turn:
                break
            seat = state.turn[0]
            view = state.view(seat)
            assert suspect(game.guess(view, rng), seat, rng).view(seat) == view
            state.play(seat, rng.choice(state.legal(seat)))


def test_nobody_is_suspected_of_a_secret_other_than_the_one_shown() -> None:
    state = position("M5 T1", "T4 T5", "B4 B5", secrets=["B3", "1*", "B1"], shown=[0, 1, 0])
    assert set(secrets_guessed_and_suspected(state, 1)[1]) == {CARD_NAMED["1*"]}
    assert len(set(secrets_guessed_and_suspected(state, 2)[1])) > 5


def test_a_first_secret_is_suspected_to_be_no_joker() -> None:
    state = position("M5 T1", "T4 T5 B1 B2 B3", "B4 B5 B1 B2 B3", secrets=["B3", "T3", "B1"])
    guessed, suspected = secrets_guessed_and_suspected(state, 1)
    assert 4 * jokers_among(suspected) < jokers_among(guessed)


def jokers_among(secrets: list[int]) -> int:
    return sum(card in NUMBER_JOKERS for card in secrets)


def test_who_changed_the_secret_is_suspected_to_have_fled_from_long_lines() -> None:
    hands = ("T1 T5", "T4 T5 B1 B2 B3", "B4 B5 B1 M4")
    state = position(*hands, secrets=["B3", "T3 B2", "B1"], lines="M1 M2 M3")
    guessed, suspected = secrets_guessed_and_suspected(state, 1)
    assert 4 * on_metro(suspected) < on_metro(guessed)


def on_metro(secrets: list[int]) -> int:
    return sum(card // PLACES == LINE_LETTERS.index("M") for card in secrets)


def test_a_joker_taken_back_is_suspected_in_the_hand() -> None:
    state = position("T2 T1", "M1 T5 B1", "B4 B5 B1", secrets=["B3", "T3", "B1"], lines="1* M2", active=1)
    play(state, "swap M1", "end", "secret B1")
    view, rng = state.view(0), Random("joker")
    for _ in range(100):
        assert suspect(Terminus(3, target=500).guess(view, rng), 0, rng).hands[1][CARD_NAMED["1*"]]


# ---- Strength


def quickly(*bots: str) -> list[Kind]:
    """Those bots with less to think than they are used to."""
    return [Kind(bot_named(bot, "terminus").sit, Budget(iterations=60)) for bot in bots]


def share(bots: list[str], games: int) -> float:
    """How many of the games the first one wins."""
    outcomes = list(play_match(Terminus(len(bots)), quickly(*bots), games, "strength"))
    return standings(bots, outcomes)[0].wins.mean


def test_a_beginner_beats_those_who_play_at_random() -> None:
    assert share(["easy", "random", "random", "random"], 24) > 0.6


@pytest.mark.slow
def test_normal_beats_beginners() -> None:
    assert share(["normal", "easy", "easy", "easy"], 40) > 0.5


@pytest.mark.slow
def test_hard_beats_beginners() -> None:
    assert share(["hard", "easy", "easy", "easy"], 16) > 0.45


@pytest.mark.parametrize("target", [10, 500])
def test_all_levels_play_to_any_target(target: int) -> None:
    game = Terminus(3, target=target)
    (outcome,) = play_match(game, quickly(*LEVELS), 1, "target")
    assert max(outcome.scores) >= target
