"""Random players of Terminus who reach its corners, and what a seat cannot know changed: for tests alone."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Event, Move
from omnibus.rules.terminus.cards import (
    CARDS,
    NO_CARD,
    NO_LINE,
    NUMBER_JOKERS,
    PLACES,
    SECRETS,
)
from omnibus.rules.terminus.invariants import may_be_piled
from omnibus.rules.terminus.moves import End, PlayJoker, PlayNumber, Secret, Swap
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TakenBack
from omnibus.testing.insider import Habit


def _liking(*tastes: Callable[[Move], bool]) -> Habit[TerminusState]:
    """Takes what the first taste finds, else the second and so on, else anything; one time in ten anything."""

    def choose(_state: TerminusState, _seat: int, legal: list[Move], rng: Random) -> Move:
        if rng.random() < 0.9:
            for taste in tastes:
                liked = [move for move in legal if taste(move)]
                if liked:
                    return rng.choice(liked)
        return rng.choice(legal)

    return choose


def _is_secret(move: Move) -> bool:
    return isinstance(move, Secret)


def _is_five(move: Move) -> bool:
    return isinstance(move, PlayNumber) and move.place == PLACES - 1


def _is_play(move: Move) -> bool:
    return isinstance(move, PlayNumber | PlayJoker)


def _is_joker(move: Move) -> bool:
    return isinstance(move, PlayJoker)


def _is_swap(move: Move) -> bool:
    return isinstance(move, Swap)


def _is_end(move: Move) -> bool:
    return isinstance(move, End)


HABITS: Mapping[str, Habit[TerminusState]] = {
    "uniform": _liking(),
    "hasty": _liking(_is_five, _is_play),
    "stopping early": _liking(_is_end),
    "hoarding secrets": _liking(_is_secret, _is_end),
    "fond of jokers": _liking(_is_swap, _is_joker, _is_five, _is_play),
}


LANDMARKS = frozenset(
    {
        "the pile is reshuffled",
        "no card can be drawn",
        "a changed secret empties the hand",
        "a play that completes no line empties the hand",
        "a line and the hand are finished by one play",
        "a joker completes a line",
        "three 5s at once",
        "a card covers a joker",
        "a joker is taken back behind a later place",
        "a joker taken back is laid in the same turn",
        "two jokers are taken back in a turn",
        "a joker taken back may have become a secret",
        "nobody takes a line",
        "set-aside lines are taken with a later one",
        "two lines are set aside at once",
        "two players take a line",
        "a number joker takes a line",
        "a line ends the game",
        "a round ends the game",
        "a shared victory",
    }
)


def twin(state: TerminusState, seat: int | None, rng: Random, thorough: bool) -> TerminusState:
    """Cards that the seat cannot tell apart change places, two by two, as long as the rules allow."""
    twin = state.copy()
    twin.luck = Seeded(f"{rng.getrandbits(128):032x}")
    for other in range(twin.game.seats):
        if other != seat:
            twin.drawn[other] = [0] * len(CARDS)
    table = _HiddenCards(twin, seat, may_be_piled(state, seat))
    table.mix(rng, 40 if thorough else 1)
    table.lay_out(twin)
    return twin


def passed(before: TerminusState, move: Move, events: Sequence[Event], after: TerminusState) -> set[str]:
    """The landmarks that a move passed."""
    kinds = [event.kind for event in events]
    completed = "complete" in kinds or "complete-with-aside" in kinds
    marks = set()
    if "reshuffle" in kinds:
        marks.add("the pile is reshuffled")
    if "no-draw" in kinds:
        marks.add("no card can be drawn")
    if "out" in kinds:
        if isinstance(move, Secret):
            marks.add("a changed secret empties the hand")
        elif completed:
            marks.add("a line and the hand are finished by one play")
        else:
            marks.add("a play that completes no line empties the hand")
    if isinstance(move, Secret) and before.taken_back[before.active] and not before.choosing_secrets:
        marks.add("a joker taken back may have become a secret")
    marks |= _passed_on_line(before, move, after)
    if completed:
        marks |= _passed_by_points(before, events)
    if after.result is not None:
        marks.add("a round ends the game" if "out" in kinds else "a line ends the game")
        if len(after.result.winners) > 1:
            marks.add("a shared victory")
    return marks


def _passed_on_line(before: TerminusState, move: Move, after: TerminusState) -> set[str]:
    marks = set()
    if isinstance(move, PlayJoker):
        if before.length[move.line] == PLACES - 1:
            marks.add("a joker completes a line")
        if move.card in [entry.joker for entry in before.taken_back[before.active]] and before.line != NO_LINE:
            marks.add("a joker taken back is laid in the same turn")
    if isinstance(move, PlayNumber):
        if move.copies == 3:
            marks.add("three 5s at once")
        if before.jokers[move.card] != NO_CARD:
            marks.add("a card covers a joker")
    if isinstance(move, Swap):
        if move.card % PLACES + 1 < before.length[move.line]:
            marks.add("a joker is taken back behind a later place")
        if before.line != NO_LINE and len(after.taken_back[before.active]) > 1:
            marks.add("two jokers are taken back in a turn")
    return marks


def _passed_by_points(before: TerminusState, events: Sequence[Event]) -> set[str]:
    marks = set()
    takers = [event.public["seat"] for event in events if event.kind == "take"]
    if not takers:
        marks.add("nobody takes a line")
        if any(before.aside):
            marks.add("two lines are set aside at once")
    elif any(before.aside):
        marks.add("set-aside lines are taken with a later one")
    if len(takers) > 1:
        marks.add("two players take a line")
    if any(before.stacks[seat][-1] in NUMBER_JOKERS for seat in takers):
        marks.add("a number joker takes a line")
    return marks


class _Token(NamedTuple):
    """A hidden card and where it could be."""

    card: int
    may_be_piled: bool
    seat: int | None  # a joker taken back is with this seat …
    since: int  # … in its hand, or in its stack at this height or higher


class _Place(NamedTuple):
    """Where a hidden card lies."""

    seat: int  # or the pile
    height: int | None  # in the pile or in the seat's stack; None in its hand


PILE = -1


class _HiddenCards:
    """All cards that a seat cannot see, and their places."""

    def __init__(self, state: TerminusState, seat: int | None, possible: list[int]):
        self.tokens: list[_Token] = []
        self.places: list[_Place] = []
        self._left = possible[:]
        for height, card in enumerate(state.pile):
            self._add(card, _Place(PILE, height))
        if state.result is None:
            for other in range(state.game.seats):
                if other != seat:
                    self._add_seat(state, other)

    def _add(self, card: int, place: _Place, bound: TakenBack | None = None) -> None:
        # Of cards alike it does not matter which ones may be in the pile, if those that are there may.
        maybe = bound is None and self._left[card] > 0
        self._left[card] -= maybe
        seat, since = (None, 0) if bound is None else (place.seat, bound.since)
        self.tokens.append(_Token(card, maybe, seat, since))
        self.places.append(place)

    def _add_seat(self, state: TerminusState, seat: int) -> None:
        lying = [(card, _Place(seat, None)) for card, copies in enumerate(state.hands[seat]) for _ in range(copies)]
        for height, card in enumerate(state.stacks[seat]):
            if not state.shown[seat] >> height & 1:
                lying.append((card, _Place(seat, height)))
        # The most narrowly known chooses first, so that each finds a card of its own.
        for entry in sorted(state.taken_back[seat], key=lambda entry: -entry.since):
            for card, place in lying:
                if card == entry.joker and (place.height is None or place.height >= entry.since):
                    lying.remove((card, place))
                    self._add(card, place, entry)
                    break
        for card, place in lying:
            self._add(card, place)

    def mix(self, rng: Random, rounds: int) -> None:
        """Let two random cards change places where both may, many times: in the end all is equally likely."""
        everywhere = list(range(len(self.tokens)))
        # Cards without a number have few places to go: every second pair is looked for only there.
        loose = [k for k in everywhere if self.places[k].seat == PILE or self.places[k].height is None]
        for choice in (everywhere, loose) * rounds:
            pairs = len(self.tokens) if choice else 0
            for one, other in zip(rng.choices(choice, k=pairs), rng.choices(choice, k=pairs), strict=True):
                if self._fits(one, other) and self._fits(other, one):
                    self.tokens[one], self.tokens[other] = self.tokens[other], self.tokens[one]

    def _fits(self, one: int, other: int) -> bool:
        """Whether the first card may lie where the other does."""
        token, place = self.tokens[one], self.places[other]
        if place.seat == PILE:
            return token.may_be_piled
        if token.seat is not None and token.seat != place.seat:
            return False
        return place.height is None or (place.height >= token.since and token.card in SECRETS)

    def lay_out(self, state: TerminusState) -> None:
        """Put the cards on the table as they lie now."""
        for seat in {place.seat for place in self.places if place.seat != PILE}:
            state.hands[seat] = [0] * len(CARDS)
        for token, place in zip(self.tokens, self.places, strict=True):
            if place.height is None:
                state.hands[place.seat][token.card] += 1
            else:
                (state.pile if place.seat == PILE else state.stacks[place.seat])[place.height] = token.card
