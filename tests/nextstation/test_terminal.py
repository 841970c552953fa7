"""The table of Next Station in text: everything is there, in both languages, in eighty columns, without colour."""

from io import StringIO

import pytest
from rich.console import Console

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON, SIGNS
from omnibus.rules.nextstation.moves import POWERS
from omnibus.rules.nextstation.scoring import OBJECTIVES, VERDICTS
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import NextStationView
from omnibus.rules.rulebook import LANGUAGES
from omnibus.terminal.nextstation import MAP_HEIGHT
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import Voice
from tests.nextstation.positions import legal, play, position, started

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def drawn(state: NextStationState, seat: int | None = 0, language: str = "en", width: int = 80) -> list[str]:
    """The lines of the table as that seat sees it, without colours."""
    return drawn_view(state.view(seat), language, width)


def drawn_view(view: NextStationView, language: str = "en", width: int = 80) -> list[str]:
    paper = StringIO()
    voice = Voice(language, console=Console(file=paper, width=width, highlight=False, color_system=None))
    voice.console.print(draw(view, NAMES[: view["seats"]], voice))
    lines = [line.rstrip() for line in paper.getvalue().splitlines()]
    assert all(len(line) <= width for line in lines)
    return lines


def test_every_station_is_on_the_map_with_symbol_number_and_district() -> None:
    text = "\n".join(drawn(position(cards="c")))
    for number, station in enumerate(LONDON.stations):
        sign = f"{SIGNS[station.symbol]}{number:<2}{LONDON.districts[station.district].lower()}"
        assert text.count(sign) == 1, sign
    assert text.count("✶") == 5 + 2  # the sites, the score and the legend
    assert "~~~" in text


def test_sections_are_drawn_with_the_number_of_their_line() -> None:
    lines = drawn(position("14-21 14-19", cards="sJ", earlier=["13-18 18-19 13-8 13-14"]))[-MAP_HEIGHT:]
    row = {number: lines[2 * LONDON.stations[number].y] for number in (13, 18)}
    assert "△13b━━━━━━━━━━━━━━¹━━□14b" in row[13]
    assert "△18e¹━✶?19e" in row[18]
    assert "┃¹" in lines[3]  # 8 to 13
    assert "╲¹" in lines[5]  # 13 to 18
    assert "╱²" in lines[5]  # 14 to 19
    assert "╲²" in lines[5]  # 14 to 21


def test_what_lies_beside_the_map_or_where_there_is_no_room_above_it() -> None:
    state = position("13-8 3-8", cards="stxP", powers="switch second joker double", objectives="thames centre")
    assert "⬠0 j" in drawn(state)[-MAP_HEIGHT]
    beside = next(line for line in drawn(state, width=100) if "⬠0 j" in line)
    assert "Round 1 of 4, turn 3" in beside
    text = "\n".join(drawn(state))
    for told in (
        "Round 1 of 4, turn 3",
        "⬠ pentagon, underground",
        "⇄ start at any station",
        "□ △ ⇄ [⬠]",
        "· [6 Thames crossings] 0/6",
        "¹ switch",
        "▶ ¹ green 1×3=3…",
        "ends of the line: 3 13",
        "power ready",
    ):
        assert told in text, told
    french = "\n".join(drawn(state, language="fr"))
    for told in ("Manche 1 sur 4, tour 3", "⬠ pentagone, souterrain", "▶ ¹ vert", "bouts de la ligne : 3 13"):
        assert told in french, told


def test_how_far_an_objective_is_and_what_a_crossing_scores_are_not_worked_out_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NextStation, "printed", {"points": {"thames": 7}})
    view = position("13-32", cards="stxP", objectives="thames centre").view(0)
    view["table"][0]["objectives"] = [
        {"objective": "thames", "reached": 4, "needed": 9},
        {"objective": "centre", "reached": 1, "needed": 1},
    ]
    text = "\n".join(drawn_view(view))
    assert "· [6 Thames crossings] 4/9" in text
    assert "✓ [" in text
    assert "2×1+7=4" in text


def test_second_section_double_station_and_verdict_are_asked_for_and_told() -> None:
    state = position("13-18", cards="Tc", powers="second joker switch double")
    play(state, "13>4")
    assert any("a second section to ○?" in line for line in drawn(state))
    state = position("13-18", cards="CTSPJ", powers="double joker switch second")
    play(state, "pass")
    assert any("a double station?" in line for line in drawn(state))
    state = position("", cards="CTSPJ", earlier=["", "", ""])
    play(state, "pass")
    assert any("mostly gave it" in line for line in drawn(state, width=100))
    assert "mostly" in "\n".join(drawn(state))


def test_a_player_sees_the_own_map_and_the_others_in_words_a_spectator_all_maps() -> None:
    state = started(3)
    move = legal(state, 1)[0]
    state.play(1, move)
    a, b = sorted(int(station) for station in move.split(">"))
    mine = "\n".join(drawn(state, 0))
    assert mine.count("✶?19e") == 1
    assert f"Ben:  ² {a}–{b}" in mine
    assert "Cleo:  ³ nothing" in mine
    assert "\n".join(drawn(state, None)).count("✶?19e") == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 4])
def test_the_table_can_be_drawn_at_every_moment(seats: int, language: str) -> None:
    state = NextStation(seats, objectives=True, powers=True).start("7")
    assert isinstance(state, NextStationState)
    while state.turn:
        if state.n % 7 == 0:
            drawn(state, 0, language)
        state.play(state.turn[0], state.legal(state.turn[0])[0])
    assert drawn(state, None, language)


def test_there_is_a_word_for_everything_that_events_name() -> None:
    named = [card.name for card in LONDON.deck] + list(LONDON.colours)
    named += [f"power {power}" for power in POWERS] + [f"objective {objective}" for objective in OBJECTIVES]
    named += [f"verdict {rank}" for rank in range(1, len(VERDICTS) + 2)]
    assert set(named) == set(NextStation.rulebook.words)


def test_events_are_told_in_the_language_of_the_reader() -> None:
    tell = NextStation.rulebook.tell
    event = {"event": "pencil", "seat": 0, "colour": "green"}
    assert tell(event, NAMES) == "Ann takes the green pencil."
    assert tell(event, NAMES, "fr") == "Ann prend le crayon vert."
    objectives = {"event": "objectives", "objectives": ["objective sites", "objective centre"]}
    assert tell(objectives, NAMES, "fr") == "Les objectifs : [les 5 sites] [tout le centre]."
