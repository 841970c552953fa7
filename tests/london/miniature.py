"""A miniature of the game: five locations, seven routes, nine cards, four tickets, three buses, two seats.

Small enough to look at every position that can be reached from a deal.
"""

from typing import Any, ClassVar

from omnibus.rules.london import London
from omnibus.rules.london.board import LondonBoard
from omnibus.rules.london.moves import LondonMoves


def _route(number: int, ends: str, colour: str, length: int, double: str = "") -> dict[str, Any]:
    entry = {"id": f"R{number:02}", "ends": list(ends), "colour": colour, "length": length, "spaces": [[0, 0]] * length}
    return {**entry, "double": double} if double else entry


DATA: dict[str, Any] = {
    "locations": [{"id": letter, "name": letter} for letter in "ABCDE"],
    "districts": [
        {"value": 1, "colour": "black", "locations": ["A", "B"]},
        {"value": 2, "colour": "red", "locations": ["C", "D", "E"]},
    ],
    "routes": [
        _route(1, "AB", "blue", 1, "D1"),
        _route(2, "AB", "green", 1, "D1"),
        _route(3, "BC", "grey", 1),
        _route(4, "CD", "blue", 2),
        _route(5, "DE", "green", 2),
        _route(6, "AE", "grey", 3),
        _route(7, "BD", "grey", 2),
    ],
    "tickets": [
        {"id": "T01", "ends": ["A", "C"], "points": 2},
        {"id": "T02", "ends": ["B", "D"], "points": 2},
        {"id": "T03", "ends": ["A", "D"], "points": 3},
        {"id": "T04", "ends": ["C", "E"], "points": 4},
    ],
    "route_points": {"1": 1, "2": 2, "3": 4},
    "cards": {"colours": ["blue", "green"], "of_each": 3, "bus": 3},
    "buses": 3,
    "checks": {"locations": 5, "routes": 7, "double_pairs": 1, "spaces": 12, "grey_routes": 3, "tickets": 4},
}


class Miniature(London):
    """London on the miniature board, for two."""

    id: ClassVar[str] = "london-miniature"
    seat_counts: ClassVar[range] = range(2, 3)
    board = LondonBoard(DATA)
    book = LondonMoves(board)
    moves = book.all


class Shortest(Miniature):
    """The miniature with two buses each: whoever starts begins the last round, and the game is three turns long."""

    id: ClassVar[str] = "london-shortest"
    board = LondonBoard({**DATA, "buses": 2})
    book = LondonMoves(board)
    moves = book.all
