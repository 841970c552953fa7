"""What can be counted in Next Station: London, besides the sources of points: the lines, round by round."""

from collections.abc import Sequence
from typing import ClassVar, cast

from omnibus.arena.intervals import mean_and_interval
from omnibus.arena.statistics.section import Accumulator, Cell, Column, StatisticsSection
from omnibus.rules.game import Event, State
from omnibus.rules.nextstation.state import NextStationState


class Lines:
    """What the first, second, third and fourth line of a sheet are worth."""

    key: ClassVar[str] = "lines"

    def __init__(self) -> None:
        self.lines: list[list[list[int]]] = []  # by seat and round: points, districts, most stations, crossings

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Look at the sheets in the end."""
        del seat, move, events
        if state.result is not None:
            self.lines = [
                [[line.points, line.districts, line.most, line.crossings] for line in sheet]
                for sheet in cast(NextStationState, state).sheets
            ]

    def found(self) -> list[list[list[int]]]:
        """The lines of everyone."""
        return self.lines

    @staticmethod
    def told(found: list[list[list[list[int]]]]) -> StatisticsSection:
        """The mean line of every round."""
        rows: list[list[Cell]] = []
        for number in range(len(found[0][0])):
            lines = [sheet[number] for game in found for sheet in game]
            games = [which for which, game in enumerate(found) for _ in game]
            points, margin = mean_and_interval([line[0] for line in lines], games)
            means: list[Cell] = [sum(line[place] for line in lines) / len(lines) for place in (1, 2, 3)]
            rows.append([str(number + 1), points, margin, *means])
        columns = [
            Column("round"),
            Column("points", "number"),
            Column("margin", "number"),
            Column("districts", "number"),
            Column("most-stations", "number"),
            Column("crossings", "number"),
        ]
        return StatisticsSection("lines", columns, rows, 1, 2)


ACCUMULATORS: list[type[Accumulator]] = [Lines]
