"""PettingZoo environments: PettingZoo's own checks, the games they play, and bad input."""

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import wrappers

import omnibus
from omnibus import BadSetup, IllegalMove
from omnibus.envs import pettingzoo
from omnibus.envs.arrays import encoding_of
from omnibus.rules.shelf import OURS
from tests.london.miniature import Miniature


def played(env: Any, seed: int) -> Any:
    """A random game to its end."""
    rng = Random(seed)
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        env.step(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
    return env


# ---- PettingZoo's own checks


# It wants plain boxes, but for games with masks, of which it knows its own by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_it_passes_the_checks_of_pettingzoo(game: str) -> None:
    api_test(pettingzoo.env(game), num_cycles=100)
    seed_test(lambda: pettingzoo.env(game), num_cycles=20)


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_its_parallel_conversion_passes_them_too(game: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=20)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game), num_cycles=20)


# ---- The games


@pytest.mark.parametrize("game", OURS)
def test_a_seed_deals_the_game_that_the_rules_deal_from_it(game: str) -> None:
    env = pettingzoo.raw_env(game)
    env.reset(seed=7)
    state = omnibus.new(game, seed="7")
    rng = Random(7)
    for _ in range(30):
        seat = min(state.turn)
        assert env.agent_selection == f"player_{seat}"
        for other in range(state.game.seats):
            seen = env.observe(f"player_{other}")
            assert seen["observation"].tolist() == encoding_of(state.game).encode(state.view(other))
            legal = [move.index for move in state.legal(other)] if other == seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            assert (env.infos[f"player_{other}"]["action_mask"] == seen["action_mask"]).all()
        move = rng.choice(state.legal(seat))
        state.play(seat, move)
        env.step(np.int64(move.index))


@pytest.mark.parametrize(("game", "seats"), [("london", 3), ("nextstation", 1), ("terminus", 2)])
def test_the_rewards_are_those_of_the_result(game: str, seats: int) -> None:
    env = played(pettingzoo.raw_env(game, seats), 1)
    result = env.state_of_play.result
    assert all(env.terminations.values())
    assert env.infos["player_0"]["scores"] == result.scores
    assert env.infos["player_0"]["ranks"] == result.ranks
    assert env.infos["player_0"]["seed"] == "1"
    if seats == 1:
        assert list(env.rewards.values()) == [result.scores[0]]
    else:
        shares = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
        assert list(env.rewards.values()) == pytest.approx([share - 1 / seats for share in shares])
        assert sum(env.rewards.values()) == pytest.approx(0)


def test_games_that_follow_from_a_seed_are_the_same_series() -> None:
    deals = []
    for _ in range(2):
        env = pettingzoo.raw_env("terminus")
        env.reset(seed=5)
        series = [env.state_of_play.seed]
        for _ in range(3):
            env.reset()
            series.append(env.state_of_play.seed)
        deals.append(series)
    assert deals[0] == deals[1]
    assert deals[0][0] == "5"
    assert len(set(deals[0])) == 4


def test_without_a_seed_nobody_can_foresee_the_game() -> None:
    first, second = pettingzoo.raw_env("terminus"), pettingzoo.raw_env("terminus")
    first.reset()
    second.reset()
    assert first.state_of_play.seed != second.state_of_play.seed


def test_seats_and_options_are_those_asked_for() -> None:
    env = pettingzoo.env("terminus", seats=5, target=20)
    assert env.possible_agents == [f"player_{seat}" for seat in range(5)]
    assert env.unwrapped.game.options == {"target": 20}


def test_a_game_on_a_board_of_ones_own_is_played_too() -> None:
    played(pettingzoo.raw_env(Miniature()), 3)


def test_those_who_move_at_once_do_so_the_lowest_first_and_hide_it() -> None:
    env = pettingzoo.raw_env("london", seats=3)
    env.reset(seed=7)
    assert env.state_of_play.turn == (0, 1, 2)
    keep_one, *_, keep_both = np.flatnonzero(env.infos["player_0"]["action_mask"])
    seen = []
    for action in (keep_one, keep_both):
        env.reset(seed=7)
        env.step(action)
        assert env.agent_selection == "player_1"
        seen.append(env.observe("player_1")["observation"])
    assert (seen[0] == seen[1]).all()


# ---- Bad input


def test_an_illegal_action_ends_the_game_with_the_worst_reward() -> None:
    env = pettingzoo.env("london", seats=4)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -0.25, "player_1": 0, "player_2": 0, "player_3": 0}


def test_without_wrappers_an_illegal_action_is_refused_by_a_rule_and_changes_nothing() -> None:
    env = pettingzoo.raw_env("london")
    env.reset(seed=1)
    before = env.state_of_play.dump()
    with pytest.raises(IllegalMove, match=r"^L"):
        env.step(0)
    with pytest.raises(ValueError, match="player_0 has to move"):
        env.step(None)
    assert env.state_of_play.dump() == before


def test_an_action_outside_the_space_is_refused() -> None:
    env = pettingzoo.env("london")
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(10_000)


def test_a_step_before_the_first_game_is_refused() -> None:
    with pytest.raises(Exception, match="reset"):
        pettingzoo.env("london").step(0)


@pytest.mark.parametrize(
    ("game", "seats", "options", "said"),
    [
        ("monopoly", None, {}, "monopoly"),
        ("london", 5, {}, "5"),
        ("london", None, {"target": 3}, "target"),
        ("terminus", None, {"target": 3}, "target"),
    ],
)
def test_a_game_that_cannot_be_set_up_so_is_refused(game: str, seats: int | None, options: Any, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        pettingzoo.env(game, seats, **options)


def test_a_game_that_is_set_up_already_takes_no_seats() -> None:
    with pytest.raises(ValueError, match="set up already"):
        pettingzoo.env(Miniature(), seats=2)


def test_the_wrappers_are_the_usual_ones() -> None:
    env: Any = pettingzoo.env("bus")
    found = []
    while isinstance(env, wrappers.BaseWrapper):
        found.append(type(env))
        env = env.env
    assert found == [
        wrappers.OrderEnforcingWrapper,
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.TerminateIllegalWrapper,
    ]
