"""What a player of Terminus makes of a position, in points."""

from dataclasses import dataclass

from omnibus.rules.terminus.cards import LINES, NO_CARD, NUMBER_JOKERS, PLACES, POINTS, points
from omnibus.rules.terminus.state import TerminusState


@dataclass(frozen=True, slots=True)
class Judgement:
    """What things are taken to cost or to bring before the round is over."""

    hand_point: float
    hurry: float  # what a point in hand costs besides when another player has one card left; half of it with two, …
    hand_joker: float  # a number joker besides its points: it fits one place only, and is best laid while it does
    stack_point: float
    stack_joker: float  # a number joker among the secrets
    completed: tuple[float, ...]  # how much of a line with 0 … 4 filled places counts against those who ride on it
    growth: float  # points that a line still gains
    out: float  # to go out
    first_joker: float  # a number joker as the first secret of a round
    first_copies: float  # each copy in hand of the first secret
    first_line: float  # each card in hand of the first secret's line

    def hand_point_when(self, fewest: int) -> float:
        """What a point in hand costs when the others have so many cards or more."""
        return self.hand_point + self.hurry / max(1, fewest)

    def threat(self, length: int, value: int) -> float:
        """What a line with so many filled places and points costs those who ride on it."""
        return self.completed[length] * (value + self.growth)

    def burden(self, hand: list[int], stack: list[int], fewest: int) -> float:
        """What a player's cards cost when somebody else goes out."""
        jokers = sum(hand[NUMBER_JOKERS[0] : NUMBER_JOKERS[-1] + 1])
        in_hand = self.hand_point_when(fewest) * points(hand) + self.hand_joker * jokers
        stacked_jokers = sum([card in NUMBER_JOKERS for card in stack])
        return in_hand + self.stack_point * sum([POINTS[card] for card in stack]) + self.stack_joker * stacked_jokers

    def of_first_secret(self, hand: list[int], card: int) -> float:
        """What a card is good for as the first secret of a round."""
        copies = self.first_copies * hand[card]
        if card in NUMBER_JOKERS:
            return self.first_joker + copies
        first = card // PLACES * PLACES
        return copies + self.first_line * sum(hand[first : first + PLACES])


# Found by an evolution strategy over a million games in which everyone judged a little differently. With two seats
# a line rarely finds a secret to pay for it: all that counts is to go out.
AMONG_TWO = Judgement(0.55, 1.4, 6.6, 0.0, 2.0, (0.0, 0.024, 0.06, 0.15, 0.38), 14.0, 26.0, -3.2, 0.85, -2.3)
AMONG_MANY = Judgement(0.57, 1.0, 3.0, 0.66, 5.5, (0.0, 0.07, 0.25, 0.46, 0.82), 14.0, 30.0, -2.9, 2.2, 0.9)


def judgement_among(seats: int) -> Judgement:
    """How to judge at a table of so many."""
    return AMONG_TWO if seats == 2 else AMONG_MANY


def fear(secret: int, threats: list[float]) -> float:
    """What a secret may cost, given the threat of each line."""
    return sum(threats) if secret in NUMBER_JOKERS else threats[secret // PLACES]


def worth(before: TerminusState, after: TerminusState, seat: int) -> float:
    """What a turn has brought a seat against the others, less what is to be feared."""
    gains = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
    others = len(gains) - 1
    worth = (sum(gains) - gains[seat]) / others - gains[seat]
    if len(after.sheet) > len(before.sheet):
        return worth
    judgement = judgement_among(len(gains))
    fewest = min(sum(hand) for other, hand in enumerate(after.hands) if other != seat)
    stack = after.stacks[seat]
    aside = points(after.aside)
    threats = [judgement.threat(after.length[line], _line_points(after, line) + aside) for line in LINES]
    return worth - judgement.burden(after.hands[seat], stack, fewest) - fear(stack[-1], threats)


def _line_points(state: TerminusState, line: int) -> int:
    places = range(line * PLACES, (line + 1) * PLACES)
    jokers = [state.jokers[place] for place in places if state.jokers[place] != NO_CARD]
    return sum(state.laid[place] * POINTS[place] for place in places) + sum(POINTS[joker] for joker in jokers)
