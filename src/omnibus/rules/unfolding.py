"""A game whose luck is decided from outside, one outcome at a time: for those who go through all that may happen."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, Self

from omnibus.rules.chance import Given, Outcome, Undecided
from omnibus.rules.game import Event, Game, Move, S


class Unfolding(Generic[S]):
    """A game being played; where chance speaks, it waits until somebody has decided what comes.

    >>> unfolding = Unfolding(game)
    >>> while unfolding.outcomes:                      # what may come now, with its probability
    ...     unfolding.decide(unfolding.outcomes[0][0])
    >>> unfolding.state.turn                           # now the players decide
    (0, 1)
    >>> unfolding.play(0, "secret M1")
    """

    def __init__(self, game: Game[S, Any]):
        self.game = game
        self.outcomes: list[tuple[Outcome, Fraction]] = []  # none while the players decide
        self.events: list[Event] = []  # what the last move brought about
        self._state: S | None = None
        self._given: tuple[Outcome, ...] = ()  # the outcomes of what is happening now
        self._go_on: Callable[[Given], tuple[S, list[Event]]] = lambda luck: (game.start_with(luck), [])
        self._try()

    @property
    def state(self) -> S:
        """The state, while the players decide."""
        if self._state is None or self.outcomes:
            raise Undecided(self.outcomes)
        return self._state

    def decide(self, outcome: Outcome) -> None:
        """Let that outcome come, which must be one of those there are."""
        if outcome not in [possible for possible, _ in self.outcomes]:
            raise ValueError(f"{outcome!r} is not one of the outcomes")
        self._given = (*self._given, outcome)
        self._try()

    def play(self, seat: int, move: Move | str) -> None:
        """Make a move. An illegal one raises IllegalMove and changes nothing."""
        before = self.state
        refusal = before.why_not(seat, move)
        if refusal is not None:
            raise refusal

        def go_on(luck: Given) -> tuple[S, list[Event]]:
            after = before.copy()
            after.luck = luck
            return after, after.play(seat, move)

        self._given, self._go_on = (), go_on
        self._try()

    def _try(self) -> None:
        """Let happen what is happening, as far as it is decided.

        Every outcome begins it anew, on a copy: no rule has to know how to wait in the middle.
        """
        try:
            self._state, self.events = self._go_on(Given(self._given))
            self.outcomes = []
        except Undecided as undecided:
            self.outcomes = undecided.outcomes

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        twin.game, twin.outcomes, twin.events = self.game, self.outcomes, self.events
        twin._state, twin._given, twin._go_on = self._state, self._given, self._go_on
        return twin
