"""Points and ranking in Terminus."""

from typing import NamedTuple

from omnibus.rules.game import Result, ranked
from omnibus.rules.terminus.cards import fits_line, number


class FinishedRound(NamedTuple):
    """One row of the score sheet; the lists go by seat."""

    out: int | None  # who emptied the hand; nobody if a line ended the game
    lines: list[int]  # points taken for lines
    cards: list[int]  # points for the cards left
    hands: list[list[str]]  # the cards that were counted, shown to all
    stacks: list[list[str]]


def takers(line: int, revealed: dict[int, int]) -> list[int]:
    """The seats that take the points of a line: the smallest of the secrets that match it (T18)."""
    matching = {seat: number(card) for seat, card in revealed.items() if fits_line(card, line)}
    return [seat for seat, its_number in matching.items() if its_number == min(matching.values())]


def final_result(sheet: list[FinishedRound], scores: list[int]) -> Result:
    """The lowest score wins, equal lowest share the victory (T1, T24)."""
    parts = [
        {
            "lines": sum(row.lines[seat] for row in sheet),
            "cards": sum(row.cards[seat] for row in sheet),
        }
        for seat in range(len(scores))
    ]
    return Result(scores, ranked([-score for score in scores]), parts)
