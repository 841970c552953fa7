"""Bots for Terminus."""

from omnibus.bots.bot import Budget, Kind, at_once
from omnibus.bots.terminus.easy import play_easily
from omnibus.bots.terminus.hard import Hard
from omnibus.bots.terminus.normal import play_normally

BOTS: dict[str, Kind] = {
    "easy": at_once(play_easily),
    "normal": at_once(play_normally),
    "hard": Kind(Hard, Budget(seconds=0.9, iterations=1000)),
}
