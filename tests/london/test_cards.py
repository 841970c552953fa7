"""L3 and L6 to L10: taking transport cards, flushes, empty decks, passing."""

from omnibus.rules.london.board import LONDON
from tests.london.positions import forbidden_by, hand, legal, named, play, position, row
from tests.rule import rule

# ---- L6, L7: a turn, taking two cards


@rule("L6")
def test_a_turn_offers_three_actions_and_allows_one() -> None:
    state = position("2black", "green", next_tickets="T01 T02")
    kinds = {text.split()[0] for text in legal(state)}
    assert kinds == {"draw", "claim", "tickets"}
    play(state, "claim R04 2black")
    assert state.turn == (1,)
    play(state, "tickets", "keep T01")
    assert state.turn == (0,)
    play(state, "draw deck", "draw deck")
    assert state.turn == (1,)


@rule("L6")
def test_it_is_nobody_elses_turn() -> None:
    state = position("2black", "green")
    refusal = state.why_not(1, "draw deck")
    assert refusal is not None
    assert refusal.rule == "L6"
    assert state.legal(1) == []


@rule("L7")
def test_two_cards_from_the_deck_or_the_row_which_is_refilled_at_once() -> None:
    state = position("black", "green", draw="orange pink yellow")
    assert play(state, "draw pink") == ["take", "turn-up"]
    assert row(state) == "blue green black orange yellow"
    assert state.turn == (0,)
    assert play(state, "draw deck") == ["draw"]
    assert hand(state, 0) == "1black 2pink"
    assert state.turn == (1,)


@rule("L7")
def test_of_equal_cards_the_one_in_the_lowest_slot_is_taken() -> None:
    state = position("black", "green", row="blue pink black pink yellow", draw="orange")
    play(state, "draw pink")
    assert row(state) == "blue orange black pink yellow"


@rule("L7")
def test_the_second_card_is_not_optional() -> None:
    state = position("2black", "green", draw="black")
    play(state, "draw deck")
    assert legal(state) == ["draw deck", "draw blue", "draw green", "draw black", "draw pink", "draw yellow"]
    for text in ("claim R04 2black", "tickets", "pass"):
        assert forbidden_by(state, text) == "L7"


@rule("L7")
def test_only_what_lies_there_can_be_taken() -> None:
    state = position("black", "green")
    assert forbidden_by(state, "draw orange") == "L7"
    assert "draw orange" not in legal(state)


# ---- L8: Bus cards


@rule("L8")
def test_a_face_up_bus_is_the_whole_action() -> None:
    state = position("black", "green", row="blue bus black pink yellow")
    play(state, "draw bus")
    assert state.turn == (1,)
    assert hand(state, 0) == "1black 1bus"


@rule("L8")
def test_a_face_up_bus_cannot_be_the_second_card() -> None:
    state = position("black", "green", row="blue bus black pink yellow")
    play(state, "draw blue")
    assert "draw bus" not in legal(state)
    assert forbidden_by(state, "draw bus") == "L8"


@rule("L8")
def test_a_bus_drawn_blind_is_an_ordinary_card() -> None:
    state = position("black", "green", draw="bus bus")
    play(state, "draw deck")
    assert state.turn == (0,)
    play(state, "draw deck")
    assert hand(state, 0) == "1black 2bus"
    assert state.turn == (1,)


# ---- L3: flushes


@rule("L3")
def test_three_bus_cards_flush_the_row() -> None:
    state = position("black", "green", row="bus bus black pink yellow", draw="bus blue blue green green black")
    assert play(state, "draw pink") == ["take", "turn-up", "flush", "turn-up"]
    assert row(state) == "blue blue green green black"
    assert named(state.discards) == "1black 1yellow 3bus"
    assert state.turn == (0,)


@rule("L3")
def test_two_bus_cards_do_not_flush_the_row() -> None:
    state = position("black", "green", row="bus blue black pink yellow", draw="bus")
    assert play(state, "draw pink") == ["take", "turn-up"]
    assert row(state) == "bus blue black bus yellow"


@rule("L3")
def test_a_flush_is_repeated_if_it_happens_again() -> None:
    state = position(
        "black",
        "green",
        row="bus bus black pink yellow",
        draw="bus bus bus bus blue green black black pink pink yellow",
    )
    assert play(state, "draw pink") == ["take", "turn-up", "flush", "turn-up", "flush", "turn-up"]
    assert row(state) == "black black pink pink yellow"


FIVE_CARDS_LEFT = "3blue 6green 6black 6pink 5yellow 6orange 3bus"


@rule("L3")
def test_after_three_flushes_the_row_stays_until_another_card_is_turned_up() -> None:
    # All cards but those of the row and one Bus are in hands: every flush turns up the same three Bus cards again.
    state = position(FIVE_CARDS_LEFT, "2blue 1bus", row="bus bus bus yellow blue", draw="bus", rest="1")
    kinds = play(state, "draw bus")
    assert kinds.count("flush") == 3
    assert kinds[-1] == "row-stays"
    assert state.row.count(LONDON.bus) == 3
    assert len(state.flushed) == 3
    # Claiming turns up nothing, so nothing is flushed; then a card is turned up, and it begins again.
    assert "flush" not in play(state, "claim R15 1blue")
    assert state.row.count(LONDON.bus) == 3
    assert "flush" in play(state, "draw yellow")


