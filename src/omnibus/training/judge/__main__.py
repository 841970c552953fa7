"""`python -m omnibus.training.judge --recipe FILE --out FOLDER`."""

import argparse
import json
import sys
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from omnibus.rules.rulebook import Refusal
from omnibus.training.__main__ import INTERRUPTED, REFUSED
from omnibus.training.checkpoint import Arrays, packed, write
from omnibus.training.judge.course import Course, Weights
from omnibus.training.judge.courses import course_for
from omnibus.training.judge.evaluation import match_against_hard, surprises
from omnibus.training.judge.learning import learnt
from omnibus.training.judge.lessons import Lessons, together
from omnibus.training.judge.recipe import Recipe, read_recipe
from omnibus.training.log import counted


def main(arguments: list[str] | None = None) -> int:
    """Play and learn, stage by stage. Games that are there already are not played again: so a run goes on."""
    parser = argparse.ArgumentParser(prog="python -m omnibus.training.judge", description=__doc__)
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(arguments)
    try:
        recipe = read_recipe(asked.recipe)
        follow(course_for(recipe.game), recipe, asked.out)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)  # noqa: T201
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def follow(course: Course, recipe: Recipe, folder: Path) -> None:
    """Each stage plays by what the one before has learnt, and learns from all games so far."""
    before: Path | None = None
    lessons: list[Lessons] = []
    for stage, games in enumerate(recipe.games, start=1):
        out = folder / f"stage {stage}"
        out.mkdir(parents=True, exist_ok=True)
        seed = f"{recipe.seed} {stage}"
        for _ in counted("games", course.play_games(out, seed, games, before), games):
            pass
        lessons.append(course.lessons_in(out, seed))
        weights, figures = _learn(course, together(lessons), recipe)
        besides, more_figures = course.learn_besides(out, seed, recipe)
        facts = {"positions": sum(len(each.games) for each in lessons), **figures, **more_figures}
        export(course, out, recipe, {**course.exported(weights), **besides}, facts)
        before = out
        _tell(out, match_against_hard(course, out, recipe))


def _learn(course: Course, lessons: Lessons, recipe: Recipe) -> tuple[Weights, dict[str, Any]]:
    most, held_out = lessons.divided(recipe.held_out)
    *_, weights = counted("times through them", learnt(course, most, recipe), recipe.epochs)
    return weights, surprises(course, weights, held_out)


def export(course: Course, folder: Path, recipe: Recipe, arrays: Arrays, facts: dict[str, Any]) -> None:
    """Write `weights.npz` and `manifest.json`, which the judge of the game reads that plays."""
    data = packed(arrays)
    manifest = {
        "game": course.game.id,
        "ruleset": course.game.rulesets[-1],
        "encoding": course.layout(),
        "weights": sum(each.size for each in arrays.values()),
        "sha256": sha256(data).hexdigest(),
        "recipe": asdict(recipe),
        **facts,
    }
    write(folder / "weights.npz", data)
    write(folder / "manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())


def _tell(folder: Path, figures: dict[str, float]) -> None:
    """What came of it, beside what it is."""
    file = folder / "manifest.json"
    manifest = {**json.loads(file.read_text(encoding="utf-8")), "against_hard": figures}
    write(file, (json.dumps(manifest, indent=1) + "\n").encode())
    surprise, by_thumb = manifest["surprise"], manifest["surprise_by_thumb"]
    print(f"{folder}: {figures['share']:.1%} against hard; surprised by {surprise} nats, by thumb {by_thumb}")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
