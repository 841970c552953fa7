"""The table in the terminal shows what the view says, and works nothing out."""

from io import StringIO

from rich.console import Console

from omnibus.rules.terminus.view import TerminusView
from omnibus.terminal.tables import draw
from omnibus.terminal.voice import Voice
from tests.terminus.positions import play, position


def drawn(view: TerminusView) -> str:
    console = Console(file=StringIO(), width=100, no_color=True)
    console.print(draw(view, ["Ann", "Ben"], Voice("en", console=console)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def seen_by_ben() -> TerminusView:
    """Ann has taken back a joker and may have made it her secret."""
    state = position("M3 T5 B5", "T4 T5", secrets=["B2", "T2"], lines="M1 M2 3*", aside="** T1", draw="B4 T3 B3")
    play(state, "swap M3", "end", "secret T4", "secret T5")
    return state.view(1)


def test_lines_and_what_is_set_aside_with_their_points() -> None:
    table = drawn(seen_by_ben())
    assert "(3*?)" in table
    metro = next(row for row in table.splitlines() if row.startswith(" M "))
    assert "6 points" in metro
    assert next(row for row in table.splitlines() if "**" in row).count("8") == 1


def test_points_and_what_is_sure_are_for_the_view_to_say() -> None:
    view = seen_by_ben()
    view["worth"]["M"] = 77
    view["aside_worth"] = 66
    view["table"][0]["taken_back"][0]["sure"] = True
    table = drawn(view)
    assert "(3*)" in table
    assert "77 points" in next(row for row in table.splitlines() if row.startswith(" M "))
    assert "66" in next(row for row in table.splitlines() if "**" in row)
