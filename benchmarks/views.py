"""How large views are: bytes of JSON, plain and packed by gzip, on average over games by `normal` bots.

    python -m benchmarks.views [GAME …] [--games 3] [--moves FILE]

All seats and a spectator look after every decision. With `--moves` the games are those of a file, so that two checkouts
show the same positions: the first run writes it, the next ones read it.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from omnibus import GAMES, State, View
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget


class Played(NamedTuple):
    """A game to look at: how it was set up, and its moves."""

    game: str
    seats: int
    ruleset: int
    seed: str
    plies: list[tuple[int, str]]

    def positions(self) -> Iterator[State]:
        """Every position of the game, the state being one and the same."""
        state = GAMES[self.game](self.seats, self.ruleset).start(self.seed)
        for seat, move in self.plies:
            yield state
            state.play(seat, move)


def played(game: str, seats: int, seed: str) -> Played:
    """A game by `normal` bots."""
    box = GAMES[game](seats)
    bots = [bot_named("normal", game).seated(Budget(iterations=8)) for _ in range(seats)]
    state, rng, plies = box.start(seed), Random(seed), []
    while state.turn:
        seat = state.turn[0]
        move = bots[seat](state.view(seat), rng)
        plies.append((seat, move))
        state.play(seat, move)
    return Played(game, seats, box.ruleset, seed, plies)


def sizes(view: View) -> tuple[int, int]:
    """The bytes of a view: plain, and packed."""
    written = json.dumps(view, separators=(",", ":"), ensure_ascii=False).encode()
    return len(written), len(gzip.compress(written, mtime=0))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Bytes of views on average over games by normal bots.")
    parser.add_argument("game", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--games", type=int, default=3, help="for each number of seats")
    parser.add_argument("--moves", type=Path, help="a file with the games, written if it is not there")
    arguments = parser.parse_args()
    games = [
        played(name, seats, f"views {number}")
        for name in arguments.game
        for seats in GAMES[name].seat_counts
        for number in range(arguments.games)
        if not (arguments.moves and arguments.moves.exists())
    ]
    if arguments.moves and arguments.moves.exists():
        games = [Played(*each) for each in json.loads(arguments.moves.read_text())]
    elif arguments.moves:
        arguments.moves.write_text(json.dumps(games))
    table = Table(title="A view on average")
    for column in ("game", "seats", "views", "bytes", "packed"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for name, seats in dict.fromkeys((each.game, each.seats) for each in games):
        found = [
            sizes(state.view(seat))
            for each in games
            if (each.game, each.seats) == (name, seats)
            for state in each.positions()
            for seat in (None, *range(seats))
        ]
        means = [f"{fmean(size[place] for size in found):,.0f}" for place in (0, 1)]
        table.add_row(name, str(seats), f"{len(found):,}", *means)
    Console().print(table)


if __name__ == "__main__":
    main()
