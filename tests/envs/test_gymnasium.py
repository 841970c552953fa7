"""Gymnasium environments: Gymnasium's own check, the games they play, and bad input."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import omnibus
from omnibus import BadSetup, IllegalMove
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget
from omnibus.bots.faults import NoSuchBot
from omnibus.envs.arrays import encoding_of
from omnibus.envs.gymnasium import TableEnv
from omnibus.rules.shelf import OURS

IDS = {
    "london": "omnibus/London-v0",
    "bus": "omnibus/Bus-v0",
    "nextstation": "omnibus/NextStation-v0",
    "terminus": "omnibus/Terminus-v0",
}


def make(game: str, **settings: Any) -> TableEnv:
    env = gymnasium.make(IDS[game], **settings).unwrapped
    assert isinstance(env, TableEnv)
    return env


def played(env: TableEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """A random game to its end: the reward and what is told with it."""
    rng = Random(seed)
    _, info = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        assert reward == 0
        _, reward, over, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
    return reward, info


# ---- Gymnasium's own check


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_it_passes_the_check_of_gymnasium(game: str) -> None:
    check_env(make(game, opponents="random"))


def test_an_id_is_found_without_importing_anything_first() -> None:
    env = gymnasium.make("omnibus.envs.gymnasium:omnibus/NextStation-v0")
    assert env.observation_space.shape == env.reset(seed=1)[0].shape


# ---- The games


def test_a_seed_deals_the_game_that_the_rules_deal_from_it() -> None:
    env = make("terminus", opponents="random", seats=3, seat=1)
    observation, info = env.reset(seed=7)
    state = omnibus.new("terminus", seats=3, seed="7")
    state.play(0, bot_named("random", "terminus").seated()(state.view(0), Random("7/0")))
    assert observation.tolist() == encoding_of(state.game).encode(state.view(1))
    assert np.flatnonzero(info["action_mask"]).tolist() == [move.index for move in state.legal(1)]
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


def test_alone_the_reward_is_the_points() -> None:
    reward, info = played(make("nextstation"), 1)
    assert reward == info["scores"][0] > 0


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_reward_is_the_share_of_victory_less_one_over_the_seats(seat: int) -> None:
    for seed in range(3):
        reward, info = played(make("terminus", seats=3, seat=seat, opponents="random", target=10), seed)
        winners = [rank == 1 for rank in info["ranks"]]
        assert reward == pytest.approx(winners[seat] / sum(winners) - 1 / 3)
        assert info["seed"] == str(seed)


def test_bots_think_in_iterations_alone() -> None:
    assert make("london", opponents="hard")._budget == Budget(iterations=1000)
    assert make("london", opponents="hard", iterations=3)._budget == Budget(iterations=3)


def test_the_same_seed_and_moves_are_the_same_game_against_a_bot_that_searches() -> None:
    played_twice = []
    for _ in range(2):
        env = make("terminus", opponents="hard", iterations=3)
        _, info = env.reset(seed=3)
        seen = []
        for _ in range(8):
            observation, *_, info = env.step(np.flatnonzero(info["action_mask"])[0])
            seen.append(observation.tolist())
        played_twice.append(seen)
    assert played_twice[0] == played_twice[1]


# ---- Bad input


@pytest.mark.parametrize(("game", "worst"), [("london", -0.5), ("bus", -1 / 3), ("nextstation", -20)])
def test_an_illegal_action_ends_the_episode_with_the_worst_reward(game: str, worst: float) -> None:
    env = make(game, opponents="random")
    _, info = env.reset(seed=1)
    illegal = np.flatnonzero(info["action_mask"] == 0)[0]
    refusal = env._table.why_not(0, env.game.moves[illegal])
    assert isinstance(refusal, IllegalMove)
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (worst, True, False)
    assert info["illegal_action"] == str(refusal)
    assert observation in env.observation_space
    with pytest.raises(ResetNeeded):
        env.step(illegal)
    env.reset()


@pytest.mark.parametrize("action", [-1, 10_000, 1.5, "draw deck", None])
def test_an_action_outside_the_space_is_refused(action: Any) -> None:
    env = make("nextstation")
    env.reset(seed=1)
    with pytest.raises(InvalidAction):
        env.step(action)


def test_a_step_before_the_first_game_is_refused() -> None:
    with pytest.raises(ResetNeeded):
        make("nextstation").step(np.int64(0))


@pytest.mark.parametrize(
    ("settings", "error", "said"),
    [
        ({"seats": 7}, BadSetup, "7"),
        ({"seat": 4}, IllegalMove, "seat"),
        ({"powers": True}, BadSetup, "powers"),
        ({"opponents": "genius"}, NoSuchBot, "genius"),
        ({"opponents": "hard", "iterations": 0}, ValueError, "at least one"),
    ],
)
def test_what_cannot_be_set_up_so_is_refused(settings: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        make("london", **settings)


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make("omnibus/Monopoly-v0")
