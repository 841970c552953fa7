"""One table: a log of plies and the state it leads to.

A table is a cache: the same log gives the same table, in any process. What a table does costs the same however long its
log is: of what happened it tells the latest plies, and it goes back to the nearest position that it has kept.

The number `n` of a ply counts everything in the log, undo included. `state.n` counts the moves that stand.
"""

import json
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self, TypedDict, cast

from omnibus.rules.game import Event, Game, IllegalMove, Move, State
from omnibus.table.trouble import TableTrouble

PLIES_TOLD = 200  # to whoever has missed more
PACKED_TOGETHER = 20
MOVES_BETWEEN_POSITIONS = 64  # of those that are kept to go back to
_UNDO = "undo "
_pack = json.JSONEncoder(separators=(",", ":")).encode


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

    def plain(self) -> tuple[Any, ...]:
        """The outcome as JSON-ready data that `of_plain` takes back."""
        events = [(event.kind, event.public, event.knower, event.secret) for event in self.events]
        return self.n, self.seat, events, self.back_to

    @classmethod
    def of_plain(cls, n: int, seat: int, events: list[Any], back_to: int | None) -> Self:
        """The outcome from its data."""
        return cls(n, seat, [Event(*event) for event in events], back_to)

    def _told(self, events: list[dict[str, Any]]) -> PlyView:
        if self.back_to is not None:
            events = [{"event": "undo", "seat": self.seat, "to": self.back_to}]
        return {"n": self.n, "seat": self.seat, "events": events}


