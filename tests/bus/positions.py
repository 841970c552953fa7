"""Small positions of Bus, and pictures of the streets around them."""

import re
from collections.abc import Mapping, Sequence
from textwrap import dedent

from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import ACTIONS
from omnibus.rules.bus.state import BusState


def position(
    *lines: str,
    game: Bus | None = None,
    phase: str = "choosing",
    turn: int = 0,
    first: int = 0,
    spaces: Mapping[str, Sequence[int]] | None = None,
    space: int = 0,
    left: int = 0,
    cubes: Sequence[int] | None = None,
    buses: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    reached: Sequence[int] | None = None,
    stones: Sequence[int] | None = None,
    clock: str = "house",
    people: Mapping[str, int] | None = None,
    built: Mapping[str, str] | None = None,
    full: str = "",
) -> BusState:
    """A position in the middle of a game, by default of three who are choosing.

    A line is written as its junctions, `C3 C2 C1`, the end laid last standing last; `!` at an end says that its last
    stick lies along a used street. All lots of the zones in `full` carry houses on top of what is `built`.
    """
    game = game or Bus(3)
    board, seats = game.board, range(game.seats)
    trails = [line.replace("!", "").split() for line in (*lines, *[""] * (game.seats - len(lines)))]
    buses = list(buses or [1 for _ in seats])
    placed = [list((spaces or {}).get(action, [])) for action in ACTIONS]
    on_board = [sum(cubes_there.count(seat) for cubes_there in placed) for seat in seats]
    cubes = list(cubes or [10 for _ in seats])
    stones = list(stones or [0 for _ in seats])
    standing = {lot.name: "house" for lot in board.lots if "ABCD"[lot.zone] in full} | dict(built or {})
    people = dict(people or {})
    points = list(points or [0 for _ in seats])
    state = game.load(
        {
            "n": 0,
            "turn": [turn],
            "seed": "position",
            "phase": phase,
            "round": 1,
            "first": first,
            "cubes": cubes,
            "spent": [game.cubes - cubes[seat] - buses[seat] - on_board[seat] for seat in seats],
            "buses": buses,
            "sticks": [game.sticks[game.seats] - max(0, len(trail) - 1) for trail in trails],
            "points": points,
            "reached": list(reached or [sum(points[: seat + 1]) if points[seat] else 0 for seat in seats]),
            "stones": stones,
            "trails": trails,
            "must_turn_off": [[line.startswith("!"), line.endswith("!")] for line in lines]
            + [[False, False]] * (game.seats - len(lines)),
            "built": [standing.get(lot.name) for lot in board.lots],
            "people": [people.get(name, 0) for name in board.junctions],
            "carried": [0 for _ in board.junctions],
            "supply": game.passengers - sum(people.values()),
            "clock": clock,
            "stones_left": game.stones[game.seats] - sum(stones),
            "spaces": placed,
            "passed": 0,
            "space": space,
            "left": left,
        }
    )
    assert list(Bus.broken_laws(state)) == []
    return state


def extending(*lines: str, left: int = 6, **more: object) -> BusState:
    """A position in which seat 0 has sticks to lay."""
    return position(*lines, phase="extending", spaces={"extension": [0]}, left=left, **more)  # type: ignore[arg-type]


def legal(state: BusState, kind: str = "") -> list[str]:
    """What the player whose turn it is may do, of one kind or of all."""
    return [move.text for move in state.legal(state.turn[0]) if move.text.startswith(kind)] if state.turn else []


def streets(state: BusState) -> set[str]:
    """The ways `C2>C1` that the player whose turn it is may extend."""
    return {text.removeprefix("extend ") for text in legal(state, "extend")}


def play(state: BusState, *moves: str) -> list[str]:
    """Let whoever's turn it is make each move; the kinds of events of the last one."""
    kinds: list[str] = []
    for move in moves:
        kinds = [event.kind for event in state.play(state.turn[0], move)]
    return kinds


def forbidden_by(state: BusState, text: str) -> str | None:
    """The rule that forbids a move to the player whose turn it is."""
    refusal = state.why_not(state.turn[0], text)
    return None if refusal is None else refusal.rule


def line(state: BusState, seat: int) -> str:
    """A line as one writes it in a position."""
    return " ".join(state.game.board.junctions[junction] for junction in state.trails[seat])


class Picture:
    """Some streets of the city, drawn.

    Junctions stand by their names, in brackets where line `a` ends. Between two of them, across, down or aslant, a
    street is drawn by the letters of the lines that use it, `a` to `e`, or by `.` if none does.
    """

    def __init__(self, drawing: str):
        self.rows = dedent(drawing).strip("\n").split("\n")
        self.streets: dict[frozenset[str], set[str]] = {}
        self.ends: set[str] = set()
        self._node: dict[tuple[int, int], str] = {}
        starts = []
        for row, text in enumerate(self.rows):
            for found in re.finditer(r"[A-Z]\d+", text):
                starts.append((row, found.start(), found.group()))
                self._node.update({(row, column): found.group() for column in range(found.start(), found.end())})
                if text[found.end() : found.end() + 1] == ")":
                    self.ends.add(found.group())
        for row, column, name in starts:
            self._walk(name, row, column + len(name), 0, 1)
            self._walk(name, row + 1, column - 1, 1, -2)
            self._walk(name, row + 1, column + len(name), 1, 2)
            for below in range(column, column + len(name)):
                self._walk(name, row + 1, below, 1, 0)

    def _cell(self, row: int, column: int) -> str:
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])
        return self.rows[row][column] if inside else " "

    def _walk(self, name: str, row: int, column: int, down: int, right: int) -> None:
        """Follow a street from a junction to the next one."""
        drawn = ""
        while self._cell(row, column) in "abcde.()" and (row, column) not in self._node:
            drawn += self._cell(row, column)
            row, column = row + down, column + right
        if (row, column) in self._node and drawn.strip("()"):
            self.streets[frozenset({name, self._node[row, column]})] = set(drawn) - set(".()")


def is_drawn_by(picture: Picture, state: BusState) -> None:
    """The picture shows every street at the ends of line `a`, and all it shows is true."""
    board = state.game.board
    mine = state.trails[0]
    assert picture.ends == {board.junctions[mine[0]], board.junctions[mine[-1]]}
    for name in picture.ends:
        at = {frozenset(street.name.split("-")) for street in board.streets if name in street.name.split("-")}
        drawn = {street for street in picture.streets if name in street}
        assert drawn == at, f"at {name}: {at ^ drawn}"
    for pair, letters in picture.streets.items():
        one, other = (board.junction_named[name] for name in pair)
        street = board.street_between[one, other]
        using = {"abcde"[seat] for seat, line_of in enumerate(state.streets) if line_of >> street & 1}
        assert letters == using, f"{set(pair)}: drawn {letters}, used by {using}"
