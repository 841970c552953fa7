"""What a seat knows of a game of Next Station, and guessing the rest.

N32: of the pile everyone knows which cards are left, not their order. N33: all sheets lie open.
"""

from random import Random
from typing import TYPE_CHECKING, TypedDict

from omnibus.rules.game import View
from omnibus.rules.nextstation.board import SYMBOL_NAMES, NextStationBoard, members, numbers
from omnibus.rules.nextstation.moves import POWERS, Decision, NextStationMoveData
from omnibus.rules.nextstation.scoring import (
    NO_STATION,
    Line,
    Network,
    finished_line,
    joined_up,
    parts_of,
    progress,
    scored,
    stations_by_district,
    verdict,
)

if TYPE_CHECKING:
    from omnibus.rules.nextstation.state import NextStationState


class LineView(TypedDict):
    """A line on a sheet, and its column of the score sheet."""

    colour: str
    sections: list[list[int]]  # the two stations of each
    stations: list[int]
    doubled: int | None  # the station that counts as two
    by_district: dict[str, int]  # stations, a doubled one as two
    districts: int
    most: int  # stations in one district
    crossings: int  # of the Thames
    sites: int
    points: int


class ObjectiveView(TypedDict):
    """How far a sheet is with an objective, which is met when enough is reached (N22)."""

    objective: str
    reached: int
    needed: int


class NextStationSheetView(TypedDict):
    """A player's sheet, all of it as it stands now, the line being drawn included."""

    pencils: list[str]  # in the order of the rounds
    lines: list[LineView]  # finished
    line: LineView | None  # being drawn
    ends: list[int]  # of the line being drawn
    power: str | None  # of the pencil in hand
    power_used: bool
    second: str | None  # the symbol of a second section, while it is asked for
    site_marks: int
    interchanges: list[int]  # stations that 2, 3, 4 lines serve
    objectives: list[ObjectiveView]  # none where they are not played
    points: dict[str, int]  # as the final score would be made up


class NextStationView(View[NextStationMoveData, Decision]):
    """All that a seat may know."""

    taken: list[str]  # pencils, while they are being taken
    objectives: list[str] | None
    powers: dict[str, str] | None  # of each pencil
    round: int  # from 1; 0 while pencils are taken
    turn_of_round: int
    card: str | None
    switch: bool  # a section may start at any station of the line
    last_turn: bool
    doubling: bool
    revealed: list[str]  # cards of this round, in their order
    left: list[str]  # cards of the pile, not in their order
    pile: list[str] | None  # in its order, the next card last: never for a seat
    table: list[NextStationSheetView]
    verdict: int | None  # of the Mayor, 1 to 6


def look(state: "NextStationState", seat: int | None, opened: bool = False) -> NextStationView:
    """All that the seat may know; None is a spectator."""
    game, board = state.game, state.board
    names = [card.name for card in board.deck]
    return {
        **state.common_view(seat),
        "taken": [board.colours[colour] for colour in state.taken],
        "objectives": None if state.objectives is None else state.objectives[:],
        "powers": _look_at_powers(state),
        "round": state.round + 1,
        "turn_of_round": state.turns,
        "card": names[state.revealed[-1]] if state.revealed else None,
        "switch": state.switching,
        "last_turn": state.last_turn,
        "doubling": state.doubling,
        "revealed": [names[card] for card in state.revealed],
        "left": [names[card] for card in sorted(state.pile)],
        "pile": [names[card] for card in state.pile] if opened else None,
        "table": [_look_at_sheet(state, other) for other in range(game.seats)],
        "verdict": verdict(state.result.scores[0]) if state.result is not None and game.seats == 1 else None,
    }


def _look_at_powers(state: "NextStationState") -> dict[str, str] | None:
    if state.powers is None:
        return None
    return {colour: POWERS[power] for colour, power in zip(state.board.colours, state.powers, strict=False)}


def _look_at_line(state: "NextStationState", line: Line) -> LineView:
    return {
        "colour": state.board.colours[line.colour],
        "sections": [list(state.board.sections[section][:2]) for section in members(line.sections)],
        "stations": list(members(line.stations)),
        "doubled": None if line.doubled == NO_STATION else line.doubled,
        "by_district": dict(stations_by_district(state.board, line)),
        "districts": line.districts,
        "most": line.most,
        "crossings": line.crossings,
        "sites": line.sites,
        "points": line.points,
    }


def _look_at_sheet(state: "NextStationState", seat: int) -> NextStationSheetView:
    board = state.board
    drawing = bool(state.pencils) and state.result is None
    lines = state.sheets[seat]
    line = None
    if drawing:
        line = scored(board, state.pencils[seat][state.round], state.sections[seat], state.stations[seat])
    all_lines = lines if line is None else [*lines, line]
    network = joined_up(all_lines)
    return {
        "pencils": [board.colours[colour] for colour in state.pencils[seat]] if state.pencils else [],
        "lines": [_look_at_line(state, finished) for finished in lines],
        "line": None if line is None else _look_at_line(state, line),
        "ends": list(members(state.ends[seat])),
        "power": POWERS[state.powers[line.colour]] if state.powers is not None and line is not None else None,
        "power_used": state.used[seat],
        "second": None if state.second[seat] < 0 else SYMBOL_NAMES[state.second[seat]],
        "site_marks": network.marks,
        "interchanges": list(network.interchanges.values()),
        "objectives": [_look_at_objective(board, each, network) for each in state.objectives or ()],
        "points": parts_of(board, all_lines, state.objectives, state.deduction),
    }


def _look_at_objective(board: NextStationBoard, objective: str, network: Network) -> ObjectiveView:
    reached, needed = progress(board, objective, network)
    return {"objective": objective, "reached": reached, "needed": needed}


def fill(state: "NextStationState", view: NextStationView, rng: Random) -> None:
    """Make a blank state look like the view from its seat: N32, any order of the cards left."""
    board, table = state.board, view["table"]
    state.taken = numbers(view["taken"], board.colours)
    state.objectives = None if view["objectives"] is None else view["objectives"][:]
    state.powers = None if view["powers"] is None else [POWERS.index(view["powers"][name]) for name in board.colours]
    state.pile = [board.card_named[name] for name in view["left"]]
    rng.shuffle(state.pile)
    state.revealed = [board.card_named[name] for name in view["revealed"]]
    state.doubling = view["doubling"]
    state.second = [-1 if sheet["second"] is None else SYMBOL_NAMES.index(sheet["second"]) for sheet in table]
    state.used = [sheet["power_used"] for sheet in table]
    state.sections = [sum(1 << section for section in _sections(board, sheet["line"])) for sheet in table]
    state.sheets = [
        [
            finished_line(board, board.colours.index(line["colour"]), _sections(board, line), line["doubled"])
            for line in sheet["lines"]
        ]
        for sheet in table
    ]


def _sections(board: NextStationBoard, line: LineView | None) -> list[int]:
    return [] if line is None else [board.section_between[a, b] for a, b in line["sections"]]
