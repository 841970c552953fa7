"""Games of Terminus to learn from, played in the mind: everyone goes by rules of thumb, each a little differently.

A game is decided by its name alone. They are kept in files of some hundred, so that a run can be gone on with.
"""

from collections.abc import Iterator
from dataclasses import fields
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from omnibus.bots.terminus.hard import chances, choose_secrets
from omnibus.bots.terminus.judgement import Judgement, judgement_among
from omnibus.bots.terminus.numbers import Position, between_rounds, lacking, position_of
from omnibus.bots.terminus.playout import RestOfRound
from omnibus.rules.terminus import Terminus
from omnibus.training.checkpoint import Arrays, packed, write

SEATS = (4, 3, 4, 5, 4, 6, 2)  # in one file after the other
AT_ONCE = 500  # games in a file
LOOKED_AT = 0.1  # of the turns
SPREAD = (0.0, 0.15, 0.3)  # how differently everyone judges at a table, as a standard deviation of logarithms
SLIPS = (0.0, 0.05, 0.15)  # how often somebody judges a turn quite differently
SLIP = 1.0  # the same deviation then


class Played(NamedTuple):
    """A game: positions, what the rule of thumb says of them, and the scores in the end."""

    positions: list[Position]
    by_thumb: list[list[float]]
    scores: list[int]


class Table:
    """Players each with habits of their own."""

    def __init__(self, seats: int, name: str):
        self.name = name
        self.rng = Random(name)
        self.usual = judgement_among(seats)
        spread = self.rng.choice(SPREAD)
        self.slips = self.rng.choice(SLIPS)
        self.habits = [varied(self.usual, spread, self.rng) for _ in range(seats)]
        self.starter = self.rng.randrange(seats)
        self.scores = [0] * seats
        self.rounds = 0
        self.played = Played([], [], self.scores)

    def play(self) -> Played:
        """Play round after round, until the game is over."""
        seats, target = len(self.scores), Terminus.options_offered[0].default
        while max(self.scores) < target:
            self._play_round()
            self.starter = (self.starter + 1) % seats
            if max(self.scores) < target:
                before = between_rounds(lacking(self.scores, target), self.starter)
                self._remember(before, chances(self.scores, False))
        return self.played

    def _play_round(self) -> None:
        rng = self.rng
        rest = self._dealt()
        seat = self.starter
        while not rest.over:
            rest.judgement = varied(self.usual, SLIP, rng) if rng.random() < self.slips else self.habits[seat]
            seat = rest.play_on(seat, 1)
            if not rest.over and rng.random() < LOOKED_AT:
                self._remember(position_of(rest, seat), chances(rest.expected_scores(seat), False))

    def _dealt(self) -> RestOfRound:
        state = Terminus(len(self.scores)).start(f"{self.name}/{self.rounds}")
        state.scores = self.scores
        state.starter = self.starter
        choose_secrets(state)
        self.rounds += 1
        return RestOfRound(state, self.usual, self.rng)

    def _remember(self, position: Position, by_thumb: list[float]) -> None:
        # Play goes on, with the same lists.
        hands, length = [hand[:] for hand in position.hands], position.length[:]
        self.played.positions.append(position._replace(hands=hands, length=length))
        self.played.by_thumb.append(by_thumb)


def varied(judgement: Judgement, spread: float, rng: Random) -> Judgement:
    """A judgement that differs from another by chance."""

    def changed(value: float) -> float:
        return value * exp(rng.gauss(0, spread))

    values = {field.name: getattr(judgement, field.name) for field in fields(judgement)}
    for name, value in values.items():
        values[name] = tuple(map(changed, value)) if isinstance(value, tuple) else changed(value)
    return Judgement(**values)


def play_games(folder: Path, seed: str, count: int) -> Iterator[int]:
    """Play games into the files of a folder until there are so many; the numbers of all that are there."""
    for first in range(0, count, AT_ONCE):
        file, numbers = file_of(folder, first), range(first, min(first + AT_ONCE, count))
        if file.exists():
            yield from numbers
            continue
        games = []
        for number in numbers:
            games.append(play_game(seed, number))
            yield number
        write(file, packed(_arrays(games, first)))


def play_game(seed: str, number: int) -> Played:
    """A game, told by the run's seed and its number."""
    return Table(SEATS[number // AT_ONCE % len(SEATS)], f"{seed}/{number}").play()


def file_of(folder: Path, first: int) -> Path:
    """Where the games from that one on are kept."""
    return folder / f"games {first}.npz"


def _arrays(games: list[Played], first: int) -> Arrays:
    positions = [position for game in games for position in game.positions]
    columns = zip(Position._fields, zip(*positions, strict=True), strict=True)
    return {
        **{name: np.array(column, np.int16) for name, column in columns},
        "by_thumb": np.array([each for game in games for each in game.by_thumb], np.float32),
        "scores": np.array([game.scores for game in games for _ in game.positions], np.int16),
        "games": np.array([number for number, game in enumerate(games, first) for _ in game.positions]),
    }
