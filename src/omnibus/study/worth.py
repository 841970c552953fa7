"""What the moves of one decision are worth, and how sure that is.

All moves are tried in the same worlds with the same luck, so that their differences are known better than themselves.
First a race: the worse half of the moves is dropped again and again, those clearly behind at once, until one is left.
Then the winner and the move that was played are compared in fresh worlds: what made a move win the race by luck does
not count for it there, and a maximum over noisy values invents no losses. A close case gets more worlds, and before a
loss is told, whoever plays on better than the judge is asked as well, where there is somebody.

The worlds are guesses at the view. With hindsight they are the truth: all cards lie as they lay, those of the decks in
their order, and only what is still to be shuffled comes otherwise each time.
"""

from collections.abc import Iterator, Sequence
from math import hypot, log2, sqrt, tanh
from random import Random
from typing import Any, NamedTuple, Self

from omnibus.rules.chance import Seeded
from omnibus.rules.game import Game, Move, State, View
from omnibus.rules.shelf import GAMES
from omnibus.study.judge import Case, Doubt, Judge, Unit, World, Worlds, Worth, judge_of, unit_of

DOUBT = 3.0  # standard errors: what is further apart is so beyond doubt
CLOSE = 1.0  # a lead of more standard errors than this, but not beyond doubt, is looked at again
LOOKS = 3  # at most, each as long as the first
ENOUGH = {"share": 0.004, "points": 0.15}  # a standard error below which more worlds tell nothing that anyone would see
FEW = 8  # worlds after which one may stop or drop a move
FOR_A_LOSS = 128  # worlds, at least, unless fewer are sure: of few, a lead that is large enough to tell is too large
PART_OF_RACE = 0.5  # of the budget
BEFORE_A_DROP = 4  # worlds, at least, in which a move is tried before it may be among the worse half
CLEARLY_BEHIND = 3.0  # standard errors
PSEUDO = 2.0  # victories and defeats added before an error is taken from victories and defeats alone


class Measure(NamedTuple):
    """What moves are compared by."""

    unit: Unit
    sign: int  # -1 where few points are good
    doubt: Doubt
    clear_win: float = 0.0  # as the judge has it

    @classmethod
    def by(cls, unit: Unit, judge: Judge) -> Self:
        """In that unit, as that judge sees it."""
        return cls(unit, -1 if unit == "points" and judge.few_points_win else 1, judge.doubt, judge.clear_win)

    def of(self, worth: Worth) -> float:
        """The more the better."""
        return self.sign * (worth.points if self.unit == "points" else worth.share)

    def at_a_glance(self, worths: Sequence[Worth], seat: int) -> float:
        """The same where few worlds must do: a narrow victory is nearly a defeat, and tells less than a clear one."""
        worth = worths[seat]
        if self.unit == "points" or not self.clear_win:
            return self.of(worth)
        rival = max(other.points for number, other in enumerate(worths) if number != seat)
        return 0.5 + 0.5 * tanh((worth.points - rival) / self.clear_win)

    def doubt_at(self, share: float) -> float:
        """By how much the judge is usually wrong about the difference between two moves around that share."""
        return self.doubt.points if self.unit == "points" else self.doubt.odds * share * (1 - share)


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def estimate(values: Sequence[float], decided: bool = False) -> Estimate:
    """The mean of independent values. Those of decided games are 0 or 1: where all agree, the next may still differ."""
    count = len(values)
    mean = sum(values) / count
    if decided and all(value in (0.0, 1.0) for value in values):
        smoothed = (sum(values) + PSEUDO) / (count + 2 * PSEUDO)
        return Estimate(mean, sqrt(smoothed * (1 - smoothed) / (count + 2 * PSEUDO)))
    if count < 2:
        return Estimate(mean, 0.5)
    return Estimate(mean, sqrt(sum((value - mean) ** 2 for value in values) / (count * (count - 1))))


class Trials:
    """One move, and how it went in each world that it was tried in."""

    def __init__(self, move: Move):
        self.move = move
        self.shares: dict[int, float] = {}  # by number of the world
        self.points: dict[int, float] = {}
        self.counting: dict[int, float] = {}  # what the moves are compared by: the more the better
        self.racing: dict[int, float] = {}  # and in the race
        self.everyone: dict[int, Sequence[Worth]] = {}

    def add(self, world: int, worths: Sequence[Worth], seat: int, measure: Measure) -> None:
        """It was tried in that world, by that seat."""
        self.shares[world], self.points[world] = worths[seat]
        self.counting[world] = measure.of(worths[seat])
        self.racing[world] = measure.at_a_glance(worths, seat)
        self.everyone[world] = worths

    def worth(self, since: int = 0) -> tuple[Estimate, Estimate]:
        """Share and points in the worlds from that number on."""
        return (
            estimate([share for world, share in self.shares.items() if world >= since], decided=True),
            estimate([points for world, points in self.points.items() if world >= since]),
        )

    def worth_to_all(self, since: int) -> list[Worth]:
        """Share and points of every seat in the worlds from that number on."""
        tried = [worths for world, worths in self.everyone.items() if world >= since]
        return [
            Worth(sum(one.share for one in each) / len(tried), sum(one.points for one in each) / len(tried))
            for each in zip(*tried, strict=True)
        ]


