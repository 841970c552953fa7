"""A judge who learns from games: games that can be played again, what is aimed at, and the same judge in NumPy."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import jax
import numpy as np
import pytest

from omnibus.bots.bot import Budget, Kind
from omnibus.bots.bus import judge as bus_judge
from omnibus.bots.bus.prospects import chances
from omnibus.bots.terminus import judge as terminus_judge
from omnibus.bots.terminus.numbers import FAR
from omnibus.rules import GAMES
from omnibus.rules.bus import Bus
from omnibus.rules.terminus import Terminus
from omnibus.training.__main__ import REFUSED
from omnibus.training.judge.__main__ import export, main
from omnibus.training.judge.bus.course import BUS
from omnibus.training.judge.bus.games import SEATS, play_game, play_games, positions
from omnibus.training.judge.course import Course
from omnibus.training.judge.evaluation import surprises
from omnibus.training.judge.learning import aims_of, judged_chances, learnt
from omnibus.training.judge.lessons import Lessons
from omnibus.training.judge.recipe import Recipe
from omnibus.training.judge.terminus import games as terminus_games
from omnibus.training.judge.terminus import hands
from omnibus.training.judge.terminus.course import TERMINUS
from omnibus.training.judge.terminus.network import log_likely

pytestmark = pytest.mark.slow

TINY = Recipe("bus", (4,), part_width=3, width=8, epochs=20, by_ends=15, batch=8)


@pytest.fixture(autouse=True, scope="module")
def smaller_files() -> Iterator[None]:
    """Every number of seats comes up in a few games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terminus_games, "AT_ONCE", 1)
        patch.setattr("omnibus.training.judge.terminus.course.AT_ONCE", 1)
        patch.setattr(hands, "AT_ONCE", 1)
        yield


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of Bus."""
    folder = tmp_path_factory.mktemp("games")
    list(BUS.play_games(folder, "a few", 4, None))
    return folder


@pytest.fixture(scope="module")
def more_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of Terminus, in every number of seats."""
    folder = tmp_path_factory.mktemp("games")
    list(TERMINUS.play_games(folder, "a few", 7, None))
    list(hands.play_games(folder, "a few", 7))
    return folder


@pytest.fixture(scope="module")
def lessons(games: Path) -> Lessons:
    return BUS.lessons_in(games, "a few")


def test_games_that_stopped_go_on_as_if_they_had_not(games: Path, tmp_path: Path) -> None:
    again = tmp_path / "games.jsonl"
    assert list(play_games(again, "a few", 2, chances)) == list(range(2))
    assert list(play_games(again, "a few", 4, chances)) == list(range(4))
    there = (games / "games.jsonl").read_text()
    assert again.read_text() == there
    assert json.loads(there.splitlines()[3]) == play_game("a few", 3, chances)


def test_games_in_many_files_go_on_too(more_games: Path, tmp_path: Path) -> None:
    for count in (3, 7):
        assert list(TERMINUS.play_games(tmp_path, "a few", count, None)) == list(range(count))
        assert list(hands.play_games(tmp_path, "a few", count)) == list(range(count))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in more_games.iterdir()
    }
    list(TERMINUS.play_games(tmp_path, "others", 8, None))
    assert terminus_games.play_game("a few", 3) != terminus_games.play_game("others", 3)


def test_positions_are_where_rounds_begin(games: Path) -> None:
    for number, line in enumerate((games / "games.jsonl").read_text().splitlines()):
        starts, end = positions("a few", number, json.loads(line))
        assert [state.round for state in starts] == list(range(1, end.round + 1))
        assert all(not any(state.spaces) for state in starts)
        assert end.result is not None
        assert end.game.seats == SEATS[number]


def test_positions_lie_in_rounds_and_between_them() -> None:
    for number in range(7):
        seats = terminus_games.SEATS[number]
        played = terminus_games.play_game("positions", number)
        assert max(played.scores) >= 100
        assert len(played.by_thumb) == len(played.positions)
        between = [each for each in played.positions if not any(map(any, each.hands))]
        assert 0 < len(between) < len(played.positions)
        for position, after in pairwise(played.positions):
            assert len(position.lacks) == seats
            assert FAR > min(position.lacks) > 0
            assert all(now >= later for now, later in zip(position.lacks, after.lacks, strict=True))
        starters = [each.next for each in between]
        assert all((one + 1) % seats == other for one, other in pairwise(starters))


def test_the_truth_comes_first_among_the_guesses() -> None:
    looks = list(hands.looks_in("looks", 3))
    assert len(looks) > 5
    for seat, (truth, *guesses) in looks:
        assert len(guesses) == hands.GUESSES
        for guess in guesses:
            assert guess.hands[seat] == truth.hands[seat], "its own hand it knows"
            assert [sum(hand) for hand in guess.hands] == [sum(hand) for hand in truth.hands]
            assert (guess.lacks, guess.worth, guess.next) == (truth.lacks, truth.worth, truth.next)
    assert any(guess.hands != truth.hands for _, (truth, *guesses) in looks for guess in guesses)


