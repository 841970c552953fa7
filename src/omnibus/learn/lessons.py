"""Lessons: a game learnt in play, at the real table with the real rules.

They are data: `lessons.toml` beside the rules of a game. A lesson is a position and some steps. In every step there is
something to read, and in most of them something to do. What is done gets an answer: if it was what the step is about,
the game goes on from there; if it was another legal move, the table stays as it was.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from omnibus.rules.game import Event, Game, Move, State
from omnibus.rules.rulebook import Phrase, catalogue
from omnibus.rules.shelf import GAMES

FILE = "lessons.toml"
PUPIL = 0  # the seat of whoever learns


class BadLesson(ValueError):
    """A lesson that cannot be given."""


class Step(NamedTuple):
    """Something to read, and what to do then, if anything."""

    say: Phrase
    wanted: tuple[Mapping[str, Any], ...]  # parts of the data of the moves that are meant; none if it is only read
    right: Phrase | None
    wrong: Phrase | None
    replies: tuple[str, ...]  # what the others do then, as a record has it: `1 draw deck`

    def is_meant(self, move: Move) -> bool:
        """Whether the move is what the step is about."""
        return any(parts.items() <= move.data.items() for parts in self.wanted)


class Lesson(NamedTuple):
    """A position and what to learn in it."""

    id: str
    game: Game
    title: Phrase
    rules: tuple[str, ...]
    deal: tuple[int, ...]
    before: tuple[str, ...]
    steps: tuple[Step, ...]

    def begin(self) -> State:
        """The position at its start."""
        state = self.game.start(f"lesson {self.id}", deal=self.deal)
        for ply in self.before:
            _play(state, ply)
        return state


class Course(NamedTuple):
    """All lessons of a game, in their order."""

    game: str
    needed: tuple[str, ...]  # the rules without which nobody can play a first game
    lessons: tuple[Lesson, ...]

    def lesson(self, name: str) -> Lesson | None:
        """The lesson with that id."""
        return next((lesson for lesson in self.lessons if lesson.id == name), None)


class Answer(NamedTuple):
    """What is said to a move, and what it brought about if it was the right one."""

    right: bool
    say: Phrase
    events: list[Event]


class LessonRun:
    """A lesson being taken. What has been done so far is all there is to know: for each step a move, or None where
    there was only something to read."""

    def __init__(self, lesson: Lesson, done: Sequence[str | None] = ()):
        self.lesson = lesson
        self.state = lesson.begin()
        self.done: list[str | None] = []
        for move in done:
            if move is None:
                self.read_on()
            elif not self.attempt(move).right:
                raise BadLesson(f"{lesson.id}: {move} is not what step {len(self.done) + 1} is about")

    @property
    def step(self) -> Step | None:
        """What comes next; None when the lesson is over."""
        return self.lesson.steps[len(self.done)] if len(self.done) < len(self.lesson.steps) else None

    def read_on(self) -> None:
        """Go on from a step in which there was nothing to do."""
        if self.step is None or self.step.wanted:
            raise BadLesson(f"{self.lesson.id}: step {len(self.done) + 1} is not only to be read")
        self.done.append(None)

    def attempt(self, move: str) -> Answer:
        """Make a move. An illegal one raises IllegalMove, which says why."""
        step = self.step
        if step is None or step.right is None or step.wrong is None:
            raise BadLesson(f"{self.lesson.id}: there is nothing to do in step {len(self.done) + 1}")
        meant = self.state.game.move(move)
        refusal = self.state.why_not(PUPIL, meant)
        if refusal is not None:
            raise refusal
        if not step.is_meant(meant):
            return Answer(False, step.wrong, [])
        events = self.state.play(PUPIL, meant)
        for reply in step.replies:
            events += _play(self.state, reply)
        self.done.append(move)
        return Answer(True, step.right, events)


def _play(state: State, ply: str) -> list[Event]:
    seat, _, move = ply.partition(" ")
    return state.play(int(seat), move)


@cache
def course(game: str) -> Course | None:
    """The lessons of a game; None if it has none."""
    package = GAMES.package(game)
    if not files(package).joinpath(FILE).is_file():
        return None
    tables = catalogue(package, FILE)
    lessons = tuple(_lesson(game, table) for table in tables["lessons"])
    return Course(game, tuple(tables["needed"]), lessons)


def _lesson(game: str, table: Mapping[str, Any]) -> Lesson:
    name = table["id"]
    return Lesson(
        id=name,
        game=GAMES[game](table["seats"], **table.get("options", {})),
        title=Phrase(f"{game} lesson {name}", table["title"]),
        rules=tuple(table["rules"]),
        deal=tuple(table.get("deal", ())),
        before=tuple(table.get("before", ())),
        steps=tuple(_step(f"{game} lesson {name}, step {at}", each) for at, each in enumerate(table["steps"], start=1)),
    )


def _step(where: str, table: Mapping[str, Any]) -> Step:
    wanted = tuple(table.get("do", ()))
    return Step(
        say=Phrase(where, table["say"]),
        wanted=wanted,
        right=Phrase(f"{where}, right", table["right"]) if wanted else None,
        wrong=Phrase(f"{where}, wrong", table["wrong"]) if wanted else None,
        replies=tuple(table.get("replies", ())),
    )
