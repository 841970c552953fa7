"""PettingZoo environments (extra `[pettingzoo]`), turn by turn.

>>> from omnibus.envs import pettingzoo
>>> env = pettingzoo.env(GAME, seats=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination else env.action_space(agent).sample(info["action_mask"]))

`reset(seed=7)` deals the game that `omnibus.new` deals from the seed "7".
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from omnibus.envs.arrays import bounds, encoding_of, mask, observed, rewards, set_up, worst_reward
from omnibus.rules.game import Game

Observation = dict[str, npt.NDArray[Any]]


def env(game: str | Game[Any, Any], seats: int | None = None, **options: int | bool) -> AECEnv[str, Observation, Any]:
    """The environment with the usual wrappers: an illegal action ends the game, and who tried it gets the worst."""
    raw = raw_env(game, seats, **options)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=worst_reward(raw.game))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(game: str | Game[Any, Any], seats: int | None = None, **options: int | bool) -> "TableEnv":
    """The environment without wrappers: an illegal action raises IllegalMove and changes nothing."""
    return TableEnv(set_up(game, seats, options))


def parallel_env(
    game: str | Game[Any, Any], seats: int | None = None, **options: int | bool
) -> ParallelEnv[str, Observation, Any]:
    """The environment for those who want an action of everybody at every step: all but the one to move are ignored."""
    return turn_based_aec_to_parallel(env(game, seats, **options))


class TableEnv(AECEnv[str, Observation, Any]):
    """One table. Where several seats may move at once they do so one after the other, the lowest first."""

    def __init__(self, game: Game[Any, Any]):
        super().__init__()
        self.game = game
        self.metadata = {"name": f"omnibus_{game.id}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._encoding = encoding_of(game)
        low, high = bounds(self._encoding)
        moves = len(game.moves)
        self.observation_spaces = {
            agent: Dict({"observation": Box(low, high, dtype=np.int16), "action_mask": Box(0, 1, (moves,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(moves) for agent in self.possible_agents}
        self._np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees: the numbers of its seat's view, and which actions it has."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The moves there are: an action is the `index` of one."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game: that of the seed, or the next one of those that follow from it."""
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        self.state_of_play = self.game.start(str(self._np_random.integers(2**62) if seed is None else seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look_around()

    def observe(self, agent: str) -> Observation:
        """What the agent knows, and what it may do."""
        state, seat = self.state_of_play, self._seat[agent]
        return {"observation": observed(self._encoding, state, seat), "action_mask": mask(state, seat)}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to move: only an agent whose game is over steps with None")
        self.state_of_play.play(self._seat[agent], self.game.moves[int(action)])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards(self.state_of_play), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.state_of_play.result is not None)
        self._accumulate_rewards()
        self._look_around()

    def close(self) -> None:
        """Nothing is left open."""

    def _look_around(self) -> None:
        """Whose turn it is now, and what everyone is told besides."""
        state = self.state_of_play
        result = state.result
        told = {} if result is None else {"scores": result.scores, "ranks": result.ranks, "seed": state.seed}
        self.infos = {agent: {"action_mask": mask(state, self._seat[agent]), **told} for agent in self.agents}
        self.agent_selection = self.agents[min(state.turn, default=0)]
