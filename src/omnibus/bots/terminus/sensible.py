"""A sensible player of Terminus, who plays out every turn there is and takes the one that leaves the least points."""

from random import Random

from omnibus.rules.game import View
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import CARDS, LINES, NO_CARD, PLACES, POINTS, fits_line, number, points
from omnibus.rules.terminus.state import TerminusState

GUESSES = 4
LONGEST_SEARCH = 400  # positions within a turn

# What a point in hand and a point among the secrets are expected to cost in the end, and a card whatever its points.
HAND_POINT = 0.6
STACK_POINT = 0.9
HAND_CARD = 0.6
# How likely each of the others completes a line with 0 … 4 filled places before our next turn.
COMPLETED = (0.0, 0.01, 0.03, 0.09, 0.25)


def play_sensibly(view: View, rng: Random) -> str:
    """The first move of the turn that leaves us best off, as far as can be seen from our seat."""
    seat, legal = view["seat"], view["legal"]
    if seat is None or len(legal) == 1:
        return legal[0]
    game = Terminus(view["seats"], **view["options"])
    worth = dict.fromkeys(legal, 0.0)
    for _ in range(GUESSES):
        state = game.guess(view, rng)
        search = _Turn(state, seat)
        for text in legal:
            worth[text] += search.best(state, text)
    return max(legal, key=lambda text: worth[text])


class _Turn:
    """All ways to play out one turn in a state that looks like ours."""

    def __init__(self, before: TerminusState, seat: int):
        self.before = before
        self.seat = seat
        self.positions = 0

    def best(self, state: TerminusState, text: str) -> float:
        """The most that can come of a turn that goes on with that move."""
        self.positions += 1
        after = state.copy()
        after.play(self.seat, text)
        same_turn = after.turn == (self.seat,) and after.active == self.seat and len(after.sheet) == len(state.sheet)
        if not same_turn or text.startswith("secret") or text == "end" or self.positions > LONGEST_SEARCH:
            return self.worth(after)
        return max(self.best(after, move.text) for move in after.legal(self.seat))

    def worth(self, state: TerminusState) -> float:
        """What the turn has done to us and to the others, and what is to be feared."""
        gains = [new - old for new, old in zip(state.scores, self.before.scores, strict=True)]
        others = (sum(gains) - gains[self.seat]) / (len(gains) - 1)
        worth = others - gains[self.seat]
        if state.result is None and len(state.sheet) == len(self.before.sheet):
            worth -= self.burden(state) + self.danger(state)
        return worth

    def burden(self, state: TerminusState) -> float:
        """What our cards may cost when somebody else ends the round."""
        hand, stack = state.hands[self.seat], state.stacks[self.seat]
        left = HAND_POINT * points(hand) + HAND_CARD * sum(hand)
        return left + STACK_POINT * sum(POINTS[card] for card in stack)

    def danger(self, state: TerminusState) -> float:
        """What the lines may cost that our secret rides on."""
        secret = state.stacks[self.seat][-1]
        danger = 0.0
        for line in LINES:
            if fits_line(secret, line):
                on_line = [0] * len(CARDS)
                for place in range(line * PLACES, (line + 1) * PLACES):
                    on_line[place] += state.laid[place]
                    if state.jokers[place] != NO_CARD:
                        on_line[state.jokers[place]] += 1
                value = points(on_line) + points(state.aside) + 5
                # The smallest number takes the points: each of the others may have a smaller one.
                others = len(state.scores) - 1
                smallest = (1 - 0.12 * (number(secret) - 1)) ** (others - 1)
                danger += COMPLETED[state.length[line]] * others * value * smallest
        return danger
