"""A board of 4 × 4 with six stations, two lines and five cards, small enough to play all games on it."""

from typing import Any, ClassVar

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import NextStationBoard
from omnibus.rules.nextstation.moves import NextStationMoves

# 0 ○ · · · 1 △        green starts at 0, pink at 4; station 2 is the central one and the only site.
# · · 2 ? · ·
# ~~~~~~~~~~~~
# · · · 3 △ ·
# 4 ○ · · · 5 △        only 1-4 and 2-3 cross
MINIATURE: dict[str, Any] = {
    "columns": 4,
    "rows": 4,
    "colours": ["green", "pink"],
    "stations": [
        {"at": [0, 0], "symbol": "circle", "district": "A", "bank": "north", "departure": "green"},
        {"at": [3, 0], "symbol": "triangle", "district": "A", "bank": "north"},
        {"at": [1, 1], "symbol": "any", "district": "B", "bank": "north", "site": True},
        {"at": [2, 2], "symbol": "triangle", "district": "B", "bank": "south"},
        {"at": [0, 3], "symbol": "circle", "district": "C", "bank": "south", "departure": "pink"},
        {"at": [3, 3], "symbol": "triangle", "district": "C", "bank": "south"},
    ],
    "sections": [
        {"between": [0, 1]},
        {"between": [0, 2]},
        {"between": [0, 4], "thames": True},
        {"between": [1, 4], "thames": True, "crosses": [5]},
        {"between": [1, 5], "thames": True},
        {"between": [2, 3], "thames": True, "crosses": [3]},
        {"between": [3, 5]},
        {"between": [4, 5]},
    ],
    "river": [[-0.5, 1.5], [3.5, 1.5]],
    "deck": [
        {"shows": "circle"},
        {"shows": "joker"},
        {"shows": "circle", "underground": True},
        {"shows": "triangle", "underground": True},
        {"shows": "switch"},
    ],
    "counts": {
        "stations": 6,
        "of_each_symbol": 0,
        "sections": 8,
        "over_the_thames": 4,
        "crossings": 1,
        "districts": 3,
        "sites": 1,
        "north_bank": 3,
        "south_bank": 3,
    },
}


class Miniature(NextStation):
    """Next Station, alone, on the small board."""

    seat_counts: ClassVar[range] = range(1, 2)
    board: ClassVar[NextStationBoard] = NextStationBoard(MINIATURE)
    book: ClassVar[NextStationMoves] = NextStationMoves(board)
