"""Judges, one by one: what is known of how each of them plays on."""

from itertools import pairwise
from random import Random

import pytest

from omnibus.bots import bot_named
from omnibus.bots.london.situation import Situation
from omnibus.rules import GAMES
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.state import LondonState
from omnibus.rules.record import Record
from omnibus.study.london.beliefs import Beliefs
from omnibus.study.review import course_of, do_job, jobs_of
from tests.london.positions import play, position


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


def dealt(state: LondonState, deals: int) -> list[LondonState]:
    """Guesses of the first seat with the tickets dealt anew."""
    view = state.view(0)
    beliefs, found = Beliefs(Situation(view)), []
    for number in range(deals):
        world = state.game.guess(view, Random(number))
        beliefs.deal(world, Random(number))
        found.append(world)
    return found


def test_in_london_the_others_mostly_hold_tickets_that_their_routes_speak_for() -> None:
    # Baker Street – British Museum – Covent Garden – St Paul's – Tower of London: all of T20, the dearest ticket.
    state = position("", "", tickets=["T01", "T20"], routes=["", "R06 R11 R43 R39"])
    worlds = dealt(state, 50)
    assert sum(world.tickets[1] == [LONDON.ticket_numbered["T20"]] for world in worlds) > 25
    for world in worlds:
        held = [*world.tickets[0], *world.tickets[1], *world.ticket_deck]
        assert sorted(held) == list(range(len(LONDON.tickets)))
        assert world.tickets[0] == state.tickets[0]


def test_in_london_a_ticket_that_is_far_likelier_than_all_others_may_still_lie_elsewhere() -> None:
    state = position("", "", tickets=["T01", "T02 T03"], next_tickets="T04")
    view = state.view(0)
    beliefs = Beliefs(Situation(view))
    sure, *others = (LONDON.ticket_numbered[ticket] for ticket in ("T02", "T03", "T04"))
    beliefs.credible[1] = [9.0 if ticket == sure else float(ticket in others) for ticket in range(len(LONDON.tickets))]
    without = 0
    for number in range(4000):
        world = state.game.guess(view, Random(number))
        beliefs.deal(world, Random(f"{number} dealt"))
        without += sure not in world.tickets[1]
    # Of the three pairs those with it weigh 9 each, the one without it 1.
    assert without == pytest.approx(4000 / 19, rel=0.2)


def test_in_london_tickets_that_were_put_back_stay_where_they_are() -> None:
    state = position("blue", "green", tickets=["T01", "T05"], routes=["", "R06 R11 R43 R39"], next_tickets="T20 T06")
    for move in ("tickets", "keep T06", "draw deck", "draw deck"):
        play(state, move)
    for world in dealt(state, 10):
        assert world.ticket_deck[-1] == LONDON.ticket_numbered["T20"]


def test_in_london_a_complete_ticket_is_the_likelier_the_more_its_holder_has_built() -> None:
    state = position("", "", tickets=["T01", "T20"], routes=["", "R06 R11 R43 R39"])
    complete = LONDON.ticket_numbered["T20"]
    likely = []
    for state.buses[1] in (LONDON.buses, 9, 2):
        likely.append(Beliefs(Situation(state.view(0))).credible[1])
    assert likely[0][complete] < likely[1][complete] < likely[2][complete]
    built = state.owned[1]
    lacking = [
        number
        for number, ticket in enumerate(LONDON.tickets)
        if LONDON.spaces_between(ticket.a, ticket.b, built, 0) != 0
    ]
    assert 0 < len(lacking) < len(LONDON.tickets)
    assert len({tuple(each[ticket] for ticket in lacking) for each in likely}) == 1
