"""The table in the terminal: the whole map, in 80 columns, in both languages, and readable without colour."""

from io import StringIO

import pytest
from rich.console import Console

from omnibus.rules.london.board import LONDON
from omnibus.rules.london.view import LondonView
from omnibus.terminal.london import MAP
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import Voice
from tests.london.positions import play, position

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def drawn(view: LondonView, language: str = "en") -> str:
    console = Console(file=StringIO(), width=80, no_color=True)
    console.print(draw(view, NAMES, Voice(language, console=console)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_map_shows_every_space_and_every_location() -> None:
    words = MAP.split()
    for route in LONDON.routes:
        assert words.count(route.id[1:] + "." * route.length) == 1
    for place, name in enumerate(LONDON.locations):
        value = next(district.value for district in LONDON.districts if district.locations >> place & 1)
        assert MAP.count(f"{value}◉{name}") == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_whole_table_fits_a_small_terminal(language: str) -> None:
    """Four players and a hand of every kind, or two: a line above, one below, the moves and the prompt come to it."""
    hand = "2blue 2green 2black 2pink 2yellow 2orange 2bus"
    tickets = ["T01 T04 T11 T12", "T18", "T02", "T03"]
    state = position(hand, "green", "pink", "2blue", tickets=tickets, routes=["R01 R25 R34", "R13", "R06", "R42"])
    rows = drawn(state.view(0), language).splitlines()
    assert max(len(row) for row in rows) <= 80
    assert len(rows) <= (26 if language == "en" else 27)
    two = drawn(position("2blue 2bus", "green", tickets=["T01 T04", "T18"]).view(0), language).splitlines()
    assert len(two) <= (21 if language == "en" else 22)


def test_routes_show_their_colour_their_owner_or_that_they_are_closed() -> None:
    state = position("blue", "green", routes=["R01", "R13"])
    shown = drawn(state.view(0)).split()
    assert {"01▲▲", "13●", "14×", "06oooo", "07----", "08kkkk"} <= set(shown)  # mine, the other's, closed with two


def test_with_three_the_other_route_of_a_double_is_closed_to_its_owner_only() -> None:
    state = position("blue", "green", "pink", routes=["R01", "R13", ""])
    assert "14y" in drawn(state.view(0))
    assert "14×" in drawn(state.view(1))


def test_what_is_closed_is_for_the_view_to_say() -> None:
    view = position("blue", "green", routes=["R01", "R13"]).view(0)
    view["closed"] = ["R06"]
    shown = drawn(view).split()
    assert {"06××××", "14y"} <= set(shown)
    assert "14×" not in shown


def test_own_cards_and_tickets_are_shown_and_no_others() -> None:
    state = position("2blue 1bus", "green", tickets=["T01 T04", "T18"], routes=["R10", "R38 R41 R42"])
    picture = drawn(state.view(0))
    assert "2 blue, 1 Bus" in picture
    assert "T01 British Museum – Piccadilly Circus" in picture
    assert "✓ complete" in picture
    assert "✗ no way left" in picture
    assert "T18" not in picture
    assert "T01" not in drawn(state.view(None))


def test_what_is_remembered_is_told() -> None:
    state = position("blue", "green", "pink", ticket_deck="T01 T02 T03", draw="green")
    play(state, "tickets", "keep T02", "draw blue", "draw deck")
    assert "You put T01 back: it is number 2 of the ticket deck." in drawn(state.view(0))
    assert "among them 1 blue" in drawn(state.view(0))
    play(state, "tickets", "keep T03", "draw deck", "draw deck")
    assert "it is number 1 of the ticket deck or with Cleo." in drawn(state.view(0))
    assert "il est le n° 1 du paquet de billets ou chez Cleo." in drawn(state.view(0), "fr")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_is_open_to_all(language: str) -> None:
    state = position("orange", "2pink", routes=["R06 R07 R08 R01", ""])
    play(state, "claim R16 1orange")
    assert ("Dernier tour" if language == "fr" else "The last round") in drawn(state.view(0), language)
    play(state, *["draw deck"] * 4)
    picture = drawn(state.view(None), language)
    assert "T17" in picture
    assert "T18" in picture
    assert ("✗ incomplet : −7" if language == "fr" else "✗ not complete: −7") in picture
    assert max(len(line) for line in picture.splitlines()) <= 80
