"""Next Station for thousands of tables at once.

All seats draw at the same time (N4); here they choose one after the other, and `observe` shows nobody what another one
has chosen. What a table does not play, objectives, powers, other seats, it does not carry either.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Any, ClassVar, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch.engine import Engine
from omnibus.batch.luck import Deal, Luck, shuffled
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import ANY, SWITCH, SYMBOL_NAMES
from omnibus.rules.nextstation.encoding import DECISIONS, MODULES, MOST_SEATS
from omnibus.rules.nextstation.moves import (
    DOUBLE,
    JOKER,
    POWERS,
    SECOND,
    SWITCHING,
    Done,
    Double,
    Draw,
    DrawAsJoker,
    DrawAsSwitch,
    DrawSecond,
    Pencil,
    Single,
)
from omnibus.rules.nextstation.scoring import (
    ENOUGH_CROSSINGS,
    ENOUGH_INTERCHANGES,
    INTERCHANGE_POINTS,
    MODULE_POINTS,
    MOST_MARKS,
    OBJECTIVE_POINTS,
    OBJECTIVES,
    SITE_POINTS,
    THAMES_POINTS,
)
from omnibus.rules.nextstation.state import (
    FIRST_TURN_TO_SWITCH,
    NO_POWER,
    NO_SYMBOL,
    OBJECTIVES_CHANCE,
    OBJECTIVES_IN_PLAY,
    PLACES,
    POWERS_CHANCE,
)

F = TypeVar("F", bound=Callable[..., Any])

_DIGIT = 4  # bits of a colour or a power in a row of them


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
        return jnp.int32(sum(jax.lax.population_count(word).astype(jnp.int32) for word in self.words))

    def unpacked(self, size: int) -> Array:
        """One number, 0 or 1, for each that could be in it."""
        return _tested(self.words, np.arange(size)).astype(jnp.int16)


jax.tree_util.register_pytree_node(Bits, lambda bits: (bits.words, None), lambda _, words: Bits(words))


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


class Table(NamedTuple):
    """One table."""

    spare: Array  # pencils that nobody has taken: bits
    pencils: Array  # digits: the colours on the ring, place by place (N2); alone, round by round
    round: Array  # from 0; -1 while pencils are taken, the number of colours when the game is over
    left: Array  # cards of the pile: bits
    symbol: Array  # of the open card
    switching: Array  # the switch came with the open card, and has an effect
    sheets: Sheet  # with an axis for the seats, if there are several
    # Only where it is needed, else None.
    seat: Any  # that decides next
    doubling: Any  # the round is over but for the double station
    objectives: Any  # in play: bits
    powers: Any  # digits: of each pencil


class NextStationEngine(Engine[Table]):
    """The rules of Next Station on arrays."""

    chances: ClassVar[tuple[int, ...]] = (0, 1, 2, 3, OBJECTIVES_CHANCE, POWERS_CHANCE)
    longest_shuffle: ClassVar[int] = 11

    game: NextStation

    def __init__(self, game: NextStation):
        super().__init__(game)
        self.alone = game.seats == 1
        self.objectives = bool(game.options["objectives"])
        self.powers = bool(game.options["powers"])
        self.rounds = len(game.board.colours)
        # N2: where the pencils that are taken go, one after the other, and where the spare ones lie.
        self.places = np.arange(self.rounds) if self.alone else np.array(PLACES[game.seats])
        self.free_places = [place for place in range(self.rounds) if place not in self.places]
        self._lay_board()
        self._lay_cards()
        self._lay_moves()

    # ---- Tables of the board

    def _lay_board(self) -> None:
        board = self.game.board
        stations, sections = len(board.stations), len(board.sections)
        self.station_words, self.section_words = -(-stations // 32), -(-sections // 32)
        self.showing = _rows(board.showing, stations)
        self.same_district = _rows([board.in_district[station.district] for station in board.stations], stations)
        self.closed_by = _rows(board.barring, sections)
        self.symbol_of = np.array([station.symbol for station in board.stations], np.int32)
        self.is_site = np.array([station.site for station in board.stations], np.int32)
        self.departures = np.array(board.departures, np.int32)

    def _lay_cards(self) -> None:
        deck = self.game.board.deck
        self.card_symbol = np.array([card.symbol for card in deck], np.int32)
        self.all_cards = np.uint32((1 << len(deck)) - 1)
        self.underground = np.uint32(sum(1 << n for n, card in enumerate(deck) if card.underground))
        self.switches = np.uint32(sum(1 << n for n, card in enumerate(deck) if card.symbol == SWITCH))
        # The card at a place among those that are left, for every set of cards that may be left.
        self.nth_left = np.zeros((1 << len(deck), len(deck)), np.int8)
        for left in range(1 << len(deck)):
            found = [card for card in range(len(deck)) if left >> card & 1]
            self.nth_left[left, : len(found)] = found

    def _lay_moves(self) -> None:
        """What each move is, and the three bits among those of `_allowed` that must be set for it to be legal."""
        board, words, sections = self.game.board, self.station_words, self.section_words
        starts = 32
        wanted = starts + 32 * words
        still_open = wanted + 32 * words
        after = still_open + 32 * sections
        joker_starts, joker_wanted, inner, second_starts, second_wanted, line = (
            after + 32 * words * n for n in range(6)
        )
        first_of = {
            Draw: (starts, wanted),
            DrawAsJoker: (joker_starts, joker_wanted),
            DrawAsSwitch: (inner, wanted),
            DrawSecond: (second_starts, second_wanted),
        }
        count = len(self.game.moves)
        self.draws, self.is_plain, self.is_power, self.is_double = np.zeros((4, count), bool)
        self.start, self.to, self.doubled, self.crosses = np.zeros((4, count), np.int32)
        self.closes = np.zeros((count, sections), np.uint32)
        needs = np.zeros((count, 3), np.int32)
        for move in self.game.moves:
            if isinstance(move, Draw):
                start, to = first_of[type(move)]
                self.draws[move.index], self.start[move.index], self.to[move.index] = True, move.start, move.to
                self.closes[move.index] = self.closed_by[move.section]
                self.crosses[move.index] = board.sections[move.section].thames
                needs[move.index] = start + move.start, to + move.to, still_open + move.section
            elif isinstance(move, Double):
                self.doubled[move.index] = move.station
                needs[move.index] = line + move.station
            elif isinstance(move, Pencil):
                needs[move.index] = move.colour
            else:
                needs[move.index] = self.rounds + isinstance(move, Done) + 2 * isinstance(move, Single)
            self.is_plain[move.index] = type(move) is Draw
            self.is_power[move.index] = isinstance(move, DrawAsJoker | DrawAsSwitch | DrawSecond)
            self.is_double[move.index] = isinstance(move, Double)
        self.needs = needs.T

    # ---- Setting up

    def set_up(self, luck: Luck) -> Table:  # noqa: ARG002
        """An empty table: the pencils are taken first (N2)."""
        nothing, no = jnp.int32(0), jnp.bool_(False)
        no_stations = Bits([jnp.uint32(0)] * self.station_words)
        no_sections = Bits([jnp.uint32(0)] * self.section_words)
        sheet = Sheet(
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
            closed_before=None if self.alone else no_sections,
            crossings_before=nothing if self.objectives else None,
            used=no if self.powers else None,
            second=jnp.int32(NO_SYMBOL) if self.powers else None,
        )
        if not self.alone:
            sheet = jax.tree.map(lambda number: jnp.broadcast_to(number, self.game.seats), sheet)
        return Table(
            spare=jnp.uint32((1 << self.rounds) - 1),
            pencils=jnp.uint32(0),
            round=jnp.int32(-1),
            left=jnp.uint32(0),
            symbol=nothing,
            switching=no,
            sheets=sheet,
            seat=None if self.alone else nothing,
            doubling=no if self.powers else None,
            objectives=jnp.uint32(0) if self.objectives else None,
            powers=jnp.uint32(0) if self.powers else None,
        )

    # ---- Whose turn, and what is legal

    def turn(self, table: Table) -> Array:
        """The seat that decides next."""
        return jnp.int32(0) if self.alone else table.seat

    def over(self, table: Table) -> Array:
        """N1: one round for each colour."""
        return table.round == self.rounds

    def legal(self, table: Table) -> Array:
        """Which moves that seat may make."""
        # The barrier keeps the compiler from working out the words once more for every move.
        allowed = jax.lax.optimization_barrier(self._allowed(table))
        one, two, three = (_tested(allowed, need) for need in self.needs)
        return (one & two & three).astype(bool)

    def _allowed(self, table: Table) -> list[Array]:
        """Words whose bits say which pencils may be taken, where sections may start, where they may lead, and so on."""
        sheet = self._sheet_of(table, self.turn(table))
        drawing = (table.round >= 0) & (table.round < self.rounds)
        if self.powers:
            drawing = drawing & ~table.doubling & (sheet.second == NO_SYMBOL)
        flags = jnp.where(table.round < 0, table.spare, 0) | _flag(drawing, self.rounds)  # N2; N4: one may always pass
        free = ~sheet.stations  # N9
        wanted = self._showing(table.symbol)  # N8
        starts = self._starts(table, sheet).if_(drawing)
        words = [*starts, *(wanted & free), *~sheet.closed]
        if self.powers:
            power = self._power_of(table, self.turn(table))
            asked = sheet.second != NO_SYMBOL
            # N26, N14
            may_switch = (power == SWITCHING) & ~table.switching & (self._turns(table.left) >= FIRST_TURN_TO_SWITCH)
            words += [
                *starts.if_(power == JOKER),
                *(~wanted & free),  # N25: only for a section that is not allowed without it
                *(sheet.stations & ~sheet.ends).if_(drawing & may_switch),
                *self._starts(table, sheet).if_(asked),
                *(self._showing(sheet.second) & free),
                *sheet.stations.if_(table.doubling),
            ]
            flags = flags | _flag(asked, self.rounds + 1) | _flag(table.doubling, self.rounds + 2)
        return [flags, *words]

    def _starts(self, table: Table, sheet: Sheet) -> Bits:
        """N7: a section starts at an end of the line. N13: under the switch at any of its stations (N28 too)."""
        return sheet.stations.if_(table.switching, sheet.ends)

    def _showing(self, symbol: Array) -> Bits:
        """N8: the stations with a symbol; the central one has them all."""
        return _row(self.showing, symbol)

    # ---- Playing a move

    def carry_out(self, table: Table, move: Array, luck: Luck) -> Table:
        """Make a move."""
        seat = self.turn(table)
        taking = table.round < 0
        table, all_taken = self._take_pencil(table, move, luck)
        acts = ~taking if self.alone else ~taking & (np.arange(self.game.seats) == seat)
        sheets = self._draw(table, move, acts)
        asks_second = jnp.bool_(False)
        if self.powers:
            sheets, asks_second = self._use_power(table, sheets, move, acts)
        last_turn = (table.left & self.underground) == 0  # N5
        turn_over = ~taking & ~asks_second & (seat == self.game.seats - 1)  # N4: all have drawn or passed
        round_over = turn_over & last_turn
        begins_doubling = jnp.bool_(False)
        if self.powers:
            # N27: who holds the pencil of the double station chooses it now.
            doubles = self._power(table) == DOUBLE
            begins_doubling = round_over & ~table.doubling & jnp.any(doubles)
            round_over = (round_over | table.doubling) & ~begins_doubling
            table = table._replace(doubling=begins_doubling)
        if not self.alone:
            after = jnp.where(round_over, 0, (seat + 1) % self.game.seats)
            if self.powers:
                after = jnp.where(begins_doubling, jnp.argmax(doubles), jnp.where(asks_second, seat, after))
            table = table._replace(seat=after.astype(jnp.int32))
        table = table._replace(round=table.round + (all_taken | round_over))
        sheets = self._end_lines(table, sheets, round_over, all_taken | round_over)
        begins_turn = all_taken | round_over | (turn_over & ~last_turn)
        left = jnp.where(all_taken | round_over, self.all_cards, table.left)  # N3
        return self._begin_turn(table._replace(sheets=sheets), left, begins_turn, luck)

    def _take_pencil(self, table: Table, move: Array, luck: Luck) -> tuple[Table, Array]:
        """N2: in seat order; and whether all are taken now."""
        taking = table.round < 0
        colour = move.astype(jnp.uint32)
        place = _looked_up(self.places, self.rounds - _count(table.spare))
        taken = table.pencils | colour << (_DIGIT * place).astype(jnp.uint32)
        spare = table.spare & ~(jnp.uint32(1) << colour)
        all_taken = taking & (_count(spare) == len(self.free_places))
        # Spares, in their order, fill the free places in rising order.
        filled, unused = taken, spare
        for free in self.free_places:
            lowest = _count((unused & -unused) - jnp.uint32(1))
            filled |= lowest.astype(jnp.uint32) << jnp.uint32(_DIGIT * free)
            unused &= unused - jnp.uint32(1)
        taken = jnp.where(all_taken, filled, taken)
        table = table._replace(
            spare=jnp.where(taking, spare, table.spare), pencils=jnp.where(taking, taken, table.pencils)
        )
        if self.objectives:  # N21
            table = table._replace(objectives=jnp.where(all_taken, _two_objectives(luck), table.objectives))
        if self.powers:  # N23
            table = table._replace(powers=jnp.where(all_taken, _powers_dealt(luck), table.powers))
        return table, all_taken

    def _begin_turn(self, table: Table, left: Array, begins: Array, luck: Luck) -> Table:
        """N4: the top card is revealed. N13: after the switch another one at once."""
        if isinstance(luck, Deal):
            cards = jnp.arange(len(self.card_symbol), dtype=jnp.int32)
            pile = shuffled(luck, jnp.clip(table.round, 0, self.rounds - 1), cards, len(cards))
            first, fewer = self._top_of(pile, left)
            second, fewest = self._top_of(pile, fewer)
        else:
            one, other = jax.random.bits(luck, (2,), jnp.uint32)
            first, fewer = self._any_of(one, left)
            second, fewest = self._any_of(other, fewer)
        switch = _looked_up(self.card_symbol, first) == SWITCH
        left = jnp.where(switch, fewest, fewer)
        card = jnp.where(switch, second, first)
        switching = switch & (self._turns(left) >= FIRST_TURN_TO_SWITCH)  # N14
        return table._replace(
            left=jnp.where(begins, left, table.left),
            symbol=jnp.where(begins, _looked_up(self.card_symbol, card), table.symbol),
            switching=jnp.where(begins, switching, table.switching),
        )

    def _top_of(self, pile: Array, left: Array) -> tuple[Array, Array]:
        """The next card of a pile, and those left without it."""
        card = pile[jnp.maximum(_count(left) - 1, 0)]
        return card, _without(left, card)

    def _any_of(self, word: Array, left: Array) -> tuple[Array, Array]:
        """One of the cards that are left, and those left without it."""
        place = word % jnp.maximum(_count(left), 1).astype(jnp.uint32)
        number = left * jnp.uint32(self.nth_left.shape[1]) + place
        card = _looked_up(self.nth_left.reshape(-1), number).astype(jnp.int32)
        return card, _without(left, card)

    def _turns(self, left: Array) -> Array:
        """How many turns of the round have begun: the switch makes none."""
        return _count(~left & (self.all_cards & ~self.switches))

    # ---- Drawing

    def _draw(self, table: Table, move: Array, acts: Array) -> Sheet:
        """N4: the seat that acts draws a section, if its move is to draw one."""
        draws, start, to = (_looked_up(each, move) for each in (self.draws, self.start, self.to))
        closed, crossings = _row(self.closes, move), _looked_up(self.crosses, move)

        def draw(sheet: Sheet, now: Array) -> Sheet:
            # N7: the departure station stays an end after the first section, any other start is one no more.
            sheet = sheet._replace(
                ends=sheet.ends & ~self._only(start).if_(now & (sheet.stations.count() > 1)),
                closed=sheet.closed | closed.if_(now),
                crossings=sheet.crossings + jnp.where(now, crossings, 0),
            )
            return self._reach(sheet, to, now)

        return self._of_each(draw)(table.sheets, acts & draws)

    def _reach(self, sheet: Sheet, station: Array, now: Array) -> Sheet:
        """A line comes to a station, or begins there."""
        here = self._only(station).if_(now)
        beside = (sheet.stations & _row(self.same_district, station)).count()  # N15
        fewer = (here, *(lines & here for lines in sheet.served[:-1]))
        return sheet._replace(
            stations=sheet.stations | here,
            ends=sheet.ends | here,
            served=tuple(lines | more for lines, more in zip(sheet.served, fewer, strict=True)),
            districts=sheet.districts + (now & (beside == 0)),
            most=jnp.where(now, jnp.maximum(sheet.most, beside + 1), sheet.most),
            marks=sheet.marks + jnp.where(now, _looked_up(self.is_site, station), 0),  # N16
        )

    def _use_power(self, table: Table, sheets: Sheet, move: Array, acts: Array) -> tuple[Sheet, Array]:
        """N23: once a round. N24: and whether a second section is asked for, which must be possible."""
        used = acts & _looked_up(self.is_power, move)
        may = acts & _looked_up(self.is_plain, move) & (self._power(table) == SECOND)
        # After a joker card the symbol of the first section; any, if that led to the central station.
        first = _looked_up(self.symbol_of, _looked_up(self.to, move))
        symbol = jnp.where(table.symbol == ANY, first, table.symbol)
        sheet = self._sheet_of(table._replace(sheets=sheets), self.turn(table))
        wanted = self._showing(symbol) & ~sheet.stations
        asks = jnp.any(may) & self._leads_somewhere(self._starts(table, sheet), wanted, ~sheet.closed)
        second = jnp.where(acts, jnp.where(asks, symbol, NO_SYMBOL), sheets.second)
        # N27
        doubles = acts & _looked_up(self.is_double, move)
        station = _looked_up(self.doubled, move)

        def double(sheet: Sheet, now: Array) -> Array:
            counted = (sheet.stations & _row(self.same_district, station)).count() + 1
            return jnp.where(now, jnp.maximum(sheet.most, counted), sheet.most)

        most = self._of_each(double)(sheets, doubles)
        return sheets._replace(used=sheets.used | used, second=second, most=most), asks

    def _leads_somewhere(self, starts: Bits, wanted: Bits, still_open: Bits) -> Array:
        ways = self.game.board.ways
        sets = zip((starts, wanted, still_open), np.array(ways).T, strict=True)
        one, two, three = (_tested(bits.words, which) for bits, which in sets)
        return jnp.any(one & two & three)

    def _power(self, table: Table) -> Array:
        """The power of each seat's pencil that it may still use this round (N23)."""
        power = _digit(table.powers, self._colours(table)).astype(jnp.int32)
        return jnp.where(table.sheets.used, NO_POWER, power)

    def _power_of(self, table: Table, seat: Array) -> Array:
        power = self._power(table)
        return power if self.alone else power[seat]

    def _colours(self, table: Table) -> Array:
        """N2: the colour of each seat's pencil; after each round every pencil moves from place i to i + 1."""
        if self.alone:
            return _digit(table.pencils, table.round)
        return _digit(table.pencils, (self.places - table.round) % self.rounds)

    # ---- Rounds and points

    def _end_lines(self, table: Table, sheets: Sheet, ends: Array, begins: Array) -> Sheet:
        """N15 and N16: every line is counted. N7: every line is its departure station, but after the last round."""
        departures = _looked_up(self.departures, self._colours(table))
        begins = begins & ~self.over(table)

        def end(sheet: Sheet, departure: Array) -> Sheet:
            points = _line_points(sheet)
            cleared = sheet._replace(
                stations=sheet.stations.if_(~ends),
                ends=sheet.ends.if_(~ends),
                districts=jnp.where(ends, 0, sheet.districts),
                most=jnp.where(ends, 0, sheet.most),
                crossings=jnp.where(ends, 0, sheet.crossings),
                lines=sheet.lines + jnp.where(ends, points, 0),
                best=jnp.where(ends, jnp.maximum(sheet.best, points), sheet.best),
            )
            if not self.alone:
                cleared = cleared._replace(closed_before=sheet.closed.if_(ends, sheet.closed_before))
            if self.objectives:
                crossings = sheet.crossings_before + jnp.where(ends, sheet.crossings, 0)
                cleared = cleared._replace(crossings_before=crossings)
            if self.powers:
                cleared = cleared._replace(used=sheet.used & ~ends)
            return self._reach(cleared, departure, begins)

        return self._of_each(end)(sheets, departures)

    def scores(self, table: Table) -> Array:
        """N19: the points of every seat, the line being drawn included."""
        score = self._of_each(partial(self._points, table.objectives))(table.sheets)
        return score[None] if self.alone else score

    def _points(self, objectives: Any, sheet: Sheet) -> Array:
        marks = _looked_up(np.array(SITE_POINTS, np.int32), jnp.minimum(sheet.marks, MOST_MARKS))  # N16, N17
        points = sheet.lines + _line_points(sheet) + marks
        # N18: what a station scores more when one more line serves it
        before = 0
        for served, worth in INTERCHANGE_POINTS.items():
            points = points + (worth - before) * sheet.served[served - 1].count()
            before = worth
        if self.objectives:
            reached = self._reached(sheet)
            for objective, needed in enumerate(self._enough()):  # N22
                met = (objectives >> objective & 1).astype(bool) & (reached[objective] >= needed)
                points = points + jnp.where(met, OBJECTIVE_POINTS, 0)
        modules = self.objectives + self.powers
        return points - MODULE_POINTS * modules if self.alone and modules else points  # N30

    def _reached(self, sheet: Sheet) -> list[Array]:
        """N22: how much of each objective the whole network has reached."""
        board, one = self.game.board, sheet.served[0]
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
        board = self.game.board
        centre = board.in_district[board.stations[board.central].district].bit_count()
        return [ENOUGH_INTERCHANGES, len(board.in_district), board.sites.bit_count(), centre, ENOUGH_CROSSINGS]

    def _only(self, station: Array) -> Bits:
        bit = jnp.uint32(1) << (station & 31).astype(jnp.uint32)
        return Bits(jnp.where(station >> 5 == word, bit, jnp.uint32(0)) for word in range(self.station_words))

    def _these(self, stations: int) -> Bits:
        return Bits(_rows([stations], len(self.game.board.stations))[0])

    def ranks(self, table: Table) -> Array:
        """N20: most points, then the best single line; all places are ranked so."""
        if self.alone:
            return jnp.ones(1, jnp.int32)
        scores, best = self.scores(table), table.sheets.best
        tied = scores[:, None] == scores[None, :]
        ahead = (scores[None, :] > scores[:, None]) | (tied & (best[None, :] > best[:, None]))
        return 1 + jnp.sum(ahead, axis=1, dtype=jnp.int32)

    # ---- What a seat knows

    def observe(self, table: Table, seat: Array | int) -> Array:
        """What the seat knows: the numbers of `encode(view)`."""
        seats = self.game.seats
        own = self._sheet_of(table, seat)
        numbers = [
            np.arange(MOST_SEATS) == seats - 1,
            np.array([self.game.options[module] for module in MODULES]),
            self._asked(table, own, seat),
            *self._cards(table),
            *self._modules(table, own, seat),
            own.stations.unpacked(len(self.game.board.stations)),
            own.ends.unpacked(len(self.game.board.stations)),
            jnp.stack([own.districts, own.most, own.crossings, _line_points(own)]),
            *self._look_at(table, own, seat),
        ]
        for after in range(1, seats):
            other = (seat + after) % seats
            numbers += self._look_at(table, self._without_line(self._sheet_of(table, other)), other)
        length = self.game.encoding.length
        found = jnp.concatenate([jnp.atleast_1d(each).astype(jnp.int16) for each in numbers])
        return jnp.pad(found, (0, length - len(found)))

    def _asked(self, table: Table, own: Sheet, seat: Array | int) -> Array:
        """Which decision the seat is asked for."""
        asked = jnp.where(table.round < 0, DECISIONS.index("pencil"), DECISIONS.index("section"))
        may = ~self.over(table)
        if self.powers:
            asked = jnp.where(own.second != NO_SYMBOL, DECISIONS.index("second-section"), asked)
            asked = jnp.where(table.doubling, DECISIONS.index("double-station"), asked)
        if not self.alone:
            # N4: those who come later are asked at the same time.
            together = (table.round >= 0) & ~table.doubling if self.powers else table.round >= 0
            may = may & ((seat == table.seat) | (together & (seat > table.seat)))
        return may & (np.arange(len(DECISIONS)) == asked)

    def _cards(self, table: Table) -> list[Array]:
        """The round, its turn and what is known of its cards (N32)."""
        playing = (table.round >= 0) & ~self.over(table)
        deck = len(self.card_symbol)
        return [
            np.arange(self.rounds) == table.round,
            jnp.where(playing, self._turns(table.left), 0),
            playing & (np.arange(len(SYMBOL_NAMES)) == table.symbol),
            playing & table.switching,
            playing & ((table.left & self.underground) == 0),
            table.doubling if self.powers else jnp.bool_(False),
            playing & _tested([table.left], np.arange(deck)).astype(bool),
        ]

    def _modules(self, table: Table, own: Sheet, seat: Array | int) -> list[Array]:
        """Objectives and powers in play, and the power of the seat's own pencil."""
        playing = (table.round >= 0) & ~self.over(table)
        objectives = jnp.zeros(len(OBJECTIVES), jnp.int32)
        powers = jnp.zeros((self.rounds, len(POWERS)), jnp.int32)
        power = jnp.zeros(len(POWERS), jnp.int32)
        used, second = jnp.bool_(False), jnp.zeros(len(SYMBOL_NAMES), jnp.int32)
        if self.objectives:
            objectives = _tested([table.objectives], np.arange(len(OBJECTIVES))).astype(jnp.int32)
        if self.powers:
            dealt = _digit(table.powers, np.arange(self.rounds))
            powers = (table.round >= 0) & (dealt[:, None] == np.arange(len(POWERS)))
            colours = self._colours(table)
            mine = _digit(table.powers, colours if self.alone else colours[seat])
            power = playing & (np.arange(len(POWERS)) == mine)
            used, second = own.used, np.arange(len(SYMBOL_NAMES)) == own.second
        return [objectives, powers.reshape(-1), power, used, second]

    def _look_at(self, table: Table, sheet: Sheet, seat: Array | int) -> list[Array]:
        """A sheet as it stands."""
        board = self.game.board
        served = sum(lines.unpacked(len(board.stations)) for lines in sheet.served)
        reached = jnp.zeros(len(OBJECTIVES), jnp.int32)
        if self.objectives:
            in_play = _tested([table.objectives], np.arange(len(OBJECTIVES))).astype(bool)
            reached = jnp.where(in_play, jnp.stack(self._reached(sheet)), 0)
        points = _line_points(sheet)
        return [
            self._pencils_of(table, seat),
            jnp.asarray(served),
            sheet.closed.unpacked(len(board.sections)),
            jnp.minimum(sheet.marks, MOST_MARKS),
            reached,
            sheet.lines + points,
            jnp.maximum(sheet.best, points),
            self._points(table.objectives, sheet),
        ]

    def _pencils_of(self, table: Table, seat: Array | int) -> Array:
        """N2: the colours by round, as far as they are known."""
        rounds = np.arange(self.rounds)
        taken = self.rounds - _count(table.spare)
        if self.alone:
            colours, known = _digit(table.pencils, rounds), rounds < taken
        else:
            place = _looked_up(self.places, jnp.asarray(seat))
            colours = _digit(table.pencils, (place - rounds) % self.rounds)
            known = (table.round >= 0) | ((rounds == 0) & (seat < taken))
        return jnp.ravel(known[:, None] & (colours[:, None] == rounds))

    def _without_line(self, sheet: Sheet) -> Sheet:
        """A sheet as others see it: N4, the line being drawn may show what was chosen in this very turn."""
        line, elsewhere = sheet.stations, ~sheet.stations
        *fewer, most = sheet.served
        served = [(few & elsewhere) | (more & line) for few, more in zip(fewer, sheet.served[1:], strict=True)]
        sites = (line & self._these(self.game.board.sites)).count()
        nothing = jnp.int32(0)
        return sheet._replace(
            closed=sheet.closed_before,
            served=(*served, most & elsewhere),
            districts=nothing,
            most=nothing,
            crossings=nothing,
            marks=sheet.marks - sites,
        )

    # ---- Seats

    def _of_each(self, rule: F) -> F:
        """The rule for the sheets of all seats."""
        return rule if self.alone else jax.vmap(rule)

    def _sheet_of(self, table: Table, seat: Array | int) -> Sheet:
        if self.alone:
            return table.sheets
        return jax.tree.map(lambda numbers: numbers[seat], table.sheets)