def test_what_is_aimed_at(lessons: Lessons) -> None:
    """The last position of a game aims at its end, the others in part at what was thought a round later."""
    thought = np.full_like(lessons.rows.wins, 0.2)
    aims = aims_of(lessons, thought, 0.25)
    last = np.flatnonzero(np.diff(lessons.games, append=-1))
    assert np.array_equal(aims[last], lessons.rows.wins[last])
    before = last[0] - 1
    assert aims[before] == pytest.approx(0.25 * lessons.rows.wins[before] + 0.75 * 0.2)
    assert aims[before - 1] == pytest.approx(0.25 * aims[before] + 0.75 * 0.2)


@pytest.mark.parametrize("course", [BUS, TERMINUS], ids=["bus", "terminus"])
def test_it_learns_the_same_from_the_same(course: Course, games: Path, more_games: Path) -> None:
    lessons = course.lessons_in(games if course is BUS else more_games, "a few")
    *_, one = learnt(course, lessons, TINY)
    *_, other = learnt(course, lessons, TINY)
    assert all(np.array_equal(one[name], other[name]) for name in one)
    before = course.begin(jax.random.key(1), TINY)
    assert surprises(course, one, lessons)["surprise"] < surprises(course, before, lessons)["surprise"]


def test_it_learns_to_tell_the_truth_from_guesses(more_games: Path) -> None:
    looks = hands.looks_from(more_games)
    recipe = Recipe("terminus", (0,), part_width=3, width=8, batch=16)
    *_, one = hands.learnt(looks, recipe)
    *_, other = hands.learnt(looks, recipe)
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert float(log_likely(one, looks)[:, 0].mean()) > -np.log(1 + hands.GUESSES)


def test_numpy_and_jax_judge_alike(games: Path, lessons: Lessons, tmp_path: Path) -> None:
    *_, weights = learnt(BUS, lessons, TINY)
    export(BUS, tmp_path, TINY, BUS.exported(weights), {})
    judged = judged_chances(BUS, weights, lessons)
    row = 0
    for number, line in enumerate((games / "games.jsonl").read_text().splitlines()):
        for state in positions("a few", number, json.loads(line))[0]:
            seats = state.game.seats
            found = bus_judge.judge_for(Bus(seats), tmp_path).chances(state)
            assert found == pytest.approx(judged[row][:seats], abs=1e-3)
            assert not judged[row][seats:].any()
            row += 1
    assert row == len(judged)


def test_numpy_and_jax_judge_alike_in_terminus(more_games: Path, tmp_path: Path) -> None:
    lessons = TERMINUS.lessons_in(more_games, "a few")
    *_, weights = learnt(TERMINUS, lessons, TINY)
    looks = hands.looks_from(more_games)
    *_, of_hands = hands.learnt(looks, Recipe("terminus", (0,), part_width=3, width=8, batch=16))
    held = {f"held {name}": each for name, each in TERMINUS.exported({**of_hands}).items()}
    export(TERMINUS, tmp_path, TINY, {**TERMINUS.exported(weights), **held}, {})
    judge = terminus_judge.judge_for(Terminus(3), tmp_path)
    judged = judged_chances(TERMINUS, weights, lessons)
    row = 0
    for number in range(7):
        for position in terminus_games.play_game("a few", number).positions:
            seats = len(position.lacks)
            assert judge.chances([position])[0] == pytest.approx(judged[row][:seats], abs=3e-3)
            assert not judged[row][seats:].any()
            row += 1
    assert row == len(judged)
    likely = np.exp(log_likely(of_hands, looks))
    row = 0
    for number in range(7):
        for seat, look in hands.looks_in(f"a few/{number}", hands.SEATS[number]):
            assert judge.likely(look, seat) == pytest.approx(likely[row], abs=3e-3)
            row += 1
    assert row == len(likely)


@pytest.mark.parametrize(
    ("game", "more"), [("bus", "games = [2, 1]\nheld_out = 3"), ("terminus", "games = [7, 7]\nopen_games = 7")]
)
def test_a_run_ends_with_a_master_who_can_play(tmp_path: Path, game: str, more: str) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        f'game = "{game}"\n{more}\nepochs = 3\nwidth = 8\nbatch = 8\nevaluation_games = 1\nevaluation_iterations = 2\n'
    )
    assert main(["--recipe", str(recipe), "--out", str(tmp_path / "run")]) == 0
    course = {"bus": BUS, "terminus": TERMINUS}[game]
    for stage in (1, 2):
        folder = tmp_path / "run" / f"stage {stage}"
        manifest = json.loads((folder / "manifest.json").read_text())
        assert manifest["against_hard"]["share"] in (0, 0.25, 1 / 3, 0.5, 1)
        assert len(manifest["recipe"]["games"]) == 2
        assert ("surprise_at_hands" in manifest) == (game == "terminus")
    state = GAMES[game](4).start("7")
    view = state.view(state.turn[0])
    move = Kind(lambda: course.sit_down(folder), Budget(iterations=3)).seated()(view, Random(1))
    assert move in [each["text"] for each in view["legal"]]


def test_what_cannot_be_followed_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "recipe.toml"
    for text, complaint in (
        ('game = "bus"', "the recipe lacks games"),
        ("game = 1\nsalt = 2", "a recipe has no salt"),
        ('game = "london"\ngames = [1]', "nobody learns to judge london: only bus, terminus"),
    ):
        recipe.write_text(text)
        assert main(["--recipe", str(recipe), "--out", str(tmp_path / "run")]) == REFUSED
        assert complaint in capsys.readouterr().err
