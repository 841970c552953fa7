"""T25 and T21: what is open, what is hidden, and what is remembered."""

from collections import Counter
from itertools import permutations
from random import Random

from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import CARDS, counted, named
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TakenBack
from tests.rule import rule
from tests.terminus.positions import hand, play, position


def guesses(state: TerminusState, seat: int | None, how_many: int = 60) -> list[TerminusState]:
    rng = Random(1)
    return [Terminus(state.game.seats, target=500).guess(state.view(seat), rng) for _ in range(how_many)]


@rule("T25")
def test_what_is_open_to_all() -> None:
    state = position("M1 B5", "T4 T5 M2", secrets=["M2", "T2 B1"], lines="M1 1*+M2", aside="T1", rest="discards")
    view = state.view(None)
    assert [seat["hand_size"] for seat in view["table"]] == [2, 3]
    assert [len(seat["stack"]) for seat in view["table"]] == [1, 2]
    assert view["pile"]["size"] == 0
    assert view["lines"]["M"][:2] == [["M1"], ["1*", "M2"]]
    assert view["aside"] == ["T1"]
    assert len(view["discards"]) == sum(state.discards)


@rule("T25")
def test_what_is_hidden() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], draw="B4")
    view = state.view(0)
    assert view["table"][0]["hand"] == ["M1", "B5"]
    assert view["table"][0]["stack"] == ["M2"]
    assert view["table"][1]["hand"] is None
    assert view["table"][1]["stack"] == [None]
    assert state.view(None)["table"][0]["hand"] is None
    assert state.view(None)["table"][0]["stack"] == [None]


@rule("T25")
def test_drawn_cards_and_secrets_are_seen_by_their_player_only() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], draw="B4")
    secret, draw = state.play(0, "secret B5")
    assert secret.seen_by(0) == {"event": "secret", "seat": 0, "card": "B5"}
    assert secret.seen_by(1) == secret.seen_by(None) == {"event": "secret", "seat": 0}
    assert draw.seen_by(1) == {"event": "draw", "seat": 1, "card": "B4"}
    assert draw.seen_by(0) == draw.seen_by(None) == {"event": "draw", "seat": 1}


@rule("T25")
def test_a_joker_taken_back_is_known_to_be_in_that_hand_until_laid() -> None:
    state = position("M3 T5 B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 M*", draw="B4 T3")
    play(state, "swap M3", "end")
    assert state.view(1)["table"][0]["taken_back"] == [{"joker": "M*", "since": 1, "sure": True}]
    assert all(CARDS.index("M*") in _held(guess, 0) for guess in guesses(state, 1))
    play(state, "secret T4", "play M*")
    assert state.view(1)["table"][0]["taken_back"] == []


@rule("T25")
def test_a_joker_taken_back_may_have_become_a_secret_and_nobody_learns_whether() -> None:
    def after(secret: str) -> TerminusState:
        state = position("M3 T5 B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 3*", draw="B4 T3 B3")
        play(state, "swap M3", "end", "secret T4", f"secret {secret}")
        return state

    really, not_at_all = after("3*"), after("T5")
    assert really.view(1) == not_at_all.view(1)
    assert really.view(None) == not_at_all.view(None)
    in_hand = ["3*" in hand(guess, 0) for guess in guesses(really, 1)]
    in_stack = [CARDS.index("3*") in guess.stacks[0][1:] for guess in guesses(really, 1)]
    assert any(in_hand)
    assert any(in_stack)
    assert all(one or other for one, other in zip(in_hand, in_stack, strict=True))


@rule("T21", "T25")
def test_a_joker_shown_as_a_secret_is_no_longer_thought_to_be_in_the_hand() -> None:
    state = position("M3 T5 B5", "T4 T5 B1", secrets=["B2", "T2"], lines="M1 M2 3* / T1 T2 T3 T4", draw="B4 T3 B3")
    play(state, "swap M3", "end", "secret T4", "secret 3*")
    assert state.view(1)["table"][0]["taken_back"] == [{"joker": "3*", "since": 1, "sure": False}]
    play(state, "play T5")
    assert state.view(1)["table"][0]["taken_back"] == []
    assert state.view(1)["table"][0]["stack"] == [None, "3*"]


