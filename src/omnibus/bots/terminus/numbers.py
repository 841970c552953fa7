"""What a seat knows in a position that is being imagined, as the numbers of the encoding.

To build the view first takes four times as long. The tests hold it against `omnibus.rules.terminus.encoding`.
"""

from omnibus.rules.terminus.cards import (
    COLOUR_JOKERS,
    COPIES,
    LINES,
    NO_CARD,
    NO_LINE,
    NUMBER_JOKERS,
    NUMBERS,
    PLACES,
    POINTS,
    SECRETS,
    points,
)
from omnibus.rules.terminus.encoding import JOKERS, MOST_ALIKE, MOST_SEATS, SEAT_COUNTS
from omnibus.rules.terminus.state import TerminusState

KINDS_OF_JOKERS = 3
KIND_OF_JOKER = {card: (card >= COLOUR_JOKERS[0]) + (card > COLOUR_JOKERS[-1]) for card in JOKERS}
KNOWN_NARROWLY = len(NUMBER_JOKERS) * MOST_ALIKE


def numbers_of(state: TerminusState, seat: int) -> list[int]:
    """All that the seat knows while the game goes on."""
    seats = len(state.hands)
    in_order = [*range(seat, seats), *range(seat)]
    nobody = [0] * (MOST_SEATS - seats)
    unseen = _not_before(state, seat)
    on_lines = _on_lines(state, unseen)
    before_others = _before_seats(state, in_order, unseen)
    drawn = state.drawn[seat]
    return [
        *[int(seats == each) for each in SEAT_COUNTS],
        state.game.options["target"],
        *_asked(state, seat),
        0,
        *[int(other in state.turn) for other in in_order],
        *nobody,
        *[int(other == state.active) for other in in_order],
        *nobody,
        *[int(other == state.starter) for other in in_order],
        *nobody,
        *[state.scores[other] for other in in_order],
        *nobody,
        *[state.taken[other] for other in in_order],
        *nobody,
        *[int(line == state.line) for line in LINES],
        int(state.joker_laid),
        *on_lines,
        *state.aside,
        points(state.aside),
        *state.discards,
        *state.hands[seat],
        *_own_hidden(state, seat),
        *[sum(state.hands[other]) for other in in_order],
        *nobody,
        *[len(state.stacks[other]) - state.shown[other].bit_count() for other in in_order],
        *nobody,
        *before_others,
        *unseen,
        len(state.pile),
        *[
            there if there < made - mine else made - mine
            for there, made, mine in zip(unseen, state.pile_source, drawn, strict=True)
        ],
    ]


def _asked(state: TerminusState, seat: int) -> tuple[int, int, int]:
    if seat not in state.turn:
        return 0, 0, 0
    if state.choosing_secrets:
        return 1, 0, 0
    return (0, 1, 0) if state.line == NO_LINE else (0, 0, 1)


def _not_before(state: TerminusState, seat: int) -> list[int]:
    """The cards by kind that are neither the seat's own nor discarded or aside."""
    unseen = [
        copies - discarded - aside - own
        for copies, discarded, aside, own in zip(COPIES, state.discards, state.aside, state.hands[seat], strict=True)
    ]
    for card in state.stacks[seat]:
        unseen[card] -= 1
    return unseen


def _on_lines(state: TerminusState, unseen: list[int]) -> list[int]:
    """What lies on the lines, which is taken off the cards not seen."""
    jokers = [0] * (KINDS_OF_JOKERS * len(NUMBERS))
    worth = [0] * len(LINES)
    for place, copies in enumerate(state.laid):
        if copies:
            worth[place // PLACES] += copies * POINTS[place]
            unseen[place] -= copies
        joker = state.jokers[place]
        if joker != NO_CARD:
            jokers[KINDS_OF_JOKERS * place + KIND_OF_JOKER[joker]] = 1
            worth[place // PLACES] += POINTS[joker]
            unseen[joker] -= 1
    return state.laid + jokers + worth


def _own_hidden(state: TerminusState, seat: int) -> list[int]:
    """The seat's secrets that nobody else has seen."""
    hidden = [0] * len(SECRETS)
    for height, card in enumerate(state.stacks[seat]):
        if not state.shown[seat] >> height & 1:
            hidden[card] += 1
    return hidden


def _before_seats(state: TerminusState, in_order: list[int], unseen: list[int]) -> list[int]:
    """What is known of secrets and of jokers taken back. Those of others are taken off the cards not seen."""
    own = in_order[0]
    shown_secrets = [0] * (MOST_SEATS * len(SECRETS))
    tops = [0] * (MOST_SEATS * len(SECRETS))
    top_shown = [0] * MOST_SEATS
    taken_back = [0] * (MOST_SEATS * len(JOKERS))
    perhaps_secret = [0] * (MOST_SEATS * KNOWN_NARROWLY)
    for place, other in enumerate(in_order):
        stack, shown = state.stacks[other], state.shown[other]
        first = place * len(SECRETS)
        if shown:
            for height, card in enumerate(stack):
                if shown >> height & 1:
                    shown_secrets[first + card] += 1
                    unseen[card] -= other != own
        if stack:
            top_shown[place] = shown >> len(stack) - 1 & 1
            tops[first + stack[-1]] = int(top_shown[place] or other == own)
        if state.taken_back[other]:
            for entry in state.taken_back[other]:
                taken_back[place * len(JOKERS) + entry.joker - JOKERS[0]] += 1
                unseen[entry.joker] -= other != own
            first = place * KNOWN_NARROWLY
            perhaps_secret[first : first + KNOWN_NARROWLY] = _perhaps_secret(state, other)
    return [*shown_secrets, *tops, *top_shown, *taken_back, *perhaps_secret]


def _perhaps_secret(state: TerminusState, other: int) -> list[int]:
    """For each number joker taken back, how many hidden secrets may be it; the one known more narrowly first."""
    perhaps: list[int] = []
    stack, shown = state.stacks[other], state.shown[other]
    for joker in NUMBER_JOKERS:
        hidden = sorted(
            len(stack) - entry.since - (shown >> entry.since).bit_count()
            for entry in state.taken_back[other]
            if entry.joker == joker
        )
        perhaps += [*hidden, 0, 0][:MOST_ALIKE]
    return perhaps
