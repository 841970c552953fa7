"""Gymnasium environments (extra `[gymnasium]`): one seat against bots; Next Station alone.

>>> import gymnasium
>>> import omnibus.envs.gymnasium
>>> env = gymnasium.make("omnibus/London-v0", seats=3, opponents="normal")
>>> observation, info = env.reset(seed=7)
>>> env.step(env.action_space.sample(info["action_mask"]))

`reset(seed=7)` deals the game that `omnibus.new` deals from the seed "7".
"""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Box, Discrete

from omnibus.bots import bot_named, usual_bot
from omnibus.bots.bot import Budget, Kind, SeatedBot
from omnibus.envs.arrays import bounds, encoding_of, mask, observed, rewards, worst_reward
from omnibus.rules import GAMES, game_box
from omnibus.rules.game import Game, IllegalMove, State

Observation = npt.NDArray[np.int16]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """One seat at a table whose other seats have bots of one kind, with a budget in iterations."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        opponents: str | None = None,
        iterations: int | None = None,
        **options: int | bool,
    ):
        self.game: Game[Any, Any] = game_box(game)(seats, **options)
        self.game.check_seat(seat)
        self.seat = seat
        self._opponents = bot_named(opponents or usual_bot(game), game)
        self._budget = _budget(self._opponents, iterations)
        self._encoding = encoding_of(self.game)
        low, high = bounds(self._encoding)
        self.observation_space = Box(low, high, dtype=np.int16)
        self.action_space = Discrete(len(self.game.moves))
        self._state: State[Any] | None = None  # none before the first game
        self._over = False  # by the rules, or by an illegal move

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game: that of the seed, or the next one of those that follow from it."""
        super().reset(seed=seed, options=options)
        self._deal(str(self.np_random.integers(2**62) if seed is None else seed))
        return self._observation(), self._info()

    def step(self, action: np.int64) -> Step:
        """Make a move, and let the bots move until it is this seat's turn again.

        An illegal move ends the episode with the worst reward; `info["illegal_action"]` tells what was wrong.
        """
        state = self._table
        if self._over:
            raise ResetNeeded("the game is over: call reset()")
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is no action of {self.action_space}")
        try:
            state.play(self.seat, self.game.moves[int(action)])
        except IllegalMove as refusal:
            self._over = True
            info = {**self._info(), "illegal_action": str(refusal)}
            return self._observation(), worst_reward(self.game), True, False, info
        self._let_bots_play()
        self._over = state.result is not None
        return self._observation(), rewards(state)[self.seat], self._over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions there are now, as the algorithms of sb3-contrib ask for it."""
        return self._mask().astype(np.bool_)

    def _deal(self, seed: str) -> None:
        self._state = self.game.start(seed)
        self._over = False
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        self._bots: dict[int, SeatedBot] = {seat: self._opponents.seated(self._budget) for seat in others}
        self._luck = {seat: Random(f"{seed}/{seat}") for seat in others}
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        """Where several seats may move at once, the lowest goes first."""
        state = self._table
        while state.turn and (seat := min(state.turn)) != self.seat:
            state.play(seat, self._bots[seat](state.view(seat), self._luck[seat]))

    @property
    def _table(self) -> State[Any]:
        if self._state is None:
            raise ResetNeeded("no game has begun: call reset()")
        return self._state

    def _observation(self) -> Observation:
        return observed(self._encoding, self._table, self.seat)

    def _mask(self) -> npt.NDArray[np.int8]:
        return mask(self._table, self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        result = self._table.result
        if result is not None:
            info.update(scores=result.scores, ranks=result.ranks, seed=self._table.seed)
        return info


def _budget(kind: Kind, iterations: int | None) -> Budget:
    """A budget in iterations alone, so that a seed's game is the same on any machine."""
    count = kind.budget.iterations if iterations is None else iterations
    if count is None or count < 1:
        raise ValueError("say how many iterations the bots may think: at least one")
    return Budget(iterations=count)


def register_envs() -> None:
    """Make the ids known to `gymnasium.make`."""
    for game, box in GAMES.items():
        gymnasium.register(f"omnibus/{box.__name__}-v0", f"{__name__}:TableEnv", kwargs={"game": game})


register_envs()
