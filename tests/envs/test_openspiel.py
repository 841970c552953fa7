"""OpenSpiel games: OpenSpiel's own checks, information states, its CFR on the smallest board, and bad input."""

import pickle
import unittest
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.observation import make_observation

import omnibus
from omnibus import BadSetup, IllegalMove
from omnibus.envs.arrays import encoding_of
from omnibus.envs.openspiel import register
from omnibus.rules.shelf import OURS
from tests.bus.miniature import Miniature as BusMiniature
from tests.envs.smallest import Smallest
from tests.london.miniature import Miniature as LondonMiniature
from tests.nextstation.miniature import Miniature as NextStationMiniature

GAMES = [f"python_omnibus_{game}" for game in OURS]
MINIATURES = [
    register(LondonMiniature),
    register(BusMiniature),
    register(NextStationMiniature, "nextstation_miniature"),
    register(Smallest),
]


def walk(state: Any, rng: Random) -> Iterator[Any]:
    """A random game, position by position, the last one included."""
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


# ---- OpenSpiel's own checks


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *MINIATURES])
def test_it_passes_the_random_simulations_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "python_omnibus_nextstation(players=3,objectives=True,powers=True)",
        "python_omnibus_terminus(players=6,target=10)",
    ],
)
def test_it_passes_them_with_more_seats_and_options(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def run_checks(checks: Any, name: str, only: Sequence[str] = ()) -> None:
    """Run a test case of OpenSpiel's own on a game, or some tests of it."""
    case = type("Case", (checks,), {"game": pyspiel.load_game(name), "game_name": name})
    tests = only or unittest.defaultTestLoader.getTestCaseNames(case)
    result = unittest.TestSuite(case(test) for test in tests).run(unittest.TestResult())
    assert result.testsRun == len(tests) > 3
    assert [text for _, text in result.failures + result.errors] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *MINIATURES])
def test_it_passes_the_api_test_of_openspiel(name: str) -> None:
    run_checks(api_test.EnforceAPIOnPartialTreeBase, name)


@pytest.mark.slow
def test_the_smallest_board_passes_it_on_the_full_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "python_omnibus_london_smallest"
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, (1367, 1700, 2272))  # chance, decisions, ends
    # The others want an information state as a tensor, too; there is none.
    only = [
        "test_legal_actions_empty",
        "test_number_of_nodes",
        "test_current_player_returns_terminal_player_on_terminal_nodes",
        "test_information_state_no_argument_raises_on_terminal_nodes",
        "test_constant_sum",
    ]
    run_checks(api_test.EnforceAPIOnFullTreeBase, name, only)


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_are_the_same_game_and_go_their_own_ways(name: str) -> None:
    game = pickle.loads(pickle.dumps(pyspiel.load_game(name)))  # noqa: S301
    rng = Random(name)
    for state in walk(game.new_initial_state(), rng):
        if len(state.history()) == 60:
            break
    twin, written = state.clone(), pickle.loads(pickle.dumps(state))  # noqa: S301
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    before = str(state)
    assert before == str(twin) == str(written) == str(read)
    for other in (twin, written, read):
        assert other.history() == state.history()
        assert other.legal_actions() == state.legal_actions()
        other.apply_action(other.legal_actions()[0])
    assert str(state) == before
    assert str(twin) == str(written) == str(read) != before


# ---- The games


@pytest.mark.parametrize("game", OURS)
def test_it_is_the_game_of_the_rules(game: str) -> None:
    """With the outcomes of a game as a deal given beforehand, the rules play the same."""
    rng = Random(game)
    loaded = pyspiel.load_game(f"python_omnibus_{game}")
    for state in walk(loaded.new_initial_state(), rng):
        if len(state.history()) == 50:
            break
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    plies = state.table.plies()
    ruled = omnibus.GAMES[game]().start("rest", deal=[ply.what for ply in plies if ply.seat is None])
    for ply in plies:
        if ply.seat is not None:
            assert ply.seat == min(ruled.turn)
            ruled.play(ply.seat, ply.what.text)
    assert state.current_player() == min(ruled.turn, default=pyspiel.PlayerId.TERMINAL)
    for seat in range(loaded.num_players()):
        assert state.observation_tensor(seat) == encoding_of(ruled.game).encode(ruled.view(seat))
    assert state.legal_actions() == [move.index for move in ruled.legal(min(ruled.turn))]


