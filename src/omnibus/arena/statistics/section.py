"""What a watcher tells after many games, and how watchers are made."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from omnibus.arena.trouble import TEXTS
from omnibus.rules.game import Event, State
from omnibus.rules.rulebook import Phrase

Cell = str | int | float | None


class Column(NamedTuple):
    """A column of figures: the key of its heading, and how its figures are written."""

    key: str
    form: str = "text"  # or count, number, share

    def written(self, cell: Cell) -> str:
        """A figure as it is read."""
        if cell is None:
            return "–"
        if isinstance(cell, str):
            return cell
        return {"count": f"{cell:,.0f}", "number": f"{cell:.1f}", "share": f"{cell:.1%}"}.get(self.form, str(cell))


class StatisticsSection(NamedTuple):
    """A table with a title. The first column has the names; `plotted` is the number of the one worth drawing."""

    key: str
    columns: list[Column]
    rows: list[list[Cell]]
    plotted: int
    margins: int | None = None  # the column that tells how far the true figure may be from the one drawn
    texts: Mapping[str, Phrase] = TEXTS
    bounds: tuple[int, int] | None = None  # or the columns between whose figures it lies

    def title(self, language: str = "en") -> str:
        """What the table is about."""
        return self.texts[f"section-{self.key}"].say(language)

    def headings(self, language: str = "en") -> list[str]:
        """What stands above the columns."""
        return [self.texts[f"column-{column.key}"].say(language) for column in self.columns]

    def words(self, row: list[Cell], language: str = "en") -> list[str]:
        """A row as it is read. A name that begins with = is the key of a text."""
        written = [column.written(cell) for column, cell in zip(self.columns, row, strict=True)]
        if written[0].startswith("="):
            written[0] = self.texts[f"row-{written[0][1:]}"].say(language)
        return written


class Accumulator(Protocol):
    """Looks at one game and says what it found, as plain data; of many games' findings it makes a section."""

    key: ClassVar[str]

    def sees(self, seat: int, move: str, events: Sequence[Event], state: State) -> None:
        """A move was made; the state is the one it led to."""
        ...

    def found(self) -> Any:
        """What there was to see in this game, as plain data."""
        ...

    @staticmethod
    def told(found: list[Any]) -> StatisticsSection:
        """What many games had to show."""
        ...
