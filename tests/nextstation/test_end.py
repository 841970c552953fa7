"""N15 to N20, N22, N29 to N31: points, objectives, winners, the Mayor."""

from collections.abc import Sequence

import pytest

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.scoring import (
    SITE_POINTS,
    Line,
    final_result,
    joined_up,
    objective_met,
    parts_of,
    progress,
    scored,
    verdict,
)
from omnibus.rules.nextstation.state import NextStationState
from tests.nextstation.positions import pass_round, play, position, sections, started
from tests.rule import rule

# A whole sheet: the green, pink, blue and purple line, of 24, 14, 20 and 29 points.
GREEN_LINE = "4-13 4-19 13-32 19-25 25-34 32-38 33-39 33-49 38-49"
PINK_LINE = "9-14 14-19 14-21 19-20 21-22 22-36 36-42 42-45"
BLUE_LINE = "14-15 14-20 15-22 20-34 34-40 35-36 35-41 40-41"
PURPLE_LINE = "12-16 16-17 17-24 23-24 23-29 29-38 30-32 32-39 38-39"


def line(colour: str, drawn: str, doubled: int = -1) -> Line:
    """A line that was drawn so."""
    number = LONDON.colours.index(colour)
    numbers = sections(drawn)
    stations = LONDON.joined(numbers)[0] | 1 << LONDON.departures[number]
    return scored(LONDON, number, sum(1 << section for section in numbers), stations, doubled)


def serving(*stations: int, points: int = 1) -> Line:
    """A line through some stations, wherever they are; only what the network counts is right."""
    marks = sum(LONDON.stations[station].site for station in stations)
    return Line(0, 0, sum(1 << station for station in stations), -1, 1, 1, 0, marks, points)


def finished(*lines: str, last: str = "pass", pencils: str = "green pink blue purple") -> NextStationState:
    """A solo game that is over, its last line finished with one more move."""
    state = position(lines[-1], cards="CTSPJ", earlier=lines[:-1], pencils=pencils)
    play(state, last)
    return state


@rule("N15")
def test_example_six_districts_times_three_stations_and_a_crossing_make_20() -> None:
    state = position(
        "5-6 5-10 10-11 11-21 21-33 33-34 34-40 40-44 44-51 45-51",
        cards="CTSPJ",
        pencils="pink green purple blue",
    )
    play(state, "pass")
    row = state.view(0)["table"][0]["lines"][0]
    assert (row["districts"], row["most"], row["crossings"], row["points"]) == (6, 3, 1, 20)
    assert row["by_district"] == {"C": 3, "E": 2, "F": 1, "H": 2, "I": 2, "K": 1}


@rule("N15")
@pytest.mark.parametrize(
    ("colour", "drawn", "points"),
    [
        ("green", "", 1),  # the departure station alone
        ("green", "13-8", 1 * 2),
        ("green", "13-8 3-8", 1 * 3),
        ("green", "13-17", 2 * 1),
        ("green", "13-17 16-17", 2 * 2),
        ("green", "13-32", 2 * 1 + 2),  # over the Thames
        ("purple", "29-18 18-13", 3 * 1 + 2),
        ("purple", "29-30 30-32 30-33", 2 * 3 + 2 * 3),  # a crossing counts each time
        ("green", GREEN_LINE, 24),
        ("pink", PINK_LINE, 14),
        ("blue", BLUE_LINE, 20),
        ("purple", PURPLE_LINE, 29),
    ],
)
def test_the_points_of_a_line(colour: str, drawn: str, points: int) -> None:
    assert line(colour, drawn).points == points


@rule("N15")
def test_a_line_without_sections_scores_one_and_serves_its_departure() -> None:
    state = started(1)
    pass_round(state)
    first = state.view(0)["table"][0]["lines"][0]
    assert (first["sections"], first["stations"], first["points"]) == ([], [13], 1)


@rule("N15")
def test_the_departure_station_counts_for_interchanges_too() -> None:
    # The green line alone at 13, the pink one passes there.
    state = finished("", "14-21 13-14")
    network = joined_up(state.sheets[0])
    assert network.served_by[1] == 1 << 13


@rule("N16")
def test_each_line_marks_the_sites_it_serves_and_the_same_site_counts_again() -> None:
    state = finished("13-18 18-19", "14-21 14-19 9-14")
    assert [row["sites"] for row in state.view(0)["table"][0]["lines"]] == [1, 2]
    assert state.view(0)["table"][0]["site_marks"] == 3


@rule("N16")
def test_at_most_ten_marks_are_kept() -> None:
    sites = (9, 16, 19, 36, 49)
    assert joined_up([serving(*sites), serving(*sites)]).marks == 10
    assert joined_up([serving(*sites), serving(*sites), serving(9)]).marks == 10
    parts = parts_of(LONDON, [serving(*sites)] * 3, None, 0)
    assert parts["sites"] == 25


