"""Bus, the game of bus lines in a growing city where time may stand still."""

from collections.abc import Mapping
from typing import Any, ClassVar

from omnibus.rules.bus.board import CITY, PRINTED, BusBoard
from omnibus.rules.bus.encoding import BusEncoding, encoding_of
from omnibus.rules.bus.invariants import broken_laws
from omnibus.rules.bus.moves import MOVES, BusMoves
from omnibus.rules.bus.names import book_of_the_city
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Game, Option
from omnibus.rules.rulebook import Rulebook


class Bus(Game[BusState, BusView]):
    """Bus for 3 to 5 seats (B1)."""

    id: ClassVar[str] = "bus"
    rulesets: ClassVar[range] = range(1, 3)  # 2: an extension counts as a whole (B11)
    seat_counts: ClassVar[range] = range(3, 6)
    options_offered: ClassVar[tuple[Option, ...]] = ()
    hides: ClassVar[bool] = False
    rulebook: ClassVar[Rulebook] = book_of_the_city(CITY)
    broken_laws = staticmethod(broken_laws)
    position = BusState
    printed: ClassVar[Mapping[str, Any]] = PRINTED
    board: ClassVar[BusBoard] = CITY
    book: ClassVar[BusMoves] = MOVES
    moves = MOVES.all

    # What lies in the box, the numbers of sticks (B1) and stones (B3) by the number of seats.
    cubes: ClassVar[int] = 21
    sticks: ClassVar[Mapping[int, int]] = {3: 28, 4: 18, 5: 18}
    stones: ClassVar[Mapping[int, int]] = {3: 4, 4: 5, 5: 5}
    passengers: ClassVar[int] = 15

    @property
    def encoding(self) -> BusEncoding:
        """How views become numbers for programs that learn."""
        return encoding_of(type(self))


GAME = Bus
