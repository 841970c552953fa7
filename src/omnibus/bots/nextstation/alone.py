"""How the master plays alone: all moves run a race, each of them followed in the same worlds as the others.

Nobody else has to be thought of, so that many courses of the game can be followed at the price of a few (`courses.py`).
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from omnibus.bots.bot import Answer, Budget, weighed
from omnibus.bots.master import LEAST_CHANCE, Candidate, Master, in_the_running
from omnibus.bots.network import Floats, Network, network_for
from omnibus.bots.nextstation.courses import Follower, guessed_orders
from omnibus.bots.nextstation.sheet import SeatSheet, best_double, legal_moves
from omnibus.rules.nextstation.view import NextStationView
from omnibus.rules.shelf import GAMES

# What pays off was measured: `docs/training.md`. The network is surer than it should be, and a move that it would make
# once in ten thousand games may be the best by several points; so every move has a chance.
DECISIONS = 12  # that many are made, the move itself being the first, before what may be hoped for is heard
TRUST = 0.15  # points that a move is worth that looks e times as good
WORLDS_AT_ONCE = 16  # after each so many those that are clearly behind are out
BEHIND = 1.2  # in standard errors


def play_alone(folder: Path, view: NextStationView, rng: Random, budget: Budget) -> str | Answer:
    """The move of the master whose network lies in a folder, where nobody else plays."""
    legal = legal_moves(view)
    if len(legal) == 1:
        return legal[0].text
    if view["asks"] == "double-station":
        return best_double(SeatSheet(view, view["table"][0]), legal).text
    game = GAMES[view["game"]].of(view)
    master = Master(network_for(game, folder), game)
    ranked = master.candidates(view, master.opinion([view]).logits[0])
    if view["asks"] == "pencil" or budget.iterations == 1:
        return ranked[0].move.text
    return race(master.network, view, ranked, rng, budget)


def race(
    network: Network, view: NextStationView, candidates: Sequence[Candidate], rng: Random, budget: Budget
) -> Answer:
    """Of these moves the one that promises most, in as many worlds as the budget has iterations."""
    follower = Follower(network)
    moves = np.array([each.move.index for each in candidates])
    looks = TRUST * np.log(np.maximum([each.chance for each in candidates], LEAST_CHANCE))
    running = np.arange(len(candidates))
    seen: Floats = np.zeros((len(candidates), 0), np.float32)  # what those still running promised, world by world
    worths = np.zeros(len(candidates))
    spent = budget.spent()
    while len(running) > 1 and (worlds := sum(1 for _ in zip(range(WORLDS_AT_ONCE), spent, strict=False))):
        orders = guessed_orders(view, rng, worlds)
        promised = follower.hopes(view, moves[running].tolist(), orders, DECISIONS)
        seen = np.hstack([seen, promised + looks[running, None]])
        worths[running] = seen.mean(axis=1)
        still = in_the_running(seen, BEHIND)
        running, seen = running[still], seen[still]
    texts = [each.move.text for each in candidates]
    best = max(running, key=lambda place: worths[place])
    return Answer(texts[best], weighed=weighed("points", zip(texts, map(float, worths), strict=True)))
