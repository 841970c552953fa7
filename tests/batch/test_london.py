"""Ticket to Ride: London on arrays, beside the rules."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from omnibus.batch import Env, make
from omnibus.batch.london import LondonEngine, LondonTable, Market
from omnibus.batch.luck import Luck
from omnibus.rules.london import London
from omnibus.testing.london import LANDMARKS
from tests.batch.lockstep import Difference, Lockstep, lockstep
from tests.london.miniature import Miniature

# With two players a double is closed as soon as one of its routes is claimed (L15).
NOT_FOR_TWO = {"the other route of a double is claimed"}


def test_the_same_games_as_by_the_rules() -> None:
    both = lockstep("london", 3, games=30, at_once=30)
    assert both.decisions > 1_000


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_games_as_by_the_rules_for_long(seats: int) -> None:
    both = lockstep("london", seats, games=600, at_once=100, seed="soak ")
    assert both.games >= 500
    assert LANDMARKS - both.landmarks == (NOT_FOR_TWO if seats == 2 else set())


@pytest.mark.soak
def test_the_same_games_as_by_the_rules_on_the_miniature() -> None:
    both = Lockstep(Env(LondonEngine(Miniature(2))))
    both.play([str(number) for number in range(200)])
    assert both.games == 200


# ---- Planted faults


class NeverFlushed(LondonEngine):
    """L3 is forgotten."""

    def _too_many_buses(self, market: Market, lying: Array, flushes: Array) -> Array:
        return super()._too_many_buses(market, lying, flushes) & False


class ForgetsACard(LondonEngine):
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
