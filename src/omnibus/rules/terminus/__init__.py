"""Terminus, the metro, tram and bus card game."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from omnibus.rules.game import Game, IllegalMove, Option
from omnibus.rules.rulebook import Rulebook
from omnibus.rules.terminus.cards import PRINTED
from omnibus.rules.terminus.moves import MOVES, NOT_MOVES
from omnibus.rules.terminus.referee import TerminusReferee
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView, guess_dump


class Terminus(Game[TerminusState, TerminusView]):
    """Terminus for 2 to 6 seats (T1), played to 100 points or another target (T23)."""

    id: ClassVar[str] = "terminus"
    ruleset: ClassVar[int] = 1
    seat_counts: ClassVar[range] = range(2, 7)
    options_offered: ClassVar[tuple[Option, ...]] = (Option("target", 100, 10, 500),)
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus.rules.terminus")
    referee = TerminusReferee()
    printed: ClassVar[Mapping[str, Any]] = PRINTED
    moves = MOVES

    def _no_such_move(self, text: str) -> IllegalMove:
        if text in NOT_MOVES:
            return self.rulebook.refuse(NOT_MOVES[text])
        return super()._no_such_move(text)

    def _deal(self, seed: str) -> TerminusState:
        return TerminusState.dealt(self, seed)

    def load(self, data: Mapping[str, Any]) -> TerminusState:
        """The state that was dumped."""
        return TerminusState.loaded(self, data)

    def guess(self, view: TerminusView, rng: Random) -> TerminusState:
        """A full state that looks exactly like the view from its seat, all such states equally likely."""
        return self.load(guess_dump(view, rng))


GAME = Terminus
