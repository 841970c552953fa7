"""The players of Ticket to Ride: London: what each does in plain positions, and that the levels are levels."""

from random import Random

import pytest

from omnibus import GAMES
from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind, thinking
from omnibus.bots.london.easy import play_easily
from omnibus.bots.london.greedy import play_greedily
from omnibus.bots.london.hard import judged, play_hard
from omnibus.bots.london.normal import play_normally
from omnibus.bots.london.plan import Hopes, Planner, cards_missing
from omnibus.bots.london.playout import ImaginedTable
from omnibus.bots.london.situation import Situation
from omnibus.bots.london.worlds import WORLDS, Worlds, credible
from omnibus.rules.london import London
from omnibus.rules.london.board import LONDON
from omnibus.rules.london.scoring import count
from omnibus.rules.london.state import LondonState
from tests.london.positions import cards, legal, play, position

A_SHORT_THOUGHT = Budget(iterations=60)


def choice(state: LondonState) -> str:
    return play_greedily(state.view(state.turn[0]), Random(1))


def easy_choice(state: LondonState) -> str:
    return play_easily(state.view(state.turn[0]), Random(1))


def normal_choice(state: LondonState) -> str:
    return play_normally(state.view(state.turn[0]), Random(1)).move


def hard_choice(state: LondonState) -> str:
    return play_hard(state.view(state.turn[0]), Random(1), Budget(iterations=300)).move


# ---- Greedy


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


# ---- Easy


def test_a_beginner_keeps_all_its_first_tickets() -> None:
    state = London(2).start("first tickets")
    assert isinstance(state, LondonState)
    assert easy_choice(state) == legal(state)[-1]


def test_a_beginner_is_dazzled_by_points() -> None:
    # T18 needs Brick Lane, which seat 1 has walled in; T06 is two spaces away.
    state = position("blue", "green", tickets=["T01", "T17"], routes=["R10", "R38 R41 R42"], next_tickets="T06 T18")
    play(state, "tickets")
    assert easy_choice(state) == "keep T18"
    assert normal_choice(state) == "keep T06"


def test_a_beginner_forgets_one_ticket_over_the_other() -> None:
    # Two blue cards complete T01 by R10, but T18 is worth more and its way goes by R28.
    state = position("2blue", "green", tickets=["T01 T18", "T17"])
    assert easy_choice(state) == "claim R28 1blue"


def test_a_beginner_spends_the_cards_that_the_next_route_needs() -> None:
    # T04: three orange for R38, and one space of any colour.
    state = position("3orange", "green", tickets=["T04", "T18"], row="green green pink pink black")
    assert easy_choice(state) == "claim R35 1orange"
    assert normal_choice(state) == "claim R38 3orange"


def test_a_beginner_cannot_resist_a_face_up_bus() -> None:
    # It would be the whole turn, and two orange cards lie there for the ticket.
    state = position("orange", "green", tickets=["T04", "T18"], routes=["R35", ""], row="orange orange bus pink pink")
    assert easy_choice(state) == "draw bus"
    assert normal_choice(state) != "draw bus"


def test_a_beginner_does_not_see_the_end_coming() -> None:
    state = position("2orange 4black", "orange", tickets=["T19", "T01"], routes=["", "R06 R07 R09 R01"], active=1)
    play(state, "claim R16 1orange")
    assert easy_choice(state) != "claim R08 4black"
    assert normal_choice(state) == "claim R08 4black"


# ---- Plans


def test_cards_missing() -> None:
    def missing(routes: str, hand: str) -> int:
        return cards_missing([LONDON.route_numbered[name] for name in routes.split()], cards(hand))

    assert missing("R06", "") == 4  # four orange
    assert missing("R06", "3orange 2bus") == 0
    assert missing("R06 R38", "5orange") == 2
    assert missing("R10 R24", "2blue 1green") == 1  # two grey routes of two spaces, each in its own colour
    assert missing("R10 R06", "2orange") == 4  # orange cards are for the orange route


