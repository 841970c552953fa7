"""London on the smallest board there is: two routes, four cards of one colour, five tickets, three turns.

Small enough for algorithms that go through the whole tree again and again. There are two deals: seat 0 does not know
the second ticket of seat 1. Neither knows what the other keeps.
"""

from typing import Any, ClassVar

from omnibus.rules.london import London
from omnibus.rules.london.board import LondonBoard
from omnibus.rules.london.moves import LondonMoves
from omnibus.rules.london.state import LondonState

DATA: dict[str, Any] = {
    "locations": [{"id": letter, "name": letter} for letter in "ABC"],
    "districts": [{"value": 1, "colour": "black", "locations": ["A", "B", "C"]}],
    "routes": [
        {"id": "R01", "ends": ["A", "B"], "colour": "blue", "length": 1, "spaces": [[0, 0]]},
        {"id": "R02", "ends": ["B", "C"], "colour": "blue", "length": 1, "spaces": [[0, 0]]},
    ],
    "tickets": [
        {"id": "T01", "ends": ["A", "B"], "points": 1},
        {"id": "T02", "ends": ["B", "C"], "points": 1},
        {"id": "T03", "ends": ["A", "C"], "points": 2},
        {"id": "T04", "ends": ["B", "C"], "points": 1},
        {"id": "T05", "ends": ["A", "B"], "points": 1},
    ],
    "route_points": {"1": 1},
    "cards": {"colours": ["blue"], "of_each": 4, "bus": 0},
    "buses": 2,
    "checks": {"locations": 3, "routes": 2, "spaces": 2, "tickets": 5},
}


class FewDeals(LondonState):
    """A position of a game that was dealt in one of two ways."""

    def _deal_tickets(self) -> None:
        hidden, left = self.luck.shuffled(self.chances, [3, 4], at_once=1)
        self.chances += 1
        self.offers = [[0, 2], [1, hidden]]
        self.choices = [0, 0]
        self.tickets = [[], []]
        self.ticket_top = 4
        self.ticket_deck = [left]
        self.put_back = [{}, {}]


class Smallest(London):
    """London for two, with two buses each: whoever starts begins the last round."""

    id: ClassVar[str] = "london-smallest"
    seat_counts: ClassVar[range] = range(2, 3)
    position = FewDeals
    board = LondonBoard(DATA)
    book = LondonMoves(board)
    moves = book.all
