"""What a run does, compiled: play and learn, and see how good it has become."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from omnibus.batch import Env, State, make
from omnibus.rules.encoding import Encoding
from omnibus.training.evaluation import Evaluation, Games
from omnibus.training.learning import Learner, Moments, at_rest
from omnibus.training.network import VALUES, Network, Weights, halved, scale_of, storage_of
from omnibus.training.recipe import Recipe, Setup
from omnibus.training.selfplay import Samples, Tables, Tally, credited, samples
from omnibus.training.trouble import BadRecipe

Place = tuple[int, Setup]
"""A setup of a group, by the group's number."""

Maker = Callable[..., Env[Any]]


def place_name(place: Place) -> str:
    """How a place is called in files."""
    return f"{place[0]}: {place[1]}"


class Programs:
    """All that is compiled for a recipe. Compiling takes time, so all of it is done before play begins."""

    def __init__(self, recipe: Recipe, maker: Maker = make):
        self.recipe = recipe
        self.envs = {setup: maker(recipe.game, setup.seats, **dict(setup.options)) for setup in recipe.setups}
        self.game = next(iter(self.envs.values())).game
        encoding = self.game.encoding
        if encoding is None:
            raise BadRecipe("no-encoding", game=recipe.game)
        self.encoding: Encoding = encoding
        kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
        moves = max(env.num_actions for env in self.envs.values())
        self.network = Network(scale_of(encoding), moves, recipe.width, recipe.blocks, kind)
        places = ((number, setup) for number, group in enumerate(recipe.groups) for setup in group.setups)
        self.places = list(dict.fromkeys(places))  # a setup may have several turns
        self.tables = {place: self._tables(place) for place in self.places}
        self.evaluations = {setup: self._evaluation(setup) for setup in recipe.setups}
        self._compile()

    def _tables(self, place: Place) -> Tables:
        number, setup = place
        count = self.recipe.groups[number].tables
        earlier = int(count * self.recipe.against_earlier)
        return Tables(self.envs[setup], self.network, count, earlier, self.recipe.points, storage_of(self.encoding))

    def _evaluation(self, setup: Setup) -> Evaluation:
        env, games = self.envs[setup], self.recipe.evaluation_tables
        return Evaluation(Tables(env, self.network, games, 0, self.recipe.points, storage_of(self.encoding)))

    # ---- What is compiled

    def _play(self, place: Place) -> Callable[..., tuple[State[Any], Samples, Tally]]:
        tables, recipe = self.tables[place], self.recipe

        def play(
            weights: Weights, pool: Weights, which: Array, states: State[Any], key: Array, priorities: Array
        ) -> tuple[State[Any], Samples, Tally]:
            other = {name: each[which] for name, each in pool.items()}
            states, passed, hopes = tables.play(weights, other, states, key, recipe.steps)
            brought, known = credited(passed, hopes, states.current_player, recipe.trace)
            return states, samples(passed, brought, known, priorities, self.network.moves), tables.tally(passed)

        return play

    def _begin(self, key: Array) -> tuple[Weights, Moments, Weights]:
        """Weights, moments and a pool to begin with; the first of the pool is there already."""
        weights = self.network.begin(key)
        pool = {name: jnp.stack([each] * self.recipe.pool) for name, each in halved(weights).items()}
        return weights, at_rest(weights), pool

    def _compile(self) -> None:
        key, number, part, priorities = jax.random.key(0), jnp.int32(0), jnp.float32(0), jnp.zeros(len(VALUES))
        weights, moments, pool = jax.eval_shape(self._begin, key)
        early = jax.eval_shape(halved, weights)
        states = {place: jax.eval_shape(tables.begin, key) for place, tables in self.tables.items()}
        play = {place: jax.jit(self._play(place), donate_argnums=3) for place in self.places}
        firsts = [next(place for place in self.places if place[0] == group) for group in range(len(self.recipe.groups))]
        taught = [
            jax.eval_shape(play[each], weights, pool, number, states[each], key, priorities)[1] for each in firsts
        ]
        learn = jax.jit(Learner(self.network, self.recipe).learn, donate_argnums=(0, 1))
        self.begin = jax.jit(self._begin)
        self.halve = jax.jit(halved)
        self.keep = jax.jit(_kept, donate_argnums=0)
        with ThreadPoolExecutor(cpu_count()) as crew:
            learning = crew.submit(_compiled, learn, weights, moments, taught, key, part, part)
            playing = {
                place: crew.submit(_compiled, play[place], weights, pool, number, states[place], key, priorities)
                for place in self.places
            }
            beginning = {place: crew.submit(_compiled, jax.jit(self.tables[place].begin), key) for place in self.places}
            judging = {
                setup: crew.submit(_compiled, jax.jit(each.play), weights, early, jnp.bool_(False), key)
                for setup, each in self.evaluations.items()
            }
            self.learn = learning.result()
            self.play = {place: each.result() for place, each in playing.items()}
            self.deal = {place: each.result() for place, each in beginning.items()}
            self.judge: dict[Setup, Callable[..., Games]] = {setup: each.result() for setup, each in judging.items()}


def _kept(pool: Weights, weights: Weights, slot: Array) -> Weights:
    """The pool with these weights in that place."""
    return {name: pool[name].at[slot].set(each) for name, each in halved(weights).items()}


def _compiled(program: Any, *shapes: Any) -> Any:
    return program.lower(*shapes).compile()
