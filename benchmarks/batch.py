"""How quick the batched engines are: decisions a second at random play, on whatever device JAX finds.

    PYTHONPATH=src python benchmarks/batch.py [GAME …] [--seats N …] [--batch 4096 65536] [--option powers=yes]
                                              [--cores 2] [--seconds 2] [--json FILE]

A decision is: pick one of the legal moves at random, carry it out, list the legal moves again; a game that is over
begins anew at once. All steps of a run are one program on the device. `observe` is the same with the observation of
the seat to move at every decision. Beside them the plain rules on one core of the same machine, in the same run. Every
figure is the median of five runs. Where there are several devices the tables are shared among them; on a CPU, JAX takes
for devices as many cores as `--cores` says.
"""

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from omnibus.batch import Env, State, auto_reset, make
from omnibus.rules.game import Game
from omnibus.rules.shelf import GAMES, OURS

RUNS = 5


class Figures(NamedTuple):
    """One line of the table."""

    game: str
    seats: int
    options: dict[str, int | bool]
    batch: int
    decisions: float  # a second
    observed: float  # decisions a second, each with an observation
    rules: float  # decisions a second by the plain rules
    compiling: float  # seconds

    def line(self) -> str:
        """As it is printed."""
        return (
            f"{self.game:<12}{self.seats:>5}{self.batch:>9,}{self.decisions:>15,.0f}{self.observed:>15,.0f}"
            f"{self.rules:>11,.0f}{self.decisions / self.rules:>9,.1f}{self.compiling:>10.1f}"
        )


HEADING = (
    f"{'game':<12}{'seats':>5}{'batch':>9}{'decisions/s':>15}{'with observe':>15}"
    f"{'rules/s':>11}{'ratio':>9}{'compile s':>10}"
)


def by_the_rules(game: Game, seconds: float) -> float:
    """Decisions a second of the plain rules: random games, one after the other."""
    rng = Random(1)
    decisions, deal = 0, 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = game.start(str(deal))
        deal += 1
        while state.turn:
            seat = state.turn[0]
            state.play(seat, rng.choice(state.legal(seat)))
        decisions += state.n
    return decisions / (perf_counter() - start)


def any_legal(legal: jax.Array, key: jax.Array) -> jax.Array:
    """One legal move of every table, all equally likely: the one that draws the highest lot."""
    tables, moves = legal.shape
    index = np.arange(moves, dtype=np.uint32)
    low = jnp.uint32((1 << moves.bit_length()) - 1)
    lots = jax.random.bits(key, (tables, 1), jnp.uint32) ^ (index * np.uint32(0x9E3779B9))
    # One random word a table is enough: this spreads it over the moves.
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        lots = (lots ^ (lots >> shift)) * jnp.uint32(factor)
    lots = ((lots ^ (lots >> 16)) & ~low) | index
    return (jnp.max(jnp.where(legal, lots, 0), axis=1) & low).astype(jnp.int32)


def seen_by_the_next(env: Env[Any], state: State[Any]) -> jax.Array:
    """What the seat to move observes."""
    return env.observe(state, state.current_player)


def player(env: Env[Any], batch: int, steps: int, observing: bool) -> Callable[[Any], Any]:
    """A program that makes so many random decisions at each of so many tables, on every device."""
    step = jax.vmap(auto_reset(env.step, env.init))
    observe = jax.vmap(partial(seen_by_the_next, env))

    def decide(carry: Any, _: None) -> tuple[Any, None]:
        state, key, _seen = carry
        key, for_moves, for_luck = jax.random.split(key, 3)
        moves = any_legal(state.legal_action_mask, for_moves)
        state = step(state, moves, jax.random.split(for_luck, batch))
        return (state, key, observe(state) if observing else None), None

    def play(carry: Any) -> Any:
        return jax.lax.scan(decide, carry, None, length=steps)[0]

    return jax.pmap(play)


def decisions_per_second(env: Env[Any], batch: int, seconds: float, observing: bool) -> tuple[float, float]:
    """And the seconds that compiling took."""
    steps = 256
    devices = jax.local_device_count()
    state = jax.pmap(jax.vmap(env.init))(jax.random.split(jax.random.key(1), (devices, batch // devices)))
    seen = jax.pmap(jax.vmap(partial(seen_by_the_next, env)))(state) if observing else None
    carry = jax.block_until_ready((state, jax.random.split(jax.random.key(2), devices), seen))
    start = perf_counter()
    play = player(env, batch // devices, steps, observing).lower(carry).compile()  # type: ignore[attr-defined]
    compiling = perf_counter() - start
    carry = jax.block_until_ready(play(carry))
    speeds = []
    for _ in range(RUNS):
        done, start = 0, perf_counter()
        while done == 0 or perf_counter() - start < seconds / RUNS:
            carry = jax.block_until_ready(play(carry))
            done += batch * steps
        speeds.append(done / (perf_counter() - start))
    return median(speeds), compiling


def measured(
    game: str, seats: int, options: dict[str, int | bool], batches: list[int], seconds: float
) -> list[Figures]:
    """The lines of one game and number of seats, printed as they come."""
    env = make(game, seats, **options)
    rules = median(by_the_rules(env.game, seconds / RUNS) for _ in range(RUNS))
    found = []
    for batch in batches:
        decisions, compiling = decisions_per_second(env, batch, seconds, observing=False)
        observed, _ = decisions_per_second(env, batch, seconds, observing=True)
        found.append(Figures(game, seats, options, batch, decisions, observed, rules, compiling))
        print(found[-1].line(), flush=True)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Decisions a second of the batched engines at random play.")
    parser.add_argument("game", nargs="*", default=list(OURS), help="which games")
    parser.add_argument("--seats", type=int, nargs="*", help="which numbers of seats; all if none is given")
    parser.add_argument("--batch", type=int, nargs="*", default=[4096, 65536], help="how many tables at once")
    parser.add_argument("--cores", type=int, default=1, help="of a CPU: how many")
    parser.add_argument("--option", "-o", action="append", default=[], help="an option of the games, as powers=yes")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    arguments = parser.parse_args()
    jax.config.update("jax_num_cpu_devices", arguments.cores)
    device = jax.devices()[0]
    versions = f"JAX {jax.__version__}, Python {sys.version.split()[0]}"
    print(f"{jax.local_device_count()} × {device.device_kind} ({device.platform}), {versions}")
    print(HEADING)
    figures = []
    for name in arguments.game:
        offered = {option.name: option for option in GAMES[name].options_offered}
        texts = [text.partition("=") for text in arguments.option]
        options = {option: offered[option].parsed(value) for option, _, value in texts if option in offered}
        for seats in arguments.seats or GAMES[name].seat_counts:
            figures += measured(name, seats, options, arguments.batch, arguments.seconds)
    if arguments.json:
        rows = [{"device": device.device_kind, "jax": jax.__version__, **each._asdict()} for each in figures]
        arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
