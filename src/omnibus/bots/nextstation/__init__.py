"""Bots for Next Station: London."""

from omnibus.bots.bot import Budget, Kind, at_once
from omnibus.bots.nextstation.easy import easy
from omnibus.bots.nextstation.greedy import greedy
from omnibus.bots.nextstation.hard import hard
from omnibus.bots.nextstation.normal import normal

BOTS: dict[str, Kind] = {
    "greedy": at_once(greedy),
    "easy": at_once(easy),
    "normal": at_once(normal),
    "hard": Kind(lambda: hard, Budget(seconds=0.9, iterations=4000)),
}

# What a level is known by elsewhere.
ALSO_CALLED = {"lookahead": "normal"}
