"""Ticket to Ride: London."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from omnibus.rules.game import Game, IllegalMove, Option
from omnibus.rules.london.board import GREY, LONDON, PRINTED, LondonBoard
from omnibus.rules.london.encoding import LondonEncoding, encoding_of
from omnibus.rules.london.invariants import broken_laws
from omnibus.rules.london.moves import MOVES, LondonMoves
from omnibus.rules.london.state import LondonState
from omnibus.rules.london.view import LondonView
from omnibus.rules.rulebook import Rulebook

_CLAIM = re.compile(r"claim (?P<route>\S+) (?P<payment>\d{1,2}[a-z]+(?:\+\d{1,2}[a-z]+)?)")
_CARDS = re.compile(r"(\d+)([a-z]+)")


class London(Game[LondonState, LondonView]):
    """Ticket to Ride: London for 2 to 4 seats (L1)."""

    id: ClassVar[str] = "london"
    rulesets: ClassVar[range] = range(1, 2)
    seat_counts: ClassVar[range] = range(2, 5)
    options_offered: ClassVar[tuple[Option, ...]] = ()
    rulebook: ClassVar[Rulebook] = Rulebook("omnibus.rules.london")
    broken_laws = staticmethod(broken_laws)
    position = LondonState
    printed: ClassVar[Mapping[str, Any]] = PRINTED
    board: ClassVar[LondonBoard] = LONDON
    book: ClassVar[LondonMoves] = MOVES
    moves = MOVES.all

    @property
    def encoding(self) -> LondonEncoding:
        """How views become numbers for programs that learn."""
        return encoding_of(self.board)

    def _no_such_move(self, text: str) -> IllegalMove:
        """L11: a claim that cannot be paid for so gets the reason."""
        claim = _CLAIM.fullmatch(text)
        if claim is None or claim["route"] not in self.board.route_numbered:
            return super()._no_such_move(text)
        route = self.board.routes[self.board.route_numbered[claim["route"]]]
        payment = [(int(cards), kind) for cards, kind in _CARDS.findall(claim["payment"])]
        colours = {kind for _, kind in payment if kind != self.board.kinds[self.board.bus]}
        if sum(cards for cards, _ in payment) != route.length:
            return self.rulebook.refuse("wrong-number", route=route.id, length=route.length)
        if route.colour == GREY:
            return self.rulebook.refuse("one-colour", route=route.id)
        if colours != {self.board.colours[route.colour]}:
            return self.rulebook.refuse("wrong-colour", route=route.id, colour=self.board.colours[route.colour])
        return super()._no_such_move(text)


GAME = London
