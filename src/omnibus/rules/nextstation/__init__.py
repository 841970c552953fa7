"""Next Station: London, the game of drawing underground lines."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from omnibus.rules.game import Game, IllegalMove, Option
from omnibus.rules.nextstation.board import LONDON, PRINTED, Board
from omnibus.rules.nextstation.moves import Moves
from omnibus.rules.nextstation.referee import NextStationReferee
from omnibus.rules.nextstation.scoring import PRINTED_POINTS
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import NextStationView, guess_dump
from omnibus.rules.rulebook import Rulebook

_SECTION = re.compile(r"(\d{1,3})>(\d{1,3})( joker| switch| second)?")


class NextStation(Game[NextStationState, NextStationView]):
    """Next Station: London for 1 to 4 seats (N1), with objectives (N21) and pencil powers (N23) as options."""

    id: ClassVar[str] = "nextstation"
    ruleset: ClassVar[int] = 1
    seat_counts: ClassVar[range] = range(1, 5)
    options_offered: ClassVar[tuple[Option, ...]] = (Option("objectives", False), Option("powers", False))
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus.rules.nextstation")
    referee = NextStationReferee()
    printed: ClassVar[Mapping[str, Any]] = {**PRINTED, "points": PRINTED_POINTS}
    board: ClassVar[Board] = LONDON
    moves_on_board: ClassVar[Moves] = Moves(LONDON)

    def __init__(self, seats: int | None = None, **options: int | bool):
        # Without powers there are fewer moves; those there are have the same numbers.
        every = self.moves_on_board
        self.moves = every.with_powers if options.get("powers") else every.without_powers
        super().__init__(seats, **options)

    def _no_such_move(self, text: str) -> IllegalMove:
        section = _SECTION.fullmatch(text)
        if section is not None and max(int(section[1]), int(section[2])) < len(self.board.stations):
            a, b = sorted((int(section[1]), int(section[2])))
            if (a, b) not in self.board.section_between:
                return self.rulebook.refuse("no-such-section", a=a, b=b)
        # N23: powers are an option.
        if any(move.text == text for move in self.moves_on_board.with_powers):
            return self.rulebook.refuse("no-powers")
        return super()._no_such_move(text)

    def _deal(self, seed: str) -> NextStationState:
        return NextStationState.dealt(self, self.board, self.moves_on_board, seed)

    def load(self, data: Mapping[str, Any]) -> NextStationState:
        """The state that was dumped."""
        return NextStationState.loaded(self, self.board, self.moves_on_board, data)

    def guess(self, view: NextStationView, rng: Random) -> NextStationState:
        """A full state that looks exactly like the view from its seat, all such states equally likely."""
        return self.load(guess_dump(self.board, view, rng))


GAME = NextStation
