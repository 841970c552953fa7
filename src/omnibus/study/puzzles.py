"""Making puzzles: positions of bots' games in which one move is best, proven by exact calculation.

The same seed and count give the same puzzles. They are written down game by game: whoever interrupts loses nothing, and
the same command goes on.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from omnibus.bots import bot_named, usual_bot
from omnibus.bots.bot import Budget, Kind
from omnibus.learn.puzzles import GRADES, MARGINS
from omnibus.rules.game import View
from omnibus.rules.shelf import GAMES, part
from omnibus.study.proof import Proof, PuzzleSource, Question, TooManyLeaves
from omnibus.study.trouble import StudyTrouble

LEVELS = ("easy", "normal", "hard")
TRIES = 3  # a level that finds the answer once may have been lucky
FEWEST_MOVES = 3
MOST_POSITIONS = 20  # of one game
# So that the puzzles are not all alike: no more than this part of them has one grade, or one kind at one set-up.
MOST_OF_A_GRADE = Fraction(1, 3)
MOST_OF_A_KIND = Fraction(1, 5)
PATIENCE = 1000  # games in a row without a puzzle


def source_of(game: str) -> PuzzleSource:
    """Where puzzles of a game come from: `PUZZLES` of its part in this room."""
    source: PuzzleSource | None = getattr(part(game, "study"), "PUZZLES", None)
    if source is None:
        raise StudyTrouble("no-source", game=game)
    return source


class Position(NamedTuple):
    """A position of a bots' game."""

    seats: int
    options: dict[str, int | bool]
    seed: str
    before: list[str]
    seat: int

    @property
    def id(self) -> str:
        """A short name that nobody else has."""
        return sha256(json.dumps(self, sort_keys=True).encode()).hexdigest()[:6]


def make(game: str, count: int, seed: str, path: Path, progress: Callable[[int, int], None]) -> int:
    """Add puzzles to those in the file until there are so many; how many there are then."""
    source = source_of(game)
    collection = Collection.opened(path, game, seed)
    fruitless = 0
    while len(collection.puzzles) < count and fruitless < PATIENCE:
        progress(len(collection.puzzles), count)
        puzzle = _puzzle_of_game(game, source, seed, collection, count)
        fruitless = 0 if puzzle else fruitless + 1
        collection.add_game(puzzle)
    progress(len(collection.puzzles), count)
    return len(collection.puzzles)


