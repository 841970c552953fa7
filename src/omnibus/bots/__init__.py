"""Players who see what a person in that seat would see."""

import re

from omnibus.bots import bus, london, nextstation, terminus
from omnibus.bots.bot import Kind, at_once
from omnibus.bots.random_player import play_at_random
from omnibus.rules.rulebook import Phrase, Refusal, catalogue, phrases

SPECIALISTS: dict[str, dict[str, Kind]] = {
    "london": london.BOTS,
    "bus": bus.BOTS,
    "nextstation": nextstation.BOTS,
    "terminus": terminus.BOTS,
}
"""The bots that know one game, by game and name, the strongest last."""

# A bot at a table has a name like everyone; in records its kind stands behind it.
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
_SIGNATURE = re.compile(r"(?P<name>.+) \(bot (?P<bot>[^()]+)\)")

TEXTS: dict[str, Phrase] = phrases(catalogue("omnibus.bots", "texts.toml"))


class NoSuchBot(Refusal):
    """A name that no bot has."""


def bots_for(game: str) -> dict[str, Kind]:
    """All kinds of bots that play a game, by name."""
    return {"random": at_once(play_at_random), **SPECIALISTS.get(game, {})}


def bot_named(name: str, game: str) -> Kind:
    """The kind of bot with that name that plays that game."""
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
