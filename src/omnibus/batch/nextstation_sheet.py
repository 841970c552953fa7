"""The sheets of Next Station, for many tables at once: how a line grows on one of them, and what it is worth.

Sets of stations, of sections or of moves are bits (see `Bits`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.scoring import (
    ENOUGH_CROSSINGS,
    ENOUGH_INTERCHANGES,
    INTERCHANGE_POINTS,
    MODULE_POINTS,
    MOST_MARKS,
    OBJECTIVE_POINTS,
    SITE_POINTS,
    THAMES_POINTS,
)
from omnibus.rules.nextstation.state import NO_SYMBOL


class Bits:
    """A set of stations, of sections or of moves: a word for every 32 of them.

    The words are numbers of their own and not one array, so that a step can work on all of a sheet in one go.
    """

    def __init__(self, words: Iterable[Any]):
        self.words = tuple(words)

    def __and__(self, other: "Bits") -> "Bits":
        return Bits(mine & its for mine, its in zip(self.words, other.words, strict=True))

    def __or__(self, other: "Bits") -> "Bits":
        return Bits(mine | its for mine, its in zip(self.words, other.words, strict=True))

    def __invert__(self) -> "Bits":
        return Bits(~word for word in self.words)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.words)

    def if_(self, wanted: Array, otherwise: "Bits | None" = None) -> "Bits":
        """The set if it is wanted; otherwise the other one, or an empty one."""
        others = [jnp.uint32(0)] * len(self.words) if otherwise is None else otherwise.words
        return Bits(jnp.where(wanted, mine, its) for mine, its in zip(self.words, others, strict=True))

    def count(self) -> Array:
        """How many there are in it."""
        return jnp.int32(sum(bit_count(word) for word in self.words))

    def unpacked(self, size: int) -> Array:
        """One number, 0 or 1, for each that could be in it."""
        return tested(self.words, np.arange(size)).astype(jnp.int16)


jax.tree_util.register_pytree_node(Bits, lambda bits: (bits.words, None), lambda _, words: Bits(words))


def rows(sets: Iterable[int], size: int) -> Any:
    """Sets as rows of words."""
    words = -(-size // 32)
    return np.array([[each >> 32 * word & 0xFFFF_FFFF for word in range(words)] for each in sets], np.uint32)


def row_of(sets: Any, which: Array) -> Bits:
    """One of those sets."""
    return Bits(looked_up(column, which) for column in sets.T)


def looked_up(values: Any, which: Array) -> Array:
    """A value of a fixed table; what is asked for by an illegal move is of no consequence."""
    return jnp.asarray(values).at[which].get(mode="clip")


def tested(words: Sequence[Array], which: Any) -> Array:
    """Bits of a row of words, 0 or 1: chosen by `where`, as a gather would turn the batch on its side."""
    first, *others = np.unique(which >> 5)
    found = words[first]
    for other in others:
        found = jnp.where(which >> 5 == other, words[other], found)
    return found >> (which & 31).astype(np.uint32) & 1


def bit_count(bits: Array) -> Array:
    """How many bits of a word are set, int32."""
    return jax.lax.population_count(bits).astype(jnp.int32)


class Sheet(NamedTuple):
    """A player's sheet."""

    closed: Bits  # sections that are drawn or crossed (N10, N11)
    served: tuple[Bits, ...]  # the stations that at least 1, 2, 3, 4 lines serve
    stations: Bits  # of the line being drawn
    ends: Bits  # where a section may start
    districts: Array  # of the line
    most: Array  # stations of the line in one district
    crossings: Array  # of the Thames, by the line
    marks: Array  # of sites by all lines, also those above ten
    lines: Array  # points of the finished lines
    best: Array  # points of the best of them
    # Only where it is needed, else None.
    closed_before: Any  # Bits: when the line was begun, which is all that others may see
    crossings_before: Any  # by the finished lines: for an objective
    used: Any  # the power of the pencil, this round
    second: Any  # the symbol of a second section while it is asked for


