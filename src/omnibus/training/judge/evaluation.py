"""How good a judge is: how surprised it is by games that it has not learnt from, and how `master` plays with it."""

from pathlib import Path
from statistics import mean

import numpy as np

from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind
from omnibus.training.judge.course import Course, Weights
from omnibus.training.judge.learning import judged_chances, surprise
from omnibus.training.judge.lessons import LEAST_CHANCE, Lessons
from omnibus.training.judge.recipe import Recipe
from omnibus.training.log import counted

SEATS = 4


def surprises(course: Course, weights: Weights, lessons: Lessons) -> dict[str, float]:
    """In nats, and that of the rule of thumb."""
    judged = np.log(np.maximum(judged_chances(course, weights, lessons), LEAST_CHANCE))
    by_thumb = surprise(lessons.rows.by_thumb, lessons)
    return {"surprise": round(surprise(judged, lessons), 4), "surprise_by_thumb": round(by_thumb, 4)}


def match_against_hard(course: Course, folder: Path, recipe: Recipe) -> dict[str, float]:
    """The share of victories of one `master` with the judge of a folder, and its points, against three `hard`."""
    budget = Budget(iterations=recipe.evaluation_iterations)
    master = Kind(lambda: course.sit_down(folder), budget)
    hard = Kind(bot_named("hard", recipe.game).sit, budget)
    games = recipe.evaluation_games
    match = play_match(course.game(SEATS), [master, *[hard] * (SEATS - 1)], games, f"{recipe.seed} evaluation")
    outcomes = list(counted("games against hard", match, games))
    theirs = mean(mean(outcome.scores[1:]) for outcome in outcomes)
    return {
        "share": round(mean(outcome.wins[0] for outcome in outcomes), 4),
        "points": round(mean(outcome.scores[0] for outcome in outcomes), 2),
        "points_of_hard": round(theirs, 2),
    }
