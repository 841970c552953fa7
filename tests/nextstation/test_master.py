"""The master of Next Station, with a network that has learnt nothing: how it looks ahead does not depend on that."""

from math import log
from pathlib import Path
from random import Random

import pytest

from omnibus.bots.bot import Bot, Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.master import Continuation, Master, master_in
from omnibus.bots.network import network_for, network_in
from omnibus.bots.nextstation.master import LOOKS, VICTORY, aim, points
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.state import NextStationState
from tests.networks import write_network
from tests.nextstation.positions import started

OURS = Path(__file__).parents[2] / "src" / "omnibus" / "bots" / "nextstation" / "network"
BOTH = {"objectives": True, "powers": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_network(tmp_path_factory.mktemp("networks") / "nextstation", NextStation(1, powers=True))


def kind(folder: Path, candidates: int = 1000) -> Kind:
    def sit() -> Bot:
        return master_in(folder, LOOKS._replace(candidates=candidates, least=0.0))

    return Kind(sit, Budget(iterations=2))


def positions(seats: int, **options: bool) -> list[NextStationState]:
    """Positions of one random game, all through it, where seat 0 has a choice."""
    rng = Random(f"{seats} {options}")
    state = started(seats, "master", **options)
    found = []
    while state.turn:
        seat = rng.choice(state.turn)
        if seat == 0 and len(state.legal(0)) > 1:
            found.append(state.copy())
        state.play(seat, rng.choice(state.legal(seat)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), [(1, BOTH), (3, BOTH)])
def test_it_plays_by_what_it_sees_with_all_modules(folder: Path, seats: int, options: dict[str, bool]) -> None:
    game = NextStation(seats, **options)
    assert check_honesty(game, kind(folder, candidates=2), decisions=4, budget=Budget(iterations=2)) >= 3


@pytest.mark.parametrize("options", [{}, BOTH])
def test_the_points_it_reckons_with_are_those_that_count_in_the_end(options: dict[str, bool]) -> None:
    state = positions(1, **options)[-1]
    while state.turn:
        state.play(0, state.legal(0)[0])
    assert state.result is not None
    assert points(state.view(0)) == state.result.scores[0]


def test_while_it_looks_ahead_the_others_draw_nothing() -> None:
    for state in positions(3)[4::6]:
        continuation = Continuation(state, 0, state.legal(0)[0], LOOKS._replace(rounds=1), "luck")
        assert not continuation.state.turn or continuation.mover == 0
        for seat in set(state.turn) - {0}:
            one, other = (each.view(seat)["table"][seat]["points"] for each in (state, continuation.state))
            assert one == other


def test_alone_it_plays_for_points() -> None:
    assert aim(NextStation(1)) == (0.0, 1.0)
    assert aim(NextStation(2)) == (VICTORY, 1.0)
    recipe = network_in(OURS).manifest["recipe"]
    assert recipe["share"] * recipe["points"] / recipe["score"] == VICTORY


def test_on_the_last_turn_it_takes_what_is_worth_most(folder: Path) -> None:
    ends = [state for state in positions(1) if state.round == 3 and state.last_turn]
    assert ends
    for state in ends:
        view = state.view(0)
        master = Master(network_for(state.game, folder), state.game)
        finals = {}
        for move, chance in master.candidates(view, master.opinion([view]).logits[0]):
            after = state.copy()
            after.play(0, move)
            assert after.result is not None
            finals[move.text] = after.result.scores[0] + LOOKS.trust * log(chance)
        assert finals[kind(folder).seated()(view, Random(1))] == max(finals.values())
