"""Games that the statistics look at."""

import json

from omnibus.arena.match import Match
from omnibus.arena.statistics import findings, sections, watchers_of
from tests.somebody import thinker


def found_in(game: str, seats: int, games: int) -> dict[str, list[list[str]]]:
    """What the statistics tell of so many games, by section."""
    match = Match(game, {}, [thinker(game)] * seats, "statistics")
    found = []
    for deal in range(games):
        watchers = watchers_of(game)
        match.play(deal * seats, watchers)
        found.append(json.loads(json.dumps(findings(watchers))))
    return {section.key: [section.words(row) for row in section.rows] for section in sections(game, found)}
