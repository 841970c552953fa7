"""What a seat knows of a game of Terminus as numbers, for programs that learn.

Left out is what no decision can depend on: the rounds before, whose cards are all shuffled again (T22); the order of a
stack below its top (T15); and the cards that the end of the game opens.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import mul

from omnibus.rules.encoding import Encoding, Part
from omnibus.rules.terminus.cards import (
    CARD_NAMED,
    CARDS,
    COLOUR_JOKERS,
    COPIES,
    DECK,
    LINE_LETTERS,
    LINES,
    NUMBER_JOKERS,
    NUMBERS,
    POINTS,
    SECRETS,
    SUPER_JOKER,
    counted,
)
from omnibus.rules.terminus.view import TerminusSeatView, TerminusView

SEAT_COUNTS = range(2, 7)
MOST_SEATS = SEAT_COUNTS[-1]
TARGETS = range(10, 501)
DECISIONS = ("first-secret", "turn", "more")
JOKERS = range(NUMBER_JOKERS[0], len(CARDS))
MOST_ALIKE = 2  # jokers that look alike

# The most there can be. Two have a card in hand and a secret at least, so long as a round goes on.
MOST_IN_HAND = len(DECK) - 3
MOST_SECRETS = sum(COPIES[card] for card in SECRETS) - 1
MOST_PILED = len(DECK) - 4
ALL_POINTS = sum(map(mul, POINTS, COPIES))
MOST_POINTS = TARGETS[-1] - 1 + ALL_POINTS
MOST_ON_LINE = 3 * (1 + 2 + 3 + 4) + (7 + 6 + 4 + 3)  # all numbers below 5, and the four best jokers


class TerminusEncoding(Encoding):
    """The views of Terminus as numbers. Cards are counted by kind, in the order of `CARDS`."""

    parts = (
        Part("seats", len(SEAT_COUNTS)),  # 2, 3, 4, 5 or 6
        Part("target", 1, TARGETS[-1], TARGETS[0]),
        Part("asks", len(DECISIONS)),  # first-secret, turn or more
        Part("over", 1),
        Part("turn", MOST_SEATS),  # who may move
        Part("active", MOST_SEATS),
        Part("starter", MOST_SEATS),
        Part("scores", MOST_SEATS, MOST_POINTS),
        Part("taken for lines", MOST_SEATS, MOST_POINTS),  # this round
        Part("line", len(LINES)),  # played on this turn
        Part("joker laid", 1),  # this turn
        Part("laid", len(NUMBERS), 3),  # number cards on each place
        Part("jokers", 3 * len(NUMBERS)),  # on each place: a number joker, a colour joker or the super-joker
        Part("worth of lines", len(LINES), MOST_ON_LINE),
        Part("aside", len(CARDS), 3),
        Part("worth of aside", 1, ALL_POINTS),
        Part("discards", len(CARDS), 3),
        Part("hand", len(CARDS), 3),
        Part("own hidden secrets", len(SECRETS), 3),  # those of the looking seat that nobody else has seen
        Part("hand sizes", MOST_SEATS, MOST_IN_HAND),
        Part("hidden secrets", MOST_SEATS, MOST_SECRETS),  # how many, the own ones too
        Part("shown secrets", MOST_SEATS * len(SECRETS), 3),
        Part("top secrets", MOST_SEATS * len(SECRETS)),  # as far as they are known
        Part("top is shown", MOST_SEATS),
        Part("taken back", MOST_SEATS * len(JOKERS), MOST_ALIKE),  # jokers in the hand or among the hidden secrets
        # Number jokers taken back: how many hidden secrets may be it; the one known more narrowly first.
        Part("perhaps secret", MOST_SEATS * len(NUMBER_JOKERS) * MOST_ALIKE, MOST_SECRETS),
        Part("unseen", len(CARDS), 3),  # in the pile, or with others who are not known to have it
        Part("pile size", 1, MOST_PILED),
        Part("pile may hold", len(CARDS), 3),
    )

    def encode(self, view: TerminusView) -> list[int]:
        """All that the seat of the view knows."""
        seat, seats = view["seat"], view["seats"]
        if seat is None:
            raise ValueError("a spectator has no seat to look from")
        in_order = [(seat + step) % seats for step in range(seats)]
        table = [view["table"][other] for other in in_order]
        return [
            *_one_of(seats, SEAT_COUNTS),
            int(view["options"]["target"]),
            *_one_of(view["asks"], DECISIONS),
            int(view["result"] is not None),
            *_by_seat([int(other in view["turn"]) for other in in_order]),
            *_by_seat([int(other == view["active"]) for other in in_order]),
            *_by_seat([int(other == view["starter"]) for other in in_order]),
            *_by_seat([other["score"] for other in table]),
            *_by_seat([other["taken"] for other in table]),
            *_one_of(view["line"], LINE_LETTERS),
            int(view["joker_laid"]),
            *_on_lines(view),
            *_before_seats(table),
            *_out_of_sight(view, table),
        ]


def _one_of(chosen: object, possible: Iterable[object]) -> list[int]:
    return [int(chosen == each) for each in possible]


def _by_seat(numbers: list[int]) -> list[int]:
    """One number for each seat at the table, and nothing for the others."""
    return numbers + [0] * (MOST_SEATS - len(numbers))


def _rows(rows: list[list[int]]) -> list[int]:
    """As many numbers for each seat at the table, and nothing for the others."""
    return [*chain(*rows), *[0] * (len(rows[0]) * (MOST_SEATS - len(rows)))]


def _on_lines(view: TerminusView) -> list[int]:
    """What lies open in the middle."""
    laid: list[int] = []
    jokers: list[int] = []
    for letter in LINE_LETTERS:
        for place in view["lines"][letter]:
            kind = _KIND_OF_JOKER.get(place[0], _NO_JOKER) if place else _NO_JOKER
            jokers += kind
            laid.append(len(place) - sum(kind))
    return [
        *laid,
        *jokers,
        *(view["worth"][letter] for letter in LINE_LETTERS),
        *counted(view["aside"]),
        view["aside_worth"],
        *counted(view["discards"]),
    ]


_NO_JOKER = (0, 0, 0)
_KIND_OF_JOKER = {
    CARDS[card]: (int(card in NUMBER_JOKERS), int(card in COLOUR_JOKERS), int(card == SUPER_JOKER)) for card in JOKERS
}


def _before_seats(table: list[TerminusSeatView]) -> list[int]:
    """What is known of hands and secrets, the looking seat first."""
    own = table[0]
    hidden = [name for name, shown in zip(own["stack"], own["shown"], strict=True) if not shown]
    return [
        *counted(own["hand"] or []),
        *_secrets(hidden),
        *_by_seat([seat["hand_size"] for seat in table]),
        *_by_seat([seat["shown"].count(False) for seat in table]),
        *_rows([_secrets(_shown(seat)) for seat in table]),
        *_rows([_secrets(seat["stack"][-1:] if seat is own else _shown_top(seat)) for seat in table]),
        *_by_seat([int(seat["shown"][-1:] == [True]) for seat in table]),
        *_rows([_jokers(seat) for seat in table]),
        *_rows([_perhaps_secret(seat) for seat in table]),
    ]


def _secrets(names: list[str | None]) -> list[int]:
    """Cards that may be secrets, counted by kind."""
    counts = [0] * len(SECRETS)
    for name in names:
        if name is not None:
            counts[CARD_NAMED[name]] += 1
    return counts


def _shown(seat: TerminusSeatView) -> list[str | None]:
    """The secrets that everyone knows. The others count as hidden, even when the end has opened them."""
    return [name for name, shown in zip(seat["stack"], seat["shown"], strict=True) if shown]


def _shown_top(seat: TerminusSeatView) -> list[str | None]:
    return seat["stack"][-1:] if seat["shown"][-1:] == [True] else []


def _jokers(seat: TerminusSeatView) -> list[int]:
    """The jokers taken back, by kind."""
    counts = [0] * len(JOKERS)
    for entry in seat["taken_back"]:
        counts[CARD_NAMED[entry["joker"]] - JOKERS[0]] += 1
    return counts


def _perhaps_secret(seat: TerminusSeatView) -> list[int]:
    """For each number joker taken back, how many hidden secrets lie where it may be (T25)."""
    if not seat["taken_back"]:
        return [0] * (len(NUMBER_JOKERS) * MOST_ALIKE)
    since: list[list[int]] = [[] for _ in JOKERS]
    for entry in seat["taken_back"]:
        since[CARD_NAMED[entry["joker"]] - JOKERS[0]].append(seat["shown"][entry["since"] :].count(False))
    return [count for each in since[: len(NUMBER_JOKERS)] for count in (*sorted(each), 0, 0)[:MOST_ALIKE]]


def _out_of_sight(view: TerminusView, table: list[TerminusSeatView]) -> list[int]:
    """The cards that the looking seat does not see, and those of them that the pile may hold."""
    own, *others = table
    unseen = list(COPIES)
    heaps: list[Sequence[str | None]] = [view["discards"], view["aside"], own["hand"] or [], own["stack"]]
    heaps += [place for line in view["lines"].values() for place in line]
    for seat in others:
        heaps += [_shown(seat), [entry["joker"] for entry in seat["taken_back"]]]
    for name in chain(*heaps):
        if name is not None:
            unseen[CARD_NAMED[name]] -= 1
    made_of, drawn = counted(view["pile"]["made_of"]), counted(view["pile"]["drawn"])
    may_hold = [min(there, made - mine) for there, made, mine in zip(unseen, made_of, drawn, strict=True)]
    return [*unseen, view["pile"]["size"], *may_hold]


ENCODING = TerminusEncoding()
encode = ENCODING.encode
