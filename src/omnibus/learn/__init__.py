"""Learning a game: lessons in play, and puzzles."""

from omnibus.learn.lessons import Answer, Course, Lesson, LessonRun, Step, course
from omnibus.learn.puzzles import Puzzle, Verdict, puzzle_named, puzzles

__all__ = [
    "Answer",
    "Course",
    "Lesson",
    "LessonRun",
    "Puzzle",
    "Step",
    "Verdict",
    "course",
    "puzzle_named",
    "puzzles",
]
