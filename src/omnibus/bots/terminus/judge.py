"""A judge of Terminus, who learnt from many games who wins a position, and what players hold in it.

Two small networks look at every line as every seat sees it, and then at every seat with its three lines. One of them
goes on to look at every seat beside the others, and tells who will win. The other tells how likely a guess is: nobody
holds for long what could be laid at once. Both judge many positions at a time. The same in JAX, which learns, is
`omnibus.training.judge.terminus.network`; tests hold them together.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from omnibus.bots.network import BadNetwork, Floats, refuse_other_rules, weights_in
from omnibus.bots.terminus.numbers import Position, Seen, layout, rows_of, seen
from omnibus.rules.terminus import Terminus


class Judge:
    """Weights in memory."""

    def __init__(self, manifest: dict[str, Any], weights: dict[str, Floats]):
        self.manifest = manifest
        self._weights = weights
        self._own, self._others = np.vsplit(weights["table"], 2)

    def chances(self, positions: Sequence[Position]) -> Floats:
        """How likely each seat is to win, a position a row."""
        x, hidden = self._looked_at(seen(rows_of(positions)), "")
        others = (hidden.sum(1, keepdims=True) - hidden) / (hidden.shape[1] - 1)
        both = np.maximum(hidden @ self._own + others @ self._others + self._weights["table bias"], 0)
        odds = np.exp(both @ self._weights["odds"] + x @ self._weights["straight"])
        found: Floats = odds / odds.sum(1, keepdims=True)
        return found

    def likely(self, guesses: Sequence[Position], seat: int) -> list[float]:
        """How likely each of these guesses of a seat is beside the others: all together they are surely one of them."""
        x, hidden = self._looked_at(seen(rows_of(guesses)), "held ")
        of_seats = hidden @ self._weights["held odds"] + x @ self._weights["held straight"]
        odds = of_seats.sum(1) - of_seats[:, seat]
        found: list[float] = np.exp(odds - odds.max()).astype(float).tolist()
        total = sum(found)
        return [each / total for each in found]

    def _looked_at(self, look: Seen, which: str) -> tuple[Floats, Floats]:
        """What one of the two networks makes of every seat by itself: what it looks at, and what it sees in that."""
        weights = self._weights
        lines = np.maximum(look.lines @ weights[which + "line"] + weights[which + "line bias"], 0).sum(2)
        x = np.concatenate([look.seats, look.lines.sum(2), lines], 2)
        hidden: Floats = np.maximum(x @ weights[which + "seat"] + weights[which + "seat bias"], 0)
        return x, hidden


@cache
def _judge_in(folder: Path) -> Judge:
    return Judge(*weights_in(folder))


def judge_for(game: Terminus, folder: Path) -> Judge:
    """The judge in a folder, read once, if it knows this game, these rules and these numbers."""
    judge = _judge_in(folder)
    refuse_other_rules(game, judge.manifest, folder)
    if judge.manifest["encoding"] != layout():
        raise BadNetwork("network-other-encoding", folder=folder, game=game.id)
    return judge
