"""A few turns of Terminus played in the mind: quickly, and each player by what that player knows."""

from random import Random

from omnibus.bots.terminus.judgement import Judgement, fear
from omnibus.rules.terminus.cards import (
    COLOUR_JOKERS,
    LINES,
    NO_CARD,
    NO_LINE,
    NUMBER_JOKERS,
    NUMBERS,
    PLACES,
    POINTS,
    SECRETS,
    SUPER_JOKER,
    points,
)
from omnibus.rules.terminus.scoring import takers
from omnibus.rules.terminus.state import TerminusState

# What the rest of a round costs a player, fitted by least squares to 200,000 positions of rounds played like this.
HELD_POINT = 0.14
STACKED_POINT = 0.1
HELD_CARD = 0.8
READY_CARD = -0.7  # one that could be laid at once
LAST_CARD_POINT = 0.6  # each point held or stacked when another player has one card left; half of it with two, …
LAST_CARD = -12.0  # the same whatever one has: the round does not last
RIDE = (1.5, 4.0, 4.0, 3.5, 2.0)  # the secret's line with 0 … 4 filled places
RISK = (0.0, 0.0, 0.7, 2.3, 5.0)  # the same for each player who comes before oneself
RISK_POINT = (0.0, 0.0, 0.02, 0.04, 0.15)  # and for each point there

NOTHING = -1000.0  # the value of a play that is not possible


class Play:
    """Cards to lay on a line, or one to put down as the secret, and what that seems to bring."""

    __slots__ = ("cards", "line", "reach", "value")

    def __init__(self, value: float, cards: list[int], line: int, reach: int):
        self.value = value
        self.cards = cards
        self.line = line  # NO_LINE for a secret
        self.reach = reach  # how many places of the line are filled then


