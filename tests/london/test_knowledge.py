"""L23 and L18: what is remembered, what a guess respects, and what is open after the end."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from omnibus.rules.london import London
from omnibus.rules.london.state import LondonState
from tests.london.positions import KINDS, cards, held_tickets, named, play, position, ticket_deck
from tests.rule import rule


def guesses(state: LondonState, seat: int | None, how_many: int = 60) -> Iterator[LondonState]:
    rng, game = Random(1), London(state.game.seats)
    for _ in range(how_many):
        guess = game.guess(state.view(seat), rng)
        assert guess.view(seat) == state.view(seat)
        yield guess


# ---- Cards in hands


@rule("L23")
def test_a_face_up_card_taken_is_known_until_spent() -> None:
    state = position("2blue", "green", draw="pink pink")
    play(state, "draw pink", "draw black", "draw deck", "draw deck")
    for viewer in (None, 0, 1):
        assert named(list(state.view(viewer)["table"][0]["known"].values())) == "1black 1pink"
    for guess in guesses(state, 1):
        assert guess.hands[0][KINDS.index("pink")] >= 1
        assert guess.hands[0][KINDS.index("black")] >= 1


@rule("L23")
def test_known_cards_are_spent_first() -> None:
    state = position("2black 1bus", "green")
    play(state, "draw black", "draw deck", "draw deck", "draw deck")
    assert named(state.known[0]) == "1black"
    play(state, "claim R08 3black+1bus")
    assert named(state.known[0]) == ""
    state = position("2black", "green", row="black black blue green pink")
    play(state, "draw black", "draw black", "draw deck", "draw deck", "claim R37 1black")
    assert named(state.known[0]) == "1black"


@rule("L23")
def test_a_blind_draw_is_not_known() -> None:
    state = position("2black", "green", draw="pink")
    play(state, "draw deck")
    assert named(state.known[0]) == ""
    assert any(guess.hands[0] != state.hands[0] for guess in guesses(state, 1))


# ---- Cards in the deck


@rule("L23")
def test_after_a_reshuffle_everyone_knows_the_deck_and_so_all_hands_together() -> None:
    state = position("4black 2pink", "3green 2orange", draw="blue", rest="discards")
    discarded = named(state.discards)
    play(state, "draw deck")
    for viewer in (None, 0, 1):
        assert named(list(state.view(viewer)["deck"]["may_hold"].values())) == discarded
    for guess in guesses(state, 1):
        # With two players that is the other hand, to the card.
        assert guess.hands == state.hands
        assert Counter(guess.deck) == Counter(state.deck)
    for guess in guesses(state, None):
        together = [mine + theirs for mine, theirs in zip(*guess.hands, strict=True)]
        assert named(together) == "1blue 3green 4black 2pink 2orange"


@rule("L23")
def test_cards_turned_up_and_own_draws_are_no_longer_in_the_deck() -> None:
    state = position("4black", "2orange", draw="blue", rest="discards")
    play(state, "draw deck")
    before = state.view(0)["deck"]["may_hold"]
    (drawn,) = (event for event in state.play(0, "draw deck") if event.kind == "draw")
    colour = drawn.opened()["card"]
    assert state.view(0)["deck"]["may_hold"][colour] == before[colour] - 1
    assert state.view(None)["deck"]["may_hold"] == state.view(1)["deck"]["may_hold"] == before
    # Of the orange cards two are with seat 1 and four in the deck; when one of those is turned up, three are left.
    orange = KINDS.index("orange")
    state.deck.remove(orange)
    state.deck.append(orange)
    play(state, "draw green")
    assert before["orange"] == 4
    assert state.view(None)["deck"]["may_hold"]["orange"] == 3


@rule("L23")
def test_in_a_guess_no_other_seat_knows_what_only_the_viewer_drew() -> None:
    state = position("4black", "2orange", draw="blue", rest="discards")
    play(state, "draw deck", "draw deck")
    for guess in guesses(state, 0, 20):
        assert guess.view(1)["deck"]["may_hold"] == state.view(1)["deck"]["may_hold"]


@rule("L23")
def test_a_guess_puts_nothing_into_the_deck_that_cannot_be_there() -> None:
    state = position("4black 2pink", "3green 2orange", "2yellow", draw="blue", rest="discards")
    play(state, "draw deck", "draw deck", "draw deck", "draw deck")
    for viewer in (None, 0, 1, 2):
        may_hold = Counter(state.view(viewer)["deck"]["may_hold"])
        for guess in guesses(state, viewer, 20):
            assert not Counter(KINDS[card] for card in guess.deck) - may_hold


# ---- Tickets put back


def put_back(state: LondonState, seat: int) -> list[Any]:
    return list(state.view(seat)["put_back"])


def remembering() -> LondonState:
    """Three players; seat 0 has put back T01, which lies under T03, the last of the deck."""
    state = position("blue", "green", "pink", ticket_deck="T01 T02 T03")
    play(state, "tickets", "keep T02")
    assert put_back(state, 0) == [{"ticket": "T01", "deck": [1], "offer": [], "hands": []}]
    return state


@rule("L23")
def test_a_seat_remembers_a_ticket_it_put_back_and_nobody_else_does() -> None:
    state = remembering()
    assert ticket_deck(state) == ["T03", "T01"]
    assert put_back(state, 1) == put_back(state, 2) == state.view(None)["put_back"] == []
    assert all(guess.ticket_deck[1] == state.ticket_deck[1] for guess in guesses(state, 0))
    assert any(guess.ticket_deck[1] != state.ticket_deck[1] for guess in guesses(state, 1))


@rule("L23")
def test_the_first_tickets_put_back_are_remembered_too() -> None:
    state = London(3).start("7")
    assert isinstance(state, LondonState)
    for seat in (0, 1, 2):
        state.play(seat, state.legal(seat)[0])
    deck = ticket_deck(state)
    assert [put_back(state, seat) for seat in range(3)] == [
        [{"ticket": deck[place], "deck": [place], "offer": [], "hands": []}] for place in (14, 15, 16)
    ]


@rule("L23")
def test_a_remembered_ticket_is_followed_into_a_hand_that_keeps_both() -> None:
    state = remembering()
    play(state, "tickets")
    assert put_back(state, 0) == [{"ticket": "T01", "deck": [], "offer": [1], "hands": []}]
    assert all(guess.offers[1][1] == state.offers[1][1] for guess in guesses(state, 0))
    play(state, "keep T01 T03")
    assert put_back(state, 0) == [{"ticket": "T01", "deck": [], "offer": [], "hands": [[1, 2]]}]
    assert all("T01" in held_tickets(guess, 1) for guess in guesses(state, 0))


@rule("L23")
def test_a_remembered_ticket_is_in_the_hand_or_back_in_the_deck_and_nobody_learns_which() -> None:
    kept, returned = remembering(), remembering()
    play(kept, "tickets", "keep T01")
    play(returned, "tickets", "keep T03")
    assert kept.view(0) == returned.view(0)
    assert put_back(kept, 0) == [{"ticket": "T01", "deck": [0], "offer": [], "hands": [[1, 1]]}]
    found = Counter("T01" in held_tickets(guess, 1) for guess in guesses(kept, 0, 200))
    assert min(found[True], found[False]) > 60
    assert all("T01" in held_tickets(guess, 1) or "T01" in ticket_deck(guess) for guess in guesses(kept, 0))


@rule("L23")
def test_of_two_remembered_tickets_drawn_together_one_was_kept_and_one_put_back() -> None:
    state = position("blue", "green", "pink", ticket_deck="T01 T02 T03 T04")
    others_draw = ["draw deck"] * 4
    play(state, "tickets", "keep T02", *others_draw, "tickets", "keep T04", "tickets", "keep T01")
    places: dict[str, Any] = {"deck": [0], "offer": [], "hands": [[1, 1]]}
    assert put_back(state, 0) == [{"ticket": "T01", **places}, {"ticket": "T03", **places}]
    ways = Counter((held_tickets(guess, 1)[1], *ticket_deck(guess)) for guess in guesses(state, 0, 200))
    assert set(ways) == {("T01", "T03"), ("T03", "T01")}
    assert min(ways.values()) > 60


@rule("L23")
def test_seeing_another_ticket_where_it_might_have_been_settles_the_matter() -> None:
    state = remembering()
    play(state, "tickets", "keep T01", "draw deck", "draw deck", "tickets")
    # Seat 0 sees T03, which seat 1 put back: so that seat has T01.
    assert put_back(state, 0) == [{"ticket": "T01", "deck": [], "offer": [], "hands": [[1, 1]]}]
    assert all("T01" in held_tickets(guess, 1) for guess in guesses(state, 0))


@rule("L23")
def test_a_ticket_that_comes_back_need_not_be_remembered() -> None:
    state = remembering()
    play(state, "draw deck", "draw deck", "draw deck", "draw deck", "tickets")
    assert put_back(state, 0) == []
    play(state, "keep T01")
    assert put_back(state, 0) == [{"ticket": "T03", "deck": [0], "offer": [], "hands": []}]


# ---- After the end


@rule("L18")
def test_after_the_end_everything_is_open() -> None:
    state = position("orange", "2pink", routes=["R06 R07 R08 R01", ""])
    play(state, "claim R16 1orange", *["draw deck"] * 4)
    for viewer in (None, 0, 1):
        view = state.view(viewer)
        assert [seat["hand"] is not None for seat in view["table"]] == [True, True]
        assert [[ticket["ticket"] for ticket in seat["tickets"] or []] for seat in view["table"]] == [["T17"], ["T18"]]
        # With all hands open everyone knows what is in the deck, though not in which order.
        assert view["deck"]["may_hold"] == {kind: state.deck.count(card) for card, kind in enumerate(KINDS)}


def test_an_open_view_shows_everything_in_mid_game() -> None:
    state = position("3blue", "2green")
    view = state.open_view()
    assert [seat["hand"] for seat in view["table"]] == [
        dict(zip(KINDS, cards(hand), strict=True)) for hand in ("3blue", "2green")
    ]
    assert [[ticket["ticket"] for ticket in seat["tickets"] or []] for seat in view["table"]] == [["T17"], ["T18"]]
    assert view["legal"] == []


@rule("L4", "L23")
def test_a_guess_made_while_first_tickets_are_chosen_can_be_played_on() -> None:
    state = London(3).start("7")
    state.play(0, state.legal(0)[0])
    for viewer in (None, 0, 1, 2):
        for guess in guesses(state, viewer, 5):
            for seat in guess.turn:
                guess.play(seat, guess.legal(seat)[-1])
            assert guess.turn == (state.starter,)
