"""What a seat knows of a game of Terminus, and guessing the rest (T25)."""

from collections.abc import Iterable
from math import comb, factorial, perm
from operator import sub
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from omnibus.rules.game import View
from omnibus.rules.terminus.cards import (
    CARD_NAMED,
    CARDS,
    COPIES,
    LINE_LETTERS,
    LINES,
    NO_CARD,
    NO_LINE,
    NUMBERS,
    PLACES,
    SECRETS,
    counted,
    named,
    points,
)
from omnibus.rules.terminus.moves import Decision, TerminusMoveData
from omnibus.rules.terminus.scoring import FinishedRound

if TYPE_CHECKING:
    from omnibus.rules.terminus.state import TerminusState


class TakenBack(NamedTuple):
    """A joker all saw going into a hand (T25). It is still there, or among the secrets put down since."""

    joker: int
    since: int  # the height of the secret stack at that moment


class TakenBackView(TypedDict):
    """A joker known to be in the hand, or in the secret stack at `since` (from the bottom, 0) or higher."""

    joker: str
    since: int
    sure: bool  # it must be in the hand: it cannot have become a secret since


class TerminusSeatView(TypedDict):
    """What lies before one player. What the viewer may not know is None."""

    hand: list[str] | None
    hand_size: int
    taken_back: list[TakenBackView]
    stack: list[str | None]  # the top last
    shown: list[bool]  # which cards of the stack everyone knows
    score: int
    taken: int  # points taken for lines this round


class PileView(TypedDict):
    """The pile."""

    size: int
    made_of: list[str]  # the cards it was made of when it was last shuffled
    drawn: list[str]  # those that the viewer has drawn since
    may_hold: list[str]  # those that may still be there for all the viewer knows


class RoundView(TypedDict):
    """A finished round; the lists go by seat."""

    out: int | None
    lines: list[int]
    cards: list[int]
    hands: list[list[str]]
    stacks: list[list[str]]


class TerminusView(View[TerminusMoveData, Decision]):
    """All that a seat may know."""

    round: int
    starter: int
    active: int
    choosing_secrets: bool
    line: str | None  # the line played on this turn
    joker_laid: bool  # this turn
    table: list[TerminusSeatView]
    lines: dict[str, list[list[str]]]  # the cards on each of the five places, the top last
    worth: dict[str, int]  # the points that lie on each line (T3, T17)
    pile: PileView
    discards: list[str]
    aside: list[str]
    aside_worth: int  # points, for who takes the next line (T20)
    sheet: list[RoundView]


def look(state: "TerminusState", seat: int | None, opened: bool = False) -> TerminusView:
    """All that the seat may know; None is a spectator. After the end all cards are open."""
    return _look(state, seat, _knows(state, seat, opened), _elsewhere(state))


def look_from_all(state: "TerminusState", seats: Iterable[int | None]) -> list[TerminusView]:
    """What each of them may know. What everybody sees is looked at once, and is the same in all views."""
    views: list[TerminusView] = []
    elsewhere = _elsewhere(state)
    for seat in seats:
        knows = _knows(state, seat)
        seen = _look_again(state, seat, knows, elsewhere, views[0]) if views else _look(state, seat, knows, elsewhere)
        views.append(seen)
    return views


def _look(state: "TerminusState", seat: int | None, knows: list[bool], elsewhere: list[int]) -> TerminusView:
    return {
        **state.common_view(seat),
        "round": len(state.sheet) + (state.result is None),
        "starter": state.starter,
        "active": state.active,
        "choosing_secrets": state.choosing_secrets,
        "line": None if state.line == NO_LINE else LINE_LETTERS[state.line],
        "joker_laid": state.joker_laid,
        "table": [_look_at_seat(state, other, known) for other, known in enumerate(knows)],
        "lines": {LINE_LETTERS[line]: _look_at_line(state, line) for line in LINES},
        "worth": {LINE_LETTERS[line]: points(state.on_line(line)) for line in LINES},
        "pile": _look_at_pile(state, seat, knows, elsewhere, named(state.pile_source)),
        "discards": named(state.discards),
        "aside": named(state.aside),
        "aside_worth": points(state.aside),
        "sheet": [
            {
                "out": row.out,
                "lines": row.lines[:],
                "cards": row.cards[:],
                "hands": _copied(row.hands),
                "stacks": _copied(row.stacks),
            }
            for row in state.sheet
        ],
    }


def _look_again(
    state: "TerminusState", seat: int | None, knows: list[bool], elsewhere: list[int], seen: TerminusView
) -> TerminusView:
    """The view of another seat than it was seen from: all that seats may see differently is looked at anew."""
    return {
        **seen,
        **state.common_view(seat),
        "table": [_look_at_seat(state, other, known) for other, known in enumerate(knows)],
        "pile": _look_at_pile(state, seat, knows, elsewhere, seen["pile"]["made_of"]),
    }


def _knows(state: "TerminusState", seat: int | None, opened: bool = False) -> list[bool]:
    """For each seat, whether its cards are known."""
    opened = opened or state.result is not None
    return [opened or other == seat for other in range(state.game.seats)]


