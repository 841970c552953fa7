"""One table: a log of plies and the state it leads to.

A table is a cache: the same log gives the same table, in any process.

The number `n` of a ply counts everything in the log, undo included. `state.n` counts the moves that stand.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self, TypedDict

from omnibus.rules.game import Event, Game, IllegalMove, Move, State
from omnibus.table.trouble import TableTrouble

RECENT = 64
_UNDO = "undo "


class Ply(NamedTuple):
    """One line of the log. An undo's move is `undo 12`: the table is again as it was after ply 12."""

    n: int
    seat: int
    move: str
    person: str | None = None
    key: str | None = None

    @classmethod
    def undo(cls, n: int, seat: int, back_to: int, person: str | None = None, key: str | None = None) -> Self:
        """The ply that takes the table back to where it was after an earlier one."""
        return cls(n, seat, f"{_UNDO}{back_to}", person, key)

    @property
    def back_to(self) -> int | None:
        """The ply that an undo goes back to; None for a move."""
        return int(self.move.removeprefix(_UNDO)) if self.move.startswith(_UNDO) else None


class PlyView(TypedDict):
    """What somebody saw of a ply."""

    n: int
    seat: int
    events: list[dict[str, Any]]


class PlyOutcome(NamedTuple):
    """What a ply did: the events of a move, or where an undo went back to."""

    n: int
    seat: int
    events: list[Event]
    back_to: int | None = None

    def seen_by(self, seat: int | None) -> PlyView:
        """The outcome as that seat sees it; None is a spectator."""
        return self._told([event.seen_by(seat) for event in self.events])

    def opened(self) -> PlyView:
        """The outcome with nothing hidden."""
        return self._told([event.opened() for event in self.events])

    def _told(self, events: list[dict[str, Any]]) -> PlyView:
        if self.back_to is not None:
            events = [{"event": "undo", "seat": self.seat, "to": self.back_to}]
        return {"n": self.n, "seat": self.seat, "events": events}


class StandingMove(NamedTuple):
    """A move that has not been taken back."""

    n: int
    seat: int
    move: Move
    person: str | None  # who decided it; none for a bot


class Step(NamedTuple):
    """What a ply does, and the state it leads to."""

    outcome: PlyOutcome
    state: State


class Table:
    """A game as its log tells it."""

    def __init__(self, game: Game, seed: str):
        self.game = game
        self.seed = seed
        self.state = game.start(seed)
        self.n = 0
        self.standing: list[StandingMove] = []
        self.keys: dict[tuple[str, str], int] = {}  # (person, key) of a command: the ply it became
        self.recent: deque[PlyOutcome] = deque(maxlen=RECENT)
        # Since which ply each seat has been asked for the decision it is asked for now.
        self._asked = [0] * game.seats
        self.undos = [0] * game.seats  # how often each seat has taken something back

    def add(self, ply: Ply) -> PlyOutcome:
        """Take the next ply of the log."""
        step = self.step(ply)
        self.take(ply, step)
        return step.outcome

    def step(self, ply: Ply) -> Step:
        """What the next ply of the log would do. The table itself stays as it is."""
        if ply.n != self.n + 1:
            raise AssertionError(f"ply {ply.n} after ply {self.n}")
        back_to = ply.back_to
        if back_to is not None:
            return Step(PlyOutcome(ply.n, ply.seat, [], back_to), self.position(self._standing_after(back_to)))
        state = self.state.copy()
        return Step(PlyOutcome(ply.n, ply.seat, state.play(ply.seat, ply.move)), state)

    def take(self, ply: Ply, step: Step) -> None:
        """Take a ply whose step is known."""
        before, self.state, self.n = self.state.turn, step.state, ply.n
        back_to = step.outcome.back_to
        if back_to is None:
            self.standing.append(StandingMove(ply.n, ply.seat, self.game.move(ply.move), ply.person))
        else:
            del self.standing[self._standing_after(back_to) :]
            self.undos[ply.seat] += 1
        for seat in self.state.turn:
            if back_to is not None or seat == ply.seat or seat not in before:
                self._asked[seat] = ply.n
        if ply.person is not None and ply.key is not None:
            self.keys[ply.person, ply.key] = ply.n
        self.recent.append(step.outcome)

    def position(self, moves: int) -> State:
        """The state after so many of the moves that stand."""
        state = self.game.start(self.seed)
        for standing in self.standing[:moves]:
            state.play(standing.seat, standing.move)
        return state

    def _standing_after(self, n: int) -> int:
        """How many of the moves that stand were made up to ply `n`."""
        return bisect_right(self.standing, n, key=lambda standing: standing.n)

    def moves_since(self, n: int) -> list[StandingMove]:
        """The moves that stand and were made after ply `n`."""
        return self.standing[self._standing_after(n) :]

    # ---- Commands

    def expect_last(self, n: int) -> None:
        """Refuse what was meant for another moment: ply `n` must be the last."""
        if n != self.n:
            raise TableTrouble("stale", n=n, last=self.n)

    def check(self, seat: int, n: int, move: str) -> None:
        """Refuse a move that was meant for another moment, or is not legal."""
        if not self._is_still_asked(seat, n):
            self.expect_last(n)
        refusal = self.state.why_not(seat, move)
        if refusal is not None:
            raise refusal

    def why_not_any(self, seat: int, n: int, about: Mapping[str, Any]) -> IllegalMove | None:
        """Why the seat can make no move that has those parts; None if it can, or if it asked about another moment."""
        current = n == self.n or self._is_still_asked(seat, n)
        return self.state.why_not_any(seat, about) if current else None

    def _is_still_asked(self, seat: int, n: int) -> bool:
        """Whether the seat is asked for the same decision as after ply `n`.

        Where play is simultaneous, others may have moved in the meantime.
        """
        return seat in self.state.turn and self._asked[seat] <= n <= self.n

    def last_move_of(self, seat: int) -> StandingMove | None:
        """The seat's last move that stands."""
        return next((standing for standing in reversed(self.standing) if standing.seat == seat), None)

    def outcomes_since(self, n: int) -> list[PlyOutcome] | None:
        """What happened after ply `n`; None if that is too long ago to be remembered here."""
        missed = self.n - n
        if missed > len(self.recent):
            return None
        return list(self.recent)[len(self.recent) - missed :] if missed > 0 else []


def replayed(game: Game, seed: str, plies: Iterable[Ply]) -> Iterator[tuple[PlyOutcome, Table]]:
    """A table from its log, ply by ply. The table is one and the same."""
    table = Table(game, seed)
    for ply in plies:
        yield table.add(ply), table
