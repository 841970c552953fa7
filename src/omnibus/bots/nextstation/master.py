"""Learnt the game by playing it: a network, and two turns of looking ahead with it.

The network says which moves are worth a look. Each of them is followed by every card that may come, with its
probability, and by the two answers to it that look best; what the network hopes for after those decides.
"""

from collections.abc import Iterator
from math import log
from pathlib import Path
from random import Random
from typing import NamedTuple

from omnibus.bots.bot import Bot, Budget, Memory
from omnibus.bots.master import Master
from omnibus.bots.network import network_for
from omnibus.rules.chance import Given, Outcome, Seeded, Undecided
from omnibus.rules.game import Move, Result
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import NextStationView

CANDIDATES = 4
ANSWERS = 2
TRUST = 0.5  # points that a move is worth which looks e times as good
NOTHING = ("pass", "done", "single")  # what whoever draws nothing does


class Turn(NamedTuple):
    """The seat's next decision after a move, as it may come about, or the end of the game."""

    chance: float
    came: tuple[Outcome, ...]
    state: NextStationState


class TwoTurns:
    """A decision of one seat, looked at with a network over two turns."""

    def __init__(self, master: Master, game: NextStation, seat: int):
        self.master = master
        self.game = game
        self.seat = seat
        recipe = master.network.manifest["recipe"]
        alone = game.seats == 1
        self.of_share: float = 0.0 if alone else recipe["share"] * recipe["points"]
        self.of_points: float = 1.0 if alone else recipe["score"]

    # ---- Asking the network

    def worths(self, states: list[NextStationState]) -> list[float]:
        """What the seat has and hopes for; what it got, where the game is over."""
        going = [state for state in states if state.result is None]
        hopes = iter(self._hopes([state.view(self.seat) for state in going]) if going else ())
        return [next(hopes) if state.result is None else self._got(state.result) for state in states]

    def _hopes(self, views: list[NextStationView]) -> list[float]:
        opinion = self.master.opinion(views)
        had = [sum(view["table"][self.seat]["points"].values()) for view in views]
        return [
            self.of_share * float(share) + self.of_points * (points + float(more))
            for points, share, more in zip(had, opinion.share, opinion.points, strict=True)
        ]

    def _got(self, result: Result) -> float:
        share = (self.seat in result.winners) / len(result.winners) - 1 / self.game.seats
        return self.of_share * share + self.of_points * result.scores[self.seat]

    # ---- Looking ahead

    def promise(self, state: NextStationState, move: Move, luck: str) -> float:
        """What a move promises: over all cards that may come next, with the better of two answers to each."""
        turns = list(self._turns(state, move))
        answered = self._answered([turn for turn in turns if turn.state.result is None], luck)
        groups = [next(answered) if turn.state.result is None else [turn.state] for turn in turns]
        worths = iter(self.worths([leaf for leaves in groups for leaf in leaves]))
        best = [max(next(worths) for _ in leaves) for leaves in groups]
        return sum(turn.chance * worth for turn, worth in zip(turns, best, strict=True))

    def _answered(self, turns: list[Turn], luck: str) -> Iterator[list[NextStationState]]:
        """For each turn what the answers that look best lead to."""
        views = [turn.state.view(self.seat) for turn in turns]
        looks = self.master.opinion(views).logits if views else ()
        for turn, view, logits in zip(turns, views, looks, strict=True):
            _shuffle_rest(turn, luck)  # the same for all answers: they are to differ by their worth, not by luck
            yield [self._then(turn.state, each.move) for each in self.master.candidates(view, logits)[:ANSWERS]]

    def _turns(self, state: NextStationState, move: Move) -> Iterator[Turn]:
        """All that may come of a move until the seat decides again, with the probability of each."""
        waiting: list[tuple[tuple[Outcome, ...], float]] = [((), 1.0)]
        while waiting:
            came, chance = waiting.pop()
            after = state.copy()
            after.luck = Given(came)
            try:
                self._play(after, move)
            except Undecided as undecided:
                waiting += [((*came, outcome), chance * float(part)) for outcome, part in undecided.outcomes]
            else:
                yield Turn(chance, came, after)

    def _then(self, state: NextStationState, move: Move) -> NextStationState:
        after = state.copy()
        self._play(after, move)
        return after

    def _play(self, state: NextStationState, move: Move) -> None:
        """Make a move, and let the others draw nothing until the seat decides again: what they draw is theirs alone."""
        state.play(self.seat, move)
        while state.turn and self.seat not in state.turn:
            other = state.turn[0]
            state.play(other, next(each for each in state.legal(other) if each.data["do"] in NOTHING))


def _shuffle_rest(turn: Turn, luck: str) -> None:
    """From here on the luck of a seed, the same wherever the same cards have come."""
    seed = f"{luck} {turn.came}"
    turn.state.pile.sort()
    Random(seed).shuffle(turn.state.pile)
    turn.state.luck = Seeded(seed)


def play_master(folder: Path, view: NextStationView, rng: Random, budget: Budget) -> str:
    """Of the moves that look best, as many as the budget has iterations, the one that promises most."""
    seat = view["seat"]
    if seat is None or len(view["legal"]) == 1:
        return view["legal"][0]["text"]
    game = NextStation.of(view)
    master = Master(network_for(game, folder), game)
    candidates = master.candidates(view, master.opinion([view]).logits[0])[:CANDIDATES]
    # Once the pencils are taken objectives and powers are turned up: too many ways to look at all of them.
    if view["asks"] == "pencil" or len(candidates) == 1 or budget.iterations == 1:
        return candidates[0].move.text
    luck = f"{rng.random()}"
    state = game.guess(view, rng)
    ahead = TwoTurns(master, game, seat)
    promised: list[float] = []
    for at in budget.spent():
        if at == len(candidates):
            break
        move, chance = candidates[at]
        promised.append(ahead.promise(state, move, luck) + TRUST * log(max(chance, 1e-9)))
    return candidates[max(range(len(promised)), key=promised.__getitem__)].move.text


def sit_down(folder: Path) -> Bot:
    """The master whose network lies in a folder."""

    def play(view: NextStationView, rng: Random, budget: Budget, _memory: Memory) -> str:
        return play_master(folder, view, rng, budget)

    return play
