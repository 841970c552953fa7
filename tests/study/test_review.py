"""Reviews: sums that hold, values that depend on nothing but a view, and the command."""

import json
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omnibus.cli import run
from omnibus.rules import GAMES, read_record
from omnibus.rules.game import Game
from omnibus.rules.record import Record
from omnibus.rules.shelf import OURS
from omnibus.study.judge import Doubt, judge_of
from omnibus.study.kept import KeptReview
from omnibus.study.page import write_review
from omnibus.study.review import (
    UNITS,
    Review,
    check_sums,
    course_of,
    do_job,
    jobs_of,
    mark_of,
    review,
    reviewed,
    work,
)
from omnibus.study.trouble import StudyTrouble
from omnibus.study.words import Words

GOLDEN = Path(__file__).parent.parent / "golden"
TRIES = 12
every_game = pytest.mark.parametrize("game", OURS)


def golden(game: str, seats: int | None = None) -> Record:
    """A game that was once written down."""
    return read_record((GOLDEN / game / f"{seats or GAMES[game].seat_counts[0]}-00.omnibus").read_text())


def weighed(record: Record, every: int) -> list[dict[str, Any]]:
    """Some of the decisions of a game."""
    return [do_job(job) for job in jobs_of(course_of(record), TRIES, "s")[::every]]


@pytest.fixture(scope="module")
def shortest() -> Record:
    """A game with few decisions, played to its end at random."""
    return played_on(Record(GAMES["terminus"](2, target=20), ["Ann", "Bo"], "short"), [], Random(5))


def played_on(record: Record, plies: list[tuple[int, str]], rng: Random) -> Record:
    """The record of a game that begins with those moves and goes on at random."""
    game: Game = record.game
    state = record.opening()
    for seat, text in plies:
        state.play(seat, text)
        record.add(seat, game.move(text), state)
    while state.turn:
        move = rng.choice(state.legal(state.turn[0]))
        seat = state.turn[0]
        state.play(seat, move)
        record.add(seat, move, state)
    record.write()
    return record


# ---- Sums


@pytest.mark.slow
@every_game
def test_luck_and_losses_add_up_to_the_result(game: str) -> None:
    record = played_on(Record(GAMES[game](), ["x"] * GAMES[game].seat_counts[0], "sum"), [], Random(1))
    told = review(record, budget=2)
    assert told["complete"]
    assert check_sums(told) < 1e-9
    for seat in told["seats"]:
        own = [each for each in told["decisions"] if each["seat"] == told["seats"].index(seat)]
        assert seat["decisions"] == seat["of"] == len(own)
        for unit in UNITS:
            assert sum(seat["luck_from"][unit].values()) == pytest.approx(seat["luck"][unit], abs=1e-9)


def test_a_sum_that_does_not_hold_is_noticed(shortest: Record) -> None:
    told = review(shortest, budget=4)
    told["seats"][0]["luck"]["share"] += 0.001
    assert check_sums(told) == pytest.approx(0.001)


def test_a_loss_is_nothing_or_beyond_doubt(shortest: Record) -> None:
    for each in review(shortest, budget=30)["decisions"]:
        if each["beyond_doubt"]:
            assert each["lead"] > 3 * hypot(each["lead_error"], each["lead_doubt"])
            assert each["loss"]["share"] == pytest.approx(each["lead"])
            assert each["best"] != each["move"]
        else:
            assert each["loss"] == {"share": 0.0, "points": 0.0}
            assert each["mark"] is None


