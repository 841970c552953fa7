"""`omnibus puzzles solve`: an answer is told what it is worth; what was solved is remembered."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from omnibus.cli import run
from omnibus.learn import puzzles
from omnibus.rules.shelf import OURS
from tests.puzzle_moves import best_and_worst

Solve = Callable[..., tuple[int, str, str]]


@pytest.fixture
def solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Solve:
    """What somebody gets who types those lines: the exit code, what is printed, and what went wrong."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "4000")

    def solved(*words: str, typed: list[str]) -> tuple[int, str, str]:
        lines = iter(typed)

        def read(prompt: str) -> str:
            sys.stdout.write(f"{prompt}\n")
            line = next(lines, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", read)
        code = run(["puzzles", "solve", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return solved


@pytest.mark.parametrize("game", OURS)
def test_a_wrong_answer_then_the_right_one_then_the_next_puzzle(solve: Solve, tmp_path: Path, game: str) -> None:
    first, second = puzzles(game)[:2]
    best, worst = best_and_worst(first)
    code, out, err = solve(game, typed=[worst, "", best, "", "quit"])
    assert code == 0, err
    assert out.count(" ".join(sentence.say("en") for sentence in first.task)) >= 2
    assert f"✗ Not the best: {worst} is worth " in out
    assert f"✓ Right: {best} is worth " in out
    assert f"Puzzle 2 · {second.grade_name.say('en')}" in out
    assert f"puzzles solve {game}" in out
    kept = json.loads((tmp_path / "omnibus" / f"puzzles-{game}.json").read_text())
    assert kept == {"solved": [first.id], "tries": {first.id: 2}}
    alike = sum(puzzle.grade == first.grade for puzzle in puzzles(game))
    _, out, _ = solve(game, typed=["quit"])
    assert f"{first.grade_name.say('en')}: 1 of {alike} solved" in out
    assert "Puzzle 2 · " in out
    assert "Puzzle 1 · " not in out


def test_the_best_move_is_shown_to_whoever_asks_after_an_answer(solve: Solve, tmp_path: Path) -> None:
    game = OURS[0]
    first, second = puzzles(game)[:2]
    best, worst = best_and_worst(first)
    _, out, _ = solve(game, first.id, "--lang", "fr", typed=[worst, "meilleur", "", "quitter"])
    _, wrong, after = out.partition("✗ Pas le meilleur")
    assert wrong
    for move, _ in first.answer(best).ranking:
        assert move in after
    assert "Problème 2 · " in after
    _, out, _ = solve(game, "1", typed=[worst, "next", "quit"])
    assert "Puzzle 2 · " in out
    _, out, _ = solve(game, "2", typed=["quit"])
    assert out.count("Puzzle 2 · ") == 1
    assert second.id not in (tmp_path / "omnibus" / f"puzzles-{game}.json").read_text()


def test_what_is_wrong_is_said_in_a_line(solve: Solve, tmp_path: Path) -> None:
    game = OURS[0]
    (tmp_path / "omnibus").mkdir()
    (tmp_path / "omnibus" / f"puzzles-{game}.json").write_text('["?"]')
    code, out, _ = solve(game, typed=["nonsense", "quit"])
    assert (code, "nonsense" in out) == (0, True)
    assert solve(game, typed=[])[0] == 130
    for words in ((game, "nothing"), (game, "0"), ("nothing",)):
        code, _, err = solve(*words, typed=[])
        assert (code, err.count("\n")) == (2, 1)


def test_what_a_move_is_worth_is_said_as_people_say_it(solve: Solve) -> None:
    share = next((each, game) for game in OURS for each in puzzles(game) if each.counts == "share")
    points = next((each, game) for game in OURS for each in puzzles(game) if each.counts == "points")
    for (puzzle, game), unit, french in ((share, "% of the victory", "% de la victoire"), (points, "point", "point")):
        best, _ = best_and_worst(puzzle)
        assert unit in solve(game, puzzle.id, typed=[best, "quit"])[1]
        said = solve(game, puzzle.id, "--lang", "fr", typed=[best, "quit"])[1]
        assert french in said
        assert "." not in said.partition("✓ Juste")[2].partition(" ; ")[0].partition(" vaut ")[2]
