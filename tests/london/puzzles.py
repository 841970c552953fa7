"""Puzzles of London recalculated: every card and ticket that may come, played out by the rules themselves.

All cards that nobody has seen are put into the deck: each is as likely as any other to lie on top. So the others have
nothing in hand but what was seen, and claim what the rules let them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from omnibus.learn import Puzzle
from omnibus.rules.chance import Given, Outcome, Undecided
from omnibus.rules.game import Move
from omnibus.rules.london.moves import Claim, DrawFaceUp
from omnibus.rules.london.scoring import LondonSheet, count, final_result
from omnibus.rules.london.state import LondonState

SHIPPED = 40


def recalculated(puzzle: Puzzle) -> dict[str, Fraction]:
    """The value of every legal move."""
    state = puzzle.begin()
    assert isinstance(state, LondonState)
    way = _Points(state, puzzle.seat) if puzzle.counts == "points" else _Share(state, puzzle.seat)
    return {move.text: way.value(way.start, move) for move in state.legal(puzzle.seat)}


def _laid_open(state: LondonState, me: int) -> LondonState:
    """The position with all that the seat does not see in the decks, the tickets of the others too."""
    world, view = state.copy(), state.view(me)
    may_hold = list(view["deck"]["may_hold"].values())
    world.deck = [card for card, copies in enumerate(may_hold) for _ in range(copies)]
    for seat in range(state.game.seats):
        if seat != me:
            world.hands[seat] = state.known[seat][:]
    gone = {*state.tickets[me], *state.offers[me], *state.put_back[me]}
    world.ticket_deck = [ticket for ticket in range(len(state.board.tickets)) if ticket not in gone]
    world.ticket_top = 0
    return world


def _outcomes(
    state: LondonState, move: Move, given: tuple[Outcome, ...] = ()
) -> Iterator[tuple[Fraction, LondonState]]:
    """All that may come of a move, with its probability; after the second card the row does not matter any more."""
    after = state.copy()
    after.luck = Given(given, "whichever" if state.took_one and isinstance(move, DrawFaceUp) else "")
    try:
        after.play(state.turn[0], move)
    except Undecided as undecided:
        for outcome, chance in undecided.outcomes:
            for further, end in _outcomes(state, move, (*given, outcome)):
                yield chance * further, end
    else:
        yield Fraction(1), after


class _LastTurns(ABC):
    """The turns of a seat, to the end of the puzzle."""

    def __init__(self, state: LondonState, me: int):
        self.me = me
        self.start = _laid_open(state, me)
        self._known: dict[str, Fraction] = {}

    def value(self, state: LondonState, move: Move) -> Fraction:
        """What a move in this turn comes to."""
        return sum((chance * self._then(after) for chance, after in _outcomes(state, move)), Fraction(0))

    def _then(self, state: LondonState) -> Fraction:
        if state.turn == (self.me,) and (state.took_one or state.offers[self.me]):
            return max(self.value(state, move) for move in state.legal(self.me))
        key = repr(self._what_matters(state))
        if key not in self._known:
            self._known[key] = self._turn_over(self._others_play(state))
        return self._known[key]

    def _what_matters(self, state: LondonState) -> list[object]:
        return [state.owned, state.tickets[self.me], sorted(state.put_back[self.me]), state.hands[self.me]]

    @abstractmethod
    def _turn_over(self, state: LondonState) -> Fraction:
        """What it comes to when the others have played."""

    def _others_play(self, state: LondonState) -> LondonState:
        """The longest route, or two cards of the deck: whichever, nobody sees them."""
        state = state.copy()
        state.luck = Given((), "whichever")
        while state.turn and state.turn != (self.me,):
            (seat,) = state.turn
            claims = [move for move in state.legal(seat) if isinstance(move, Claim)]
            if claims and not state.took_one:
                state.play(seat, max(claims, key=lambda claim: state.board.routes[claim.route].length))
            else:
                state.play(seat, "draw deck")
        return state

    def _offers(self, state: LondonState) -> list[tuple[int, int]]:
        """Any two of the tickets that may come."""
        gone = {*state.tickets[self.me], *state.put_back[self.me]}
        return list(combinations([ticket for ticket in self.start.ticket_deck if ticket not in gone], 2))


class _Points(_LastTurns):
    """This turn and the next one, if there is one, then the points are counted."""

    def _turn_over(self, state: LondonState) -> Fraction:
        """In the last turn cards are of no use: claims, tickets, or nothing."""
        held = tuple(state.tickets[self.me])
        if state.result is not None:
            return self._points(state.owned[self.me], held)
        assert state.turn == (self.me,)
        values = [self._points(state.owned[self.me], held)]
        for move in state.legal(self.me):
            if isinstance(move, Claim):
                ((_, after),) = _outcomes(state, move)
                values.append(self._points(after.owned[self.me], held))
            elif move.text == "tickets":
                offers = self._offers(state)
                best = [max(self._points(state.owned[self.me], held + kept) for kept in _ways(two)) for two in offers]
                values.append(sum(best, Fraction(0)) / len(offers))
        return max(values)

    def _points(self, owned: int, tickets: tuple[int, ...]) -> Fraction:
        return Fraction(_sheet(self.start, owned, tickets).total)


class _Share(_LastTurns):
    """The last turn of the game: who wins, with any tickets in the others' hands."""

    def __init__(self, state: LondonState, me: int):
        super().__init__(state, me)
        self._held = [len(tickets) for tickets in state.tickets]
        self._held[me] = 0

    def _what_matters(self, state: LondonState) -> list[object]:
        """Cards are of no use any more."""
        return super()._what_matters(state)[:-1]

    def _turn_over(self, state: LondonState) -> Fraction:
        gone = {*state.tickets[self.me], *state.put_back[self.me]}
        unseen = tuple(ticket for ticket in self.start.ticket_deck if ticket not in gone)
        shares = worlds = 0
        for hands in _hands(unseen, self._held):
            hands[self.me] = tuple(state.tickets[self.me])
            sheets = [_sheet(self.start, owned, hand) for owned, hand in zip(state.owned, hands, strict=True)]
            winners = final_result(sheets).winners
            worlds += 1
            shares += Fraction(self.me in winners, len(winners))
        return Fraction(shares) / worlds


def _hands(unseen: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal tickets to the seats."""
    if not sizes:
        yield []
        return
    for hand in combinations(unseen, sizes[0]):
        for others in _hands(tuple(ticket for ticket in unseen if ticket not in hand), sizes[1:]):
            yield [hand, *others]


def _ways(offer: tuple[int, int]) -> list[tuple[int, ...]]:
    return [offer, offer[:1], offer[1:]]


_SHEETS: dict[tuple[int, tuple[int, ...]], LondonSheet] = {}


def _sheet(state: LondonState, owned: int, tickets: tuple[int, ...]) -> LondonSheet:
    key = owned, tickets
    if key not in _SHEETS:
        _SHEETS[key] = count(state.board, owned, list(tickets))
    return _SHEETS[key]
