"""Which streets a line may take (B14 to B20), and how far it can still go (B11)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from omnibus.rules.bus.board import BusBoard
    from omnibus.rules.bus.moves import Extend
    from omnibus.rules.bus.state import BusState


def open_streets(here: int, own: int, used: int, running_on: int, bound: bool) -> int:
    """The streets, as bits, that an end may take of those at its junction.

    Given are the streets of the own line, those that others use and those where a line of others runs on, and whether
    the end is bound to turn off.
    """
    free_to_us = here & ~own  # B14: never a street of the own line again
    unused = free_to_us & ~used
    if not unused:
        return free_to_us  # B18
    if bound:
        return unused  # B19
    return unused | free_to_us & ~running_on  # B16, B17


def stroll(board: "BusBoard", junction: int, unused: int, sticks: int) -> int:
    """So many streets in a row that nobody uses, as bits, which an end may always take; 0 if none were found."""
    streets_at, across = board.streets_at, board.across
    strolled = 0
    while sticks:
        there = streets_at[junction] & unused
        if not there:
            return 0
        street = there & -there
        unused ^= street
        strolled |= street
        junction = across[junction][street]
        sticks -= 1
    return strolled


class Reach:
    """How many sticks a seat could still lay if nobody else moves, tried out street by street."""

    __slots__ = ("_across", "_seat", "_state", "_streets_at", "_used")

    def __init__(self, state: "BusState", seat: int):
        board = state.game.board
        self._state = state
        self._seat = seat
        self._streets_at = board.streets_at
        self._across = board.across
        self._used: dict[int, tuple[int, int]] = {}  # by junction: what others use, and where they run on

    def now(self, sticks: int) -> int:
        """How many of so many sticks can be laid."""
        state, seat = self._state, self._seat
        trail, bound = state.trails[seat], state.must_turn_off[seat]
        return self._most(trail[0], bound[0], trail[-1], bound[1], state.streets[seat], sticks)

    def after(self, move: "Extend", sticks: int) -> int:
        """How many of so many sticks can be laid after that one."""
        state, seat = self._state, self._seat
        trail, bound = state.trails[seat], state.must_turn_off[seat]
        staying = 0 if trail[-1] == move.start else -1
        street = 1 << move.street
        used, _ = self._used_at(move.start)
        own = state.streets[seat] | street
        return self._most(trail[staying], bound[staying], move.end, bool(used & street), own, sticks)

    def _most(self, staying: int, staying_bound: bool, last: int, last_bound: bool, own: int, sticks: int) -> int:
        """The same from a line with those ends, the one laid last standing last (B20)."""
        best = self._beyond(last, last_bound, staying, staying_bound, own, sticks)
        if best < sticks and staying != last:
            best = max(best, self._beyond(staying, staying_bound, last, last_bound, own, sticks))
        return best

    def _beyond(self, end: int, bound: bool, other: int, other_bound: bool, own: int, sticks: int) -> int:
        """The same if the first stick is laid from `end`."""
        used, running_on = self._used_at(end)
        allowed = open_streets(self._streets_at[end], own, used, running_on, bound)
        if not allowed or sticks == 1:
            return int(allowed > 0)
        best, across = 0, self._across[end]
        while allowed:
            street = allowed & -allowed
            allowed ^= street
            further = self._most(other, other_bound, across[street], bool(used & street), own | street, sticks - 1)
            if further + 1 > best:
                best = further + 1
                if best == sticks:
                    break
        return best

    def _used_at(self, junction: int) -> tuple[int, int]:
        found = self._used.get(junction)
        if found is None:
            found = self._used[junction] = self._state.used_by_others(self._seat, junction)
        return found
