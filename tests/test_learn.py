"""`omnibus learn`: every lesson of every game solved in the terminal; leaving and coming back goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from omnibus.learn import Course, LessonRun, course
from omnibus.rules.shelf import OURS
from tests.starting import PATIENCE


def learnt(state: Path, *words: str, typed: list[str]) -> "subprocess.CompletedProcess[str]":
    """What somebody sees who types those lines."""
    return subprocess.run(
        [sys.executable, "-m", "omnibus", "learn", *words],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "XDG_STATE_HOME": str(state), "LC_ALL": "C.UTF-8", "LANGUAGE": "", "COLUMNS": "400"},
        check=False,
    )


def solution(found: Course) -> list[str]:
    """What to type from the first step to the last."""
    typed = []
    for lesson in found.lessons:
        run = LessonRun(lesson)
        while (step := run.step) is not None:
            if step.wanted:
                move = next(move.text for move in run.state.legal(0) if step.is_meant(move))
                run.attempt(move)
                typed.append(move)
            else:
                run.read_on()
                typed.append("")
    return typed


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_a_course_from_its_first_step_to_its_last(tmp_path: Path, game: str) -> None:
    found = course(game)
    assert found is not None
    done = learnt(tmp_path, game, typed=solution(found))
    assert done.returncode == 0, done.stderr
    for step in (step for lesson in found.lessons for step in lesson.steps):
        assert step.say.say("en") in done.stdout
    assert f"learn {game}" not in done.stdout
    assert f"play {game}" in done.stdout
    kept = json.loads((tmp_path / "omnibus" / f"lessons-{game}.json").read_text())
    assert kept["taken"] == [lesson.id for lesson in found.lessons]


@pytest.mark.slow
def test_what_is_not_meant_is_answered_and_leaving_loses_nothing(tmp_path: Path) -> None:
    left = learnt(tmp_path, "london", "tickets", typed=["", "keep T20", "draw deck", "quit"])
    assert "✗ That would be allowed." in left.stdout
    assert "L4" in left.stdout
    assert "learn london" in left.stdout
    back = learnt(tmp_path, "london", typed=["keep T01", "quit"])
    assert "A ticket names two places" not in back.stdout
    assert "✓ Two points" in back.stdout
    assert "✓ 1 Your tickets" in learnt(tmp_path, "london", typed=["quit"]).stdout
    (tmp_path / "omnibus" / "lessons-london.json").write_text('["?"]')
    assert "A ticket names two places" in learnt(tmp_path, "london", typed=["quit"]).stdout
    assert learnt(tmp_path, "london", typed=[]).returncode == 130
    unknown = learnt(tmp_path, "london", "nothing", typed=[])
    assert (unknown.returncode, unknown.stderr.count("\n")) == (2, 1)
