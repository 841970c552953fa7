"""Small positions of Ticket to Ride: London, written as one would lay them out."""

import re
from collections.abc import Sequence

from omnibus.rules.london import London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.scoring import route_points
from omnibus.rules.london.state import LondonState

KINDS = LONDON.kinds
FIRST_TICKETS = ("T17", "T18", "T19", "T20")  # one each, unless a position says otherwise


def cards(text: str) -> list[int]:
    """The cards of `3orange 1bus`, by kind."""
    counts = [0] * len(KINDS)
    for word in text.split():
        number, kind = re.fullmatch(r"(\d*)([a-z]+)", word).groups()  # type: ignore[union-attr]
        counts[KINDS.index(kind)] += int(number or 1)
    return counts


def position(
    *hands: str,
    row: str = "blue green black pink yellow",
    draw: str = "",
    rest: str = "deck",
    tickets: Sequence[str] | None = None,
    next_tickets: str = "",
    ticket_deck: str | None = None,
    routes: Sequence[str] | None = None,
    active: int = 0,
    took_one: bool = False,
) -> LondonState:
    """A position at the start of the active player's turn.

    A gap in the row is written `-`. `draw` are the next cards of the deck, the next one first. All other cards go
    where `rest` says: deck, discards, or the hand of a seat by its number. The ticket deck is all tickets left,
    `next_tickets` on top, unless it is written out; then all that are left go to the last seat.
    """
    seats = len(hands)
    held = [cards(hand) for hand in hands]
    lying = [None if card == "-" else card for card in row.split()]
    used = [sum(counts) for counts in zip(*held, cards(row.replace("-", "")), cards(draw), strict=True)]
    left = [copies - taken for copies, taken in zip(LONDON.copies, used, strict=True)]
    discards = [0] * len(KINDS)
    deck = draw.split()[::-1]
    if rest == "deck":
        deck = [KINDS[card] for card, copies in enumerate(left) for _ in range(copies)] + deck
    elif rest == "discards":
        discards = left
    else:
        held[int(rest)] = [mine + more for mine, more in zip(held[int(rest)], left, strict=True)]
    in_hands = [names.split() for names in (tickets or FIRST_TICKETS[:seats])]
    on_top = (next_tickets if ticket_deck is None else ticket_deck).split()
    taken = {name for names in in_hands for name in names} | set(on_top)
    others = [ticket.id for ticket in LONDON.tickets if ticket.id not in taken]
    if ticket_deck is None:
        on_top += others
    else:
        in_hands[-1] += others
    owned = [names.split() for names in (routes or [""] * seats)]
    masks = [sum(1 << LONDON.route_numbered[name] for name in names) for names in owned]
    placed = [sum(LONDON.routes[LONDON.route_numbered[name]].length for name in names) for names in owned]
    state = London(seats).load(
        {
            "n": 0,
            "turn": [active],
            "seed": "position",
            "chances": 3,
            "starter": 0,
            "active": active,
            "took_one": took_one,
            "last_turns": -1,
            "hands": held,
            "known": [[0] * len(KINDS) for _ in hands],
            "row": lying,
            "flushed": [],
            "deck": deck,
            "deck_source": list(LONDON.copies),
            "drawn": [[0] * len(KINDS) for _ in hands],
            "discards": discards,
            "owned": owned,
            "buses": [LONDON.buses - buses for buses in placed],
            "points": [route_points(LONDON, mask) for mask in masks],
            "tickets": in_hands,
            "offers": [[] for _ in hands],
            "choices": [0 for _ in hands],
            "ticket_deck": on_top,
            "ticket_top": 20 - len(on_top),
            "put_back": [{} for _ in hands],
        }
    )
    assert list(London.broken_laws(state)) == []
    return state


def legal(state: LondonState, kind: str = "") -> list[str]:
    """What the player whose turn it is may do, of one kind or of all."""
    return [move.text for move in state.legal(state.turn[0]) if move.text.startswith(kind)]


def play(state: LondonState, *moves: str) -> list[str]:
    """Let whoever's turn it is make each move; the kinds of events of the last one."""
    kinds: list[str] = []
    for move in moves:
        kinds = [event.kind for event in state.play(state.turn[0], move)]
        assert list(London.broken_laws(state)) == []
    return kinds


def forbidden_by(state: LondonState, text: str) -> str | None:
    """The rule that forbids a move to the player whose turn it is."""
    refusal = state.why_not(state.turn[0], text)
    return None if refusal is None else refusal.rule


def hand(state: LondonState, seat: int) -> str:
    """The cards in a player's hand, as `3orange 1bus`."""
    return named(state.hands[seat])


def named(counts: Sequence[int]) -> str:
    """Cards by kind, as `3orange 1bus`."""
    return " ".join(f"{copies}{kind}" for kind, copies in zip(KINDS, counts, strict=True) if copies)


def row(state: LondonState) -> str:
    """The face-up cards; a gap is `-`."""
    return " ".join("-" if card < 0 else KINDS[card] for card in state.row)


def held_tickets(state: LondonState, seat: int) -> list[str]:
    """The tickets a player holds."""
    return [LONDON.tickets[ticket].id for ticket in state.tickets[seat]]


def ticket_deck(state: LondonState) -> list[str]:
    """The ticket deck, the next one first."""
    return [LONDON.tickets[ticket].id for ticket in state.ticket_deck]
