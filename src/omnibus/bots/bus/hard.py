"""`hard` searches: its own moves and the others' replies, to the end of the round, where it judges the chances."""

from collections.abc import Callable
from random import Random
from typing import cast

from omnibus.bots.bot import Answer, Budget, Memory
from omnibus.bots.bus.obvious import worths_of_buildings, worths_of_extensions, worths_of_rides
from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import chances
from omnibus.bots.search import Search
from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import (
    BUILDING,
    BUILDINGS,
    BUS,
    CHOOSING,
    CLOCK,
    DOUBLING,
    EXTENDING,
    EXTENSION,
    FIRST,
    FOUNDING,
    PASSENGERS,
    RIDING,
    SINGLE,
    VRROOOMM,
)
from omnibus.rules.bus.state import LEAST_CUBES, BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move, State

# The actions that players choose most come first.
HABIT = (VRROOOMM, EXTENSION, BUILDINGS, BUS, PASSENGERS, FIRST, CLOCK)

# Small, because the chances that good moves lead to differ by hundredths.
EXPLORATION = 0.1


class BusExpert:
    """What the search must know about Bus; the chances of every seat are judged between two rounds."""

    def __init__(self, judge: Callable[[BusState], list[float]] = chances):
        self.judge = judge

    def promising(self, state: State, seat: int) -> list[Move]:
        """All legal moves, those first that look best at a glance."""
        return promising(cast(BusState, state), seat)

    def outlook(self, state: State, rng: Random) -> list[float]:
        """The chances of every seat if all do the obvious to the end of the round."""
        ahead = cast(BusState, state)
        finish_round(ahead, rng)
        return self.judge(ahead)


def promising(state: BusState, seat: int) -> list[Move]:
    """All legal moves, those first that look best at a glance."""
    if state.phase == CHOOSING:
        return _choices(state, seat)
    legal = state.legal(seat)
    if len(legal) == 1:
        return legal
    if state.phase in (EXTENDING, DOUBLING):
        worths = worths_of_extensions(state, seat, legal)
    elif state.phase in (BUILDING, FOUNDING):
        worths = worths_of_buildings(state, seat, legal)
    elif state.phase == RIDING:
        worths = worths_of_rides(state, seat, legal)
    else:
        return legal
    return [legal[number] for number in sorted(range(len(legal)), key=lambda number: -worths[number])]


def _choices(state: BusState, seat: int) -> list[Move]:
    """Who may pass mostly does."""
    table, spaces = state.game.book, state.spaces
    moves = [table.choose[action] for action in HABIT if action not in SINGLE or not spaces[action]]
    return [table.stop_choosing, *moves] if state.placed(seat) >= LEAST_CUBES else moves


def play_hard(view: BusView, rng: Random, budget: Budget, memory: Memory) -> str | Answer:
    """The move that most of the search went to. What it found out about the moves after it is remembered."""
    if len(view["legal"]) == 1:
        return view["legal"][0]["text"]
    return Search(Bus.of(view), BusExpert(), exploration=EXPLORATION).best(view, rng, budget, memory)
