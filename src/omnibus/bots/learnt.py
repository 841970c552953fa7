"""The level `master`: a player who learnt the game by playing it. NumPy is loaded when one of them sits down."""

from importlib import import_module
from importlib.resources import files
from pathlib import Path

from omnibus.bots.bot import Bot, Budget, Kind

NETWORK = "network"  # the folder beside a game's bots with what was learnt


def learnt(package: str, ruleset: int, budget: Budget) -> Kind:
    """The master of a game: `sit_down` of its module `master`, with the network that lies beside it."""

    def sit() -> Bot:
        bot: Bot = import_module(f"{package}.master").sit_down(Path(str(files(package).joinpath(NETWORK))))
        return bot

    return Kind(sit, budget, needs="numpy", ruleset=ruleset)
