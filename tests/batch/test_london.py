"""Ticket to Ride: London on arrays, beside the rules."""

from random import Random
from statistics import mean, stdev
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from omnibus.batch import Env, State, make
from omnibus.batch.london import LondonEngine, LondonTable, _one_of
from omnibus.batch.london_cards import Dealer, Market
from omnibus.batch.luck import Luck
from omnibus.rules.london import London
from omnibus.testing.london import LANDMARKS
from tests.batch.lockstep import Difference, Lockstep, lockstep
from tests.london.miniature import Miniature

# With two players a double is closed as soon as one of its routes is claimed (L15).
NOT_FOR_TWO = {"the other route of a double is claimed"}


# ---- With a deal: the very games of the rules


def test_the_same_games_as_by_the_rules() -> None:
    both = lockstep("london", 3, games=20, at_once=20)
    assert both.decisions > 1_000


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_games_as_by_the_rules_for_long(seats: int) -> None:
    both = lockstep("london", seats, games=500, at_once=100, seed="soak ")
    assert LANDMARKS - both.landmarks == (NOT_FOR_TWO if seats == 2 else set())


@pytest.mark.soak
def test_the_same_games_as_by_the_rules_on_the_miniature() -> None:
    both = Lockstep(Env(LondonEngine(Miniature(2))))
    both.play([str(number) for number in range(200)])
    assert both.decisions > 1_500


# ---- With keys: other games, by the same rules


def test_games_from_keys_are_like_those_of_the_rules() -> None:
    """Nothing is lost on the way, and on the average they are as long and as good as random games by the rules."""
    tables, env = 512, make("london", 2)
    state, lengths, whole = jax.jit(lambda key: _random_games(env, key, tables))(jax.random.key(7))
    assert bool(whole)
    assert float(jnp.abs(jnp.sum(state.rewards, 1)).max()) < 1e-6
    rng, ruled = Random("london"), []
    for number in range(tables):
        game = London(2).start(str(number))
        while game.turn:
            seat = min(game.turn)
            game.play(seat, rng.choice(game.legal(seat)))
        assert game.result is not None
        ruled.append((game.n, *sorted(game.result.scores)))
    batched = np.column_stack([lengths, np.sort(np.asarray(state.scores), axis=1)])
    for ours, theirs in zip(batched.T.tolist(), zip(*ruled, strict=True), strict=True):
        error = (stdev(ours) ** 2 / tables + stdev(theirs) ** 2 / tables) ** 0.5
        assert abs(mean(ours) - mean(theirs)) < 5 * error


def _random_games(env: Env[LondonTable], key: Array, tables: int) -> tuple[State[LondonTable], Array, Array]:
    """Random games to their ends, how long they were, and whether all cards and tickets were there all the time."""
    engine = LondonEngine(env.game)
    cards, tickets = engine.counts.all, jnp.uint32((1 << engine.tickets) - 1)

    def whole(table: LondonTable) -> Array:
        market = table.market
        lying = jnp.sum(table.put_back * (jnp.arange(engine.tickets - 1) >= table.ticket_top - engine.tickets))
        together = lying + jnp.sum(table.tickets) + jnp.sum(table.offers) + table.unseen_tickets
        return (market.row + market.deck + market.discards + jnp.sum(table.hands) == cards) & (together == tickets)

    def go_on(carry: Any) -> Any:
        state, lengths, so_far, key = carry
        key, for_moves, for_steps = jax.random.split(key, 3)
        lots = jax.random.uniform(for_moves, state.legal_action_mask.shape)
        moves = jnp.argmax(jnp.where(state.legal_action_mask, lots, -1.0), 1)
        after = jax.vmap(env.step)(state, moves, jax.random.split(for_steps, tables))
        after = jax.tree.map(
            lambda old, new: jnp.where(state.terminated.reshape(-1, *[1] * (new.ndim - 1)), old, new), state, after
        )
        return after, lengths + ~state.terminated, so_far & jnp.all(jax.vmap(whole)(after.table)), key

    begun = jax.vmap(env.init)(jax.random.split(key, tables))
    carry = (begun, jnp.zeros(tables, jnp.int32), jnp.bool_(True), key)
    state, lengths, so_far, _ = jax.lax.while_loop(lambda carry: ~jnp.all(carry[0].terminated), go_on, carry)
    return state, lengths, so_far


