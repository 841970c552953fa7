"""A city of seven junctions and a box of few pieces, small enough to try everything.

G1 ... N1 ... N2
  .   .  .   .
   C1 .... C2
  .          .
S1 .......... G2
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import BusBoard
from omnibus.rules.bus.moves import BusMoves


def _junction(name: str, kind: str, x: int, y: int, zones: str = "") -> dict[str, Any]:
    lots = [{"zone": zone, "at": [x + place, y + 3]} for place, zone in enumerate(zones)]
    return {"id": name, "kind": kind, "at": [x, y], "lots": lots}


CITY: dict[str, Any] = {
    "size": [60, 60],
    "counts": {"junctions": 7, "streets": 10, "stations": 2, "centre": 2, "A": 6, "B": 1, "C": 1, "D": 1},
    "junctions": [
        _junction("G1", "station", 10, 10),
        _junction("N1", "plain", 30, 10, "AA"),
        _junction("N2", "plain", 50, 10, "BC"),
        _junction("C1", "centre", 20, 30, "AA"),
        _junction("C2", "centre", 40, 30, "AA"),
        _junction("S1", "plain", 10, 50, "D"),
        _junction("G2", "station", 50, 50),
    ],
    "streets": [
        "G1-N1", "N1-N2", "G1-C1", "N1-C1", "N1-C2", "N2-C2", "C1-C2", "C1-S1", "C2-G2", "S1-G2",
    ],
}  # fmt: skip


class Miniature(Bus):
    """Three seats, three cubes each, four sticks, two stones, five passengers."""

    id: ClassVar[str] = "bus-miniature"
    seat_counts: ClassVar[range] = range(3, 4)
    board: ClassVar[BusBoard] = BusBoard(CITY)
    book: ClassVar[BusMoves] = BusMoves(board)
    moves = book.all
    cubes: ClassVar[int] = 3
    sticks: ClassVar[Mapping[int, int]] = {3: 4}
    stones: ClassVar[Mapping[int, int]] = {3: 2}
    passengers: ClassVar[int] = 5