def test_a_plan_serves_two_tickets_at_once() -> None:
    # T05 and T08 lead from St Paul's to the British Museum and to Trafalgar Square: both by Covent Garden.
    everything = (1 << len(LONDON.routes)) - 1
    tickets = [LONDON.ticket_numbered["T05"], LONDON.ticket_numbered["T08"]]
    planner = Planner(Hopes(0, everything, 5, cards("3blue"), tickets, 20))
    planner.best()
    names = {LONDON.routes[index].id for index in planner.menu(1)[0].routes}
    assert names & {"R43", "R44"}
    assert names & {"R11", "R12"}
    assert names & {"R17", "R18"}


def test_no_plan_needs_more_buses_than_there_are() -> None:
    everything = (1 << len(LONDON.routes)) - 1
    planner = Planner(Hopes(0, everything, 3, cards(""), [LONDON.ticket_numbered["T20"]], 20))
    planner.best()
    for option in planner.menu(40):
        assert sum(LONDON.routes[index].length for index in option.routes) <= 3


# ---- Normal


def test_in_the_last_turn_tickets_may_be_worth_more_than_a_route() -> None:
    # A network from Hyde Park to Brick Lane completes most tickets; the hand pays for no route.
    state = position(
        "", "orange", tickets=["T01", "T20"], routes=["R10 R13 R19 R18 R27 R31 R35 R38", "R06 R07 R09 R01"], active=1
    )
    play(state, "claim R22 1orange")
    assert state.last_turns == 2
    assert normal_choice(state) == "tickets"


def test_there_is_a_move_when_all_cards_are_in_hands() -> None:
    # Nothing can be drawn, and no plan has any use for a single card.
    for hand in ("black", "pink", "green"):
        state = position(hand, "", row="- - - - -", rest="1", tickets=["T20", "T01"])
        assert legal(state, "draw") == []
        assert normal_choice(state) in legal(state)
        assert hard_choice(state) in legal(state)


# ---- Hard


def test_cards_and_buses_are_all_accounted_for_in_the_mind() -> None:
    for seats in London.seat_counts:
        state = London(seats).start("in the mind")
        assert isinstance(state, LondonState)
        while state.choosing_first_tickets:
            state.play(state.turn[0], legal(state)[-1])
        for seed in range(10):
            guess = state.game.guess(state.view(state.starter), Random(seed))
            assert isinstance(guess, LondonState)
            everything = (1 << len(LONDON.routes)) - 1
            menus = []
            for seat in range(seats):
                planner = Planner(Hopes(0, everything, LONDON.buses, guess.hands[seat], guess.tickets[seat], 99))
                planner.glance()
                menus.append(planner.varied_menu(3))
            table = ImaginedTable.of(guess, menus)
            scores = table.finish(Random(seed))
            held = [sum(kind) for kind in zip(*table.hands, table.discards, strict=True)]
            for card in (*table.deck, *table.row):
                held[card] += 1
            assert held == list(LONDON.copies)
            for seat in range(seats):
                routes = [route for index, route in enumerate(LONDON.routes) if table.owned[seat] >> index & 1]
                assert table.stock[seat] == LONDON.buses - sum(route.length for route in routes) >= 0
                assert scores[seat] == count(LONDON, table.owned[seat], table.tickets[seat]).total
            assert min(table.stock) <= 2


def test_routes_speak_for_tickets() -> None:
    # From Baker Street by the British Museum and Covent Garden to St Paul's: three spaces from the Tower of London.
    routes = sum(1 << LONDON.route_numbered[name] for name in ("R06", "R11", "R43"))
    likelihood = credible(routes, (1 << len(LONDON.routes)) - 1)
    by_name = {ticket.id: value for ticket, value in zip(LONDON.tickets, likelihood, strict=True)}
    assert max(by_name, key=by_name.__getitem__) == "T20"
    assert by_name["T11"] == 1  # Buckingham Palace – Elephant & Castle, which those routes are no way to
    assert set(credible(0, 0)) == {1}


