"""Puzzles in the terminal: `omnibus puzzles solve GAME`. What was solved is kept in the user's state folder."""

import json
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from rich.text import Text

from omnibus.bots import NAMES
from omnibus.learn import Puzzle, Verdict, puzzles
from omnibus.rules.shelf import GAMES
from omnibus.terminal.prompt import QUIT, MovePrompt
from omnibus.terminal.saving import keep_text, kept_text, state_folder
from omnibus.terminal.voice import TerminalTrouble, Voice

BEST = {"best", "b", "meilleur", "m"}
NEXT = {"next", "n", "suivant", "s"}


class Fared:
    """How somebody has fared with the puzzles of a game."""

    def __init__(self, game: str):
        self._path: Path = state_folder() / f"puzzles-{game}.json"
        self.solved: list[str] = []
        self.tries: dict[str, int] = {}  # until it was solved
        try:
            kept = json.loads(kept_text(self._path) or "{}")
            self.solved, self.tries = list(kept.get("solved", [])), dict(kept.get("tries", {}))
        except (ValueError, TypeError, AttributeError):
            pass  # a file that somebody else has written into: nothing counts as solved

    def note(self, puzzle: Puzzle, right: bool) -> None:
        """Remember an answer."""
        if puzzle.id in self.solved:
            return
        self.tries[puzzle.id] = self.tries.get(puzzle.id, 0) + 1
        if right:
            self.solved.append(puzzle.id)
        keep_text(self._path, json.dumps({"solved": self.solved, "tries": self.tries}))

    def mark(self, puzzle: Puzzle) -> str:
        """A sign for it in a list."""
        return "✓" if puzzle.id in self.solved else "·" if puzzle.id in self.tries else " "


class PuzzleSitting(MovePrompt):
    """One puzzle, until it is solved or left."""

    def __init__(self, puzzle: Puzzle, number: int, fared: Fared, voice: Voice):
        names = list(NAMES[1 : puzzle.game.seats])
        names.insert(puzzle.seat, voice.text("somebody"))
        super().__init__(puzzle.seat, names, voice)
        self.puzzle = puzzle
        self.number = number
        self.fared = fared
        self.state = puzzle.begin()

    def solve(self) -> bool:
        """Let the person find the best move; whether the person wants to go on to another puzzle."""
        language = self.voice.language
        title = self.voice.text("puzzle", number=self.number, grade=self.puzzle.grade_name.say(language))
        self.voice.console.rule(Text(title, style="bold"))
        while True:
            self.show_table()
            self.voice.console.print(Text(" ".join(each.say(language) for each in self.puzzle.task), style="bold"))
            move = self.ask()
            if move is None:
                return False
            verdict = self.puzzle.answer(move.text)
            self.fared.note(self.puzzle, verdict.right)
            wanted = self._told(verdict)
            if wanted in QUIT:
                return False
            if verdict.right or wanted in NEXT:
                return True
            if wanted in BEST:
                self._rank(verdict)
                return self.voice.ask("puzzle-solved").lower() not in QUIT

    def _told(self, verdict: Verdict) -> str:
        """Say what an answer is worth; what the person wants then."""
        told = {"move": verdict.move, "worth": self._worth(verdict.value)}
        if verdict.right:
            self.voice.remark("✓ " + self.voice.text("puzzle-right", **told), style="bold green")
            self._rank(verdict)
            return self.voice.ask("puzzle-solved").lower()
        self.voice.remark(
            "✗ " + self.voice.text("puzzle-wrong", best=self._worth(verdict.best), **told), style="yellow"
        )
        return self.voice.ask("puzzle-unsolved").lower()

    def _rank(self, verdict: Verdict) -> None:
        """All moves by what they are worth, those that come to the same together."""
        width = max(len(self._worth(value)) for _, value in verdict.ranking)
        for value, moves in groupby(verdict.ranking, key=lambda each: each[1]):
            style = "bold" if value == verdict.best else ""
            self.voice.remark(f"{self._worth(value):>{width}}  {', '.join(move for move, _ in moves)}", style)

    def _worth(self, value: Fraction) -> str:
        """What a move is worth, in words."""
        share = self.puzzle.counts == "share"
        number = f"{float(value * 100):.1f}" if share else f"{float(value):.2f}"
        shown = number.rstrip("0").removesuffix(".")
        if self.voice.language == "fr":
            shown = shown.replace(".", ",")
        if share:
            return self.voice.text("worth-share", share=shown)
        # A fraction takes the plural in English, in French only from two on.
        one = abs(value) < 2 if self.voice.language == "fr" else abs(value) == 1
        return self.voice.text("worth-points", points=shown, plural=1 if one else 2)


def solve(game: str, name: str | None, voice: Voice) -> None:
    """Solve the puzzle of that name or number and those after it that are not solved yet, or the first of these."""
    all_puzzles = puzzles(game)
    if not all_puzzles:
        raise TerminalTrouble("no-puzzles", game=game, games=[each for each in GAMES if puzzles(each)])
    fared = Fared(game)
    show_puzzles(all_puzzles, fared, voice)
    for puzzle in _puzzles_from(all_puzzles, name, fared):
        number = all_puzzles.index(puzzle) + 1
        if not PuzzleSitting(puzzle, number, fared, voice).solve():
            voice.say("puzzle-left", command=voice.command("puzzles", "solve", game))
            return
    voice.say("puzzles-over")


def show_puzzles(all_puzzles: tuple[Puzzle, ...], fared: Fared, voice: Voice) -> None:
    """All puzzles by their grades, and which of them were solved."""
    numbered = list(enumerate(all_puzzles, start=1))
    for _, group in groupby(numbered, key=lambda each: each[1].grade):
        alike = list(group)
        solved = sum(puzzle.id in fared.solved for _, puzzle in alike)
        grade = alike[0][1].grade_name.say(voice.language)
        voice.say("puzzles-of-grade", style="bold", grade=grade, solved=solved, puzzles=len(alike))
        voice.remark("  ".join(f"{number}{fared.mark(puzzle)}" for number, puzzle in alike))
    voice.console.print()


def _puzzles_from(all_puzzles: tuple[Puzzle, ...], name: str | None, fared: Fared) -> list[Puzzle]:
    """The one that was asked for, if any, and those after it that are not solved."""
    if name is None:
        return [puzzle for puzzle in all_puzzles if puzzle.id not in fared.solved]
    ids = [puzzle.id for puzzle in all_puzzles]
    if name not in ids and name.isdigit() and 1 <= int(name) <= len(ids):
        name = ids[int(name) - 1]
    if name not in ids:
        raise TerminalTrouble("no-such-puzzle", puzzle=name[:40], last=len(ids))
    here = ids.index(name)
    return [all_puzzles[here], *(each for each in all_puzzles[here + 1 :] if each.id not in fared.solved)]
