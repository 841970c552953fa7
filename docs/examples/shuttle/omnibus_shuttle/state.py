"""The position in a game of Shuttle: whose turn, what is legal, playing a move."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from omnibus.rules.game import Event, IllegalMove, Move, Result, State, ranked
from omnibus.rules.keeping import LIST, LISTS, Keeping
from omnibus_shuttle.moves import BOARD, SEND, SIZES, Board, Decision
from omnibus_shuttle.view import DECK, ShuttleView, fill, look

if TYPE_CHECKING:
    from omnibus_shuttle import Shuttle

FIRST_HAND = 3


class ShuttleState(State[ShuttleView]):
    """The full truth of a game of Shuttle."""

    kept: ClassVar[Mapping[str, Keeping]] = {
        "hands": LISTS,
        **dict.fromkeys(("queue", "aboard", "gone", "points"), LIST),
    }
    __slots__ = tuple(kept)

    game: "Shuttle"
    hands: list[list[int]]  # the groups of each seat, the smallest first
    queue: list[int]  # the next group last
    aboard: list[int]
    gone: list[int]  # the groups that have left
    points: list[int]

    def _set_up(self) -> None:
        seats = self.game.seats
        starter = self.luck.pick(0, seats)  # S1
        # S2: three groups each, the others queue.
        deck = self.luck.shuffled(1, DECK, at_once=seats * FIRST_HAND)
        self.hands = [sorted(deck[seat * FIRST_HAND : (seat + 1) * FIRST_HAND]) for seat in range(seats)]
        self.queue = deck[: seats * FIRST_HAND - 1 : -1]
        self.aboard = []
        self.gone = []
        self.points = [0] * seats
        self.turn = (starter,)

    # ---- What is legal

    @property
    def room(self) -> int:
        """How many more people fit into the shuttle (S3)."""
        return int(self.game.options["places"]) - sum(self.aboard)

    def legal(self, seat: int) -> list[Move]:
        """All that the seat may do now, in the order of `game.moves`."""
        if seat not in self.turn:
            return []
        hand, room = self.hands[seat], self.room
        boarding: list[Move] = [BOARD[people] for people in SIZES if people in hand and people <= room]
        return [*boarding, SEND] if self.aboard else boarding

    def asks(self, seat: int) -> Decision | None:
        """The one decision there is."""
        return "turn" if seat in self.turn else None

    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        if isinstance(move, Board):
            if move.people not in self.hands[seat]:
                return refuse("no-such-group", people=move.people)
            # S5
            return refuse("no-room", people=move.people, room=self.room) if move.people > self.room else None
        # S8: nobody sends off an empty shuttle.
        return None if self.aboard else refuse("nobody-aboard")

    # ---- Playing a move

    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        """S4: one thing a turn."""
        if isinstance(move, Board):
            events = self._board(seat, move.people)
        else:
            events = self._leave("sent", seat, points=len(self.aboard))  # S8
        return events + self._next_turn((seat + 1) % self.game.seats)

    def _board(self, seat: int, people: int) -> list[Event]:
        self.hands[seat].remove(people)
        self.aboard.append(people)
        events = [Event("board", {"seat": seat, "people": people})]
        if self.queue:  # S6
            drawn = self.luck.top(self.queue)
            self.hands[seat] = sorted([*self.hands[seat], drawn])
            events.append(Event("draw", {"seat": seat}, seat, {"people": drawn}))
        if not self.room:  # S7
            events += self._leave("full", seat, points=sum(self.aboard))
        return events

    def _leave(self, how: str, seat: int, points: int) -> list[Event]:
        """S9: the groups that leave are laid open, and the next shuttle is empty."""
        self.points[seat] += points
        self.gone = sorted(self.gone + self.aboard)
        self.aboard = []
        return [Event(how, {"seat": seat, "points": points})]

    def _next_turn(self, seat: int) -> list[Event]:
        """S10: whoever has no group left when it is their turn ends the game."""
        if self.hands[seat]:
            self.turn = (seat,)
            return []
        self.turn = ()
        self._work_out()
        return [Event("over", {"seat": seat})]

    def _work_out(self) -> None:
        """S11: a point less for every group still in hand. S12: most points win, equal ones share."""
        self.result = None
        if not self.turn:
            sheet = zip(self.points, self.hands, strict=True)
            parts = [{"rides": points, "left": -len(hand)} for points, hand in sheet]
            scores = [sum(part.values()) for part in parts]
            self.result = Result(scores, ranked(scores), parts)

    # ---- Looking at it, and keeping it

    def view(self, seat: int | None) -> ShuttleView:
        """All that the seat may know; None is a spectator."""
        return look(self, seat)

    def open_view(self) -> ShuttleView:
        """A spectator's view with every card open."""
        return look(self, None, opened=True)

    def _fill(self, view: ShuttleView, rng: Random) -> None:
        fill(self, view, rng)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.game)
        twin.luck = self.luck.copy()
        twin.n = self.n
        twin.turn = self.turn
        twin.result = self.result
        twin.hands = [hand[:] for hand in self.hands]
        twin.queue = self.queue[:]
        twin.aboard = self.aboard[:]
        twin.gone = self.gone[:]
        twin.points = self.points[:]
        return twin
