"""A second opinion in London: players who learnt the game by playing it play on to its end. NumPy is needed here.

The judge's players follow plans made beforehand. Late in a game they are too sure of how it ends: in ten games among
`hard` players it called twelve of their moves a loss, and of these only two were one where masters played on.
"""

from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np

from omnibus.bots.learnt import NETWORK
from omnibus.bots.master import WORLDS_AT_ONCE, LookAhead, Looks, Master
from omnibus.bots.network import network_for
from omnibus.rules.game import Move
from omnibus.study.judge import Worlds
from omnibus.study.london.judge import LondonCase

FOLDER = Path(str(files("omnibus.bots.london").joinpath(NETWORK)))
WORLDS = 64
CLEARLY_BETTER = 2.0  # standard errors
TO_THE_END = Looks(rounds=1000)


def finds_better(case: LondonCase, worlds: Worlds, better: Move, played: Move, luck: str) -> bool:
    """Whether the one move wins clearly more often than the played one, when masters play on."""
    lucks = [f"{luck}/{number}" for number in range(WORLDS)]
    states = [case.likely(worlds(Random(each)), each) for each in lucks]
    game = states[0].game
    master = Master(network_for(game, FOLDER), game)
    ahead = LookAhead(master, case.seat, TO_THE_END)
    rng = Random(luck)
    leads = np.concatenate(
        [
            np.subtract(*ahead.promises(states[place : place + WORLDS_AT_ONCE], [better, played], rng))
            for place in range(0, WORLDS, WORLDS_AT_ONCE)
        ]
    )
    return bool(leads.mean() > CLEARLY_BETTER * leads.std() / np.sqrt(WORLDS))
