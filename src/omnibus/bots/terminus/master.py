"""`master` tries turns as `hard` does, and judges what they lead to by what many games have taught it."""

from collections.abc import Sequence
from math import log
from pathlib import Path
from random import Random

from omnibus.bots.bot import Answer, Bot, Budget, Memory, Weighed
from omnibus.bots.terminus.hard import (
    FIRST_GUESSES,
    TURNS_AHEAD,
    Trial,
    chances,
    choose_secrets,
    chosen,
    first_opinions,
    play_turns,
    still_in_race,
)
from omnibus.bots.terminus.judge import Judge, judge_for
from omnibus.bots.terminus.judgement import judgement_among
from omnibus.bots.terminus.numbers import Position, between_rounds, lacking, position_of
from omnibus.bots.terminus.playout import RestOfRound
from omnibus.bots.terminus.suspicion import suspect
from omnibus.bots.terminus.turns import played
from omnibus.rules.game import Move
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView

DRAWN = 3  # guesses, of which one is kept
LEAST = 1e-9  # however unlikely a guess is
AT_ONCE = 8  # guesses that are judged together, which is much quicker

End = Position | list[float]
"""What a turn leads to: a position to be judged, or everyone's chance to win where the game is over."""


class Guesses:
    """Guesses of what a seat cannot see: of many, those that are likely, by what players do hold."""

    def __init__(self, view: TerminusView, seat: int, rng: Random, judge: Judge):
        self.view = view
        self.seat = seat
        self.rng = rng
        self.judge = judge
        self.game = Terminus.of(view)
        self._waiting: list[TerminusState] = []

    def next(self) -> TerminusState:
        """Another guess."""
        if not self._waiting:
            self._waiting = self._some()
        return self._waiting.pop()

    def _some(self) -> list[TerminusState]:
        many = [suspect(self.game.guess(self.view, self.rng), self.seat, self.rng) for _ in range(AT_ONCE * DRAWN)]
        if many[0].choosing_secrets:  # nobody has done anything yet that would tell
            return many[:AT_ONCE]
        likely = self.judge.likely([position_of(as_it_is(guess), guess.active) for guess in many], self.seat)
        # Each at most once: what is seen in one guess again and again would look surer than it is.
        lots = [log(self.rng.random()) / max(each, LEAST) for each in likely]
        return [many[number] for number in sorted(range(len(many)), key=lots.__getitem__)[-AT_ONCE:]]


def best_turn(view: TerminusView, seat: int, rng: Random, budget: Budget, judge: Judge) -> tuple[list[str], Weighed]:
    """The moves of the best turn. Each guess is tried with all turns still in the race, so that luck is the same."""
    guesses = Guesses(view, seat, rng, judge)
    trials = first_opinions([guesses.next() for _ in range(FIRST_GUESSES)], seat)
    race, waiting = trials, list[Trial]()
    ends: list[list[End]] = []  # of the turns in the race, guess by guess
    for _ in budget.spent():
        if not waiting:
            if len(ends) == AT_ONCE:
                race, ends = after_guesses(race, ends, seat, judge), []
            if len(race) == 1:
                break
            guess, waiting = guesses.next(), race[::-1]
            ends.append([])
        ends[-1].append(end_of(guess, seat, waiting.pop().moves, rng))
    if waiting:
        ends.pop()
    race = after_guesses(race, ends, seat, judge)
    return chosen(trials, max(race, key=lambda trial: trial.merit(len(trial.outlooks))))


def after_guesses(race: list[Trial], ends: Sequence[Sequence[End]], seat: int, judge: Judge) -> list[Trial]:
    """The turns that are still in the race once it is judged what they have led to."""
    outlooks = iter(judged([end for of_guess in ends for end in of_guess], seat, judge))
    for _ in ends:
        for trial in race:
            trial.outlooks.append(next(outlooks))
    return still_in_race(race, len(race[0].outlooks))


def as_it_is(state: TerminusState) -> RestOfRound:
    """The round from there on; before anybody plays on in it, the state stays as it is."""
    return RestOfRound(state, judgement_among(len(state.hands)), Random(0))


def end_of(guess: TerminusState, seat: int, turn: list[Move], rng: Random) -> End:
    """What a turn leads to when all have had a few more turns in the same round."""
    after = played(guess, seat, turn)
    target = after.game.options["target"]
    if after.result is not None:
        return chances(after.scores, True)
    if len(after.sheet) > len(guess.sheet):
        return between_rounds(lacking(after.scores, target), after.starter)
    choose_secrets(after)
    seats, starter = len(after.hands), after.starter
    rest = RestOfRound(after, judgement_among(seats), rng)
    next_seat = rest.play_on(after.active, TURNS_AHEAD * seats)
    if rest.over and max(rest.scores) >= target:
        return chances(rest.scores, True)
    return position_of(rest, (starter + 1) % seats if rest.over else next_seat)


def judged(ends: Sequence[End], seat: int, judge: Judge) -> list[float]:
    """The seat's chance to win at each of them."""
    positions = [end for end in ends if isinstance(end, Position)]
    found = iter(judge.chances(positions)[:, seat].tolist() if positions else [])
    return [next(found) if isinstance(end, Position) else end[seat] for end in ends]


def sit_down(folder: Path) -> Bot:
    """The master whose judge lies in a folder."""

    def play(view: TerminusView, rng: Random, budget: Budget, memory: Memory) -> str | Answer:
        judge = judge_for(Terminus.of(view), folder)

        def think(view: TerminusView, seat: int, rng: Random, budget: Budget) -> tuple[list[str], Weighed]:
            return best_turn(view, seat, rng, budget, judge)

        return play_turns(view, rng, budget, memory, think)

    return play
