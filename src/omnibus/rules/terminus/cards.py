"""The 59 cards (T2, T3). A card is its number in CARDS; cards that look alike share it."""

from operator import mul
from typing import Any

LINES = (0, 1, 2)  # metro, tram and bus
NO_LINE = -1
LINE_LETTERS = "MTB"
PLACES = 5

NUMBERS = range(15)  # metro, tram and bus, 1 to 5 each: the card of a place, and that place itself
NUMBER_JOKERS = range(15, 20)  # 1* … 5*
COLOUR_JOKERS = range(20, 23)  # M*, T*, B*
SUPER_JOKER = 23
NO_CARD = -1

# T2
CARDS: tuple[str, ...] = (
    *(f"{letter}{place}" for letter in LINE_LETTERS for place in range(1, PLACES + 1)),
    *(f"{place}*" for place in range(1, PLACES + 1)),
    *(f"{letter}*" for letter in LINE_LETTERS),
    "**",
)
COPIES: tuple[int, ...] = (3,) * len(NUMBERS) + (2,) * len(NUMBER_JOKERS) + (1,) * len(COLOUR_JOKERS) + (1,)
DECK: tuple[int, ...] = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))
CARD_NAMED = {name: card for card, name in enumerate(CARDS)}

# T3
POINTS: tuple[int, ...] = (1, 2, 3, 4, 5) * 3 + (1, 2, 3, 4, 5) + (6, 6, 6) + (7,)

# T5: the cards with a number to compare
SECRETS = range(20)


# The cards of each line from place to place, and what stands on a card: its line and its number, where it has them.
PRINTED: dict[str, Any] = {
    "lines": {
        letter: [CARDS[card] for card in NUMBERS if card // PLACES == line] for line, letter in enumerate(LINE_LETTERS)
    },
    "cards": {
        name: {
            "points": POINTS[card],
            "copies": COPIES[card],
            "line": next((letter for letter in LINE_LETTERS if letter == name[0]), None),
            "number": card % PLACES + 1 if card in SECRETS else None,
            "joker": card not in NUMBERS,
        }
        for card, name in enumerate(CARDS)
    },
}


# The names of no copy, one copy, two copies … of each card.
_HEAPS = tuple(tuple((name,) * copies for copies in range(max(COPIES) + 1)) for name in CARDS)


def number(card: int) -> int:
    """The number on a number card or a number joker."""
    return card % PLACES + 1


def fits_line(card: int, line: int) -> bool:
    """Whether a secret card matches a line: a number joker counts as all three (T18)."""
    return card in NUMBER_JOKERS or card // PLACES == line


def points(counts: list[int]) -> int:
    """What a heap of cards, counted by kind, is worth."""
    return sum(map(mul, POINTS, counts))


def named(counts: list[int]) -> list[str]:
    """The names of a heap of cards, counted by kind."""
    names: list[str] = []
    for heaps, copies in zip(_HEAPS, counts, strict=True):
        if copies:
            names += heaps[copies]
    return names


def counted(names: list[str]) -> list[int]:
    """A heap of cards, counted by kind, from their names."""
    counts = [0] * len(CARDS)
    for name in names:
        counts[CARD_NAMED[name]] += 1
    return counts
