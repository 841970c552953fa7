"""Games of Bus to learn from: quick players, who look at some of the plans and moves that are likely to be good.

A game is decided by its name alone, so that a run can be gone on with, or played again.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from omnibus.bots.bus.hard import promising
from omnibus.bots.bus.obvious import obvious
from omnibus.bots.bus.plan import best_plan
from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import (
    BUILDING,
    BUILDINGS,
    BUS,
    CHOOSING,
    CLOCK,
    EXTENSION,
    FIRST,
    LAYING,
    PASSENGERS,
    SINGLE,
    VRROOOMM,
)
from omnibus.rules.bus.state import LEAST_CUBES, BusState
from omnibus.rules.game import Move

Chances = Callable[[BusState], Sequence[float]]
"""How likely each seat is to win, between two rounds or at the end."""

SEATS = (4, 3, 4, 5)  # of one game after the other

# Pairs of actions for the first two cubes, those first that `normal` chooses most.
PAIRS = (
    (EXTENSION, FIRST),
    (BUS, EXTENSION),
    (EXTENSION, VRROOOMM),
    (VRROOOMM, FIRST),
    (EXTENSION, EXTENSION),
    (EXTENSION, BUILDINGS),
    (EXTENSION, PASSENGERS),
    (VRROOOMM, VRROOOMM),
    (BUILDINGS, VRROOOMM),
    (BUS, FIRST),
    (BUS, VRROOOMM),
    (PASSENGERS, VRROOOMM),
    (BUILDINGS, FIRST),
    (BUILDINGS, BUILDINGS),
    (PASSENGERS, BUILDINGS),
    (BUS, BUILDINGS),
    (BUS, PASSENGERS),
    (PASSENGERS, FIRST),
    (CLOCK, VRROOOMM),
    (CLOCK, EXTENSION),
    (PASSENGERS, PASSENGERS),
    (CLOCK, FIRST),
    (CLOCK, BUS),
)
MORE = (EXTENSION, VRROOOMM, BUILDINGS, BUS, FIRST, PASSENGERS, CLOCK)  # single cubes, likewise
UNUSUAL = 2  # pairs that are looked at besides the usual ones
KEEPS_TO_THE_PLAN = 0.7
PASSES_AT_ONCE = 0.6  # how often no third cube is thought of


class Habits(NamedTuple):
    """How everyone at a table plays: alike, so that the position decides who wins, and not who sits there."""

    pairs: int  # of actions that are looked at
    moves: int  # that are looked at when actions are carried out
    attention: float  # how often they are looked at, and not just the obvious one made
    slips: float  # how often any of those looked at is chosen
    wild: float  # how often anything is done while setting up

    @classmethod
    def any(cls, rng: Random) -> "Habits":
        """Those of a table."""
        return cls(
            pairs=rng.choice((8, 10, 13)),
            moves=rng.choice((2, 3)),
            attention=rng.choice((0.4, 0.7, 1.0)),
            slips=rng.choice((0.0, 0.0, 0.03, 0.06)),
            wild=rng.choice((0.0, 0.1, 0.3)),
        )


class Table:
    """Players with the same habits and the same judgement."""

    def __init__(self, chances: Chances, habits: Habits, rng: Random):
        self.chances = chances
        self.habits = habits
        self.rng = rng
        self._second: dict[int, Move] = {}  # what each seat means to do with its second cube, and on which action

    def move(self, state: BusState) -> Move:
        """What the seat does whose turn it is."""
        seat = state.turn[0]
        return self._choice(state, seat) if state.phase == CHOOSING else self._action(state, seat)

    def _choice(self, state: BusState, seat: int) -> Move:
        book, rng = state.game.book, self.rng
        taken = [action for action in SINGLE if state.spaces[action]]
        planned = self._second.pop(seat, None)
        if planned in [book.choose[action] for action in taken]:
            planned = None
        placed = state.placed(seat)
        if not placed and state.cubes[seat] > 1:
            return self._first_of_two(state, seat, taken)
        if placed >= LEAST_CUBES:
            if rng.random() < PASSES_AT_ONCE:
                return book.stop_choosing
            return self._best(state, seat, [book.stop_choosing, *self._more(state, taken)])
        if planned is not None and rng.random() < KEEPS_TO_THE_PLAN:
            return planned
        moves = self._more(state, taken) or [book.choose[EXTENSION]]
        return self._best(state, seat, moves if planned is None or planned in moves else [planned, *moves])

    def _more(self, state: BusState, taken: list[int]) -> list[Move]:
        """Some of the actions for one more cube."""
        there = [action for action in MORE if action not in taken]
        return [state.game.book.choose[action] for action in there[:4] if self.rng.random() < KEEPS_TO_THE_PLAN]

    def _first_of_two(self, state: BusState, seat: int, taken: list[int]) -> Move:
        choose = state.game.book.choose
        pairs = [pair for pair in PAIRS if not any(action in taken for action in pair)]
        usual = max(1, self.habits.pairs - UNUSUAL)
        looked_at = pairs[:usual] + self.rng.sample(pairs[usual:], min(UNUSUAL, len(pairs[usual:])))
        plan = self._best_plan(state, seat, [[choose[one], choose[other]] for one, other in looked_at])
        # Where others can be faster comes first; an extension is done last by who chose it first, and can wait.
        first, second = sorted(plan, key=lambda move: move is choose[EXTENSION])
        self._second[seat] = second
        return first

    def _action(self, state: BusState, seat: int) -> Move:
        legal, habits, rng = state.legal(seat), self.habits, self.rng
        if len(legal) == 1:
            return legal[0]
        if not state.round and rng.random() < habits.wild:
            return rng.choice(legal)
        if state.phase == LAYING or rng.random() >= habits.attention:
            return obvious(state, seat, rng)
        moves = promising(state, seat)
        some = 2 * habits.moves if state.phase == BUILDING else habits.moves
        return self._best(state, seat, [*moves[:some], rng.choice(moves)])

    def _best(self, state: BusState, seat: int, moves: Sequence[Move]) -> Move:
        return self._best_plan(state, seat, [[move] for move in dict.fromkeys(moves)])[0]

    def _best_plan(self, state: BusState, seat: int, plans: list[list[Move]]) -> list[Move]:
        if len(plans) == 1:
            return plans[0]
        if self.rng.random() < self.habits.slips:
            return self.rng.choice(plans)
        return best_plan(state, seat, plans, lambda end, mine: self.chances(end)[mine], self.rng)


def play_game(seed: str, number: int, chances: Chances) -> list[int]:
    """The moves of a game, by their indexes."""
    name = f"{seed}/{number}"
    rng = Random(name)
    state = _start(seed, number)
    table = Table(chances, Habits.any(rng), rng)
    moves = []
    while state.turn:
        move = table.move(state)
        moves.append(move.index)
        state.play_legal(state.turn[0], move)
    return moves


def _start(seed: str, number: int) -> BusState:
    return Bus(SEATS[number % len(SEATS)]).start(f"{seed}/{number}")


def play_games(file: Path, seed: str, count: int, chances: Chances) -> Iterator[int]:
    """Play games into a file until there are so many, a line each; the numbers of all that are there."""
    with file.open("a+", encoding="utf-8") as lines:
        lines.seek(0)
        there = sum(1 for _ in lines)
        for number in range(count):
            if number >= there:
                lines.write(json.dumps(play_game(seed, number, chances), separators=(",", ":")) + "\n")
                lines.flush()
            yield number


def positions(seed: str, number: int, moves: Sequence[int]) -> tuple[list[BusState], BusState]:
    """The positions where the rounds of a game begin, and its end."""
    state = _start(seed, number)
    found: list[BusState] = []
    for index in moves:
        if state.round > len(found):
            found.append(state.copy())
        state.play_legal(state.turn[0], state.game.moves[index])
    return found, state
