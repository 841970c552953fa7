"""Who wins in London, for all tickets that the others may hold: every arrangement of those unseen is equally likely."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, prod

from omnibus.rules.london.board import LONDON
from omnibus.rules.london.scoring import count
from omnibus.rules.london.view import LondonView
from omnibus.study.london.last_turns import Standing, Worth, worth_of_ticket
from omnibus.study.proof import Leaves

Merit = tuple[int, int]  # points, and completed tickets (L22)
Sorts = tuple[tuple[tuple[int, ...], int], ...]  # what a ticket is worth to each of the others, and how many are alike


def share_of(view: LondonView, leaves: Leaves) -> Worth:
    """The seat's share of the victory if the game ends so, on average over what the others may hold."""
    me = view["seat"] or 0
    held = [(seat, its["ticket_count"]) for seat, its in enumerate(view["table"]) if seat != me]

    @cache
    def share(mine: Merit, bare: tuple[Merit, ...], sorts: Sorts) -> Fraction:
        won = Fraction(0)
        ways = 0
        for merits, weight in _merits(bare, [size for _, size in held], sorts):
            leaves.add()
            ways += weight
            if max(merits) <= mine:
                won += Fraction(weight, 1 + merits.count(mine))
        return won / ways

    def worth(standing: Standing) -> Fraction:
        bare = tuple(_merit(standing.routes[seat], ()) for seat, _ in held)
        alike = Counter(
            tuple(worth_of_ticket(standing.routes[seat], ticket) for seat, _ in held) for ticket in standing.unseen
        )
        return share(_merit(standing.routes[me], standing.tickets), bare, tuple(sorted(alike.items())))

    return worth


@cache
def _merit(owned: int, tickets: tuple[int, ...]) -> Merit:
    sheet = count(LONDON, owned, list(tickets))
    return sheet.total, sheet.completed


def _merits(bare: tuple[Merit, ...], sizes: list[int], sorts: Sorts) -> Iterator[tuple[list[Merit], int]]:
    """What the others may come to, and in how many ways."""
    done = len(bare) - len(sizes)
    if not sizes:
        yield [], 1
        return
    points, _ = bare[done]
    for taken in _takings(sorts, sizes[0]):
        ways = prod(comb(copies, number) for (_, copies), number in zip(sorts, taken, strict=True))
        values = [(worth[done], number) for (worth, _), number in zip(sorts, taken, strict=True)]
        merit = (
            points + sum(value * number for value, number in values),
            sum(number for value, number in values if value > 0),
        )
        left = tuple((worth, copies - number) for (worth, copies), number in zip(sorts, taken, strict=True))
        for merits, weight in _merits(bare, sizes[1:], left):
            yield [merit, *merits], ways * weight


def _takings(sorts: Sorts, size: int) -> Iterator[tuple[int, ...]]:
    """How many of each sort make up so many tickets."""
    if not sorts:
        if not size:
            yield ()
        return
    (_, copies), *others = sorts
    for number in range(min(copies, size) + 1):
        for taken in _takings(tuple(others), size - number):
            yield number, *taken
