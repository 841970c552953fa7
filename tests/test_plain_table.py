"""A game that draws no table of its own still has one, in the terminal."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from omnibus import GAMES, View
from omnibus.rules.rulebook import LANGUAGES
from omnibus.terminal.plain_table import draw_plainly
from omnibus.terminal.voice import Voice

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


def drawn(view: View, language: str = "en") -> list[str]:
    """The lines of the plain table, without colours."""
    paper = StringIO()
    voice = Voice(language, console=Console(file=paper, width=100, highlight=False, color_system=None))
    voice.console.print(draw_plainly(view, NAMES[: view["seats"]], voice))
    return [line.rstrip() for line in paper.getvalue().splitlines()]


def a_view(**entries: Any) -> View:
    view: Any = {
        "game": "funicular",
        "ruleset": 1,
        "seats": 2,
        "options": {},
        "seat": 0,
        "n": 3,
        "turn": [1],
        "asks": None,
        "legal": [],
        "result": None,
        **entries,
    }
    seen: View = view
    return seen


def test_what_lies_before_each_player_stands_in_a_row() -> None:
    seats = [{"points": 12, "hand": ["3", "5"], "ready": True}, {"points": 7, "hand": None, "ready": False}]
    head, ann, ben = drawn(a_view(table=seats))
    assert head.split() == ["player", "points", "hand", "ready"]
    assert ann.split() == ["Ann", "12", "3", "5", "yes"]
    assert ben.split() == ["▶", "Ben", "7", "–", "no"]


def test_everything_else_stands_below_by_its_name() -> None:
    lines = drawn(
        a_view(
            cards_left=9,
            stops={"north": [1, 2, 2], "west": ["M1", "T2", "T2"], "south": []},
            runs=[{"seat": 0, "at": 4}],
            over=None,
        )
    )
    assert [[part.strip() for part in line.split("  ", 1)] for line in lines[-4:]] == [
        ["cards left", "9"],
        ["stops", "north 1 2 2, west M1 T2×2, south –"],
        ["runs", "seat 0, at 4"],
        ["over", "–"],
    ]


def test_without_seats_in_the_view_the_names_are_there() -> None:
    lines = drawn(a_view())
    assert [line.split() for line in lines] == [["player"], ["Ann"], ["▶", "Ben"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_any_game_can_be_drawn_so_from_its_first_view_to_its_last(game: str, language: str) -> None:
    state = GAMES[game]().start("7")
    while state.turn:
        if state.n % 20 == 0:
            assert "▶" in "".join(drawn(state.view(state.turn[0]), language))
        state.play(state.turn[0], state.legal(state.turn[0])[0])
    for view in (state.view(None), state.open_view()):
        assert all(name in "".join(drawn(view, language)) for name in NAMES[: state.game.seats])


def test_the_words_of_the_rulebook_are_used() -> None:
    game, word = next((game, word) for game, box in GAMES.items() for word in box.rulebook.words)
    phrase = GAMES[game].rulebook.words[word]
    for language in LANGUAGES:
        assert drawn(a_view(game=game, **{word: word}), language)[-1].split("  ", 1)[0].strip() == phrase.say(language)
