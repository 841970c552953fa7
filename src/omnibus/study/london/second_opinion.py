"""A second opinion in London: players who learnt the game by playing it play on to its end. NumPy is needed here.

The judge's players follow plans made beforehand. Late in a game they are too sure of how it ends: among `hard` players
most of the losses that the judge told were none where masters played on.
"""

from importlib.resources import files
from pathlib import Path
from random import Random

from omnibus.bots.learnt import NETWORK
from omnibus.bots.master import WORLDS_AT_ONCE, LookAhead, Looks, Master
from omnibus.bots.network import network_for
from omnibus.rules.game import Move
from omnibus.study.judge import Worlds
from omnibus.study.london.judge import LondonCase
from omnibus.study.worth import DOUBT, estimate

FOLDER = Path(str(files("omnibus.bots.london").joinpath(NETWORK)))
WORLDS = 128  # at most
ENOUGH_TO_AGREE = 32  # if the lead is beyond doubt
ENOUGH_TO_DENY = 64  # if there is none
CLEARLY_BETTER = 2.0  # standard errors, after all worlds
TO_THE_END = Looks(rounds=1000)


def finds_better(case: LondonCase, worlds: Worlds, better: Move, played: Move, luck: str) -> bool:
    """Whether the one move wins clearly more often than the played one, when masters play on."""
    rng = Random(luck)
    leads: list[float] = []
    while len(leads) < WORLDS:
        lucks = [f"{luck}/{len(leads) + number}" for number in range(WORLDS_AT_ONCE)]
        states = [case.likely(worlds(Random(each)), each) for each in lucks]
        game = states[0].game
        ahead = LookAhead(Master(network_for(game, FOLDER), game), case.seat, TO_THE_END)
        with_better, with_played = ahead.promises(states, [better, played], rng).tolist()
        leads += [one - other for one, other in zip(with_better, with_played, strict=True)]
        lead = estimate(leads)
        if len(leads) >= ENOUGH_TO_AGREE and lead.mean > DOUBT * lead.error:
            return True
        if len(leads) >= ENOUGH_TO_DENY and lead.mean <= 0:
            return False
    return lead.mean > CLEARLY_BETTER * lead.error