def lead(ahead: dict[int, float], behind: dict[int, float], since: int = 0) -> Estimate:
    """By how much one move did better than another, in the worlds from that number on in which both were tried."""
    return estimate([value - behind[world] for world, value in ahead.items() if world >= since and world in behind])


class Weighing:
    """The moves of one decision, being weighed."""

    def __init__(self, case: Case, worlds: Worlds, moves: Sequence[Move], played: Move, measure: Measure, luck: str):
        self.case = case
        self.worlds = worlds
        self.trials = [Trials(move) for move in moves]
        self.played = next(trial for trial in self.trials if trial.move is played)
        self.measure = measure
        self.luck = luck
        self.count = 0  # of worlds
        self.spent = 0

    def try_all(self, trials: Sequence[Trials], worlds: int) -> None:
        """Try those moves in so many fresh worlds."""
        for _ in range(worlds):
            luck = f"{self.luck}/{self.count}"
            world: World = self.case.world(self.worlds(Random(luck)), luck)
            for trial in trials:
                trial.add(self.count, world.worths(trial.move), self.case.seat, self.measure)
            self.count += 1
            self.spent += len(trials)

    # ---- The race

    def race(self, budget: int) -> Trials:
        """The move that wins, the one that was played running along to the end."""
        running = self.trials[:]
        rounds = max(1, round(log2(len(running)) + 0.499))
        for left in range(rounds, 0, -1):
            self.try_all(running, max(BEFORE_A_DROP, (budget - self.spent) // (left * len(running))))
            running.sort(key=self._mean, reverse=True)
            running = self._still_running(running)
            if len(running) == 1 or running == [self.played]:
                break
        best = max(running, key=self._mean)
        # Of equals, the one that was played.
        return self.played if self._mean(best) <= self._mean(self.played) else best

    def _mean(self, trial: Trials) -> float:
        return sum(trial.racing.values()) / len(trial.racing)

    def _still_running(self, ranked: list[Trials]) -> list[Trials]:
        """The better half, less those clearly behind; and the move that was played, to compare the others with."""
        first = ranked[0]
        kept = [
            trial
            for trial in ranked[: (len(ranked) + 1) // 2]
            if trial is first or not self._clearly_behind(trial, first)
        ]
        return kept if self.played in kept else [*kept, self.played]

    def _clearly_behind(self, trial: Trials, first: Trials) -> bool:
        if self.count < FEW:
            return False
        gap = lead(first.racing, trial.racing)
        return gap.mean > CLEARLY_BEHIND * gap.error

    # ---- The comparison

    def compare(self, best: Trials, budget: int) -> int:
        """Try the winner and the played move in fresh worlds, more of them in a close case; the first of them."""
        since = self.count
        pair = [self.played] if best is self.played else [self.played, best]
        worlds = max(FEW, budget // len(pair))
        for look in range(LOOKS):
            for _ in range(0, worlds, FEW):
                self.try_all(pair, FEW)
                if self._is_sure(since):
                    break
            if best is self.played or not self._is_close(best, since) or look == LOOKS - 1:
                break
        if self.is_a_loss(best, since) and not self._is_sure(since):
            self.try_all(pair, max(0, since + FOR_A_LOSS - self.count))
        return since

    def _is_sure(self, since: int) -> bool:
        """Whether more worlds would change nothing that anyone sees. It asks for errors alone, not for means."""
        share, points = self.played.worth(since)
        error = points.error if self.measure.unit == "points" else share.error
        return error < ENOUGH[self.measure.unit] and self.count - since >= 2 * FEW

    def lead_of(self, best: Trials, since: int) -> Estimate:
        """By how much the winner did better than the played move."""
        return Estimate(0.0, 0.0) if best is self.played else lead(best.counting, self.played.counting, since)

    def doubt_of(self, best: Trials, since: int) -> float:
        """By how much the judge may be wrong about that lead."""
        return self.measure.doubt_at((best.worth(since)[0].mean + self.played.worth(since)[0].mean) / 2)

    def is_a_loss(self, best: Trials, since: int) -> bool:
        """Whether the played move is worse beyond doubt."""
        return is_beyond_doubt(self.lead_of(best, since), self.doubt_of(best, since))

    def _is_close(self, best: Trials, since: int) -> bool:
        """Whether more worlds may tell: not where it is the judge who is in doubt."""
        gap, doubt = self.lead_of(best, since), self.doubt_of(best, since)
        may_be = gap.mean + gap.error > DOUBT * doubt
        return gap.mean > CLOSE * gap.error and may_be and not is_beyond_doubt(gap, doubt)


def is_beyond_doubt(gap: Estimate, doubt: float) -> bool:
    """Whether a lead is more than the sample and the judge may be wrong by."""
    return gap.mean > DOUBT * hypot(gap.error, doubt)


def guesses_of(view: View) -> Worlds:
    """Worlds that look like the view, everything unknown as likely as it is."""
    game = GAMES[view["game"]].of(view)
    return lambda rng: game.guess(view, rng)


def truth_again(game: Game, dump: dict[str, Any]) -> Worlds:
    """The world as it was, again and again."""
    truth = game.load(dump)

    def again(rng: Random) -> State:
        world = truth.copy()
        world.luck = Seeded(f"{rng.getrandbits(128):032x}")
        return world

    return again


def weigh(
    view: View, played: str, budget: int, seed: str, truth: dict[str, Any] | None = None, unit: Unit | None = None
) -> dict[str, Any]:
    """What the legal moves of a view are worth, as plain data. It depends on nothing but what is given here.

    With hindsight, the truth is given as a dump of the state. Shares of the victory count, alone points, unless a unit
    is given.
    """
    game = GAMES[view["game"]].of(view)
    moves = [game.move(offered["text"]) for offered in view["legal"]]
    luck = f"{seed}/{view['n']}/{view['seat']}"
    judge = judge_of(game.id)
    case = judge.case(view) if truth is None else judge.case_with_hindsight(view)
    worlds = guesses_of(view) if truth is None else truth_again(game, truth)
    measure = Measure.by(unit or unit_of(game.seats), judge)
    weighing = Weighing(case, worlds, moves, game.move(played), measure, luck)
    part = round(PART_OF_RACE * budget)
    best = weighing.race(part)
    since = weighing.compare(best, budget - min(part, weighing.spent))
    beyond_doubt = weighing.is_a_loss(best, since)
    if beyond_doubt and measure.unit == "share":
        beyond_doubt = judge.confirms(case, worlds, best.move, weighing.played.move, f"{luck}/again")
    return _plain(weighing, best, since, beyond_doubt, all_known=truth is not None or not game.hides)


def _plain(weighing: Weighing, best: Trials, since: int, beyond_doubt: bool, all_known: bool) -> dict[str, Any]:
    played = weighing.played
    gap, doubt = weighing.lead_of(best, since), weighing.doubt_of(best, since)
    share, points = played.worth(since)
    found = {
        "move": played.move.text,
        "best": best.move.text,
        "beyond_doubt": beyond_doubt,
        "lead": gap.mean,
        "lead_error": gap.error,
        "lead_doubt": doubt,
        "worlds": weighing.count,
        "tries": weighing.spent,
        "candidates": [
            _candidate(trial.move, *worths)
            for trial, worths in sorted(
                _worths(weighing, best, since),
                key=lambda entry: -weighing.measure.of(Worth(*(each.mean for each in entry[1]))),
            )
        ],
    }
    value = best.worth(since) if beyond_doubt else (share, points)
    found["value"] = _both(*value)
    found["worth"] = _both(share, points)
    if all_known:
        # Of a view with anything hidden, only the seat's own value is what that seat thinks of it.
        valued = best if beyond_doubt else played
        found["everyone"] = [worth._asdict() for worth in valued.worth_to_all(since)]
    return found


def _worths(weighing: Weighing, best: Trials, since: int) -> Iterator[tuple[Trials, tuple[Estimate, Estimate]]]:
    """All moves: the two that were compared by their fresh worlds, the others by how they did beside the played one."""
    played = weighing.played
    known = played.worth(since)
    for trial in weighing.trials:
        if trial is played or trial is best:
            yield trial, trial.worth(since)
            continue
        gaps = lead(trial.shares, played.shares), lead(trial.points, played.points)
        share, points = (
            Estimate(one.mean + gap.mean, sqrt(one.error**2 + gap.error**2))
            for one, gap in zip(known, gaps, strict=True)
        )
        yield trial, (share, points)


def _candidate(move: Move, share: Estimate, points: Estimate) -> dict[str, Any]:
    return {"move": move.text, **_both(share, points)}


def _both(share: Estimate, points: Estimate) -> dict[str, float]:
    return {"share": share.mean, "share_error": share.error, "points": points.mean, "points_error": points.error}
