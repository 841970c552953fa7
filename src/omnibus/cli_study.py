"""The command of the study: what every move of a game was worth."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from omnibus.study.judge import judge_of
from omnibus.study.kept import KeptReview
from omnibus.study.page import write_review
from omnibus.study.review import MARKS, Review, work
from omnibus.study.trouble import TEXTS
from omnibus.study.words import Words
from omnibus.terminal.flags import INTERRUPTED, Flag, Word, complain, number
from omnibus.terminal.saving import chosen_path, read, state_folder
from omnibus.terminal.voice import Voice

MOST_TRIES = 1_000_000


class StudyCommands:
    """The commands, speaking with one voice."""

    def __init__(self, voice: Voice):
        self.voice = voice.with_texts(TEXTS)

    def review(
        self,
        file: Annotated[Path, typer.Argument()],
        budget: Word = None,
        html: Annotated[Path | None, Flag("--html")] = None,
        as_json: Annotated[bool, Flag("--json")] = False,
        hindsight: bool = False,
        again: Annotated[bool, Flag("--again")] = False,
        processes: Word = None,
    ) -> None:
        record = read(chosen_path(file))
        record.verify()
        tries = judge_of(record.game.id).budget
        if budget is not None:
            tries = number("--budget", budget, 1, MOST_TRIES)
        at_once = (os.cpu_count() or 1) if processes is None else number("--processes", processes, 1, 1000)
        path = state_folder() / "reviews" / f"{record.game.id}-{str(record.digest)[:16]}-{tries}.jsonl"
        opinions = [KeptReview(path, record, tries, again)]
        if hindsight and record.game.hides:
            opinions.append(KeptReview(path.with_suffix(".hindsight.jsonl"), record, tries, again, hindsight=True))
        interrupted = any(self._weigh(kept, at_once) for kept in opinions)
        reviews = [kept.review() for kept in opinions if kept.weighed]
        if as_json:
            first, *second = reviews or [opinions[0].review()]
            self.voice.console.print_json(data={**first, "with_hindsight": second[0]} if second else first)
        else:
            for review in reviews:
                self._print(review)
        if html is not None and reviews:
            page = chosen_path(html)
            write_review(page, reviews, self.voice.language)
            self._mention("page-written", path=page)
        if hindsight and not record.game.hides:
            self._mention("review-nothing-hidden")
        if any(kept.outdated for kept in opinions):
            self._mention("review-outdated", command=self.voice.command("review", file, "--again"))
        if interrupted:
            done, of = (sum(each) for each in zip(*((len(kept.weighed), kept.of) for kept in opinions), strict=True))
            complain(self.voice.text("review-interrupted", done=done, of=of))
            raise typer.Exit(INTERRUPTED)

    def _weigh(self, kept: KeptReview, processes: int) -> bool:
        """Weigh what is left to weigh, every decision being kept at once; whether somebody interrupted it."""
        screen = Console(stderr=True)
        columns = (
            TextColumn(self.voice.text("review-progress-hindsight" if kept.hindsight else "review-progress")),
            BarColumn(30),  # leaves room for the ^C that a terminal writes behind it
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        words = Words(self.voice.language, kept.review())
        with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
            task = progress.add_task("", total=kept.of, completed=len(kept.weighed))
            try:
                for weighed in work(kept.jobs(), processes):
                    kept.add(weighed)
                    progress.advance(task)
                    if screen.is_terminal and words.is_marked(weighed):
                        progress.console.print(Text(words.found(weighed), style="dim"), soft_wrap=True)
            except KeyboardInterrupt:
                return True
        return False

    # ---- What is printed

    def _mention(self, key: str, **params: object) -> None:
        """Say something that is no part of the results."""
        Console(stderr=True, highlight=False).print(Text(self.voice.text(key, **params)), soft_wrap=True)

    def _print(self, review: Review) -> None:
        words = Words(self.voice.language, review)
        self.voice.console.print(Text(words.head()))
        self.voice.console.print(self._seats(words))
        if not review["complete"]:
            self.voice.say("review-partly", done=len(review["decisions"]), of=review["of"])
        if review["moments"]:
            self.voice.console.print(Text(self.voice.text("review-moments"), style="bold"))
        for moment in review["moments"]:
            self.voice.remark(words.moment(moment))

    def _seats(self, words: Words) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        columns = ["player", "expected", words.luck_kind(), "loss", "result", *MARKS]
        for key in columns:
            table.add_column(self.voice.text(f"review-{key}"), justify="left" if key == "player" else "right")
        for row in words.seats():
            table.add_row(*row)
        return table