ENGINE = NextStationEngine


_PAIRS = [sum(1 << each for each in pair) for pair in combinations(range(len(OBJECTIVES)), OBJECTIVES_IN_PLAY)]
_ORDERS = [sum(power << _DIGIT * n for n, power in enumerate(order)) for order in permutations(range(len(POWERS)))]


def _two_objectives(luck: Luck) -> Array:
    """N21: which are in play."""
    if not isinstance(luck, Deal):
        return _one_of(_PAIRS, jax.random.bits(jax.random.fold_in(luck, 1)))
    row = NextStationEngine.chances.index(OBJECTIVES_CHANCE)
    drawn = shuffled(luck, row, jnp.arange(len(OBJECTIVES), dtype=jnp.uint32), len(OBJECTIVES))
    return jnp.sum(jnp.uint32(1) << drawn[:OBJECTIVES_IN_PLAY], dtype=jnp.uint32)


def _powers_dealt(luck: Luck) -> Array:
    """N23: a digit for each pencil."""
    if not isinstance(luck, Deal):
        return _one_of(_ORDERS, jax.random.bits(jax.random.fold_in(luck, 2)))
    row = NextStationEngine.chances.index(POWERS_CHANCE)
    dealt = shuffled(luck, row, jnp.arange(len(POWERS), dtype=jnp.uint32), len(POWERS))
    return jnp.sum(dealt << _DIGIT * np.arange(len(POWERS), dtype=np.uint32), dtype=jnp.uint32)


