"""The companion of somebody's first games: whatever is new on the screen is explained in a line, once.

What there is to explain is data: `companion.toml` beside the rules of a game. An explanation belongs to what is asked,
to a kind of move that is legal, or to something that happened.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from omnibus.rules.game import View
from omnibus.rules.rulebook import Phrase, catalogue
from omnibus.rules.shelf import GAMES

FILE = "companion.toml"
FIRST_GAMES = 2  # so many finished ones are played in company


class Explanation(NamedTuple):
    """A line about something new, and what makes it appear: any of these."""

    id: str
    asks: tuple[str, ...]  # what the viewer is asked
    moves: tuple[str, ...]  # what the viewer can do
    events: tuple[str, ...]  # what has happened
    at: str  # the place on the table that it is about
    say: Phrase

    def belongs_to(self, view: View, events: Collection[str]) -> bool:
        """Whether what it explains is there: for who has to move, or for who sees what happened."""
        to_move = view["seat"] in view["turn"] and bool(view["legal"])
        asked = to_move and (view["asks"] in self.asks or any(move["do"] in self.moves for move in view["legal"]))
        return asked or any(event in self.events for event in events)


@cache
def explanations(game: str) -> tuple[Explanation, ...]:
    """What there is to explain in a game, in the order in which it is explained; nothing if it has no companion."""
    package = GAMES.package(game)
    if not files(package).joinpath(FILE).is_file():
        return ()
    return tuple(_explanation(game, table) for table in catalogue(package, FILE)["explanations"])


def _explanation(game: str, table: Mapping[str, Any]) -> Explanation:
    asks, moves, events = (tuple(table.get(key, ())) for key in ("asks", "moves", "events"))
    return Explanation(table["id"], asks, moves, events, table["at"], Phrase(f"{game} companion {table['id']}", table))


def something_new(view: View, events: Iterable[str], explained: Collection[str]) -> Explanation | None:
    """The first thing that is there and was not explained yet."""
    happened = set(events)
    return next(
        (each for each in explanations(view["game"]) if each.id not in explained and each.belongs_to(view, happened)),
        None,
    )
