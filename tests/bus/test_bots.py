"""The players of Bus: what each sees and overlooks, and a few games, to notice if one stops playing well."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind
from omnibus.bots.bus import BOTS
from omnibus.bots.bus.easy import FORGETFUL
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from omnibus.testing.bus import HABITS
from tests.bus.positions import extending, position

# Lines of the others, out of the way.
FAR_AWAY = ("E10 E9 E8", "E5 M6 E6")


def briefly(bot: str, iterations: int) -> Kind:
    return Kind(bot_named(bot, "bus").sit, Budget(iterations=iterations))


def share_of_wins(bot: Kind, others: str, seats: int, games: int) -> float:
    kinds = [bot, *[bot_named(others, "bus")] * (seats - 1)]
    return mean(outcome.wins[0] for outcome in play_match(Bus(seats), kinds, games, "a few games"))


def moves_of(bot: str, state: BusState, times: int = 1) -> Counter[str]:
    """What the bot does there, with different luck."""
    view = state.view(state.turn[0])
    return Counter(bot_named(bot, "bus").seated()(view, Random(luck)) for luck in range(times))


# ---- Greedy


@pytest.mark.slow
def test_greedy_beats_random_players() -> None:
    # 98 % over many games; a third would be chance.
    assert share_of_wins(bot_named("greedy", "bus"), "random", seats=3, games=30) > 0.85


@pytest.mark.slow
def test_four_greedy_players_look_like_people_at_play() -> None:
    bot = bot_named("greedy", "bus").seated()
    rounds, best = [], []
    for number in range(4):
        state = Bus(4).start(f"four {number}")
        while state.turn:
            seat = state.turn[0]
            state.play(seat, bot(state.view(seat), Random(state.n)))
        assert isinstance(state, BusState)
        assert state.result is not None
        rounds.append(state.round)
        best.append(max(state.result.scores))
    assert 7 <= mean(rounds) <= 10
    assert 7 <= mean(best) <= 15


# ---- Easy


def one_ride_to_a_house(clock: str) -> BusState:
    """Everyone has one cube left."""
    lines = ("C3 C2 C1", *FAR_AWAY)
    return position(*lines, cubes=[1, 1, 1], clock=clock, people={"C3": 1}, built={"C1.1": "house"})


def test_a_beginner_forgets_that_the_hand_of_the_clock_moves_on() -> None:
    times = 400
    # The clock shows houses, and will show offices when the buses run: there will be no ride.
    too_late = moves_of("easy", one_ride_to_a_house("house"), times)["choose vrrooomm"] / times
    assert too_late == pytest.approx(FORGETFUL, abs=0.08)
    in_time = moves_of("easy", one_ride_to_a_house("pub"), times)["choose vrrooomm"] / times
    assert in_time == pytest.approx(1 - FORGETFUL, abs=0.08)


def test_a_beginner_overlooks_some_streets_and_takes_the_best_of_the_others() -> None:
    taken = moves_of("easy", extending("C2 C1", *FAR_AWAY, left=1, people={"I1": 2, "C4": 1}), 200)
    assert taken["extend C1>I1"] > taken["extend C1>C4"] > 0
    assert taken["extend C1>I1"] > 100
    assert len(taken) > 2


def test_a_beginner_builds_on_the_own_line_though_somebody_already_waits_there() -> None:
    state = position(
        "C3 C2 C1", *FAR_AWAY, phase="building", spaces={"buildings": [0]}, left=1, people={"C1": 1}, clock="house"
    )
    built = moves_of("easy", state, 200)
    assert sum(times for move, times in built.items() if move[6:8] in ("C1", "C2", "C3")) == 200
    # An office keeps the passenger at C1 from riding to another; who looks builds it elsewhere.
    assert sum(times for move, times in built.items() if move.startswith("build C1") and "office" in move) > 30
    assert all("office" not in move for move in moves_of("normal", state, 50) if move.startswith("build C1"))


def test_a_beginner_never_wants_the_clock_or_to_be_first() -> None:
    chosen: Counter[str] = Counter()
    bot = bot_named("easy", "bus").seated()
    rng = Random("beginner")
    for number in range(10):
        state = Bus(4).start(f"beginner {number}")
        while state.turn:
            seat = state.turn[0]
            move = bot(state.view(seat), rng)
            chosen[move] += 1
            state.play(seat, move)
    assert chosen["choose clock"] == chosen["choose first"] == 0
    for action in ("extension", "bus", "passengers", "buildings", "vrrooomm"):
        assert chosen[f"choose {action}"] > 0


@pytest.mark.slow
def test_a_beginner_beats_random_players() -> None:
    # 73 % over 400 games; a quarter would be chance.
    assert share_of_wins(bot_named("easy", "bus"), "random", seats=4, games=100) > 0.5


# ---- Normal


def test_normal_remembers_that_the_hand_of_the_clock_moves_on() -> None:
    assert "choose vrrooomm" not in moves_of("normal", one_ride_to_a_house("house"), 5)
    assert moves_of("normal", one_ride_to_a_house("pub"), 5) == {"choose vrrooomm": 5}


def last_stick() -> BusState:
    """The last round, all square. Offices come next: only a stick to I1 brings the passenger at C2 to one."""
    return position(
        "C2 C1",
        *FAR_AWAY,
        phase="extending",
        spaces={"extension": [0], "vrrooomm": [0]},
        left=1,
        cubes=[0, 0, 0],
        points=[3, 3, 3],
        reached=[9, 6, 3],
        people={"C2": 1, "C4": 2},
        built={"I1.1": "office", "C4.1": "house", "C4.2": "house"},
    )


def test_who_plays_the_round_out_lays_the_stick_that_wins_and_not_the_one_that_looks_best() -> None:
    assert moves_of("greedy", last_stick(), 5) == {"extend C1>C4": 5}
    assert moves_of("normal", last_stick(), 5) == {"extend C1>I1": 5}
    assert moves_of("hard", last_stick(), 2) == {"extend C1>I1": 2}


@pytest.mark.slow
def test_normal_beats_beginners() -> None:
    # 92 % over 200 games; a quarter would be chance.
    assert share_of_wins(bot_named("normal", "bus"), "easy", seats=4, games=12) > 0.6


# ---- Hard


def test_hard_takes_first_what_another_would_take() -> None:
    """The last round: two lines lead from the only passenger to the only office."""
    lines = ("C3 C2 C1", "C3 C4 C1", "E10 E9 E8")
    state = position(*lines, cubes=[2, 2, 2], points=[5, 5, 0], people={"C3": 1}, built={"C1.1": "office"})
    assert moves_of("hard", state, 2) == {"choose vrrooomm": 2}


def test_hard_ends_the_game_by_the_last_stone_if_that_wins() -> None:
    def timing(points: list[int]) -> BusState:
        lines = ("C2 C1", *FAR_AWAY)
        return position(*lines, phase="timing", spaces={"clock": [0]}, points=points, stones=[0, 2, 1])

    assert moves_of("hard", timing([9, 7, 7])) == {"stop": 1}
    assert moves_of("hard", timing([7, 9, 9])) == {"tick": 1}


@pytest.mark.slow
def test_hard_beats_beginners_even_if_it_thinks_but_briefly() -> None:
    # 90 % over 60 games with even less thinking; a quarter would be chance.
    assert share_of_wins(briefly("hard", 40), "easy", seats=4, games=5) > 0.5


# ---- All


def test_chances_are_shared_among_all_and_grow_with_what_one_has() -> None:
    lines = ("C3 C2 C1", *FAR_AWAY)
    even = chances(position(*lines))
    assert sum(even) == pytest.approx(1)
    for better in ({"points": [2, 0, 0]}, {"buses": [2, 1, 1]}, {"cubes": [12, 10, 10]}):
        assert chances(position(*lines, **better))[0] > even[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", Bus.seat_counts)
def test_every_bot_has_a_move_in_every_corner_of_the_game(seats: int) -> None:
    """Random players of all habits lead it there."""
    rng = Random(f"corners {seats}")
    for name, habit in HABITS.items():
        state = Bus(seats).start(f"{name} {seats}")
        while state.turn:
            seat = state.turn[0]
            legal = state.legal(seat)
            if len(legal) > 1 and rng.random() < 0.03:
                for bot in BOTS:
                    move = briefly(bot, 5).seated()(state.view(seat), rng)
                    assert move in [one.text for one in legal]
            state.play(seat, habit(state, seat, legal, rng))
