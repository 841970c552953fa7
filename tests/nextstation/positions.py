"""Small positions of Next Station, written as one would lay them out."""

from collections.abc import Sequence

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.state import NextStationState

# A small letter is a street card, a capital the underground card of the same symbol.
CARDS = {
    letter: name
    for symbol, small in (("circle", "c"), ("triangle", "t"), ("square", "s"), ("pentagon", "p"), ("joker", "j"))
    for letter, name in ((small, symbol), (small.upper(), f"underground {symbol}"))
} | {"x": "switch"}


def position(
    line: str = "",
    *,
    cards: str,
    then: str = "",
    earlier: Sequence[str] = (),
    pencils: str = "green pink purple blue",
    powers: str = "",
    used: bool = False,
    objectives: str = "",
) -> NextStationState:
    """A solo position with the last of the cards open.

    Lines are written by their sections, `13-8 3-8`; `earlier` are those of the rounds before. `cards` are those
    revealed this round, `then` the next ones. `powers` are those of the green, pink, purple and blue pencil.
    """
    game = NextStation(1, objectives=bool(objectives), powers=bool(powers))
    left = [letter for letter in CARDS if letter not in cards + then]
    state = game.load(
        {
            "n": 4,
            "turn": [0],
            "seed": "position",
            "taken": pencils.split(),
            "objectives": objectives.split() or None,
            "powers": powers.split() or None,
            "pile": [CARDS[letter] for letter in (*left, *reversed(then.replace(" ", "")))],
            "revealed": [CARDS[letter] for letter in cards.replace(" ", "")],
            "doubling": False,
            "second": [None],
            "used": [used],
            "sections": [sections(line)],
            "sheets": [
                [[colour, sections(drawn), None] for colour, drawn in zip(pencils.split(), earlier, strict=False)]
            ],
        }
    )
    assert list(NextStation.broken_laws(state)) == []
    return state


def sections(line: str) -> list[int]:
    """The sections of a line written as `13-8 3-8`."""
    pairs = [sorted(int(station) for station in pair.split("-")) for pair in line.split()]
    return sorted(LONDON.section_between[a, b] for a, b in pairs)


def legal(state: NextStationState, seat: int = 0) -> list[str]:
    """What the seat may do."""
    return [move.text for move in state.legal(seat)]


def play(state: NextStationState, *moves: str) -> list[str]:
    """Let whoever comes first make each move; the kinds of events of the last one."""
    kinds: list[str] = []
    for move in moves:
        kinds = [event.kind for event in state.play(state.turn[0], move)]
    return kinds


def refused(state: NextStationState, move: str, seat: int = 0) -> str:
    """The rule that forbids a move."""
    refusal = state.why_not(seat, move)
    assert refusal is not None, f"{move} is allowed"
    assert move not in legal(state, seat)
    return refusal.rule


def started(seats: int, seed: str = "7", **options: bool) -> NextStationState:
    """A game whose pencils were taken in the order of their colours."""
    state = NextStation(seats, **options).start(seed)
    assert isinstance(state, NextStationState)
    while not state.pencils:
        state.play(state.turn[0], state.legal(state.turn[0])[0])
    return state


def pass_round(state: NextStationState) -> int:
    """Let everyone pass until the round is over; how many turns it had."""
    before, turns = state.round, 0
    while state.turn and state.round == before and not state.doubling:
        turns = state.turns
        state.play(state.turn[0], "pass")
    return turns
