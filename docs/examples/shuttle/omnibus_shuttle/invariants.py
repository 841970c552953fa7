"""What must always hold in a game of Shuttle."""

from collections.abc import Iterator

from omnibus_shuttle.state import ShuttleState
from omnibus_shuttle.view import DECK


def broken_laws(state: ShuttleState) -> Iterator[str]:
    """All 24 groups are somewhere (S2), no shuttle is full for long (S7), whoever is asked has a group (S10)."""
    held = [group for hand in state.hands for group in hand]
    if sorted(held + state.queue + state.aboard + state.gone) != DECK:
        yield "a group was lost or made"
    if state.room <= 0:
        yield "a full shuttle did not leave"
    if any(not state.hands[seat] for seat in state.turn):
        yield "somebody is asked who has no group"
