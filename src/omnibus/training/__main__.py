"""`python -m omnibus.training GAME --recipe FILE --out FOLDER --seconds N [--resume]`."""

import argparse
import signal
import sys
from pathlib import Path
from time import monotonic
from types import FrameType

from omnibus.rules.rulebook import Refusal
from omnibus.training.recipe import read_recipe
from omnibus.training.session import Session
from omnibus.training.trouble import BadRecipe

INTERRUPTED = 130
REFUSED = 2


def main(arguments: list[str] | None = None) -> int:
    """Learn for so long, or until somebody interrupts; a checkpoint is always left."""
    begun = monotonic()
    parser = argparse.ArgumentParser(prog="python -m omnibus.training", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--resume", action="store_true")
    asked = parser.parse_args(arguments)
    try:
        recipe = read_recipe(asked.recipe)
        if recipe.game != asked.game:
            raise BadRecipe("recipe-other-game", path=asked.recipe, game=recipe.game, asked=asked.game)
        session = Session(recipe, asked.out, asked.seconds, asked.resume, begun)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)  # noqa: T201
        return REFUSED

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if session.interrupted:
            raise KeyboardInterrupt
        session.interrupted = True

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, interrupt)
    session.go()
    return INTERRUPTED if session.interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
