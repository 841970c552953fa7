"""Statistics: small accumulators that look on while games are played and know nothing of each other."""

from typing import Any

from omnibus.arena.statistics.any_game import Length, Seats, Sources
from omnibus.arena.statistics.section import Accumulator, StatisticsSection
from omnibus.arena.trouble import TEXTS
from omnibus.rules.shelf import part, texts

OF_ANY_GAME: tuple[type[Accumulator], ...] = (Length, Seats, Sources)


def _accumulators(game: str) -> list[type[Accumulator]]:
    """What there is to be counted: in any game, and besides the `ACCUMULATORS` of the game's part in this room."""
    return [*OF_ANY_GAME, *getattr(part(game, "arena.statistics"), "ACCUMULATORS", ())]


def watchers_of(game: str) -> list[Accumulator]:
    """Somebody to look at one game for each statistic there is of it."""
    return [accumulator() for accumulator in _accumulators(game)]


def findings(watchers: list[Accumulator]) -> dict[str, Any]:
    """What they have found in their game."""
    return {watcher.key: watcher.found() for watcher in watchers}


def sections(game: str, found: list[dict[str, Any]]) -> list[StatisticsSection]:
    """What many games had to show, with the texts to tell it."""
    known = {**TEXTS, **texts(game, "arena.statistics")}
    told = [each.told([findings[each.key] for findings in found]) for each in _accumulators(game)]
    return [section._replace(texts=known) for section in told]
