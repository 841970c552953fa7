"""Players who see what a person in that seat would see."""

import os
import re

from omnibus.bots.bot import Kind, at_once
from omnibus.bots.faults import BadGuest, BotUnfit, NoSuchBot
from omnibus.bots.guests import NOBODY, Guests, installed
from omnibus.bots.random_player import play_at_random
from omnibus.rules.shelf import part

# A bot thinks on one core: several would be in each other's way, and add up in another order each time. NumPy looks at
# this when it is loaded, which is later.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A bot at a table has a name like everyone; in records its kind stands behind it.
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
_SIGNATURE = re.compile(r"(?P<name>.+) \(bot (?P<bot>[^()]+)\)")

USUAL = "normal"  # who sits opposite a person who does not choose


def specialists(game: str, ruleset: int | None = None) -> dict[str, Kind]:
    """The bots that know the game, by that ruleset, and can play here, by name, the strongest last."""
    return {name: kind for name, kind in _known(game).items() if kind.ready and kind.plays_by(ruleset)}


def _known(game: str) -> dict[str, Kind]:
    """`BOTS` of the game's part in this room."""
    bots: dict[str, Kind] = getattr(part(game, "bots"), "BOTS", {})
    return bots


def _also_called(name: str, game: str) -> str:
    """What a bot that is known by another name elsewhere is called here: `ALSO_CALLED` of the game's part."""
    names: dict[str, str] = getattr(part(game, "bots"), "ALSO_CALLED", {})
    return names.get(name, name)


def bots_for(game: str, guests: Guests = NOBODY, ruleset: int | None = None) -> dict[str, Kind]:
    """All kinds of bots that play a game, by name: ours, then those of installed packages and those brought along."""
    ours = {"random": at_once(play_at_random), **specialists(game, ruleset)}
    others = {name: kind for name, kind in installed(game).items() if name not in ours}
    brought = guests.kinds()
    for name in brought:
        if name in ours or name in others:
            raise BadGuest("guest-name-taken", bot=name)
    return {**ours, **others, **brought}


def bot_named(name: str, game: str, guests: Guests = NOBODY, ruleset: int | None = None) -> Kind:
    """The kind of bot with that name that plays that game."""
    bots = bots_for(game, guests, ruleset)
    kind = bots.get(name) or bots.get(_also_called(name, game))
    if kind is not None:
        return kind
    unfit = _known(game).get(name)
    if unfit is None:
        raise NoSuchBot(name, game, list(bots))
    if unfit.ready:
        raise BotUnfit("bot-other-ruleset", bot=name, game=game, theirs=unfit.ruleset, ruleset=ruleset)
    raise BotUnfit("bot-lacks-package", bot=name, package=unfit.needs)


def strongest_bot(game: str, ruleset: int | None = None) -> str:
    """The name of the bot whose advice is worth most."""
    return ["random", *specialists(game, ruleset)][-1]


def usual_bot(game: str) -> str:
    """The name of the bot that plays if nobody says which."""
    return USUAL if USUAL in specialists(game) else strongest_bot(game)


def signed(name: str, bot: str) -> str:
    """How a bot is written in a record: `Ada (bot random)`."""
    return f"{name} (bot {bot})"


def unsigned(player: str) -> tuple[str, str | None]:
    """A player's name, and which bot it is; None for a person."""
    signature = _SIGNATURE.fullmatch(player)
    return (signature["name"], signature["bot"]) if signature else (player, None)
