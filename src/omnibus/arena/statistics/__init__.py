"""Statistics: small accumulators that look on while games are played and know nothing of each other."""

from typing import Any

from omnibus.arena.statistics.any_game import Length, Seats, Sources
from omnibus.arena.statistics.bus import Endings
from omnibus.arena.statistics.london import Routes, Tickets
from omnibus.arena.statistics.nextstation import Lines
from omnibus.arena.statistics.section import Accumulator, Section
from omnibus.arena.statistics.terminus import Rounds

ACCUMULATORS: dict[str, list[type[Accumulator]]] = {
    "london": [Length, Seats, Sources, Tickets, Routes],
    "bus": [Length, Seats, Sources, Endings],
    "nextstation": [Length, Seats, Sources, Lines],
    "terminus": [Length, Seats, Sources, Rounds],
}


def watchers_of(game: str) -> list[Accumulator]:
    """Somebody to look at one game for each statistic there is of it."""
    return [accumulator() for accumulator in ACCUMULATORS[game]]


def findings(watchers: list[Accumulator]) -> dict[str, Any]:
    """What they have found in their game."""
    return {watcher.key: watcher.found() for watcher in watchers}


def sections(game: str, found: list[dict[str, Any]]) -> list[Section]:
    """What many games had to show."""
    return [each.told([findings[each.key] for findings in found]) for each in ACCUMULATORS[game]]
