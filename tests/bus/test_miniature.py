"""Everything that can happen on a small board, tried out."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

import pytest

from omnibus.rules.bus.moves import ACTIONS, EXTENDING
from omnibus.rules.bus.state import BusState
from omnibus.testing import check
from tests.bus.miniature import Miniature
from tests.bus.positions import position, streets
from tests.rule import rule

GAME = Miniature(3)
STREETS = [frozenset(street.name.split("-")) for street in Miniature.board.streets]


@pytest.mark.slow
def test_the_miniature_passes_the_kit() -> None:
    report = check(Miniature, seats=[3], games=20, weigh_guesses=1)
    assert report.games == 20


# ---- The rules of extension, told a second time


class End(NamedTuple):
    """An end of a line: where it lies, along which street it came, and whether that street was used before."""

    junction: str
    last: frozenset[str]
    along_used: bool


class Line:
    """A line as a player remembers it: its streets, its two ends, and which one was laid last."""

    def __init__(self, used: frozenset[frozenset[str]], ends: tuple[End, End], latest: int):
        self.used = used
        self.ends = ends
        self.latest = latest

    def extended(self, which: int, to: str, others: list["Line"]) -> "Line":
        """The line with a stick more at one of its ends."""
        street = frozenset({self.ends[which].junction, to})
        end = End(to, street, any(street in other.used for other in others))
        ends = (end, self.ends[1]) if which == 0 else (self.ends[0], end)
        return Line(self.used | {street}, ends, which)


def first_stick(street: frozenset[str]) -> Line:
    one, other = sorted(street)
    return Line(frozenset({street}), (End(one, street, False), End(other, street, False)), 0)


def ways_on(mine: Line, others: list[Line]) -> Iterator[tuple[int, str]]:
    """The ends of a line and the junctions they may reach, rule by rule."""
    for which, end in enumerate(mine.ends):
        if mine.ends[0].junction == mine.ends[1].junction and which != mine.latest:
            continue  # B20: of two ends at one junction the one laid last moves
        here = [street for street in STREETS if end.junction in street]
        unused = [street for street in here if not any(street in line.used for line in (mine, *others))]
        for street in here:
            users = [line for line in others if street in line.used]
            if street in mine.used:
                continue  # B14, B15
            all_end_here = all(
                any(its.junction == end.junction and its.last == street for its in line.ends) for line in users
            )
            may = (
                street in unused  # B16
                or not unused  # B18
                or (all_end_here and not end.along_used)  # B17, B19
            )
            if may:
                yield which, next(iter(street - {end.junction}))


def compared(state: BusState, lines: list[Line], turns: list[int]) -> int:
    """Compare the game with the rules told again, over all ways in which the seats can extend in that order."""
    if not turns:
        return 0
    seat = turns[0]
    others = [line for other, line in enumerate(lines) if other != seat]
    ways = {f"{lines[seat].ends[which].junction}>{to}": (which, to) for which, to in ways_on(lines[seat], others)}
    # Whatever the last stick led to, this seat has the next one to lay.
    state.phase, state.turn, state.left = EXTENDING, (seat,), 1
    assert streets(state) == set(ways), [line.used for line in lines]
    positions = 1
    for way, (which, to) in ways.items():
        after = state.copy()
        after.play(seat, f"extend {way}")
        grown = [line if other != seat else line.extended(which, to, others) for other, line in enumerate(lines)]
        positions += compared(after, grown, turns[1:])
    return positions


@rule("B14", "B15", "B16", "B17", "B18", "B19", "B20")
def test_two_lines_extend_as_the_rules_say_whatever_they_do() -> None:
    positions = 0
    for one, other in product(STREETS, STREETS):
        lines = [" ".join(sorted(street)) for street in (one, other)]
        state = position(*lines, game=GAME, cubes=[1, 2, 2], phase="extending", spaces={"extension": [0]}, left=9)
        nobody = Line(frozenset(), (End("", frozenset(), False), End("", frozenset(), False)), 0)
        positions += compared(state, [first_stick(one), first_stick(other), nobody], [0, 0, 1, 0])
    assert positions == 8748


@rule("B14", "B15", "B16", "B17", "B18", "B19", "B20")
def test_three_lines_extend_as_the_rules_say_whatever_they_do() -> None:
    positions = 0
    for first in permutations(STREETS[3:7], 3):
        lines = [" ".join(sorted(street)) for street in first]
        state = position(*lines, game=GAME, cubes=[1, 2, 2], phase="extending", spaces={"extension": [0]}, left=9)
        positions += compared(state, [first_stick(street) for street in first], [2, 1, 0, 2, 0])
    assert positions == 12272


# ---- Whole games


def test_every_game_from_a_position_with_a_cube_each_comes_to_its_end() -> None:
    """All that three players with one cube each can choose, and all that can follow."""
    state = position(
        "G1 C1", "C1 C2", "N1 C2", game=GAME, cubes=[1, 1, 1],
        people={"C1": 2, "G1": 1}, built={"C1.1": "office", "N1.1": "office"},
    )  # fmt: skip
    reached: Counter[str] = Counter()

    def explore(here: BusState) -> None:
        assert list(GAME.broken_laws(here)) == []
        reached["all cubes placed"] += here.n == 3
        for move in here.legal(here.turn[0]):
            after = here.copy()
            kinds = [event.kind for event in after.play(after.turn[0], move)]
            if after.turn:
                explore(after)
            else:
                reached[kinds[-1]] += 1
                reached["all cubes placed"] += after.n == 3

    explore(state)
    # Three cubes on seven actions, three of which take one cube only.
    rows = [row for row in product(ACTIONS, repeat=3) if all(row.count(name) < 2 for name in ("bus", "clock", "first"))]
    assert reached == {"all cubes placed": len(rows), "over-cubes": 15597}
