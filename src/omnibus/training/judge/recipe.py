"""A recipe: all that decides what a judge learns, in a file."""

from dataclasses import dataclass, fields
from pathlib import Path

from omnibus.training.recipe import expect_names, table_in


@dataclass(frozen=True)
class Recipe:
    """How a judge learns a game."""

    game: str
    games: tuple[int, ...]  # by stages: in the first all play by rules of thumb, then by what was learnt before
    seed: str = "judge"
    open_games: int = 0  # besides, in which it is learnt what players hold, where hands are hidden
    # ---- the network
    part_width: int = 16  # of the layer over every part of the board: a junction in Bus, a line in Terminus
    width: int = 64
    # ---- learning
    epochs: int = 16
    by_ends: int = 2  # of them learn only from how the games ended
    trace: float = 0.3  # lambda: how much of what is learnt comes from the end, whatever was thought in between
    batch: int = 256
    rate: float = 2e-3
    points: float = 0.02  # the weight in the loss of the points to come, where they are learnt too
    held_out: int = 9  # of so many games one is not learnt from, to judge the judge by
    # ---- how progress is measured: games with four seats against three `hard`, with so many iterations a decision
    evaluation_games: int = 40
    evaluation_iterations: int = 60


def read_recipe(path: Path) -> Recipe:
    """The recipe in a file."""
    data = table_in(path)
    expect_names(data, (field.name for field in fields(Recipe)), {"game", "games"})
    return Recipe(**{**data, "games": tuple(data["games"])})
