"""What the judge of Bus thinks of positions and plans."""

from itertools import combinations
from math import log
from random import Random

import pytest

from omnibus.bots import bot_named
from omnibus.bots.bot import Kind
from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus import Bus
from omnibus.rules.bus.moves import CHOOSING
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move
from omnibus.study.bus import judge
from omnibus.study.bus.judge import JUDGE, BusJudge, at_likely_end, disturbed
from omnibus.study.bus.points import points_to_come
from omnibus.study.judge import worths_at_end
from omnibus.study.worth import guesses_of, weigh
from tests.bus.positions import position

LINES = ("C3 C2 C1", "M1 M2", "I1 I2")


def test_whoever_has_no_cubes_left_makes_no_more_points() -> None:
    assert points_to_come(position(*LINES, cubes=[0, 10, 10]))[0] == 0


def test_cubes_are_worth_points_as_long_as_somebody_else_has_some_too() -> None:
    few, more, most = (points_to_come(position(*LINES, cubes=[own, 8, 8]))[0] for own in (4, 8, 20))
    assert 0 < few < more
    assert more == most  # nobody is left to play with


def test_buses_and_the_first_turn_are_worth_points() -> None:
    even = points_to_come(position(*LINES, cubes=[10, 10, 10]))
    assert points_to_come(position(*LINES, cubes=[10, 10, 10], buses=[3, 1, 1]))[0] > even[0]
    assert points_to_come(position(*LINES, cubes=[10, 10, 10], first=1))[0] < even[0]


def test_a_plan_to_run_the_buses_leaves_the_others_a_better_chance() -> None:
    state = position(*LINES, cubes=[10, 10, 10])
    run, extend = (state.game.move(f"choose {action}") for action in ("vrrooomm", "extension"))
    undisturbed = chances(state)
    assert disturbed(undisturbed, 0, [extend]) == pytest.approx(undisturbed)
    once, twice = (disturbed(undisturbed, 0, [extend, *[run] * runs]) for runs in (1, 2))
    assert undisturbed[0] > once[0] > twice[0]
    assert sum(once) == pytest.approx(1)
    assert all(after > before for after, before in zip(once[1:], undisturbed[1:], strict=True))


def test_while_cubes_are_placed_nobody_is_sure_how_the_last_round_ends() -> None:
    """Then it is as good as over; each point ahead, and to win as it lies, counts as much again."""
    game = Bus(3)
    state, rng = game.start("last round"), Random("last round")
    bots = [bot_named("normal", "bus").seated() for _ in range(3)]
    shares: dict[bool, set[float]] = {True: set(), False: set()}
    while state.turn:
        seat = state.turn[0]
        move = game.move(bots[seat](state.view(seat), rng))
        after = state.copy()
        finish_round(after, Random(0), seat, [move])
        if after.result is not None and len(state.legal(seat)) > 1:
            worths = JUDGE.case(state.view(seat)).world(state, "").worths(move)
            assert sum(worth.share for worth in worths) == pytest.approx(1)
            shares[state.phase == CHOOSING] |= {worth.share for worth in worths}
        state.play(seat, move)
    assert shares[False] <= {0.0, 1 / 3, 0.5, 1.0}
    assert shares[True]
    assert not shares[True] & {0.0, 1.0}
    ends, likely = worths_at_end(state), at_likely_end(state)
    for (one, chance), (other, other_chance) in combinations(zip(ends, likely, strict=True), 2):
        ahead = one.points - other.points + (one.share > 0) - (other.share > 0)
        assert log(chance.share / other_chance.share) == pytest.approx(ahead)
        assert chance.points == one.points


RUN, BUILD = "choose vrrooomm", "choose buildings"


@pytest.fixture
def view() -> BusView:
    """What is seen in the last round, where two lines lead from the only passenger to the only office."""
    lines = ("C3 C2 C1", "C3 C4 C1", "E10 E9 E8")
    state = position(*lines, cubes=[2, 2, 2], points=[5, 5, 0], people={"C3": 1}, built={"C1.1": "office"})
    return state.view(0)


def confirmed(view: BusView, better: str, played: str) -> bool:
    game = Bus.of(view)
    return JUDGE.confirms(JUDGE.case(view), guesses_of(view), game.move(better), game.move(played), "luck")


def test_a_search_finds_the_winning_move_better_than_another_and_no_other(view: BusView) -> None:
    assert confirmed(view, RUN, BUILD)
    assert not confirmed(view, BUILD, RUN)
    assert not confirmed(view, RUN, RUN)


def test_a_loss_is_told_only_if_a_search_finds_one_too(view: BusView, monkeypatch: pytest.MonkeyPatch) -> None:
    assert weigh(view, BUILD, 100, "seed")["beyond_doubt"]
    asked: list[tuple[str, str]] = []

    def denies(_self: object, _case: object, _worlds: object, better: Move, played: Move, _luck: str) -> bool:
        asked.append((better.text, played.text))
        return False

    monkeypatch.setattr(BusJudge, "confirms", denies)
    told = weigh(view, BUILD, 100, "seed")
    assert not told["beyond_doubt"]
    assert told["value"] == told["worth"]
    assert asked == [(RUN, BUILD)]


def test_of_games_by_an_earlier_ruleset_the_judge_decides_alone() -> None:
    """Nobody has learnt it."""
    view = Bus(3, 1).start("seed").view(0)
    first, second, *_ = (offered["text"] for offered in view["legal"])
    assert confirmed(view, first, second)


def test_without_who_learnt_the_judge_decides_alone(view: BusView, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where NumPy is not there."""
    monkeypatch.setattr(judge, "MASTER", Kind(judge.MASTER.sit, judge.MASTER.budget, needs="no such package"))
    assert confirmed(view, BUILD, RUN)
