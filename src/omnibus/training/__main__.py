"""`python -m omnibus.training GAME --recipe FILE --out FOLDER --seconds N [--resume]`."""

import argparse
import sys
from pathlib import Path

from omnibus.rules.rulebook import Refusal
from omnibus.training.session import learn

INTERRUPTED = 130
REFUSED = 2


def main(arguments: list[str] | None = None) -> int:
    """Learn for so long, or until somebody interrupts; a checkpoint is always left."""
    parser = argparse.ArgumentParser(prog="python -m omnibus.training", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--resume", action="store_true")
    asked = parser.parse_args(arguments)
    try:
        finished = learn(asked.game, asked.recipe, asked.out, asked.seconds, asked.resume)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)  # noqa: T201
        return REFUSED
    return 0 if finished else INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
