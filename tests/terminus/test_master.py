"""The master of Terminus: it tries turns as `hard` does, and goes by what a judge thinks of them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from omnibus.bots.bot import Answer, Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.network import Floats
from omnibus.bots.terminus.hard import TURNS_AHEAD
from omnibus.bots.terminus.judge import Judge
from omnibus.bots.terminus.master import AT_ONCE, Guesses, as_it_is, best_turn, end_of, judged, sit_down
from omnibus.bots.terminus.numbers import Position, position_of
from omnibus.bots.terminus.turns import played, ways_to_play
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import CARD_NAMED
from omnibus.rules.terminus.state import TerminusState
from tests.terminus.positions import position
from tests.terminus.test_judge import write_judge

FEW = Budget(iterations=40)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge that has learnt nothing."""
    return write_judge(tmp_path_factory.mktemp("judges") / "judge")


def beginnings_of_turns(seats: int, seed: str) -> list[TerminusState]:
    """Positions of a random game where a turn can be played in several ways."""
    state, rng = Terminus(seats).start(seed), Random(seed)
    found = []
    while state.turn:
        seat = state.turn[0]
        if len(ways_to_play(state, seat)) > 2:
            found.append(state.copy())
        state.play(seat, rng.choice(state.legal(seat)))
    return found


class Fan(Judge):
    """Thinks that a seat wins with as many secrets as it can, or as few; believes in guesses with a card in a hand."""

    def __init__(self, secrets: float = 0.0, held: str = "M1", holder: int = 0):
        self.secrets = secrets
        self.held = CARD_NAMED[held]
        self.holder = holder
        self.asked = 0

    def chances(self, positions: Sequence[Position]) -> Floats:
        self.asked += len(positions)
        return 0.5 + self.secrets * np.array([each.stacked for each in positions], np.float32)

    def likely(self, guesses: Sequence[Position], _seat: int) -> list[float]:
        return [float(guess.hands[self.holder][self.held] > 0) for guess in guesses]


def test_what_the_judge_is_all_for_is_played() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3", "B1 B2 B4", secrets=["T5", "M4", "B3"])
    few, many = (best_turn(state.view(0), 0, Random(1), FEW, Fan(secrets=each)) for each in (-0.1, 0.1))
    assert few[0][0] == "play M1"
    assert many[0][0].startswith("secret")
    for turn, weighed in (few, many):
        assert weighed["unit"] == "chance"
        assert weighed["candidates"][0]["move"] == turn[0]


def test_likely_guesses_are_kept() -> None:
    """Those in which the believed card lies in that hand, as far as they were drawn, and none of them twice."""
    state = position("M1 M2 T4 B5", "T1 T2 T3 M3", "B1 B2 B4 3*", secrets=["T5", "M4", "B3"])
    for held, holder in (("**", 1), ("M3", 2)):

        def kept(judge: Fan, held: str = held, holder: int = holder) -> int:
            guesses = Guesses(state.view(0), 0, Random(1), judge)
            some = [guesses.next() for _ in range(10 * AT_ONCE)]
            assert len({id(each) for each in some}) == len(some)
            return sum(each.hands[holder][CARD_NAMED[held]] > 0 for each in some)

        assert kept(Fan(held=held, holder=holder)) > 2 * kept(Fan()) > 0


def test_before_the_secrets_lie_all_guesses_are_alike() -> None:
    state = Terminus(3).start("first")
    guesses = Guesses(state.view(0), 0, Random(1), Fan(held="**", holder=1))
    assert {guesses.next().hands[1][CARD_NAMED["**"]] for _ in range(4 * AT_ONCE)} == {0, 1}


def test_the_end_of_a_game_is_not_judged() -> None:
    """A turn that wins the game has won it; in the last round of a short game there are such turns."""
    seen = 0
    for number in range(6):
        state, rng = Terminus(2, target=10).start(f"last {number}"), Random(number)
        while state.turn:
            seat = state.turn[0]
            turns = [way.moves for way in ways_to_play(state, seat)]
            for turn in turns:
                result = played(state, seat, turn).result
                if result is not None:
                    end = end_of(state, seat, turn, rng)
                    assert judged([end], seat, Fan()) == [(seat in result.winners) / len(result.winners)]
                    seen += 1
            for move in rng.choice(turns):
                state.play(seat, move)
    assert seen > 3


def test_a_round_that_ends_is_judged_before_the_next_is_dealt() -> None:
    out = position("M1", "T1 T2 T3", "B1 B2 B4", secrets=["T5", "M4", "B3"], scores=[3, 2, 1], target=100)
    (turn,) = [way.moves for way in ways_to_play(out, 0) if way.moves[0].text == "play M1"]
    end = end_of(out, 0, turn, Random(1))
    assert isinstance(end, Position)
    assert not any(map(any, end.hands))
    assert end.lacks == [97, 88, 89]
    assert end.next == 1, "who is after the one that started"


def test_everyone_has_two_turns_before_positions_are_judged() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3 M3", "B1 B2 B4 3*", secrets=["T5", "M4", "B3"])
    turn = [state.game.move("secret M1")]
    now = position_of(as_it_is(played(state, 0, turn)), 1)
    end = end_of(state, 0, turn, Random(1))
    assert isinstance(end, Position)
    assert (now.next, end.next) == (1, 1)
    laid = sum(map(sum, now.hands)) + TURNS_AHEAD * 3 - sum(map(sum, end.hands))
    assert laid >= TURNS_AHEAD * 3, "everyone has drawn and laid twice"
    assert end.hands != now.hands


def test_more_iterations_are_more_looks() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3 M3", "B1 B2 B4 3*", secrets=["T5", "M4", "B3"])
    asked = []
    for iterations in (1, 24, 100):
        judge = Fan()
        best_turn(state.view(0), 0, Random(1), Budget(iterations=iterations), judge)
        asked.append(judge.asked)
    assert asked[0] == 0, "one turn in one guess tells nothing about the others"
    assert 0 < asked[1] <= 24 < asked[2] <= 100


@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_it_is_the_same_each_time(folder: Path, seats: int) -> None:
    play = sit_down(folder)
    for state in beginnings_of_turns(seats, "same")[::15]:
        view = state.view(state.turn[0])
        answers = [play(view, Random(3), FEW, None) for _ in range(2)]
        assert answers[0] == answers[1]
        assert isinstance(answers[0], Answer)
        assert answers[0].move in [move["text"] for move in view["legal"]]


@pytest.mark.slow
def test_it_plays_by_what_it_sees(folder: Path) -> None:
    kind = Kind(lambda: sit_down(folder), FEW)
    assert check_honesty(Terminus(3), kind, decisions=6, budget=FEW) >= 3
