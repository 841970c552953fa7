"""The study as a program: `python -m omnibus.study.line` reads questions and answers what moves are worth, a line each.

A line in is a JSON object. `{"do": "course", "record": "…"}` asks how a finished game went; `{"do": "decision",
"record": "…", "n": 12, "budget": 900, "seed": "…", "hindsight": false}` what the moves at one of its decisions were
worth; `{"do": "position", "view": {…}, "budget": 900, "seed": "…"}` what the legal moves of a view are. The line out is
the answer; one that begins with `!` tells why there is none.
"""

import json
import sys
from contextlib import redirect_stdout
from functools import lru_cache
from typing import Any, TextIO, cast

from omnibus.rules import read_record
from omnibus.rules.game import State, View
from omnibus.rules.rulebook import printable
from omnibus.study.review import Course, Decision, Ply, course_of, do_job, jobs_of
from omnibus.study.worth import weigh

Outline = dict[str, Any]


def outline_of(course: Course) -> Outline:
    """How a game went as plain data, without what was seen: with its end, enough to put a review together."""
    return {
        "decisions": [(each.n, each.seat) for each in course.decisions],
        "plies": [(ply.seat, int(ply.chance)) for ply in course.plies],
    }


def course_from(outline: Outline, end: State) -> Course:
    """How a game went that ended so; what was seen and known on the way is left out."""
    decisions = [Decision(n, seat, cast(View, {}), "", end) for n, seat in outline["decisions"]]
    return Course(decisions, [Ply(seat, bool(chance)) for seat, chance in outline["plies"]], end)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question."""
    if question["do"] == "course":
        return outline_of(_course(question["record"]))
    budget, seed = question["budget"], question["seed"]
    if question["do"] == "decision":
        course = _course(question["record"])
        this = [each for each in course.decisions if each.n == question["n"]]
        (job,) = jobs_of(course._replace(decisions=this), budget, seed, question["hindsight"])
        return do_job(job)
    view = question["view"]
    return weigh(view, view["legal"][0]["text"], budget, seed)


@lru_cache(maxsize=4)
def _course(record: str) -> Course:
    """One game is asked about many times in a row."""
    return course_of(read_record(record))


def listen(questions: TextIO, answers: TextIO) -> None:
    """Answer every line until there are no more."""
    # What a judge prints must not be taken for an answer.
    with redirect_stdout(sys.stderr):
        for line in questions:
            try:
                told = json.dumps(answer(json.loads(line)), ensure_ascii=False, separators=(",", ":"))
            except Exception as error:
                # Whatever a record or a judge does to us, the next line may be a good one.
                told = printable(f"!{type(error).__name__}: {error}")[:500]
            answers.write(told + "\n")
            answers.flush()


if __name__ == "__main__":
    try:
        listen(sys.stdin, sys.stdout)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.stderr.close()
