"""L19 to L22 and L24: the last round, the final score, districts, ranking."""

from omnibus.rules.london.board import LONDON
from omnibus.rules.london.scoring import LondonSheet, count, districts_linked, final_result
from omnibus.rules.london.state import LondonState
from tests.london.positions import legal, play, position
from tests.rule import rule

FOURTEEN = "R06 R07 R08 R01"  # spaces; three buses left


def mask(routes: str) -> int:
    return sum(1 << LONDON.route_numbered[name] for name in routes.split())


def tickets(names: str) -> list[int]:
    return [LONDON.ticket_numbered[name] for name in names.split()]


def last_round(seats: int = 3, active: int = 1) -> LondonState:
    """The active player has just claimed a route that leaves two buses."""
    routes = ["" for _ in range(seats)]
    routes[active] = FOURTEEN
    state = position(*["orange"] * seats, routes=routes, active=active)
    play(state, "claim R16 1orange")
    assert state.buses[active] == 2
    return state


# ---- L19: the last round


@rule("L19")
def test_two_buses_left_bring_exactly_one_more_turn_for_each() -> None:
    state = last_round()
    for seat in (2, 0, 1):
        assert state.turn == (seat,)
        play(state, "draw deck", "draw deck")
    assert state.turn == ()
    assert state.result is not None


@rule("L19")
def test_three_buses_left_do_not_end_the_game() -> None:
    state = position("orange", "orange", routes=["R06 R07 R08", "R34"])
    play(state, "claim R16 1orange")
    assert state.buses == [4, 13]
    assert state.last_turns == -1
    state = position("2orange", "orange", routes=["R06 R07 R08", ""])
    play(state, "claim R30 2orange")
    assert state.buses == [3, 17]
    assert state.last_turns == -1


@rule("L19")
def test_only_the_first_player_to_run_low_begins_the_last_round() -> None:
    state = position("2orange", "2orange", routes=[FOURTEEN, "R34 R09 R05 R02"])
    play(state, "claim R16 1orange", "claim R22 1orange")
    assert state.buses == [2, 2]
    assert state.last_turns == 1
    assert state.turn == (0,)
    assert play(state, "tickets") == ["tickets"]
    assert play(state, legal(state)[0]) == ["keep", "score", "score", "over"]


@rule("L19")
def test_nobody_moves_after_the_end() -> None:
    state = last_round(2, 0)
    for _ in range(4):
        play(state, "draw deck")
    refusal = state.why_not(0, "draw deck")
    assert refusal is not None
    assert refusal.rule == "L19"
    assert state.legal(0) == []


# ---- L20, L21: the final score


@rule("L20")
def test_completed_tickets_add_and_the_others_subtract() -> None:
    # British Museum – Covent Garden – Piccadilly Circus completes T01 (2); T05 (4) is not complete.
    sheet = count(LONDON, mask("R11 R13"), tickets("T01 T05"))
    assert sheet.routes == 2
    assert sheet.tickets == {0: 2, 4: -4}
    assert sheet.completed == 1
    assert sheet.total == 2 + 2 - 4 + 1  # the district of the two, worth 1


@rule("L20")
def test_only_own_routes_link() -> None:
    state = position("orange", "orange", tickets=["T01", "T02"], routes=["R11", "R13 R21"])
    assert [sheet.tickets for sheet in state.sheets()] == [{0: -2}, {1: -3}]


@rule("L20")
def test_the_score_is_routes_and_tickets_and_districts() -> None:
    state = last_round(2, 0)
    for _ in range(4):
        play(state, "draw deck")
    assert state.result is not None
    for seat, parts in enumerate(state.result.parts):
        assert list(parts) == ["routes", "tickets", "districts"]
        assert sum(parts.values()) == state.result.scores[seat]
    # R06, R07, R08, R01, R16; T17 is not complete.
    assert state.result.parts[0] == {"routes": 7 + 7 + 7 + 2 + 1, "tickets": -7, "districts": 0}
    sheets = state.view(None)["sheets"]
    assert sheets is not None
    assert sheets[0] == {"routes": 24, "tickets": {"T17": -7}, "districts": {}}


@rule("L21")
def test_a_district_scores_when_all_its_locations_are_linked() -> None:
    assert districts_linked(LONDON, mask("R11")) == [1]
    assert districts_linked(LONDON, mask("R30 R31")) == [3]
    assert districts_linked(LONDON, mask("R30")) == []
    # Two pieces that touch all four locations of district 2, but not each other.
    assert districts_linked(LONDON, mask("R15 R25")) == []
    assert districts_linked(LONDON, mask("R15 R25 R24")) == [2]


@rule("L21")
def test_a_district_may_be_linked_by_way_of_others() -> None:
    # British Museum to Covent Garden by Piccadilly Circus.
    assert districts_linked(LONDON, mask("R10 R13")) == [1]


@rule("L21")
def test_a_district_scores_for_every_player_who_links_it() -> None:
    state = position("orange", "orange", "orange", routes=["R11", "R12", ""])
    assert [sheet.districts for sheet in state.sheets()] == [[1], [1], []]


@rule("L24")
def test_there_is_no_bonus_for_the_longest_route() -> None:
    # One chain of six routes against six scattered ones of the same lengths: the same score.
    chain = count(LONDON, mask("R15 R17 R43 R37 R41"), [])
    assert chain.total == 1 + 1 + 4 + 1 + 4
    result = final_result([chain, LondonSheet(11, {}, [])])
    assert result.scores == (11, 11)
    assert result.ranks == (1, 1)


# ---- L22: ranking


def sheet(routes: int, *values: int) -> LondonSheet:
    return LondonSheet(routes, dict(enumerate(values)), [])


@rule("L22")
def test_most_points_win() -> None:
    assert final_result([sheet(10), sheet(12), sheet(7)]).ranks == (2, 1, 3)


@rule("L22")
def test_of_equals_most_completed_tickets_win() -> None:
    result = final_result([sheet(20), sheet(10, 5, 5), sheet(10, 10)])
    assert result.scores == (20, 20, 20)
    assert result.ranks == (3, 1, 2)


@rule("L22")
def test_the_victory_is_shared_if_all_is_equal() -> None:
    result = final_result([sheet(10, 5, -3), sheet(7, 5), sheet(1), sheet(1)])
    assert result.ranks == (1, 1, 3, 3)
    assert result.winners == (0, 1)


@rule("L22")
def test_totals_may_be_negative() -> None:
    assert final_result([sheet(1, -9), sheet(0, -3)]).scores == (-8, -3)
    assert final_result([sheet(1, -9), sheet(0, -3)]).ranks == (2, 1)
