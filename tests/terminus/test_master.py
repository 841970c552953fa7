"""The master of Terminus: it plays as `hard` does, with another adviser."""

from collections.abc import Sequence
from math import log
from pathlib import Path
from random import Random

import pytest

from omnibus.bots.bot import Answer, Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.master import Master
from omnibus.bots.network import chances, network_for
from omnibus.bots.terminus.hard import Nobody, play_turns
from omnibus.bots.terminus.master import PROMISE, TRUST, NetworkAdviser, sit_down
from omnibus.bots.terminus.turns import played, ways_to_play
from omnibus.rules.game import Move
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from tests.networks import write_network

FEW = Budget(iterations=40)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learnt nothing."""
    return write_network(tmp_path_factory.mktemp("networks") / "terminus", Terminus(6))


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


class Fan(Nobody):
    """Is all for one turn."""

    def __init__(self, favourite: Sequence[Move], at_a_glance: bool):
        self.favourite = favourite
        self.at_a_glance = at_a_glance

    def _likes(self, turns: Sequence[list[Move]]) -> list[float]:
        return [10.0 * (turn == self.favourite) for turn in turns]

    def glance(self, _guess: TerminusState, _seat: int, turns: Sequence[list[Move]]) -> Sequence[float]:
        return self._likes(turns) if self.at_a_glance else [0.0] * len(turns)

    def look_ahead(self, _guesses: Sequence[TerminusState], _seat: int, turns: Sequence[list[Move]]) -> Sequence[float]:
        return [0.0] * len(turns) if self.at_a_glance else self._likes(turns)


def test_what_an_adviser_is_all_for_is_played_even_if_the_rules_of_thumb_are_against_it() -> None:
    for state in beginnings_of_turns(3, "fans")[::7]:
        seat = state.turn[0]
        for way in ways_to_play(state, seat)[:3]:
            answer = play_turns(state.view(seat), Random(1), FEW, None, Fan(way.moves, at_a_glance=True))
            assert isinstance(answer, Answer)
            assert answer.move == way.moves[0].text
            assert (answer.memory or {"plan": []})["plan"] == [move.text for move in way.moves[1:]]


def test_of_turns_that_are_tried_a_further_look_decides() -> None:
    different = 0
    for state in beginnings_of_turns(3, "looks")[::7]:
        seat = state.turn[0]
        followed = 0
        for way in ways_to_play(state, seat):
            answer = play_turns(state.view(seat), Random(1), FEW, None, Fan(way.moves, at_a_glance=False))
            assert isinstance(answer, Answer)
            chosen = [answer.move, *(answer.memory or {"plan": []})["plan"]]
            followed += chosen == [move.text for move in way.moves]
        assert followed
        different += followed > 1
    assert different > 3


def test_a_turn_looks_as_likely_as_its_moves_together(folder: Path) -> None:
    state = beginnings_of_turns(4, "likely")[5]
    seat = state.turn[0]
    master = Master(network_for(state.game, folder), state.game)
    turns = [way.moves for way in ways_to_play(state, seat)]
    looks = NetworkAdviser(master, Random(1)).glance(state, seat, turns)
    assert len({round(look, 6) for look in looks}) > 1
    for turn, look in zip(turns, looks, strict=True):
        ahead, together = state.copy(), 0.0
        for move in turn:
            legal = ahead.legal(seat)
            likely = chances(master.opinion([ahead.view(seat)]).logits[0], [each.index for each in legal])
            together += log(likely[legal.index(move)])
            ahead.play(seat, move)
        assert look == pytest.approx(TRUST * together, abs=1e-6)


def test_a_turn_that_ends_the_game_promises_what_comes_of_it(folder: Path) -> None:
    """Whatever the network thinks; only in the last round of a short game are there such turns."""
    game = Terminus(2, target=10)
    adviser = NetworkAdviser(Master(network_for(game, folder), game), Random(1))
    seen = 0
    for number in range(6):
        state, rng = game.start(f"last {number}"), Random(number)
        while state.turn:
            seat = state.turn[0]
            turns = [way.moves for way in ways_to_play(state, seat)]
            for turn, promise in zip(turns, adviser.look_ahead([state], seat, turns), strict=True):
                result = played(state, seat, turn).result
                if result is not None:
                    share = (seat in result.winners) / len(result.winners)
                    assert promise == pytest.approx(PROMISE * (share - 1 / 2))
                    seen += 1
            for move in rng.choice(turns):
                state.play(seat, move)
    assert seen > 3


@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_it_is_the_same_each_time(folder: Path, seats: int) -> None:
    play = sit_down(folder)
    for state in beginnings_of_turns(seats, "same")[::15]:
        view = state.view(state.turn[0])
        answers = [play(view, Random(3), FEW, None) for _ in range(2)]
        assert answers[0] == answers[1]


@pytest.mark.slow
def test_it_plays_by_what_it_sees(folder: Path) -> None:
    kind = Kind(lambda: sit_down(folder), FEW)
    assert check_honesty(Terminus(3), kind, decisions=6, budget=FEW) >= 3
