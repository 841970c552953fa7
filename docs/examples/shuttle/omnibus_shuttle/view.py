"""What a seat knows of a game of Shuttle, and guessing the rest (S9)."""

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, TypedDict

from omnibus.rules.game import View
from omnibus_shuttle.moves import SIZES, Decision, ShuttleMoveData

if TYPE_CHECKING:
    from omnibus_shuttle.state import ShuttleState

DECK = [people for people in SIZES for _ in range(6)]  # S2


class SeatView(TypedDict):
    """What lies before one player."""

    points: int
    groups: int  # how many are in the hand
    hand: list[int] | None  # None if the viewer may not see it


class ShuttleView(View[ShuttleMoveData, Decision]):
    """All that a seat may know."""

    table: list[SeatView]
    aboard: list[int]
    room: int  # places that are left
    queue: int  # groups that still come
    gone: list[int]


def look(state: "ShuttleState", seat: int | None, opened: bool = False) -> ShuttleView:
    """All that the seat may know; None is a spectator. After the end all hands are open."""
    opened = opened or state.result is not None
    return {
        **state.common_view(seat),
        "table": [
            {"points": points, "groups": len(hand), "hand": hand[:] if opened or other == seat else None}
            for other, (points, hand) in enumerate(zip(state.points, state.hands, strict=True))
        ],
        "aboard": state.aboard[:],
        "room": state.room,
        "queue": len(state.queue),
        "gone": state.gone[:],
    }


def fill(state: "ShuttleState", view: ShuttleView, rng: Random) -> None:
    """Make a blank state look like the view: what cannot be seen lies in any order, all equally likely."""
    seen = Counter([*view["aboard"], *view["gone"]])
    for place in view["table"]:
        seen.update(place["hand"] or [])
    unseen = list((Counter(DECK) - seen).elements())
    rng.shuffle(unseen)
    state.hands = []
    for place in view["table"]:
        hand = place["hand"]
        if hand is None:
            hand, unseen = sorted(unseen[: place["groups"]]), unseen[place["groups"] :]
        state.hands.append(hand[:])
    state.queue = unseen
    state.aboard = view["aboard"][:]
    state.gone = view["gone"][:]
    state.points = [place["points"] for place in view["table"]]
