"""What can be counted in Terminus: rounds, lines, and what players are left with."""

from collections.abc import Sequence
from typing import ClassVar, cast

from omnibus.arena.intervals import mean_and_interval
from omnibus.arena.statistics.section import Accumulator, Cell, Column, StatisticsSection
from omnibus.rules.game import Event, State
from omnibus.rules.terminus.state import TerminusState

COUNTED = {
    "complete": "lines",
    "complete-with-aside": "lines",
    "aside": "set-aside",
    "take": "penalties",
    "swap": "swaps",
}


class Rounds:
    """How many rounds there are, and what happens in one."""

    key: ClassVar[str] = "rounds"

    def __init__(self) -> None:
        self.seen = dict.fromkeys(COUNTED.values(), 0)
        self.rounds = 0
        self.line_points = 0
        self.card_points = 0

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Count lines, penalties and swaps, and read the score sheet in the end."""
        del seat, move
        for event in events:
            if event.kind in COUNTED:
                self.seen[COUNTED[event.kind]] += 1
        if state.result is not None:
            sheet = cast(TerminusState, state).sheet
            self.rounds = len(sheet)
            self.line_points = sum(sum(row.lines) for row in sheet)
            self.card_points = sum(sum(row.cards) for row in sheet)

    def found(self) -> dict[str, float]:
        """Rounds of this game, and what came in each of them."""
        points = {"line-points": self.line_points, "card-points": self.card_points}
        each_round = {name: count / self.rounds for name, count in {**self.seen, **points}.items()}
        return {"rounds": self.rounds, **each_round}

    @staticmethod
    def told(found: list[dict[str, float]]) -> StatisticsSection:
        """The means of many games."""
        rows: list[list[Cell]] = []
        for name in found[0]:
            mean, margin = mean_and_interval([each[name] for each in found])
            rows.append([f"={name}", mean, margin])
        columns = [Column("figure"), Column("mean", "number"), Column("margin", "number")]
        return StatisticsSection("rounds", columns, rows, 1, 2)


ACCUMULATORS: list[type[Accumulator]] = [Rounds]
