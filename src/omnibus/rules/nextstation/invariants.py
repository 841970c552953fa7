"""What must always hold in a game of Next Station."""

from collections import Counter
from collections.abc import Iterator, Sequence

from omnibus.rules.nextstation.board import SWITCH, NextStationBoard, members
from omnibus.rules.nextstation.scoring import Line
from omnibus.rules.nextstation.state import NextStationState


def broken_laws(state: NextStationState) -> Iterator[str]:
    """All cards are there (N3), sheets are drawn by the rules (N6 to N11), and points add up (N15, N19)."""
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
        yield from _broken_sheet(state, seat, pencils)
    yield from _broken_turn(state)
    if state.result is not None:
        for seat, lines in enumerate(state.sheets):
            if state.result.scores[seat] != _points_on_paper(state, lines):
                yield "a final score does not add up"


def _broken_turn(state: NextStationState) -> Iterator[str]:
    if state.result is None and state.pencils:
        underground = [card for card in state.revealed if state.board.deck[card].underground]
        if state.last_turn != (len(underground) == state.board.underground):
            yield "a round goes on past its last underground card"
    for seat, asked in enumerate(state.second):
        if asked >= 0 and (seat not in state.turn or state.used[seat]):
            yield "a second section is asked of someone who may not draw it"
    if any(state.used) and state.powers is None:
        yield "a power was used that there is not"


def _broken_sheet(state: NextStationState, seat: int, pencils: list[int]) -> Iterator[str]:
    board = state.board
    drawn: list[int] = []
    for line in state.sheets[seat]:
        sections = list(members(line.sections))
        drawn += sections
        yield from _broken_line(board, line.colour, sections, line.stations)
    if state.result is None:
        sections = list(members(state.sections[seat]))
        drawn += sections
        yield from _broken_line(board, pencils[state.round], sections, state.stations[seat])
        served = Counter(station for section in sections for station in board.sections[section][:2])
        ends = {station for station, count in served.items() if count == 1}
        if set(members(state.ends[seat])) != (ends or {board.departures[pencils[state.round]]}):
            yield "the ends of a line are wrong"
    if len(drawn) != len(set(drawn)):
        yield "a section was drawn twice"
    if any(not board.sections[section].crosses.isdisjoint(drawn) for section in drawn):
        yield "two sections cross"


def _broken_line(board: NextStationBoard, colour: int, sections: list[int], stations: int) -> Iterator[str]:
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
