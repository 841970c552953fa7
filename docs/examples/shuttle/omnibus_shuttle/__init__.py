"""Shuttle: groups of people, one small bus, and the question who sends it off."""

from typing import ClassVar

from omnibus.rules.game import Game, Option
from omnibus.rules.rulebook import Rulebook
from omnibus_shuttle.invariants import broken_laws
from omnibus_shuttle.moves import MOVES
from omnibus_shuttle.state import ShuttleState
from omnibus_shuttle.view import ShuttleView


class Shuttle(Game[ShuttleState, ShuttleView]):
    """Shuttle for 2 to 4 seats (S1), with nine places in the bus or another number (S3)."""

    id: ClassVar[str] = "shuttle"
    rulesets: ClassVar[range] = range(1, 2)
    seat_counts: ClassVar[range] = range(2, 5)
    options_offered: ClassVar[tuple[Option, ...]] = (Option("places", 9, 6, 12),)
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus_shuttle")
    broken_laws = staticmethod(broken_laws)
    position = ShuttleState
    moves = MOVES


GAME = Shuttle
