"""Bots against bots: the same deals from every seat."""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from omnibus.bots.bot import Kind
from omnibus.rules.game import Game


class Outcome(NamedTuple):
    """One game of a match; the lists go by entrant, not by seat."""

    wins: list[float]  # a shared victory counts in parts
    scores: list[int]
    ranks: list[int]


def play_match(game: Game, kinds: Sequence[Kind], games: int, seed: str) -> Iterator[Outcome]:
    """Play the games one by one. Each deal comes back until every bot has had every seat."""
    seats = game.seats
    for number in range(games):
        deal, rotation = divmod(number, seats)
        seat_of = [(entrant + rotation) % seats for entrant in range(seats)]
        entrant_at = {seat: entrant for entrant, seat in enumerate(seat_of)}
        luck = [Random(f"{seed}/{number}/{entrant}") for entrant in range(seats)]
        bots = [kind.seated() for kind in kinds]
        state = game.start(f"{seed}/{deal}")
        while state.turn:
            seat = state.turn[0]
            entrant = entrant_at[seat]
            state.play(seat, bots[entrant](state.view(seat), luck[entrant]))
        result = state.result
        if result is None:
            raise AssertionError("a game without a turn is over")
        yield Outcome(
            [(seat in result.winners) / len(result.winners) for seat in seat_of],
            [result.scores[seat] for seat in seat_of],
            [result.ranks[seat] for seat in seat_of],
        )


class Standing(NamedTuple):
    """How one entrant of a match did."""

    name: str
    wins: float
    interval: float  # the true share of wins is within this of `wins` with 95 % confidence
    score: float
    rank: float


def standings(bots: Sequence[str], outcomes: Sequence[Outcome]) -> list[Standing]:
    """How everyone did; of bots with the same name each has a number."""
    table = []
    for entrant, bot in enumerate(bots):
        name = f"{bot} {bots[: entrant + 1].count(bot)}" if bots.count(bot) > 1 else bot
        wins, interval = mean_and_interval([outcome.wins[entrant] for outcome in outcomes])
        score, _ = mean_and_interval([outcome.scores[entrant] for outcome in outcomes])
        rank, _ = mean_and_interval([outcome.ranks[entrant] for outcome in outcomes])
        table.append(Standing(name, wins, interval, score, rank))
    return table


def mean_and_interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far from it the true mean may be with 95 % confidence."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("inf")
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))
