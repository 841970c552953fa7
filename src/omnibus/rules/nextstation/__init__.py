"""Next Station: London, the game of drawing underground lines."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from omnibus.rules.game import Game, IllegalMove, Option
from omnibus.rules.nextstation.board import LONDON, PRINTED, NextStationBoard
from omnibus.rules.nextstation.encoding import NextStationEncoding, encoding_of
from omnibus.rules.nextstation.invariants import broken_laws
from omnibus.rules.nextstation.moves import MOVES, NextStationMoves
from omnibus.rules.nextstation.scoring import PRINTED_POINTS
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import NextStationView
from omnibus.rules.rulebook import Rulebook

_SECTION = re.compile(r"(\d{1,3})>(\d{1,3})( joker| switch| second)?")


class NextStation(Game[NextStationState, NextStationView]):
    """Next Station: London for 1 to 4 seats (N1), with objectives (N21) and pencil powers (N23) as options."""

    id: ClassVar[str] = "nextstation"
    rulesets: ClassVar[range] = range(1, 2)
    seat_counts: ClassVar[range] = range(1, 5)
    options_offered: ClassVar[tuple[Option, ...]] = (Option("objectives", False), Option("powers", False))
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus.rules.nextstation")
    broken_laws = staticmethod(broken_laws)
    position = NextStationState
    printed: ClassVar[Mapping[str, Any]] = {**PRINTED, "points": PRINTED_POINTS}
    board: ClassVar[NextStationBoard] = LONDON
    book: ClassVar[NextStationMoves] = MOVES

    def __init__(self, seats: int | None = None, ruleset: int | None = None, /, **options: int | bool):
        # Without powers there are fewer moves; those there are have the same numbers.
        self.moves = self.book.all if options.get("powers") else self.book.without_powers
        super().__init__(seats, ruleset, **options)

    @property
    def encoding(self) -> NextStationEncoding:
        """How views become numbers for programs that learn."""
        return encoding_of(self.board)

    def _no_such_move(self, text: str) -> IllegalMove:
        section = _SECTION.fullmatch(text)
        if section is not None and max(int(section[1]), int(section[2])) < len(self.board.stations):
            a, b = sorted((int(section[1]), int(section[2])))
            if (a, b) not in self.board.section_between:
                return self.rulebook.refuse("no-such-section", a=a, b=b)
        # N23: powers are an option.
        if any(move.text == text for move in self.book.all):
            return self.rulebook.refuse("no-powers")
        return super()._no_such_move(text)


GAME = NextStation
