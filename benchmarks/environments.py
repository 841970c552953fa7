"""How quick our environments are beside comparable games of others: decisions a second at random play, and ratios.

    python -m benchmarks.environments [--seconds 2] [--batch 1024]

A decision is what a learner does: look at the observation and the mask, pick a legal action at random, step; a new game
where one is over. Ours and the peers take turns, five runs each, and the medians are compared: machines are noisy.
Peers that are not installed are left out: PettingZoo's card games need `pettingzoo[classic]`, backgammon needs pgx.
"""

import argparse
import logging
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

import omnibus.envs.gymnasium
import omnibus.envs.openspiel  # noqa: F401, it makes its games known
from omnibus.envs import pettingzoo
from omnibus.rules.shelf import OURS

RUNS = 5

Runner = Callable[[float], float]
"""Plays for so many seconds; decisions a second."""


class Entrant(NamedTuple):
    """A game in an ecosystem."""

    name: str
    runner: Runner
    ours: bool


# ---- PettingZoo


def aec(env: Any) -> Runner:
    """Agent by agent, as PettingZoo's users play."""

    def run(seconds: float) -> float:
        rng, decisions, begun = Random(1), 0, perf_counter()
        while perf_counter() - begun < seconds:
            env.reset(seed=rng.getrandbits(30))
            for _ in env.agent_iter():
                observation, _, termination, truncation, info = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = info.get("action_mask", observation["action_mask"])
                env.step(rng.choice(np.flatnonzero(legal).tolist()))
                decisions += 1
        return decisions / (perf_counter() - begun)

    return run


def pettingzoo_entrants() -> list[Entrant]:
    """PettingZoo's card games, and ours for two."""
    found = []
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5"):
        try:
            found.append(Entrant(name, aec(import_module(f"pettingzoo.classic.{name}").env()), ours=False))
        except ImportError as missing:
            logging.info("%s is left out: %s", name, missing)
    return found + [Entrant(game, aec(pettingzoo.env(game)), ours=True) for game in OURS]


# ---- Gymnasium


def episodes(env: Any) -> Runner:
    """Episode by episode."""

    def run(seconds: float) -> float:
        rng, decisions, begun = Random(1), 0, perf_counter()
        while perf_counter() - begun < seconds:
            _, info = env.reset(seed=rng.getrandbits(30))
            over = False
            while not over:
                legal = np.flatnonzero(info["action_mask"]) if "action_mask" in info else range(env.action_space.n)
                _, _, terminated, truncated, info = env.step(int(legal[rng.randrange(len(legal))]))
                over = terminated or truncated
                decisions += 1
        return decisions / (perf_counter() - begun)

    return run


def gymnasium_entrants() -> list[Entrant]:
    """Gymnasium's card game, and ours against bots that play at random, whose decisions are not counted."""
    ours = [name for name in gymnasium.registry if name.startswith("omnibus/")]
    found = [Entrant("Blackjack-v1", episodes(gymnasium.make("Blackjack-v1")), ours=False)]
    return found + [Entrant(name, episodes(gymnasium.make(name, opponents="random")), ours=True) for name in ours]


# ---- OpenSpiel


def spiel(game: Any) -> Runner:
    """Node by node, with the observation tensor at every decision. Chance is not counted."""

    def run(seconds: float) -> float:
        rng, decisions, begun = Random(1), 0, perf_counter()
        while perf_counter() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                    continue
                state.observation_tensor()
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions / (perf_counter() - begun)

    return run


def openspiel_entrants() -> list[Entrant]:
    """OpenSpiel's card games, one of them in Python too, and ours."""
    import_module("open_spiel.python.games")
    peers = ["gin_rummy", "leduc_poker", "python_kuhn_poker"]
    found = [Entrant(name, spiel(pyspiel.load_game(name)), ours=False) for name in peers]
    names = [f"python_omnibus_{game}" for game in OURS]
    return found + [Entrant(name, spiel(pyspiel.load_game(name)), ours=True) for name in names]


# ---- Many tables at once


def batched(env: Any, tables: int) -> Runner:
    """All tables at once, new games where some are over; compiled before the clock runs."""
    import jax
    import jax.numpy as jnp

    wrapped = import_module("omnibus.batch") if hasattr(env, "deal") else import_module("pgx.experimental.wrappers")
    step = jax.vmap(wrapped.auto_reset(env.step, env.init))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        choosing, luck = jax.random.split(key)
        actions = jax.random.categorical(choosing, jnp.log(state.legal_action_mask), axis=-1)
        return step(state, actions, jax.random.split(luck, tables))

    state = jax.vmap(env.init)(jax.random.split(jax.random.key(1), tables))
    state = jax.block_until_ready(play(state, jax.random.key(2)))

    def run(seconds: float) -> float:
        now, steps, begun = state, 0, perf_counter()
        while perf_counter() - begun < seconds:
            now = jax.block_until_ready(play(now, jax.random.key(steps)))
            steps += 1
        return steps * tables / (perf_counter() - begun)

    return run


def batch_entrants(tables: int) -> list[Entrant]:
    """Backgammon of pgx, and our batched engines."""
    found = []
    try:
        found.append(Entrant("pgx backgammon", batched(import_module("pgx").make("backgammon"), tables), ours=False))
    except ImportError as missing:
        logging.info("pgx is left out: %s", missing)
    make = import_module("omnibus.batch").make
    return found + [Entrant(game, batched(make(game), tables), ours=True) for game in OURS]


# ---- The tables


def measured(entrants: list[Entrant], seconds: float) -> dict[str, float]:
    """Decisions a second: the median of five rounds in which everyone has a turn."""
    rounds = [{entrant.name: entrant.runner(seconds / RUNS) for entrant in entrants} for _ in range(RUNS)]
    return {entrant.name: median(each[entrant.name] for each in rounds) for entrant in entrants}


def table(title: str, entrants: list[Entrant], seconds: float) -> Table:
    """What was measured, and every one of ours as a multiple of each peer."""
    speed = measured(entrants, seconds)
    peers = [entrant.name for entrant in entrants if not entrant.ours]
    found = Table(title=title)
    for column in ("game", "decisions/s", *(f"× {peer}" for peer in peers)):
        found.add_column(column, justify="left" if column == "game" else "right")
    for entrant in entrants:
        ratios = [f"{speed[entrant.name] / speed[peer]:.2f}" if entrant.ours else "" for peer in peers]
        found.add_row(entrant.name, f"{speed[entrant.name]:,.0f}", *ratios)
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Our environments beside comparable games of others.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--batch", type=int, default=1024, help="tables at once")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    entrants = {
        "PettingZoo": pettingzoo_entrants(),
        "Gymnasium": gymnasium_entrants(),
        "OpenSpiel": openspiel_entrants(),
        f"{arguments.batch:,} tables at once": batch_entrants(arguments.batch),
    }
    for title, those in entrants.items():
        Console().print(table(title, those, arguments.seconds))


if __name__ == "__main__":
    main()
