"""Weighing the moves of one decision, by a judge whose values are known."""

from random import Random
from statistics import fmean

from omnibus.rules import GAMES
from omnibus.rules.game import Move, State
from omnibus.study.judge import Case, Doubt, World, Worth
from omnibus.study.worth import FEW, FOR_A_LOSS, Measure, Trials, Weighing

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
