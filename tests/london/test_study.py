"""What the judge of London thinks, and who is asked before it tells a loss."""

import pytest

from omnibus.bots.bot import Kind
from omnibus.rules.game import Move
from omnibus.rules.london.view import LondonView
from omnibus.study.london import judge
from omnibus.study.london.judge import JUDGE, LondonJudge
from omnibus.study.worth import guesses_of, weigh
from tests.london.positions import position

CLAIM, DRAW, OTHER_DRAW = "claim R10 2green", "draw blue", "draw green"


@pytest.fixture
def view() -> LondonView:
    """What is seen by whoever has the last turn of a game, and is sure to win only by a claim."""
    state = position("2green", "", tickets=["T01", "T02"], routes=["", "R01"])
    state.last_turns = 1
    return state.view(0)


def confirmed(view: LondonView, better: str, played: str) -> bool:
    game = position("", "").game
    return JUDGE.confirms(JUDGE.case(view), guesses_of(view), game.move(better), game.move(played), "luck")


def test_masters_find_the_winning_move_better_than_another_and_no_other(view: LondonView) -> None:
    assert confirmed(view, CLAIM, DRAW)
    assert not confirmed(view, DRAW, CLAIM)
    assert not confirmed(view, DRAW, OTHER_DRAW)


def test_a_loss_is_told_only_if_masters_find_one_too(view: LondonView, monkeypatch: pytest.MonkeyPatch) -> None:
    told = weigh(view, DRAW, 100, "seed")
    assert told["beyond_doubt"]
    assert told["worth"]["share"] < told["value"]["share"] == 1.0
    asked: list[tuple[str, str]] = []

    def denies(_self: object, _case: object, _worlds: object, better: Move, played: Move, _luck: str) -> bool:
        asked.append((better.text, played.text))
        return False

    monkeypatch.setattr(LondonJudge, "confirms", denies)
    told = weigh(view, DRAW, 100, "seed")
    assert not told["beyond_doubt"]
    assert told["value"] == told["worth"]
    assert asked == [(CLAIM, DRAW)]
    weigh(view, CLAIM, 100, "seed")
    assert len(asked) == 1  # nobody need be asked whether a good move was good


def test_without_masters_the_judge_decides_alone(view: LondonView, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where NumPy is not there."""
    monkeypatch.setattr(judge, "MASTER", Kind(judge.MASTER.sit, judge.MASTER.budget, needs="no such package"))
    assert confirmed(view, DRAW, CLAIM)
