"""Terminus, the metro, tram and bus card game."""

from collections.abc import Mapping
from typing import Any, ClassVar

from omnibus.rules.game import Game, IllegalMove, Option
from omnibus.rules.rulebook import Rulebook
from omnibus.rules.terminus.cards import PRINTED
from omnibus.rules.terminus.encoding import ENCODING, TerminusEncoding
from omnibus.rules.terminus.invariants import broken_laws
from omnibus.rules.terminus.moves import MOVES, NOT_MOVES, TerminusMoves
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView


class Terminus(Game[TerminusState, TerminusView]):
    """Terminus for 2 to 6 seats (T1), played to 100 points or another target (T23)."""

    id: ClassVar[str] = "terminus"
    rulesets: ClassVar[range] = range(1, 2)
    seat_counts: ClassVar[range] = range(2, 7)
    options_offered: ClassVar[tuple[Option, ...]] = (Option("target", 100, 10, 500),)
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus.rules.terminus")
    broken_laws = staticmethod(broken_laws)
    position = TerminusState
    printed: ClassVar[Mapping[str, Any]] = PRINTED
    book: ClassVar[TerminusMoves] = MOVES
    moves = MOVES.all

    @property
    def encoding(self) -> TerminusEncoding:
        """How views become numbers for programs that learn."""
        return ENCODING

    def _no_such_move(self, text: str) -> IllegalMove:
        if text in NOT_MOVES:
            return self.rulebook.refuse(NOT_MOVES[text])
        return super()._no_such_move(text)


GAME = Terminus
