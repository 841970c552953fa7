"""Transit board games from their rulebooks."""

from omnibus.rules import GAMES, new
from omnibus.rules.game import BadSetup, Event, Game, IllegalMove, Move, Result, State, View
from omnibus.rules.record import BadRecord, Record

__all__ = [
    "GAMES",
    "BadRecord",
    "BadSetup",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Record",
    "Result",
    "State",
    "View",
    "new",
]
