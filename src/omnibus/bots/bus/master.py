"""`master` searches as `hard` does, and judges the ends of the rounds by what many games have taught it."""

from pathlib import Path
from random import Random

from omnibus.bots.bot import Answer, Bot, Budget, Memory
from omnibus.bots.bus.hard import EXPLORATION, BusExpert
from omnibus.bots.bus.judge import judge_for
from omnibus.bots.search import Search
from omnibus.rules.bus import Bus
from omnibus.rules.bus.view import BusView


def sit_down(folder: Path) -> Bot:
    """The master whose judge lies in a folder."""

    def play(view: BusView, rng: Random, budget: Budget, memory: Memory) -> str | Answer:
        game = Bus.of(view)
        judge = judge_for(game, folder)
        if len(view["legal"]) == 1:
            return view["legal"][0]["text"]
        return Search(game, BusExpert(judge.chances), exploration=EXPLORATION).best(view, rng, budget, memory)

    return play
