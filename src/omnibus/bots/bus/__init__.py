"""Bots for Bus."""

from omnibus.bots.bot import Budget, Kind, at_once, remembering
from omnibus.bots.bus.easy import play_easily
from omnibus.bots.bus.greedy import play_greedily
from omnibus.bots.bus.hard import play_hard
from omnibus.bots.bus.normal import play_normally
from omnibus.bots.bus.reasons import say_why
from omnibus.bots.learnt import learnt

__all__ = ["BOTS", "say_why"]

BOTS: dict[str, Kind] = {
    "greedy": at_once(play_greedily),
    "easy": at_once(play_easily),
    "normal": at_once(play_normally),
    "hard": remembering(play_hard, Budget(seconds=0.9, iterations=500)),
    "master": learnt(__name__, 2, Budget(seconds=0.9, iterations=1000)),
}
