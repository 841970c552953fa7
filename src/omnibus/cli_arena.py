"""The commands of the arena: matches, ladders, statistics."""

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from omnibus.arena.contest import Contest, play_on
from omnibus.arena.crew import Crew
from omnibus.arena.intervals import Share
from omnibus.arena.ladder import Ladder, are_neighbours, pairings
from omnibus.arena.match import Match, seat_shares, standings
from omnibus.arena.page import write_ladder, write_statistics
from omnibus.arena.report import match_report
from omnibus.arena.results import Results, code_fingerprint
from omnibus.arena.statistics import sections
from omnibus.arena.statistics.section import StatisticsSection
from omnibus.arena.trouble import check_packages
from omnibus.bots import bots_for, usual_bot
from omnibus.bots.bot import Budget
from omnibus.bots.guests import Guests
from omnibus.rules import game_box
from omnibus.rules.game import Game, seed_or_fresh
from omnibus.terminal.flags import INTERRUPTED, Codes, Flag, Options, Programs, Word, amount, complain, number, options
from omnibus.terminal.saving import chosen_path, state_folder
from omnibus.terminal.voice import TerminalTrouble, Voice

MOST_GAMES = 10_000_000


class ArenaCommands:
    """The commands, speaking with one voice."""

    def __init__(self, voice: Voice):
        self.voice = voice

    # ---- Matches

    def match(
        self,
        game: Annotated[str, typer.Argument()],
        bots: Annotated[list[str], typer.Argument()],
        games: Annotated[str, Flag("--games", "-g")] = "100",
        seed: Word = None,
        option: Options = [],  # noqa: B006 (Typer reads it, nobody writes it)
        code: Codes = [],  # noqa: B006
        program: Programs = [],  # noqa: B006
        seconds: Word = None,
        iterations: Word = None,
        sprt: Annotated[bool, Flag("--sprt")] = False,
        out: Annotated[Path | None, Flag("--out")] = None,
        as_json: Annotated[bool, Flag("--json")] = False,
        processes: Word = None,
        ray: Word = None,
    ) -> None:
        box = game_box(game.lower())
        chosen = box(len(bots), **options(box, option)).options
        guests = Guests(tuple(code), tuple(program))
        match = Match(box.id, chosen, list(bots), seed_or_fresh(seed), _budget(seconds, iterations), guests)
        match.kinds()
        if sprt and len(bots) < 2:
            raise TerminalTrouble("nothing-sequential-alone")
        wanted = number("--games", games, 1, MOST_GAMES)
        crew = _crew(processes, ray)
        check_packages()
        path = chosen_path(out) if out else _kept_for(match, seed)
        with closing(Results(path, match, fresh_seed=seed is None)) as results:
            contest = Contest(results, wanted, sequential=sprt)
            if contest.counted:
                self._mention("match-goes-on", path=path, done=len(contest.counted), games=wanted)
            interrupted = self._play([contest], crew, shares=len(bots) > 1)
            if as_json:
                self.voice.console.print_json(data=match_report(contest))
            elif contest.counted:
                self._print_match(contest)
            if interrupted:
                key = "match-interrupted" if contest.counted else "match-nothing"
                complain(self.voice.text(key, done=len(contest.counted), games=wanted))
                raise typer.Exit(INTERRUPTED)
            if out is None:
                results.forget()

    def _print_match(self, contest: Contest) -> None:
        match, outcomes = contest.match, contest.counted
        name = game_box(match.game).rulebook.name.say(self.voice.language)
        alone = len(match.bots) == 1
        self.voice.say("match-alone" if alone else "match-done", games=len(outcomes), game=name, seed=match.seed)
        columns = [] if alone else ["wins"]
        columns += ["mean-score"] if alone else ["mean-score", "mean-rank"]
        table = self._table("bot", *columns, "mean-time", "slow-time")
        for each in standings(match.bots, outcomes):
            cells = [f"{each.score:.1f} ± {each.score_interval:.1f}"]
            if not alone:
                cells = [str(each.wins), *cells, f"{each.rank:.2f}"]
            table.add_row(each.name, *cells, _milliseconds(each.times.mean), _milliseconds(each.times.quantile(0.99)))
        self.voice.console.print(table)
        if not alone:
            shares = ", ".join(f"{seat}: {share}" for seat, share in enumerate(seat_shares(outcomes)))
            self.voice.say("match-seats", shares=shares)
        if contest.test is not None:
            self._say_whether_settled(contest)

    def _say_whether_settled(self, contest: Contest) -> None:
        test = contest.test
        if test is None:
            return
        key = {True: "sprt-better", False: "sprt-not-better", None: "sprt-open"}[contest.better]
        self.voice.say(
            key,
            bot=contest.match.bots[0],
            chance=f"{test.chance:.1%}",
            more=f"{test.chance + test.MARGIN:.1%}",
            ratio=f"{test.ratio:.2f}",
            bound=f"{test.BOUND:.2f}",
            error=f"{test.ERROR:.0%}",
            deals=test.deals,
        )

    # ---- Ladders

    def ladder(
        self,
        game: Annotated[str, typer.Argument()],
        games: Annotated[str, Flag("--games", "-g")] = "100",
        neighbours: Word = None,
        table_sizes: Annotated[list[str], Flag("--seats", "-n")] = [],  # noqa: B006
        seed: Annotated[str, Flag()] = "ladder",
        option: Options = [],  # noqa: B006
        code: Codes = [],  # noqa: B006
        program: Programs = [],  # noqa: B006
        seconds: Word = None,
        iterations: Word = None,
        folder: Annotated[Path, Flag("--out")] = Path("ladder"),
        processes: Word = None,
        ray: Word = None,
    ) -> None:
        box = game_box(game.lower())
        counts = _seat_counts(box, table_sizes)
        chosen = box(counts[0], **options(box, option)).options
        guests = Guests(tuple(code), tuple(program))
        # Two deals at least: of one nobody can say how sure it is.
        wanted = number("--games", games, counts[-1] + 1, MOST_GAMES)
        of_neighbours = number("--neighbours", neighbours or games, wanted, MOST_GAMES)
        crew = _crew(processes, ray)
        check_packages()
        budget = _budget(seconds, iterations)
        entrants = list(bots_for(box.id, guests))
        matches = [
            Match(box.id, chosen, bots, f"{seed_or_fresh(seed)}/{'-'.join(bots)}", budget, guests)
            for bots in pairings(entrants, counts)
        ]
        again = {
            "--games": [games],
            "--neighbours": [neighbours] if neighbours else [],
            "--seats": table_sizes,
            "--seed": [seed],
            "--option": option,
            "--code": code,
        }
        again |= {"--program": program, "--seconds": [seconds] if seconds else []}
        again |= {"--iterations": [iterations] if iterations else []}
        flags = [word for flag, values in again.items() for value in values for word in (flag, value)]
        with ExitStack() as files:
            kept = [files.enter_context(closing(Results(_kept_for(match, match.seed), match))) for match in matches]
            ladder = Ladder(
                [
                    Contest(results, of_neighbours if are_neighbours(results.match.bots, entrants, counts) else wanted)
                    for results in kept
                ]
            )
            done = sum(len(contest.counted) for contest in ladder.contests)
            if done:
                self._mention("ladder-goes-on", done=done, games=sum(contest.games for contest in ladder.contests))
            if self._play(ladder.contests, crew, shares=False):
                complain(self.voice.text("ladder-interrupted"))
                raise typer.Exit(INTERRUPTED)
        report = ladder.report(shlex.join(["omnibus", "ladder", box.id, *flags]))
        self._print_ladder(report)
        for path in write_ladder(chosen_path(folder), report):
            self.voice.say("page-written", path=path)

    def _print_ladder(self, report: dict[str, Any]) -> None:
        table = self._table("bot", "rating", "mean-time", "slow-time")
        for each in report["ratings"]:
            times = each["times"]
            rating = f"{each['rating']:.1f} ± {each['interval']:.1f}"
            table.add_row(each["bot"], rating, _milliseconds(times["mean"]), _milliseconds(times["p99"]))
        self.voice.console.print(table)
        outside = [
            f"{cell['bot']}, {cell['seats']}, {cell['seat']}: {Share(*cell['share'])}"
            for cell in report["control"]
            if not cell["within"]
        ]
        if outside:
            self.voice.say("ladder-out-of-control", cells="; ".join(outside))
        else:
            self.voice.say("ladder-control")

    # ---- Statistics

    def stats(
        self,
        game: Annotated[str, typer.Argument()],
        games: Annotated[str, Flag("--games", "-g")] = "200",
        seats: Annotated[str | None, Flag("--seats", "-n")] = None,
        bot: Word = None,
        seed: Annotated[str, Flag()] = "stats",
        option: Options = [],  # noqa: B006
        code: Codes = [],  # noqa: B006
        program: Programs = [],  # noqa: B006
        seconds: Word = None,
        iterations: Word = None,
        folder: Annotated[Path, Flag("--out")] = Path("stats"),
        processes: Word = None,
        ray: Word = None,
    ) -> None:
        box = game_box(game.lower())
        counts = box.seat_counts
        at_table = None if seats is None else number("--seats", seats, counts[0], counts[-1])
        set_up = box(at_table, **options(box, option))
        players = [bot or usual_bot(box.id)] * set_up.seats
        guests = Guests(tuple(code), tuple(program))
        match = Match(box.id, set_up.options, players, seed_or_fresh(seed), _budget(seconds, iterations), guests)
        match.kinds()
        check_packages()
        wanted = number("--games", games, 2, MOST_GAMES)
        with closing(Results(_kept_for(match, f"stats {seed}"), match)) as results:
            contest = Contest(results, wanted, watched=True)
            if self._play([contest], _crew(processes, ray), shares=False):
                complain(self.voice.text("match-nothing" if not contest.counted else "ladder-interrupted"))
                raise typer.Exit(INTERRUPTED)
            found = sections(box.id, [contest.findings[outcome.number] for outcome in contest.counted])
            self._print_statistics(contest, found)
            page = write_statistics(chosen_path(folder), contest.match, wanted, found)
            results.forget()
        self.voice.say("page-written", path=page)

    def _print_statistics(self, contest: Contest, found: Sequence[StatisticsSection]) -> None:
        match, language = contest.match, self.voice.language
        name = game_box(match.game).rulebook.name.say(language)
        self.voice.say("stats-head", games=len(contest.counted), game=name, seats=len(match.bots), bot=match.bots[0])
        for section in found:
            table = Table(
                box=None,
                padding=(0, 2, 0, 0),
                header_style="dim",
                title=section.title(language),
                title_justify="left",
                title_style="bold",
            )
            for place, heading in enumerate(section.headings(language)):
                table.add_column(heading, justify="right" if place else "left")
            for row in section.rows:
                table.add_row(*section.words(row, language))
            self.voice.console.print()
            self.voice.console.print(table)

    # ---- Shared

    def _table(self, *columns: str) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for place, column in enumerate(columns):
            table.add_column(self.voice.text(f"column-{column}"), justify="right" if place else "left")
        return table

    def _mention(self, key: str, **params: object) -> None:
        """Say something beside the results: they may be read by a program."""
        sys.stderr.write(self.voice.text(key, **params) + "\n")

    def _play(self, contests: Sequence[Contest], crew: Crew, shares: bool) -> bool:
        """Play what is missing, showing how far it is; whether somebody interrupted."""
        screen = Console(stderr=True)
        with Progress(
            TextColumn(self.voice.text("match-progress")),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=screen,
            transient=True,
            disable=not screen.is_terminal,
        ) as progress:
            total = sum(contest.games for contest in contests)
            task = progress.add_task("", total=total, completed=sum(len(contest.counted) for contest in contests))
            wins = [sum(each) for each in zip(*(outcome.wins for outcome in contests[0].counted), strict=True)]
            wins = wins or [0.0] * len(contests[0].match.bots)
            try:
                with closing(play_on(contests, crew)) as played:
                    for contest, outcome in played:
                        wins = [mine + more for mine, more in zip(wins, outcome.wins, strict=False)]
                        so_far = " ".join(f"{each / sum(wins):.1%}" for each in wins)
                        progress.update(task, advance=1, description=so_far if shares else " ".join(contest.match.bots))
            except KeyboardInterrupt:
                return True
        return False


def _budget(seconds: str | None, iterations: str | None) -> Budget | None:
    """What all bots are given, if somebody says so."""
    if seconds is None and iterations is None:
        return None
    count = None if iterations is None else number("--iterations", iterations, 1, 100_000_000)
    return Budget(amount("--seconds", seconds), count)


def _crew(processes: str | None, ray: str | None) -> Crew:
    return Crew(0 if processes is None else number("--processes", processes, 1, 1024), ray)


def _seat_counts(box: type[Game], texts: list[str]) -> list[int]:
    """The sizes of table that are asked for; without any, all."""
    counts = box.seat_counts
    return sorted({number("--seats", text, counts[0], counts[-1]) for text in texts}) or list(counts)


def _kept_for(match: Match, seed: str | None) -> Path:
    """Where the games of a match are kept while it is under way: found again by the same command."""
    named = json.dumps({**match.plain(), "seed": seed, "code": code_fingerprint(match)}, sort_keys=True)
    return state_folder() / "matches" / f"{match.game}-{sha256(named.encode()).hexdigest()[:16]}.jsonl"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"