def test_imagined_tables_look_like_the_view() -> None:
    state = position("2blue", "3green 1pink", "bus", tickets=["T01", "T20 T19", "T03"], routes=["", "R06 R11", "R30"])
    worlds = Worlds(Situation(state.view(0)), Random(1))
    for number in range(2 * WORLDS):
        table = worlds.table(number)
        assert table.hands[0] == state.hands[0]
        assert [sum(hand) for hand in table.hands] == [2, 4, 1]
        assert [len(tickets) for tickets in table.tickets] == [1, 2, 1]
        assert sorted(table.row) == sorted(state.row)
        assert table.owned == state.owned


def test_imagined_players_mostly_hold_the_tickets_that_their_routes_speak_for() -> None:
    # Baker Street – British Museum – Covent Garden – St Paul's – Tower of London: all of T20, the dearest ticket.
    state = position("", "", tickets=["T01", "T20"], routes=["", "R06 R11 R43 R39"])
    worlds = Worlds(Situation(state.view(0)), Random(1))
    tables = [worlds.table(number) for number in range(WORLDS)]
    long_one = LONDON.ticket_numbered["T20"]
    assert sum(table.tickets[1] == [long_one] for table in tables) > WORLDS / 2
    for table in tables:
        held = [*table.tickets[0], *table.tickets[1], *table.ticket_deck]
        assert sorted(held) == list(range(len(LONDON.tickets)))


def test_tickets_put_back_are_not_imagined_elsewhere() -> None:
    # The routes of seat 1 speak for T20, but seat 0 has put it under the deck itself.
    state = position("blue", "green", tickets=["T01", "T05"], routes=["", "R06 R11 R43 R39"], next_tickets="T20 T06")
    play(state, "tickets")
    play(state, "keep T06")
    play(state, "draw deck")
    play(state, "draw deck")
    worlds = Worlds(Situation(state.view(0)), Random(1))
    for number in range(WORLDS):
        assert worlds.table(number).ticket_deck[-1] == LONDON.ticket_numbered["T20"]


def test_in_the_mind_too_the_last_turn_is_for_what_brings_most() -> None:
    # R15 brings a point and completes T03; R04 brings two points.
    for tickets, best in (("T03", "R15"), ("T20", "R04")):
        state = position(
            "blue 2black", "orange", tickets=[tickets, "T01"], routes=["R26 R28", "R06 R07 R09 R01"], active=1
        )
        play(state, "claim R22 1orange")
        table = ImaginedTable.of(state, [[], []])
        table.finish(Random(1))
        assert table.owned[0] >> LONDON.route_numbered[best] & 1


def test_a_higher_lead_is_better_and_a_tie_is_in_between() -> None:
    assert judged([30, 20], 0) > judged([25, 20], 0) > judged([20, 20], 0) == 0.5 > judged([19, 20, 3], 0)


def test_hard_claims_what_another_is_about_to_take() -> None:
    # R26 completes T03 and would link the two routes of seat 1 as well.
    state = position("blue", "4green", tickets=["T03", "T18"], routes=["R15 R28", "R24 R29"])
    assert hard_choice(state) == "claim R26 1blue"


# ---- Levels


def wins(kinds: list[Kind], games: int, seed: str) -> float:
    return sum(outcome.wins[0] for outcome in play_match(GAMES["london"](len(kinds)), kinds, games, seed))


@pytest.mark.slow
def test_normal_beats_greedy() -> None:
    """About 73 % of many games."""
    assert wins([bot_named("normal", "london"), bot_named("greedy", "london")], 30, "levels") >= 16


@pytest.mark.slow
def test_normal_beats_easy() -> None:
    """About 80 % of many games."""
    assert wins([bot_named("normal", "london"), bot_named("easy", "london")], 20, "levels") >= 12


def test_easy_beats_random_players() -> None:
    """97 % of many games."""
    assert wins([bot_named("easy", "london"), bot_named("random", "london")], 40, "levels") >= 34


@pytest.mark.slow
def test_hard_beats_easy_even_when_it_thinks_little() -> None:
    assert wins([thinking(play_hard, A_SHORT_THOUGHT), bot_named("easy", "london")], 8, "levels") >= 5
