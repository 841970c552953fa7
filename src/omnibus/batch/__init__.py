"""The same games, thousands of tables at once (extra `[batch]`).

>>> env = make(GAME, seats=3)
>>> init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
>>> state = init(jax.random.split(jax.random.key(7), 4096))
>>> state.legal_action_mask.shape
(4096, 249)
"""

from typing import Any

from omnibus.batch.env import Env, State, auto_reset
from omnibus.batch.luck import Deal
from omnibus.rules.shelf import GAMES, part

__all__ = ["Deal", "Env", "State", "auto_reset", "make"]


def make(game: str, seats: int | None = None, **options: int | bool) -> Env[Any]:
    """The batched environment of a game, for that many seats and those options."""
    room = part(game, "batch")
    if room is None:
        there = ", ".join(each for each in GAMES if part(each, "batch"))
        raise ValueError(f"there is no batched engine of {game!r}, only of {there}")
    return Env(room.ENGINE(GAMES[game](seats, **options)))
