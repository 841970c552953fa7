"""How long decisions take."""

from math import log
from typing import TypedDict

STEP = 1.05  # a bin ends where it begins, times this


class TimesLine(TypedDict):
    """Times as plain data."""

    total: float
    longest: float
    bins: dict[str, int]


class Times:
    """The times of many decisions: their sum and the longest exactly, the rest in bins of 5 %."""

    __slots__ = ("bins", "longest", "total")

    def __init__(self) -> None:
        self.total = 0.0
        self.longest = 0.0
        self.bins: dict[int, int] = {}  # bin b holds what took STEP ** b microseconds, or up to 5 % more

    def add(self, seconds: float) -> None:
        """One decision more."""
        self.total += seconds
        self.longest = max(self.longest, seconds)
        place = int(log(max(1.0, seconds * 1e6)) / log(STEP))
        self.bins[place] = self.bins.get(place, 0) + 1

    def merge(self, other: "Times") -> None:
        """All the decisions of another."""
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        for place, count in other.bins.items():
            self.bins[place] = self.bins.get(place, 0) + count

    @property
    def decisions(self) -> int:
        """How many there were."""
        return sum(self.bins.values())

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.total / max(1, self.decisions)

    def quantile(self, part: float) -> float:
        """The seconds in which that part of the decisions was made, at most 5 % too long."""
        counted, wanted = 0, part * self.decisions
        for place in sorted(self.bins):
            counted += self.bins[place]
            if counted >= wanted:
                return min(self.longest, STEP ** (place + 1) / 1e6)
        return self.longest

    def plain(self) -> TimesLine:
        """The times as plain data."""
        bins = {str(place): count for place, count in sorted(self.bins.items())}
        return {"total": round(self.total, 6), "longest": round(self.longest, 6), "bins": bins}

    @classmethod
    def read(cls, line: TimesLine) -> "Times":
        """The times that plain data stands for."""
        times = cls()
        times.total, times.longest = line["total"], line["longest"]
        times.bins = {int(place): count for place, count in line["bins"].items()}
        return times