def test_every_card_and_every_ticket_is_equally_likely() -> None:
    engine = LondonEngine(London(2))
    for copies in ([6, 6, 6, 6, 6, 6, 8], [0, 1, 0, 3, 0, 0, 8], [0, 0, 0, 0, 0, 0, 1]):
        words = jnp.asarray(np.linspace(0, 2**32 - 1, 1000 * sum(copies)).astype(np.uint32))
        deck = jnp.uint32(sum(number * int(one) for number, one in zip(copies, engine.counts.ones, strict=True)))
        drawn = np.asarray(jax.jit(jax.vmap(lambda word, deck=deck: engine.dealer.lot(deck, word)))(words))
        often = [int(np.sum(drawn == one)) for one in engine.counts.ones]
        assert np.abs(np.array(often) - 1000 * np.array(copies)).max() <= 2
    things = 0b1000_0000_0000_0110_0001
    words = jnp.asarray(np.linspace(0, 2**32 - 1, 4000).astype(np.uint32))
    drawn = np.asarray(jax.jit(jax.vmap(lambda word: _one_of(jnp.uint32(things), word)))(words))
    assert {int(thing): int(np.sum(drawn == thing)) // 10 for thing in set(drawn)} == {
        1: 100,
        0b10_0000: 100,
        0b100_0000: 100,
        1 << 19: 100,
    }


# ---- Planted faults


class NeverFlushed(Dealer):
    """L3 is forgotten."""

    def _too_many_buses(self, market: Market, lying: Array, flushes: Array) -> Array:
        return super()._too_many_buses(market, lying, flushes) & False


class ForgetsACard(Dealer):
    """A Bus card is lost whenever the discards are shuffled (L9)."""

    def _renew_deck(self, market: Market, when: Array, luck: Luck) -> Market:
        lost = when & (self.counts.of(market.discards, self.board.bus) > 0)
        discards = market.discards - jnp.where(lost, self.counts.ones[self.board.bus], 0)
        return super()._renew_deck(market._replace(discards=discards), when, luck)


class SharesRanks(LondonEngine):
    """Completed tickets do not break a tie (L22)."""

    def ranks(self, table: LondonTable) -> Array:
        scores = self.scores(table)
        return 1 + jnp.sum(scores[None, :] > scores[:, None], 1, dtype=jnp.int32)


class ShowsHands(LondonEngine):
    """Cards drawn blind are known to all (L18)."""

    def _observe_cards(self, table: LondonTable, seat: Array, order: Array) -> list[Array]:
        return super()._observe_cards(table._replace(known=table.hands), seat, order)


class ShowsChoices(LondonEngine):
    """How many first tickets a seat keeps is known before all have chosen (L4)."""

    def _observe_tickets(self, table: LondonTable, seat: Array, order: Array) -> list[Array]:
        return super()._observe_tickets(table._replace(tickets=table.tickets | table.choices), seat, order)


class NeverForgets(LondonEngine):
    """A ticket that comes back is still remembered where it was (L23)."""

    def _look_at(self, table: LondonTable, seat: Array, offer: list[Array]) -> LondonTable:
        del seat, offer
        return table


class ClaimsBoth(LondonEngine):
    """Both routes of a double may belong to one player (L14)."""

    def _claim(self, table: LondonTable, seat: Array, move: Array, cost: Array) -> LondonTable:
        route = jnp.asarray(self.moves.route)[move]
        return super()._claim(table, seat, move, cost)._replace(closed=table.closed | route)


class EndsEarly(LondonEngine):
    """Whoever begins the last round has no more turn in it (L19)."""

    def _end_turn(self, table: LondonTable, seat: Array, ends: Array) -> LondonTable:
        after = super()._end_turn(table, seat, ends)
        return after._replace(last_turns=jnp.where(after.last_turns == self.seats, self.seats - 1, after.last_turns))


Fault = type[LondonEngine] | type[Dealer]


FAULTS: list[tuple[Fault, int, str]] = [
    (NeverFlushed, 2, "face up|legal moves|decision asked"),
    (ForgetsACard, 2, "legal moves|hand|face up|deck"),
    (SharesRanks, 3, "ranks"),
    (ShowsHands, 2, "known in hands"),
    (ShowsChoices, 3, "ticket"),
    (NeverForgets, 3, "put back"),
    (ClaimsBoth, 3, "closed routes|legal moves"),
    (EndsEarly, 2, "turns left"),
]


@pytest.mark.soak
@pytest.mark.parametrize(("fault", "seats", "seen"), FAULTS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_planted_fault_is_caught(fault: Fault, seats: int, seen: str) -> None:
    both = Lockstep(Env(_with_fault(fault, London(seats))), seed="2")  # with it three seats come to a tie, too
    with pytest.raises(Difference, match=f"({seen}).*batched"):
        both.play([str(number) for number in range(20)])


def _with_fault(fault: Fault, game: London) -> LondonEngine:
    if issubclass(fault, LondonEngine):
        return fault(game)
    engine = LondonEngine(game)
    engine.dealer = fault(game.board)
    return engine