@rule("N17")
def test_the_points_of_the_sites() -> None:
    assert SITE_POINTS == (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)
    for marks, points in enumerate(SITE_POINTS):
        sites = [site for _ in range(2) for site in (9, 16, 19, 36, 49)][:marks]
        lines = [serving(*sites[:5]), serving(*sites[5:])]
        assert parts_of(LONDON, lines, None, 0)["sites"] == points


@rule("N18")
@pytest.mark.parametrize(("lines", "points"), [(1, 0), (2, 2), (3, 5), (4, 9)])
def test_the_points_of_an_interchange(lines: int, points: int) -> None:
    assert parts_of(LONDON, [serving(0, 1)] * lines, None, 0)["interchanges"] == 2 * points


@rule("N18")
def test_interchanges_are_counted_by_their_lines() -> None:
    network = joined_up([serving(1, 2, 3, 4), serving(2, 3, 4), serving(3, 4), serving(4)])
    assert network.interchanges == {2: 1, 3: 1, 4: 1}
    assert parts_of(LONDON, [serving(1, 2), serving(2, 1), serving(1)], None, 0)["interchanges"] == 5 + 2


@rule("N19")
def test_a_whole_sheet_of_four_lines_seven_marks_and_nine_interchanges_make_119() -> None:
    state = finished(GREEN_LINE, PINK_LINE, BLUE_LINE, PURPLE_LINE)
    assert state.result is not None
    assert [row.points for row in state.sheets[0]] == [24, 14, 20, 29]
    sheet = state.view(0)["table"][0]
    assert (sheet["site_marks"], sheet["interchanges"]) == (7, [9, 0, 0])
    assert state.result.parts == ({"lines": 87, "sites": 14, "interchanges": 18},)
    assert state.result.scores == (119,)


@rule("N19")
def test_example_lines_of_20_16_29_and_22_make_87_and_119_in_all() -> None:
    served = [(9, 16, 19, 36, 49, 1, 2), (9, 16, 1, 2, 3, 4, 5), (3, 4, 5, 6, 7), (6, 7, 8)]
    lines = [serving(*stations, points=points) for stations, points in zip(served, (20, 16, 29, 22), strict=True)]
    assert joined_up(lines).marks == 7
    assert joined_up(lines).interchanges == {2: 9, 3: 0, 4: 0}
    result = final_result(LONDON, [lines], None, 0)
    assert result.parts == ({"lines": 87, "sites": 14, "interchanges": 18},)
    assert result.scores == (119,)


@rule("N19")
def test_nothing_can_be_played_after_the_fourth_round() -> None:
    state = started(2)
    while state.turn:
        assert state.result is None
        pass_round(state)
    assert state.round == 3
    refusal = state.why_not(0, "pass")
    assert refusal is not None
    assert refusal.rule == "N19"


def ranks(*sheets: Sequence[Line]) -> tuple[int, ...]:
    return final_result(LONDON, sheets, None, 0).ranks


@rule("N20")
def test_most_points_win() -> None:
    assert ranks([serving(0, points=20)], [serving(0, points=30)], [serving(0, points=25)]) == (3, 1, 2)


@rule("N20")
def test_the_best_single_line_breaks_a_tie() -> None:
    even = [serving(0, points=20), serving(1, points=20)]
    uneven = [serving(0, points=10), serving(1, points=30)]
    assert ranks(even, uneven) == (2, 1)
    assert ranks(even, uneven, [serving(0, points=50)]) == (3, 2, 1)


@rule("N20")
def test_after_that_a_victory_is_shared() -> None:
    one = [serving(0, points=30), serving(1, points=10)]
    other = [serving(0, points=10), serving(1, points=30)]
    assert ranks(one, other, [serving(0, points=5)]) == (1, 1, 3)


@rule("N20")
def test_who_all_pass_share_the_victory() -> None:
    state = started(3)
    while state.turn:
        pass_round(state)
    assert state.result is not None
    assert state.result.winners == (0, 1, 2)
    assert state.result.scores == (4, 4, 4)


CENTRE = (18, 19, 20, 25, 26, 30, 32, 33, 34)
ONE_OF_EACH = (1, 3, 5, 16, 18, 21, 37, 39, 41, 0, 6, 46, 52)
SITES = (9, 16, 19, 36, 49)


@rule("N22")
@pytest.mark.parametrize(
    ("objective", "meeting", "missing"),
    [
        ("interchanges", [serving(*range(8))] * 2, [serving(*range(7))] * 4),
        ("districts", [serving(*ONE_OF_EACH[:7]), serving(*ONE_OF_EACH[7:])], [serving(*ONE_OF_EACH[1:])]),
        ("sites", [serving(*SITES[:2]), serving(*SITES[2:])], [serving(*SITES[:4]), serving(*SITES[:4])]),
        ("centre", [serving(*CENTRE[:4]), serving(*CENTRE[4:])], [serving(*CENTRE[:8])]),
        (
            "thames",
            [line("purple", "29-30 30-32 30-33"), line("green", "13-32"), line("pink", "21-31 27-31")],
            [line("purple", "29-30 30-32 30-33"), line("green", "13-32"), line("pink", "21-31 31-35")],
        ),
    ],
)
def test_each_objective(objective: str, meeting: list[Line], missing: list[Line]) -> None:
    reached, needed = progress(LONDON, objective, joined_up(meeting))
    assert reached == needed
    assert objective_met(LONDON, objective, joined_up(meeting))
    assert progress(LONDON, objective, joined_up(missing)) == (needed - 1, needed)
    assert not objective_met(LONDON, objective, joined_up(missing))


