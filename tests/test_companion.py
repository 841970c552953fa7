"""The companion of somebody's first games: it has a line for whatever is new, and says it once."""

import json
import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from omnibus import GAMES, View
from omnibus.cli import run
from omnibus.learn.companion import FIRST_GAMES, explanations, something_new
from omnibus.rules.game import Game
from omnibus.rules.rulebook import LANGUAGES
from omnibus.rules.shelf import OURS
from omnibus.terminal.companion import Companion
from tests.test_cli import typed

TABLES = Path(__file__).parent.parent / "web" / "src" / "tables"
LONGEST = 190  # letters: a line or two on a screen, four on a phone

every_game = pytest.mark.parametrize("game", OURS)


@every_game
def test_every_decision_is_explained(game: str) -> None:
    decisions = set(get_args(import_module(f"omnibus.rules.{game}.moves").Decision))
    explained = {asked for each in explanations(game) for asked in each.asks}
    assert explained == decisions, "companion.toml beside the rules"


@every_game
def test_what_is_explained_is_there_in_the_game(game: str) -> None:
    moves = {move.data["do"] for box in _boxes(game) for move in box.moves}
    for each in explanations(game):
        assert each.asks or each.moves or each.events
        assert set(each.moves) <= moves
        assert set(each.events) <= set(GAMES[game].rulebook.events)
        for language in LANGUAGES:
            assert 20 < len(each.say.texts[language]) <= LONGEST, each.say.texts[language]
    ids = [each.id for each in explanations(game)]
    assert len(set(ids)) == len(ids)
    assert max(len(name) for name in ids) <= 32


def _boxes(game: str) -> list[Game]:
    """The game, without options and with all of them."""
    every_option = {option.name: True for option in GAMES[game].options_offered if option.default is False}
    return [GAMES[game](), GAMES[game](**every_option)]


@every_game
def test_the_browser_knows_the_place_of_everything_that_is_explained(game: str) -> None:
    files = [*(TABLES / game).glob("*.svelte"), TABLES / "Stage.svelte"]
    places = {place for path in files for place in re.findall(r'data-place="([^"]+)"', path.read_text("utf-8"))}
    assert {each.at for each in explanations(game)} <= places


@every_game
def test_a_game_is_explained_once_and_in_order(game: str) -> None:
    """Whoever plays on is told something new now and then, and never twice the same."""
    told: list[str] = []
    for number in range(6):
        box = _boxes(game)[number % 2]
        state, rng = box.start(f"{number}"), Random(number)
        happened: list[str] = []
        while state.turn:
            seat = state.turn[0]
            new = something_new(state.view(0), happened, told)
            if new is not None:
                told.append(new.id)
            events = state.play(seat, rng.choice(state.legal(seat)))
            happened = [event.seen_by(0)["event"] for event in events]
    assert len(set(told)) == len(told)
    asked = {each.id for each in explanations(game) if each.asks}
    assert asked <= set(told), "all that is asked in six games was explained"
    assert len(told) >= len(explanations(game)) - 2, {each.id for each in explanations(game)} - set(told)


def test_who_knows_all_or_waits_hears_nothing() -> None:
    view: View = GAMES["london"](2).start("7").view(0)
    assert something_new(view, [], []) is not None
    assert something_new(view, [], [each.id for each in explanations("london")]) is None
    view["turn"], view["legal"], view["asks"] = [1], [], None
    assert something_new(view, [], []) is None
    assert something_new(view, ["last-round"], []) is not None, "what happened is explained to who waits, too"


# ---- In the terminal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "omnibus" / "companion-terminus.json"


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    run(["play", "terminus", "--seed", "7", "--seats", "2", *words])
    return capsys.readouterr().out


def test_a_line_before_the_prompt_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    first = next(each for each in explanations("terminus") if each.id == "first-secret").say.say("en")
    typed(monkeypatch, "1", "table", "quit")
    screen = shown(capsys)
    assert screen.count(first) == 1
    assert first in screen
    assert json.loads(folder.read_text())["explained"][0] == "first-secret"
    typed(monkeypatch, "quit")
    assert first not in shown(capsys), "it was said before"


def test_who_wants_none_has_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "quit")
    assert "✦" not in shown(capsys, "--no-companion")
    assert not folder.exists()


def test_after_the_first_games_it_is_silent(folder: Path) -> None:
    view = GAMES["terminus"](2).start("7").view(0)
    companion = Companion("terminus")
    for _ in range(FIRST_GAMES):
        companion.finish()
    assert json.loads(folder.read_text())["finished"] == FIRST_GAMES
    assert Companion("terminus").explanation(view, []) is None
    folder.write_text("not ours")
    assert Companion("terminus").explanation(view, []) is not None
