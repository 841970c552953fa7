"""Whether the bots answer in time and by the rules.

    python benchmarks/bots.py [GAME …] [--bot NAME …] [--decisions 10000] [--golden] [--iterations N]

Every bot plays against itself, at every number of seats and with every option in turn, until so many decisions with a
choice are made. Times are those of this machine, on one core: p50, p99 and the longest, by the clock and, as a busy
machine makes a clock unfair, p99 of the processor's own time; the limit is the level's. Iterations, for each second of
the processor, are those of bots that count by their budget. With --golden the decisions are those of all golden records
instead, whoever made them. Fails if a move is illegal, a bot breaks down, or a limit is not kept at the 99th
percentile of processor time.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count, product
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from omnibus import GAMES, Game, State, read_record
from omnibus.bots import bot_named, bots_for
from omnibus.bots.bot import Budget, Kind, SeatedBot, texts

LIMITS = {"easy": 0.02, "normal": 0.1, "hard": 1.0}
GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


class Counted(Budget):
    """A budget that knows how many iterations were made of it."""

    made = 0

    def spent(self) -> Iterator[int]:
        """Count along."""
        for number in super().spent():
            Counted.made += 1
            yield number


class Measure:
    """The decisions of one bot."""

    def __init__(self, kind: Kind, budget: Budget):
        self.kind = kind
        self.budget = budget
        self.clock: list[float] = []
        self.processor: list[float] = []
        self.illegal = 0
        self.broken: Counter[str] = Counter()
        Counted.made = 0

    def decide(self, bot: SeatedBot, state: State, seat: int, rng: Random) -> str:
        """Ask for a move, and count it if there was a choice; whatever is wrong with it, the game goes on."""
        view = state.view(seat)
        begun, busy = perf_counter(), process_time()
        try:
            move = bot(view, rng)
        except Exception as error:
            self.broken[f"{type(error).__name__}: {error}"] += 1
            return rng.choice(texts(view))
        if len(view["legal"]) > 1:
            self.processor.append(process_time() - busy)
            self.clock.append(perf_counter() - begun)
        if move not in texts(view):
            self.illegal += 1
            return rng.choice(texts(view))
        return move

    def cells(self, limit: float | None) -> list[str]:
        """A row of the table."""
        speed = f"{Counted.made / sum(self.processor):,.0f}" if Counted.made else "–"
        times = [quantile(self.clock, 0.5), quantile(self.clock, 0.99), max(self.clock), quantile(self.processor, 0.99)]
        allowed = "–" if limit is None else f"{limit * 1000:.0f}"
        return [
            f"{len(self.clock):,}",
            *(f"{1000 * each:.2f}" for each in times),
            allowed,
            speed,
            str(self.illegal),
            str(self.broken.total()),
        ]

    def within(self, limit: float | None) -> bool:
        """Whether all is as it should be."""
        return not (self.illegal or self.broken) and (limit is None or quantile(self.processor, 0.99) <= limit)


def quantile(values: list[float], part: float) -> float:
    """The value that so many are not above."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def boxes(game: str) -> list[Game]:
    """The game with every number of seats and every option that is yes or no."""
    box = GAMES[game]
    switches = [option.name for option in box.options_offered if isinstance(option.default, bool)]
    settings = [dict(zip(switches, values, strict=True)) for values in product((False, True), repeat=len(switches))]
    return [box(seats, **setting) for seats in box.seat_counts for setting in settings]


def play_itself(measure: Measure, game: str, decisions: int, progress: Progress) -> None:
    """Games of the bot against itself until it has decided so often."""
    task = progress.add_task(game, total=decisions)
    tables = boxes(game)
    for number in count():
        state = tables[number % len(tables)].start(f"bots {number}")
        bots = [measure.kind.seated(measure.budget) for _ in range(state.game.seats)]
        luck = [Random(f"bots {number} {seat}") for seat in range(state.game.seats)]
        while state.turn:
            seat = state.turn[0]
            state.play(seat, measure.decide(bots[seat], state, seat, luck[seat]))
            progress.update(task, completed=len(measure.clock))
            if len(measure.clock) >= decisions:
                progress.remove_task(task)
                return


def survive_golden(measure: Measure, game: str, progress: Progress) -> None:
    """Every decision of the golden records, from every seat that has one."""
    paths = sorted((GOLDEN / game).glob("*.omnibus"))
    for path in progress.track(paths, description=game):
        record = read_record(path.read_text(encoding="utf-8"))
        for state in chain([record.opening()], (ply.state for ply in record.replay())):
            for seat in state.turn:
                measure.decide(measure.kind.seated(measure.budget), state, seat, Random(state.n))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--bot", action="append", help="which bots; without it, all")
    parser.add_argument("--decisions", type=int, default=10_000, help="for each bot")
    parser.add_argument("--golden", action="store_true", help="all positions of the golden records instead")
    parser.add_argument("--iterations", type=int, help="for every move, instead of the bots' own budgets")
    arguments = parser.parse_args()
    fine = True
    console = Console(width=130)
    table = Table(title="Decisions with a choice; times in milliseconds")
    for column in (
        "game",
        "bot",
        "decisions",
        "p50",
        "p99",
        "longest",
        "p99 processor",
        "limit",
        "iterations/s",
        "illegal",
        "broken",
    ):
        table.add_column(column, justify="left" if column in ("game", "bot") else "right")
    with Progress(console=console, transient=True) as progress:
        for game in arguments.game:
            for bot in arguments.bot or bots_for(game):
                if bot not in bots_for(game):
                    continue
                kind = bot_named(bot, game)
                own = kind.budget
                budget = (
                    Counted(iterations=arguments.iterations)
                    if arguments.iterations
                    else Counted(own.seconds, own.iterations)
                )
                measure = Measure(kind, budget)
                if arguments.golden:
                    survive_golden(measure, game, progress)
                else:
                    play_itself(measure, game, arguments.decisions, progress)
                limit = LIMITS.get(bot)
                fine = fine and measure.within(limit)
                table.add_row(game, bot, *measure.cells(limit))
                console.print(game, bot, *measure.cells(limit), *measure.broken)
    console.print(table)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
