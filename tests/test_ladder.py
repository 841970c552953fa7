"""Ladders, statistics and their pages."""

import json
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from omnibus import GAMES
from omnibus.arena.contest import Contest
from omnibus.arena.crew import play_job
from omnibus.arena.ladder import Ladder, pairings
from omnibus.arena.match import Match
from omnibus.arena.results import Results
from omnibus.arena.statistics import watchers_of
from omnibus.arena.times import Times
from omnibus.bots import bots_for
from omnibus.cli import run
from tests.somebody import thinker


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


class Page(HTMLParser):
    """A page as a browser reads it: every tag closed, nothing fetched from elsewhere."""

    VOID = ("meta", "path", "use", "br")

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert name not in ("src", "onclick"), (tag, name)
            assert "href" not in name or str(value).startswith("#"), (tag, value)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "br"):
            assert self.open.pop() == tag


def test_everyone_meets_everyone_at_the_smallest_table_and_the_next_weaker_at_larger_ones() -> None:
    assert pairings(["a", "b", "c"], [1, 2, 3]) == [
        *(["a"], ["b"], ["c"]),
        *(["a", "a"], ["b", "b"], ["c", "c"]),
        *(["b", "a"], ["c", "a"], ["c", "b"]),
        *(["a", "a", "a"], ["b", "b", "b"], ["c", "c", "c"]),
        *(["b", "a", "a"], ["c", "b", "b"]),
    ]


@pytest.mark.slow
def test_a_ladder_is_a_page_and_its_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = ["--games", "4", "--neighbours", "6", "-n", "2", "-n", "3"]
    arguments = ["ladder", "terminus", *games, "-o", "target=10", "--iterations", "2"]
    assert run([*arguments, "--out", "pages", "--seed", "7"]) == 0
    told = capsys.readouterr().out
    assert "Written: pages/terminus.html" in told
    page = (tmp_path / "pages" / "terminus.html").read_text(encoding="utf-8")
    assert Page(page).tags.count("svg") == 3
    assert "http" not in re.sub(r"xmlns(:\w+)?=\"[^\"]+\"|<!DOCTYPE[^>]+>", "", page), "nothing is fetched"
    data = json.loads((tmp_path / "pages" / "terminus.json").read_text(encoding="utf-8"))
    command = "omnibus ladder terminus --games 4 --neighbours 6"
    command += " --seats 2 --seats 3 --seed 7 --option target=10 --iterations 2"
    assert data["command"] == command
    assert command in page
    bots = list(bots_for("terminus"))
    closest = [[strong, weak] for weak, strong in pairwise(bots)]
    for played in data["matches"]:
        assert played["games"] == (6 if played["match"]["bots"] in closest else 4), played["match"]["bots"]
    assert {each["bot"] for each in data["ratings"]} == set(bots)
    assert data["ratings"][-1]["bot"] == "random"
    assert len(data["matrix"]["2"]) == len(bots) * (len(bots) - 1)
    assert len(data["matrix"]["3"]) == len(bots) - 1
    assert {(each["bot"], each["seats"]) for each in data["control"]} == {
        (bot, seats) for bot in bots for seats in (2, 3)
    }
    assert [len(data["seats"][seats]) for seats in ("2", "3")] == [2, 3]
    assert data["budgets"]["random"] == {"seconds": None, "iterations": 2}
    # Everything is kept, so that the page can be drawn again at once.
    kept = sum(len(path.read_text().splitlines()) - 1 for path in (tmp_path / "state").rglob("*.jsonl"))
    assert run([*arguments, "--out", "again", "--seed", "7"]) == 0
    assert f"going on: {kept} of {kept} games are played" in capsys.readouterr().err
    assert (tmp_path / "again" / "terminus.html").read_text(encoding="utf-8") == page


def ladder_of(tmp_path: Path, winners: list[int]) -> Ladder:
    """A ladder of one contest of a bot against itself, won by those entrants."""
    contest = Contest(Results(tmp_path / "games.jsonl", Match("terminus", {}, ["random"] * 2, "s")), len(winners))
    for number, winner in enumerate(winners):
        wins = [float(winner == entrant) for entrant in (0, 1)]
        times = [Times().plain()] * 2
        outcome = {"wins": wins, "scores": [1, 2], "ranks": [1, 2], "number": number, "times": times}
        contest.add({"outcome": outcome, "findings": {}})
    contest.results.close()
    return Ladder([contest])


def test_the_control_finds_a_seat_that_wins_too_often(tmp_path: Path) -> None:
    # Of the two games on a deal the entrants 0 and 1 sit at seat 0 in turn.
    fair = ladder_of(tmp_path / "fair", [0, 0, 1, 1, 0, 1, 1, 0] * 5)
    assert all(cell.within for cell in fair.control())
    unfair = ladder_of(tmp_path / "unfair", [0, 1] * 20)
    assert [(cell.seat, cell.share.mean, cell.within) for cell in unfair.control()] == [
        (0, 1.0, False),
        (1, 0.0, False),
    ]


# ---- Statistics


@pytest.mark.parametrize("game", GAMES)
def test_statistics_are_printed_and_drawn(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["stats", game, "--games", "3", "--bot", "random", "--processes", "1"]
    assert run(arguments) == 0
    english = capsys.readouterr().out
    assert "Length of a game" in english
    page = (tmp_path / "stats" / f"{game}-statistics.html").read_text(encoding="utf-8")
    assert Page(page).tags.count("svg") == len(watchers_of(game))
    assert run([*arguments, "--lang", "fr"]) == 0
    french = capsys.readouterr().out
    assert "Longueur d’une partie" in french
    assert len(french.splitlines()) == len(english.splitlines())


def test_looking_on_changes_nothing() -> None:
    match = Match("london", {}, [thinker("london")] * 2, "watched").plain()
    seen, unseen = (
        play_job({"match": match, "number": 0, "watched": watched, "contest": 0}) for watched in (True, False)
    )
    assert seen["outcome"]["scores"] == unseen["outcome"]["scores"]
    assert unseen["findings"] == {}


@pytest.mark.parametrize("command", ["ladder", "stats"])
def test_without_its_packages_a_page_is_refused_in_one_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    assert run([command, "terminus"]) == 2
    assert capsys.readouterr().err == 'omnibus: this needs more packages: pip install "omnibus-games[arena]"\n'
