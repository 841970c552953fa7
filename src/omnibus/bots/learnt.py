"""The level `master`: a player who learnt the game by playing it. NumPy is loaded when one of them sits down."""

from importlib import import_module
from importlib.resources import files
from pathlib import Path

from omnibus.bots.bot import Bot, Budget, Kind

NETWORK = "network"  # the folder beside a game's bots with what was learnt


def learnt(package: str, module: str, budget: Budget) -> Kind:
    """The master of a game: `sit_down` of that module, with the network that lies in the package."""

    def sit() -> Bot:
        bot: Bot = import_module(module).sit_down(Path(str(files(package).joinpath(NETWORK))))
        return bot

    return Kind(sit, budget, needs="numpy")
