"""Bus, the game of bus lines in a growing city where time may stand still."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from omnibus.rules.bus.board import CITY, PRINTED, Board
from omnibus.rules.bus.moves import Moves
from omnibus.rules.bus.referee import BusReferee
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView, guess_dump
from omnibus.rules.game import Game, Option
from omnibus.rules.rulebook import Rulebook

TABLE = Moves(CITY)
MOVES = TABLE.all


class Bus(Game[BusState, BusView]):
    """Bus for 3 to 5 seats (B1)."""

    id: ClassVar[str] = "bus"
    ruleset: ClassVar[int] = 1
    seat_counts: ClassVar[range] = range(3, 6)
    options_offered: ClassVar[tuple[Option, ...]] = ()
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus.rules.bus")
    referee = BusReferee()
    printed: ClassVar[Mapping[str, Any]] = PRINTED
    board: ClassVar[Board] = CITY
    table: ClassVar[Moves] = TABLE
    moves = MOVES

    # What lies in the box, the numbers of sticks (B1) and stones (B3) by the number of seats.
    cubes: ClassVar[int] = 21
    sticks: ClassVar[Mapping[int, int]] = {3: 28, 4: 18, 5: 18}
    stones: ClassVar[Mapping[int, int]] = {3: 4, 4: 5, 5: 5}
    passengers: ClassVar[int] = 15

    def _deal(self, seed: str) -> BusState:
        return BusState.set_up(self, seed)

    def load(self, data: Mapping[str, Any]) -> BusState:
        """The state that was dumped."""
        return BusState.loaded(self, data)

    def guess(self, view: BusView, rng: Random) -> BusState:
        """The state that looks exactly like the view; there is only one, as nothing is hidden."""
        return self.load(guess_dump(view, self.board, rng))


GAME = Bus