@rule("N22")
def test_an_objective_scores_ten() -> None:
    lines = [serving(*SITES), serving(*CENTRE)]
    assert parts_of(LONDON, lines, ["sites", "centre"], 0)["objectives"] == 20
    assert parts_of(LONDON, lines, ["sites", "thames"], 0)["objectives"] == 10
    assert parts_of(LONDON, lines, ["districts", "thames"], 0)["objectives"] == 0


@rule("N22")
def test_what_is_reached_of_each_objective_is_on_the_sheet() -> None:
    earlier = ["13-17 17-24", "21-31 27-31"]
    state = position("29-30 30-32", cards="cPxT", earlier=earlier, objectives="thames sites")
    before = state.view(0)["table"][0]
    sites = {"objective": "sites", "reached": 0, "needed": 5}
    assert before["objectives"] == [{"objective": "thames", "reached": 5, "needed": 6}, sites]
    assert before["points"]["objectives"] == 0
    play(state, "30>33")
    after = state.view(0)["table"][0]
    assert after["objectives"] == [{"objective": "thames", "reached": 6, "needed": 6}, sites]
    assert after["points"]["objectives"] == 10


@rule("N29")
def test_alone_the_same_four_rounds_are_played_for_the_score() -> None:
    state = started(1)
    lengths = []
    while state.turn:
        lengths.append(pass_round(state))
    assert len(lengths) == 4
    assert state.result is not None
    assert (state.result.scores, state.result.ranks) == ((4,), (1,))


@rule("N30")
@pytest.mark.parametrize(
    ("options", "seats", "deduction"),
    [
        ({}, 1, 0),
        ({"objectives": True}, 1, 10),
        ({"powers": True}, 1, 10),
        ({"objectives": True, "powers": True}, 1, 20),
        ({"objectives": True, "powers": True}, 2, 0),
    ],
)
def test_alone_each_module_costs_ten_points(options: dict[str, bool], seats: int, deduction: int) -> None:
    state = started(seats, "7", **options)
    while state.turn:
        pass_round(state)
        if state.doubling:
            play(state, "single")
    assert state.result is not None
    assert state.result.scores == (4 - deduction,) * seats
    assert state.result.parts[0].get("modules", 0) == -deduction


@rule("N31")
@pytest.mark.parametrize(
    ("rank", "lowest", "highest"),
    [(1, -20, 90), (2, 91, 105), (3, 106, 120), (4, 121, 135), (5, 136, 150), (6, 151, 400)],
)
def test_the_mayor_has_six_ranks(rank: int, lowest: int, highest: int) -> None:
    assert verdict(lowest) == verdict(highest) == rank
    words = NextStation.rulebook.words[f"verdict {rank}"]
    assert words.say("en") != words.say("fr")


@rule("N15", "N17", "N18", "N22", "N31")
def test_the_printed_tables_are_those_that_score() -> None:
    printed = NextStation.printed["points"]
    for marks, points in enumerate(printed["sites"]):
        sites = [SITES[mark % 5] for mark in range(marks)]
        lines = [serving(*sites[:5]), serving(*sites[5:])]
        assert parts_of(LONDON, lines, None, 0)["sites"] == points
    for lines_served, points in enumerate(printed["interchanges"], start=2):
        assert parts_of(LONDON, [serving(0)] * lines_served, None, 0)["interchanges"] == points
    assert line("green", "13-32").points == 2 * 1 + printed["thames"]
    assert parts_of(LONDON, [serving(*CENTRE)], ["centre"], 0)["objectives"] == printed["objective"]
    for rank, lowest in enumerate(printed["verdicts"], start=2):
        assert (verdict(lowest - 1), verdict(lowest)) == (rank - 1, rank)


@rule("N31")
def test_the_mayor_judges_the_final_score_of_a_player_alone() -> None:
    state = position(
        PURPLE_LINE, cards="CTSPJ", earlier=[GREEN_LINE, PINK_LINE, BLUE_LINE], pencils="green pink blue purple"
    )
    events = state.play(0, "pass")
    assert state.view(0)["verdict"] == 3  # 119 points
    (told,) = [event for event in events if event.kind == "verdict"]
    assert "suburbs" in (NextStation.rulebook.tell(told.opened(), ["Ann"]) or "")
    pair = started(2)
    while pair.turn:
        pass_round(pair)
    assert pair.view(0)["verdict"] is None
