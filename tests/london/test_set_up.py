"""L1 to L5: the deal, the first tickets, who starts."""

from collections import Counter

import pytest

from omnibus import BadSetup, new
from omnibus.rules.chance import shuffled
from omnibus.rules.london import London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.state import LondonState
from tests.london.positions import forbidden_by, held_tickets, legal, play, position, ticket_deck
from tests.rule import rule


def start(seats: int, seed: str = "7") -> LondonState:
    return London(seats).start(seed)


def offered(state: LondonState, seat: int) -> list[str]:
    return [LONDON.tickets[ticket].id for ticket in state.offers[seat]]


@rule("L1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_with_17_buses_each(seats: int) -> None:
    assert start(seats).buses == [17] * seats


@rule("L1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(BadSetup, match="2 to 4 seats"):
        new("london", seats=seats)


@rule("L2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_cards_each_five_face_up_and_the_rest_is_the_deck(seats: int) -> None:
    state = start(seats)
    assert [sum(hand) for hand in state.hands] == [2] * seats
    assert len(state.row) == 5
    assert len(state.deck) == 44 - 2 * seats - 5 - sum(state.discards)


@rule("L2")
def test_the_deal_goes_seat_by_seat_whoever_starts() -> None:
    cards = [card for card, copies in enumerate(LONDON.copies) for _ in range(copies)]
    for seed in map(str, range(20)):
        state, order = start(3, seed), shuffled(seed, 1, cards)
        for seat in range(3):
            dealt = order[2 * seat : 2 * seat + 2]
            assert [state.hands[seat][card] for card in range(7)] == [dealt.count(card) for card in range(7)]
        if not sum(state.discards):
            assert state.row == order[6:11]
            assert state.deck[::-1] == order[11:]
        tickets = shuffled(seed, 2, range(20))
        assert state.offers == [tickets[0:2], tickets[2:4], tickets[4:6]]
        assert state.ticket_deck == tickets[6:]
    assert len({start(3, seed).starter for seed in map(str, range(20))}) == 3


@rule("L3")
def test_a_first_row_with_three_bus_cards_is_discarded() -> None:
    flushed = [state for state in (start(2, str(seed)) for seed in range(300)) if any(state.discards)]
    assert flushed
    for state in flushed:
        assert sum(state.discards) % 5 == 0
        assert all(row.count("bus") >= 3 for row in state.flushed)
    assert all(start(2, str(seed)).row.count(LONDON.bus) < 3 for seed in range(300))


@rule("L4")
def test_each_is_dealt_two_tickets_and_keeps_one_or_both() -> None:
    state = start(3)
    assert [len(offer) for offer in state.offers] == [2, 2, 2]
    assert len(state.ticket_deck) == 14
    one, two = sorted(offered(state, 0))
    assert legal(state) == [f"keep {one}", f"keep {two}", f"keep {one} {two}"]


@rule("L4")
def test_all_choose_at_once_and_what_is_put_back_goes_under_by_seat_number() -> None:
    state = start(3)
    assert list(state.turn) == [0, 1, 2]
    offers = [offered(state, seat) for seat in range(3)]
    deck = ticket_deck(state)
    assert [event.kind for event in state.play(2, f"keep {offers[2][0]}")] == ["choose"]
    assert list(state.turn) == [0, 1]
    state.play(1, "keep " + " ".join(sorted(offers[1])))
    assert list(state.turn) == [0]
    kinds = [event.kind for event in state.play(0, f"keep {offers[0][1]}")]
    assert kinds == ["choose", "keep", "keep", "keep", "begin"]
    assert ticket_deck(state) == [*deck, offers[0][0], offers[2][1]]
    assert [held_tickets(state, seat) for seat in range(3)] == [[offers[0][1]], offers[1], [offers[2][0]]]
    assert list(state.turn) == [state.starter]


@rule("L4")
def test_until_the_last_has_chosen_nobody_learns_how_many_the_others_kept() -> None:
    one, both = start(3), start(3)
    first, second = sorted(offered(one, 0))
    seen = one.play(0, f"keep {first}") + both.play(0, f"keep {first} {second}")
    for viewer in (None, 1, 2):
        assert one.view(viewer) == both.view(viewer)
        assert seen[0].seen_by(viewer) == seen[1].seen_by(viewer) == {"event": "choose", "seat": 0}
    assert one.view(0)["table"][0]["choice"] == [first]
    for state in (one, both):
        for seat in (1, 2):
            state.play(seat, state.legal(seat)[0])
    assert [state.view(1)["table"][0]["ticket_count"] for state in (one, both)] == [1, 2]


@rule("L4")
def test_nothing_but_the_first_tickets_can_be_chosen_first() -> None:
    state = start(2)
    assert forbidden_by(state, "draw deck") == "L4"
    assert forbidden_by(state, "tickets") == "L4"
    not_mine = offered(state, 1)[0]
    assert forbidden_by(state, f"keep {not_mine}") == "L4"
    state.play(0, state.legal(0)[0])
    assert state.legal(0) == []


@rule("L5")
def test_a_random_player_starts() -> None:
    starters = Counter(start(4, str(seed)).starter for seed in range(400))
    assert set(starters) == {0, 1, 2, 3}
    assert min(starters.values()) > 60


@rule("L5")
def test_play_goes_by_ascending_seat_number() -> None:
    state = position("blue", "green", "black", active=1)
    play(state, "draw deck", "draw deck")
    assert list(state.turn) == [2]
    play(state, "draw deck", "draw deck")
    assert list(state.turn) == [0]
