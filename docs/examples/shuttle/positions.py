"""Small positions of Shuttle, written as one would lay them out."""

from collections import Counter

from omnibus_shuttle import Shuttle
from omnibus_shuttle.state import ShuttleState
from omnibus_shuttle.view import DECK


def position(*hands: str, aboard: str = "", queue: str = "", turn: int = 0, points: str = "") -> ShuttleState:
    """A position with those hands; the next group of the queue comes first, and all others have left."""
    held = [groups(hand) for hand in hands]
    used = Counter([*groups(aboard), *groups(queue), *(group for hand in held for group in hand)])
    return Shuttle(len(hands)).load(
        {
            "n": 0,
            "turn": [turn],
            "seed": "position",
            "hands": held,
            "queue": groups(queue)[::-1],
            "aboard": groups(aboard),
            "gone": sorted((Counter(DECK) - used).elements()),
            "points": groups(points) or [0] * len(hands),
        }
    )


def groups(text: str) -> list[int]:
    """The groups of `1 3 4`."""
    return [int(word) for word in text.split()]


def legal(state: ShuttleState) -> list[str]:
    """What may be done by whose turn it is."""
    return [move.text for move in state.legal(state.turn[0])]


def refused(state: ShuttleState, move: str, seat: int = 0) -> str:
    """The rule that forbids a move."""
    refusal = state.why_not(seat, move)
    assert refusal is not None, f"{move} is allowed"
    return refusal.rule
