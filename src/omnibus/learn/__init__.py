"""Learning a game: lessons in play."""

from omnibus.learn.lessons import Answer, Course, Lesson, LessonRun, Step, course

__all__ = ["Answer", "Course", "Lesson", "LessonRun", "Step", "course"]