class LatestOutcomes:
    """What the latest plies did, for those who missed them."""

    __slots__ = ("_asleep", "_fresh", "_packed")

    def __init__(self, packed: Iterable[str] = ()):
        self._packed: list[str] = []  # so many together, as JSON: a fifth of their size in memory
        self._fresh: list[PlyOutcome] = []  # those that came after
        self._asleep = b""  # all of them, while nobody asks
        self._unpack(packed)

    def _unpack(self, packed: Iterable[str]) -> None:
        self._packed = list(packed)
        last = json.loads(self._packed[-1]) if self._packed else []
        if 0 < len(last) < PACKED_TOGETHER:
            del self._packed[-1]
            self._fresh = [PlyOutcome.of_plain(*outcome) for outcome in last]

    def add(self, outcome: PlyOutcome) -> None:
        """One more; of too many the first are forgotten."""
        self._wake()
        self._fresh.append(outcome)
        if len(self._fresh) == PACKED_TOGETHER:
            self._packed = self.packed()[-PLIES_TOLD // PACKED_TOGETHER :]
            self._fresh = []

    def packed(self) -> list[str]:
        """All of them as JSON, the latest last."""
        self._wake()
        fresh = [_pack([outcome.plain() for outcome in self._fresh])] if self._fresh else []
        return self._packed + fresh

    def last(self, number: int) -> list[PlyOutcome]:
        """So many of them, or all that there are."""
        self._wake()
        if number <= len(self._fresh):
            return self._fresh[len(self._fresh) - number :]
        packed = [outcome for pack in self._packed for outcome in json.loads(pack)]
        outcomes = [PlyOutcome.of_plain(*outcome) for outcome in packed[len(self._fresh) - number :]]
        return (outcomes + self._fresh)[-PLIES_TOLD:]

    def copy(self) -> "LatestOutcomes":
        """An independent copy."""
        self._wake()
        twin = LatestOutcomes()
        twin._packed, twin._fresh = self._packed.copy(), self._fresh.copy()
        return twin

    def sleep(self) -> None:
        """Take a fifth of the room until somebody asks again."""
        self._asleep = zlib.compress("\n".join(self.packed()).encode(), 1)
        self._packed, self._fresh = [], []

    def _wake(self) -> None:
        if self._asleep:
            self._unpack(zlib.decompress(self._asleep).decode().splitlines())
            self._asleep = b""


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

    __slots__ = (
        "_asked",
        "_asleep",
        "_outcomes",
        "_positions",
        "_state",
        "game",
        "last_outcome",
        "n",
        "seed",
        "standing",
        "turn",
        "undos",
    )

    def __init__(self, game: Game, seed: str, state: State | None = None):
        self.game = game
        self.seed = seed
        self._asleep = b""  # the state, while nobody asks
        self.state = state or game.start(seed)
        self.n = 0
        self.standing: list[StandingMove] = []
        self.last_outcome: PlyOutcome | None = None
        self.undos = [0] * game.seats  # how often each seat has taken something back
        # Since which ply each seat has been asked for the decision it is asked for now.
        self._asked = [0] * game.seats
        self._outcomes = LatestOutcomes()
        self._positions: list[State] = []  # after every so many of the moves that stand

    @property
    def state(self) -> State:
        """The state that the log leads to."""
        if self._state is None:
            self.state = self.game.load(json.loads(zlib.decompress(self._asleep)))
        return cast(State, self._state)

    @state.setter
    def state(self, state: State) -> None:
        self._state: State | None = state
        self._asleep = b""
        self.turn = state.turn  # the seats that may move, also while it sleeps

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
            if len(self.standing) % MOVES_BETWEEN_POSITIONS == 0:
                self._positions.append(self.state)
        else:
            del self.standing[self._standing_after(back_to) :]
            del self._positions[len(self.standing) // MOVES_BETWEEN_POSITIONS :]
            self.undos[ply.seat] += 1
        for seat in self.state.turn:
            if back_to is not None or seat == ply.seat or seat not in before:
                self._asked[seat] = ply.n
        self.last_outcome = step.outcome
        self._outcomes.add(step.outcome)

    def position(self, moves: int) -> State:
        """The state after so many of the moves that stand."""
        kept = min(moves, len(self.standing)) // MOVES_BETWEEN_POSITIONS
        state = self._positions[kept - 1].copy() if kept else self.game.start(self.seed)
        for standing in self.standing[kept * MOVES_BETWEEN_POSITIONS : moves]:
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

    def asked_at(self, seat: int) -> int:
        """The ply after which the seat was first asked for what it is asked now."""
        return self._asked[seat]

    def last_move_of(self, seat: int) -> StandingMove | None:
        """The seat's last move that stands."""
        return next((standing for standing in reversed(self.standing) if standing.seat == seat), None)

    def decisions_of(self, seat: int) -> int:
        """How many of the moves that stand are the seat's."""
        return sum(standing.seat == seat for standing in self.standing)

    def outcomes_since(self, n: int) -> list[PlyOutcome]:
        """What happened after ply `n`, or the last of it if that is long ago."""
        if n == self.n - 1 and self.last_outcome is not None:
            return [self.last_outcome]
        return self._outcomes.last(self.n - n)

    def sleep(self) -> None:
        """Take less room until somebody asks what happened, or how things stand."""
        self.last_outcome = None
        self._outcomes.sleep()
        if self._state is not None:
            self._asleep = zlib.compress(_pack(self._state.dump()).encode(), 1)
            self._state = None

    # ---- Snapshots

    def copy(self) -> "Table":
        """An independent copy."""
        twin = Table(self.game, self.seed, self.state)
        twin.n, twin.last_outcome = self.n, self.last_outcome
        twin.standing, twin.undos, twin._asked = self.standing.copy(), self.undos.copy(), self._asked.copy()
        twin._outcomes, twin._positions = self._outcomes.copy(), self._positions.copy()
        return twin

    def snapshot(self) -> dict[str, Any]:
        """Everything besides the game and the seed, as JSON-ready data that `restored` takes back."""
        return {
            "n": self.n,
            "state": self.state.dump(),
            "standing": [[n, seat, move.text, person] for n, seat, move, person in self.standing],
            "undos": self.undos,
            "asked": self._asked,
            "outcomes": self._outcomes.packed(),
            "positions": [position.dump() for position in self._positions],
        }

    @classmethod
    def restored(cls, game: Game, seed: str, data: Mapping[str, Any]) -> "Table":
        """The table that a snapshot was made of. Takes its word: snapshots are for the table's own keeping."""
        table = cls(game, seed, game.load(data["state"]))
        table.n = data["n"]
        table.standing = [StandingMove(n, seat, game.move(move), person) for n, seat, move, person in data["standing"]]
        table.undos, table._asked = list(data["undos"]), list(data["asked"])
        table._outcomes = LatestOutcomes(data["outcomes"])
        table.last_outcome = next(iter(table._outcomes.last(1)), None)
        table._positions = [game.load(position) for position in data["positions"]]
        return table
