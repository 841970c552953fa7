"""A run: iteration after iteration, from the first weights or from a checkpoint."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch import State
from omnibus.training import checkpoint
from omnibus.training.evaluation import summed_up
from omnibus.training.learning import Moments
from omnibus.training.network import Weights
from omnibus.training.programs import Place, Programs, place_name
from omnibus.training.trouble import BadCheckpoint

LEAST_RATE = 0.02  # what is left of the learning rate in the end
DEALS = 20_251  # the seed of the games in which progress is measured: always the same


@dataclass
class Position:
    """All that a run is at one moment, but for the compiled programs, which follow from the recipe.

    Luck is not among it: the luck of an iteration follows from the seed and its number.
    """

    weights: Weights
    moments: Moments
    pool: Weights  # earlier selves, one behind the other, in half precision
    early: Weights  # the self against which progress is measured
    tables: dict[Place, State[Any]]
    iteration: int = 0
    decisions: int = 0
    pooled: int = 1  # how many earlier selves there are
    planned: int | None = None  # decisions in all, after which learning is as slow as it gets
    seconds: float = 0.0  # spent so far, over all runs


class Run:
    """A recipe being followed."""

    def __init__(self, programs: Programs):
        self.programs = programs
        self.recipe = programs.recipe
        self.root = jax.random.key(self.recipe.seed)

    def begin(self) -> None:
        """Start from nothing."""
        for_weights, for_tables = jax.random.split(jax.random.fold_in(self.root, 2**31 - 1))
        weights, moments, pool = self.programs.begin(for_weights)
        keys = jax.random.split(for_tables, len(self.programs.places))
        tables = {place: self.programs.deal[place](key) for place, key in zip(self.programs.places, keys, strict=True)}
        self.at = Position(weights, moments, pool, self.programs.halve(weights), tables, planned=self.recipe.decisions)

    @property
    def progress(self) -> float:
        """How much of the run is over, from 0 to 1."""
        return 0.0 if self.at.planned is None else min(1.0, self.at.decisions / self.at.planned)

    @property
    def done(self) -> bool:
        """Whether the recipe says that this is enough."""
        return self.recipe.decisions is not None and self.at.decisions >= self.recipe.decisions

    @property
    def weight_of_points(self) -> float:
        """What points weigh now beside victory: they go from `score` to `score_end` as the run goes on."""
        recipe = self.recipe
        end = recipe.score if recipe.score_end is None else recipe.score_end
        return recipe.score + (end - recipe.score) * self.progress

    def iterate(self) -> dict[str, Any]:
        """Play and learn once; how it went."""
        at, recipe = self.at, self.recipe
        for_pool, for_play, for_learning = jax.random.split(jax.random.fold_in(self.root, at.iteration), 3)
        priorities = jnp.asarray([recipe.share, self.weight_of_points], jnp.float32)
        taught, tallies = [], {}
        for number, group in enumerate(recipe.groups):
            place = (number, group.setups[at.iteration % len(group.setups)])
            for_choice, key = jax.random.split(jax.random.fold_in(for_play, number))
            which = jax.random.randint(for_choice, (), 0, at.pooled, jnp.int32)
            played = self.programs.play[place](at.weights, at.pool, which, at.tables[place], key, priorities)
            at.tables[place], samples, tallies[place] = played
            taught.append(samples)
            at.decisions += group.tables * recipe.steps
        rate = recipe.learning_rate * max(1 - self.progress, LEAST_RATE)
        entropy = recipe.entropy * (recipe.entropy_end / recipe.entropy) ** self.progress
        at.weights, at.moments, figures = self.programs.learn(
            at.weights, at.moments, taught, for_learning, jnp.float32(rate), jnp.float32(entropy)
        )
        at.iteration += 1
        self._remember(for_pool)
        return {
            **{name: round(float(figure), 5) for name, figure in figures._asdict().items()},
            "rate": rate,
            "points": {
                str(place[1]): round(float(tally.points / tally.games), 3)
                for place, tally in tallies.items()
                if tally.games > 0
            },
        }

    def _remember(self, key: Array) -> None:
        """Keep this self among the earlier ones when it is time, in the place of any once they are enough."""
        at, recipe = self.at, self.recipe
        if at.iteration == recipe.early:
            at.early = self.programs.halve(at.weights)
        if at.iteration % recipe.pool_every == 0:
            full = at.pooled == recipe.pool
            slot = jax.random.randint(key, (), 0, recipe.pool, jnp.int32) if full else jnp.int32(at.pooled)
            at.pool = self.programs.keep(at.pool, at.weights, slot)
            at.pooled += not full

    def evaluate(self) -> dict[str, Any]:
        """How well the best moves do in every setup: alone, against chance and against the early self."""
        found: dict[str, Any] = {}
        for setup, judge in self.programs.judge.items():
            key = jax.random.key(DEALS)
            games = {
                name: summed_up(judge(self.at.weights, self.at.early, jnp.bool_(by_chance), key))
                for name, by_chance in (("random", True), ("early", False))
                if by_chance or setup.seats > 1
            }
            found[str(setup)] = games if setup.seats > 1 else {"alone": games["random"]}
        return found

    # ---- Keeping it

    def save(self, folder: Path) -> None:
        """Keep a checkpoint."""
        at = self.at
        facts = {
            "recipe": self.recipe.plain(),
            "ruleset": self.programs.game.ruleset,
            "iteration": at.iteration,
            "decisions": at.decisions,
            "pooled": at.pooled,
            "planned": at.planned,
            "seconds": round(at.seconds, 1),
        }
        leaves = jax.device_get(self._trees())
        arrays = {
            f"{name}/{number}": np.asarray(leaf)
            for name, tree in leaves.items()
            for number, leaf in enumerate(jax.tree.leaves(tree))
        }
        checkpoint.save(folder, arrays, facts)

    def resume(self, folder: Path) -> None:
        """Go on from the checkpoint. How long learning goes on may have been thought over, all else is as it was."""
        arrays, facts = checkpoint.load(folder)
        recipe = {**self.recipe.plain(), "decisions": facts["recipe"]["decisions"]}
        for name, mine in (("recipe", recipe), ("ruleset", self.programs.game.ruleset)):
            if facts[name] != _as_json(mine):
                raise BadCheckpoint("checkpoint-other", folder=folder, what=name)
        self.begin()
        trees = {name: _filled(tree, name, arrays) for name, tree in self._trees().items()}
        at = self.at
        at.weights, at.moments, at.pool, at.early = (trees[name] for name in ("weights", "moments", "pool", "early"))
        at.tables = {place: trees[place_name(place)] for place in self.programs.places}
        at.iteration, at.decisions, at.pooled = facts["iteration"], facts["decisions"], facts["pooled"]
        at.planned, at.seconds = self.recipe.decisions or facts["planned"], facts["seconds"]

    def _trees(self) -> dict[str, Any]:
        at = self.at
        kept = {"weights": at.weights, "moments": at.moments, "pool": at.pool, "early": at.early}
        return {**kept, **{place_name(place): states for place, states in at.tables.items()}}


def _filled(tree: Any, name: str, arrays: Mapping[str, Any]) -> Any:
    leaves, structure = jax.tree.flatten(tree)
    kept = [jnp.asarray(arrays[f"{name}/{number}"]) for number in range(len(leaves))]
    return jax.tree.unflatten(structure, kept)


def _as_json(data: Any) -> Any:
    """Plain data as it is read back."""
    return json.loads(json.dumps(data))
