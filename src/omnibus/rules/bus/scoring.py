"""Points and ranking in Bus."""

from collections.abc import Sequence

from omnibus.rules.game import Result, ranked

NO_TIE, BY_STONES, BY_ARRIVAL, SHARED = range(4)


def final_result(points: Sequence[int], stones: Sequence[int], reached: Sequence[int]) -> Result:
    """B32: points less stones, the highest wins.

    B33: of equal scores, who has more stones is ahead, then who reached those points first. Who never carried
    anyone reached nothing first: such players share the rank.
    """
    scores = [carried - taken for carried, taken in zip(points, stones, strict=True)]
    merits = [(score, taken, -ride) for score, taken, ride in zip(scores, stones, reached, strict=True)]
    parts = [
        {"carried": carried, "stones": -taken, "tiebreak": tie_break(merits, seat)}
        for seat, (carried, taken) in enumerate(zip(points, stones, strict=True))
    ]
    return Result(scores, ranked(merits), parts)


def tie_break(merits: Sequence[tuple[int, int, int]], seat: int) -> int:
    """How far one had to look to tell the seat from the others with its score (B33)."""
    deepest = NO_TIE
    for other, merit in enumerate(merits):
        if other != seat and merit[0] == merits[seat][0]:
            if merit[1] != merits[seat][1]:
                deepest = max(deepest, BY_STONES)
            elif merit[2] != merits[seat][2]:
                deepest = max(deepest, BY_ARRIVAL)
            else:
                deepest = SHARED
    return deepest
