"""A recipe: all that decides what a network learns, in a file."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from omnibus.training.trouble import BadRecipe


@dataclass(frozen=True)
class Setup:
    """A game as it is set up: so many seats, those options."""

    seats: int
    options: tuple[tuple[str, int | bool], ...] = ()

    def __str__(self) -> str:
        chosen = (name if value is True else f"{name}={value}" for name, value in self.options)
        return " ".join([str(self.seats), *chosen])


@dataclass(frozen=True)
class Group:
    """Tables at which play goes on together: every iteration at those of one setup, which take turns."""

    tables: int
    setups: tuple[Setup, ...]


@dataclass(frozen=True)
class Recipe:
    """How a network learns a game."""

    game: str
    groups: tuple[Group, ...]
    seed: int = 1
    # ---- the network
    width: int = 512
    blocks: int = 2
    # ---- an iteration: every table of a group makes so many decisions, then all of them are learnt from
    steps: int = 32
    epochs: int = 2
    minibatches: int = 8
    # ---- what is learnt from a decision
    learning_rate: float = 5e-4
    entropy: float = 0.03  # what holding several moves for possible is worth, at the start
    entropy_end: float = 0.001
    clip: float = 0.2
    trace: float = 0.95  # lambda: how much of what came later is put down to a decision
    value: float = 0.5  # the weight of the values in the loss
    share: float = 1.0  # the weight of victory among what a decision brought, where there are others
    score: float = 0.3  # that of points at the start, negative where few are good; alone they are all there is
    score_end: float | None = None  # and in the end, if another: points show the way, but victory counts
    points: float = 30.0  # so many points are one
    # ---- earlier selves
    against_earlier: float = 0.25  # at so many of the tables where there are others, they are earlier selves
    pool: int = 3
    pool_every: int = 100  # iterations
    early: int = 30  # after so many iterations the self is kept against which progress is measured
    # ---- how long, and how progress is measured
    decisions: int | None = None  # in all; if nothing is said, as many as the first run has time for
    evaluation_tables: int = 1024

    def plain(self) -> dict[str, Any]:
        """The recipe as plain data."""
        return {**asdict(self), "groups": [_plain_group(group) for group in self.groups]}

    @property
    def setups(self) -> list[Setup]:
        """Every setup that is played, in the order of the recipe."""
        return list(dict.fromkeys(setup for group in self.groups for setup in group.setups))


def _plain_group(group: Group) -> dict[str, Any]:
    return {"tables": group.tables, "setups": [{"seats": each.seats, **dict(each.options)} for each in group.setups]}


def read_recipe(path: Path) -> Recipe:
    """The recipe in a file."""
    return recipe_from(table_in(path))


def table_in(path: Path) -> dict[str, Any]:
    """What stands in the file of a recipe."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadRecipe("recipe-unreadable", path=path, reason=error) from error


def expect_names(data: Mapping[str, Any], known: Iterable[str], needed: set[str]) -> None:
    """Refuse a recipe that says what nobody understands, or leaves out what must be known."""
    unknown = data.keys() - set(known)
    if unknown:
        raise BadRecipe("recipe-unknown", names=", ".join(sorted(unknown)))
    missing = needed - data.keys()
    if missing:
        raise BadRecipe("recipe-lacks", names=", ".join(sorted(missing)))


def recipe_from(data: Mapping[str, Any]) -> Recipe:
    """The recipe that plain data stands for."""
    expect_names(data, (field.name for field in fields(Recipe)), {"game", "groups"})
    recipe = Recipe(**{**data, "groups": tuple(_group(each) for each in data["groups"])})
    decisions = sum(group.tables for group in recipe.groups) * recipe.steps
    if decisions % recipe.minibatches:
        raise BadRecipe("recipe-minibatches", decisions=decisions, minibatches=recipe.minibatches)
    return recipe


def _group(data: Mapping[str, Any]) -> Group:
    return Group(data["tables"], tuple(_setup(each) for each in data["setups"]))


def _setup(data: Mapping[str, Any]) -> Setup:
    options = {name: value for name, value in data.items() if name != "seats"}
    return Setup(data["seats"], tuple(sorted(options.items())))
