"""This turn of a seat in London and its next one, in the last round this one alone, reckoned from what the seat sees.

Nothing that the others hide changes what the seat can do then; and what they draw unseen leaves every card that nobody
has seen as likely as before to lie on top. In the last turn cards are of no use any more.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from omnibus.rules.game import Move
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.moves import Claim, DrawDeck, DrawFaceUp, Keep
from omnibus.rules.london.scoring import count
from omnibus.rules.london.view import LondonView
from omnibus.study.london.others import BUS, Cards, Others, Routes, cards, claimable, routes_of, with_route
from omnibus.study.proof import Leaves

Tickets = tuple[int, ...]


class Standing(NamedTuple):
    """What the seat has, and whose the routes are, between two decisions."""

    hand: Cards
    buses: int
    tickets: Tickets
    unseen: Tickets  # those that may come
    routes: Routes


Worth = Callable[[Standing], Fraction]
"""What the end is worth to the seat."""


class LastTurns:
    """All that the seat can do in its last turns, and what comes of it."""

    def __init__(self, view: LondonView, worth: Worth, leaves: Leaves):
        self._seat = view["seat"] or 0
        self._others = Others(view)
        self._is_last = view["last_turns"] is not None
        self._second_card = view["took_one"]
        self._row = tuple(LONDON.kinds.index(kind) for kind in view["row"] if kind is not None)
        self._urn = cards(view["deck"]["may_hold"])
        self._tickets_left = view["ticket_deck"]
        self._worth = worth
        self._leaves = leaves
        self.worlds = 0
        self._turn_over = cache(self._others_and_last_turn)
        self._gain = cache(self._gain_by_tickets)

    def value(self, standing: Standing, move: Move) -> Fraction:
        """What a move comes to on average, if the seat goes on as well as it can."""
        if isinstance(move, Claim):
            return self._turn_over(self._claimed(standing, move))
        if isinstance(move, Keep):
            return self._turn_over(standing._replace(tickets=standing.tickets + move.tickets))
        if isinstance(move, DrawDeck | DrawFaceUp):
            return self._turn_over(standing) if self._is_last else self._card(standing, move)
        return self._offered(standing)

    def _claimed(self, standing: Standing, move: Claim) -> Standing:
        hand = list(standing.hand)
        hand[move.colour] -= move.coloured
        hand[BUS] -= move.buses
        return standing._replace(
            hand=tuple(hand),
            buses=standing.buses - LONDON.routes[move.route].length,
            routes=with_route(standing.routes, self._seat, move.route),
        )

    # ---- Cards

    def _card(self, standing: Standing, move: DrawDeck | DrawFaceUp) -> Fraction:
        if isinstance(move, DrawDeck):
            if self._second_card:
                return self._drawn(standing, self._urn)
            return self._average(
                (chance, self._second(_with(standing, card), self._row, left))
                for card, chance, left in self._coming(self._urn)
            )
        standing = _with(standing, move.card)
        if self._second_card or move.card == BUS:
            return self._turn_over(standing)
        row = list(self._row)
        row.remove(move.card)
        return self._average(
            (chance, self._second(standing, (*row, card), left)) for card, chance, left in self._coming(self._urn)
        )

    def _second(self, standing: Standing, row: Cards, urn: Cards) -> Fraction:
        """The best second card (L8: no face-up Bus)."""
        face_up = [self._turn_over(_with(standing, card)) for card in set(row) if card != BUS]
        return max([self._drawn(standing, urn), *face_up])

    def _drawn(self, standing: Standing, urn: Cards) -> Fraction:
        return self._average((chance, self._turn_over(_with(standing, card))) for card, chance, _ in self._coming(urn))

    def _coming(self, urn: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
        """The cards that may come from the deck, and what is unseen then."""
        for card, copies in enumerate(urn):
            if copies:
                yield card, Fraction(copies, sum(urn)), (*urn[:card], copies - 1, *urn[card + 1 :])

    def _average(self, cases: Iterator[tuple[Fraction, Fraction]]) -> Fraction:
        total = Fraction(0)
        for chance, value in cases:
            self.worlds += 1
            total += chance * value
        return total

    # ---- Tickets

    def _offered(self, standing: Standing) -> Fraction:
        """Any two tickets, and the best of the ways to keep them (L17)."""
        pairs = list(combinations(standing.unseen, 2))
        chance = Fraction(1, len(pairs))
        return self._average((chance, max(map(self._turn_over, _kept(standing, pair)))) for pair in pairs)

    # ---- The others, and the last turn

    def _others_and_last_turn(self, standing: Standing) -> Fraction:
        standing = standing._replace(routes=self._others.play(standing.routes))
        return self._end(standing) if self._is_last else self._last_turn(standing)

    def _last_turn(self, standing: Standing) -> Fraction:
        """A claim, tickets, or cards that are of no use; what counts are points."""
        values = [self._end(standing)]
        for route in claimable(self._seat, standing.routes, standing.hand, standing.buses):
            values.append(self._end(standing._replace(routes=with_route(standing.routes, self._seat, route))))
        if self._tickets_left:
            values.append(values[0] + self._gain(standing.routes[self._seat], standing.unseen))
        return max(values)

    def _gain_by_tickets(self, owned: int, unseen: Tickets) -> Fraction:
        """What two tickets more are worth on average to whoever has those routes and claims no others."""
        worths = [worth_of_ticket(owned, ticket) for ticket in unseen]
        best = [max(one, other, one + other) for one, other in combinations(worths, 2)]
        self._leaves.add(len(best))
        return Fraction(sum(best), len(best))

    def _end(self, standing: Standing) -> Fraction:
        self._leaves.add()
        return self._worth(standing)


def _with(standing: Standing, card: int) -> Standing:
    hand = standing.hand
    return standing._replace(hand=(*hand[:card], hand[card] + 1, *hand[card + 1 :]))


def _kept(standing: Standing, pair: Tickets) -> Iterator[Standing]:
    unseen = tuple(ticket for ticket in standing.unseen if ticket not in pair)
    for kept in ((pair[0],), (pair[1],), pair):
        yield standing._replace(tickets=standing.tickets + kept, unseen=unseen)


def standing_of(view: LondonView) -> Standing:
    """What the seat has now."""
    me = view["table"][view["seat"] or 0]
    tickets = tuple(LONDON.ticket_numbered[ticket["ticket"]] for ticket in me["tickets"] or [])
    gone = {ticket["ticket"] for ticket in [*(me["tickets"] or []), *(me["offer"] or [])]}
    gone |= {entry["ticket"] for entry in view["put_back"]}
    unseen = tuple(index for name, index in LONDON.ticket_numbered.items() if name not in gone)
    return Standing(cards(me["hand"] or {}), me["buses"], tickets, unseen, routes_of(view))


@cache
def _bare(owned: int) -> int:
    return count(LONDON, owned, []).total


@cache
def worth_of_ticket(owned: int, ticket: int) -> int:
    """What a ticket adds to the points of whoever has those routes (L20)."""
    return count(LONDON, owned, [ticket]).tickets[ticket]


def points_of(seat: int) -> Worth:
    """The seat's points if the game ends so (L20)."""

    def points(standing: Standing) -> Fraction:
        owned = standing.routes[seat]
        return Fraction(_bare(owned) + sum(worth_of_ticket(owned, ticket) for ticket in standing.tickets))

    return points