def _look_at_pile(
    state: "TerminusState", seat: int | None, knows: list[bool], elsewhere: list[int], made_of: list[str]
) -> PileView:
    return {
        "size": len(state.pile),
        "made_of": made_of,
        "drawn": [] if seat is None else named(state.drawn[seat]),
        "may_hold": named(_pile_may_hold(state, seat, knows, elsewhere)),
    }


def _look_at_seat(state: "TerminusState", other: int, knows: bool) -> TerminusSeatView:
    hand, stack, shown = state.hands[other], state.stacks[other], state.shown[other]
    if shown:
        seen = [bool(shown >> height & 1) for height in range(len(stack))]
        cards = [CARDS[card] if knows or known else None for card, known in zip(stack, seen, strict=True)]
    else:
        seen = [False] * len(stack)
        cards = [CARDS[card] for card in stack] if knows else [None] * len(stack)
    return {
        "hand": named(hand) if knows else None,
        "hand_size": sum(hand),
        "taken_back": [
            {"joker": CARDS[entry.joker], "since": entry.since, "sure": _surely_in_hand(entry, stack, shown)}
            for entry in state.taken_back[other]
        ],
        "stack": cards,
        "shown": seen,
        "score": state.scores[other],
        "taken": state.taken[other],
    }


def _surely_in_hand(entry: TakenBack, stack: list[int], shown: int) -> bool:
    """T25: a joker without a number cannot be a secret (T5); nor can one when all secrets since were seen."""
    return entry.joker not in SECRETS or all(shown >> height & 1 for height in range(entry.since, len(stack)))


def _look_at_line(state: "TerminusState", line: int) -> list[list[str]]:
    places = []
    for place in range(line * PLACES, (line + 1) * PLACES):
        joker = state.jokers[place]
        bottom = [] if joker == NO_CARD else [CARDS[joker]]
        places.append(bottom + [CARDS[place]] * state.laid[place])
    return places


def _elsewhere(state: "TerminusState") -> list[int]:
    """All cards by kind, less those that everybody sees on the lines, discarded or aside."""
    unseen = [*map(sub, map(sub, COPIES, state.discards), state.aside)]
    unseen[: len(NUMBERS)] = map(sub, unseen, state.laid)
    for joker in state.jokers:
        if joker != NO_CARD:
            unseen[joker] -= 1
    return unseen


def _pile_may_hold(state: "TerminusState", seat: int | None, knows: list[bool], elsewhere: list[int]) -> list[int]:
    """The cards by kind that may be in the pile: those it was made of, less all whose whereabouts are known."""
    unseen = elsewhere[:]
    for other, known in enumerate(knows):
        stack, shown = state.stacks[other], state.shown[other]
        if known:
            unseen = [*map(sub, unseen, state.hands[other])]
            for card in stack:
                unseen[card] -= 1
        else:
            for entry in state.taken_back[other]:
                unseen[entry.joker] -= 1
            for height, card in enumerate(stack) if shown else ():
                if shown >> height & 1:
                    unseen[card] -= 1
    source = state.pile_source if seat is None else map(sub, state.pile_source, state.drawn[seat])
    return [fewer if fewer < more else more for fewer, more in zip(unseen, source, strict=True)]


# ---- Guessing the rest


class _Slot(NamedTuple):
    """A card's place that the viewer cannot see: in a hand, or at a height of a stack."""

    seat: int
    height: int | None


def fill(state: "TerminusState", view: TerminusView, rng: Random) -> None:
    """Make a blank state look like the view from its seat, all such states equally likely."""
    table = view["table"]
    state.pile, placed = _place_unseen_cards(view, rng)
    state.hands = [counted(seat["hand"] or []) for seat in table]
    state.stacks = [[NO_CARD if name is None else CARD_NAMED[name] for name in seat["stack"]] for seat in table]
    for slot, card in placed:
        if slot.height is None:
            state.hands[slot.seat][card] += 1
        else:
            state.stacks[slot.seat][slot.height] = card
    places = [place for letter in LINE_LETTERS for place in view["lines"][letter]]
    state.chances = 0
    state.starter = view["starter"]
    state.active = view["active"]
    state.line = LINE_LETTERS.index(view["line"]) if view["line"] else NO_LINE
    state.joker_laid = view["joker_laid"]
    state.taken_back = [
        [TakenBack(CARD_NAMED[entry["joker"]], entry["since"]) for entry in seat["taken_back"]] for seat in table
    ]
    state.shown = [sum(1 << height for height, shown in enumerate(seat["shown"]) if shown) for seat in table]
    state.laid = [sum(not card.endswith("*") for card in place) for place in places]
    state.jokers = [CARD_NAMED[place[0]] if place and place[0].endswith("*") else NO_CARD for place in places]
    state.pile_source = counted(view["pile"]["made_of"])
    # What the others have drawn is not for the viewer to know: they count as remembering nothing.
    state.drawn = [counted(view["pile"]["drawn"] if seat == view["seat"] else []) for seat in range(view["seats"])]
    state.discards = counted(view["discards"])
    state.aside = counted(view["aside"])
    state.scores = [seat["score"] for seat in table]
    state.taken = [seat["taken"] for seat in table]
    state.sheet = [
        FinishedRound(row["out"], row["lines"][:], row["cards"][:], _copied(row["hands"]), _copied(row["stacks"]))
        for row in view["sheet"]
    ]


