"""A player who learnt a game by playing it: a network, and a look ahead with it.

The network says which moves are worth a look. Each of them is made in the same worlds, guessed from the view, where all
play on as the network would, until the seat is to decide again; what it hopes for there decides, and so does how good
the move looked at first.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from omnibus.bots.bot import Answer, Bot, Budget, Memory, weighed
from omnibus.bots.network import Floats, Network, Opinion, chances, network_for
from omnibus.rules.game import Game, Move, Result, State, View
from omnibus.rules.shelf import GAMES

Ints = npt.NDArray[np.int64]

LEAST_CHANCE = 1e-9  # that a move is thought to have
WORLDS_AT_ONCE = 16  # a network judges many positions at little more than the cost of one


class Aim(NamedTuple):
    """What a seat plays for: its worth of a share of the victory, and of a point that it ends with."""

    share: float = 1.0
    point: float = 0.0


class Looks(NamedTuple):
    """How a master looks ahead; how far and how much pays off differs from game to game."""

    candidates: int = 4
    least: float = 0.02  # a move that is less likely than that is not worth a look
    rounds: int = 1  # for each seat that many decisions are made before what the seat hopes for is heard
    trust: float = 0.02  # what a move is worth that looks e times as good
    worlds: int = 32  # at most, whatever the budget: more would hardly tell more
    behind: float | None = None  # in standard errors: a move that lags further behind the best is looked at no more
    # Where a game has them: likelier worlds than any; what is played for; and the points that a seat has in a view.
    guess: Callable[[Any, Random], Callable[[], State]] | None = None
    aim: Callable[[Game], Aim] = lambda _game: Aim()
    points: Callable[[Any], float] = lambda _view: 0.0
    # Where what the others do changes nothing for the seat, a move of theirs that needs no thought.
    others: Callable[[Any, int], Move] | None = None
    # And what a seat knows as the numbers of the encoding, where that is quicker than by a view.
    numbers: Callable[[Any, int], list[int]] | None = None


class Candidate(NamedTuple):
    """A move that looks good, and how likely the network is to make it."""

    move: Move
    chance: float


class Master:
    """A network, and how it is consulted at one game."""

    def __init__(self, network: Network, game: Game):
        self.network = network
        self.game = game

    def opinion(self, views: Sequence[View]) -> Opinion:
        """What the network thinks of these views."""
        return self.opinion_of([self.numbers(view) for view in views])

    def opinion_of(self, numbers: Sequence[Sequence[int]]) -> Opinion:
        """What it thinks of what seats know."""
        return self.network(numbers, moves=len(self.game.moves))

    def numbers(self, view: View) -> list[int]:
        """What a seat knows, as the network was shown it."""
        encoding = self.game.encoding
        if encoding is None:
            raise AssertionError("a network has learnt from an encoding")
        return encoding.encode(view)

    def candidates(self, view: View, logits: Floats) -> list[Candidate]:
        """The legal moves, those that look best first."""
        legal = [self.game.move(move["text"]) for move in view["legal"]]
        likely = chances(logits, [move.index for move in legal])
        order = sorted(range(len(legal)), key=lambda place: (-likely[place], place))
        return [Candidate(legal[place], float(likely[place])) for place in order]


class Continuation:
    """One way in which a game may go on in a world, as far as it is followed."""

    def __init__(self, world: State, seat: int, move: Move, looks: Looks, luck: str):
        self.state = world.copy()
        self.seat = seat
        self.others = looks.others
        self.until = self.state.n + looks.rounds * world.game.seats
        # In one world the others have the same luck whatever the seat does.
        self.luck = Random(luck)
        self.state.play(seat, move)
        self._play_what_is_forced()

    @property
    def mover(self) -> int:
        """Who decides next, as long as the game goes on."""
        turn = self.state.turn
        return self.seat if self.seat in turn else turn[0]

    @property
    def followed(self) -> bool:
        """Whether it goes on beyond this decision."""
        return bool(self.state.turn) and not (self.mover == self.seat and self.state.n >= self.until)

    def play(self, legal: Sequence[Move], likely: Floats) -> None:
        """The seat makes the move that looks best; the others any, as often as they would."""
        mover = self.mover
        place = int(np.argmax(likely)) if mover == self.seat else _drawn(likely, self.luck.random())
        self.state.play(mover, legal[place])
        self._play_what_is_forced()

    def _play_what_is_forced(self) -> None:
        while self.followed:
            mover = self.mover
            if self.others is not None and mover != self.seat:
                self.state.play(mover, self.others(self.state, mover))
            elif len(legal := self.state.legal(mover)) == 1:
                self.state.play(mover, legal[0])
            else:
                return


def _drawn(likely: Floats, luck: float) -> int:
    """A place, as often as it is likely."""
    return min(int(np.searchsorted(np.cumsum(likely), luck)), len(likely) - 1)


class LookAhead:
    """A decision of one seat, looked at with a network."""

    def __init__(self, master: Master, seat: int, looks: Looks):
        self.master = master
        self.seat = seat
        self.looks = looks
        self.aim = looks.aim(master.game)

    def best(self, view: View, candidates: Sequence[Candidate], rng: Random, budget: Budget) -> Answer:
        """Of these moves the one that promises most, in as many worlds as the budget has iterations."""
        guess = self._guesser(view, rng)
        looked = self.looks.trust * np.log(np.maximum([each.chance for each in candidates], LEAST_CHANCE))
        running = np.arange(len(candidates))
        merit: Floats = np.zeros((len(candidates), 0), np.float32)  # of those still running, world by world
        merits = np.zeros(len(candidates))
        spent = islice(budget.spent(), self.looks.worlds)
        while len(running) > 1 and (at_once := sum(1 for _ in islice(spent, WORLDS_AT_ONCE))):
            moves = [candidates[int(place)].move for place in running]
            promised = self.promises([guess() for _ in range(at_once)], moves, rng)
            merit = np.hstack([merit, promised + looked[running, None]], dtype=np.float32)
            merits[running] = merit.mean(axis=1)
            if self.looks.behind is not None:
                still = in_the_running(merit, self.looks.behind)
                running, merit = running[still], merit[still]
        in_points = not self.aim.share
        worths = merits / (self.aim.point if in_points else self.aim.share)
        texts = [each.move.text for each in candidates]
        compared = weighed("points" if in_points else "chance", zip(texts, map(float, worths), strict=True))
        return Answer(texts[max(running, key=lambda place: merits[place])], weighed=compared)

    def _guesser(self, view: View, rng: Random) -> Callable[[], State]:
        if self.looks.guess is not None:
            return self.looks.guess(view, rng)
        return lambda: self.master.game.guess(view, rng)

    def promises(self, worlds: Sequence[State], moves: Sequence[Move], rng: Random) -> Floats:
        """What every move promises in each world, a row for each move."""
        continuations = []
        for world in worlds:
            luck = f"{rng.random()}"
            continuations += [Continuation(world, self.seat, move, self.looks, luck) for move in moves]
        self._follow(continuations)
        worths = self._worths([continuation.state for continuation in continuations])
        return worths.reshape(len(worlds), len(moves)).T

    def _follow(self, continuations: Sequence[Continuation]) -> None:
        while on := [continuation for continuation in continuations if continuation.followed]:
            numbers = [self._numbers(continuation.state, continuation.mover) for continuation in on]
            for continuation, logits in zip(on, self.master.opinion_of(numbers).logits, strict=True):
                legal = continuation.state.legal(continuation.mover)
                continuation.play(legal, chances(logits, [move.index for move in legal]))

    def _numbers(self, state: State, seat: int) -> list[int]:
        return self.looks.numbers(state, seat) if self.looks.numbers else self.master.numbers(state.view(seat))

    def _worths(self, states: Sequence[State]) -> Floats:
        """What the seat hopes for, or got."""
        worths = np.array([0.0 if state.result is None else self._got(state.result) for state in states], np.float32)
        going = [place for place, state in enumerate(states) if state.result is None]
        if going:
            opinion = self.master.opinion_of([self._numbers(states[place], self.seat) for place in going])
            worths[going] = self.aim.share * opinion.share
            if self.aim.point:
                points = [self.looks.points(states[place].view(self.seat)) for place in going]
                worths[going] += self.aim.point * (np.array(points) + opinion.points)
        return worths

    def _got(self, result: Result) -> float:
        share = (self.seat in result.winners) / len(result.winners) - 1 / self.master.game.seats
        return self.aim.share * share + self.aim.point * result.scores[self.seat]


def in_the_running(seen: Floats, behind: float) -> Ints:
    """Of moves that were seen in the same worlds, a row each, those that lag no further behind the best than that, in
    standard errors."""
    lag = seen[seen.mean(axis=1).argmax()] - seen
    error = lag.std(axis=1) / np.sqrt(seen.shape[1])
    return np.flatnonzero(lag.mean(axis=1) <= behind * error)


def master_in(folder: Path, looks: Looks) -> Bot:
    """The master whose network lies in a folder."""

    def play(view: View, rng: Random, budget: Budget, _memory: Memory) -> str | Answer:
        seat, legal = view["seat"], view["legal"]
        if seat is None or len(legal) == 1:
            return str(legal[0]["text"])
        game = GAMES[view["game"]].of(view)
        master = Master(network_for(game, folder), game)
        ranked = master.candidates(view, master.opinion([view]).logits[0])
        candidates = [each for each in ranked[: looks.candidates] if each.chance >= looks.least] or ranked[:1]
        if len(candidates) == 1 or budget.iterations == 1:
            return candidates[0].move.text
        return LookAhead(master, seat, looks).best(view, candidates, rng, budget)

    return play
