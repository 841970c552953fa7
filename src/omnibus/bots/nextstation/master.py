"""Learnt the game by playing it: a network, and a few turns of looking ahead with it where it is in doubt."""

from pathlib import Path
from random import Random

from omnibus.bots.bot import Answer, Bot, Budget, Memory
from omnibus.bots.master import Aim, Looks, master_in
from omnibus.bots.nextstation.alone import play_alone
from omnibus.rules.game import Game, Move
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import NextStationView

# What the network learnt to play for among others, in points.
VICTORY = 10.0
NOTHING = ("pass", "done", "single")  # what whoever draws nothing does


def aim(game: Game) -> Aim:
    """Points: alone they are all there is, and among others most of the way to a victory."""
    return Aim(share=0.0 if game.seats == 1 else VICTORY, point=1.0)


def points(view: NextStationView) -> float:
    """What the seat has so far."""
    seat = view["seat"]
    return 0.0 if seat is None else float(sum(view["table"][seat]["points"].values()))


def idle(state: NextStationState, seat: int) -> Move:
    """Draw nothing, if that can be: what the others draw is theirs alone."""
    legal = state.legal(seat)
    return next((move for move in legal if move.data["do"] in NOTHING), legal[0])


LOOKS = Looks(rounds=4, trust=0.6, aim=aim, points=points, others=idle)


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""
    among_others = master_in(folder, LOOKS)

    def play(view: NextStationView, rng: Random, budget: Budget, memory: Memory) -> str | Answer:
        if view["seats"] > 1 or view["seat"] is None:
            return among_others(view, rng, budget, memory)
        return play_alone(folder, view, rng, budget)

    return play
