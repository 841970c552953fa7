"""Random players of Next Station who reach its corners, and what a seat cannot know changed: for tests alone."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Move
from omnibus.rules.nextstation.board import ANY, SWITCH
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
from omnibus.rules.nextstation.scoring import joined_up
from omnibus.rules.nextstation.state import NO_SYMBOL, NextStationState
from omnibus.testing.insider import Habit


def _liking(taste: Callable[[NextStationState, int, Move], int]) -> Habit[NextStationState]:
    """Takes one of the moves that are most to its taste; one time in ten anything."""

    def choose(state: NextStationState, seat: int, legal: list[Move], rng: Random) -> Move:
        if rng.random() < 0.1:
            return rng.choice(legal)
        tastes = [taste(state, seat, move) for move in legal]
        best = max(tastes)
        return rng.choice([move for move, liked in zip(legal, tastes, strict=True) if liked == best])

    return choose


def _anything(_state: NextStationState, _seat: int, legal: list[Move], rng: Random) -> Move:
    return rng.choice(legal)


def _asleep(_state: NextStationState, _seat: int, legal: list[Move], _rng: Random) -> Move:
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


HABITS: Mapping[str, Habit[NextStationState]] = {
    "uniform": _anything,
    "asleep": _asleep,
    "always drawing": _liking(_busy),
    "fond of powers": _liking(_powerful),
    "fond of interchanges": _liking(_sociable),
}


LANDMARKS = frozenset(
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


LANDMARKS_OF_POWERS = frozenset(
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


LANDMARKS_OF_OBJECTIVES = frozenset({"an objective is met", "no objective is met"})


def twin(state: NextStationState, seat: int | None, rng: Random, thorough: bool) -> NextStationState:  # noqa: ARG001
    """N32: another order of the pile, and other decks in the rounds to come; nobody knows more than others."""
    twin = state.copy()
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


def passed(before: NextStationState, move: Move, events: Sequence[Event], after: NextStationState) -> set[str]:
    """The landmarks that a move passed."""
    marks: set[str] = set()
    kinds = {event.kind for event in events}
    seat: int = events[0].public["seat"]
    if "early-switch" in kinds:
        marks.add("the switch comes too early")
    if isinstance(move, Draw):
        marks |= _passed_by_drawing(before, move, seat)
    elif isinstance(move, PassSection) and len(before.legal(seat)) == 1:
        marks.add("nothing can be drawn")
    marks |= _passed_with_powers(before, move, seat, after)
    if "line" in kinds:
        marks |= _passed_at_round_end(before, after)
    if after.result is not None:
        marks |= _passed_at_the_end(after)
    return marks


def _passed_by_drawing(before: NextStationState, move: Draw, seat: int) -> set[str]:
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


def _passed_with_powers(before: NextStationState, move: Move, seat: int, after: NextStationState) -> set[str]:
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


def _passed_at_round_end(before: NextStationState, after: NextStationState) -> set[str]:
    marks = set()
    if before.turns in (5, 10):
        marks.add("a round of five turns" if before.turns == 5 else "a round of ten turns")
    if any(not lines[-1].sections for lines in after.sheets):
        marks.add("a line without sections is counted")
    return marks


def _passed_at_the_end(after: NextStationState) -> set[str]:
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
