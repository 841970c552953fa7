"""The position in a game of Next Station: whose turn, what is legal, playing a move."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from omnibus.rules.game import Event, IllegalMove, Move, Result, State
from omnibus.rules.keeping import AS_IT_IS, LIST, Keeping, each, named_by, plainly
from omnibus.rules.nextstation.board import ANY, SIGNS, SWITCH, SYMBOL_NAMES, NextStationBoard, members
from omnibus.rules.nextstation.moves import (
    DOUBLE,
    JOKER,
    POWERS,
    SECOND,
    SWITCHING,
    Decision,
    Done,
    Double,
    Draw,
    DrawAsJoker,
    DrawAsSwitch,
    DrawSecond,
    NextStationMoves,
    PassSection,
    Pencil,
    Single,
    picked,
)
from omnibus.rules.nextstation.scoring import (
    MODULE_POINTS,
    NO_STATION,
    OBJECTIVES,
    Line,
    final_result,
    finished_line,
    scored,
    verdict,
)
from omnibus.rules.nextstation.view import NextStationView, fill, look

if TYPE_CHECKING:
    from omnibus.rules.nextstation import NextStation

# N2: where the seats sit on the ring of four places.
PLACES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}

NO_POWER = -1
NO_SYMBOL = -1

# N14: a switch that comes sooner has no effect.
FIRST_TURN_TO_SWITCH = 3
OBJECTIVES_IN_PLAY = 2

# The game's chances: the deck of each round has the number of the round, from 0.
OBJECTIVES_CHANCE = 100
POWERS_CHANCE = 101


# How they are written in a dump.
COLOUR = named_by(lambda game: game.board.colours)
CARD = named_by(lambda game: game.board.card_names)
SYMBOL = named_by(lambda _game: SYMBOL_NAMES)
SECTIONS = plainly(lambda bits: list(members(bits)), lambda data: sum(1 << section for section in data))
OBJECTIVES_UP = plainly(lambda up: up and up[:], lambda data: data and data[:])
POWERS_UP = plainly(
    lambda up: up and [POWERS[power] for power in up], lambda data: data and [POWERS.index(name) for name in data]
)


def _written(game: "NextStation", line: Line) -> list[Any]:
    """A finished line by its colour, its sections and the station that counts twice; the rest follows."""
    doubled = None if line.doubled == NO_STATION else line.doubled
    return [game.board.colours[line.colour], SECTIONS.write(game, line.sections), doubled]


def _read(game: "NextStation", data: list[Any]) -> Line:
    colour, sections, doubled = data
    return finished_line(game.board, game.board.colours.index(colour), sections, doubled)


LINE = Keeping(_written, _read)


class NextStationState(State[NextStationView]):
    """The full truth of a game of Next Station."""

    kept: ClassVar[Mapping[str, Keeping]] = {
        "taken": each(COLOUR),
        "objectives": OBJECTIVES_UP,
        "powers": POWERS_UP,
        "pile": each(CARD),
        "revealed": each(CARD),
        "doubling": AS_IT_IS,
        "second": each(SYMBOL),
        "used": LIST,
        "sections": each(SECTIONS),
        "sheets": each(each(LINE)),
    }
    __slots__ = (
        *kept,
        "barred",
        "board",
        "book",
        "closed",
        "ends",
        "last_turn",
        "pencils",
        "round",
        "stations",
        "switching",
        "turns",
    )

    game: "NextStation"
    board: NextStationBoard
    book: NextStationMoves
    taken: list[int]  # colours, in the order in which pencils were taken
    pencils: list[list[int]]  # the colours of each seat in the order of the rounds, once all are taken
    objectives: list[str] | None  # once they are turned up
    powers: list[int] | None  # of each pencil, once they are turned up
    round: int  # from 0; -1 while pencils are taken
    pile: list[int]  # cards, the next one last
    revealed: list[int]  # cards of this round, the open one last
    turns: int  # begun this round
    switching: bool  # the switch came with the open card, and has an effect
    last_turn: bool  # of the round
    doubling: bool  # the round is over but for the double station
    stations: list[int]  # of each seat's line
    ends: list[int]  # where a section may start
    sections: list[int]  # of each seat's line
    barred: list[int]  # ways that are drawn or crossed on each seat's sheet
    closed: list[int]  # those, and ways into stations of the line
    second: list[int]  # the symbol of a second section while it is asked for
    used: list[bool]  # the power of the pencil, this round
    sheets: list[list[Line]]  # finished lines of each seat

    # ---- Setting up

    def __init__(self, game: "NextStation"):
        super().__init__(game)
        self.board = game.board
        self.book = game.book

    def _set_up(self) -> None:
        """An empty table: the pencils are taken first (N2)."""
        self.turn = (0,)
        self.taken = []
        self.pencils = []
        self.objectives = None
        self.powers = None
        self.round = -1
        self.pile = []
        self.revealed = []
        self.turns = 0
        self.switching = self.last_turn = self.doubling = False
        self.barred = [0] * self.game.seats
        self.sheets = [[] for _ in range(self.game.seats)]
        self._clear_lines()

    def _clear_lines(self) -> None:
        seats = self.game.seats
        self.stations = [0] * seats
        self.ends = [0] * seats
        self.sections = [0] * seats
        self.closed = self.barred[:]
        self.second = [NO_SYMBOL] * seats
        self.used = [False] * seats

    def _pencils_to_take(self) -> int:
        """N2: one each; alone, all of them in the order of the rounds."""
        return len(self.board.colours) if self.game.seats == 1 else self.game.seats

    def _take_pencil(self, seat: int, colour: int) -> list[Event]:
        """N2: in seat order."""
        self.taken.append(colour)
        events = [Event("pencil", {"seat": seat, "colour": self.board.colours[colour]})]
        if len(self.taken) < self._pencils_to_take():
            self.turn = (len(self.taken) % self.game.seats,)
            return events
        self.pencils = in_order_of_rounds(self.taken, self.game.seats, len(self.board.colours))
        return events + self._turn_up_modules() + self._begin_round()

    def _turn_up_modules(self) -> list[Event]:
        """N21 and N23: objectives and powers are turned up once all pencils are taken."""
        events = []
        if self.game.options["objectives"]:
            self.objectives = self.luck.shuffled(OBJECTIVES_CHANCE, OBJECTIVES, at_once=OBJECTIVES_IN_PLAY)[
                :OBJECTIVES_IN_PLAY
            ]
            events.append(Event("objectives", {"objectives": [f"objective {each}" for each in self.objectives]}))
        if self.game.options["powers"]:
            self.powers = self.luck.shuffled(POWERS_CHANCE, range(len(POWERS)), at_once=len(POWERS))
            for colour, power in zip(self.board.colours, self.powers, strict=False):
                events.append(Event("power", {"colour": colour, "power": f"power {POWERS[power]}"}))
        return events

    # ---- A round

    def _begin_round(self) -> list[Event]:
        """N3 and N7: all cards are shuffled; every line is its departure station."""
        self.round += 1
        self.pile = self.luck.shuffled(self.round, range(len(self.board.deck)))
        self.revealed = []
        self.turns = 0
        self.last_turn = self.doubling = False
        self._clear_lines()
        events = [Event("round", {"round": self.round + 1})]
        for seat, pencils in enumerate(self.pencils):
            departure = self.board.departures[pencils[self.round]]
            self.stations[seat] = self.ends[seat] = 1 << departure
            self.closed[seat] |= self.board.into[departure]
            colour = self.board.colours[pencils[self.round]]
            events.append(Event("departure", {"seat": seat, "colour": colour, "station": departure}))
        return events + self._begin_turn()

    def _begin_turn(self) -> list[Event]:
        """N4: the top card is revealed. N13: after the switch another one at once."""
        self.turns += 1
        self.turn = tuple(range(self.game.seats))
        self.switching = False
        card, events = self._reveal()
        if self.board.deck[card].symbol == SWITCH:
            # N14
            self.switching = self.turns >= FIRST_TURN_TO_SWITCH
            events.append(Event("switch", {}) if self.switching else Event("early-switch", {}))
            card, more = self._reveal()
            events += more
        # N5: the last underground card makes this turn the round's last.
        if self.board.deck[card].underground:
            shown = sum(self.board.deck[each].underground for each in self.revealed)
            self.last_turn = shown == self.board.underground
            if self.last_turn:
                events.append(Event("last-turn", {}))
        return events

    def _reveal(self) -> tuple[int, list[Event]]:
        card = self.luck.top(self.pile)
        self.revealed.append(card)
        return card, [Event("card", {"card": self.board.deck[card].name, "turn": self.turns})]

    @property
    def symbol(self) -> int:
        """The symbol of the open card; ANY for a joker."""
        return self.board.deck[self.revealed[-1]].symbol

    def power(self, seat: int) -> int:
        """The power of the seat's pencil that it may still use this round (N23)."""
        if self.powers is None or self.used[seat]:
            return NO_POWER
        return self.powers[self.pencils[seat][self.round]]

    def starts(self, seat: int) -> int:
        """N7: a section starts at an end of the line. N13: under the switch at any of its stations (N28 too)."""
        return self.stations[seat] if self.switching else self.ends[seat]

    # ---- What is legal

    def legal(self, seat: int) -> list[Move]:
        """All that the seat may do now, in the order of `game.moves`."""
        if seat not in self.turn:
            return []
        moves = self.book
        if not self.pencils:
            return [move for colour, move in enumerate(moves.pencils) if colour not in self.taken]
        if self.doubling:
            return [*picked(moves.doubles, self.stations[seat]), moves.single]
        board = self.board
        within_reach = board.leaving(self.starts(seat)) & ~self.closed[seat]
        if self.second[seat] != NO_SYMBOL:
            return [*picked(moves.seconds, within_reach & board.to_symbol[self.second[seat]]), moves.done]
        to_symbol = board.to_symbol[self.symbol]
        found = picked(moves.draws, within_reach & to_symbol)
        found.append(moves.pass_section)  # N4: drawing is always optional
        power = self.power(seat)
        if power == JOKER:
            # N25: only for a section that is not allowed without it.
            found += picked(moves.jokers, within_reach & ~to_symbol)
        elif power == SWITCHING and not self.switching and self.turns >= FIRST_TURN_TO_SWITCH:
            # N26, N14
            inner = board.leaving(self.stations[seat] & ~self.ends[seat])
            found += picked(moves.switches, inner & to_symbol & ~self.closed[seat])
        return found

    def asks(self, seat: int) -> Decision | None:
        """The decision that the seat is asked for now."""
        if seat not in self.turn:
            return None
        if not self.pencils:
            return "pencil"
        if self.doubling:
            return "double-station"
        return "section" if self.second[seat] == NO_SYMBOL else "second-section"

    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        if not self.pencils:
            if not isinstance(move, Pencil):
                return refuse("pencil-first")
            # N2: every pencil is taken once.
            return refuse("pencil-taken") if move.colour in self.taken else None
        if isinstance(move, Pencil):
            return refuse("pencils-are-taken")
        if self.doubling:
            return self._forbid_at_round_end(seat, move)
        if isinstance(move, Double | Single):
            return refuse("double-later")
        if self.second[seat] != NO_SYMBOL:
            return self._forbid_second(seat, move)
        if isinstance(move, DrawSecond | Done):
            return refuse("no-second")
        if isinstance(move, Draw):
            return self._forbid_draw(seat, move)
        return None

    def _forbid_at_round_end(self, seat: int, move: Move) -> IllegalMove | None:
        """N27: a station of the line, or none."""
        refuse = self.game.rulebook.refuse
        if isinstance(move, Double):
            on_line = self.stations[seat] >> move.station & 1
            return None if on_line else refuse("double-elsewhere", station=move.station)
        return None if isinstance(move, Single) else refuse("double-first")

    def _forbid_second(self, seat: int, move: Move) -> IllegalMove | None:
        """N24: a second section to the same symbol, or none."""
        refuse = self.game.rulebook.refuse
        if isinstance(move, Done):
            return None
        if not isinstance(move, DrawSecond):
            return refuse("second-or-done")
        refusal = self._forbid_start(seat, move)
        if refusal is not None:
            return refusal
        symbol, shown = self.second[seat], self.board.stations[move.to].symbol
        if ANY not in (symbol, shown) and shown != symbol:
            return refuse("second-symbol", station=move.to, shown=SIGNS[shown], wanted=SIGNS[symbol])
        return self._forbid_way(seat, move)

    def _forbid_draw(self, seat: int, move: Draw) -> IllegalMove | None:
        if isinstance(move, DrawAsJoker):
            return self._forbid_power(seat, JOKER) or self._forbid_joker(seat, move)
        if isinstance(move, DrawAsSwitch):
            return self._forbid_power(seat, SWITCHING) or self._forbid_switch(seat, move)
        return self._forbid_start(seat, move) or self._forbid_symbol(move) or self._forbid_way(seat, move)

    def _forbid_power(self, seat: int, power: int) -> IllegalMove | None:
        """N23: the power of the pencil in hand, once a round."""
        refuse = self.game.rulebook.refuse
        if self.powers is None or self.powers[self.pencils[seat][self.round]] != power:
            return refuse("other-power")
        return refuse("power-used") if self.used[seat] else None

    def _forbid_joker(self, seat: int, move: Draw) -> IllegalMove | None:
        """N25: any symbol, where the card does not allow it anyway."""
        if self._forbid_symbol(move) is None:
            return self.game.rulebook.refuse("joker-needless")
        return self._forbid_start(seat, move) or self._forbid_way(seat, move)

    def _forbid_switch(self, seat: int, move: Draw) -> IllegalMove | None:
        """N26: any station of the line, where it is no start anyway, and not before the third turn (N14)."""
        refuse = self.game.rulebook.refuse
        if self.turns < FIRST_TURN_TO_SWITCH:
            return refuse("switch-too-early")
        if self._forbid_start(seat, move) is None:
            return refuse("switch-needless")
        if not self.stations[seat] >> move.start & 1:
            return self._forbid_start(seat, move)
        return self._forbid_symbol(move) or self._forbid_way(seat, move)

    def _forbid_start(self, seat: int, move: Draw) -> IllegalMove | None:
        """N7: from an end of the line. N13 and N28: under the switch from any of its stations."""
        refuse = self.game.rulebook.refuse
        start = move.start
        if self.starts(seat) >> start & 1:
            return None
        if not self.sections[seat]:
            departure = self.board.departures[self.pencils[seat][self.round]]
            return refuse("not-the-departure", departure=departure, start=start)
        if self.stations[seat] >> start & 1:
            return refuse("not-an-end", start=start, ends=list(members(self.ends[seat])))
        return refuse("not-on-line", start=start)

    def _forbid_symbol(self, move: Draw) -> IllegalMove | None:
        """N8: to the symbol of the card; a joker allows any, and the central station has them all."""
        wanted, shown = self.symbol, self.board.stations[move.to].symbol
        if wanted in (ANY, shown) or shown == ANY:
            return None
        return self.game.rulebook.refuse("wrong-symbol", station=move.to, shown=SIGNS[shown], wanted=SIGNS[wanted])

    def _forbid_way(self, seat: int, move: Draw) -> IllegalMove | None:
        """N9 to N11: not back to the line, not twice between two stations, not across another section."""
        refuse = self.game.rulebook.refuse
        if self.stations[seat] >> move.to & 1:
            return refuse("own-station", station=move.to)
        drawn = self.sections[seat]
        for line in self.sheets[seat]:
            drawn |= line.sections
        in_the_way = drawn & self.board.barring[move.section]
        if not in_the_way:
            return None
        if in_the_way >> move.section & 1:
            return refuse("drawn-before", a=move.start, b=move.to)
        crossed = self.board.sections[next(members(in_the_way))]
        return refuse("crossing", a=crossed.a, b=crossed.b)

    def _likeliest(self, seat: int, moves: Sequence[Move]) -> Move:
        """Of the sections to a station one that starts at the line; the nearest start says most."""
        stations = self.board.stations

        def how_far_off(move: Move) -> tuple[bool, int]:
            if not isinstance(move, Draw):
                return False, 0
            start, to = stations[move.start], stations[move.to]
            return not self.starts(seat) >> move.start & 1, max(abs(start.x - to.x), abs(start.y - to.y))

        return min(moves, key=how_far_off)

    # ---- Playing a move

    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        if isinstance(move, Draw):
            return self._draw(seat, move)
        if isinstance(move, PassSection):
            return [Event("pass", {"seat": seat}), *self._acted(seat)]
        if isinstance(move, Pencil):
            return self._take_pencil(seat, move.colour)
        if isinstance(move, Double):
            self.used[seat] = True
            return [Event("double", {"seat": seat, "station": move.station}), *self._end_round(seat, move.station)]
        if isinstance(move, Single):
            return [Event("single", {"seat": seat}), *self._end_round()]
        return [Event("done", {"seat": seat}), *self._acted(seat)]

    def _draw(self, seat: int, move: Draw) -> list[Event]:
        """N4 and N24 to N26: a section is drawn, perhaps with a power."""
        section = {"seat": seat, "from": move.start, "to": move.to}
        asks_second = self.power(seat) == SECOND
        if isinstance(move, DrawAsJoker):
            self.used[seat] = True
            events = [Event("draw-joker", section)]
        elif isinstance(move, DrawAsSwitch):
            self.used[seat] = True
            events = [Event("draw-switch", section)]
        elif isinstance(move, DrawSecond):
            self.used[seat] = True
            asks_second = False
            events = [Event("draw-second", section)]
        else:
            events = [Event("draw", section)]
        self._add_section(seat, move)
        if asks_second:
            self.second[seat] = self._symbol_of_second(seat, move.to)
            if self.second[seat] != NO_SYMBOL:
                return events
        return events + self._acted(seat)

    def _add_section(self, seat: int, move: Draw) -> None:
        board = self.board
        # N7: the departure station stays an end after the first section, any other start is one no more.
        if self.sections[seat]:
            self.ends[seat] &= ~(1 << move.start)
        self.ends[seat] |= 1 << move.to
        self.stations[seat] |= 1 << move.to
        self.sections[seat] |= 1 << move.section
        self.barred[seat] |= board.barred_by[move.section]
        self.closed[seat] |= board.barred_by[move.section] | board.into[move.to]

    def _symbol_of_second(self, seat: int, first_to: int) -> int:
        """N24: the symbol of the card, after a joker that of the first section; none if it leads nowhere."""
        symbol = self.symbol
        if symbol == ANY:
            symbol = self.board.stations[first_to].symbol
        ways = self.board.leaving(self.starts(seat)) & self.board.to_symbol[symbol] & ~self.closed[seat]
        return symbol if ways else NO_SYMBOL

    def _acted(self, seat: int) -> list[Event]:
        """N4: the turn is over when all have drawn or passed."""
        self.second[seat] = NO_SYMBOL
        self.turn = tuple([other for other in self.turn if other != seat])
        if self.turn:
            return []
        if not self.last_turn:
            return self._begin_turn()
        # N27: who holds the pencil of the double station chooses it now.
        for other in range(self.game.seats):
            if self.power(other) == DOUBLE:
                self.doubling = True
                self.turn = (other,)
                return []
        return self._end_round()

    # ---- Points

    def _end_round(self, doubler: int | None = None, doubled: int = NO_STATION) -> list[Event]:
        """N15 and N16: every line is counted."""
        events = []
        for seat, sheet in enumerate(self.sheets):
            colour = self.pencils[seat][self.round]
            twice = doubled if seat == doubler else NO_STATION
            line = scored(self.board, colour, self.sections[seat], self.stations[seat], twice)
            sheet.append(line)
            count = {"districts": line.districts, "most": line.most, "crossings": line.crossings}
            told = {"seat": seat, "colour": self.board.colours[colour], **count, "points": line.points}
            events.append(Event("line", {**told, "sites": line.sites}))
        # N1: one round for each colour.
        if self.round + 1 < len(self.board.colours):
            return events + self._begin_round()
        return events + self._end_game()

    @property
    def deduction(self) -> int:
        """N30: alone, ten points for each module in play."""
        modules = bool(self.game.options["objectives"]) + bool(self.game.options["powers"])
        return MODULE_POINTS * modules if self.game.seats == 1 else 0

    def _result(self) -> Result:
        return final_result(self.board, self.sheets, self.objectives, self.deduction)

    def _end_game(self) -> list[Event]:
        """N19 and N20; alone the Mayor has a word too (N29, N31)."""
        self.turn = ()
        self.doubling = False
        self._clear_lines()
        self.result = self._result()
        events = [
            Event("score", {"seat": seat, "score": score, "best": max(line.points for line in self.sheets[seat])})
            for seat, score in enumerate(self.result.scores)
        ]
        if self.game.seats == 1:
            events.append(Event("verdict", {"verdict": f"verdict {verdict(self.result.scores[0])}"}))
        events.append(Event("over", {"winners": list(self.result.winners), "scores": list(self.result.scores)}))
        return events

    # ---- Looking at it, and keeping it

    def view(self, seat: int | None) -> NextStationView:
        """All that the seat may know; None is a spectator."""
        return look(self, seat)

    def open_view(self) -> NextStationView:
        """A spectator's view with the pile open."""
        return look(self, None, opened=True)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.game)
        twin.luck = self.luck.copy()
        twin.n = self.n
        twin.turn = self.turn
        twin.result = self.result
        twin.taken = self.taken[:]
        twin.pencils = self.pencils  # made once, never changed; so are objectives and powers
        twin.objectives = self.objectives
        twin.powers = self.powers
        twin.round = self.round
        twin.pile = self.pile[:]
        twin.revealed = self.revealed[:]
        twin.turns = self.turns
        twin.switching = self.switching
        twin.last_turn = self.last_turn
        twin.doubling = self.doubling
        twin.stations = self.stations[:]
        twin.ends = self.ends[:]
        twin.sections = self.sections[:]
        twin.barred = self.barred[:]
        twin.closed = self.closed[:]
        twin.second = self.second[:]
        twin.used = self.used[:]
        twin.sheets = [lines[:] for lines in self.sheets]
        return twin

    def _fill(self, view: NextStationView, rng: Random) -> None:
        fill(self, view, rng)

    def _work_out(self) -> None:
        seats, board = self.game.seats, self.board
        self.barred = [0] * seats
        self.stations = [0] * seats
        self.ends = [0] * seats
        self.pencils = []
        self.round = -1
        if len(self.taken) == self._pencils_to_take():
            self.pencils = in_order_of_rounds(self.taken, seats, len(board.colours))
            self.round = min(len(self.sheets[0]), len(board.colours) - 1)
            for seat in range(seats):
                self._work_out_lines(seat)
        self.closed = self.barred[:]
        for seat, stations in enumerate(self.stations):
            for station in members(stations):
                self.closed[seat] |= board.into[station]
        self._recount_cards()
        self.result = None if self.turn else self._result()

    def _work_out_lines(self, seat: int) -> None:
        board = self.board
        for drawn in (*(line.sections for line in self.sheets[seat]), self.sections[seat]):
            for section in members(drawn):
                self.barred[seat] |= board.barred_by[section]
        if self.turn:
            departure = 1 << board.departures[self.pencils[seat][self.round]]
            stations, ends = board.joined(members(self.sections[seat]))
            self.stations[seat], self.ends[seat] = stations | departure, ends or departure

    def _recount_cards(self) -> None:
        """What the cards of this round say about the turn."""
        shown = [self.board.deck[card] for card in self.revealed]
        switches = [place for place, card in enumerate(shown) if card.symbol == SWITCH]
        self.turns = len(shown) - len(switches)
        self.switching = switches == [len(shown) - 2] and self.turns >= FIRST_TURN_TO_SWITCH
        self.last_turn = sum(card.underground for card in shown) == self.board.underground


def in_order_of_rounds(taken: Sequence[int], seats: int, colours: int) -> list[list[int]]:
    """N2: the colours that each seat draws, round by round.

    Spares fill the free places in rising order; after each round every pencil moves from place i to i + 1.
    """
    if seats == 1:
        return [list(taken)]
    places = PLACES[seats]
    spares = [colour for colour in range(colours) if colour not in taken]
    ring = [taken[places.index(place)] if place in places else spares.pop(0) for place in range(colours)]
    return [[ring[(place - moved) % colours] for moved in range(colours)] for place in places]
