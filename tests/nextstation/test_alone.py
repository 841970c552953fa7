"""The master of Next Station where nobody else plays, with a network that has learnt nothing."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from omnibus.bots.bot import Answer, Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.master import Master
from omnibus.bots.network import network_for
from omnibus.bots.nextstation import alone
from omnibus.bots.nextstation.courses import Follower
from omnibus.bots.nextstation.master import sit_down
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.state import NextStationState
from tests.networks import write_network

BOTH = {"objectives": True, "powers": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_network(tmp_path_factory.mktemp("networks") / "nextstation", NextStation(1, powers=True))


def kind(folder: Path) -> Kind:
    return Kind(lambda: sit_down(folder), Budget(iterations=20))


def positions(**options: bool) -> list[NextStationState]:
    """Positions with a choice, all through one random game."""
    rng = Random(f"alone {options}")
    state = NextStation(1, **options).start("alone")
    found = []
    while state.turn:
        if len(state.legal(0)) > 1:
            found.append(state.copy())
        state.play(0, rng.choice(state.legal(0)))
    return found


@pytest.mark.parametrize("options", [{}, BOTH])
def test_it_moves_legally_and_the_same_each_time(folder: Path, options: dict[str, bool]) -> None:
    asked = set()
    for state in positions(**options):
        view = state.view(0)
        asked.add(view["asks"])
        answers = [sit_down(folder)(view, Random(7), Budget(iterations=20), None) for _ in range(2)]
        assert answers[0] == answers[1]
        assert text_of(answers[0]) in [move["text"] for move in view["legal"]]
    assert len(asked) == (4 if options else 2)


def text_of(answer: str | Answer) -> str:
    return answer.move if isinstance(answer, Answer) else answer


@pytest.mark.slow
def test_it_plays_by_what_it_sees(folder: Path) -> None:
    game = NextStation(1, **BOTH)
    assert check_honesty(game, kind(folder), decisions=6, budget=Budget(iterations=3)) >= 4


def test_on_the_last_turn_it_takes_what_is_worth_most(folder: Path) -> None:
    ends = [state for state in positions() if state.round == 3 and state.last_turn]
    assert ends
    for state in ends:
        view = state.view(0)
        master = Master(network_for(state.game, folder), state.game)
        finals = {}
        for move, chance in master.candidates(view, master.opinion([view]).logits[0]):
            after = state.copy()
            after.play(0, move)
            assert after.result is not None
            finals[move.text] = after.result.scores[0] + alone.TRUST * np.log(chance)
        assert finals[kind(folder).seated()(view, Random(1))] == max(finals.values())


def test_a_double_station_is_one_of_the_fullest_district(folder: Path) -> None:
    doubling = [state for state in positions(**BOTH) if state.doubling]
    assert doubling
    for state in doubling:
        finals = {}
        for move in state.legal(0):
            after = state.copy()
            after.play(0, move)
            finals[move.text] = sum(line.points for line in after.sheets[0])
        assert finals[kind(folder).seated()(state.view(0), Random(1))] == max(finals.values())


def test_with_one_iteration_it_makes_the_move_that_looks_best(folder: Path) -> None:
    for state in positions()[4::5]:
        view = state.view(0)
        master = Master(network_for(state.game, folder), state.game)
        ranked = master.candidates(view, master.opinion([view]).logits[0])
        assert kind(folder).seated(Budget(iterations=1))(view, Random(1)) == ranked[0].move.text


def test_who_is_clearly_behind_is_out_and_who_is_close_goes_on() -> None:
    luck = np.random.default_rng(1).normal(0, 6, 16)
    best = 100 + luck
    close = best - np.where(np.arange(16) % 2, 5, -4)  # half a point less, now more, now less
    behind = best - np.where(np.arange(16) % 2, 5, 1)
    same = best.copy()
    assert alone.in_the_running(np.array([behind, best, close, same], np.float32)).tolist() == [1, 2, 3]


@pytest.mark.parametrize("iterations", [20, 50])
def test_the_worlds_of_a_race_are_as_many_as_iterations(
    folder: Path, monkeypatch: pytest.MonkeyPatch, iterations: int
) -> None:
    """And each move is tried until it is clearly behind: two that are the same to the end."""
    tried: list[tuple[int, int]] = []

    def hopes(_self: Follower, _view: Any, moves: list[int], orders: Any, _decisions: int) -> Any:
        tried.append((len(moves), len(orders)))
        best = np.full((len(moves), len(orders)), 50, np.float32)
        best[2:] = 0
        return best

    monkeypatch.setattr(Follower, "hopes", hopes)
    monkeypatch.setattr(alone, "TRUST", 0.0)
    state = next(state for state in positions()[5:] if len(state.legal(0)) > 3)
    kind(folder).seated(Budget(iterations=iterations))(state.view(0), Random(1))
    assert sum(worlds for _, worlds in tried) == iterations
    assert [moves for moves, _ in tried] == [len(state.legal(0))] + [2] * (len(tried) - 1)
    assert max(worlds for _, worlds in tried) == alone.WORLDS_AT_ONCE
