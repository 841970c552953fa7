"""What must always hold in a game of Next Station, what is hidden from whom, and random players of several habits."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import cast

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Habit, Move, Referee, State
from omnibus.rules.nextstation.board import ANY, SWITCH, NextStationBoard, members
from omnibus.rules.nextstation.moves import (
    SECOND,
    Done,
    Double,
    Draw,
    DrawAsJoker,
    DrawAsSwitch,
    DrawSecond,
    PassSection,
    Single,
)
from omnibus.rules.nextstation.scoring import Line, joined_up
from omnibus.rules.nextstation.state import NO_SYMBOL, NextStationState


def _liking(taste: Callable[[NextStationState, int, Move], int]) -> Habit:
    """Takes one of the moves that are most to its taste; one time in ten anything."""

    def choose(state: State, seat: int, legal: list[Move], rng: Random) -> Move:
        if rng.random() < 0.1:
            return rng.choice(legal)
        tastes = [taste(cast(NextStationState, state), seat, move) for move in legal]
        best = max(tastes)
        return rng.choice([move for move, liked in zip(legal, tastes, strict=True) if liked == best])

    return choose


def _anything(_state: State, _seat: int, legal: list[Move], rng: Random) -> Move:
    return rng.choice(legal)


def _asleep(_state: State, _seat: int, legal: list[Move], _rng: Random) -> Move:
    """Never draws, so that lines without sections and shared victories come about."""
    return next((move for move in legal if isinstance(move, PassSection)), legal[0])


def _busy(_state: NextStationState, _seat: int, move: Move) -> int:
    return not isinstance(move, PassSection | Done | Single)


def _powerful(state: NextStationState, _seat: int, move: Move) -> int:
    """Likes powers, and the central station, after which a second section may lead anywhere."""
    if isinstance(move, DrawAsJoker | DrawAsSwitch | DrawSecond | Double):
        return 2
    return isinstance(move, Draw) + (isinstance(move, Draw) and move.to == state.board.central)


def _sociable(state: NextStationState, seat: int, move: Move) -> int:
    """Likes stations that other lines serve already."""
    if not isinstance(move, Draw):
        return 0
    return 1 + sum(line.stations >> move.to & 1 for line in state.sheets[seat])


class NextStationReferee(Referee):
    """The referee of Next Station."""

    habits: Mapping[str, Habit] = {
        "uniform": _anything,
        "asleep": _asleep,
        "always drawing": _liking(_busy),
        "fond of powers": _liking(_powerful),
        "fond of interchanges": _liking(_sociable),
    }
    landmarks = frozenset(
        {
            "the switch comes too early",
            "a line branches",
            "a line branches from its departure station",
            "nothing can be drawn",
            "a line without sections is counted",
            "the central station stands for the symbol of the card",
            "a joker card leads to the central station",
            "a round of five turns",
            "a round of ten turns",
            "a line goes along an earlier line’s departure station",
            "a station is served by three lines",
            "a station is served by four lines",
            "the best line breaks a tie",
            "a shared victory",
        }
    )
    landmarks_of_powers = frozenset(
        {
            "a card is treated as a joker",
            "a power opens the whole line",
            "a second section",
            "no second section wanted",
            "no second section possible",
            "a second section from the middle under a switch",
            "a second section to any symbol",
            "a double station",
            "no double station wanted",
            "a double station on a line without sections",
        }
    )
    landmarks_of_objectives = frozenset({"an objective is met", "no objective is met"})

    def broken_laws(self, state: State) -> Iterator[str]:
        """All cards are there (N3), sheets are drawn by the rules (N6 to N11), and points add up (N15, N19)."""
        state = cast(NextStationState, state)
        board = state.board
        if state.pencils and sorted(state.pile + state.revealed) != list(range(len(board.deck))):
            yield "a card was lost or made"
        if state.revealed and board.deck[state.revealed[-1]].symbol == SWITCH:
            yield "a turn was left with the switch alone"
        if len({len(lines) for lines in state.sheets}) > 1:
            yield "a sheet lacks a line"
        for seat, pencils in enumerate(state.pencils):
            if sorted(pencils) != list(range(len(board.colours))):
                yield "a pencil was lost or made"
            yield from self._broken_sheet(state, seat, pencils)
        yield from self._broken_turn(state)
        if state.result is not None:
            for seat, lines in enumerate(state.sheets):
                if state.result.scores[seat] != _points_on_paper(state, lines):
                    yield "a final score does not add up"

    def _broken_turn(self, state: NextStationState) -> Iterator[str]:
        if state.result is None and state.pencils:
            underground = [card for card in state.revealed if state.board.deck[card].underground]
            if state.last_turn != (len(underground) == state.board.underground):
                yield "a round goes on past its last underground card"
        for seat, asked in enumerate(state.second):
            if asked >= 0 and (seat not in state.turn or state.used[seat]):
                yield "a second section is asked of someone who may not draw it"
        if any(state.used) and state.powers is None:
            yield "a power was used that there is not"

    def _broken_sheet(self, state: NextStationState, seat: int, pencils: list[int]) -> Iterator[str]:
        board = state.board
        drawn: list[int] = []
        for line in state.sheets[seat]:
            sections = list(members(line.sections))
            drawn += sections
            yield from self._broken_line(board, line.colour, sections, line.stations)
        if state.result is None:
            sections = list(members(state.sections[seat]))
            drawn += sections
            yield from self._broken_line(board, pencils[state.round], sections, state.stations[seat])
            served = Counter(station for section in sections for station in board.sections[section][:2])
            ends = {station for station, count in served.items() if count == 1}
            if set(members(state.ends[seat])) != (ends or {board.departures[pencils[state.round]]}):
                yield "the ends of a line are wrong"
        if len(drawn) != len(set(drawn)):
            yield "a section was drawn twice"
        if any(not board.sections[section].crosses.isdisjoint(drawn) for section in drawn):
            yield "two sections cross"

    def _broken_line(self, board: NextStationBoard, colour: int, sections: list[int], stations: int) -> Iterator[str]:
        """A line is one piece, grows from its departure and has no circle."""
        reached = {board.departures[colour]}
        waiting = sections
        while waiting:
            later = []
            for section in waiting:
                a, b = board.sections[section][:2]
                if a in reached or b in reached:
                    reached |= {a, b}
                else:
                    later.append(section)
            if len(later) == len(waiting):
                yield "a line is in pieces"
                break
            waiting = later
        if reached != set(members(stations)):
            yield "a line and its stations disagree"
        if len(reached) != len(sections) + 1:
            yield "a line returns to one of its stations"

    def twin(self, state: State, seat: int | None, rng: Random, thorough: bool) -> NextStationState:  # noqa: ARG002
        """N32: another order of the pile, and other decks in the rounds to come; nobody knows more than others."""
        twin = cast(NextStationState, state).copy()
        twin.luck = Seeded(f"{rng.getrandbits(128):032x}")
        pile = twin.pile[:]
        if thorough:
            rng.shuffle(twin.pile)
            return twin
        # Mostly the next card stays, and the one that comes with a switch: what follows may then look the same.
        kept = 0
        if len(pile) > 2 and rng.random() < 2 / 3:
            kept = 2 if twin.board.deck[pile[-1]].symbol == SWITCH and len(pile) > 3 else 1
        free = pile[: len(pile) - kept]
        rng.shuffle(free)
        if free == pile[: len(free)]:
            free.reverse()
        twin.pile = free + pile[len(free) :]
        return twin

    def passed(self, before: State, move: Move, events: Sequence[Event], after: State) -> set[str]:
        """The landmarks that a move passed."""
        before, after = cast(NextStationState, before), cast(NextStationState, after)
        marks: set[str] = set()
        kinds = {event.kind for event in events}
        seat: int = events[0].public["seat"]
        if "early-switch" in kinds:
            marks.add("the switch comes too early")
        if isinstance(move, Draw):
            marks |= self._passed_by_drawing(before, move, seat)
        elif isinstance(move, PassSection) and len(before.legal(seat)) == 1:
            marks.add("nothing can be drawn")
        marks |= self._passed_with_powers(before, move, seat, after)
        if "line" in kinds:
            marks |= self._passed_at_round_end(before, after)
        if after.result is not None:
            marks |= self._passed_at_the_end(after)
        return marks

    def _passed_by_drawing(self, before: NextStationState, move: Draw, seat: int) -> set[str]:
        marks = set()
        board = before.board
        departure = board.departures[before.pencils[seat][before.round]]
        if not before.ends[seat] >> move.start & 1:
            marks.add("a line branches")
            if move.start == departure:
                marks.add("a line branches from its departure station")
            if isinstance(move, DrawSecond):
                marks.add("a second section from the middle under a switch")
        if move.to == board.central:
            joker = before.symbol == ANY
            marks.add(
                "a joker card leads to the central station"
                if joker
                else "the central station stands for the symbol of the card"
            )
        if move.to in board.departures and before.round:
            marks.add("a line goes along an earlier line’s departure station")
        return marks

    def _passed_with_powers(self, before: NextStationState, move: Move, seat: int, after: NextStationState) -> set[str]:
        marks = set()
        if isinstance(move, DrawAsJoker):
            marks.add("a card is treated as a joker")
        if isinstance(move, DrawAsSwitch):
            marks.add("a power opens the whole line")
        if isinstance(move, DrawSecond):
            marks.add("a second section")
            if before.second[seat] == ANY:
                marks.add("a second section to any symbol")
        if isinstance(move, Done):
            marks.add("no second section wanted")
        if isinstance(move, Single):
            marks.add("no double station wanted")
        if isinstance(move, Double):
            marks.add("a double station")
            if not before.sections[seat]:
                marks.add("a double station on a line without sections")
        if type(move) is Draw and before.power(seat) == SECOND and after.second[seat] == NO_SYMBOL:
            marks.add("no second section possible")
        return marks

    def _passed_at_round_end(self, before: NextStationState, after: NextStationState) -> set[str]:
        marks = set()
        if before.turns in (5, 10):
            marks.add("a round of five turns" if before.turns == 5 else "a round of ten turns")
        if any(not lines[-1].sections for lines in after.sheets):
            marks.add("a line without sections is counted")
        return marks

    def _passed_at_the_end(self, after: NextStationState) -> set[str]:
        marks: set[str] = set()
        result = after.result
        if result is None:
            return marks
        for lines in after.sheets:
            _, _, three, four = joined_up(lines).served_by
            if three:
                marks.add("a station is served by three lines")
            if four:
                marks.add("a station is served by four lines")
        if len(result.winners) > 1:
            marks.add("a shared victory")
        if len(set(result.scores)) < len(set(result.ranks)):
            marks.add("the best line breaks a tie")
        if after.objectives is not None:
            met = any(part["objectives"] for part in result.parts)
            marks.add("an objective is met" if met else "no objective is met")
        return marks


def _points_on_paper(state: NextStationState, lines: Sequence[Line]) -> int:
    """N15 to N19, N22 and N30, counted station by station as a player would."""
    board = state.board
    points = marks = crossings = 0
    lines_at: Counter[int] = Counter()
    for line in lines:
        stations = set(members(line.stations))
        lines_at.update(stations)
        counted = [*stations, *([line.doubled] if line.doubled >= 0 else [])]
        in_district = Counter(board.stations[station].district for station in counted)
        over = sum(board.sections[section].thames for section in members(line.sections))
        points += len(in_district) * max(in_district.values()) + 2 * over
        crossings += over
        marks += sum(board.stations[station].site for station in stations)
    points += (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)[min(marks, 10)]
    points += sum((0, 0, 2, 5, 9)[count] for count in lines_at.values())
    sites = {number for number, station in enumerate(board.stations) if station.site}
    centre = board.stations[board.central].district
    met = {
        "interchanges": sum(count > 1 for count in lines_at.values()) >= 8,
        "districts": len({board.stations[station].district for station in lines_at}) == len(board.districts),
        "sites": sites <= set(lines_at),
        "centre": all(n in lines_at for n, station in enumerate(board.stations) if station.district == centre),
        "thames": crossings >= 6,
    }
    points += sum(10 for objective in state.objectives or () if met[objective])
    modules = (state.objectives is not None) + (state.powers is not None)
    return points - (10 * modules if state.game.seats == 1 else 0)
