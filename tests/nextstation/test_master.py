"""The master of Next Station, with a network that has learnt nothing: how it looks ahead does not depend on that."""

from fractions import Fraction
from math import log
from pathlib import Path
from random import Random

import jax
import pytest

from omnibus.bots.bot import Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.master import Master
from omnibus.bots.network import network_for
from omnibus.bots.nextstation.master import CANDIDATES, TRUST, TwoTurns, sit_down
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.state import NextStationState
from omnibus.training.export import export
from omnibus.training.network import Network, scale_of
from omnibus.training.recipe import Group, Recipe, Setup
from tests.nextstation.positions import started

pytestmark = pytest.mark.slow

BOTH = {"objectives": True, "powers": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network")
    game = NextStation(1, powers=True)
    network = Network(scale_of(game.encoding), len(game.moves), width=32, blocks=1)
    recipe = Recipe("nextstation", (Group(1, (Setup(1),)),), width=32, blocks=1)
    weights = {name: 10 * each if name == "policy" else each for name, each in network.begin(jax.random.key(3)).items()}
    export(path, game, network, recipe, weights, {})
    return path


def master_in(folder: Path) -> Kind:
    return Kind(lambda: sit_down(folder), Budget(iterations=CANDIDATES))


def positions(seats: int, count: int, **options: bool) -> list[NextStationState]:
    """Positions of one random game, all through it, where seat 0 has a choice."""
    rng = Random(f"{seats} {options}")
    state = started(seats, "master", **options)
    found = []
    while state.turn:
        seat = rng.choice(state.turn)
        if seat == 0 and len(state.legal(0)) > 1:
            found.append(state.copy())
        state.play(seat, rng.choice(state.legal(seat)))
    return found[:: max(1, len(found) // count)]


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (1, BOTH), (3, BOTH)])
def test_it_moves_legally_and_the_same_each_time(folder: Path, seats: int, options: dict[str, bool]) -> None:
    for state in positions(seats, 6, **options):
        view = state.view(0)
        texts = [move["text"] for move in view["legal"]]
        budget = Budget(iterations=2)
        chosen = [master_in(folder).seated(budget)(view, Random(7)) for _ in range(2)]
        assert chosen[0] in texts
        assert chosen[0] == chosen[1]
        master = Master(network_for(state.game, folder), state.game)
        best = master.candidates(view, master.opinion([view]).logits[0])
        assert chosen[0] in [each.move.text for each in best[:2]]
        assert master_in(folder).seated(Budget(iterations=1))(view, Random(7)) == best[0].move.text


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, BOTH)])
def test_it_plays_by_what_it_sees(folder: Path, seats: int, options: dict[str, bool]) -> None:
    game = NextStation(seats, **options)
    assert check_honesty(game, master_in(folder), decisions=6, budget=Budget(iterations=2)) >= 4


def test_it_reckons_with_every_card_as_often_as_it_comes(folder: Path) -> None:
    for state in positions(1, 12, **BOTH):
        master = Master(network_for(state.game, folder), state.game)
        move = state.legal(0)[0]
        turns = list(TwoTurns(master, state.game, 0)._turns(state, move))
        assert sum(turn.chance for turn in turns) == pytest.approx(1)
        if state.pencils and not state.last_turn and len(turns) > 1:
            left = len(state.pile)
            switch = len(state.board.deck) - 1 in state.pile
            assert len(turns) == (2 * (left - 1) if switch else left)
            plain = Fraction(1, left)
            assert {round(turn.chance, 9) for turn in turns if len(turn.came) == 1} == {round(float(plain), 9)}
            assert all(turn.state.revealed[: len(state.revealed)] == state.revealed for turn in turns)


def test_on_the_last_turn_it_takes_what_is_worth_most(folder: Path) -> None:
    ends = [state for state in positions(1, 1000) if state.round == 3 and state.last_turn]
    assert ends
    for state in ends:
        view = state.view(0)
        master = Master(network_for(state.game, folder), state.game)
        finals = {}
        for move, chance in master.candidates(view, master.opinion([view]).logits[0])[:CANDIDATES]:
            after = state.copy()
            after.play(0, move)
            assert after.result is not None
            finals[move.text] = after.result.scores[0] + TRUST * log(chance)
        chosen = master_in(folder).seated(Budget(iterations=CANDIDATES))(view, Random(1))
        assert finals[chosen] == max(finals.values())
