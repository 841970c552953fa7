"""How well the bots of Bus play.

    python benchmarks/bus_bots.py [--games 500] [--seed bus]

One `greedy` against two, three and four uniformly random players, the same deals from every seat; then tables of four
`greedy` players: how many rounds they play, and the winner’s score. One core.
"""

import argparse
from collections import Counter
from random import Random
from statistics import mean

from rich.console import Console
from rich.progress import track

from omnibus.arena.match import mean_and_interval, play_match
from omnibus.bots import bot_named
from omnibus.rules.bus import Bus

TABLES_OF_FOUR = 5  # one for so many games of a match


def against_random(console: Console, seats: int, games: int, seed: str) -> None:
    """The share of games that one greedy player wins."""
    bots = [bot_named("greedy", "bus"), *[bot_named("random", "bus")] * (seats - 1)]
    match = play_match(Bus(seats), bots, games, seed)
    outcomes = list(track(match, f"{seats} seats", games, console=console, transient=True))
    wins, interval = mean_and_interval([outcome.wins[0] for outcome in outcomes])
    score = mean([outcome.scores[0] for outcome in outcomes])
    console.print(f"greedy against {seats - 1} random: wins {wins:.1%} ± {interval:.1%} of {games}, score {score:.1f}")


def four_of_a_kind(console: Console, games: int, seed: str) -> None:
    """Rounds, endings and the winner’s score at tables of four greedy players."""
    bot, game = bot_named("greedy", "bus").seated(), Bus(4)
    rounds: Counter[int] = Counter()
    endings: Counter[str] = Counter()
    best: list[int] = []
    for number in track(range(games), "four greedy", console=console, transient=True):
        state = game.start(f"{seed}/{number}")
        luck = [Random(f"{seed}/{number}/{seat}") for seat in range(4)]
        ending = ""
        while state.turn:
            seat = state.turn[0]
            ending = state.play(seat, bot(state.view(seat), luck[seat]))[-1].kind
        rounds[state.round] += 1
        endings[ending] += 1
        if state.result is not None:
            best.append(max(state.result.scores))
    console.print(f"four greedy, {games} games: {mean(rounds.elements()):.1f} rounds {dict(sorted(rounds.items()))}")
    console.print(f"  winner’s score {mean(best):.1f}, from {min(best)} to {max(best)}; endings {dict(endings)}")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", default="bus")
    arguments = parser.parse_args()
    console = Console()
    for seats in Bus.seat_counts:
        against_random(console, seats, arguments.games, arguments.seed)
    four_of_a_kind(console, max(1, arguments.games // TABLES_OF_FOUR), arguments.seed)


if __name__ == "__main__":
    main()
