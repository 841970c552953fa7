"""The own turn and the next scored line: what to lay, where to stop, when to change the secret.

The player after the one who decides completes a line if laying one or two cards of the hand does it; then, or if not,
the puzzle is over. What counts is the lead: what the others take on average, less what one takes oneself and what is
left in one's hand and among one's secrets.
"""

from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

from omnibus.rules.game import Move
from omnibus.rules.terminus import GAME
from omnibus.rules.terminus.cards import (
    COLOUR_JOKERS,
    LINES,
    NUMBER_JOKERS,
    PLACES,
    POINTS,
    SUPER_JOKER,
    points,
)
from omnibus.rules.terminus.moves import End, PlayJoker, PlayNumber, Secret, Swap
from omnibus.rules.terminus.scoring import takers
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView
from omnibus.study.proof import Leaves, Proof, Question
from omnibus.study.terminus.hidden import Hidden, Present, is_countable

ENOUGH = 2  # cards that the next player lays to complete a line
FULL_ENOUGH = PLACES - ENOUGH
FIRST_LENGTH = 2  # of a line, before there is anything to fear or to hope for
MOST_LEAVES = 20_000  # so that they can be checked by playing all of them out

Threats = tuple[tuple[int, int, int], ...]  # lines that may be completed: which, how many places are open, its points


def question(view: TerminusView) -> Question | None:
    """In one's own turn, when a line is long enough and the cards that nobody sees may be anywhere."""
    if view["choosing_secrets"] or not is_countable(view):
        return None
    longest = max(sum(bool(place) for place in line) for line in view["lines"].values())
    return Question("line", "points", "finisher") if longest >= FIRST_LENGTH else None


def solve(view: TerminusView, _question: Question) -> Proof | None:
    """What every move comes to on average, if the turn is gone on with as well as it can be."""
    state = GAME.of(view).guess(view, Random(0))  # only what the seat sees of it is looked at
    turn, heedless = _OwnTurn(state, Hidden(view)), _HeedlessTurn(state, Hidden(view))
    values = {move.text: turn.value(state, move) for move in state.legal(turn.me)}
    if not turn.leaves.count:
        return None
    at_first_sight = {move.text: heedless.value(state, move) for move in state.legal(turn.me)}
    obvious = [move for move, value in at_first_sight.items() if value == max(at_first_sight.values())]
    best = GAME.of(view).move(max(values, key=lambda move: values[move]))
    kind = f"{'complete' if _completes(state, best) else best.data['do']}, {view['asks']}"
    return Proof(values, turn.worlds, turn.leaves.count, kind, obvious)


def _completes(state: TerminusState, move: Move) -> bool:
    """T14: whether the move lays the fifth place of a line."""
    if isinstance(move, PlayNumber):
        return move.place == PLACES - 1
    return isinstance(move, PlayJoker) and state.length[move.line] == PLACES - 1


class _Completion(NamedTuple):
    """A line that the next player completes."""

    line: int
    worth: int


