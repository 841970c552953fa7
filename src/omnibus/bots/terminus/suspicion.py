"""What a player of Terminus suspects of the others' secrets: nobody puts down just any card."""

from math import exp
from random import Random

from omnibus.bots.terminus.judgement import judgement_among
from omnibus.rules.terminus.cards import NUMBER_JOKERS, PLACES, SECRETS, number
from omnibus.rules.terminus.state import TerminusState

# What speaks for a card as a player's secret and not in the hand, as logarithms of likelihoods. Fitted to 22,000
# looks at hidden secrets of normal players, four at a table.
FIRST = 1.6  # the first of a round: what it was good for
FIRST_NUMBER = -0.8  # each step of its number
FIRST_LINE = -0.4  # each filled place of its line
FIRST_READY = 0.4  # it could be laid at once: from the hand it would have been
LATER_NUMBER = 1.4
LATER_LINE = (0.0, -2.8, -4.7, -5.6, -6.6)  # its line with 0 … 4 filled places: a threat, or soon to be one
LATER_READY = 0.9
LATER_JOKER = -2.8  # rides on all lines


def suspect(guess: TerminusState, seat: int, rng: Random) -> TerminusState:
    """The guess with other players' hidden secrets chosen again, from what they hold there, as players do choose."""
    for other, stack in enumerate(guess.stacks):
        hidden = stack and not guess.shown[other] >> len(stack) - 1 & 1
        if hidden and other != seat:
            _choose_again(guess, other, rng)
    return guess


def _choose_again(guess: TerminusState, other: int, rng: Random) -> None:
    hand, stack = guess.hands[other], guess.stacks[other]
    hand[stack[-1]] += 1
    # A joker that was taken back and not seen since is rather taken to be in the hand.
    held = [entry.joker for entry in guess.taken_back[other]]
    cards = [card for card in SECRETS if hand[card] > held.count(card)]
    if cards:
        weights = [hand[card] * exp(_likelihood(guess, other, card)) for card in cards]
        stack[-1] = rng.choices(cards, weights)[0]
    hand[stack[-1]] -= 1


def _likelihood(guess: TerminusState, other: int, card: int) -> float:
    """How likely the card is the player's secret, as a logarithm; it lies with the hand for now."""
    first = len(guess.stacks[other]) == 1
    hand = guess.hands[other]
    good_for = FIRST * judgement_among(len(guess.hands)).of_first_secret(hand, card) if first else 0.0
    if card in NUMBER_JOKERS:
        return good_for if first else LATER_JOKER
    filled = guess.length[card // PLACES]
    ready = number(card) <= filled + 1
    if first:
        return good_for + FIRST_NUMBER * number(card) + FIRST_LINE * filled + FIRST_READY * ready
    return LATER_NUMBER * number(card) + LATER_LINE[filled] + LATER_READY * ready
