"""The games that can be learnt to be judged."""

from omnibus.training.judge.bus.course import BUS
from omnibus.training.judge.course import Course
from omnibus.training.judge.terminus.course import TERMINUS
from omnibus.training.trouble import BadRecipe

COURSES = {course.game.id: course for course in (BUS, TERMINUS)}


def course_for(game: str) -> Course:
    """The course of a game."""
    if game not in COURSES:
        raise BadRecipe("recipe-no-course", game=game, games=", ".join(COURSES))
    return COURSES[game]
