"""A bot for tests that want any one that thinks."""

from omnibus.bots import specialists


def thinker(game: str) -> str:
    """The name of the simplest bot that knows the game."""
    return next(iter(specialists(game)))
