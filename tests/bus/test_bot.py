"""The greedy player of Bus: a few games, to notice if it stops playing well. `benchmarks/bus_bots.py` measures it."""

from random import Random
from statistics import mean

from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState


def test_greedy_beats_random_players() -> None:
    bots = [bot_named("greedy", "bus"), bot_named("random", "bus"), bot_named("random", "bus")]
    outcomes = list(play_match(Bus(3), bots, 30, "a few games"))
    # 98 % over many games; a third would be chance.
    assert mean(outcome.wins[0] for outcome in outcomes) > 0.85


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
