"""Our bots with as many iterations as their own budgets have and no clock: a busy machine plays the same games.

`omnibus match terminus steady_master steady_hard … --code benchmarks/matches/steady.py`
"""

from random import Random

from omnibus.bots import bot_named
from omnibus.bots.bot import Answer, Bot, Budget, Kind, Memory
from omnibus.rules.game import View

LEVELS = ("normal", "hard", "master")


def steady(level: str) -> Kind:
    """The bot of that level in whatever game is played."""

    def play(view: View, rng: Random, _budget: Budget, memory: Memory) -> str | Answer:
        kind = bot_named(level, view["game"])
        return kind.sit()(view, rng, Budget(iterations=kind.budget.iterations), memory)

    def sit() -> Bot:
        return play

    return Kind(sit, Budget(iterations=1))


BOTS = {f"steady_{level}": steady(level) for level in LEVELS}
