"""Random players of Shuttle who reach its corners, and what a seat cannot know changed: for tests alone."""

from collections.abc import Mapping, Sequence
from random import Random

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Move
from omnibus.testing import Habit
from omnibus_shuttle.moves import SEND, Board
from omnibus_shuttle.state import ShuttleState


def _anything(_state: ShuttleState, _seat: int, legal: list[Move], rng: Random) -> Move:
    return rng.choice(legal)


def _the_largest(_state: ShuttleState, _seat: int, legal: list[Move], _rng: Random) -> Move:
    return max(legal, key=lambda move: move.people if isinstance(move, Board) else 0)


HABITS: Mapping[str, Habit[ShuttleState]] = {"uniform": _anything, "filling": _the_largest}
LANDMARKS = frozenset({"a full shuttle", "no group fits", "the queue runs out", "a shared victory"})


def twin(state: ShuttleState, seat: int | None, rng: Random, _thorough: bool) -> ShuttleState:
    """All that the seat cannot see changes places: other hands, and the queue. One mixing is thorough."""
    twin = state.copy()
    twin.luck = Seeded(f"{rng.getrandbits(128):032x}")
    hidden = [other for other in range(twin.game.seats) if other != seat and twin.result is None]
    pool = [*twin.queue, *(group for other in hidden for group in twin.hands[other])]
    rng.shuffle(pool)
    for other in hidden:
        twin.hands[other] = sorted(pool.pop() for _ in twin.hands[other])
    twin.queue = pool
    return twin


def passed(before: ShuttleState, _move: Move, events: Sequence[Event], after: ShuttleState) -> set[str]:
    """The landmarks that a move passed."""
    marks = {"a full shuttle" for event in events if event.kind == "full"}
    if before.legal(before.turn[0]) == [SEND]:
        marks.add("no group fits")
    if before.queue and not after.queue:
        marks.add("the queue runs out")
    if after.result is not None and len(after.result.winners) > 1:
        marks.add("a shared victory")
    return marks