@rule("L3")
def test_a_row_with_a_gap_is_not_flushed() -> None:
    state = position("2blue", "green", row="bus bus bus blue -", rest="1")
    assert play(state, "draw blue") == ["take", "no-second"]
    assert row(state) == "bus bus bus - -"


@rule("L3")
def test_a_row_that_has_still_a_gap_is_not_flushed_either() -> None:
    state = position("1bus", "green", row="bus bus - - -", rest="1")
    assert play(state, "claim R26 1bus") == ["claim", "reshuffle", "turn-up"]
    assert row(state) == "bus bus bus - -"


@rule("L3", "L9")
def test_a_row_whose_gaps_were_filled_is_looked_at() -> None:
    state = position("3bus", "green", row="bus bus blue green -", rest="1")
    state.play(0, "claim R30 2bus")
    # Of the two Bus cards one filled the gap, so that all five were flushed and shuffled with the other.
    assert state.flushed
    assert sorted(state.flushed[0]) == ["blue", "bus", "bus", "bus", "green"]


# ---- L9: an empty deck


@rule("L9")
def test_the_discards_are_shuffled_when_the_last_card_is_drawn() -> None:
    state = position("black", "green", draw="pink", rest="discards")
    discarded = state.discards[:]
    assert play(state, "draw deck") == ["draw", "reshuffle"]
    assert len(state.deck) == sum(discarded)
    assert not any(state.discards)


@rule("L9")
def test_the_row_is_settled_before_an_empty_deck_is_renewed() -> None:
    # The last card of the deck makes the third Bus: the flush comes first, so its cards are in the new deck.
    state = position("black", "green", row="bus bus black pink yellow", draw="bus", rest="discards")
    discarded = sum(state.discards)
    assert play(state, "draw pink")[:5] == ["take", "turn-up", "flush", "reshuffle", "turn-up"]
    assert len(state.deck) + sum(state.discards) == discarded  # five cards went in, five were turned up


@rule("L9")
def test_an_empty_deck_is_renewed_in_the_middle_of_turning_up_five() -> None:
    state = position("black", "green", row="bus bus black pink yellow", draw="bus blue green", rest="discards")
    kinds = play(state, "draw pink")
    assert kinds[:5] == ["take", "turn-up", "flush", "reshuffle", "turn-up"]
    assert row(state).startswith("blue green ") or state.flushed[1:]
    assert state.deck


@rule("L9")
def test_without_discards_a_gap_stays_open() -> None:
    state = position("black", "green", rest="1")
    assert play(state, "draw pink") == ["take"]
    assert row(state) == "blue green black - yellow"
    assert forbidden_by(state, "draw deck") == "L9"
    assert legal(state) == ["draw blue", "draw green", "draw black", "draw yellow"]


@rule("L9")
def test_cards_discarded_become_the_deck_and_fill_the_gaps_lowest_slot_first() -> None:
    state = position("2pink", "green", row="blue - black - -", rest="1")
    assert play(state, "claim R23 2pink") == ["claim", "reshuffle", "turn-up"]
    assert row(state) == "blue pink black pink -"
    assert not state.deck
    assert not any(state.discards)


@rule("L9")
def test_discards_renew_an_empty_deck_even_without_a_gap() -> None:
    state = position("3pink", "green", rest="1")
    assert play(state, "claim R23 2pink") == ["claim", "reshuffle"]
    assert len(state.deck) == 2


# ---- L10: nothing to take, nothing to do


@rule("L10")
def test_the_turn_ends_when_there_is_no_second_card() -> None:
    state = position("black", "green", row="bus pink - - bus", rest="1")
    assert legal(state, "draw") == ["draw pink", "draw bus"]
    assert play(state, "draw pink") == ["take", "no-second"]
    assert state.turn == (1,)


@rule("L10")
def test_a_turn_goes_on_as_long_as_there_is_a_second_card() -> None:
    state = position("black", "green", row="bus pink blue - bus", rest="1")
    play(state, "draw pink")
    assert state.turn == (0,)
    assert legal(state) == ["draw blue"]


@rule("L10")
def test_the_only_card_there_is_may_be_taken() -> None:
    state = position("black", "green", row="- pink - - -", rest="1")
    assert legal(state, "draw") == ["draw pink"]
    assert play(state, "draw pink") == ["take", "no-second"]


@rule("L10")
def test_who_can_do_nothing_must_pass_and_that_is_a_turn() -> None:
    state = position("", "green", row="- - - - -", rest="1", ticket_deck="")
    assert legal(state) == ["pass"]
    assert play(state, "pass") == ["pass"]
    assert state.turn == (1,)


@rule("L10")
def test_nobody_passes_who_can_do_something() -> None:
    for state in (
        position("", "green", row="- - - - -", rest="1", ticket_deck="T01"),
        position("", "green", row="bus - - - -", rest="1", ticket_deck=""),
        position("pink", "green", row="- - - - -", rest="1", ticket_deck=""),
    ):
        assert forbidden_by(state, "pass") == "L10"
        assert "pass" not in legal(state)
