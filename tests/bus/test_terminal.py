"""The table in the terminal shows what there is, in eighty columns, without needing colour."""

from io import StringIO

import pytest
from rich.console import Console

from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.rulebook import LANGUAGES
from omnibus.terminal.bus import MAP_HEIGHT, MAP_WIDTH, SPOTS
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import Voice
from tests.bus.positions import position
from tests.bus.test_knowledge import middle_of_a_round

NAMES = ("Ann", "Ben", "Cleo of the long name (you)")


def drawn(state: BusState, language: str = "en") -> str:
    """The table without colours, as seat 0 sees it."""
    return drawn_view(state.view(0), language)


def drawn_view(view: BusView, language: str = "en") -> str:
    console = Console(file=StringIO(), width=80, color_system=None, highlight=False)
    console.print(draw(view, NAMES, Voice(language, console=console)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_every_junction_is_on_the_map_with_its_lots_people_and_ends() -> None:
    table = drawn(middle_of_a_round())
    for name in Bus.board.junctions:
        assert f"{name} {Bus.rulebook.words[name].say()}" in table
    assert "C2 Fountain:OO○" in table  # two offices, one passenger carried there
    assert "C3 Belfry:P□●(c)" in table  # a pub and a free lot, one who waits, the end of line c
    assert "I4 Museum:□-(ab)" in table  # both ends of a and one of b; a lot of zone C that is not open yet
    assert "G1 North Station●" in table


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_have_room_beside_each_other(language: str) -> None:
    taken: set[tuple[int, int]] = set()
    for name, (row, column) in SPOTS.items():
        lots = sum(lot.junction == Bus.board.junction_named[name] for lot in Bus.board.lots)
        label = f"{name} {Bus.rulebook.words[name].say(language)}:" + lots * "H" + "●2(a)"
        cells = {(row, column + place) for place in range(len(label) + 1)}
        assert row < MAP_HEIGHT
        assert max(cells)[1] <= MAP_WIDTH
        assert not cells & taken, name
        taken |= cells
    assert set(SPOTS) == set(Bus.board.junctions)


def test_lines_are_told_apart_without_colour() -> None:
    table = drawn(position("G1 E13 M11", "M8 M7", "M8 M7 I2"))
    rows = table.splitlines()[-MAP_HEIGHT:]
    below = rows[SPOTS["M7"][0]]
    assert set(below.split(" M7 Garden:")[0]) - set("· ") == {"b", "c"}
    assert "a" in rows[SPOTS["M11"][0] + 1].split("E15")[0]


def test_the_action_board_the_players_and_the_clock() -> None:
    table = drawn(middle_of_a_round())
    rows = {row.split()[0]: " ".join(row.split()[1:]) for row in table.splitlines() if row.strip()}
    assert rows["extension"] == "lay sticks 0 b×1 a×2"
    assert rows["vrrooomm"] == "all buses run 2 c×2 a×2"
    assert "clock: office, then pub" in table
    assert "I4 I4!" in table
    cleo = next(row for row in table.splitlines() if "Cleo" in row)
    assert " ".join(cleo.split()) == "▶ c Cleo of the lon… 3 0 2 10 26 C3 C1 first"
    assert "building: Old Town (A) · 1 to do · you would carry: office 0" in table


def test_who_acts_when_is_for_the_view_to_say() -> None:
    view = middle_of_a_round().view(0)
    view["actions"]["extension"]["order"] = [0, 1]
    view["actions"]["clock"]["next_worth"] = 3
    view["then"] = [1, 0]
    rows = {row.split()[0]: row.split()[1:] for row in drawn_view(view).splitlines() if row.strip()}
    assert rows["extension"][-2:] == ["a×2", "b×1"]
    assert rows["clock"][-2:] == ["3", "b×1"]
    assert rows["▷"][:2] == ["b", "Ben"]


def test_equal_points_show_who_was_first() -> None:
    table = drawn(position("C2 C1", points=[2, 2, 0], reached=[4, 3, 0]))
    assert ["2²" in row for row in table.splitlines() if "Ann" in row] == [True]
    assert ["2¹" in row for row in table.splitlines() if "Ben" in row] == [True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_broken_over_two_lines(language: str) -> None:
    passed = middle_of_a_round()
    passed.passed = 0b111
    for state in (passed, position("C2 C1", buses=[5, 5, 5], people={"C1": 12})):
        rows = drawn(state, language).splitlines()
        assert max(len(row.rstrip()) for row in rows) <= 80
        assert len(rows) == 4 + 1 + 8 + 1 + 2 + 2 + 22
