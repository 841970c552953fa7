"""The judge of Terminus: the turn is played well to its end, then a few more turns of everyone, then it judges."""

from collections.abc import Sequence
from math import exp
from random import Random

from omnibus.bots.terminus.hard import TURNS_AHEAD, choose_secrets
from omnibus.bots.terminus.judgement import judgement_among
from omnibus.bots.terminus.normal import expected_worth
from omnibus.bots.terminus.playout import RestOfRound
from omnibus.bots.terminus.turns import played, ways_to_play
from omnibus.rules.game import Move
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView
from omnibus.study.judge import Doubt, Judge, Worth, worths_at_end

GUESSES = 4  # for how to play a turn to its end
# Points of difference that make the chance to win 2.7 times as great, with the game at its end and more for each point
# that the last one lacks; and how many points are still to come. Fitted to 120 games of four `normal` players.
NERVE, NERVE_A_POINT = 15.0, 0.05
TO_COME, TO_COME_A_POINT = 10.0, 0.5


class TerminusCase:
    """A decision in Terminus."""

    def __init__(self, view: TerminusView, hindsight: bool):
        if view["seat"] is None:
            raise ValueError("a spectator has no move")
        self.seat: int = view["seat"]
        self.hindsight = hindsight
        # The rest of the turn is the same in all worlds: they differ in what the seat cannot see.
        rng = Random(0)
        game = Terminus.of(view)
        self.guesses = [game.guess(view, rng) for _ in range(GUESSES)]
        self.plans: dict[int, list[Move]] = {}

    def rest_of_turn(self, move: Move) -> list[Move]:
        """How the seat plays on after a move, to the end of its turn."""
        if move.index not in self.plans:
            self.plans[move.index] = self._planned(move)
        return self.plans[move.index]

    def _planned(self, move: Move) -> list[Move]:
        seat = self.seat
        after = [played(guess, seat, [move]) for guess in self.guesses]
        if not goes_on(self.guesses[0], after[0], seat):
            return []
        ways = ways_to_play(after[0], seat)
        return max(ways, key=lambda way: expected_worth(way, after, seat)).moves

    def world(self, state: TerminusState, luck: str) -> "TerminusWorld":
        """The state as a world to try moves in."""
        return TerminusWorld(self, state, luck)


def goes_on(before: TerminusState, after: TerminusState, seat: int) -> bool:
    """Whether the seat's turn is not over yet."""
    return (
        after.turn == (seat,)
        and len(after.sheet) == len(before.sheet)
        and not before.choosing_secrets
        and after.line >= 0
    )


class TerminusWorld:
    """What the others may hold, and how the cards may come."""

    def __init__(self, case: TerminusCase, state: TerminusState, luck: str):
        self.case = case
        self.state = state
        self.luck = luck

    def worths(self, move: Move) -> list[Worth]:
        """The chance to win a few turns after that move."""
        seat, before = self.case.seat, self.state
        after = before.copy()
        for each in (move, *self.case.rest_of_turn(move)):
            # What a play brings to light may end the turn, the round or the game.
            if each is not move and not goes_on(before, after, seat):
                break
            after.play(seat, each)
        return self._judged(after)

    def _judged(self, after: TerminusState) -> list[Worth]:
        if after.result is not None:
            return worths_at_end(after)
        target = after.game.options["target"]
        if len(after.sheet) > len(self.state.sheet):
            return at_horizon(after.scores, target)
        choose_secrets(after)
        seats = len(after.hands)
        rng, turns = Random(self.luck), TURNS_AHEAD * seats
        rest = RestOfRound(after, judgement_among(seats), rng)
        # With hindsight nothing else differs from world to world: one way to play on would decide alone.
        next_seat = rest.play_on(after.active, rng.randint(1, turns) if self.case.hindsight else turns)
        scores = rest.expected_scores(next_seat)
        if rest.over and max(scores) >= target:
            lowest = min(scores)
            return [Worth((score == lowest) / scores.count(lowest), score) for score in scores]
        return at_horizon(scores, target)


def at_horizon(scores: Sequence[float], target: int) -> list[Worth]:
    """Everyone's chance to win and points in the end, when a round brings those scores and the game goes on."""
    lacking = max(0.0, target - max(scores))
    nerve = NERVE + NERVE_A_POINT * lacking
    lowest = min(scores)
    odds = [exp((lowest - score) / nerve) for score in scores]
    total, to_come = sum(odds), TO_COME + TO_COME_A_POINT * lacking
    return [Worth(odd / total, score + to_come) for odd, score in zip(odds, scores, strict=True)]


class TerminusJudge(Judge):
    """Who judges Terminus."""

    name = "terminus 3"
    doubt = Doubt(odds=0.15, points=0.7)
    few_points_win = True
    budget = 3000

    def case(self, view: TerminusView) -> TerminusCase:
        """What can be told from the view alone."""
        return TerminusCase(view, hindsight=False)

    def case_with_hindsight(self, view: TerminusView) -> TerminusCase:
        """The same where all is known."""
        return TerminusCase(view, hindsight=True)


JUDGE = TerminusJudge()
