"""A judge who learns from games: games that can be played again, what is aimed at, and the same judge in NumPy."""

import json
from pathlib import Path
from random import Random

import jax
import numpy as np
import pytest

from omnibus.bots.bot import Budget, Kind
from omnibus.bots.bus.judge import judge_for
from omnibus.bots.bus.master import sit_down
from omnibus.bots.bus.prospects import chances
from omnibus.rules.bus import Bus
from omnibus.training.__main__ import REFUSED
from omnibus.training.judge.__main__ import export, main
from omnibus.training.judge.evaluation import surprises
from omnibus.training.judge.games import SEATS, play_game, play_games, positions
from omnibus.training.judge.learning import Lessons, aims_of, judged_chances, learnt, lessons_in
from omnibus.training.judge.network import begin
from omnibus.training.judge.recipe import Recipe

pytestmark = pytest.mark.slow

TINY = Recipe("bus", (4,), junction_width=3, width=8, epochs=20, by_ends=15, batch=8)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    list(play_games(file, "a few", 4, chances))
    return file


@pytest.fixture(scope="module")
def lessons(games: Path) -> Lessons:
    return lessons_in(games, "a few")


def test_games_that_stopped_go_on_as_if_they_had_not(games: Path, tmp_path: Path) -> None:
    again = tmp_path / "games.jsonl"
    assert list(play_games(again, "a few", 2, chances)) == list(range(2))
    assert list(play_games(again, "a few", 4, chances)) == list(range(4))
    assert again.read_text() == games.read_text()
    assert json.loads(games.read_text().splitlines()[3]) == play_game("a few", 3, chances)


def test_positions_are_where_rounds_begin(games: Path) -> None:
    for number, line in enumerate(games.read_text().splitlines()):
        starts, end = positions("a few", number, json.loads(line))
        assert [state.round for state in starts] == list(range(1, end.round + 1))
        assert all(not any(state.spaces) for state in starts)
        assert end.result is not None
        assert end.game.seats == SEATS[number]


def test_what_is_aimed_at(lessons: Lessons) -> None:
    """The last position of a game aims at its end, the others in part at what was thought a round later."""
    thought = np.full_like(lessons.batch.wins, 0.2)
    aims = aims_of(lessons, thought, 0.25)
    last = np.flatnonzero(np.diff(lessons.games, append=-1))
    assert np.array_equal(aims[last], lessons.batch.wins[last])
    before = last[0] - 1
    assert aims[before] == pytest.approx(0.25 * lessons.batch.wins[before] + 0.75 * 0.2)
    assert aims[before - 1] == pytest.approx(0.25 * aims[before] + 0.75 * 0.2)


def test_it_learns_the_same_from_the_same(lessons: Lessons) -> None:
    *_, one = learnt(lessons, TINY)
    *_, other = learnt(lessons, TINY)
    assert all(np.array_equal(one[name], other[name]) for name in one)
    before = begin(jax.random.key(1), TINY.junction_width, TINY.width)
    assert surprises(one, lessons)["surprise"] < surprises(before, lessons)["surprise"]


def test_numpy_and_jax_judge_alike(games: Path, lessons: Lessons, tmp_path: Path) -> None:
    *_, weights = learnt(lessons, TINY)
    export(tmp_path, TINY, weights, {})
    judged = judged_chances(weights, lessons)
    row = 0
    for number, line in enumerate(games.read_text().splitlines()):
        for state in positions("a few", number, json.loads(line))[0]:
            seats = state.game.seats
            assert judge_for(Bus(seats), tmp_path).chances(state) == pytest.approx(judged[row][:seats], abs=1e-3)
            assert not judged[row][seats:].any()
            row += 1
    assert row == len(judged)


def test_a_run_ends_with_a_master_who_can_play(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'game = "bus"\ngames = [2, 1]\nepochs = 3\nwidth = 8\nbatch = 8\nheld_out = 3\n'
        "evaluation_games = 1\nevaluation_iterations = 2\n"
    )
    assert main(["--recipe", str(recipe), "--out", str(tmp_path / "run")]) == 0
    for stage in (1, 2):
        folder = tmp_path / "run" / f"stage {stage}"
        manifest = json.loads((folder / "manifest.json").read_text())
        assert manifest["against_hard"]["share"] in (0, 0.25, 1 / 3, 0.5, 1)
        assert manifest["recipe"]["games"] == [2, 1]
    state = Bus(4).start("7")
    view = state.view(state.turn[0])
    move = Kind(lambda: sit_down(folder), Budget(iterations=3)).seated()(view, Random(1))
    assert move in [each["text"] for each in view["legal"]]


def test_what_cannot_be_followed_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "recipe.toml"
    for text, complaint in (('game = "bus"', "the recipe lacks games"), ("game = 1\nsalt = 2", "a recipe has no salt")):
        recipe.write_text(text)
        assert main(["--recipe", str(recipe), "--out", str(tmp_path / "run")]) == REFUSED
        assert complaint in capsys.readouterr().err
