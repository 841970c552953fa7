"""The greedy player: what it does in plain positions, and that it beats players who do anything."""

from random import Random

from omnibus import GAMES
from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.bots.london.greedy import play_greedily
from omnibus.rules.london.state import LondonState
from tests.london.positions import legal, play, position


def choice(state: LondonState) -> str:
    return play_greedily(state.view(state.turn[0]), Random(1))


def test_it_claims_a_route_of_a_ticket_when_it_is_ready() -> None:
    # T01 links the British Museum and Piccadilly Circus, two grey spaces apart.
    state = position("2blue", "green", tickets=["T01", "T18"])
    assert choice(state) == "claim R10 2blue"


def test_it_collects_the_colour_that_its_ticket_needs() -> None:
    # T04, Brick Lane – Globe Theatre: three orange and one grey space by St Paul's.
    state = position("2orange", "green", tickets=["T04", "T18"], row="orange green green pink pink")
    assert choice(state) == "draw orange"


def test_it_keeps_its_bus_cards_when_colours_will_do() -> None:
    state = position("2blue 2bus", "green", tickets=["T01", "T18"])
    assert choice(state) == "claim R10 2blue"


def test_it_finds_another_way_when_one_is_closed() -> None:
    # With four buses left the way by Covent Garden is the only one short enough.
    state = position("2blue", "green", tickets=["T01", "T18"], routes=["R34 R42 R38 R02", "R10"])
    assert choice(state) in ("claim R11 1blue", "claim R12 1blue")


def test_it_takes_tickets_when_its_own_are_complete_and_buses_are_left() -> None:
    state = position("blue", "green", tickets=["T01", "T18"], routes=["R10", ""])
    assert choice(state) == "tickets"


def test_it_keeps_a_ticket_that_is_complete_already_rather_than_a_hopeless_one() -> None:
    # T04 needs Brick Lane, which seat 1 has walled in.
    state = position("blue", "green", tickets=["T01", "T18"], routes=["R10", "R38 R41 R42"], next_tickets="T04 T06")
    play(state, "tickets")
    assert legal(state) == ["keep T04", "keep T06", "keep T04 T06"]
    assert choice(state) == "keep T06"


def test_in_its_last_turn_it_takes_what_brings_most() -> None:
    state = position("2orange 4black", "orange", tickets=["T19", "T01"], routes=["", "R06 R07 R09 R01"], active=1)
    play(state, "claim R16 1orange")
    assert state.last_turns == 2
    assert choice(state) == "claim R08 4black"


def test_it_beats_random_players() -> None:
    """99 % of many games; here a few, on the same deals from both seats."""
    bots = [bot_named("greedy", "london"), bot_named("random", "london")]
    outcomes = list(play_match(GAMES["london"](2), bots, 60, "greedy"))
    assert sum(outcome.wins[0] for outcome in outcomes) >= 56
    assert sum(outcome.scores[0] for outcome in outcomes) / 60 > 30
