"""Positions of Terminus as numbers, for those who have learnt from games: what they look at."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from omnibus.bots.network import Floats
from omnibus.bots.terminus.playout import RestOfRound
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import (
    CARDS,
    COLOUR_JOKERS,
    LINES,
    NO_CARD,
    NUMBER_JOKERS,
    NUMBERS,
    PLACES,
    POINTS,
    SUPER_JOKER,
)

FAR = 120  # points to the target: how many more they are does not matter
NO_NUMBER = 9  # of a secret that does not ride on a line: greater than all

# What is known about a seat, by name, with what it is multiplied by: all are about one then.
SEAT = {
    "lacks": 0.02,  # points to the target
    "behind": 0.04,  # the lowest score
    "behind the rest": 0.04,  # the others' mean
    "behind after counting": 0.04,  # if all counted their cards now
    "lacks after counting": 0.02,
    "over after counting": 1.0,
    "cards": 0.2,
    "one card": 1.0,
    "two cards": 1.0,
    "held": 0.07,
    "stacked": 0.07,
    "number jokers": 1.0,
    "other jokers": 1.0,
    "waits": 0.3,
    "next": 1.0,
    "last": 1.0,
    "fewest of others": 1.0,  # cards: one divided by it
    "left": 0.3,  # cards after the best play on any line
    "may go out": 1.0,
    "others may go out before": 0.5,
    "others may go out": 0.5,
    "secret 1": 1.0,
    "secret 2": 1.0,
    "secret 3": 1.0,
    "secret 4": 1.0,
    "secret 5": 1.0,
    "secret joker": 1.0,
    "game over after counting": 1.0,
    "round goes on": 1.0,
    "2 seats": 1.0,
    "3 seats": 1.0,
    "4 seats": 1.0,
    "5 seats": 1.0,
    "6 seats": 1.0,
}
# And about a line, as a seat sees it.
LINE = {
    "0 places": 1.0,
    "1 place": 1.0,
    "2 places": 1.0,
    "3 places": 1.0,
    "4 places": 1.0,
    "worth": 0.07,
    "ready": 0.5,  # cards that could be laid at once
    "points ready": 0.15,
    "further places": 0.5,  # that the seat could fill
    "points it could lay": 0.1,
    "may complete": 1.0,
    "leaves none": 1.0,
    "leaves one": 1.0,
    "rides": 1.0,
    "riding number": 0.3,
    "pays": 1.0,  # if somebody else completes it who does not ride on it
    "riders below": 1.0,
    "riders": 0.5,
    "others may complete before": 1.0,
    "others may complete": 1.0,
    "worth if it pays": 0.07,
}

_POINTS = np.array(POINTS, np.float32)
_NUMBERS = np.array(POINTS[:PLACES], np.float32)
_LINES = np.array(LINES)
_PLACES = np.arange(PLACES)


class Position(NamedTuple):
    """A position in a round, or after it, as plain numbers; or many, one a row."""

    hands: Any  # by seat, cards by kind; none after the round
    tops: Any  # the secret that counts of every seat, or NO_CARD
    stacked: Any  # points of the secrets
    length: Any  # of each line
    worth: Any  # points on each line, with those set aside
    lacks: Any  # points to the target of each seat
    next: Any  # whose turn it is, or who starts the next round


def position_of(rest: RestOfRound, next_seat: int) -> Position:
    """A position in a round that is played on, or after it, with who is next then."""
    lacks = lacking(rest.scores, rest.target)
    if rest.over:
        return between_rounds(lacks, next_seat)
    return Position(
        rest.hands,
        [stack[-1] for stack in rest.stacks],
        [sum([POINTS[card] for card in stack]) for stack in rest.stacks],
        rest.length,
        [points + rest.aside_points for points in rest.line_points],
        lacks,
        next_seat,
    )


def lacking(scores: Sequence[int], target: int) -> list[int]:
    """The points that each seat lacks to the target."""
    return [min(FAR, target - score) for score in scores]


def between_rounds(lacks: list[int], starter: int) -> Position:
    """Before the next round is dealt, by the points that each seat lacks to the target."""
    seats, nothing = len(lacks), [0] * len(LINES)
    return Position([[0] * len(CARDS)] * seats, [NO_CARD] * seats, [0] * seats, nothing, nothing, lacks, starter)


def rows_of(positions: Sequence[Position]) -> Position:
    """Many positions with as many seats as one."""
    return Position(*(np.array(column, np.int16) for column in zip(*positions, strict=True)))


class Seen(NamedTuple):
    """What is looked at."""

    seats: Floats  # (positions, seats, SEAT)
    lines: Floats  # (positions, seats, lines, LINE)


class _Reach(NamedTuple):
    """What every seat could lay on every line if it were its turn now."""

    ready: Floats
    ready_points: Floats
    places: Floats  # that it fills
    cards: Floats
    points: Floats
    completes: Floats


def _reach(hands: Floats, length: Floats) -> _Reach:
    """As players do in their minds: all numbers that fit, one joker where a number lacks."""
    numbers = hands[..., : len(NUMBERS)].reshape(*hands.shape[:2], len(LINES), PLACES)
    on_filled = numbers * (length[:, None, :, None] > _PLACES)
    ready, ready_points = on_filled.sum(-1), on_filled @ _NUMBERS
    cards, points = ready.copy(), ready_points.copy()
    reached = np.broadcast_to(length[:, None], ready.shape).copy()
    free = np.ones(ready.shape, bool)  # no joker laid yet
    colours = hands[..., COLOUR_JOKERS[0] : COLOUR_JOKERS[-1] + 1] > 0
    supers = hands[..., SUPER_JOKER, None] > 0
    wild = colours | supers
    wild_points = np.where(colours, POINTS[COLOUR_JOKERS[0]], POINTS[SUPER_JOKER])
    for place in range(PLACES):
        here = reached == place
        fitting = numbers[..., place]
        numbered = hands[..., NUMBER_JOKERS[place], None] > 0
        with_joker = here & (fitting == 0) & free & (numbered | wild)
        laid = fitting * here
        cards += laid + with_joker
        points += laid * (place + 1) + with_joker * np.where(numbered, place + 1, wild_points)
        reached += (laid > 0) | with_joker
        free &= ~with_joker
    return _Reach(ready, ready_points, reached - length[:, None], cards, points, (reached == PLACES).astype(np.float32))


def seen(rows: Position) -> Seen:
    """What is looked at of many positions."""
    hands, stacked, length, worth, lacks = (
        np.asarray(each, np.float32) for each in (rows.hands, rows.stacked, rows.length, rows.worth, rows.lacks)
    )
    tops = np.asarray(rows.tops)
    count, seats = lacks.shape
    waits = (np.arange(seats) - np.asarray(rows.next)[:, None]) % seats
    earlier = (waits[:, None, :] < waits[:, :, None]).astype(np.float32)  # by seat, others who come before
    reach = _reach(hands, length)
    size, held = hands.sum(-1), hands @ _POINTS
    left = size[..., None] - reach.cards
    goes_on = (size > 0).any(-1, keepdims=True)
    none_left = (left == 0) & goes_on[..., None]
    out = none_left.any(-1).astype(np.float32)
    after = lacks - held - stacked
    joker = tops >= NUMBER_JOKERS[0]
    number = np.where(tops == NO_CARD, 0, tops % PLACES + 1)

    by_seat = np.empty((count, seats, len(SEAT)), np.float32)
    columns: list[Any] = [
        lacks,
        lacks.max(1, keepdims=True) - lacks,
        (lacks.sum(1, keepdims=True) - lacks) / (seats - 1) - lacks,
        after.max(1, keepdims=True) - after,
        after,
        after <= 0,
        size,
        size == 1,
        size == 2,
        held,
        stacked,
        hands[..., NUMBER_JOKERS[0] : NUMBER_JOKERS[-1] + 1].sum(-1),
        hands[..., COLOUR_JOKERS[0] :].sum(-1),
        waits,
        waits == 0,
        waits == seats - 1,
        goes_on / np.maximum(_fewest_of_others(size), 1),
        left.min(-1),
        out,
        (earlier @ out[..., None])[..., 0],
        out.sum(1, keepdims=True) - out,
        *((number == each) & ~joker for each in range(1, PLACES + 1)),
        joker,
        (after <= 0).any(1, keepdims=True),
        goes_on,
        *(seats == each for each in Terminus.seat_counts),
    ]
    for column, numbers in enumerate(columns):
        by_seat[..., column] = numbers

    rides = joker[..., None] | ((tops // PLACES)[..., None] == _LINES) & (tops != NO_CARD)[..., None]
    riding = np.where(rides, number[..., None], NO_NUMBER)
    below = (riding[:, None] < riding[:, :, None]).sum(2) * rides
    pays = rides & (below == 0)
    worths = np.broadcast_to(worth[:, None], pays.shape)
    by_line = np.empty((*pays.shape, len(LINE)), np.float32)
    columns = [
        *((length == each)[:, None] for each in range(PLACES)),
        worths,
        reach.ready,
        reach.ready_points,
        reach.places,
        reach.points,
        reach.completes,
        none_left,
        left == 1,
        rides,
        number[..., None] * rides,
        pays,
        below,
        rides.sum(1, keepdims=True),
        earlier @ reach.completes,
        reach.completes.sum(1, keepdims=True) - reach.completes,
        worths * pays,
    ]
    for column, numbers in enumerate(columns):
        by_line[..., column] = numbers
    return Seen(by_seat, by_line)


def _fewest_of_others(size: Floats) -> Floats:
    """Of every seat, the fewest cards that another has."""
    ordered = np.sort(size, axis=1)
    fewest: Floats = np.where(size == ordered[:, :1], ordered[:, 1:2], ordered[:, :1])
    return fewest


def layout() -> list[list[Any]]:
    """What the numbers of a position are: who learnt from others knows nothing of these."""
    return [["seat", list(SEAT)], ["line", list(LINE)]]