def _copied(heaps: list[list[str]]) -> list[list[str]]:
    return [heap[:] for heap in heaps]


def _unseen(view: TerminusView) -> list[int]:
    """The cards by kind that the viewer does not see, those known to be in a hand left out."""
    seen = [*view["discards"], *view["aside"]]
    seen += [card for line in view["lines"].values() for place in line for card in place]
    for seat in view["table"]:
        seen += [card for card in seat["stack"] if card is not None]
        if seat["hand"] is None:
            seen += [entry["joker"] for entry in seat["taken_back"]]
        else:
            seen += seat["hand"]
    return [copies - elsewhere for copies, elsewhere in zip(COPIES, counted(seen), strict=True)]


def _place_unseen_cards(view: TerminusView, rng: Random) -> tuple[list[int], list[tuple[_Slot, int]]]:
    """The pile, and a card for every hidden slot, all possible arrangements equally likely.

    Four cards have no number and cannot be a secret (T5), and not all cards may be in the pile (T25). So it is
    drawn first how many of the numberless lie in the pile, with the number of arrangements as weight.
    """
    may_hold = counted(view["pile"]["may_hold"])
    surely_out = [cards - maybe for cards, maybe in zip(_unseen(view), may_hold, strict=True)]
    numbered, numberless = _sorted_out(may_hold)
    numbered_out, numberless_out = _sorted_out(surely_out)
    size = view["pile"]["size"]

    def arrangements(hand_slots: int, slots: int) -> list[int]:
        """How many there are with 0, 1, 2 … numberless cards in the pile, its order apart."""
        ways = []
        for piled in range(min(size, len(numberless)) + 1):
            in_hands = len(numberless) - piled + len(numberless_out)
            if in_hands > hand_slots:
                ways.append(0)
                continue
            piles = comb(len(numberless), piled) * comb(len(numbered), size - piled)
            ways.append(piles * perm(hand_slots, in_hands) * factorial(slots - in_hands))
        return ways

    every_hand_slot = sum(seat["hand_size"] for seat in view["table"] if seat["hand"] is None)
    while True:
        # Where the known jokers are decides how many arrangements the others have: keep it in proportion.
        placed, hand_slots, stack_slots = _place_known_jokers(view, rng)
        slots = len(hand_slots) + len(stack_slots)
        ways = arrangements(len(hand_slots), slots)
        most_ways = arrangements(min(every_hand_slot, slots), slots)
        if not placed or rng.random() * sum(most_ways) < sum(ways):
            break

    (piled,) = rng.choices(range(len(ways)), ways)
    rng.shuffle(numberless)
    rng.shuffle(numbered)
    rng.shuffle(hand_slots)
    pile = numberless[:piled] + numbered[: size - piled]
    rng.shuffle(pile)
    in_hands = numberless[piled:] + numberless_out
    anywhere = numbered[size - piled :] + numbered_out
    rng.shuffle(anywhere)
    placed += zip(hand_slots[: len(in_hands)], in_hands, strict=True)
    placed += zip(hand_slots[len(in_hands) :] + stack_slots, anywhere, strict=True)
    return pile, placed


def _sorted_out(counts: list[int]) -> tuple[list[int], list[int]]:
    """The cards with a number, and those without."""
    cards = [card for card, copies in enumerate(counts) for _ in range(copies)]
    return [card for card in cards if card in SECRETS], [card for card in cards if card not in SECRETS]


def _place_known_jokers(view: TerminusView, rng: Random) -> tuple[list[tuple[_Slot, int]], list[_Slot], list[_Slot]]:
    """A slot for each joker that was taken back, all possible ones equally likely, and the slots left over."""
    placed: list[tuple[_Slot, int]] = []
    hand_slots: list[_Slot] = []
    stack_slots: list[_Slot] = []
    for number, seat in enumerate(view["table"]):
        if seat["hand"] is not None:
            continue
        hand = [_Slot(number, None)] * seat["hand_size"]
        stack = [_Slot(number, height) for height, card in enumerate(seat["stack"]) if card is None]
        # The most restricted choose first: the slots open to them are open to all who follow.
        for since, joker in sorted(
            (
                (
                    entry["since"] if CARD_NAMED[entry["joker"]] in SECRETS else len(seat["stack"]),
                    entry["joker"],
                )
                for entry in seat["taken_back"]
            ),
            reverse=True,
        ):
            open_slots = hand + [slot for slot in stack if slot.height is not None and slot.height >= since]
            slot = rng.choice(open_slots)
            (hand if slot.height is None else stack).remove(slot)
            placed.append((slot, CARD_NAMED[joker]))
        hand_slots += hand
        stack_slots += stack
    return placed, hand_slots, stack_slots
