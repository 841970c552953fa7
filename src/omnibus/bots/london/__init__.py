"""Bots for Ticket to Ride: London."""

from omnibus.bots.bot import Budget, Kind, at_once, thinking
from omnibus.bots.learnt import learnt
from omnibus.bots.london.easy import play_easily
from omnibus.bots.london.greedy import play_greedily
from omnibus.bots.london.hard import play_hard
from omnibus.bots.london.normal import play_normally
from omnibus.bots.london.reasons import say_why

__all__ = ["BOTS", "say_why"]

BOTS: dict[str, Kind] = {
    "greedy": at_once(play_greedily),
    "easy": at_once(play_easily),
    "normal": at_once(play_normally),
    "hard": thinking(play_hard, Budget(seconds=0.9, iterations=1000)),
    "master": learnt(__name__, 1, Budget(iterations=1)),
}