@rule("T25")
def test_a_joker_taken_back_is_surely_in_the_hand_until_a_secret_may_be_it() -> None:
    def sure(state: TerminusState) -> list[bool]:
        return [entry["sure"] for entry in state.view(1)["table"][0]["taken_back"]]

    lines = "M1 M2 3* / T1 T2 T3 T4"
    state = position("M3 T* B1", "B5 T5 B4", secrets=["B2", "T2"], lines=lines, draw="B4 M1 B3")
    state.play(0, "swap M3")
    assert sure(state) == [True]
    play(state, "end", "secret B5", "secret B1")
    assert sure(state) == [False]
    play(state, "play T5")  # seat 0 shows that it was B1
    assert sure(state) == [True]


@rule("T5", "T25")
def test_a_joker_without_a_number_stays_surely_in_the_hand() -> None:
    state = position("M3 T5 B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 M*", draw="B4 T3 B3")
    play(state, "swap M3", "end", "secret T4", "secret T5")
    assert state.view(1)["table"][0]["taken_back"] == [{"joker": "M*", "since": 1, "sure": True}]


@rule("T25")
def test_after_a_reshuffle_the_contents_of_the_pile_are_known() -> None:
    state = position("M1 B5", "B1 T*", secrets=["M2", "T2"], aside="B1 B1", rest="discards")
    discarded = named(state.discards)
    play(state, "play M1", "end")
    assert state.view(None)["pile"]["may_hold"] == discarded
    assert state.view(0)["pile"]["may_hold"] == discarded
    for guess in guesses(state, 0):
        assert not Counter(CARDS[card] for card in guess.pile) - Counter(discarded)
        # These two were not among the discards, so they cannot be in the pile.
        assert "T*" in hand(guess, 1)
        assert "B1" in [*hand(guess, 1), *(CARDS[card] for card in guess.stacks[1])]


@rule("T25")
def test_a_seat_remembers_which_cards_it_drew_itself() -> None:
    # All three T4 are hidden from seat 1 but its own: one lies in the pile, one is with seat 0.
    state = position("M1 T4", "T5 B5", secrets=["M2", "T2"], lines="B1", draw="T4", rest="aside")
    state.pile_source = counted(["T4", "T4"])
    state.pile.insert(0, CARDS.index("T4"))
    state.aside[CARDS.index("T4")] -= 1
    play(state, "play M1", "end")
    assert hand(state, 1) == ["T4", "T5", "B5"]
    assert state.view(1)["pile"]["may_hold"] == ["T4"]
    assert state.view(None)["pile"]["may_hold"] == ["T4", "T4"]


@rule("T25")
def test_a_guess_gives_nobody_else_what_only_the_viewer_knows() -> None:
    state = Terminus(2).start("7")
    for guess in guesses(state, 0, 5):
        assert guess.view(1)["pile"]["made_of"] == state.view(1)["pile"]["made_of"]
        assert len(guess.view(1)["pile"]["may_hold"]) == 59 - 6


@rule("T4", "T25")
def test_a_hand_that_is_dealt_is_seen_by_its_player_only() -> None:
    state = position("M5 B5", "T1", secrets=["M2", "T2"], active=1)
    dealt = [event for event in state.play(1, "play T1") if event.kind == "hand"]
    assert [event.public["seat"] for event in dealt] == [0, 1]
    for event in dealt:
        owner = event.public["seat"]
        assert event.seen_by(owner)["hand"] == hand(state, owner)
        assert event.seen_by(1 - owner) == event.seen_by(None) == {"event": "hand", "seat": owner}


@rule("T21", "T22")
def test_what_was_shown_is_forgotten_when_the_round_ends() -> None:
    state = position("M5", "M1 B1", "T1 B1", secrets=["B2", "M3", "T4"], lines="M1 M2 M3 M4")
    play(state, "play M5")
    assert len(state.sheet) == 1
    for seat in (0, 1, 2):
        state.play(seat, state.legal(seat)[0])
    assert [place["stack"] for place in state.view(None)["table"]] == [[None]] * 3
    assert all(place["taken_back"] == [] for place in state.view(None)["table"])


