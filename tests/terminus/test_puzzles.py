"""The worlds that puzzles go through are those that a guess would give, and as likely."""

from random import Random

from omnibus.learn import puzzles
from omnibus.rules.terminus import GAME
from omnibus.rules.terminus.cards import CARD_NAMED, COLOUR_JOKERS, SUPER_JOKER
from omnibus.study.terminus.hidden import Hidden

GUESSES = 1000
KINDS = sorted([CARD_NAMED["M5"], CARD_NAMED["T4"], CARD_NAMED["5*"], *COLOUR_JOKERS, SUPER_JOKER])


def test_what_the_next_player_may_hold_is_as_likely_as_in_guesses() -> None:
    rng = Random("hidden")
    for puzzle in puzzles("terminus")[::16]:
        view = puzzle.view()
        hidden = Hidden(view)  # type: ignore[arg-type]
        (no_tops,) = hidden.tops([])
        weights = dict.fromkeys(KINDS, 0)
        total = 0
        for present, weight in hidden.next_hands(no_tops, KINDS):
            total += weight
            for card in present:
                weights[card] += weight
        seen = dict.fromkeys(KINDS, 0)
        for _ in range(GUESSES):
            state = GAME.of(view).guess(view, rng)  # type: ignore[arg-type]
            for card in KINDS:
                seen[card] += bool(state.hands[hidden.next][card]) or state.pile[-1] == card
        for card in KINDS:
            chance = weights[card] / total
            spread = (GUESSES * chance * (1 - chance)) ** 0.5
            assert abs(seen[card] - GUESSES * chance) <= 5 * spread, f"{puzzle.id}: {card}"
