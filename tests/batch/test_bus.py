"""The batched engine of Bus beside the rules."""

from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from omnibus.batch import Env
from omnibus.batch.bus import BusEngine, Deed, Table
from omnibus.batch.bus_streets import BITS, Extension
from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import BUS, EXTENDING, EXTENSION, FIRST
from omnibus.rules.bus.state import BusState
from omnibus.testing.bus import LANDMARKS
from tests.batch.lockstep import Difference, Lockstep, lockstep
from tests.bus.miniature import Miniature
from tests.bus.positions import extending
from tests.rule import rule


def test_games_of_three_are_those_of_the_rules() -> None:
    both = lockstep("bus", 3, games=8, at_once=8)
    assert both.games == 8
    assert len(both.landmarks) > 15


@pytest.mark.soak
def test_games_of_every_number_of_seats_are_those_of_the_rules() -> None:
    landmarks: set[str] = set()
    for seats in Bus.seat_counts:
        both = lockstep("bus", seats, games=500, at_once=100)
        assert both.games == 500
        landmarks |= both.landmarks
    assert landmarks == LANDMARKS


@pytest.mark.soak
def test_games_on_the_small_board_are_those_of_the_rules() -> None:
    both = Lockstep(Env(BusEngine(Miniature(3))))
    both.play([f"{number}" for number in range(200)])
    assert both.games == 200


# ---- B11, where it bites


def table_of(engine: BusEngine, blank: Table, state: BusState) -> Table:
    """The table that shows that position, as far as legal moves go."""

    def words(sets: list[int], size: int) -> np.ndarray:
        return np.array([[each >> BITS * word & 0xFFFF_FFFF for word in range(size)] for each in sets], np.uint32)

    between = state.game.board.street_between
    last_streets = [[between[trail[0], trail[1]], between[trail[-1], trail[-2]]] for trail in state.trails]
    shown = {
        "phase": np.int32(state.phase),
        "turn": np.int32(state.turn[0]),
        "sticks": np.array(state.sticks, np.int32),
        "streets": words(state.streets, engine.city.words),
        "junctions": words(state.touched, engine.junction_words),
        "ends": np.array([[trail[0], trail[-1]] for trail in state.trails], np.int8),
        "last_streets": np.array(last_streets, np.int8),
        "must_turn_off": np.array(state.must_turn_off),
        "left": np.int32(state.left),
    }
    return blank._replace(**shown)  # type: ignore[arg-type]


def random_line(rng: Random, longest: int) -> str:
    """A walk through the city that uses no street twice, as far as it goes."""
    board = Bus.board
    here = rng.randrange(len(board.junctions))
    trail, used = [here], 0
    while len(trail) <= longest:
        ways = [(street, there) for street, there in board.across[here].items() if not street & used]
        if not ways:
            break
        street, here = rng.choice(ways)
        used |= street
        trail.append(here)
    bound = ["!" if rng.random() < 0.2 else "" for _ in range(2)]
    return bound[0] + " ".join(board.junctions[junction] for junction in trail) + bound[1]


def crowded_city(rng: Random) -> BusState:
    """Three long lines; the first has several sticks to lay."""
    lengths = [rng.randint(8, 25), rng.randint(2, 28), rng.randint(2, 28)]
    return extending(*(random_line(rng, length) for length in lengths), left=rng.randint(2, 7))


@rule("B11")
def test_no_stick_is_laid_that_loses_others() -> None:
    rng = Random(11)
    engine = BusEngine(Bus(3))
    blank = jax.tree.map(np.asarray, engine.set_up(jax.random.key(0)))
    states = [crowded_city(rng) for _ in range(1000)]
    tables = jax.tree.map(lambda *each: np.stack(each), *[table_of(engine, blank, state) for state in states])
    masks = np.asarray(jax.jit(jax.vmap(engine.legal))(tables))
    waste = 0
    for state, mask in zip(states, masks, strict=True):
        by_the_rules = [move.text for move in state.legal(0)]
        assert [state.game.moves[index].text for index in np.flatnonzero(mask)] == by_the_rules, state.dump()
        every_street = state.copy()
        every_street.left = 1
        waste += len(every_street.legal(0)) > len(by_the_rules)
    assert waste > 30


# ---- Faults that the comparison must find


class SharesEveryStreet(BusEngine):
    """Lines of others are never seen to run on (B17)."""

    def _running_on(self, table: Table, others: Array) -> Array:
        return jnp.zeros_like(super()._running_on(table, others))


class NeverTurnsOff(BusEngine):
    """A stick along a used street binds nobody (B19)."""

    def _lay_stick(self, table: Table, deed: Deed, mine: Array) -> Table:
        return super()._lay_stick(table, deed, mine)._replace(must_turn_off=table.must_turn_off)


class BusComesLate(BusEngine):
    """A bus bought does not count in the same round (B12, B22)."""

    def _worth(self, table: Table, action: int) -> Array:
        bought = jnp.any(table.placed[:, BUS] > 0) if action == EXTENSION else table.phase >= EXTENDING
        return jnp.maximum(super()._worth(table, action) - bought, 1)


class ForgetsWhoWasCarried(BusEngine):
    """Who was carried is not told from who was content (B29)."""

    def _move_people(self, table: Table, deed: Deed, mine: Array) -> Table:
        return super()._move_people(table, deed, mine)._replace(carried=table.carried)


class TakesTheMarkerFromNobody(BusEngine):
    """The first player stays first where nobody takes the marker (B30)."""

    def _end_round(self, table: Table, when: Array) -> tuple[Table, Array]:
        after, ended = super()._end_round(table, when)
        return after._replace(first=jnp.where(jnp.any(table.placed[:, FIRST] > 0), after.first, table.first)), ended


class SharesTheRank(BusEngine):
    """Of equal scores and stones nobody is ahead (B33)."""

    def ranks(self, table: Table) -> Array:
        return super().ranks(table._replace(reached=jnp.zeros_like(table.reached)))


class LooksNoFurther(BusEngine):
    """Every stick is judged by itself (B11)."""

    def _extension(self, table: Table) -> Extension:
        return super()._extension(table)._replace(more=jnp.int32(0))


FAULTS = [
    SharesEveryStreet,
    NeverTurnsOff,
    BusComesLate,
    ForgetsWhoWasCarried,
    TakesTheMarkerFromNobody,
    SharesTheRank,
    LooksNoFurther,
]


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: type[BusEngine]) -> None:
    with pytest.raises(Difference):
        play_in_parts(Lockstep(Env(fault(Bus(3)))), 1000)


def play_in_parts(both: Lockstep, games: int) -> None:
    """So that a difference in the first games is found soon."""
    for first in range(0, games, 50):
        both.play([f"{number}" for number in range(first, first + 50)])