class RestOfRound:
    """The rest of a round. A joker on a line stays there: nobody thinks of taking one back."""

    __slots__ = (
        "aside",
        "aside_points",
        "discards",
        "hands",
        "heaps",
        "judgement",
        "length",
        "line_points",
        "over",
        "pile",
        "rng",
        "scores",
        "sizes",
        "stacks",
        "target",
    )

    def __init__(self, state: TerminusState, judgement: Judgement, rng: Random):
        """Go on from that state, which is of no other use then."""
        self.judgement = judgement
        self.rng = rng
        self.hands = state.hands
        self.sizes = [sum(hand) for hand in state.hands]
        self.stacks = state.stacks
        self.length = state.length
        self.pile = state.pile
        self.scores = state.scores
        self.target = state.game.options["target"]
        self.discards = [card for card, copies in enumerate(state.discards) for _ in range(copies)]
        self.aside = [card for card, copies in enumerate(state.aside) for _ in range(copies)]
        self.aside_points = points(state.aside)
        self.heaps = [_cards_on(state, line) for line in LINES]
        self.line_points = [sum([POINTS[card] for card in heap]) for heap in self.heaps]
        self.over = False

    def play_on(self, seat: int, turns: int) -> int:
        """Play so many turns, fewer if the round or the game ends; whose turn is next.

        At the beginning it is that seat's turn and the card is drawn.
        """
        for _ in range(turns):
            self._take(seat, self._best_play(seat))
            if not self.sizes[seat]:
                self._count_cards(seat)
            self.over = not self.sizes[seat] or max(self.scores) >= self.target
            if self.over:
                return seat
            seat = (seat + 1) % len(self.hands)
            self._draw(seat)
        return seat

    def expected_scores(self, next_seat: int) -> list[float]:
        """The scores at the end of the round; those of a round that goes on as such rounds end on average."""
        if self.over:
            return [float(score) for score in self.scores]
        return [self.scores[seat] + self._still_to_come(seat, next_seat) for seat in range(len(self.hands))]

    def _still_to_come(self, seat: int, next_seat: int) -> float:
        """The points that the rest of the round brings a player, less what it brings everyone."""
        hand, stack = self.hands[seat], self.stacks[seat]
        held, stacked = points(hand), sum([POINTS[card] for card in stack])
        ready = sum([sum(hand[line * PLACES : line * PLACES + self.length[line] + 1]) for line in LINES])
        to_come = HELD_POINT * held + STACKED_POINT * stacked + HELD_CARD * self.sizes[seat] + READY_CARD * ready
        to_come += (LAST_CARD_POINT * (held + stacked) + LAST_CARD) / self._fewest_of_others(seat)
        waits = (seat - next_seat) % len(self.hands)
        for line in LINES:
            if stack[-1] in NUMBER_JOKERS or stack[-1] // PLACES == line:
                length, value = self.length[line], self.line_points[line] + self.aside_points
                to_come += RIDE[length] + waits * (RISK[length] + RISK_POINT[length] * value)
        return to_come

    # ---- A turn

    def _draw(self, seat: int) -> None:
        if not self.pile:
            self.rng.shuffle(self.discards)
            self.pile, self.discards = self.discards, []
        if self.pile:
            self.hands[seat][self.pile.pop()] += 1
            self.sizes[seat] += 1

    def _fewest_of_others(self, seat: int) -> int:
        return min([size for other, size in enumerate(self.sizes) if other != seat])

    def _threats(self) -> list[float]:
        """What each line costs those who ride on it, as things lie."""
        judgement, aside = self.judgement, self.aside_points
        return [judgement.threat(self.length[line], self.line_points[line] + aside) for line in LINES]

    def _best_play(self, seat: int) -> Play:
        hand_point = self.judgement.hand_point_when(self._fewest_of_others(seat))
        best = self._best_secret(seat, hand_point)
        for line in LINES:
            play = self._best_on_line(seat, hand_point, line)
            if play.value > best.value:
                best = play
        return best

    def _best_secret(self, seat: int, hand_point: float) -> Play:
        judgement, hand = self.judgement, self.hands[seat]
        threats = self._threats()
        out = judgement.out if self.sizes[seat] == 1 else 0.0
        relief = fear(self.stacks[seat][-1], threats)
        best = Play(NOTHING, [], NO_LINE, 0)
        for card in SECRETS:
            if hand[card]:
                value = (hand_point - judgement.stack_point) * POINTS[card] + relief - fear(card, threats) + out
                if card in NUMBER_JOKERS:
                    value += judgement.hand_joker - judgement.stack_joker
                if value > best.value:
                    best = Play(value, [card], NO_LINE, 0)
        return best

    def _best_on_line(self, seat: int, hand_point: float, line: int) -> Play:
        """Of the plays that lay all cards up to some place of the line, the one that brings most."""
        judgement, hand, secret = self.judgement, self.hands[seat], self.stacks[seat][-1]
        ours = secret in NUMBER_JOKERS or secret // PLACES == line
        reach = self.length[line]
        as_it_lies = self._value_on_line(line, reach, 0, ours)
        cards: list[int] = []
        for card in range(line * PLACES, line * PLACES + reach):
            cards += [card] * hand[card]
        shed = sum([POINTS[card] for card in cards])
        extra = 0.0
        joker_laid = False
        best = Play(NOTHING, [], line, reach)
        while True:
            if cards:
                value = hand_point * shed + extra + self._value_on_line(line, reach, shed, ours) - as_it_lies
                if len(cards) == self.sizes[seat]:
                    value += judgement.out
                if value > best.value:
                    best = Play(value, cards[:], line, reach)
            more = _cards_for(hand, line, reach, joker_laid)
            if not more:
                return best
            joker_laid = joker_laid or more[0] not in NUMBERS
            if more[0] in NUMBER_JOKERS:
                extra = judgement.hand_joker
            cards += more
            shed += POINTS[more[0]] * len(more)
            reach += 1

    def _value_on_line(self, line: int, reach: int, shed: int, ours: bool) -> float:
        """What the line brings when it is complete, or costs us who ride on it while it is not."""
        value = self.line_points[line] + self.aside_points + shed
        if reach == PLACES:
            return value / (len(self.hands) - 1)
        return -self.judgement.threat(reach, value) if ours else 0.0

    def _take(self, seat: int, play: Play) -> None:
        hand, line = self.hands[seat], play.line
        for card in play.cards:
            hand[card] -= 1
        self.sizes[seat] -= len(play.cards)
        if line == NO_LINE:
            self.stacks[seat] += play.cards
            return
        self.heaps[line] += play.cards
        self.line_points[line] += sum([POINTS[card] for card in play.cards])
        self.length[line] = play.reach
        if play.reach == PLACES:
            self._complete(seat, line)

    # ---- Points

    def _complete(self, seat: int, line: int) -> None:
        value = self.line_points[line] + self.aside_points
        paying = takers(line, {other: stack[-1] for other, stack in enumerate(self.stacks) if other != seat})
        for other in paying:
            self.scores[other] += value
        self.aside += self.heaps[line]
        self.aside_points = value
        if paying:
            self.discards += self.aside
            self.aside, self.aside_points = [], 0
        self.heaps[line] = []
        self.line_points[line] = 0
        self.length[line] = 0

    def _count_cards(self, out: int) -> None:
        for seat, hand in enumerate(self.hands):
            if seat != out:
                self.scores[seat] += points(hand) + sum([POINTS[card] for card in self.stacks[seat]])


def _cards_for(hand: list[int], line: int, reach: int, joker_laid: bool) -> list[int]:
    """The cards for the next empty place of a line: all numbers that fit, else one joker, else none."""
    if reach == PLACES:
        return []
    card = line * PLACES + reach
    if hand[card]:
        return [card] * hand[card]
    if not joker_laid:
        for joker in (NUMBER_JOKERS[reach], COLOUR_JOKERS[line], SUPER_JOKER):
            if hand[joker]:
                return [joker]
    return []


def _cards_on(state: TerminusState, line: int) -> list[int]:
    cards: list[int] = []
    for place in range(line * PLACES, (line + 1) * PLACES):
        cards += [place] * state.laid[place]
        if state.jokers[place] != NO_CARD:
            cards.append(state.jokers[place])
    return cards
