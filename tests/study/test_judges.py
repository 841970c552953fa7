"""Judges, one by one: what is known of how each of them plays on."""

from itertools import pairwise
from random import Random

import pytest

from omnibus.bots import bot_named
from omnibus.rules import GAMES
from omnibus.rules.record import Record
from omnibus.study.review import course_of, do_job, jobs_of


@pytest.mark.slow
def test_in_bus_a_ride_is_worth_what_the_best_next_ride_is() -> None:
    """Nothing happens between two rides of one turn, and after the last one of a round no other is looked at."""
    box = GAMES["bus"](3)
    record, state, rng = Record(box, ["x"] * 3, "a"), box.start("a"), Random("a")
    bots = [bot_named("greedy", "bus").seated() for _ in range(3)]
    while state.turn:
        seat = state.turn[0]
        move = bots[seat](state.view(seat), rng)
        state.play(seat, move)
        record.add(seat, box.move(move), state)
    compared = 0
    for this, following in pairwise(jobs_of(course_of(record), 16, "s")):
        same_turn = following["n"] == this["n"] + 1 and this["view"]["seat"] == following["view"]["seat"]
        if same_turn and this["view"]["asks"] == following["view"]["asks"] == "riding":
            best = max(each["share"] for each in do_job(following)["candidates"])
            assert do_job(this)["worth"]["share"] == pytest.approx(best, abs=0.01) or best < 0.01
            compared += 1
    assert compared > 10
