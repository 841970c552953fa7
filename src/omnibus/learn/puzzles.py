"""Puzzles: positions in which one move is best, with the exact value of every move.

They are data: `puzzles.json` beside the rules of a game, made and proven by `omnibus puzzles make`. What a puzzle asks
is told in sentences: until when it counts, what counts, and how the others play until then. They stand in `texts.toml`
here; a game says in its `puzzles.toml` how the others play, and in its own words whatever it likes.

Before an answer nobody may see the values: a client gets the view of `begin()` and the sentences, no more.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from omnibus.rules.game import Event, Game, State, View
from omnibus.rules.rulebook import Phrase, catalogue, phrases
from omnibus.rules.shelf import GAMES

FILE = "puzzles.json"
SENTENCES = "puzzles.toml"

# What comes closer to the best answer than this would make it a matter of taste: no puzzle has such a second best.
MARGINS = {"points": Fraction(1, 2), "share": Fraction(1, 50)}

ENDS = ("turn", "line", "round", "game")
GRADES = range(1, 5)  # by the weakest level of bots that finds it: easy, normal, hard, none of them

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.learn", "texts.toml"))


class Verdict(NamedTuple):
    """What is said to an answer."""

    move: str
    right: bool
    value: Fraction  # of the move that was chosen
    best: Fraction
    ranking: tuple[tuple[str, Fraction], ...]  # every legal move and its value, the best first

    @property
    def best_moves(self) -> tuple[str, ...]:
        """All moves that come to the best value: together they are one answer."""
        return tuple(move for move, value in self.ranking if value == self.best)


class Puzzle(NamedTuple):
    """A position, what is asked in it, and what every answer is worth."""

    id: str
    game: Game
    seed: str
    before: tuple[str, ...]  # the moves up to the position, as a record has them: `1 draw deck`
    seat: int  # who decides
    end: str  # until when it counts: one of ENDS
    counts: str  # what counts: a key of MARGINS
    others: str | None  # the key of how the others play until then; None where nobody else does
    grade: int
    found_by: tuple[str, ...]  # the levels of bots that find the answer
    values: Mapping[str, Fraction]  # of every legal move: the more the better
    proof: Mapping[str, int]  # how much had to be gone through: `worlds`, `leaves`

    def play_up(self) -> tuple[State, list[list[Event]]]:
        """The position, and what happened on the way to it, move by move."""
        state = self.game.start(self.seed)
        log = []
        for ply in self.before:
            seat, _, move = ply.partition(" ")
            log.append(state.play(int(seat), move))
        return state, log

    def begin(self) -> State:
        """The position."""
        return self.play_up()[0]

    def view(self) -> View:
        """What the seat that decides may know of the position."""
        view: View = self.begin().view(self.seat)
        return view

    @property
    def task(self) -> tuple[Phrase, ...]:
        """What is asked, sentence by sentence."""
        keys = ["asks", f"end-{self.end}", f"counts-{self.counts}"]
        if self.others is not None:
            keys.append(f"others-{self.others}")
        sentences = _sentences(self.game.id)
        return tuple(sentences[key] for key in keys)

    @property
    def grade_name(self) -> Phrase:
        """What the grade is called."""
        return TEXTS[f"grade-{self.grade}"]

    def answer(self, move: str) -> Verdict:
        """What that move is worth. One that is not legal raises IllegalMove, which says why."""
        refusal = self.begin().why_not(self.seat, move)
        if refusal is not None:
            raise refusal
        ranking = tuple(sorted(self.values.items(), key=lambda entry: -entry[1]))
        best = ranking[0][1]
        return Verdict(move, self.values[move] == best, self.values[move], best, ranking)


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if it has none."""
    file = files(GAMES.package(game)).joinpath(FILE)
    if not file.is_file():
        return ()
    data = json.loads(file.read_text(encoding="utf-8"))
    found = [_puzzle(GAMES[game], data["ruleset"], each) for each in data["puzzles"]]
    return tuple(sorted(found, key=lambda puzzle: puzzle.grade))


def puzzle_named(game: str, name: str) -> Puzzle | None:
    """The puzzle of a game with that id."""
    return next((puzzle for puzzle in puzzles(game) if puzzle.id == name), None)


def _puzzle(box: type[Game], ruleset: int, table: Mapping[str, Any]) -> Puzzle:
    return Puzzle(
        id=table["id"],
        game=box(table["seats"], ruleset, **table["options"]),
        seed=table["seed"],
        before=tuple(table["before"]),
        seat=table["seat"],
        end=table["end"],
        counts=table["counts"],
        others=table["others"],
        grade=table["grade"],
        found_by=tuple(table["found_by"]),
        values={move: Fraction(value) for move, value in table["values"].items()},
        proof=table["proof"],
    )


@cache
def _sentences(game: str) -> Mapping[str, Phrase]:
    """The sentences of all games, and those that a game says in its own words."""
    package = GAMES.package(game)
    own = phrases(catalogue(package, SENTENCES)) if files(package).joinpath(SENTENCES).is_file() else {}
    return {**TEXTS, **own}
