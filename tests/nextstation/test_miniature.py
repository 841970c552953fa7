"""All games on a miniature board, against a second, naive program that shares nothing with the first but the rules.

A game is here an order of the five cards in each round and one way of playing it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from omnibus.rules.nextstation.state import NextStationState
from omnibus.testing import check
from tests.nextstation.miniature import MINIATURE, Miniature

CARDS = ("circle", "joker", "underground circle", "underground triangle", "switch")

# A line is a set of pairs of stations, a sheet one line for each round that is over.
Edge = tuple[int, int]
Line = frozenset[Edge]
Ending = tuple[Line, int | None]  # a line, and the station that counts twice


# ---- By the rules of the package


def _in_order(state: NextStationState, cards: tuple[str, ...]) -> NextStationState:
    """The state at the start of its round, with the cards in another order."""
    revealed = 2 if cards[0] == "switch" else 1
    pile = list(reversed(cards[revealed:]))
    return Miniature(**state.game.options).load({**state.dump(), "revealed": list(cards[:revealed]), "pile": pile})


def _play_round(state: NextStationState) -> Iterator[NextStationState]:
    """All ways to play the round to its end."""
    played = len(state.sheets[0])
    for move in state.legal(0):
        after = state.copy()
        after.play(0, move)
        if len(after.sheets[0]) > played:
            yield after
        else:
            yield from _play_round(after)


def _ending(state: NextStationState) -> Ending:
    line = state.view(0)["table"][0]["lines"][-1]
    return frozenset((a, b) for a, b in line["sections"]), line["doubled"]


def _opening(power: str | None) -> NextStationState:
    state = Miniature(powers=power is not None).start("miniature")
    assert isinstance(state, NextStationState)
    state.play(0, "pencil green")
    state.play(0, "pencil pink")
    if power is not None:
        powers = [power, *(other for other in ("second", "joker", "switch", "double") if other != power)]
        state = Miniature(powers=True).load({**state.dump(), "powers": powers})
    return state


# ---- By the naive program

STATIONS: list[dict[str, Any]] = MINIATURE["stations"]
AT = {tuple(station["at"]): number for number, station in enumerate(STATIONS)}


def _sections() -> list[Edge]:
    found = set()
    for (x, y), number in AT.items():
        for right, down in ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)):
            for steps in range(1, 4):
                other = AT.get((x + right * steps, y + down * steps))
                if other is not None:
                    found.add((min(number, other), max(number, other)))
                    break
    return sorted(found)


def _cross(one: Edge, other: Edge) -> bool:
    """Whether the two strokes have a point in common that is not a station of both."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (STATIONS[number]["at"] for number in (*one, *other))
    slope = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if slope == 0:
        return False
    along = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), slope)
    across = Fraction((cx - ax) * (by - ay) - (cy - ay) * (bx - ax), slope)
    return 0 < along < 1 and 0 < across < 1


SECTIONS = _sections()
CROSSINGS = {frozenset(pair) for pair in combinations(SECTIONS, 2) if _cross(*pair)}


def _draws(line: Line, earlier: Line, departure: int, anywhere: bool) -> Iterator[tuple[int, int]]:
    """Where a section may start and lead to, whatever the card."""
    served = {departure} | {station for edge in line for station in edge}
    ends = {station for station in served if sum(station in edge for edge in line) == 1} or {departure}
    for start in sorted(served):
        for to in range(len(STATIONS)):
            edge = (min(start, to), max(start, to))
            drawn = line | earlier
            if (
                edge in SECTIONS
                and (anywhere or start in ends)
                and to not in served
                and edge not in drawn
                and not any(frozenset((edge, other)) in CROSSINGS for other in drawn)
            ):
                yield start, to


def _shows(station: int, wanted: str) -> bool:
    return "any" in (wanted, STATIONS[station]["symbol"]) or STATIONS[station]["symbol"] == wanted


def _with(line: Line, start: int, to: int) -> Line:
    return line | {(min(start, to), max(start, to))}


