"""Making puzzles: the same seed gives the same ones, nothing is lost, and what is not clear is left out."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from omnibus.cli import run
from omnibus.rules.game import View
from omnibus.study import puzzles as making
from omnibus.study.proof import Leaves, Proof, PuzzleSource, Question, SetUp, TooManyLeaves
from omnibus.study.puzzles import Collection, is_clear, make, source_of

GAME = "terminus"


def ask(view: View) -> Question | None:
    return Question("turn", "points") if view["asks"] == "turn" else None


def longest_text(view: View, _question: Question) -> Proof:
    """A solver that is quick: a move is worth the letters of its text."""
    values = {move["text"]: Fraction(len(move["text"])) for move in view["legal"]}
    return Proof(values, worlds=1, leaves=len(values), kind=f"{view['n'] % 9}")


@pytest.fixture(autouse=True)
def _a_quick_source(monkeypatch: pytest.MonkeyPatch) -> None:
    source = PuzzleSource((SetUp(2, {"target": 20}), SetUp(3, {"target": 20})), ask, longest_text)
    monkeypatch.setattr(making, "source_of", lambda _game: source)
    monkeypatch.setattr(making, "LEVELS", ("easy", "normal"))
    monkeypatch.setattr(making, "MOST_OF_A_GRADE", 1)  # nobody finds the longest text


def made(path: Path, count: int = 4, seed: str = "s") -> dict[str, Any]:
    make(GAME, count, seed, path, lambda _done, _count: None)
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def test_the_same_seed_gives_the_same_puzzles(tmp_path: Path) -> None:
    first, second = made(tmp_path / "a.json"), made(tmp_path / "b.json")
    assert first == second
    assert len(first["puzzles"]) == 4
    assert {puzzle["seats"] for puzzle in first["puzzles"]} == {2, 3}
    assert made(tmp_path / "c.json", seed="t")["puzzles"] != first["puzzles"]


def test_who_interrupts_loses_nothing_and_the_same_command_goes_on(tmp_path: Path) -> None:
    whole, broken = made(tmp_path / "whole.json"), tmp_path / "broken.json"

    def interrupt_at_two(done: int, _count: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(GAME, 4, "s", broken, interrupt_at_two)
    assert json.loads(broken.read_text(encoding="utf-8"))["puzzles"] == whole["puzzles"][:2]
    assert made(broken) == whole


def test_the_command_says_what_it_made_and_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "p.json")
    assert run(["puzzles", "make", GAME, "--count", "2", "--seed", "s", "--out", file]) == 0
    assert "2 puzzles in" in capsys.readouterr().out.replace("\n", " ")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "_puzzle_of_game", interrupt)
    assert run(["puzzles", "make", GAME, "--count", "3", "--seed", "s", "--out", file]) == 130
    assert "the same command goes on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "does not hold puzzles"),
        ("[]", "does not hold puzzles"),
        ('{"game": "bus", "ruleset": 1, "seed": "s", "games": 0, "puzzles": []}', "game is not the same"),
        ('{"game": "terminus", "ruleset": 1, "seed": "t", "games": 0, "puzzles": []}', "seed is not the same"),
    ],
)
def test_a_file_with_something_else_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    file = tmp_path / "p.json"
    file.write_text(text, encoding="utf-8")
    assert run(["puzzles", "make", GAME, "--seed", "s", "--out", str(file)]) == 2
    assert said in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == text


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "make", GAME, "--count", "1", "--out", str(tmp_path / "none" / "p.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_it_gives_up_when_there_is_no_more_to_find(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "_puzzle_of_game", lambda *_: None)
    monkeypatch.setattr(making, "PATIENCE", 3)
    assert run(["puzzles", "make", GAME, "--out", str(tmp_path / "p.json")]) == 0
    assert "no more could be found" in capsys.readouterr().out.replace("\n", " ")


def test_puzzles_are_not_all_alike(tmp_path: Path) -> None:
    found = made(tmp_path / "p.json", count=6)["puzzles"]
    kinds = [(puzzle["kind"], puzzle["seats"]) for puzzle in found]
    assert max(kinds.count(kind) for kind in kinds) <= 2
    assert len({puzzle["id"] for puzzle in found}) == len(found)


def test_no_grade_has_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_OF_A_GRADE", Fraction(1, 3))
    collection = Collection.opened(tmp_path / "p.json", GAME, "s")
    collection.puzzles = [{"grade": 1}, {"grade": 1}, {"grade": 4}]
    assert [collection.has_room_for(grade, 6) for grade in (1, 2, 4)] == [False, True, True]
    assert collection.has_room_for(1, 7)


def test_what_is_seen_at_first_sight_is_easy_or_no_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen_at_once(view: View, question: Question) -> Proof:
        found = longest_text(view, question)
        return replace(found, obvious=found.best)

    source = PuzzleSource((SetUp(2, {"target": 20}),), ask, seen_at_once)
    monkeypatch.setattr(making, "source_of", lambda _game: source)
    monkeypatch.setattr(making, "PATIENCE", 3)
    assert all(puzzle["grade"] == 1 for puzzle in made(tmp_path / "p.json")["puzzles"])


def proof(*values: str) -> Proof:
    return Proof({f"move {at}": Fraction(value) for at, value in enumerate(values)}, worlds=1, leaves=1)


def test_only_one_answer_is_best_and_no_other_is_near() -> None:
    assert is_clear(proof("5", "4", "3"), "points")
    assert is_clear(proof("5", "5", "4", "4"), "points")
    assert not is_clear(proof("5", "5", "4"), "points"), "most moves are right"
    assert not is_clear(proof("5", "9/2", "3"), "points"), "half a point is within the margin"
    assert is_clear(proof("5", "4499/1000", "3"), "points")
    assert not is_clear(proof("1/2", "12/25", "0"), "share")
    assert is_clear(proof("1/2", "479/1000", "0"), "share")
    assert not is_clear(proof("5", "5", "5"), "points")


def test_more_leaves_than_there_may_be_are_refused() -> None:
    leaves = Leaves(most=3)
    leaves.add(3)
    with pytest.raises(TooManyLeaves):
        leaves.add()


def test_a_game_without_a_solver_has_no_puzzles_to_make() -> None:
    with pytest.raises(Exception, match="nobody has written"):
        source_of("no_such_game")
