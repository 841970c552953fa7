"""N1 to N5, N21, N23: players, pencils, cards, turns and rounds."""

from collections import Counter

import pytest

from omnibus import BadSetup, IllegalMove
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.moves import POWERS
from omnibus.rules.nextstation.scoring import OBJECTIVES
from omnibus.rules.nextstation.state import NextStationState, in_order_of_rounds
from tests.nextstation.positions import legal, pass_round, play, position, refused, started
from tests.rule import rule

GREEN, PINK, PURPLE, BLUE = range(4)


@rule("N1")
def test_one_to_four_players() -> None:
    assert [NextStation(seats).seats for seats in (1, 2, 3, 4)] == [1, 2, 3, 4]
    for seats in (0, 5):
        with pytest.raises(BadSetup):
            NextStation(seats)


@rule("N1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_in_four_rounds_everyone_draws_a_line_of_each_colour(seats: int) -> None:
    state = started(seats)
    rounds = 0
    while state.turn:
        pass_round(state)
        rounds += 1
    assert rounds == 4
    for lines in state.sheets:
        assert sorted(line.colour for line in lines) == [GREEN, PINK, PURPLE, BLUE]


@rule("N1")
def test_nobody_hinders_anybody() -> None:
    state = started(2)
    before = legal(state, 1)
    state.play(0, next(text for text in legal(state) if text != "pass"))
    assert legal(state, 1) == before


@rule("N2")
def test_pencils_are_taken_in_seat_order_each_once() -> None:
    state = NextStation(3).start("7")
    assert isinstance(state, NextStationState)
    assert state.turn == (0,)
    assert legal(state) == ["pencil green", "pencil pink", "pencil purple", "pencil blue"]
    state.play(0, "pencil purple")
    assert state.turn == (1,)
    assert legal(state, 1) == ["pencil green", "pencil pink", "pencil blue"]
    assert refused(state, "pencil purple", 1) == "N2"
    assert refused(state, "pass", 1) == "N2"
    state.play(1, "pencil blue")
    state.play(2, "pencil green")
    assert list(state.turn) == [0, 1, 2]
    assert refused(state, "pencil pink") == "N2"


@rule("N2")
def test_the_last_of_four_players_has_one_pencil_to_choose() -> None:
    state = NextStation(4).start("7")
    for seat, colour in enumerate(("blue", "purple", "green")):
        state.play(seat, f"pencil {colour}")
    assert [move.text for move in state.legal(3)] == ["pencil pink"]


@rule("N2")
@pytest.mark.parametrize(
    ("taken", "rounds"),
    [
        # Four places, all taken: each gets the pencil of the seat before.
        (
            [PURPLE, BLUE, GREEN, PINK],
            [
                [PURPLE, PINK, GREEN, BLUE],
                [BLUE, PURPLE, PINK, GREEN],
                [GREEN, BLUE, PURPLE, PINK],
                [PINK, GREEN, BLUE, PURPLE],
            ],
        ),
        # Three: the spare, pink, lies at place 3, before seat 0.
        (
            [PURPLE, BLUE, GREEN],
            [[PURPLE, PINK, GREEN, BLUE], [BLUE, PURPLE, PINK, GREEN], [GREEN, BLUE, PURPLE, PINK]],
        ),
        # Two, at places 0 and 2: green lies at place 1, purple at place 3.
        ([BLUE, PINK], [[BLUE, PURPLE, PINK, GREEN], [PINK, GREEN, BLUE, PURPLE]]),
        # Alone: as they were named.
        ([BLUE, PINK, GREEN, PURPLE], [[BLUE, PINK, GREEN, PURPLE]]),
    ],
)
def test_after_each_round_every_pencil_moves_on_by_one_place(taken: list[int], rounds: list[list[int]]) -> None:
    assert in_order_of_rounds(taken, len(rounds), 4) == rounds


@rule("N2")
def test_the_pencils_of_each_round_are_those_of_the_ring() -> None:
    state = NextStation(2).start("7")
    assert isinstance(state, NextStationState)
    play(state, "pencil blue", "pencil pink")
    seen = []
    while state.turn:
        seen.append([sheet["line"]["colour"] for sheet in state.view(None)["table"] if sheet["line"]])
        pass_round(state)
    assert seen == [["blue", "pink"], ["purple", "green"], ["pink", "blue"], ["green", "purple"]]


@rule("N2")
def test_alone_the_four_pencils_are_named_in_the_order_of_the_rounds() -> None:
    state = NextStation(1).start("7")
    assert isinstance(state, NextStationState)
    for colour in ("blue", "pink", "green"):
        play(state, f"pencil {colour}")
        assert state.round == -1
    assert legal(state) == ["pencil purple"]
    play(state, "pencil purple")
    assert state.view(0)["table"][0]["pencils"] == ["blue", "pink", "green", "purple"]


@rule("N2", "N21", "N23")
def test_objectives_and_powers_are_turned_up_after_the_last_pencil() -> None:
    state = NextStation(2, objectives=True, powers=True).start("7")
    assert isinstance(state, NextStationState)
    assert play(state, "pencil green") == ["pencil"]
    assert state.view(1)["objectives"] is None
    assert state.view(1)["powers"] is None
    kinds = [event.kind for event in state.play(1, "pencil blue")]
    assert kinds[:6] == ["pencil", "objectives", "power", "power", "power", "power"]


@rule("N3")
def test_there_are_eleven_cards() -> None:
    state = started(1)
    cards = [card.name for card in state.board.deck]
    street = ["circle", "triangle", "square", "pentagon", "joker"]
    assert sorted(cards) == sorted([*street, *(f"underground {name}" for name in street), "switch"])
    assert [card.name for card in state.board.deck if card.underground] == [f"underground {name}" for name in street]


@rule("N3")
def test_all_cards_are_shuffled_anew_each_round() -> None:
    state = started(1)
    orders = []
    while state.turn:
        everything = state.revealed + state.pile[::-1]
        assert sorted(everything) == list(range(11))
        orders.append(tuple(everything))
        pass_round(state)
    assert len(set(orders)) == 4


@rule("N3")
def test_every_card_may_come_first() -> None:
    firsts = Counter(started(1, str(seed)).revealed[0] for seed in range(550))
    assert set(firsts) == set(range(11))
    assert min(firsts.values()) > 20


@rule("N4")
def test_all_players_act_on_a_card_in_any_order() -> None:
    state = started(3)
    assert list(state.turn) == [0, 1, 2]
    card = state.revealed[:]
    state.play(1, "pass")
    assert list(state.turn) == [0, 2]
    assert state.legal(1) == []
    with pytest.raises(IllegalMove, match="N4: it is not your turn"):
        state.play(1, "pass")
    state.play(2, next(text for text in legal(state, 2) if text != "pass"))
    assert state.revealed == card
    state.play(0, "pass")
    assert list(state.turn) == [0, 1, 2]
    assert len(state.revealed) > len(card)


@rule("N4")
def test_passing_is_always_possible_and_sometimes_all_there_is() -> None:
    assert legal(position(cards="c")) == ["13>4", "13>12", "pass"]
    assert legal(position("1-13 12-13", cards="TcC")) == ["pass"]


@rule("N5")
def test_the_fifth_underground_card_makes_the_turn_the_last() -> None:
    state = position(cards="CTcSP", then="J")
    assert not state.last_turn
    assert play(state, "pass")[-1] == "last-turn"
    assert state.last_turn
    assert state.round == 0
    play(state, "pass")
    assert state.round == 1


@rule("N5")
def test_a_street_card_is_never_the_last() -> None:
    state = position(cards="CTSP", then="ctspjxJ")
    for _ in range(5):
        play(state, "pass")
        assert not state.last_turn
    play(state, "pass")
    assert state.last_turn
    assert state.turns == 10


@rule("N5")
def test_a_round_has_five_to_ten_turns() -> None:
    lengths = set()
    for seed in range(300):
        state = started(1, str(seed))
        while state.turn:
            lengths.add(pass_round(state))
    assert lengths == {5, 6, 7, 8, 9, 10}


@rule("N21")
def test_two_of_five_objectives_lie_open_all_game() -> None:
    pairs = Counter()  # type: Counter[frozenset[str]]
    for seed in range(400):
        state = started(2, str(seed), objectives=True)
        assert state.objectives is not None
        assert len(state.objectives) == 2
        pairs[frozenset(state.objectives)] += 1
    assert set().union(*pairs) == set(OBJECTIVES)
    assert len(pairs) == 10
    assert min(pairs.values()) > 15
    state = started(2, objectives=True)
    shown = state.objectives
    while state.turn:
        assert [state.view(seat)["objectives"] for seat in (0, 1, None)] == [shown] * 3
        pass_round(state)


@rule("N21")
def test_without_the_option_there_are_no_objectives() -> None:
    state = started(2)
    assert state.objectives is None
    assert "objectives" not in state.view(0)["table"][0]["points"]


@rule("N23")
def test_every_pencil_gets_one_power_for_the_whole_game() -> None:
    first = Counter()  # type: Counter[str]
    for seed in range(400):
        powers = started(1, str(seed), powers=True).view(0)["powers"]
        assert powers is not None
        assert sorted(powers.values()) == sorted(POWERS)
        first[powers["green"]] += 1
    assert min(first[power] for power in POWERS) > 60


@rule("N23")
def test_a_power_goes_with_its_pencil() -> None:
    state = started(2, powers=True)
    while state.turn:
        view = state.view(None)
        powers = view["powers"]
        assert powers is not None
        for sheet in view["table"]:
            assert sheet["line"] is not None
            assert sheet["power"] == powers[sheet["line"]["colour"]]
        pass_round(state)
        if state.doubling:
            play(state, "single")


@rule("N23")
def test_without_the_option_there_are_no_powers() -> None:
    state = position(cards="c")
    assert refused(state, "13>8 joker") == "N23"
    assert refused(state, "double 13") == "N23"
    assert len(state.game.moves) == 4 + 310 + 1