def _naive_turn(
    line: Line, earlier: Line, departure: int, wanted: str, switch: bool, late: bool, power: str | None
) -> Iterator[tuple[Line, str | None]]:
    """All lines after a turn, and the power that is left."""
    yield line, power
    fitting = [draw for draw in _draws(line, earlier, departure, switch) if _shows(draw[1], wanted)]
    for start, to in fitting:
        after = _with(line, start, to)
        symbol = STATIONS[to]["symbol"] if wanted == "any" else wanted
        seconds = [
            draw for draw in _draws(after, earlier, departure, switch) if power == "second" and _shows(draw[1], symbol)
        ]
        yield after, power
        for second in seconds:
            yield _with(after, *second), None
    if power == "joker":
        for start, to in _draws(line, earlier, departure, switch):
            if (start, to) not in fitting:
                yield _with(line, start, to), None
    if power == "switch" and late:
        for start, to in _draws(line, earlier, departure, True):
            if (start, to) not in fitting and _shows(to, wanted):
                yield _with(line, start, to), None


def _naive_round(
    cards: tuple[str, ...], earlier: Line, departure: int, power: str | None, line: Line = frozenset(), turn: int = 1
) -> Iterator[Ending]:
    """All ways to play a round with the cards in that order."""
    switch = cards[0] == "switch"
    if switch:
        cards = cards[1:]
    wanted = cards[0].removeprefix("underground ").replace("joker", "any")
    over = not any(card.startswith("underground") for card in cards[1:])
    late = turn > 2
    for after, left in _naive_turn(line, earlier, departure, wanted, switch and late, late, power):
        if not over:
            yield from _naive_round(cards[1:], earlier, departure, left, after, turn + 1)
        elif left == "double":
            for station in {departure} | {station for edge in after for station in edge}:
                yield after, station
            yield after, None
        else:
            yield after, None


def _naive_score(lines: list[tuple[int, Line]]) -> int:
    score = marks = 0
    visits: Counter[int] = Counter()
    for departure, line in lines:
        served = {departure} | {station for edge in line for station in edge}
        visits.update(served)
        districts = Counter(STATIONS[station]["district"] for station in served)
        bridges = sum(STATIONS[a]["bank"] != STATIONS[b]["bank"] for a, b in line)
        score += len(districts) * max(districts.values()) + 2 * bridges
        marks += sum(bool(STATIONS[station].get("site")) for station in served)
    return score + marks + 2 * sum(lines == 2 for lines in visits.values())


# ---- Side by side


@pytest.mark.slow
@pytest.mark.parametrize(
    ("power", "ways"), [(None, 6501), ("second", 24754), ("joker", 15995), ("switch", 7625), ("double", 28189)]
)
def test_every_way_to_play_a_round(power: str | None, ways: int) -> None:
    opening = _opening(power)
    ours: Counter[Ending] = Counter()
    theirs: Counter[Ending] = Counter()
    for cards in permutations(CARDS):
        ours.update(_ending(state) for state in _play_round(_in_order(opening, cards)))
        theirs.update(_naive_round(cards, frozenset(), 0, power))
    assert ours == theirs
    assert ours.total() == ways


@pytest.mark.slow
def test_every_game_of_two_rounds_and_its_score() -> None:
    ours: Counter[int] = Counter()
    theirs: Counter[int] = Counter()
    first_ends: dict[Line, NextStationState] = {}
    times: Counter[Line] = Counter()
    opening = _opening(None)
    for cards in permutations(CARDS):
        for state in _play_round(_in_order(opening, cards)):
            green, _ = _ending(state)
            first_ends[green] = state
            times[green] += 1
    for green, state in first_ends.items():
        for cards in permutations(CARDS):
            for end in _play_round(_in_order(state, cards)):
                assert end.result is not None
                ours[end.result.scores[0]] += times[green]
            for pink, _ in _naive_round(cards, green, 4, None):
                theirs[_naive_score([(0, green), (4, pink)])] += times[green]
    assert ours == theirs
    assert ours.total() == 9_903_545


@pytest.mark.slow
def test_the_kit_passes_on_the_miniature_board() -> None:
    for powers in (False, True):
        report = check(Miniature, seats=[1], games=40, options={"powers": powers}, weigh_guesses=2)
        assert report.games == 40
