"""A bot at the end of a line: `python -m omnibus.bots.line` takes a view a line and answers with a move a line.

In: `{"bot": "hard", "view": {…}, "budget": {"seconds": 1.0, "iterations": null} or null, "seed": "…"}`.
Out: the move's text, or a line that begins with `!` and a reason.
"""

import json
import sys
from random import Random

from omnibus.bots import bot_named
from omnibus.bots.bot import Budget


def answer(line: str) -> str:
    """The answer to one line."""
    try:
        question = json.loads(line)
        kind = bot_named(question["bot"], question["view"]["game"])
        budget = Budget(**question["budget"]) if question["budget"] else None
        return kind.seated(budget)(question["view"], Random(question["seed"]))
    except Exception as fault:
        return f"! {type(fault).__name__}: {fault}".replace("\n", " ")


def main() -> None:
    """Answer line by line until the input ends."""
    for line in sys.stdin:
        print(answer(line), flush=True)  # noqa: T201 (the answer itself)


if __name__ == "__main__":
    main()
