"""Bots for Terminus."""

from omnibus.bots.bot import Budget, Kind, at_once, remembering
from omnibus.bots.learnt import learnt
from omnibus.bots.terminus.easy import play_easily
from omnibus.bots.terminus.hard import play_hard
from omnibus.bots.terminus.normal import play_normally
from omnibus.bots.terminus.reasons import say_why

__all__ = ["BOTS", "say_why"]

BOTS: dict[str, Kind] = {
    "easy": at_once(play_easily),
    "normal": at_once(play_normally),
    "hard": remembering(play_hard, Budget(seconds=0.9, iterations=1000)),
    "master": learnt(__name__, 1, Budget(seconds=0.9, iterations=192)),
}
