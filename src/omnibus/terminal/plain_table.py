"""The table of a game that draws none of its own: whatever stands in the view, by its name."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from omnibus.rules.game import View
from omnibus.rules.rulebook import Phrase
from omnibus.rules.shelf import GAMES
from omnibus.terminal.voice import Voice

NOTHING = "–"
SEATS = "table"  # where a view has what lies before each seat
EVERY_GAME_HAS = View.__annotations__.keys()


def draw_plainly(view: View, names: Sequence[str], voice: Voice) -> RenderableType:
    """What lies before each player, and below it everything else."""
    speaker = _Speaker(view["game"], voice)
    entries: dict[str, Any] = {key: value for key, value in view.items() if key not in EVERY_GAME_HAS}
    places = entries.pop(SEATS, None)
    seats: list[dict[str, Any]] = places if _are_rows(places) else [{} for _ in names]
    drawn: list[RenderableType] = [_players(view, names, seats, speaker)]
    if entries:
        drawn += [Text(), _others(entries, speaker)]
    return Group(*drawn)


class _Speaker:
    """Says the names and values of a view with the words of the game's rulebook."""

    def __init__(self, game: str, voice: Voice):
        self.voice = voice
        self.words: Mapping[str, Phrase] = GAMES[game].rulebook.words if game in GAMES else {}

    def name(self, key: str) -> str:
        """What an entry is called; without a word for it, its own name."""
        return self.words[key].say(self.voice.language) if key in self.words else key.replace("_", " ")

    def value(self, value: Any) -> str:
        """An entry's value: parts in parts are told one after the other."""
        if value is None or value == [] or value == {}:
            return NOTHING
        if isinstance(value, bool):
            return self.voice.text("yes" if value else "no")
        if isinstance(value, Mapping):
            return ", ".join(f"{self.name(str(key))} {self.value(part)}" for key, part in value.items())
        if isinstance(value, list | tuple):
            return self._list(value)
        return self.name(value) if isinstance(value, str) and value in self.words else str(value)

    def _list(self, items: Sequence[Any]) -> str:
        """Equal cards beside each other are counted, `M1×3`; numbers are not, as that would look like a sum."""
        told = [self.value(item) for item in items]
        if any(isinstance(item, Mapping | list | tuple) for item in items):
            return " · ".join(told)
        if any(isinstance(item, int) for item in items):
            return " ".join(told)
        counted = [(each, len(list(equal))) for each, equal in groupby(told)]
        return " ".join(each if times == 1 else f"{each}×{times}" for each, times in counted)


def _are_rows(places: Any) -> bool:
    return isinstance(places, list) and bool(places) and all(isinstance(place, dict) for place in places)


def _players(view: View, names: Sequence[str], seats: Sequence[Mapping[str, Any]], speaker: _Speaker) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(speaker.voice.text("column-player"))
    columns = list(dict.fromkeys(key for place in seats for key in place))
    for column in columns:
        table.add_column(speaker.name(column), justify="right" if _are_numbers(seats, column) else "left")
    for seat, place in enumerate(seats):
        table.add_row(
            "▶" if seat in view["turn"] else "",
            Text(names[seat], style="bold" if seat == view["seat"] else ""),
            *(Text(speaker.value(place.get(column))) for column in columns),
        )
    return table


def _are_numbers(seats: Sequence[Mapping[str, Any]], column: str) -> bool:
    return all(isinstance(place.get(column), int) for place in seats)


def _others(entries: Mapping[str, Any], speaker: _Speaker) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for key, value in entries.items():
        table.add_row(f" {speaker.name(key)}", Text(speaker.value(value)))
    return table