@pytest.mark.parametrize("name", [*GAMES, *MINIATURES])
def test_returns_add_up_to_nothing_or_are_the_points(name: str) -> None:
    game = pyspiel.load_game(name)
    *_, state = walk(game.new_initial_state(), Random(name))
    result = state.table.state.result
    if game.num_players() == 1:
        assert state.returns() == [result.scores[0]]
        assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    else:
        assert sum(state.returns()) == pytest.approx(0)
        assert [value > 0 for value in state.returns()] == [
            seat in result.winners for seat in range(game.num_players())
        ]
        assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())


def test_observers_name_the_parts() -> None:
    game = pyspiel.load_game("python_omnibus_london")
    observation = make_observation(game)
    for state in walk(game.new_initial_state(), Random(1)):
        if not state.is_chance_node():
            break
    observation.set_from(state, 1)
    encoding = game.encoding
    named = encoding.named(encoding.encode(state.table.state.view(1)))
    assert {name: piece.tolist() for name, piece in observation.dict.items()} == named


def test_its_environment_for_learners_plays_it() -> None:
    env = rl_environment.Environment("python_omnibus_terminus", players=2, target=10)
    env.seed(1)
    step, rng = env.reset(), Random(1)
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(0)


# ---- Information states


def test_what_another_seat_keeps_for_itself_stays_hidden() -> None:
    state = pyspiel.load_game("python_omnibus_london").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    kept = [state.child(action) for action in state.legal_actions()]
    assert len(kept) == 3
    assert len({after.information_state_string(0) for after in kept}) == 3
    assert len({after.information_state_string(1) for after in kept}) == 1
    assert len({tuple(after.observation_tensor(1)) for after in kept}) == 1


def every_decision(state: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every position of the tree where somebody decides, and what that seat knew and did before."""
    if state.is_terminal():
        return
    seat = state.current_player()
    known = None
    if not state.is_chance_node():
        known = state.information_state_string()
        yield state, tuple(step for step in path if step[0] == seat)
    for action in state.legal_actions():
        yield from every_decision(state.child(action), (*path, (seat, known, action)))


@pytest.mark.slow
def test_a_seat_recalls_all_it_knew_and_did_and_knows_what_its_view_shows() -> None:
    seen: dict[tuple[int, str], Any] = {}
    positions = 0
    for state, recalled in every_decision(pyspiel.load_game("python_omnibus_london_smallest").new_initial_state(), ()):
        seat = state.current_player()
        facts = (recalled, state.observation_string(), state.legal_actions(), tuple(state.observation_tensor()))
        assert seen.setdefault((seat, state.information_state_string()), facts) == facts
        positions += 1
    assert (positions, len(seen)) == (1700, 1152)  # so something is hidden


@pytest.mark.slow
def test_cfr_brings_exploitability_down_by_a_factor_of_ten() -> None:
    game = pyspiel.load_game("python_omnibus_london_smallest")
    solver = pyspiel.CFRPlusSolver(game)
    at_first = pyspiel.exploitability(game, solver.average_policy())
    for _ in range(12):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) <= at_first / 10


@pytest.mark.soak
def test_cfr_in_python_does_so_too() -> None:
    game = pyspiel.load_game("python_omnibus_london_smallest")
    solver = cfr.CFRPlusSolver(game)
    at_first = exploitability.exploitability(game, solver.average_policy())
    for _ in range(12):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) <= at_first / 10


# ---- Bad input


def test_an_illegal_action_is_refused_by_a_rule() -> None:
    state = pyspiel.load_game("python_omnibus_london").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    illegal = next(action for action in range(100) if action not in state.legal_actions())
    with pytest.raises(IllegalMove, match=r"^L"):
        state.clone().apply_action(illegal)
    with pytest.raises(IndexError):
        state.clone().apply_action(10_000)
    with pytest.raises(RuntimeError):
        state.apply_action_with_legality_check(illegal)


def test_an_outcome_that_cannot_come_is_refused() -> None:
    state = pyspiel.load_game("python_omnibus_london").new_initial_state()
    with pytest.raises(IndexError):
        state.apply_action(2)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("python_omnibus_monopoly", RuntimeError, "Unknown game"),
        ("python_omnibus_london(target=3)", RuntimeError, "target"),
        ("python_omnibus_london(players=5)", BadSetup, "5"),
        ("python_omnibus_terminus(target=3)", BadSetup, "target"),
    ],
)
def test_a_game_that_cannot_be_set_up_so_is_refused(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        pyspiel.load_game(text)


def test_nobody_tells_only_a_part_of_what_a_seat_knows() -> None:
    game = pyspiel.load_game("python_omnibus_london")
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(game, public) is None
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, params={"size": 3})


def test_before_anything_is_decided_nobody_knows_anything() -> None:
    state = pyspiel.load_game("python_omnibus_bus").new_initial_state()
    assert not any(state.observation_tensor(0))
    assert state.information_state_string(0) == ""
