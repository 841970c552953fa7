"""A player of Terminus who tries the turns that seem good in many guesses at what the others hold."""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random

from omnibus.bots.bot import Answer, Budget, Memory, Weighed, texts, weighed
from omnibus.bots.terminus.judgement import judgement_among, worth
from omnibus.bots.terminus.playout import RestOfRound
from omnibus.bots.terminus.suspicion import suspect
from omnibus.bots.terminus.turns import played, ways_to_play
from omnibus.rules.game import Move
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.moves import Secret
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView

FIRST_GUESSES = 8  # for a first opinion of every turn
TRIED = 8  # turns at most
HOPELESS = 0.12  # the chances to win that a turn may be behind the best one in the first opinion
OPINION = 0.4  # the weight of the first opinion beside the guesses, which share the errors of how we play them out
POINT = 0.01  # what a point is worth in chances to win, nearly
NERVE = 20.0  # points that make the chance to win 2.7 times as great
FEW = 8  # guesses, too few to drop a turn
TURNS_AHEAD = 2  # for everyone, before we judge


class Trial:
    """A way to play the turn, our first opinion of it, and how it went."""

    __slots__ = ("moves", "opinion", "outlooks")

    def __init__(self, moves: list[Move], opinion: float):
        self.moves = moves
        self.opinion = opinion
        self.outlooks: list[float] = []  # chances to win, one for each guess

    def merit(self, guesses: int) -> float:
        """How good the turn is after so many guesses, the first opinion included."""
        return sum(self.outlooks[:guesses]) / max(1, guesses) + OPINION * self.opinion


def play_hard(view: TerminusView, rng: Random, budget: Budget, memory: Memory) -> str | Answer:
    """The next move of the turn that promises most. It thinks once a turn, remembers the rest, and carries it out."""
    seat, legal = view["seat"], view["legal"]
    if seat is None or len(legal) == 1:
        return legal[0]["text"]
    planned = memory["plan"] if memory is not None and memory["n"] == view["n"] else []
    # Somebody may have taken a move back, or made one for us.
    if planned and planned[0] in texts(view):
        turn, compared = planned, Weighed(plan={"turn": planned})
    else:
        turn, compared = best_turn(view, seat, rng, budget)
    return Answer(turn[0], {"n": view["n"] + 1, "plan": turn[1:]} if turn[1:] else None, compared)


def best_turn(view: TerminusView, seat: int, rng: Random, budget: Budget) -> tuple[list[str], Weighed]:
    """The moves of the best turn. Each guess is tried with all turns still in the race, so that luck is the same."""
    game = Terminus.of(view)
    trials = first_opinions([suspect(game.guess(view, rng), seat, rng) for _ in range(FIRST_GUESSES)], seat)
    race = trials
    guesses = 0
    waiting: list[Trial] = []
    guess = suspect(game.guess(view, rng), seat, rng)
    for _ in budget.spent():
        if not waiting:
            race = still_in_race(race, guesses)
            if len(race) == 1:
                break
            waiting = race[::-1]
            guess = suspect(game.guess(view, rng), seat, rng)
        trial = waiting.pop()
        trial.outlooks.append(outlook(guess, played(guess, seat, trial.moves), rng)[seat])
        if not waiting:
            guesses += 1
    best = max(race, key=lambda trial: trial.merit(guesses))
    turn = [move.text for move in best.moves]
    return turn, weighed("chance", _worths_by_first_move(trials, best).items(), {"turn": turn})


def _worths_by_first_move(trials: list[Trial], best: Trial) -> dict[str, float]:
    """What each move is worth that begins one of the turns: as much as the best of them."""
    all_tried = all(trial.outlooks for trial in trials)

    def worth_of(trial: Trial) -> float:
        return sum(trial.outlooks) / len(trial.outlooks) if all_tried else trial.opinion

    worths = {best.moves[0].text: worth_of(best)}
    for trial in trials:
        move = trial.moves[0].text
        if move != best.moves[0].text:
            worths[move] = max(worth_of(trial), worths.get(move, worth_of(trial)))
    return worths


def first_opinions(guesses: list[TerminusState], seat: int) -> list[Trial]:
    """The turns that seem good, the best first."""
    trials = [Trial(way.moves, first_opinion(guesses, seat, way.moves)) for way in ways_to_play(guesses[0], seat)]
    trials.sort(key=lambda trial: -trial.opinion)
    return [trial for trial in trials[:TRIED] if trial.opinion > trials[0].opinion - HOPELESS]


def first_opinion(guesses: list[TerminusState], seat: int, moves: list[Move]) -> float:
    """How a turn changes the chance to win, as judged right after it."""
    state, first = guesses[0], moves[0]
    if state.choosing_secrets and isinstance(first, Secret):
        return POINT * judgement_among(len(state.hands)).of_first_secret(state.hands[seat], first.card)
    before = chances(state.scores, False)[seat]
    total = 0.0
    for guess in guesses:
        after = played(guess, seat, moves)
        total += (
            POINT * worth(guess, after, seat) if after.result is None else chances(after.scores, True)[seat] - before
        )
    return total / len(guesses)


def still_in_race(race: list[Trial], guesses: int) -> list[Trial]:
    """The turns that are not clearly worse than the best."""
    if guesses < FEW:
        return race
    best = max(race, key=lambda trial: trial.merit(guesses))

    def clearly_worse(trial: Trial) -> bool:
        leads = [ahead - behind for ahead, behind in zip(best.outlooks, trial.outlooks, strict=True)]
        mean = sum(leads) / guesses
        variance = sum([(lead - mean) ** 2 for lead in leads]) / (guesses - 1)
        return best.merit(guesses) - trial.merit(guesses) > 2 * sqrt(variance / guesses)

    return [trial for trial in race if trial is best or not clearly_worse(trial)]


def outlook(before: TerminusState, after: TerminusState, rng: Random) -> list[float]:
    """Everyone's chance to win after a turn, judged when all have had a few more turns in the same round."""
    if after.result is not None or len(after.sheet) > len(before.sheet):
        return chances(after.scores, after.result is not None)
    choose_secrets(after)
    seats = len(after.hands)
    rest = RestOfRound(after, judgement_among(seats), rng)
    next_seat = rest.play_on(after.active, TURNS_AHEAD * seats)
    return chances(rest.expected_scores(next_seat), rest.over and max(rest.scores) >= rest.target)


def choose_secrets(state: TerminusState) -> None:
    """Let all who have not done so put down their first secret."""
    judgement = judgement_among(len(state.hands))
    while state.choosing_secrets:
        seat = state.turn[0]
        hand = state.hands[seat]
        secrets = [move for move in state.legal(seat) if isinstance(move, Secret)]
        state.play(seat, max(secrets, key=lambda move: judgement.of_first_secret(hand, move.card)))


def chances(scores: Sequence[float], over: bool) -> list[float]:
    """Everyone's chance to win with those scores: the lowest wins, surely when the game is over."""
    lowest = min(scores)
    weights = [float(score == lowest) if over else exp((lowest - score) / NERVE) for score in scores]
    return [weight / sum(weights) for weight in weights]