class Sheets:
    """What is done with any sheet of a game."""

    def __init__(self, game: NextStation):
        board = self.board = game.board
        self._alone = game.seats == 1
        self._objectives, self._powers = bool(game.options["objectives"]), bool(game.options["powers"])
        stations = len(board.stations)
        self._showing = rows(board.showing, stations)
        self._same_district = rows([board.in_district[station.district] for station in board.stations], stations)
        self._is_site = np.array([station.site for station in board.stations], np.int32)
        self.closed_by = rows(board.barring, len(board.sections))
        self.station_words, self.section_words = self._showing.shape[1], self.closed_by.shape[1]

    def blank(self) -> Sheet:
        """One with nothing on it."""
        nothing = jnp.int32(0)
        no_stations = Bits([jnp.uint32(0)] * self.station_words)
        no_sections = Bits([jnp.uint32(0)] * self.section_words)
        return Sheet(
            closed=no_sections,
            served=(no_stations,) * max(INTERCHANGE_POINTS),
            stations=no_stations,
            ends=no_stations,
            districts=nothing,
            most=nothing,
            crossings=nothing,
            marks=nothing,
            lines=nothing,
            best=nothing,
            closed_before=None if self._alone else no_sections,
            crossings_before=nothing if self._objectives else None,
            used=jnp.bool_(False) if self._powers else None,
            second=jnp.int32(NO_SYMBOL) if self._powers else None,
        )

    # ---- Sets of stations

    def showing(self, symbol: Array) -> Bits:
        """N8: the stations with a symbol; the central one has them all."""
        return row_of(self._showing, symbol)

    def only(self, station: Array) -> Bits:
        """That station alone."""
        bit = jnp.uint32(1) << (station & 31).astype(jnp.uint32)
        return Bits(jnp.where(station >> 5 == word, bit, jnp.uint32(0)) for word in range(self.station_words))

    def _these(self, stations: int) -> Bits:
        return Bits(rows([stations], len(self.board.stations))[0])

    def _beside(self, sheet: Sheet, station: Array) -> Array:
        """How many stations of the line lie in the district of that one."""
        return (sheet.stations & row_of(self._same_district, station)).count()

    # ---- Drawing

    def draw(self, sheet: Sheet, start: Array, to: Array, closes: Bits, crossings: Array, now: Array) -> Sheet:
        """A section from one station to another, which closes sections and crosses the Thames, or does not."""
        # N7: the departure station stays an end after the first section, any other start is one no more.
        sheet = sheet._replace(
            ends=sheet.ends & ~self.only(start).if_(now & (sheet.stations.count() > 1)),
            closed=sheet.closed | closes.if_(now),
            crossings=sheet.crossings + jnp.where(now, crossings, 0),
        )
        return self._reach(sheet, to, now)

    def _reach(self, sheet: Sheet, station: Array, now: Array) -> Sheet:
        """A line comes to a station, or begins there."""
        here = self.only(station).if_(now)
        beside = self._beside(sheet, station)  # N15
        fewer = (here, *(lines & here for lines in sheet.served[:-1]))
        return sheet._replace(
            stations=sheet.stations | here,
            ends=sheet.ends | here,
            served=tuple(lines | more for lines, more in zip(sheet.served, fewer, strict=True)),
            districts=sheet.districts + (now & (beside == 0)),
            most=jnp.where(now, jnp.maximum(sheet.most, beside + 1), sheet.most),
            marks=sheet.marks + jnp.where(now, looked_up(self._is_site, station), 0),  # N16
        )

    def double(self, sheet: Sheet, station: Array, now: Array) -> Sheet:
        """N27: a station of the line counts twice."""
        most = jnp.maximum(sheet.most, self._beside(sheet, station) + 1)
        return sheet._replace(most=jnp.where(now, most, sheet.most))

    def end_line(self, sheet: Sheet, departure: Array, ends: Array, begins: Array) -> Sheet:
        """N15 and N16: the line is counted. N7: the next one is its departure station."""
        points = line_points(sheet)
        cleared = sheet._replace(
            stations=sheet.stations.if_(~ends),
            ends=sheet.ends.if_(~ends),
            districts=jnp.where(ends, 0, sheet.districts),
            most=jnp.where(ends, 0, sheet.most),
            crossings=jnp.where(ends, 0, sheet.crossings),
            lines=sheet.lines + jnp.where(ends, points, 0),
            best=jnp.where(ends, jnp.maximum(sheet.best, points), sheet.best),
        )
        if not self._alone:
            cleared = cleared._replace(closed_before=sheet.closed.if_(ends, sheet.closed_before))
        if self._objectives:
            crossings = sheet.crossings_before + jnp.where(ends, sheet.crossings, 0)
            cleared = cleared._replace(crossings_before=crossings)
        if self._powers:
            cleared = cleared._replace(used=sheet.used & ~ends)
        return self._reach(cleared, departure, begins)

    def without_line(self, sheet: Sheet) -> Sheet:
        """A sheet as others see it: N4, the line being drawn may show what was chosen in this very turn."""
        line, elsewhere = sheet.stations, ~sheet.stations
        *fewer, most = sheet.served
        served = [(few & elsewhere) | (more & line) for few, more in zip(fewer, sheet.served[1:], strict=True)]
        sites = (line & self._these(self.board.sites)).count()
        nothing = jnp.int32(0)
        return sheet._replace(
            closed=sheet.closed_before,
            served=(*served, most & elsewhere),
            districts=nothing,
            most=nothing,
            crossings=nothing,
            marks=sheet.marks - sites,
        )

    # ---- Points

    def points(self, sheet: Sheet, objectives: Any) -> Array:
        """N19: of all lines, the one being drawn included."""
        marks = looked_up(np.array(SITE_POINTS, np.int32), jnp.minimum(sheet.marks, MOST_MARKS))  # N16, N17
        points = sheet.lines + line_points(sheet) + marks
        # N18: what a station scores more when one more line serves it
        before = 0
        for served, worth in INTERCHANGE_POINTS.items():
            points = points + (worth - before) * sheet.served[served - 1].count()
            before = worth
        if self._objectives:
            reached = self.reached(sheet)
            for objective, needed in enumerate(self._enough()):  # N22
                met = (objectives >> objective & 1).astype(bool) & (reached[objective] >= needed)
                points = points + jnp.where(met, OBJECTIVE_POINTS, 0)
        modules = self._objectives + self._powers
        return points - MODULE_POINTS * modules if self._alone and modules else points  # N30

    def reached(self, sheet: Sheet) -> list[Array]:
        """N22: how much of each objective the whole network has reached."""
        board, one = self.board, sheet.served[0]
        centre = board.in_district[board.stations[board.central].district]
        districts = [(one & self._these(district)).count() > 0 for district in board.in_district]
        return [
            sheet.served[1].count(),
            jnp.int32(sum(district.astype(jnp.int32) for district in districts)),
            (one & self._these(board.sites)).count(),
            (one & self._these(centre)).count(),
            sheet.crossings_before + sheet.crossings,
        ]

    def _enough(self) -> list[int]:
        """N22: how much each objective needs."""
        board = self.board
        centre = board.in_district[board.stations[board.central].district].bit_count()
        return [ENOUGH_INTERCHANGES, len(board.in_district), board.sites.bit_count(), centre, ENOUGH_CROSSINGS]


def line_points(sheet: Sheet) -> Array:
    """N15: districts × most stations in one of them, and 2 for each section that crosses the Thames."""
    return sheet.districts * sheet.most + THAMES_POINTS * sheet.crossings
