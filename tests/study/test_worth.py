"""Weighing the moves of one decision, by a judge whose values are known."""

from random import Random
from statistics import fmean

import pytest

from omnibus.rules import GAMES
from omnibus.rules.game import Move, State
from omnibus.study.judge import Case, Doubt, World, Worth
from omnibus.study.worth import BEFORE_A_DROP, FEW, FOR_A_LOSS, Measure, Trials, Weighing, weigh

GAIN = 0.3  # the chance of victory that the first move has more than any other


class Lottery:
    """A world in which every move wins or loses by lot."""

    def __init__(self, best: Move, luck: str):
        self.best = best
        self.luck = luck

    def worths(self, move: Move) -> list[Worth]:
        chance = 0.35 + GAIN * (move is self.best)
        won = float(Random(f"{self.luck}/{move.text}").random() < chance)
        return [Worth(won, won), Worth(1 - won, 1 - won)]


class LotteryCase:
    """A decision of the first seat between moves of which the first is best."""

    seat = 0

    def __init__(self, best: Move):
        self.best = best

    def world(self, _state: State, luck: str) -> World:
        return Lottery(self.best, luck)


def weighing(seed: str, moves: int = 8) -> Weighing:
    state = GAMES["terminus"](2).start("lottery")
    offered = list(state.game.moves)[:moves]
    case: Case = LotteryCase(offered[0])
    return Weighing(case, lambda _rng: state, offered, offered[-1], Measure("share", 1, Doubt(0.0, 0.0)), seed)


def compared(seed: str) -> tuple[Weighing, Trials, int]:
    """The best move beside another, at a budget for the fewest worlds."""
    found = weighing(seed)
    best = found.trials[0]
    return found, best, found.compare(best, 2 * FEW)


def test_a_loss_is_told_after_many_worlds_only() -> None:
    told = 0
    for number in range(60):
        found, best, since = compared(f"many {number}")
        lead = found.lead_of(best, since)
        if lead.mean > 3 * lead.error:
            told += 1
            assert found.count - since >= FOR_A_LOSS
    assert told > 5


def test_a_loss_is_told_as_large_as_it_is() -> None:
    """Of those that a few worlds show beyond doubt, whatever they show is too large by half and more."""
    leads = []
    for number in range(200):
        found, best, since = compared(f"large {number}")
        lead = found.lead_of(best, since)
        if lead.mean > 3 * lead.error:
            leads.append(lead.mean)
    assert len(leads) > 20
    assert abs(fmean(leads) - GAIN) < 0.05


class Narrow(Lottery):
    """Games in which the first move wins a little more often, and by far; victories by any other are narrow."""

    def worths(self, move: Move) -> list[Worth]:
        won, _ = super().worths(move)
        points = (20.0 if move is self.best else 1.0) * (2 * won.share - 1)
        return [Worth(won.share, points), Worth(1 - won.share, 0.0)]


class NarrowCase(LotteryCase):
    def world(self, _state: State, luck: str) -> World:
        return Narrow(self.best, luck)


def test_in_the_race_a_narrow_victory_tells_less_than_a_clear_one() -> None:
    first = dict.fromkeys((0.0, 5.0), 0)
    for clear_win in first:
        for number in range(40):
            found = weighing(f"narrow {number}")
            found.case = NarrowCase(found.trials[0].move)
            found.measure = found.measure._replace(clear_win=clear_win)
            first[clear_win] += found.race(40) is found.trials[0]
    assert first[5.0] > first[0.0]


def test_no_move_is_dropped_before_it_was_tried_a_few_times() -> None:
    found = weighing("dropped")
    found.race(1)
    tries = [len(trial.counting) for trial in found.trials]
    assert min(tries) == BEFORE_A_DROP
    assert max(tries) > BEFORE_A_DROP


def test_the_comparison_has_its_part_of_the_budget_whatever_the_race_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are so many moves that trying each takes all of it."""
    left: list[int] = []
    compare = Weighing.compare

    def noted(self: Weighing, best: Trials, budget: int) -> int:
        left.append(budget)
        return compare(self, best, budget)

    monkeypatch.setattr(Weighing, "compare", noted)
    state = GAMES["london"](4).start("budget")
    while len(state.legal(state.turn[0])) < 20:
        state.play(state.turn[0], state.legal(state.turn[0])[0])
    view = state.view(state.turn[0])
    weigh(view, view["legal"][0]["text"], 60, "budget")
    assert left == [30]
