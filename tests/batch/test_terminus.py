"""Terminus batched plays as the rules do; with keys, which the rules do not know, it deals and draws fairly."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from omnibus.batch import Env, State
from omnibus.batch.luck import Luck
from omnibus.batch.terminus import FEWEST_POINTS_LEFT, Table, TerminusEngine
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import COPIES, DECK, NUMBERS, PLACES, POINTS, SECRETS
from omnibus.testing.terminus import LANDMARKS
from tests.batch.lockstep import Difference, Lockstep

SMALL = 3  # seats at the table that `make test` plays
CHEAPEST_LINE = sum(range(1, PLACES + 1))  # a joker is never worth less than the number it stands for


def in_lockstep(
    engine: type[TerminusEngine], seats: int, target: int, games: int, at_once: int, seed: str = ""
) -> Lockstep:
    both = Lockstep(Env(engine(Terminus(seats, target=target))), seed=f"terminus/{seats}/{target}/{seed}")
    for first in range(0, games, at_once):
        both.play([f"{seed}{number}" for number in range(first, first + at_once)])
        # JAX would read beyond the last row of a deal without a word.
        assert np.max(both.batch.table.chances) <= len(both.env._engine.chances)
    return both


def test_some_games_in_lockstep() -> None:
    both = in_lockstep(TerminusEngine, SMALL, target=40, games=12, at_once=12)
    assert both.games == 12
    assert len(LANDMARKS - both.landmarks) < 5


@pytest.mark.soak
@pytest.mark.parametrize("target", [10, 100, 500])
@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_many_games_in_lockstep(seats: int, target: int) -> None:
    both = in_lockstep(TerminusEngine, seats, target, games=500, at_once=125)
    assert both.games == 500
    unreached = reachable(seats, target) - both.landmarks
    # Games to 10 are over too soon to reach the rarest.
    assert len(unreached) <= (3 if target == 10 else 0), unreached


def reachable(seats: int, target: int) -> frozenset[str]:
    """The landmarks that a game of that kind can pass."""
    marks = LANDMARKS
    if seats == 2:  # points go to one player at a time
        marks -= {"two players take a line", "a shared victory"}
    if target <= CHEAPEST_LINE:  # the first line that is discarded ends the game
        marks -= {"the pile is reshuffled"}
    return marks


# ---- Planted faults


class ForgetsToForget(TerminusEngine):
    """Made anew, the pile still counts as made of what it was made of before."""

    def _fill_pile(self, table: Table, luck: Luck) -> Table:
        return super()._fill_pile(table, luck)._replace(pile_source=table.pile_source, drawn=table.drawn)


class KeepsTheDiscards(TerminusEngine):
    """The cards of a new pile stay among the discards."""

    def _fill_pile(self, table: Table, luck: Luck) -> Table:
        return super()._fill_pile(table, luck)._replace(discards=table.discards)


class ShowsSecrets(TerminusEngine):
    """Everybody sees the top secrets of all."""

    def _observe_seats(self, table: Table, seat: Array | int, in_order: Array) -> list[Array]:
        parts = super()._observe_seats(table, seat, in_order)
        shown = table._replace(top_shown=jnp.ones_like(table.top_shown))
        return [*parts[:5], super()._observe_seats(shown, seat, in_order)[5], *parts[6:]]


class RanksBySeat(TerminusEngine):
    """Of equal scores the lower seat ranks first."""

    def ranks(self, table: Table) -> Array:
        return super().ranks(table._replace(scores=table.scores * self.seats + self._seats))


class LosesSightOfJokers(TerminusEngine):
    """A joker taken back counts as in the hand for ever."""

    def _put_secret(self, table: Table, seat: Array, card: Array, put: Array) -> Table:
        return super()._put_secret(table, seat, card, put)._replace(taken_back=table.taken_back)


class TakesLinesOneself(TerminusEngine):
    """Who completes a line is not protected."""

    def _complete_line(self, table: Table, seat: Array, complete: Array) -> Table:
        return super()._complete_line(table, seat - self.seats, complete)


class LosesWhatLiesAside(TerminusEngine):
    """A line that somebody takes is not worth what was set aside before."""

    def _complete_line(self, table: Table, seat: Array, complete: Array) -> Table:
        after = super()._complete_line(table, seat, complete)
        nothing = table._replace(aside=jnp.zeros_like(table.aside))
        return after._replace(scores=super()._complete_line(nothing, seat, complete).scores)


FAULTS = [
    (ForgetsToForget, "pile may hold"),
    (KeepsTheDiscards, "discards"),
    (ShowsSecrets, "top secrets"),
    (RanksBySeat, "ranks"),
    (LosesSightOfJokers, "perhaps secret"),
    (TakesLinesOneself, "hidden secrets|scores"),
    (LosesWhatLiesAside, "scores"),
]


@pytest.mark.soak
@pytest.mark.parametrize(("faulty", "part"), FAULTS)
def test_a_planted_fault_is_caught(faulty: type[TerminusEngine], part: str) -> None:
    with pytest.raises(Difference, match=part):
        in_lockstep(faulty, SMALL, target=40, games=120, at_once=12)


def test_a_leaked_secret_is_caught() -> None:
    with pytest.raises(Difference, match="top secrets"):
        in_lockstep(ShowsSecrets, SMALL, target=40, games=12, at_once=12)


# ---- The rows of a deal


def test_no_chance_comes_cheaper_than_a_round() -> None:
    """The longest game is made of rounds that leave as few points as can be: a new pile costs a whole line."""
    assert min(POINTS) + min(POINTS[card] for card in SECRETS) == FEWEST_POINTS_LEFT
    for seats in Terminus.seat_counts:
        assert (seats - 1) * FEWEST_POINTS_LEFT <= CHEAPEST_LINE


@pytest.mark.parametrize(("seats", "target", "rows"), [(2, 10, 11), (2, 500, 501), (6, 10, 7), (6, 500, 301)])
def test_a_deal_has_a_row_for_every_chance_of_the_longest_game(seats: int, target: int, rows: int) -> None:
    assert TerminusEngine(Terminus(seats, target=target)).chances == range(rows)


# ---- Games from keys


@cache
def from_keys(seats: int, target: int) -> tuple[Env[Table], Callable[..., State[Table]], Callable[..., State[Table]]]:
    env = Env(TerminusEngine(Terminus(seats, target=target)))

    def step(state: State[Table], key: Array) -> State[Table]:
        for_move, for_luck = jax.random.split(key)
        mask = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return env.step(state, jax.random.categorical(for_move, mask), for_luck)

    return env, jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(step))


def keys(number: int, many: int) -> Array:
    return jax.random.split(jax.random.key(number), many)


def everywhere(table: Table) -> Any:
    """All cards on each table by kind, wherever they lie."""
    counts = np.array(table.pile + table.discards + table.aside + jnp.sum(table.hands, 1))
    counts[:, : len(SECRETS)] += np.asarray(jnp.sum(table.hidden + table.shown, 1))
    counts[:, : len(NUMBERS)] += np.asarray(table.laid)
    for kind in range(len(NUMBERS), len(COPIES)):
        counts[:, kind] += np.sum(np.asarray(table.jokers) == kind, axis=1)
    return counts


def test_games_from_keys_lose_no_card_and_come_to_an_end() -> None:
    _, init, step = from_keys(SMALL, 40)
    state = init(keys(1, 64))
    for number in range(1000):
        assert (everywhere(state.table) == COPIES).all()
        assert np.all(np.any(state.legal_action_mask, axis=1) != state.terminated)
        if np.all(state.terminated):
            break
        state = step(state, keys(number, 64))
    assert np.all(state.terminated)
    assert (np.max(state.scores, axis=1) >= 40).all()


def test_hands_from_keys_are_fair() -> None:
    """Every card is in every hand as often as in any other; and so are two cards alike in one hand."""
    many = 20_000
    _, init, _ = from_keys(SMALL, 40)
    hands = np.asarray(init(keys(2, many)).table.hands)
    assert (hands.sum(axis=2) == 6).all()
    share = 6 / len(DECK)
    for kind, copies in enumerate(COPIES):
        for seat in range(SMALL):
            spread = (many * copies * share * (1 - share)) ** 0.5
            assert abs(hands[:, seat, kind].sum() - many * copies * share) < 5 * spread
    pairs = many * len(NUMBERS) * SMALL * 3 * share * 5 / 58
    held = hands[:, :, : len(NUMBERS)].astype(int)
    assert abs((held * (held - 1) // 2).sum() - pairs) < 5 * pairs**0.5


def test_cards_drawn_with_keys_are_fair() -> None:
    """Each card of a pile comes as often as it lies there, and none that does not."""
    many = 20_000
    env, init, _ = from_keys(SMALL, 40)
    engine = env._engine
    assert isinstance(engine, TerminusEngine)
    table = jax.tree.map(lambda field: field[0], init(keys(3, 64)).table)
    pile = np.asarray(table.pile)
    after = jax.jit(jax.vmap(lambda key: engine._begin_turn(table, jnp.int32(1), key)))(keys(4, many))
    drawn = pile - np.asarray(after.pile)
    assert (drawn.sum(axis=1) == 1).all()
    assert (np.asarray(after.hands[:, 1] - table.hands[1]) == drawn).all()
    expected = many * (pile / pile.sum())
    assert (np.abs(drawn.sum(axis=0) - expected) <= 5 * expected**0.5).all()


@pytest.mark.soak
@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_games_from_keys_are_those_of_the_rules(seats: int) -> None:
    """Random players get the same scores, in as many moves, from keys as from seeds."""
    many, target = 2000, 60
    _, init, step = from_keys(seats, target)
    state = init(keys(5, many))
    moves, number = np.zeros(many), 0
    while not np.all(state.terminated):
        moves += ~np.asarray(state.terminated)
        number += 1
        state = step(state, keys(100 + number, many))
    ruled = [_random_game(seats, target, f"keys/{game}") for game in range(many)]
    scores = np.sort(np.asarray(state.scores), axis=1)
    for batched, by_rules in zip([moves, *scores.T], np.array(ruled).T, strict=True):
        spread = ((np.var(batched) + np.var(by_rules)) / many) ** 0.5
        assert abs(np.mean(batched) - np.mean(by_rules)) < 4.5 * spread


def _random_game(seats: int, target: int, seed: str) -> list[int]:
    """How many moves it took, and the scores from the lowest."""
    state, rng = Terminus(seats, target=target).start(seed), Random(seed)
    while state.turn:
        seat = min(state.turn)
        state.play(seat, rng.choice(state.legal(seat)))
    return [state.n, *sorted(state.scores)]


def test_what_lies_hidden_changes_no_observation_but_that_of_its_player() -> None:
    """A card of another hand, and a hidden secret, change places with cards of the pile."""
    env, init, step = from_keys(SMALL, 40)
    observe = jax.jit(jax.vmap(env.observe, (0, None)))
    state = init(keys(6, 64))
    for number in range(20):
        state = step(state, keys(number, 64))
    table = state.table
    otherwise = _exchanged(table, "hands", seat=1)
    assert not np.array_equal(otherwise.hands, table.hands)
    otherwise = _exchanged(otherwise, "hidden", seat=1)
    assert not np.array_equal(otherwise.top, table.top)
    assert (everywhere(otherwise) == COPIES).all()
    twin = replace(state, table=otherwise)
    for seat, same in ((0, True), (1, False), (2, True)):
        assert np.array_equal(observe(state, seat), observe(twin, seat)) is same


def _exchanged(table: Table, heap: str, seat: int) -> Table:
    """The first number card of each seat's heap, for the last one of the pile."""
    cards, pile = np.array(getattr(table, heap)), np.array(table.pile)
    top = np.array(table.top)
    for at in range(len(pile)):
        mine, theirs = np.flatnonzero(cards[at, seat, NUMBERS]), np.flatnonzero(pile[at, NUMBERS])
        if len(mine) and len(theirs):
            cards[at, seat, mine[0]] -= 1
            cards[at, seat, theirs[-1]] += 1
            pile[at, mine[0]] += 1
            pile[at, theirs[-1]] -= 1
            if heap == "hidden" and top[at, seat] == mine[0] and not table.top_shown[at, seat]:
                top[at, seat] = theirs[-1]
    return table._replace(**{heap: jnp.asarray(cards)}, pile=jnp.asarray(pile), top=jnp.asarray(top))