class _OwnTurn:
    """A turn in all ways in which it can be played, and what comes after it."""

    def __init__(self, state: TerminusState, hidden: Hidden):
        self.me = state.turn[0]
        self.leaves = Leaves(MOST_LEAVES)
        self.worlds = 1
        self._hidden = hidden
        self._others = [seat for seat in range(state.game.seats) if seat != self.me]
        self._aside = points(state.aside)
        self._best: dict[tuple[object, ...], Fraction] = {}
        self._taken_from_me = cache(self._completed_by_me)
        self._after_next = cache(self._completed_by_next)

    def value(self, state: TerminusState, move: Move) -> Fraction:
        """What a move comes to."""
        if isinstance(move, End):
            return self._passed_on(state, state.stacks[self.me][-1]) - self._left(state)
        if _completes(state, move):
            return self._completing(state, move)
        after = state.copy()
        if isinstance(move, Secret):
            # Changing the secret ends the turn: what the others do then is none of this state's business.
            after.hands[self.me][move.card] -= 1
            after.stacks[self.me].append(move.card)
            return self._passed_on(after, move.card) - self._left(after) if any(after.hands[self.me]) else Fraction(0)
        if sum(state.hands[self.me]) == 1 and not isinstance(move, Swap):
            return Fraction(0)  # T22: nothing is left that counts
        after.play(self.me, move)
        return self._going_on(after)

    def _going_on(self, state: TerminusState) -> Fraction:
        key = tuple(state.hands[self.me]), tuple(state.laid), tuple(state.jokers), state.joker_laid
        if key not in self._best:
            self._best[key] = max(self.value(state, move) for move in state.legal(self.me))
        return self._best[key]

    def _left(self, state: TerminusState) -> int:
        """T22: what is in the hand and on the stack."""
        return points(state.hands[self.me]) + sum(POINTS[card] for card in state.stacks[self.me])

    def _completing(self, state: TerminusState, move: Move) -> Fraction:
        """T16 to T19: the others pay. T22: with an empty hand nothing is left that counts."""
        if not isinstance(move, PlayNumber | PlayJoker):
            raise AssertionError("nothing else completes a line")
        copies = move.copies if isinstance(move, PlayNumber) else 1
        laid = POINTS[move.card] * copies
        worth = points(state.on_line(move.line)) + laid + self._aside
        out = sum(state.hands[self.me]) == copies
        return self._taken_from_me(move.line) * worth - (0 if out else self._left(state) - laid)

    def _completed_by_me(self, line: int) -> Fraction:
        """How many of the others, of all of them, take a line on average."""
        paying = weights = 0
        for tops in self._hidden.tops(self._others):
            self.leaves.add()
            weights += tops.weight
            paying += tops.weight * len(takers(line, dict(tops.cards)))
        return Fraction(paying, weights * len(self._others))

    def _passed_on(self, state: TerminusState, secret: int) -> Fraction:
        """What the next player's turn brings."""
        threats = tuple(
            (line, state.length[line], points(state.on_line(line)))
            for line in LINES
            if state.length[line] >= FULL_ENOUGH
        )
        return self._after_next(threats, secret) if threats else Fraction(0)

    def _completed_by_next(self, threats: Threats, secret: int) -> Fraction:
        third = [seat for seat in self._others if seat != self._hidden.next]
        kinds = sorted({card for line, length, _ in threats for card in _fitting(line, length)})
        completed = cache(lambda present: _completed(threats, present))
        gained = weights = worlds = 0
        for tops in self._hidden.tops(third):
            gains = {line: self._gain(line, {self.me: secret, **tops.cards}) for line, _, _ in threats}
            hands = self._hidden.next_hands(tops, kinds)
            worlds += len(hands)
            self.leaves.add(len(hands))
            for present, weight in hands:
                weights += weight * tops.weight
                completion = completed(present)
                if completion is not None:
                    worth = completion.worth + self._aside
                    gained += weight * tops.weight * gains[completion.line] * worth
        self.worlds = max(self.worlds, worlds)
        return Fraction(gained, weights * len(self._others))

    def _gain(self, line: int, revealed: dict[int, int]) -> int:
        """How often the others take the line, less how often I do: it counts as much as all of them together."""
        paying = takers(line, revealed)
        return (
            -len(self._others) if paying == [self.me] else len(paying) - (self.me in paying) * (1 + len(self._others))
        )


class _HeedlessTurn(_OwnTurn):
    """The turn of somebody who gets rid of cards and does not think of the next player’s turn."""

    def _passed_on(self, state: TerminusState, secret: int) -> Fraction:  # noqa: ARG002
        return Fraction(0)


def _fitting(line: int, length: int) -> list[int]:
    """The cards that fill the places of a line that are still open."""
    places = range(length, PLACES)
    return [
        *(line * PLACES + place for place in places),
        *(NUMBER_JOKERS[place] for place in places),
        COLOUR_JOKERS[line],
        SUPER_JOKER,
    ]


def _completed(threats: Threats, present: Present) -> _Completion | None:
    """The line worth most of those that the cards in hand complete, with the cheapest cards."""
    for line, length, worth in sorted(threats, key=lambda threat: -threat[2]):
        cost = _cheapest(line, length, present)
        if cost is not None:
            return _Completion(line, worth + cost)
    return None


def _cheapest(line: int, length: int, present: Present) -> int | None:
    """The fewest points that fill the open places, with one joker at most (T12)."""
    numbers = {place: line * PLACES + place for place in range(length, PLACES)}
    costs = []
    if all(card in present for card in numbers.values()):
        costs.append(sum(POINTS[card] for card in numbers.values()))
    for place in numbers:
        others = [card for other, card in numbers.items() if other != place]
        jokers = (NUMBER_JOKERS[place], COLOUR_JOKERS[line], SUPER_JOKER)
        if all(card in present for card in others):
            costs += [sum(POINTS[card] for card in others) + POINTS[joker] for joker in jokers if joker in present]
    return min(costs, default=None)
