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


class TwoInFront:
    """Follows moves in no game: of the two that look best now one is ahead, now the other; most often the second."""

    def __init__(self) -> None:
        self.tried: list[tuple[int, int]] = []  # moves, and in how many worlds

    def hopes(self, _view: Any, moves: list[int], orders: Any, _decisions: int) -> Any:
        self.tried.append((len(moves), len(orders)))
        luck = np.where(np.arange(len(orders)) % 2, 4, -4)
        hopes = np.zeros((len(moves), len(orders)), np.float32)
        hopes[0], hopes[1] = 50 + luck, 50.5 - luck
        return hopes


def raced(folder: Path, state: NextStationState, iterations: int) -> tuple[int, list[tuple[int, int]]]:
    """Which of the moves wins, the best-looking one being 0; and what was tried."""
    with pytest.MonkeyPatch.context() as patch:
        two = TwoInFront()
        patch.setattr(alone, "Follower", lambda _network: two)
        view = state.view(0)
        master = Master(network_for(state.game, folder), state.game)
        ranked = master.candidates(view, master.opinion([view]).logits[0])
        chosen = kind(folder).seated(Budget(iterations=iterations))(view, Random(1))
        return [each.move.text for each in ranked].index(chosen), two.tried


@pytest.mark.parametrize("iterations", [20, 50])
def test_a_race_has_as_many_worlds_as_iterations_for_those_in_front(
    folder: Path, monkeypatch: pytest.MonkeyPatch, iterations: int
) -> None:
    monkeypatch.setattr(alone, "TRUST", 0.0)
    state = next(state for state in positions()[5:] if len(state.legal(0)) > 3)
    winner, tried = raced(folder, state, iterations)
    assert winner == 1
    assert sum(worlds for _, worlds in tried) == iterations
    assert [moves for moves, _ in tried] == [len(state.legal(0))] + [2] * (len(tried) - 1)
    assert max(worlds for _, worlds in tried) == alone.WORLDS_AT_ONCE


def test_a_race_also_goes_by_how_good_a_move_looked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(state for state in positions()[5:] if len(state.legal(0)) > 3)
    monkeypatch.setattr(alone, "TRUST", 1000.0)
    assert raced(folder, state, 20)[0] == 0
