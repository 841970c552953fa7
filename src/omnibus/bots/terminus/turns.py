"""All the ways to play a turn of Terminus, as far as they lead to different positions."""

from omnibus.rules.game import Move
from omnibus.rules.terminus.moves import MOVES, Secret
from omnibus.rules.terminus.state import TerminusState

MOST_WAYS = 150  # a hand full of cards for one line can be laid in hundreds of ways


class WayToPlay:
    """A way to play a turn to its end, and the position it leads to."""

    __slots__ = ("after", "moves")

    def __init__(self, moves: list[Move], after: TerminusState):
        self.moves = moves
        self.after = after


def ways_to_play(state: TerminusState, seat: int) -> list[WayToPlay]:
    """The ways to play on from here to the end of the turn, each position once. Those of many cards are found first."""
    ways: list[WayToPlay] = []
    seen: set[tuple[int, ...]] = set()
    unfinished = [WayToPlay([], state)]
    while unfinished and len(ways) < MOST_WAYS:
        way = unfinished.pop()
        for move in way.after.legal(seat):
            after = way.after.copy()
            after.play(seat, move)
            longer = WayToPlay([*way.moves, move], after)
            if move is MOVES.end or isinstance(move, Secret) or _turn_is_over(state, after, seat):
                ways.append(longer)
                continue
            position = (*after.hands[seat], *after.laid, *after.jokers)
            if position not in seen:
                seen.add(position)
                unfinished.append(longer)
    return ways


def _turn_is_over(before: TerminusState, after: TerminusState, seat: int) -> bool:
    """Whether a play ended the turn by itself: the line is complete, or the hand empty (T14)."""
    return after.turn != (seat,) or after.active != seat or after.line < 0 or len(after.sheet) > len(before.sheet)


def played(state: TerminusState, seat: int, moves: list[Move]) -> TerminusState:
    """The state after those moves."""
    after = state.copy()
    for move in moves:
        after.play(seat, move)
    return after
