"""The master of Terminus: it tries turns as `hard` does, and goes by what a judge thinks of them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from omnibus.bots.bot import Answer, Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.network import Floats
from omnibus.bots.terminus import master
from omnibus.bots.terminus.judge import Judge
from omnibus.bots.terminus.master import AT_ONCE, Guesses, best_turn, end_of, first_judged, judged, sit_down
from omnibus.bots.terminus.numbers import Position
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
    """Is all for positions where a seat has put down a card, and believes only in guesses where another holds one."""

    def __init__(self, seat: int, secret: str = "", held: str = "", holder: int = 0):
        self.seat = seat
        self.secret = CARD_NAMED.get(secret)
        self.held = CARD_NAMED.get(held, 0)
        self.holder = holder
        self.asked = 0

    def chances(self, positions: Sequence[Position]) -> Floats:
        self.asked += len(positions)
        seats = len(positions[0].lacks)
        found = np.full((len(positions), seats), 0.1, np.float32)
        found[:, self.seat] = [0.9 if self.secret == each.tops[self.seat] else 0.1 for each in positions]
        return found

    def likely(self, guesses: Sequence[Position], _seat: int) -> list[float]:
        return [float(guess.hands[self.holder][self.held] > 0) for guess in guesses]


def test_what_the_judge_is_all_for_is_played() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3", "B1 B2 B4", secrets=["T5", "M4", "B3"])
    for secret in ("M1", "T4", "B5"):
        turn, weighed = best_turn(state.view(0), 0, Random(1), FEW, Fan(0, secret))
        assert turn == [f"secret {secret}"]
        assert weighed["candidates"][0]["move"] == f"secret {secret}"


def test_only_turns_that_do_not_look_hopeless_are_tried() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3", "B1 B2 B4", secrets=["T5", "M4", "B3"])
    trials = first_judged([state], 0, Random(1), Fan(0, "T4"))
    assert [[move.text for move in trial.moves] for trial in trials] == [["secret T4"]]
    assert trials[0].opinion == pytest.approx(0.9)
    assert len(first_judged([state], 0, Random(1), Fan(0))) == len(ways_to_play(state, 0))


def test_guesses_are_those_that_are_likely() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3 M3", "B1 B2 B4 3*", secrets=["T5", "M4", "B3"])
    for held, holder in (("**", 1), ("M3", 2)):
        guesses = Guesses(state.view(0), 0, Random(1), Fan(0, held=held, holder=holder))
        held_there = [guesses.next().hands[holder][CARD_NAMED[held]] > 0 for _ in range(2 * AT_ONCE)]
        assert all(held_there)


def test_before_the_secrets_lie_all_guesses_are_alike() -> None:
    state = Terminus(3).start("first")
    guesses = Guesses(state.view(0), 0, Random(1), Fan(0, held="**", holder=1))
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
                    end = end_of(state, seat, turn, 2, rng)
                    assert judged([end], seat, Fan(0)) == [(seat in result.winners) / len(result.winners)]
                    seen += 1
            for move in rng.choice(turns):
                state.play(seat, move)
    assert seen > 3


def test_a_round_that_ends_is_judged_before_the_next_is_dealt() -> None:
    out = position("M1", "T1 T2 T3", "B1 B2 B4", secrets=["T5", "M4", "B3"], scores=[3, 2, 1], target=100)
    (turn,) = [way.moves for way in ways_to_play(out, 0) if way.moves[0].text == "play M1"]
    end = end_of(out, 0, turn, 2, Random(1))
    assert isinstance(end, Position)
    assert not any(map(any, end.hands))
    assert end.lacks == [97, 88, 89]
    assert end.next == 1, "who is after the one that started"


def test_everyone_has_two_turns_before_positions_are_judged() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3 M3", "B1 B2 B4 3*", secrets=["T5", "M4", "B3"])
    (turn,) = [way.moves for way in ways_to_play(state, 0) if way.moves[0].text == "secret M1"]
    now, later = (end_of(state, 0, turn, turns, Random(1)) for turns in (0, master.TURNS_AHEAD))
    assert isinstance(now, Position)
    assert isinstance(later, Position)
    assert (now.next, now.tops[0], sum(now.hands[1])) == (1, CARD_NAMED["M1"], 5)
    assert later.next == 1
    assert later.hands != now.hands


def test_more_iterations_are_more_looks() -> None:
    state = position("M1 M2 T4 B5", "T1 T2 T3 M3", "B1 B2 B4 3*", secrets=["T5", "M4", "B3"])
    asked = []
    for iterations in (1, 100, 300):
        judge = Fan(0)
        best_turn(state.view(0), 0, Random(1), Budget(iterations=iterations), judge)
        asked.append(judge.asked)
    at_first = asked[0]
    ways = len(ways_to_play(state, 0))
    assert at_first == AT_ONCE * ways
    assert 100 - ways < asked[1] - at_first <= 100
    assert 300 - ways < asked[2] - at_first <= 300


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
