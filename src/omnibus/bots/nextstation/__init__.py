"""Bots for Next Station: London."""

from omnibus.bots.bot import Budget, Kind, at_once, thinking
from omnibus.bots.learnt import learnt
from omnibus.bots.nextstation.easy import play_easily
from omnibus.bots.nextstation.greedy import play_greedily
from omnibus.bots.nextstation.hard import play_hard
from omnibus.bots.nextstation.normal import play_normally
from omnibus.bots.nextstation.reasons import say_why

__all__ = ["ALSO_CALLED", "BOTS", "say_why"]

BOTS: dict[str, Kind] = {
    "greedy": at_once(play_greedily),
    "easy": at_once(play_easily),
    "normal": at_once(play_normally),
    "hard": thinking(play_hard, Budget(seconds=0.9, iterations=4000)),
    "master": learnt(__name__, 1, Budget(seconds=0.9, iterations=96)),
}

ALSO_CALLED = {"lookahead": "normal"}
"""What a level is known by elsewhere."""
