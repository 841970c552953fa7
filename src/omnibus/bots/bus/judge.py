"""A judge of positions between two rounds of Bus, who learnt from many games who wins them.

A small network corrects the rule of thumb of `prospects`: it looks at every junction, then at every seat with the
junctions of its line and those that it can reach next, then at every seat beside the others. The same in JAX, which
learns, is `omnibus.training.judge.network`; a test holds the two together.
"""

from functools import cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from omnibus.bots.bus.prospects import chances
from omnibus.bots.network import BadNetwork, Floats, refuse_other_rules, weights_in
from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import CITY, KINDS
from omnibus.rules.bus.state import LEAST_CUBES, BusState

JUNCTIONS, LOTS = len(CITY.junctions), len(CITY.lots)

# The rows of what is known about the junctions; kinds of buildings come as the clock will show them.
PEOPLE, KIND, OPEN_LOTS, WAITING, FREE, ARRIVALS, LINES, ONE_LINE, NO_LINE = 0, 1, 4, 6, 9, 12, 13, 14, 15
ROWS = 16
ON_THE_LINE = slice(OPEN_LOTS, LINES)  # the rows that are added up along a line
OWN = slice(WAITING, ARRIVALS)  # and those that are, besides, where no other line runs

LEAST_CHANCE = 1e-5

# What is known about a seat, by name, with what it is multiplied by: all are about one then.
SEAT = {
    "score": 0.2,
    "stones": 0.5,
    "buses": 0.5,
    "sticks": 0.1,
    "rounds": 0.2,
    "rounds longer": 1.0,
    "place": 1.0,
    "first": 1.0,
    "last": 1.0,
    "early points": 1.0,
    "open ends": 1.0,
}
TABLE = {
    "rounds": 0.2,
    "supply": 0.1,
    "stones left": 0.3,
    "vacant lots": 0.05,
    "most buses": 0.5,
    "3 seats": 1.0,
    "4 seats": 1.0,
    "5 seats": 1.0,
}

_JUNCTION_OF_LOT = np.zeros((LOTS, JUNCTIONS), np.float32)
_JUNCTION_OF_LOT[np.arange(LOTS), [lot.junction for lot in CITY.lots]] = 1
_STATIONS = np.zeros(JUNCTIONS, np.float32)
_STATIONS[list(CITY.stations)] = 1


class Position(NamedTuple):
    """A position between two rounds as numbers."""

    lines: Floats  # (seats, junctions): whether the line is there
    ahead: Floats  # (seats, junctions): whether its next stick can bring it there, along a street that nobody uses
    city: Floats  # (rows, junctions)
    seats: Floats  # (seats, SEAT)
    table: Floats  # (TABLE)


def numbers_of(state: BusState) -> Position:
    """A position between two rounds as numbers."""
    ahead, open_ends = _ahead(state)
    both = _bits([*state.touched, *ahead], JUNCTIONS)
    lines = both[: len(ahead)]
    return Position(lines, both[len(ahead) :], _city(state, lines), *_seats_and_table(state, open_ends))


def _bits(numbers: list[int], size: int) -> Floats:
    """The lowest bits of each number, as a row of zeros and ones."""
    octets = np.array(numbers, "<u8").view(np.uint8).reshape(len(numbers), 8)
    return np.unpackbits(octets, axis=1, count=size, bitorder="little").astype(np.float32)


def _ahead(state: BusState) -> tuple[list[int], list[int]]:
    """For each seat the junctions, as bits, that its next stick can reach; from how many of its ends it can."""
    board = state.game.board
    unused = board.all_streets
    for line in state.streets:
        unused &= ~line
    reached, open_ends = [], []
    for trail, own in zip(state.trails, state.touched, strict=True):
        there = ends = 0
        for end in (trail[0], trail[-1]):
            if board.streets_at[end] & unused:
                ends += 1
                for street, junction in board.across[end].items():
                    if street & unused:
                        there |= 1 << junction
        reached.append(there & ~own)
        open_ends.append(ends)
    return reached, open_ends


def _city(state: BusState, lines: Floats) -> Floats:
    kinds, clock = state.kinds_at, state.clock
    opened = next((mask for mask in state.game.board.zone_masks if mask & state.vacant), 0)
    city = np.empty((ROWS, JUNCTIONS), np.float32)
    city[:OPEN_LOTS] = (state.people, *[kinds[(clock + step) % len(KINDS)] for step in (1, 2, 3)])
    city[OPEN_LOTS:WAITING] = _bits([state.vacant & opened, state.vacant & ~opened], LOTS) @ _JUNCTION_OF_LOT
    balance = city[PEOPLE] - city[KIND:OPEN_LOTS]
    np.maximum(balance, 0, out=city[WAITING:FREE])
    np.subtract(city[WAITING:FREE], balance, out=city[FREE:ARRIVALS])
    city[ARRIVALS] = _STATIONS * state.supply
    lines.sum(0, out=city[LINES])
    city[ONE_LINE] = city[LINES] == 1
    city[NO_LINE] = city[LINES] == 0
    return city