def test_what_the_judge_may_be_wrong_by_is_part_of_the_doubt(shortest: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss of three times that is none any more. The errors stay those of the sample."""
    judge = judge_of("terminus")
    monkeypatch.setattr(judge, "doubt", Doubt(odds=0.0, points=0.0))
    sure = max(review(shortest, budget=400)["decisions"], key=lambda each: float(each["loss"]["share"]))
    assert sure["beyond_doubt"]
    between = (sure["value"]["share"] + sure["worth"]["share"]) / 2
    monkeypatch.setattr(judge, "doubt", Doubt(odds=0.4 * sure["lead"] / (between * (1 - between)), points=0.0))
    doubted = next(each for each in review(shortest, budget=400)["decisions"] if each["n"] == sure["n"])
    assert sure["lead_doubt"] == 0 < doubted["lead_doubt"]
    assert not doubted["beyond_doubt"]
    assert doubted["value"] == doubted["worth"]
    assert doubted["worth"]["share_error"] == pytest.approx(sure["worth"]["share_error"], rel=0.5)


def test_moves_can_be_compared_by_points(shortest: Record) -> None:
    """In Terminus few are good."""
    for job in jobs_of(course_of(shortest), TRIES, "s")[::5]:
        by_points = [each["points"] for each in do_job({**job, "unit": "points"})["candidates"]]
        assert by_points == sorted(by_points)
        by_share = [each["share"] for each in do_job(job)["candidates"]]
        assert by_share == sorted(by_share, reverse=True)


def test_marks_are_given_by_one_table() -> None:
    assert [mark_of(loss, "share") for loss in (0.0, 0.03, 0.07, 0.5)] == [None, "inaccuracy", "mistake", "blunder"]
    assert [mark_of(loss, "points") for loss in (1.0, 2.0, 5.0, 10.0)] == [None, "inaccuracy", "mistake", "blunder"]


def test_where_luck_comes_from_is_told() -> None:
    bus, alone = golden("bus"), golden("nextstation", 1)
    assert {each["luck_from"] for each in some(bus)["decisions"]} == {"others"}
    assert {each["luck_from"] for each in some(alone)["decisions"]} == {"cards"}


def some(record: Record) -> Review:
    """The review of some decisions."""
    course = course_of(record)
    return reviewed(record, course, weighed(record, 20), TRIES, "s")


# ---- What a value depends on


@pytest.mark.slow
@every_game
def test_a_value_depends_on_the_view_and_the_seed_alone(game: str) -> None:
    """Another truth that looks the same, and another rest of the game, change nothing, to the byte."""
    record = golden(game)
    decisions = course_of(record).decisions
    this = decisions[len(decisions) // 2]
    ours = do_job(job_at(record, this.n))
    twin = record.game.guess(this.view, Random(7))
    assert twin.seed != record.seed
    assert twin.view(this.seat) == this.view
    theirs = do_job({**job_at(record, this.n), "view": twin.view(this.seat)})
    assert json.dumps(theirs) == json.dumps(ours)
    plies = record.plies[: this.n - 1]
    other = played_on(Record(record.game, record.players, record.seed), [*plies, (this.seat, this.move)], Random(3))
    assert other.plies != record.plies
    assert json.dumps(do_job(job_at(other, this.n))) == json.dumps(ours)


def job_at(record: Record, n: int) -> dict[str, Any]:
    """What is to be done for that decision."""
    return next(job for job in jobs_of(course_of(record), TRIES, "s") if job["n"] == n)


def test_another_seed_gives_other_worlds(shortest: Record) -> None:
    one, other = (jobs_of(course_of(shortest), TRIES, seed)[3] for seed in ("one", "other"))
    assert do_job(one)["worth"] != do_job(other)["worth"]


@pytest.mark.slow
def test_processes_change_nothing(shortest: Record) -> None:
    jobs = jobs_of(course_of(shortest), TRIES, "s")[:4]
    together = sorted(work(jobs, processes=2), key=lambda each: int(each["n"]))
    assert json.dumps(together) == json.dumps(list(work(jobs)))


# ---- With hindsight


@pytest.mark.slow
@every_game
def test_with_hindsight_the_chances_of_all_seats_add_up_to_one(game: str) -> None:
    record = golden(game, GAMES[game].seat_counts[1])
    for job in jobs_of(course_of(record), TRIES, "s", hindsight=True)[::20]:
        told = do_job(job)
        assert sum(each["share"] for each in told["everyone"]) == pytest.approx(1, abs=1e-9)
        own = told["everyone"][told["seat"]]
        assert [own[unit] for unit in UNITS] == pytest.approx([told["value"][unit] for unit in UNITS], abs=1e-9)


def test_with_hindsight_the_sums_hold_too_and_it_is_an_opinion_of_its_own(shortest: Record) -> None:
    first, second = (review(shortest, budget=4, hindsight=hindsight) for hindsight in (False, True))
    assert check_sums(second) < 1e-9
    assert [first["hindsight"], second["hindsight"]] == [False, True]
    assert [each["value"] for each in first["decisions"]] != [each["value"] for each in second["decisions"]]
    assert not any("everyone" in each for each in first["decisions"])


def test_hindsight_knows_the_cards_as_they_lie_but_not_what_is_still_to_be_shuffled() -> None:
    """Next Station has one pile: whoever knows it knows what the rest of the round brings."""
    record = golden("nextstation", 1)
    course = course_of(record)
    plain, known = (jobs_of(course, TRIES, "s", hindsight=hindsight)[10] for hindsight in (False, True))
    assert "truth" not in plain
    assert do_job(plain)["worth"]["points_error"] > 0
    assert do_job(known)["worth"]["points_error"] == pytest.approx(0, abs=1e-9)
    assert str(record.seed) not in json.dumps(known)
    other = {**known["truth"], "pile": known["truth"]["pile"][::-1]}
    assert do_job({**known, "truth": other})["worth"] != do_job(known)["worth"]


def test_where_nothing_is_hidden_the_first_opinion_knows_all() -> None:
    record = golden("bus")
    job = jobs_of(course_of(record), TRIES, "s")[30]
    known = jobs_of(course_of(record), TRIES, "s", hindsight=True)[30]
    assert json.dumps(do_job(job)) == json.dumps(do_job(known))
    assert len(do_job(job)["everyone"]) == 3


# ---- Which games


def test_an_unfinished_game_is_refused(shortest: Record) -> None:
    begun = Record(shortest.game, shortest.players, shortest.seed)
    begun.plies = shortest.plies[:3]
    with pytest.raises(StudyTrouble, match="played to its end"):
        review(begun)


def test_a_game_without_a_judge_is_refused() -> None:
    with pytest.raises(StudyTrouble, match="judge"):
        judge_of("whist")


# ---- Keeping it


def test_what_was_weighed_is_kept(shortest: Record, tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    kept = KeptReview(path, shortest, TRIES)
    first, second, *rest = kept.jobs()
    kept.add(do_job(first))
    kept.add(do_job(second))
    again = KeptReview(path, shortest, TRIES)
    assert again.weighed == kept.weighed
    assert [job["n"] for job in again.jobs()] == [job["n"] for job in rest]
    assert not again.review()["complete"]
    assert KeptReview(path, shortest, TRIES + 1).weighed == []


def test_an_older_judge_is_told_and_only_half_a_review_of_it_is_begun_anew(shortest: Record, tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    kept = KeptReview(path, shortest, 2)
    for job in kept.jobs():
        kept.add(do_job(job))
    text = path.read_text()
    path.write_text(text.replace('"judge":"terminus', '"judge":"old terminus', 1))
    old = KeptReview(path, shortest, 2)
    assert old.outdated
    assert old.review()["judge"].startswith("old")
    path.write_text("\n".join(path.read_text().splitlines()[:2]) + "\n")
    assert KeptReview(path, shortest, 2).weighed == []


def test_a_damaged_file_is_begun_anew(shortest: Record, tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    path.write_text('{"digest": "half a li')
    assert KeptReview(path, shortest, 2).weighed == []


# ---- The page and the command


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The moments that mattered"), ("fr", "Les moments qui ont compté")]
)
def test_the_page_stands_alone_and_speaks_both_languages(
    shortest: Record, tmp_path: Path, language: str, words: str
) -> None:
    shortest.players[0] = "<Ann & Co>"
    page = tmp_path / "page.html"
    write_review(page, [review(shortest, budget=4)], language)
    text = page.read_text()
    assert words in text
    assert "<svg" in text
    assert "&lt;Ann &amp; Co&gt;" in text
    assert "<Ann" not in text
    assert "http" not in text
    shortest.players[0] = "Ann"


@pytest.fixture
def file(shortest: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The short game as a file, and a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "short.omnibus"
    path.write_text(shortest.write())
    return path


def test_the_command_prints_a_table_and_moments(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = file.with_suffix(".html")
    assert run(["review", str(file), "--budget", "4", "--processes", "1", "--html", str(page)]) == 0
    printed = capsys.readouterr().out
    assert "Ann" in printed
    assert "at first" in printed
    assert page.exists()


def test_players_with_one_name_are_told_apart(shortest: Record) -> None:
    told = review(shortest, budget=2)
    assert Words("en", told).names == ["Ann", "Bo"]
    assert Words("en", {**told, "players": ["hard", "hard"]}).names == ["hard 1", "hard 2"]


def test_the_command_writes_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(file), "--budget", "4", "--processes", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert told["judge"] == judge_of("terminus").name


def test_the_command_gives_a_second_opinion_beside_the_first(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["review", str(file), "--budget", "4", "--processes", "1"]
    page = file.with_suffix(".html")
    assert run([*command, "--hindsight", "--html", str(page)]) == 0
    printed = capsys.readouterr().out
    assert printed.index("what every move was worth") < printed.index("with hindsight")
    assert "<h1>With hindsight</h1>" in page.read_text()
    assert run([*command, "--json", "--hindsight"]) == 0
    both = json.loads(capsys.readouterr().out)
    assert both["with_hindsight"]["hindsight"]
    assert run([*command, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first == {key: value for key, value in both.items() if key != "with_hindsight"}


def test_where_nothing_is_hidden_there_is_no_second_opinion(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES["terminus"], "hides", False)
    assert run(["review", str(file), "--budget", "2", "--processes", "1", "--hindsight", "--json"]) == 0
    told = capsys.readouterr()
    assert "nothing is hidden" in told.err
    assert "with_hindsight" not in json.loads(told.out)


def test_an_interrupt_keeps_what_is_done(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(jobs: list[dict[str, Any]], _processes: int) -> Any:
        yield do_job(jobs[0])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("omnibus.cli_study.work", interrupted)
        assert run(["review", str(file), "--budget", "4"]) == 130
    assert "1 of" in capsys.readouterr().err
    assert run(["review", str(file), "--budget", "4", "--processes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["complete"]
