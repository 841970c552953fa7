"""What to answer to a puzzle."""

from omnibus.learn import Puzzle


def best_and_worst(puzzle: Puzzle) -> tuple[str, str]:
    """A move that is right, and one that is not."""
    ranking = puzzle.answer(next(iter(puzzle.values))).ranking
    return ranking[0][0], ranking[-1][0]
