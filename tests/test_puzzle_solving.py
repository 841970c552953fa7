"""`omnibus puzzles solve`: an answer is told what it is worth; what was solved is remembered."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from omnibus.learn import puzzles
from omnibus.rules.shelf import OURS
from tests.puzzle_moves import best_and_worst
from tests.starting import PATIENCE

pytestmark = pytest.mark.slow


def seen(state: Path, *words: str, typed: list[str], language: str = "C.UTF-8") -> "subprocess.CompletedProcess[str]":
    """What somebody sees who types those lines."""
    return subprocess.run(
        [sys.executable, "-m", "omnibus", "puzzles", "solve", *words],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "XDG_STATE_HOME": str(state), "LC_ALL": language, "LANGUAGE": "", "COLUMNS": "4000"},
        check=False,
    )


@pytest.mark.parametrize("game", OURS)
def test_a_wrong_answer_then_the_right_one_then_the_next_puzzle(tmp_path: Path, game: str) -> None:
    first, second = puzzles(game)[:2]
    best, worst = best_and_worst(first)
    done = seen(tmp_path, game, typed=[worst, "", best, "", "quit"])
    assert done.returncode == 0, done.stderr
    task = " ".join(sentence.say("en") for sentence in first.task)
    assert done.stdout.count(task) >= 2
    assert f"✗ Not the best: {worst} is worth " in done.stdout
    assert f"✓ Right: {best} is worth " in done.stdout
    assert f"Puzzle 2 · {second.grade_name.say('en')}" in done.stdout
    assert f"puzzles solve {game}" in done.stdout
    kept = json.loads((tmp_path / "omnibus" / f"puzzles-{game}.json").read_text())
    assert kept == {"solved": [first.id], "tries": {first.id: 2}}
    alike = sum(puzzle.grade == first.grade for puzzle in puzzles(game))
    back = seen(tmp_path, game, typed=["quit"])
    assert f"{first.grade_name.say('en')}: 1 of {alike} solved" in back.stdout
    assert "Puzzle 2 · " in back.stdout
    assert "Puzzle 1 · " not in back.stdout


def test_the_best_move_is_shown_to_whoever_asks_after_an_answer(tmp_path: Path) -> None:
    game = OURS[0]
    first, second = puzzles(game)[:2]
    best, worst = best_and_worst(first)
    shown = seen(tmp_path, game, first.id, typed=[worst, "meilleur", "", "quitter"], language="fr_FR.UTF-8")
    before, _, after = shown.stdout.partition("✗ Pas le meilleur")
    assert "✗" not in before
    for move, _ in first.answer(best).ranking:
        assert move in after
    assert "Problème 2 · " in after
    skipped = seen(tmp_path, game, "1", typed=[worst, "next", "quit"])
    assert "Puzzle 2 · " in skipped.stdout
    assert seen(tmp_path, game, "2", typed=["quit"]).stdout.count("Puzzle 2 · ") == 1
    assert second.id not in (tmp_path / "omnibus" / f"puzzles-{game}.json").read_text()


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path) -> None:
    game = OURS[0]
    (tmp_path / "omnibus").mkdir()
    (tmp_path / "omnibus" / f"puzzles-{game}.json").write_text('["?"]')
    refused = seen(tmp_path, game, typed=["nonsense", "quit"])
    assert (refused.returncode, "nonsense" in refused.stdout) == (0, True)
    assert seen(tmp_path, game, typed=[]).returncode == 130
    for words in ((game, "nothing"), (game, "0"), ("nothing",)):
        unknown = seen(tmp_path, *words, typed=[])
        assert (unknown.returncode, unknown.stderr.count("\n")) == (2, 1)
