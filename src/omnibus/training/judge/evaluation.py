"""How good a judge is: how surprised it is by games that it has not learnt from, and how `master` plays with it."""

from pathlib import Path
from statistics import mean

import numpy as np

from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind
from omnibus.bots.bus.judge import LEAST_CHANCE
from omnibus.bots.bus.master import sit_down
from omnibus.rules.bus import Bus
from omnibus.training.judge.learning import Lessons, judged_chances, surprise
from omnibus.training.judge.network import Weights
from omnibus.training.judge.recipe import Recipe
from omnibus.training.log import counted

SEATS = 4


def surprises(weights: Weights, lessons: Lessons) -> dict[str, float]:
    """In nats, and that of the rule of thumb."""
    judged = np.log(np.maximum(judged_chances(weights, lessons), LEAST_CHANCE))
    by_thumb = surprise(lessons.batch.by_thumb, lessons)
    return {"surprise": round(surprise(judged, lessons), 4), "surprise_by_thumb": round(by_thumb, 4)}


def match_against_hard(folder: Path, recipe: Recipe) -> dict[str, float]:
    """The share of victories of one `master` with the judge of a folder, and its points, against three `hard`."""
    budget = Budget(iterations=recipe.evaluation_iterations)
    master, hard = Kind(lambda: sit_down(folder), budget), Kind(bot_named("hard", "bus").sit, budget)
    games = recipe.evaluation_games
    match = play_match(Bus(SEATS), [master, *[hard] * (SEATS - 1)], games, f"{recipe.seed} evaluation")
    outcomes = list(counted("games against hard", match, games))
    theirs = mean(mean(outcome.scores[1:]) for outcome in outcomes)
    return {
        "share": round(mean(outcome.wins[0] for outcome in outcomes), 4),
        "points": round(mean(outcome.scores[0] for outcome in outcomes), 2),
        "points_of_hard": round(theirs, 2),
    }
