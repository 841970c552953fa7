"""Every shipped puzzle is proven: what it says is calculated again by code that knows nothing of how it was made."""

from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from omnibus.learn import Puzzle, puzzle_named, puzzles
from omnibus.learn.puzzles import GRADES, MARGINS, TEXTS
from omnibus.rules import GAMES
from omnibus.rules.game import IllegalMove
from omnibus.rules.rulebook import LANGUAGES
from omnibus.study.proof import MOST_LEAVES, Question
from omnibus.study.puzzles import LEVELS, source_of

WITH_PUZZLES = [game for game in GAMES if puzzles(game)]
SAMPLE = 3  # of each game: those that are calculated most quickly

every_game = pytest.mark.parametrize("game", WITH_PUZZLES)
every_puzzle = pytest.mark.parametrize(
    ("game", "name"), [(game, puzzle.id) for game in WITH_PUZZLES for puzzle in puzzles(game)]
)


def checks(game: str) -> Any:
    """The game’s own way to calculate its puzzles again."""
    return import_module(f"tests.{game}.puzzles")


def sample(game: str) -> list[Puzzle]:
    return sorted(puzzles(game), key=lambda puzzle: puzzle.proof["leaves"])[:SAMPLE]


@every_game
def test_enough_puzzles_of_every_sort_are_shipped(game: str) -> None:
    shipped = puzzles(game)
    assert len(shipped) >= checks(game).SHIPPED
    assert len({puzzle.id for puzzle in shipped}) == len(shipped)
    assert [puzzle.grade for puzzle in shipped] == sorted(puzzle.grade for puzzle in shipped)
    assert len({puzzle.grade for puzzle in shipped}) >= len(GRADES) - 1


@every_game
def test_a_puzzle_is_a_position_in_which_the_seat_decides(game: str) -> None:
    for puzzle in puzzles(game):
        view = puzzle.view()
        assert puzzle.seat in view["turn"]
        assert set(puzzle.values) == {move["text"] for move in view["legal"]}
        question = source_of(game).question(view)
        assert question == (puzzle.end, puzzle.counts, puzzle.others)


@every_game
def test_no_puzzle_has_two_best_answers_within_its_margin(game: str) -> None:
    for puzzle in puzzles(game):
        best, *others = sorted(set(puzzle.values.values()), reverse=True)
        assert best - others[0] > MARGINS[puzzle.counts], puzzle.id


@every_game
def test_what_a_puzzle_asks_is_told_in_every_language(game: str) -> None:
    for puzzle in puzzles(game):
        assert len(puzzle.task) == (3 if puzzle.others is None else 4)
        for phrase in (*puzzle.task, puzzle.grade_name):
            assert set(phrase.texts) == set(LANGUAGES)
            assert not phrase.gaps


@every_game
def test_the_grade_is_the_weakest_level_that_finds_it(game: str) -> None:
    for puzzle in puzzles(game):
        grades = [GRADES[0] + LEVELS.index(level) for level in puzzle.found_by]
        assert puzzle.grade == min(grades, default=GRADES[-1])
        assert TEXTS[f"grade-{puzzle.grade}"] is puzzle.grade_name


@every_game
def test_no_proof_goes_through_more_than_it_may(game: str) -> None:
    assert all(0 < puzzle.proof["leaves"] <= MOST_LEAVES for puzzle in puzzles(game))


@every_game
def test_an_answer_is_told_what_it_is_worth(game: str) -> None:
    puzzle = puzzles(game)[0]
    best = max(puzzle.values.values())
    for move, value in puzzle.values.items():
        verdict = puzzle.answer(move)
        assert (verdict.move, verdict.right, verdict.value, verdict.best) == (move, value == best, value, best)
        assert (move in verdict.best_moves) == verdict.right
        assert dict(verdict.ranking) == puzzle.values
    assert [value for _, value in verdict.ranking] == sorted(puzzle.values.values(), reverse=True)
    with pytest.raises(IllegalMove):
        puzzle.answer("fly")
    assert puzzle_named(game, puzzle.id) is puzzle
    assert puzzle_named(game, "none") is None


def recalculate(puzzle: Puzzle) -> None:
    found: dict[str, Fraction] = checks(puzzle.game.id).recalculated(puzzle)
    assert found == puzzle.values


@every_game
def test_the_solver_says_what_is_shipped(game: str) -> None:
    for puzzle in sample(game):
        proof = source_of(game).solve(puzzle.view(), Question(puzzle.end, puzzle.counts, puzzle.others))
        assert proof is not None
        assert proof.values == puzzle.values
        assert {"worlds": proof.worlds, "leaves": proof.leaves} == puzzle.proof


@pytest.mark.slow
@every_game
def test_some_proofs_are_true(game: str) -> None:
    for puzzle in sample(game):
        recalculate(puzzle)


@pytest.mark.soak
@every_puzzle
def test_every_proof_is_true(game: str, name: str) -> None:
    puzzle = puzzle_named(game, name)
    assert puzzle is not None
    recalculate(puzzle)
