"""What can be counted in Bus: how games end, and after how many rounds."""

from collections.abc import Sequence
from typing import ClassVar, TypedDict, cast

from omnibus.arena.statistics.section import Accumulator, Cell, Column, StatisticsSection
from omnibus.rules.bus.state import BusState
from omnibus.rules.game import Event, State

ENDINGS = ("over-stones", "over-lots", "over-cubes")


class Ending(TypedDict):
    """How a game ended."""

    how: str
    rounds: int
    best: int


class Endings:
    """The last time stone, the last lot, or the last cubes."""

    key: ClassVar[str] = "endings"

    def __init__(self) -> None:
        self.ending: Ending = {"how": "", "rounds": 0, "best": 0}

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Look for the event that ends the game."""
        del seat, move
        for event in events:
            if event.kind in ENDINGS and state.result is not None:
                self.ending = {
                    "how": event.kind,
                    "rounds": cast(BusState, state).round,
                    "best": max(state.result.scores),
                }

    def found(self) -> Ending:
        """How this game ended."""
        return self.ending

    @staticmethod
    def told(found: list[Ending]) -> StatisticsSection:
        """How often each ending comes, after how many rounds, and with which best score."""
        rows: list[list[Cell]] = []
        for ending in ENDINGS:
            games = [each for each in found if each["how"] == ending]
            rounds = sum(each["rounds"] for each in games) / len(games) if games else None
            best = sum(each["best"] for each in games) / len(games) if games else None
            rows.append([f"={ending}", len(games) / len(found), rounds, best])
        columns = [Column("ending"), Column("games", "share"), Column("rounds", "number"), Column("best", "number")]
        return StatisticsSection("endings", columns, rows, 1)


ACCUMULATORS: list[type[Accumulator]] = [Endings]
