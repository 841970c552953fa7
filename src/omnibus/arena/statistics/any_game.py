"""What can be counted in any game: how long it is, and who wins from which seat."""

from collections.abc import Sequence
from statistics import median
from typing import ClassVar

from omnibus.arena.intervals import mean_and_interval, share_of
from omnibus.arena.statistics.section import Column, StatisticsSection
from omnibus.rules.game import Event, State


class Length:
    """How many decisions a game has."""

    key: ClassVar[str] = "length"

    def __init__(self) -> None:
        self.decisions = 0

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Count."""
        del seat, move, events
        self.decisions = state.n

    def found(self) -> int:
        """How many there were."""
        return self.decisions

    @staticmethod
    def told(found: list[int]) -> StatisticsSection:
        """Shortest, middle, mean and longest."""
        mean, margin = mean_and_interval(found)
        columns = [Column("figure"), Column("decisions", "number"), Column("margin", "number")]
        rows: list[list[str | int | float | None]] = [
            ["=shortest", min(found), None],
            ["=median", median(found), None],
            ["=mean", mean, margin],
            ["=longest", max(found), None],
        ]
        return StatisticsSection("length", columns, rows, 1, 2)


class Seats:
    """Whether it is better to sit here or there."""

    key: ClassVar[str] = "seats"

    def __init__(self) -> None:
        self.wins: list[float] = []
        self.scores: list[int] = []

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Look at the end only."""
        del seat, move, events
        result = state.result
        if result is not None:
            winners = result.winners
            self.wins = [(each in winners) / len(winners) for each in range(state.game.seats)]
            self.scores = list(result.scores)

    def found(self) -> dict[str, list[float] | list[int]]:
        """Victories and scores by seat."""
        return {"wins": self.wins, "scores": self.scores}

    @staticmethod
    def told(found: list[dict[str, list[float]]]) -> StatisticsSection:
        """The share of victories and the score of each seat."""
        games = range(len(found))
        rows: list[list[str | int | float | None]] = []
        for seat in range(len(found[0]["wins"])):
            wins = share_of([each["wins"][seat] for each in found], games)
            score, _ = mean_and_interval([each["scores"][seat] for each in found])
            rows.append([str(seat), *wins, score])
        shares = [Column(key, "share") for key in ("wins", "from", "to")]
        columns = [Column("seat"), *shares, Column("score", "number")]
        return StatisticsSection("seats", columns, rows, 1, bounds=(2, 3))


class Sources:
    """What scores are made of."""

    key: ClassVar[str] = "sources"

    def __init__(self) -> None:
        self.parts: list[dict[str, int]] = []
        self.winners: list[int] = []

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """Look at the end only."""
        del seat, move, events
        if state.result is not None:
            self.parts = [dict(parts) for parts in state.result.parts]
            self.winners = list(state.result.winners)

    def found(self) -> dict[str, list[dict[str, int]] | list[int]]:
        """The parts of every score, and whose was the best."""
        return {"parts": self.parts, "winners": self.winners}

    @staticmethod
    def told(found: list[dict[str, list[dict[str, int]]]]) -> StatisticsSection:
        """Points for each source: of everyone, and of who wins."""
        names = list(found[0]["parts"][0])
        rows: list[list[str | int | float | None]] = []
        for name in names:
            points = [parts.get(name, 0) for game in found for parts in game["parts"]]
            games = [number for number, game in enumerate(found) for _ in game["parts"]]
            mean, margin = mean_and_interval(points, games)
            best = [game["parts"][int(str(seat))].get(name, 0) for game in found for seat in game["winners"]]
            rows.append([name, mean, margin, sum(best) / len(best), min(points), max(points)])
        columns = [
            Column("source"),
            Column("points", "number"),
            Column("margin", "number"),
            Column("of-winners", "number"),
            Column("least", "count"),
            Column("most", "count"),
        ]
        return StatisticsSection("sources", columns, rows, 1, 2)
