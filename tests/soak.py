"""The long run: every check after every decision of a thousand random games for each number of seats."""

import argparse
import os
from functools import partial
from multiprocessing import Pool

from rich.progress import Progress

from omnibus import GAMES
from omnibus.testing import Report, check, check_coverage

PART = 20


Options = dict[str, int | bool]


def _play(job: tuple[str, Options, int, int, int]) -> Report:
    game, options, seats, part, games = job
    return check(GAMES[game], seats=[seats], games=games, seed=f"soak-{part}", options=options, weigh_guesses=1)


def _options(game: str, texts: list[str]) -> Options:
    offered = {option.name: option for option in GAMES[game].options_offered}
    return {name: offered[name].parsed(value) for name, _, value in (text.partition("=") for text in texts)}


def main() -> None:
    """Play on all cores, show progress, and print what was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--games", type=int, default=1000, help="games for each number of seats")
    parser.add_argument("--option", "-o", action="append", default=[], help="an option of the games, as powers=yes")
    arguments = parser.parse_args()
    with Pool(os.cpu_count()) as pool, Progress() as progress:
        for game in arguments.game:
            box, options = GAMES[game], _options(game, arguments.option)
            jobs = [
                (game, options, seats, part, min(PART, arguments.games - part))
                for part in range(0, arguments.games, PART)
                for seats in box.seat_counts
            ]
            task = progress.add_task(game, total=len(jobs))
            total = Report(game)
            for report in pool.imap_unordered(_play, jobs):
                total.add(report)
                progress.advance(task)
            progress.console.print(str(total))
            check_coverage(partial(box, **options), total)


if __name__ == "__main__":
    main()