class Collection:
    """The file that puzzles are written into, and how many games they were looked for in."""

    def __init__(self, path: Path, game: str, seed: str):
        self.path = path
        self.head: dict[str, object] = {"game": game, "ruleset": GAMES[game].rulesets[-1], "seed": seed}
        self.games = 0
        self.puzzles: list[dict[str, Any]] = []

    @classmethod
    def opened(cls, path: Path, game: str, seed: str) -> "Collection":
        """The puzzles that are in the file already; none if there is no file yet."""
        collection = cls(path, game, seed)
        if path.exists():
            try:
                data = json.loads(path.read_text(encoding="utf-8"))
                theirs = {key: data[key] for key in collection.head}
                collection.games, collection.puzzles = data["games"], data["puzzles"]
            except (OSError, ValueError, LookupError, TypeError):
                raise StudyTrouble("not-puzzles", path=path) from None
            differs = [key for key, value in collection.head.items() if theirs[key] != value]
            if differs:
                raise StudyTrouble("other-collection", path=path, differs=differs[0])
        return collection

    def has_room_for(self, grade: int, count: int) -> bool:
        """Whether there are not too many of that grade already."""
        return [puzzle["grade"] for puzzle in self.puzzles].count(grade) < ceil(count * MOST_OF_A_GRADE)

    def lacks(self, puzzle: Mapping[str, Any], count: int) -> bool:
        """Whether it is new, and there are not too many of its kind already."""
        alike = [_kind(other) for other in self.puzzles].count(_kind(puzzle))
        return alike < ceil(count * MOST_OF_A_KIND) and all(other["id"] != puzzle["id"] for other in self.puzzles)

    def add_game(self, puzzle: dict[str, Any] | None) -> None:
        """One game more was looked through; write down what was found, wholly or not at all."""
        self.games += 1
        if puzzle is not None:
            self.puzzles.append(puzzle)
        head = json.dumps({**self.head, "games": self.games})[:-1]
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in self.puzzles)
        beside = self.path.with_name(self.path.name + ".part")
        try:
            beside.write_text(f'{head}, "puzzles": [\n{lines}\n]}}\n', encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            raise StudyTrouble("cannot-write", path=self.path, reason=error.strerror or error) from None


def _puzzle_of_game(
    game: str, source: PuzzleSource, seed: str, collection: Collection, count: int
) -> dict[str, Any] | None:
    """The first good puzzle among some positions of the next game."""
    number = collection.games
    found = list(_positions(game, source, f"{seed}/{number}", number))
    Random(f"{seed}/{number}").shuffle(found)
    for position, view, question in found[:MOST_POSITIONS]:
        proof = _proven(source, view, question)
        if proof is None:
            continue
        at_first_sight = bool(set(proof.obvious) & set(proof.best))
        if at_first_sight and not collection.has_room_for(GRADES[0], count):
            continue
        grade = _grade(game, view, proof, position.id)
        if collection.has_room_for(grade, count) and (grade == GRADES[0] or not at_first_sight):
            puzzle = _written(game, position, view, question, proof, grade)
            if collection.lacks(puzzle, count):
                return puzzle
    return None


def _proven(source: PuzzleSource, view: View, question: Question) -> Proof | None:
    """The proof that one move is best; None if none is, or there is too much to go through."""
    try:
        proof = source.solve(view, question)
    except TooManyLeaves:
        return None
    return proof if proof is not None and is_clear(proof, question.counts) else None


def _positions(game: str, source: PuzzleSource, seed: str, number: int) -> Iterator[tuple[Position, View, Question]]:
    """The positions of a bots' game in which there is something to ask."""
    seats, options = source.set_ups[number % len(source.set_ups)]
    set_up = GAMES[game](seats, **options)
    kind = bot_named(usual_bot(game), game)
    bots = [kind.seated(_repeatable(kind)) for _ in range(seats)]
    luck = [Random(f"{seed}/{seat}") for seat in range(seats)]
    state = set_up.start(seed)
    before: list[str] = []
    while state.turn:
        seat = state.turn[0]
        view = state.view(seat)
        question = source.question(view) if len(view["legal"]) >= FEWEST_MOVES else None
        if question is not None:
            yield Position(seats, set_up.options, seed, before[:], seat), view, question
        move = bots[seat](view, luck[seat])
        state.play(seat, move)
        before.append(f"{seat} {move}")


def _repeatable(kind: Kind) -> Budget:
    """The budget of a kind of bots without its clock: on every machine it thinks the same."""
    return Budget(iterations=kind.budget.iterations or 1)


def is_clear(proof: Proof, counts: str) -> bool:
    """Whether one answer is best, and no second one within the margin."""
    best = max(proof.values.values())
    others = [value for value in proof.values.values() if value != best]
    return 2 * len(others) >= len(proof.values) and max(others) < best - MARGINS[counts]


def _grade(game: str, view: View, proof: Proof, name: str) -> int:
    """The grade of the weakest level that finds the answer; the last one if none does."""
    found = (grade for grade, level in zip(GRADES, LEVELS, strict=False) if _finds(game, level, view, proof.best, name))
    return next(found, GRADES[-1])


def _written(game: str, position: Position, view: View, question: Question, proof: Proof, grade: int) -> dict[str, Any]:
    """The puzzle as it stands in the file."""
    done = next(move["do"] for move in view["legal"] if move["text"] == proof.best[0])
    return {
        "id": position.id,
        **position._asdict(),
        **question._asdict(),
        "grade": grade,
        "found_by": [level for level in LEVELS if _finds(game, level, view, proof.best, position.id)],
        "kind": proof.kind or done,
        "values": {move: str(value) for move, value in proof.values.items()},
        "proof": {"worlds": proof.worlds, "leaves": proof.leaves},
    }


def _finds(game: str, level: str, view: View, answers: list[str], name: str) -> bool:
    """Whether the bots of that level find the answer, whatever their luck."""
    kind = bot_named(level, game)
    return all(kind.seated(_repeatable(kind))(view, Random(f"{name}/{level}/{at}")) in answers for at in range(TRIES))


def _kind(puzzle: Mapping[str, Any]) -> str:
    """What it is about, and at what table."""
    return f"{puzzle['kind']} {puzzle['seats']} {sorted(puzzle['options'].items())}"
