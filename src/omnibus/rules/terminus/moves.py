"""The 75 moves of Terminus and their notation."""

from typing import Literal, TypedDict

from omnibus.rules.game import Move
from omnibus.rules.terminus.cards import (
    CARDS,
    COLOUR_JOKERS,
    COPIES,
    LINE_LETTERS,
    LINES,
    NUMBER_JOKERS,
    NUMBERS,
    PLACES,
    SECRETS,
    SUPER_JOKER,
)

Decision = Literal["first-secret", "turn", "more"]
Letter = Literal["M", "T", "B"]


class SecretData(TypedDict):
    """Put down a secret."""

    text: str
    do: Literal["secret"]
    card: str


class PlayData(TypedDict):
    """Lay number cards."""

    text: str
    do: Literal["play"]
    card: str
    copies: int
    line: Letter


class JokerData(TypedDict):
    """Lay a joker, or take one back for the number card it stands for."""

    text: str
    do: Literal["joker", "swap"]
    card: str
    line: Letter


class TerminusWordData(TypedDict):
    """Stop laying cards."""

    text: str
    do: Literal["end"]


TerminusMoveData = SecretData | PlayData | JokerData | TerminusWordData


class Secret(Move):
    """Put a card face down as the secret transport (T4, T15)."""

    __slots__ = ("card",)

    def __init__(self, index: int, card: int):
        super().__init__(index, f"secret {CARDS[card]}", "secret", card=CARDS[card])
        self.card = card


class PlayNumber(Move):
    """Lay number cards on their own line (T10); several at once only as 5s."""

    __slots__ = ("card", "copies", "line", "place")

    def __init__(self, index: int, card: int, copies: int):
        self.line = card // PLACES
        text = f"play {CARDS[card]}" + (f"x{copies}" if copies > 1 else "")
        super().__init__(index, text, "play", card=CARDS[card], copies=copies, line=LINE_LETTERS[self.line])
        self.card = card
        self.copies = copies
        self.place = card % PLACES


class PlayJoker(Move):
    """Lay a joker on the next empty place of a line (T11)."""

    __slots__ = ("card", "line")

    def __init__(self, index: int, card: int, line: int):
        own_line = card in COLOUR_JOKERS
        text = f"play {CARDS[card]}" + ("" if own_line else f"@{LINE_LETTERS[line]}")
        super().__init__(index, text, "joker", card=CARDS[card], line=LINE_LETTERS[line])
        self.card = card
        self.line = line


class Swap(Move):
    """Take back a joker for the number card it stands for (T13)."""

    __slots__ = ("card", "line")

    def __init__(self, index: int, card: int):
        self.line = card // PLACES
        super().__init__(index, f"swap {CARDS[card]}", "swap", card=CARDS[card], line=LINE_LETTERS[self.line])
        self.card = card


class End(Move):
    """Stop laying cards (T14)."""

    __slots__ = ()


class TerminusMoves:
    """Every move in a fixed order, and tables to find them by what they do."""

    def __init__(self) -> None:
        moves: list[Move] = []

        def add(move: Move) -> Move:
            moves.append(move)
            return move

        self.secret = {card: add(Secret(len(moves), card)) for card in SECRETS}
        self.play_number = {
            card: [add(PlayNumber(len(moves), card, copies)) for copies in range(1, _laid_together(card) + 1)]
            for card in NUMBERS
        }
        self.play_joker = {
            (card, line): add(PlayJoker(len(moves), card, line)) for card in NUMBER_JOKERS for line in LINES
        }
        for line, card in enumerate(COLOUR_JOKERS):
            self.play_joker[card, line] = add(PlayJoker(len(moves), card, line))
        for line in LINES:
            self.play_joker[SUPER_JOKER, line] = add(PlayJoker(len(moves), SUPER_JOKER, line))
        # A joker laid as 5 completes its line and is gone.
        self.swap = {card: add(Swap(len(moves), card)) for card in NUMBERS if card % PLACES < PLACES - 1}
        self.end = add(End(len(moves), "end", "end"))
        self.all = tuple(moves)


def _laid_together(card: int) -> int:
    """T10: several at once only as 5s."""
    return COPIES[card] if card % PLACES == PLACES - 1 else 1


MOVES = TerminusMoves()

# What looks like a move but is none, and why.
NOT_MOVES: dict[str, str] = {
    **{f"secret {CARDS[card]}": "secret-without-number" for card in (*COLOUR_JOKERS, SUPER_JOKER)},
    **{
        f"play {CARDS[card]}x{copies}": "only-fives-together"
        for card in NUMBERS
        for copies in range(2, COPIES[card] + 1)
        if card % PLACES < PLACES - 1
    },
    **{f"play {CARDS[card]}": "which-line" for card in (*NUMBER_JOKERS, SUPER_JOKER)},
    **{f"play {CARDS[card]}@{letter}": "own-line-only" for card in COLOUR_JOKERS for letter in LINE_LETTERS},
    **{f"swap {letter}{PLACES}": "no-joker-on-five" for letter in LINE_LETTERS},
}
