"""Lessons in the terminal: `omnibus learn GAME`. Where one has come to is kept in the user's state folder."""

import json
from pathlib import Path

from rich.text import Text

from omnibus.bots import NAMES
from omnibus.learn import Course, Lesson, LessonRun, Step
from omnibus.learn.lessons import PUPIL, BadLesson
from omnibus.rules.game import IllegalMove
from omnibus.terminal.prompt import QUIT, MovePrompt
from omnibus.terminal.saving import keep_text, kept_text, state_folder
from omnibus.terminal.voice import TerminalTrouble, Voice

StepsDone = list[str | None]


class Progress:
    """How far somebody has come in the lessons of a game."""

    def __init__(self, game: str):
        self._path: Path = state_folder() / f"lessons-{game}.json"
        self.taken: list[str] = []
        self.begun: dict[str, StepsDone] = {}
        try:
            kept = json.loads(kept_text(self._path) or "{}")
            self.taken, self.begun = list(kept.get("taken", [])), dict(kept.get("begun", {}))
        except (ValueError, TypeError, AttributeError):
            pass  # a file that somebody else has written into: the lessons begin anew

    def note(self, lesson: str, done: StepsDone) -> None:
        """Remember what was done in a lesson so far."""
        self.begun[lesson] = done
        self._keep()

    def finish(self, lesson: str) -> None:
        """Remember that a lesson is over; next time it begins anew."""
        self.begun.pop(lesson, None)
        self.taken = [*(each for each in self.taken if each != lesson), lesson]
        self._keep()

    def _keep(self) -> None:
        keep_text(self._path, json.dumps({"taken": self.taken, "begun": self.begun}))


class LessonSitting(MovePrompt):
    """One lesson, from where it was left to its end."""

    def __init__(self, lesson: Lesson, progress: Progress, voice: Voice):
        names = [voice.text("somebody"), *NAMES[1:]][: lesson.game.seats]
        super().__init__(PUPIL, names, voice)
        self.progress = progress
        try:
            self.run = LessonRun(lesson, progress.begun.get(lesson.id, []))
        except (BadLesson, IllegalMove):  # it has changed since
            self.run = LessonRun(lesson)
        self.state = self.run.state

    def take(self) -> bool:
        """Go through the lesson; whether the person stayed to its end."""
        self.voice.console.rule(Text(self.run.lesson.title.say(self.voice.language), style="bold"))
        while (step := self.run.step) is not None:
            if not (self._do(step) if step.wanted else self._read(step)):
                return False
            self.progress.note(self.run.lesson.id, self.run.done)
        self.progress.finish(self.run.lesson.id)
        return True

    def _read(self, step: Step) -> bool:
        self._say(step)
        if self.voice.ask("read-on").lower() in QUIT:
            return False
        self.run.read_on()
        return True

    def _do(self, step: Step) -> bool:
        self.show_table()
        self._say(step)
        while True:
            move = self.ask()
            if move is None:
                return False
            answer = self.run.attempt(move.text)
            style = "bold green" if answer.right else "yellow"
            self.voice.remark(f"{'✓' if answer.right else '✗'} {answer.say.say(self.voice.language)}", style=style)
            for event in answer.events:
                told = self.state.game.rulebook.tell(event.seen_by(PUPIL), self.names, self.voice.language)
                if told is not None:
                    self.voice.remark(told, style="dim")
            if answer.right:
                return True

    def _say(self, step: Step) -> None:
        self.voice.console.print(Text(step.say.say(self.voice.language), style="bold"))


def learn(course: Course, name: str | None, voice: Voice) -> None:
    """Take the lesson of that name and those after it, or go on with the first that was not taken."""
    progress = Progress(course.game)
    show_course(course, progress, voice)
    for lesson in _lessons_from(course, name, progress):
        if not LessonSitting(lesson, progress, voice).take():
            voice.say("lesson-left", command=voice.command("learn", course.game))
            return
    voice.say("lessons-over", command=voice.command("play", course.game))


def show_course(course: Course, progress: Progress, voice: Voice) -> None:
    """All lessons, and which of them were taken."""
    for number, lesson in enumerate(course.lessons, start=1):
        mark = "✓" if lesson.id in progress.taken else " "
        title = lesson.title.say(voice.language)
        voice.console.print(Text.assemble(f"{mark} {number} {title}  ", (f"{lesson.id} ", "dim")))
    voice.console.print()


def _lessons_from(course: Course, name: str | None, progress: Progress) -> tuple[Lesson, ...]:
    ids = [lesson.id for lesson in course.lessons]
    if name is None:
        name = next((each for each in ids if each not in progress.taken), ids[0])
    elif name.isdigit() and 1 <= int(name) <= len(ids):
        name = ids[int(name) - 1]
    if name not in ids:
        raise TerminalTrouble("no-such-lesson", lesson=name[:40], lessons=ids)
    return course.lessons[ids.index(name) :]
