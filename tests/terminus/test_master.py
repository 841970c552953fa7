"""The master of Terminus: what it sees in positions that it imagines, and how it plays."""

from pathlib import Path
from random import Random

import pytest

from omnibus.bots.bot import Budget, Kind
from omnibus.bots.honesty import check_honesty
from omnibus.bots.master import Looks, master_in
from omnibus.bots.terminus.master import LOOKS, sit_down, suspecting
from omnibus.bots.terminus.numbers import numbers_of
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.encoding import encode
from omnibus.rules.terminus.state import TerminusState
from tests.networks import write_network

FEW = Budget(iterations=20)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learnt nothing."""
    return write_network(tmp_path_factory.mktemp("networks") / "terminus", Terminus(6))


def course(seats: int, seed: str) -> list[TerminusState]:
    """Every position of a random game, but for the end."""
    state, rng = Terminus(seats).start(seed), Random(seed)
    found = []
    while state.turn:
        found.append(state.copy())
        seat = rng.choice(state.turn)
        state.play(seat, rng.choice(state.legal(seat)))
    return found


@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_in_an_imagined_position_it_sees_what_the_view_would_show(seats: int) -> None:
    taken_back = shown = choosing = 0
    for number in range(5):
        for state in course(seats, f"numbers {number}"):
            for seat in range(seats):
                assert numbers_of(state, seat) == encode(state.view(seat))
            taken_back += any(state.taken_back)
            shown += any(state.shown)
            choosing += state.choosing_secrets
    assert min(taken_back, shown, choosing) > 3


def test_what_it_imagines_looks_like_what_it_sees() -> None:
    for state in course(4, "worlds")[::17]:
        view = state.view(state.turn[0])
        world = suspecting(view, Random(1))()
        assert world.view(state.turn[0]) == view


def test_seen_by_views_it_would_play_the_same(folder: Path) -> None:
    by_views = Kind(lambda: master_in(folder, LOOKS._replace(numbers=None)), FEW)
    ours = Kind(lambda: sit_down(folder), FEW)
    for state in course(3, "views")[::25]:
        view = state.view(state.turn[0])
        assert ours.seated().weighing(view, Random(2)) == by_views.seated().weighing(view, Random(2))


def test_every_move_has_a_chance(folder: Path) -> None:
    state = max(course(4, "chances"), key=lambda each: len(each.legal(each.turn[0])))
    seat = state.turn[0]
    answer = Kind(lambda: sit_down(folder), Budget(iterations=2)).seated().weighing(state.view(seat), Random(1))
    assert answer.weighed is not None
    assert len(state.legal(seat)) > Looks().candidates
    assert len(answer.weighed["candidates"]) > Looks().candidates


@pytest.mark.parametrize("seats", Terminus.seat_counts)
def test_it_is_the_same_each_time(folder: Path, seats: int) -> None:
    play = sit_down(folder)
    for state in course(seats, "same")[::40]:
        view = state.view(state.turn[0])
        answers = [play(view, Random(3), FEW, None) for _ in range(2)]
        assert answers[0] == answers[1]


@pytest.mark.slow
def test_it_plays_by_what_it_sees(folder: Path) -> None:
    kind = Kind(lambda: sit_down(folder), FEW)
    assert check_honesty(Terminus(3), kind, decisions=6, budget=FEW) >= 3
