"""Transit board games from their rulebooks."""

from omnibus.rules import GAMES, game_box, new, read_record
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
    "game_box",
    "new",
    "read_record",
]
