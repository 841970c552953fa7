"""Next Station for thousands of tables at once.

All seats draw at the same time (N4); here they choose one after the other, and `observe` shows nobody what another one
has chosen. What a table does not play, objectives, powers, other seats, it does not carry either.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from omnibus.batch.engine import Engine
from omnibus.batch.luck import Deal, Luck, shuffled
from omnibus.batch.nextstation_sheet import Bits, Sheet, Sheets, bit_count, line_points, looked_up, row_of, tested
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
from omnibus.rules.nextstation.scoring import MOST_MARKS, OBJECTIVES
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

    chances: Sequence[int] = (0, 1, 2, 3, OBJECTIVES_CHANCE, POWERS_CHANCE)
    longest_shuffle: int = 11

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
        self.sheets = Sheets(game)
        self.symbol_of = np.array([station.symbol for station in game.board.stations], np.int32)
        self.departures = np.array(game.board.departures, np.int32)
        self._lay_cards()
        self._lay_moves()

    # ---- Tables of cards and moves

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
        board, words, sections = self.game.board, self.sheets.station_words, self.sheets.section_words
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
                self.closes[move.index] = self.sheets.closed_by[move.section]
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
        sheet = self.sheets.blank()
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
        one, two, three = (tested(allowed, need) for need in self.needs)
        return (one & two & three).astype(bool)

    def _allowed(self, table: Table) -> list[Array]:
        """Words whose bits say which pencils may be taken, where sections may start, where they may lead, and so on."""
        sheet = self._sheet_of(table, self.turn(table))
        drawing = (table.round >= 0) & (table.round < self.rounds)
        if self.powers:
            drawing = drawing & ~table.doubling & (sheet.second == NO_SYMBOL)
        flags = jnp.where(table.round < 0, table.spare, 0) | _flag(drawing, self.rounds)  # N2; N4: one may always pass
        free = ~sheet.stations  # N9
        wanted = self.sheets.showing(table.symbol)  # N8
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
                *(self.sheets.showing(sheet.second) & free),
                *sheet.stations.if_(table.doubling),
            ]
            flags = flags | _flag(asked, self.rounds + 1) | _flag(table.doubling, self.rounds + 2)
        return [flags, *words]

    def _starts(self, table: Table, sheet: Sheet) -> Bits:
        """N7: a section starts at an end of the line. N13: under the switch at any of its stations (N28 too)."""
        return sheet.stations.if_(table.switching, sheet.ends)

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
        place = looked_up(self.places, self.rounds - bit_count(table.spare))
        taken = table.pencils | colour << (_DIGIT * place).astype(jnp.uint32)
        spare = table.spare & ~(jnp.uint32(1) << colour)
        all_taken = taking & (bit_count(spare) == len(self.free_places))
        # Spares, in their order, fill the free places in rising order.
        filled, unused = taken, spare
        for free in self.free_places:
            lowest = bit_count((unused & -unused) - jnp.uint32(1))
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
        switch = looked_up(self.card_symbol, first) == SWITCH
        left = jnp.where(switch, fewest, fewer)
        card = jnp.where(switch, second, first)
        switching = switch & (self._turns(left) >= FIRST_TURN_TO_SWITCH)  # N14
        return table._replace(
            left=jnp.where(begins, left, table.left),
            symbol=jnp.where(begins, looked_up(self.card_symbol, card), table.symbol),
            switching=jnp.where(begins, switching, table.switching),
        )

    def _top_of(self, pile: Array, left: Array) -> tuple[Array, Array]:
        """The next card of a pile, and those left without it."""
        card = pile[jnp.maximum(bit_count(left) - 1, 0)]
        return card, _without(left, card)

    def _any_of(self, word: Array, left: Array) -> tuple[Array, Array]:
        """One of the cards that are left, and those left without it."""
        place = word % jnp.maximum(bit_count(left), 1).astype(jnp.uint32)
        number = left * jnp.uint32(self.nth_left.shape[1]) + place
        card = looked_up(self.nth_left.reshape(-1), number).astype(jnp.int32)
        return card, _without(left, card)

    def _turns(self, left: Array) -> Array:
        """How many turns of the round have begun: the switch makes none."""
        return bit_count(~left & (self.all_cards & ~self.switches))

    # ---- Drawing

    def _draw(self, table: Table, move: Array, acts: Array) -> Sheet:
        """N4: the seat that acts draws a section, if its move is to draw one."""
        draws, start, to = (looked_up(each, move) for each in (self.draws, self.start, self.to))
        closes, crossings = row_of(self.closes, move), looked_up(self.crosses, move)

        def draw(sheet: Sheet, now: Array) -> Sheet:
            return self.sheets.draw(sheet, start, to, closes, crossings, now)

        return self._of_each(draw)(table.sheets, acts & draws)

    def _use_power(self, table: Table, sheets: Sheet, move: Array, acts: Array) -> tuple[Sheet, Array]:
        """N23: once a round. N24: and whether a second section is asked for, which must be possible."""
        used = acts & looked_up(self.is_power, move)
        may = acts & looked_up(self.is_plain, move) & (self._power(table) == SECOND)
        # After a joker card the symbol of the first section; any, if that led to the central station.
        first = looked_up(self.symbol_of, looked_up(self.to, move))
        symbol = jnp.where(table.symbol == ANY, first, table.symbol)
        sheet = self._sheet_of(table._replace(sheets=sheets), self.turn(table))
        wanted = self.sheets.showing(symbol) & ~sheet.stations
        asks = jnp.any(may) & self._leads_somewhere(self._starts(table, sheet), wanted, ~sheet.closed)
        second = jnp.where(acts, jnp.where(asks, symbol, NO_SYMBOL), sheets.second)
        # N27
        doubles = acts & looked_up(self.is_double, move)
        station = looked_up(self.doubled, move)

        def double(sheet: Sheet, now: Array) -> Sheet:
            return self.sheets.double(sheet, station, now)

        sheets = self._of_each(double)(sheets, doubles)
        return sheets._replace(used=sheets.used | used, second=second), asks

    def _leads_somewhere(self, starts: Bits, wanted: Bits, still_open: Bits) -> Array:
        ways = self.game.board.ways
        sets = zip((starts, wanted, still_open), np.array(ways).T, strict=True)
        one, two, three = (tested(bits.words, which) for bits, which in sets)
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
        departures = looked_up(self.departures, self._colours(table))
        begins = begins & ~self.over(table)

        def end(sheet: Sheet, departure: Array) -> Sheet:
            return self.sheets.end_line(sheet, departure, ends, begins)

        return self._of_each(end)(sheets, departures)

    def scores(self, table: Table) -> Array:
        """N19: the points of every seat, the line being drawn included."""
        score = self._of_each(partial(self.sheets.points, objectives=table.objectives))(table.sheets)
        return score[None] if self.alone else score

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
            jnp.stack([own.districts, own.most, own.crossings, line_points(own)]),
            *self._look_at(table, own, seat),
        ]
        for after in range(1, seats):
            other = (seat + after) % seats
            numbers += self._look_at(table, self.sheets.without_line(self._sheet_of(table, other)), other)
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
            playing & tested([table.left], np.arange(deck)).astype(bool),
        ]

    def _modules(self, table: Table, own: Sheet, seat: Array | int) -> list[Array]:
        """Objectives and powers in play, and the power of the seat's own pencil."""
        playing = (table.round >= 0) & ~self.over(table)
        objectives = jnp.zeros(len(OBJECTIVES), jnp.int32)
        powers = jnp.zeros((self.rounds, len(POWERS)), jnp.int32)
        power = jnp.zeros(len(POWERS), jnp.int32)
        used, second = jnp.bool_(False), jnp.zeros(len(SYMBOL_NAMES), jnp.int32)
        if self.objectives:
            objectives = tested([table.objectives], np.arange(len(OBJECTIVES))).astype(jnp.int32)
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
            in_play = tested([table.objectives], np.arange(len(OBJECTIVES))).astype(bool)
            reached = jnp.where(in_play, jnp.stack(self.sheets.reached(sheet)), 0)
        points = line_points(sheet)
        return [
            self._pencils_of(table, seat),
            jnp.asarray(served),
            sheet.closed.unpacked(len(board.sections)),
            jnp.minimum(sheet.marks, MOST_MARKS),
            reached,
            sheet.lines + points,
            jnp.maximum(sheet.best, points),
            self.sheets.points(sheet, table.objectives),
        ]

    def _pencils_of(self, table: Table, seat: Array | int) -> Array:
        """N2: the colours by round, as far as they are known."""
        rounds = np.arange(self.rounds)
        taken = self.rounds - bit_count(table.spare)
        if self.alone:
            colours, known = _digit(table.pencils, rounds), rounds < taken
        else:
            place = looked_up(self.places, jnp.asarray(seat))
            colours = _digit(table.pencils, (place - rounds) % self.rounds)
            known = (table.round >= 0) | ((rounds == 0) & (seat < taken))
        return jnp.ravel(known[:, None] & (colours[:, None] == rounds))

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
    return looked_up(np.array(outcomes, np.uint32), (word % jnp.uint32(len(outcomes))).astype(jnp.int32))


def _without(cards: Array, card: Array) -> Array:
    return cards & ~(jnp.uint32(1) << card.astype(jnp.uint32))


def _flag(up: Array, bit: int) -> Array:
    return up.astype(jnp.uint32) << jnp.uint32(bit)


def _digit(row: Array, place: Any) -> Array:
    return row >> (_DIGIT * place).astype(jnp.uint32) & jnp.uint32((1 << _DIGIT) - 1)
