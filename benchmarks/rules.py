"""How quick the rules are: decisions a second at random play, and the time to copy a state.

    python benchmarks/rules.py [GAME …] [--seconds 2]

One core, plain CPython. A decision is: list the legal moves, pick one at random, play it, events included. Every
figure is the median of five runs; compare figures of one run only, machines are noisy.
"""

import argparse
from random import Random
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from omnibus import GAMES, Game

RUNS = 5


def decisions_per_second(game: Game, seconds: float) -> float:
    """Random games, one after the other, until the time is over."""
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


def microseconds_per_copy(game: Game, seconds: float) -> float:
    """Copies of states all through a random game."""
    rng = Random(2)
    copies, spent = 0, 0.0
    while spent < seconds:
        state = game.start(str(copies))
        while state.turn:
            start = perf_counter()
            for _ in range(20):
                state.copy()
            spent += perf_counter() - start
            copies += 20
            seat = state.turn[0]
            state.play(seat, rng.choice(state.legal(seat)))
    return spent / copies * 1e6


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Decisions a second at random play, and time per copy.")
    parser.add_argument("game", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    arguments = parser.parse_args()
    table = Table(title="Random play and copies (medians of five)")
    for column in ("game", "seats", "decisions/s", "copy µs"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for name in arguments.game:
        for seats in GAMES[name].seat_counts:
            game = GAMES[name](seats)
            speed = median(decisions_per_second(game, arguments.seconds / RUNS) for _ in range(RUNS))
            copying = median(microseconds_per_copy(game, arguments.seconds / RUNS) for _ in range(RUNS))
            table.add_row(name, str(seats), f"{speed:,.0f}", f"{copying:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
