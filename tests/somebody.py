"""A bot for tests that want any one that thinks."""

from omnibus.bots import SPECIALISTS


def thinker(game: str) -> str:
    """The name of the simplest bot that knows the game."""
    return next(iter(SPECIALISTS[game]))
