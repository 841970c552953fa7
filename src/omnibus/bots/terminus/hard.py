"""A player of Terminus who tries the turns that seem good in many guesses at what the others hold."""

from math import exp, sqrt
from random import Random

from omnibus.bots.bot import Budget
from omnibus.bots.terminus.judgement import judgement_among
from omnibus.bots.terminus.normal import expected_worth, played
from omnibus.bots.terminus.playout import Round
from omnibus.bots.terminus.turns import ways_to_play
from omnibus.rules.game import Move, View
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.moves import Secret
from omnibus.rules.terminus.state import TerminusState

FIRST_GUESSES = 8  # for a first opinion of every turn
TRIED = 8  # turns at most
HOPELESS = 12.0  # points behind the best, in the first opinion
OPINION = 20.0  # the first opinion counts as much as so many guesses
POINT = 0.01  # what a point changes in the chance to win, nearly
NERVE = 20.0  # points that make the chance to win 2.7 times as great
FEW = 8  # guesses, too few to drop a turn


class Trial:
    """A way to play the turn, our first opinion of it, and how it went."""

    __slots__ = ("moves", "opinion", "outlooks")

    def __init__(self, moves: list[Move], opinion: float):
        self.moves = moves
        self.opinion = opinion
        self.outlooks: list[float] = []  # chances to win, one for each guess

    def merit(self, guesses: int) -> float:
        """The chance to win after so many guesses, the first opinion included."""
        return (sum(self.outlooks[:guesses]) + OPINION * self.opinion) / (guesses + OPINION)


class Hard:
    """A player at one seat of one game, who thinks once a turn and then carries out the plan."""

    def __init__(self) -> None:
        self.plan: list[str] = []
        self.expected = -1  # the n at which the plan goes on

    def __call__(self, view: View, rng: Random, budget: Budget) -> str:
        """The next move of the turn that promises most."""
        seat, legal = view["seat"], view["legal"]
        if seat is None or len(legal) == 1:
            return legal[0]
        if view["n"] != self.expected or not self.plan:
            self.plan = best_turn(view, seat, rng, budget)
        self.expected = view["n"] + 1
        return self.plan.pop(0)


def best_turn(view: View, seat: int, rng: Random, budget: Budget) -> list[str]:
    """The moves of the best turn. Each guess is tried with all turns still in the race, so that luck is the same."""
    game = Terminus(view["seats"], **view["options"])
    race = first_opinions([game.guess(view, rng) for _ in range(FIRST_GUESSES)], seat)
    guesses = 0
    waiting: list[Trial] = []
    guess = game.guess(view, rng)
    for _ in budget.spent():
        if not waiting:
            race = still_in_race(race, guesses)
            if len(race) == 1:
                break
            waiting = race[::-1]
            guess = game.guess(view, rng)
        trial = waiting.pop()
        trial.outlooks.append(outlook(guess, played(guess, seat, trial.moves), rng)[seat])
        if not waiting:
            guesses += 1
    best = max(race, key=lambda trial: trial.merit(guesses))
    return [move.text for move in best.moves]


def first_opinions(guesses: list[TerminusState], seat: int) -> list[Trial]:
    """The turns that seem good, the best first."""
    trials = [Trial(way.moves, POINT * expected_worth(way, guesses, seat)) for way in ways_to_play(guesses[0], seat)]
    trials.sort(key=lambda trial: -trial.opinion)
    return [trial for trial in trials[:TRIED] if trial.opinion > trials[0].opinion - POINT * HOPELESS]


def still_in_race(race: list[Trial], guesses: int) -> list[Trial]:
    """The turns that are not clearly worse than the best."""
    if guesses < FEW:
        return race
    best = max(race, key=lambda trial: trial.merit(guesses))

    def clearly_worse(trial: Trial) -> bool:
        leads = [ahead - behind for ahead, behind in zip(best.outlooks, trial.outlooks, strict=True)]
        mean = sum(leads) / guesses
        variance = sum([(lead - mean) ** 2 for lead in leads]) / (guesses - 1)
        return best.merit(guesses) - trial.merit(guesses) > 2 * sqrt(variance / (guesses + OPINION))

    return [trial for trial in race if trial is best or not clearly_worse(trial)]


def outlook(before: TerminusState, after: TerminusState, rng: Random) -> list[float]:
    """Everyone's chance to win after a turn: played on until it is our turn again and over, then judged."""
    judgement = judgement_among(len(after.hands))
    same_round = after.result is None and len(after.sheet) == len(before.sheet)
    scores = [float(score) for score in after.scores]
    over = after.result is not None
    if same_round:
        while after.choosing_secrets:
            chooser = after.turn[0]
            hand = after.hands[chooser]
            secrets = [move for move in after.legal(chooser) if isinstance(move, Secret)]
            after.play(chooser, max(secrets, key=lambda move: judgement.of_first_secret(hand, move.card)))
        rest = Round(after, judgement, rng)
        rest.play_on(after.active, len(after.hands))
        scores = rest.expected_scores()
        over = rest.over and max(scores) >= rest.target
    if over:
        winners = scores.count(min(scores))
        return [(score == min(scores)) / winners for score in scores]
    weights = [exp((min(scores) - score) / NERVE) for score in scores]
    return [weight / sum(weights) for weight in weights]
