"""Next Station measured: the reference figures of simple play, and how strong the bots are.

    python benchmarks/nextstation.py [--games 4000] [--level-games 500] [--seed reference]

Base rules, solo, a random order of pencils (`hard` has its own). The figures to compare with come from independent
programs: 67.5 for moves at random, 94.7 ± 0.4 if a player passes only when nothing can be drawn, 120.2 ± 0.5 for the
best immediate gain in line points, 125.7 ± 0.5 for that in line points, sites and interchanges (`greedy`), and 36.65
turns a game.
"""

import argparse
from random import Random
from time import perf_counter

from omnibus.arena.match import mean_and_interval
from omnibus.bots import bot_named
from omnibus.bots.bot import Kind, at_once
from omnibus.bots.nextstation.sheet import SeatSheet, legal_moves
from omnibus.bots.random_player import play_at_random
from omnibus.rules.game import View
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.moves import Draw
from omnibus.rules.nextstation.view import NextStationView

PENCIL_MOVES = 4


def draw_at_random(view: View, rng: Random) -> str:
    """Any section that can be drawn; a pass only when there is none."""
    return str(rng.choice([move for move in view["legal"] if move["do"] != "pass"] or view["legal"])["text"])


def best_line(view: NextStationView, rng: Random) -> str:
    """The best immediate gain in the points of the line alone; a pass only when nothing can be drawn."""
    draws = [move for move in legal_moves(view) if isinstance(move, Draw)]
    if not draws:
        return rng.choice(view["legal"])["text"]
    sheet = SeatSheet(view, view["table"][0])
    lines = [sheet.after(sheet.drawing, move) for move in draws]
    points = [line.districts * line.most + line.thames for line in lines]
    return rng.choice([move for move, gain in zip(draws, points, strict=True) if gain == max(points)]).text


def play_alone(kind: Kind, seed: str) -> tuple[int, int]:
    """The score of one game, and how many turns it had."""
    state = NextStation(1).start(seed)
    bot, rng = kind.seated(), Random(seed)
    while state.turn:
        state.play(0, bot(state.view(0), rng))
    if state.result is None:
        raise AssertionError("a game without a turn is over")
    return state.result.scores[0], state.n - PENCIL_MOVES


def measure(name: str, kind: Kind, games: int, seed: str) -> None:
    """Let bots of a kind play alone and print its mean score."""
    begun = perf_counter()
    scores, turns = zip(*(play_alone(kind, f"{seed}/{number}") for number in range(games)), strict=True)
    score, score_interval = mean_and_interval(scores)
    turn, turn_interval = mean_and_interval(turns)
    print(
        f"{name:<32} {score:7.2f} ± {score_interval:.2f} points, {turn:.2f} ± {turn_interval:.2f} turns, "
        f"{games} games, {1000 * (perf_counter() - begun) / games:.1f} ms a game",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games for each reference figure")
    parser.add_argument("--level-games", type=int, default=500, help="games for each level")
    parser.add_argument("--seed", default="reference")
    arguments = parser.parse_args()
    measure("random", at_once(play_at_random), arguments.games, arguments.seed)
    measure("random, passes only when forced", at_once(draw_at_random), arguments.games, arguments.seed)
    measure("best line points", at_once(best_line), arguments.games, arguments.seed)
    measure("greedy", bot_named("greedy", "nextstation"), arguments.games, arguments.seed)
    for level in ("easy", "normal", "hard"):
        measure(level, bot_named(level, "nextstation"), arguments.level_games, arguments.seed)


if __name__ == "__main__":
    main()
