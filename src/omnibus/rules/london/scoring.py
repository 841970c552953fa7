"""Points and ranking in Ticket to Ride: London."""

from typing import NamedTuple

from omnibus.rules.game import Result, ranked
from omnibus.rules.london.board import LondonBoard


def networks(board: LondonBoard, owned: int) -> list[int]:
    """The sets of locations that a player's routes link with each other."""
    linked: list[int] = []
    for index, route in enumerate(board.routes):
        if owned >> index & 1:
            joined = route.ends
            apart = []
            for group in linked:
                if group & joined:
                    joined |= group
                else:
                    apart.append(group)
            linked = [*apart, joined]
    return linked


def links(linked: list[int], locations: int) -> bool:
    """Whether one network holds all those locations (L20, L21: whichever way it goes)."""
    return any(locations & ~group == 0 for group in linked)


def districts_linked(board: LondonBoard, owned: int) -> list[int]:
    """L21: the values of the districts that a player's own routes link."""
    linked = networks(board, owned)
    return [district.value for district in board.districts if links(linked, district.locations)]


class LondonSheet(NamedTuple):
    """What a player's final score is made of."""

    routes: int
    tickets: dict[int, int]  # by ticket: its value if it is complete, else less its value
    districts: list[int]  # the values of those linked

    @property
    def completed(self) -> int:
        """How many tickets are complete."""
        return sum(points > 0 for points in self.tickets.values())

    @property
    def total(self) -> int:
        """L20, and L24: nothing else, and no bonus for a longest route."""
        return self.routes + sum(self.tickets.values()) + sum(self.districts)


def count(board: LondonBoard, owned: int, tickets: list[int]) -> LondonSheet:
    """L20: route points, tickets for or against, districts."""
    linked = networks(board, owned)
    values = {
        ticket: board.tickets[ticket].points
        if links(linked, board.tickets[ticket].ends)
        else -board.tickets[ticket].points
        for ticket in tickets
    }
    return LondonSheet(route_points(board, owned), values, districts_linked(board, owned))


def route_points(board: LondonBoard, owned: int) -> int:
    """L16: the points of all those routes."""
    return sum(route.points for index, route in enumerate(board.routes) if owned >> index & 1)


def final_result(sheets: list[LondonSheet]) -> Result:
    """L22: most points, then most completed tickets, then the place is shared."""
    return Result(
        [sheet.total for sheet in sheets],
        ranked([(sheet.total, sheet.completed) for sheet in sheets]),
        [
            {"routes": sheet.routes, "tickets": sum(sheet.tickets.values()), "districts": sum(sheet.districts)}
            for sheet in sheets
        ],
    )