def _one_of(outcomes: list[int], word: Array) -> Array:
    return _looked_up(np.array(outcomes, np.uint32), (word % jnp.uint32(len(outcomes))).astype(jnp.int32))


def _line_points(sheet: Sheet) -> Array:
    """N15: districts × most stations in one of them, and 2 for each section that crosses the Thames."""
    return sheet.districts * sheet.most + THAMES_POINTS * sheet.crossings


def _rows(sets: Iterable[int], size: int) -> Any:
    """Sets as rows of words."""
    words = -(-size // 32)
    return np.array([[each >> 32 * word & 0xFFFF_FFFF for word in range(words)] for each in sets], np.uint32)


def _row(rows: Any, which: Array) -> Bits:
    return Bits(_looked_up(column, which) for column in rows.T)


def _looked_up(values: Any, which: Array) -> Array:
    """A value of a fixed table; what is asked for by an illegal move is of no consequence."""
    return jnp.asarray(values).at[which].get(mode="clip")


def _tested(words: Sequence[Array], which: Any) -> Array:
    """Bits of a row of words, 0 or 1: chosen by `where`, as a gather would turn the batch on its side."""
    first, *others = np.unique(which >> 5)
    found = words[first]
    for other in others:
        found = jnp.where(which >> 5 == other, words[other], found)
    return found >> (which & 31).astype(np.uint32) & 1


def _count(bits: Array) -> Array:
    return jax.lax.population_count(bits).astype(jnp.int32)


def _without(cards: Array, card: Array) -> Array:
    return cards & ~(jnp.uint32(1) << card.astype(jnp.uint32))


def _flag(up: Array, bit: int) -> Array:
    return up.astype(jnp.uint32) << jnp.uint32(bit)


def _digit(row: Array, place: Any) -> Array:
    return row >> (_DIGIT * place).astype(jnp.uint32) & jnp.uint32((1 << _DIGIT) - 1)