def _seats_and_table(state: BusState, open_ends: list[int]) -> tuple[Floats, Floats]:
    seats, rounds = state.game.seats, [cubes / LEAST_CUBES for cubes in state.cubes]
    end = sorted(rounds)[-2]  # the game is over when all but one have placed their cubes
    by_time = sorted(state.reached)  # of equals, who had the points first comes first (B33)
    numbers = []
    for seat in range(seats):
        place = (seat - state.first) % seats
        numbers.append(
            (
                state.points[seat] - state.stones[seat],
                state.stones[seat],
                state.buses[seat],
                state.sticks[seat],
                rounds[seat],
                rounds[seat] - end,
                place / seats,
                place == 0,
                place == seats - 1,
                by_time.index(state.reached[seat]) / seats,
                open_ends[seat],
            )
        )
    vacant = state.vacant.bit_count()
    table = (end, state.supply, state.stones_left, vacant, max(state.buses), seats == 3, seats == 4, seats == 5)
    return np.array(numbers, np.float32), np.array(table, np.float32)


class Judge:
    """Weights in memory."""

    def __init__(self, manifest: dict[str, Any], weights: dict[str, Floats]):
        self.manifest = manifest
        self._weights = weights
        self._trust = float(weights["trust"])
        # What looks at a seat by itself, and what goes from there straight to the end, at once.
        self._seat = np.hstack([weights["seat"], weights["straight"]])
        self._width = weights["seat"].shape[1]
        self._own, self._others = np.vsplit(weights["table"], 2)

    def chances(self, state: BusState) -> list[float]:
        """How likely each seat is to win, between two rounds or at the end."""
        by_thumb = chances(state)
        if state.result is not None:
            return by_thumb
        corrections = self._corrections(numbers_of(state)).tolist()
        odds = [
            exp(correction) * max(chance, LEAST_CHANCE) ** self._trust
            for correction, chance in zip(corrections, by_thumb, strict=True)
        ]
        total = sum(odds)
        return [each / total for each in odds]

    def _corrections(self, position: Position) -> Floats:
        """What is to be added to the odds of the rule of thumb, as a logarithm, for each seat."""
        weights = self._weights
        both = self._seen(position) @ self._seat
        hidden = np.maximum(both[:, : self._width] + weights["seat bias"], 0)
        others = (np.add.reduce(hidden) - hidden) / (len(hidden) - 1)
        hidden = np.maximum(hidden @ self._own + others @ self._others + weights["table bias"], 0)
        corrections: Floats = hidden @ weights["odds"] + both[:, self._width]
        return corrections

    def _seen(self, position: Position) -> Floats:
        """What is looked at of each seat."""
        lines, ahead, city, by_seat, table = position
        junctions = np.maximum(city.T @ self._weights["junction"] + self._weights["junction bias"], 0)
        on_the_line = lines @ city[ON_THE_LINE].T
        seen = np.empty((len(lines), len(self._seat)), np.float32)
        first = 0
        for part in (
            by_seat,
            table,
            on_the_line,
            np.minimum(np.minimum(on_the_line[:, 2:5], on_the_line[:, 5:8]), by_seat[:, 2:3]),  # rides
            (lines * city[ONE_LINE]) @ city[OWN].T,
            np.add.reduce(lines, 1)[:, None],  # its length
            lines @ junctions,
            ahead @ junctions,
        ):
            last = first + part.shape[-1]
            seen[:, first:last] = part
            first = last
        return seen


def layout() -> list[list[Any]]:
    """What the numbers of a position are: a judge who learnt from others knows nothing of these."""
    return [["junctions", JUNCTIONS], ["rows", ROWS], ["seat", list(SEAT)], ["table", list(TABLE)]]


@cache
def _judge_in(folder: Path) -> Judge:
    return Judge(*weights_in(folder))


def judge_for(game: Bus, folder: Path) -> Judge:
    """The judge in a folder, read once, if it knows this game, these rules and these numbers."""
    judge = _judge_in(folder)
    refuse_other_rules(game, judge.manifest, folder)
    if judge.manifest["encoding"] != layout() or game.board is not CITY:
        raise BadNetwork("network-other-encoding", folder=folder, game=game.id)
    return judge