@rule("T25")
def test_of_two_equal_jokers_the_one_known_more_narrowly_is_taken_for_the_one_that_came_to_light() -> None:
    state = position("3* 3* M1", "T4 T5", secrets=["B2 B3 B4", "T2"])
    early, late = TakenBack(CARDS.index("3*"), 1), TakenBack(CARDS.index("3*"), 3)
    state.taken_back[0] = [early, late]
    state._now_seen(0, CARDS.index("3*"), 3)
    assert state.taken_back[0] == [early]
    state.taken_back[0] = [early, late]
    state._now_seen(0, CARDS.index("3*"), 2)
    assert state.taken_back[0] == [late]
    state.taken_back[0] = [late]
    state._now_seen(0, CARDS.index("3*"), 2)
    assert state.taken_back[0] == [late], "it lay there before the joker was taken back"


@rule("T21", "T25")
def test_a_joker_shown_again_says_nothing_new() -> None:
    lines = "M1 M2 M3 M4 / T1 T2 T3 T4"
    state = position("M5 T5 B1 B1", "T4 B4 B5", secrets=["B2", "3*"], lines=lines, draw="B3 B4 B2", shown=[0, 1])
    state.taken_back[1] = [TakenBack(CARDS.index("3*"), 0)]
    state.hands[1][CARDS.index("3*")] += 1
    state.pile.remove(CARDS.index("3*"))
    play(state, "play M5")
    assert state.view(0)["table"][1]["taken_back"] == [{"joker": "3*", "since": 0, "sure": True}]


@rule("T25")
def test_guesses_are_uniform_over_all_that_is_possible() -> None:
    """A small position, all its arrangements counted: a joker known, an odd card, a pile of known contents."""
    state = position("M1 B5", "T4 3* T*", secrets=["M2", "T2 B3"], draw="M3 M4", rest="aside")
    state.taken_back[1] = [TakenBack(CARDS.index("3*"), 1)]
    state.pile_source = counted(["M3", "M4", "T4", "T*"])
    hidden = ["T4", "3*", "T*", "T2", "B3", "M3", "M4"]
    possible = set()
    for order in permutations(range(7)):
        names = [hidden[index] for index in order]
        in_hand, stack, pile = names[:3], names[3:5], names[5:]
        fits = "T*" not in stack and "3*" not in (stack[0], *pile)
        if fits and all(card in ("M3", "M4", "T4", "T*") for card in pile):
            possible.add((tuple(sorted(in_hand)), tuple(stack), tuple(pile)))
    drawn = 6000
    found = Counter(
        (
            tuple(sorted(hand(guess, 1))),
            tuple(CARDS[card] for card in guess.stacks[1]),
            tuple(CARDS[card] for card in guess.pile),
        )
        for guess in guesses(state, 0, drawn)
    )
    assert set(found) == possible
    expected = drawn / len(possible)
    chi_square = sum((found[way] - expected) ** 2 / expected for way in possible)
    freedom = len(possible) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@rule("T25")
def test_guesses_put_no_card_without_a_number_among_the_secrets() -> None:
    state = position("M1 B5", "T4 M* T*", secrets=["M2", "T2 T3 B3 B4 M4"], rest="aside")
    for guess in guesses(state, 0):
        assert sorted(card for card in hand(guess, 1) if card[0] in "MT*" and card[-1] == "*") == ["M*", "T*"]


@rule("T25", "T22")
def test_after_the_end_all_cards_are_open() -> None:
    state = position("M5", "M1 B1", secrets=["B2", "M3"], lines="M1 M2 M3 M4", target=20)
    play(state, "play M5")
    for viewer in (None, 0, 1):
        assert state.view(viewer)["table"][1]["hand"] == ["M1", "B1"]
        assert state.view(viewer)["table"][0]["stack"] == ["B2"]


def test_an_open_view_shows_every_hand_in_mid_game() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"])
    assert [seat["hand"] for seat in state.open_view()["table"]] == [["M1", "B5"], ["T4", "T5"]]
    assert state.open_view()["legal"] == []


def _held(state: TerminusState, seat: int) -> list[int]:
    return [card for card, copies in enumerate(state.hands[seat]) if copies]


@rule("T25")
def test_seats_that_look_at_once_see_what_each_would_see_alone() -> None:
    state, luck = Terminus(3).start("7"), Random(7)
    while state.turn:
        seats = [None, 0, 1, 2]
        assert state.views(seats) == [state.view(seat) for seat in seats]
        seat = luck.choice(state.turn)
        state.play(seat, luck.choice(state.legal(seat)))
