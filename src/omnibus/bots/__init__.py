"""Players who see what a person in that seat would see."""

import re
from collections.abc import Callable
from random import Random

from omnibus.bots.bus import play_greedily as play_bus_greedily
from omnibus.bots.london import play_greedily as play_london_greedily
from omnibus.bots.nextstation import greedy, lookahead
from omnibus.bots.random_player import play_at_random
from omnibus.bots.terminus import play_sensibly
from omnibus.rules.game import View
from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

Bot = Callable[[View, Random], str]
"""A bot gets its seat's view and a random generator of its own, and returns the text of one of `view["legal"]`."""

SPECIALISTS: dict[str, dict[str, Bot]] = {
    "london": {"greedy": play_london_greedily},
    "bus": {"greedy": play_bus_greedily},
    "nextstation": {"greedy": greedy, "lookahead": lookahead},
    "terminus": {"sensible": play_sensibly},
}
"""The bots that know one game, by game and name, the strongest last."""

# A bot at a table has a name like everyone; in records its kind stands behind it.
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
_SIGNATURE = re.compile(r"(?P<name>.+) \(bot (?P<bot>[^()]+)\)")

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.bots", "texts.toml"))


class NoSuchBot(Refusal):
    """A name that no bot has."""


def bots_for(game: str) -> dict[str, Bot]:
    """All bots that play a game, by name."""
    return {"random": play_at_random, **SPECIALISTS.get(game, {})}


def bot_named(name: str, game: str) -> Bot:
    """The bot with that name that plays that game."""
    bots = bots_for(game)
    if name not in bots:
        raise NoSuchBot(TEXTS["no-such-bot"], bot=name[:40], game=game, bots=list(bots))
    return bots[name]


def signed(name: str, bot: str) -> str:
    """How a bot is written in a record: `Ada (bot random)`."""
    return f"{name} (bot {bot})"


def unsigned(player: str) -> tuple[str, str | None]:
    """A player's name, and which bot it is; None for a person."""
    signature = _SIGNATURE.fullmatch(player)
    return (signature["name"], signature["bot"]) if signature else (player, None)
