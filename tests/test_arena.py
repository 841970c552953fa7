"""The arena: matches that anyone plays alike, that can be stopped and gone on with, and honest figures."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import scipy  # its parts are loaded when they are first used, which takes seconds

from omnibus import GAMES
from omnibus.arena.contest import Contest, play_on
from omnibus.arena.crew import Crew, Job, play_job
from omnibus.arena.intervals import SequentialTest, Share, mean_and_interval, share_of, share_over_all, students_t
from omnibus.arena.match import Match, Outcome, play_match, seat_shares, standings
from omnibus.arena.results import Results, played_with
from omnibus.arena.times import Times
from omnibus.arena.trouble import TEXTS, ArenaTrouble
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget
from omnibus.bots.faults import BotFault
from omnibus.bots.guests import Guests
from omnibus.cli import run
from tests.somebody import thinker
from tests.starting import PATIENCE, hear_all_signals

CLEVER = thinker("terminus")
QUICK = {"target": 10}
ALONE = Crew(processes=1)


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


def a_match(*bots: str, seed: str = "arena", **more: Any) -> Match:
    return Match("terminus", dict(QUICK), list(bots) or [CLEVER, "random", "random"], seed, **more)


def timeless(outcomes: list[Outcome]) -> list[tuple[Any, ...]]:
    """Outcomes without the one thing that is never the same twice."""
    return [outcome[:4] for outcome in outcomes]


def played(match: Match, games: int, path: Path, crew: Crew = ALONE, **more: Any) -> Contest:
    contest = Contest(Results(path, match), games, **more)
    for _ in play_on([contest], crew):
        pass
    contest.results.close()
    return contest


# ---- Playing


def test_a_match_does_not_depend_on_who_plays_it(tmp_path: Path) -> None:
    match = a_match()
    kinds = [bot_named(bot, "terminus") for bot in match.bots]
    expected = timeless(list(play_match(match.set_up(), kinds, 7, match.seed)))
    for processes in (1, 2, 3):
        contest = played(match, 7, tmp_path / f"{processes}.jsonl", Crew(processes))
        assert timeless(contest.counted) == expected


def test_a_match_is_names_and_numbers() -> None:
    match = a_match(budget=Budget(iterations=7), guests=Guests(("x.py",), ("mine=./mine",)))
    assert Match.read(json.loads(json.dumps(match.plain()))) == match
    outcome = next(play_match(a_match().set_up(), [bot_named("random", "terminus")] * 3, 1, "s"))
    again = Outcome.read(json.loads(json.dumps(outcome.plain())))
    assert again.plain() == outcome.plain()
    assert timeless([again]) == timeless([outcome])


def test_a_budget_for_all_replaces_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    thinker = "def thinker(view, rng, budget): return view['legal'][0]['text'] if budget.iterations == 5 else '?'"
    path.write_text(thinker, encoding="utf-8")
    guests = Guests(code=(str(path),))
    a_match("thinker", "random", guests=guests, budget=Budget(iterations=5)).play(0)
    with pytest.raises(BotFault):
        a_match("thinker", "random", guests=guests).play(0)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 'fly'", "bot “bad” answered “fly” at move 0 of terminus, which is not a legal move"),
        ("raise KeyError('x')", "bot “bad” broke down at move 0 of terminus: KeyError: 'x'"),
    ],
)
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_bot_that_does_not_play_is_named_in_one_line(
    body: str, reason: str, processes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(f"def bad(view, rng): {body}\n", encoding="utf-8")
    arguments = ["match", "terminus", "bad", "random", "--code", str(path), "--games", "1", "--processes", processes]
    assert run(arguments) == 2
    assert capsys.readouterr().err == f"omnibus: {reason}\n"


def test_a_program_plays_in_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "first.py"
    path.write_text(
        "import json, sys\nfor line in sys.stdin: print(json.loads(line)['view']['legal'][0]['text'], flush=True)\n",
        encoding="utf-8",
    )
    program = f"first={sys.executable} {path}"
    arguments = ["match", "terminus", "first", "random", "--program", program, "--games", "4", "-o", "target=10"]
    assert run([*arguments, "--seed", "7"]) == 0
    assert re.search(r"first +\d", capsys.readouterr().out)


# ---- Stopping and going on


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = played(a_match(), 9, tmp_path / "whole.jsonl")
    path = tmp_path / "parts.jsonl"
    contest = Contest(Results(path, a_match()), 9)
    for _, outcome in play_on([contest], ALONE):
        if outcome.number == 3:
            break
    contest.results.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"outcome": {"wins": [1.0')  # as a machine leaves it that loses its power
    results = Results(path, a_match())
    assert [game["outcome"]["number"] for game in results.done] == [0, 1, 2, 3]
    results.close()
    again = played(a_match(), 9, path)
    assert timeless(again.counted) == timeless(whole.counted)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 10
    longer = played(a_match(), 12, path)
    assert len(longer.counted) == 12
    assert timeless(longer.counted)[:9] == timeless(whole.counted)


def test_a_match_does_not_depend_on_other_games() -> None:
    """So that a long match goes on when a bot of another game has become better."""
    for room in ("rules", "bots"):
        folder = files("omnibus").joinpath(room)
        mine = {str(each) for each in played_with(folder, "bus")}
        theirs = {str(each) for each in played_with(folder, "terminus")}
        assert mine & theirs, "what all games share"
        assert not any(each.endswith(".toml") for each in mine), "what people read"
        assert {Path(each).relative_to(str(folder)).parts[0] for each in mine - theirs} == {"bus"}
        assert {Path(each).relative_to(str(folder)).parts[0] for each in theirs - mine} == {"terminus"}


def test_a_file_of_something_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    played(a_match(), 3, path)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(ArenaTrouble, match=r"holds another match .bots is not the same"):
        Results(path, a_match("random", "random"))
    with pytest.raises(ArenaTrouble, match=r"holds another match .seed is not the same"):
        Results(path, a_match(seed="other"))
    held = Results(path, a_match())
    with pytest.raises(ArenaTrouble, match="is being written by another match"):
        Results(path, a_match())
    held.close()
    monkeypatch.setattr("omnibus.arena.results.code_fingerprint", lambda _match: "other")
    with pytest.raises(ArenaTrouble, match=r"holds another match .code is not the same"):
        Results(path, a_match())
    assert path.read_text(encoding="utf-8") == before
    strange = tmp_path / "strange"
    for text in ("hello\n", "[]\n", "{}\n", "\n"):
        strange.write_text(text, encoding="utf-8")
        with pytest.raises(ArenaTrouble, match="does not hold the games of a match"):
            Results(strange, a_match())
        assert strange.read_text(encoding="utf-8") == text
    strange.write_bytes(b"\xff\xfe")
    with pytest.raises(ArenaTrouble, match="does not hold the games of a match"):
        Results(strange, a_match())
    with pytest.raises(ArenaTrouble, match="cannot be written"):
        Results(tmp_path, a_match())


def test_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["match", "terminus", CLEVER, "random", "--games", "6", "-o", "target=10", "--processes", "1"]
    original = play_job

    def interrupted(job: Job) -> dict[str, Any]:
        if job["number"] == 4:
            raise KeyboardInterrupt
        return original(job)

    monkeypatch.setattr("omnibus.arena.crew.play_job", interrupted)
    assert run(arguments) == 130
    seen = capsys.readouterr()
    assert "4 games of Terminus" in seen.out
    assert "interrupted after 4 of 6 games; they are kept, and the same command goes on" in seen.err
    seed = re.findall(r"seed (\w+);", seen.out)
    monkeypatch.setattr("omnibus.arena.crew.play_job", original)
    assert run(arguments) == 0
    seen = capsys.readouterr()
    assert re.search(r"going on with \S+: 4 of 6 games are played", seen.err)
    assert re.findall(r"seed (\w+);", seen.out) == seed, "a seed that nobody chose is kept with the games"
    assert not list((tmp_path / "state").rglob("*.jsonl")), "nothing is left of what is told"
    assert run(arguments) == 0
    assert re.findall(r"seed (\w+);", capsys.readouterr().out) != seed, "the next match is another"


# ---- What is printed


def test_a_match_tells_programs_everything(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "terminus", CLEVER, "random", "--games", "6", "-o", "target=10", "--seed", "7", "--json"]
    assert run(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 6
    assert report["match"]["bots"] == [CLEVER, "random"]
    first = report["standings"][0]
    assert sum(each["wins"] for each in report["standings"]) == pytest.approx(1)
    assert set(first["times"]) == {"decisions", "mean", "p50", "p99", "longest"}
    assert sum(each["wins"] for each in report["seats"]) == pytest.approx(1)


def test_alone_a_match_is_a_series_of_scores(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "nextstation", thinker("nextstation"), "--games", "6", "--seed", "7", "--processes", "1"]
    assert run(arguments) == 0
    told = capsys.readouterr().out
    assert "6 games of Next Station: London, alone, seed 7." in told
    assert "wins" not in told
    scores = [
        outcome.scores[0]
        for outcome in play_match(GAMES["nextstation"](1), [bot_named(thinker("nextstation"), "nextstation")], 6, "7")
    ]
    assert f"{sum(scores) / 6:.1f} ± " in told
    assert run([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["standings"][0]["score"] == pytest.approx(sum(scores) / 6)
    assert report["seats"] == []
    assert run([*arguments, "--sprt"]) == 2
    assert "here one plays alone" in capsys.readouterr().err


# ---- Honest figures


def test_students_t_is_that_of_the_tables() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, value in table.items():
        assert students_t(freedom) == pytest.approx(value, abs=0.0005)
        assert students_t(freedom) == pytest.approx(scipy.stats.t.interval(0.95, freedom)[1], rel=1e-12)
    assert students_t(3, 0.999) == pytest.approx(12.924, abs=0.0005)
    assert students_t(10, 0.999) == pytest.approx(4.587, abs=0.0005)


def test_where_every_deal_is_one_game_the_interval_is_the_usual_one() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    mean, interval = mean_and_interval(values)
    low, high = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (mean - interval, mean + interval) == pytest.approx((low, high), rel=1e-12)


def test_an_interval_holds_as_often_as_it_says_though_games_on_one_deal_are_alike() -> None:
    rng = Random(1)
    held = naive = 0
    for _ in range(1000):
        values, deals = [], []
        for deal in range(20):
            good = rng.random() < 0.5
            for _ in range(4):
                values.append(float(rng.random() < (0.9 if good else 0.1)))
                deals.append(deal)
        mean, interval = mean_and_interval(values, deals)
        held += abs(mean - 0.5) <= interval
        mean, interval = mean_and_interval(values)
        naive += abs(mean - 0.5) <= interval
    assert 920 <= held <= 980
    assert naive < 850, "to take the games one by one would be too sure"


def test_who_has_always_won_may_still_lose() -> None:
    share = share_of([1.0] * 60, [number // 2 for number in range(60)])
    assert (share.mean, share.high) == (1.0, 1.0)
    assert share.low == pytest.approx(0.905, abs=0.005)
    assert mean_and_interval([1.0])[1] == float("inf")
    assert share_of([1.0], [0]) == Share(1.0, 0.0, 1.0), "of one game nobody can tell"


def test_deals_that_all_agree_are_not_sure_of_the_next() -> None:
    assert share_of([1.0, 0.0, 0.0, 1.0, 0.0, 1.0], [0, 0, 1, 1, 2, 2]) == Share(0.5, 0.0, 1.0)
    always = share_of([1.0] * 3, [0, 1, 2])
    exact = scipy.stats.binomtest(3, 3, alternative="greater").proportion_ci(0.95, method="exact")
    assert always.low == pytest.approx(exact.low, rel=1e-9)


def test_the_bounds_of_a_share_are_wilsons_where_games_are_independent() -> None:
    wins = [1.0] * 380 + [0.0] * 20
    share = share_of(wins, range(400))
    exact = scipy.stats.binomtest(380, 400).proportion_ci(0.95, method="wilson")
    assert share.mean == 0.95
    assert (share.low, share.high) == pytest.approx((exact.low, exact.high), abs=0.0005)
    assert share.mean - share.low > share.high - share.mean, "there is more room below"


def test_the_bounds_of_a_share_hold_as_often_as_they_say_and_stay_within_0_and_1() -> None:
    rng = Random(3)
    held = 0
    for _ in range(1000):
        wins, deals = [], []
        for deal in range(30):
            lucky = rng.random() < 0.5
            for _ in range(2):
                wins.append(float(rng.random() < (0.99 if lucky else 0.85)))
                deals.append(deal)
        share = share_of(wins, deals)
        assert 0 <= share.low <= share.mean <= share.high <= 1
        held += share.low <= 0.92 <= share.high
    assert 920 <= held <= 985


def test_contests_together_are_surer_than_each_of_them() -> None:
    one = Share(0.5, 0.3, 0.7)
    assert share_over_all([(10, one)]) == pytest.approx(one)
    both = share_over_all([(10, one), (10, one)])
    assert both == pytest.approx(Share(0.5, 0.5 - 0.2 / 2**0.5, 0.5 + 0.2 / 2**0.5))
    certain = share_over_all([(10, Share(1.0, 0.7, 1.0)), (30, Share(1.0, 0.9, 1.0))])
    assert certain.high == 1.0
    assert 0.85 < certain.low < 0.9


def test_a_share_is_told_with_its_bounds() -> None:
    assert str(Share(1.0, 0.368, 1.0)) == "100.0% (36.8–100.0%)"
    assert str(Share(0.75, 0.5, 0.9).of_the_others) == "25.0% (10.0–50.0%)"


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    rng = Random(2)

    def verdict(share: float) -> bool | None:
        test = SequentialTest(2)
        answer = None
        while answer is None:
            answer = test.add((float(rng.random() < share) + float(rng.random() < share)) / 2)
        return answer

    assert sum(verdict(0.5) is True for _ in range(400)) <= 34  # 5 % are 20; 34 would be three deviations more
    assert sum(verdict(0.55) is False for _ in range(400)) <= 34
    assert sum(verdict(0.6) is True for _ in range(100)) >= 98


def test_a_settled_match_stops_alike_with_any_number_of_processes(tmp_path: Path) -> None:
    match = a_match(CLEVER, "random")
    alone = played(match, 1000, tmp_path / "one.jsonl", ALONE, sequential=True)
    assert alone.better is True
    assert len(alone.counted) < 100
    two = played(match, 1000, tmp_path / "two.jsonl", Crew(2), sequential=True)
    assert timeless(two.counted) == timeless(alone.counted)


@pytest.mark.slow
def test_a_sequential_match_says_what_it_settled(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "terminus", "random", CLEVER, "-o", "target=10", "--seed", "7", "--sprt"]
    assert run([*arguments, "--games", "400"]) == 0
    assert "does not win 55.0%, and so hardly more than its chance share of 50.0%" in capsys.readouterr().out
    assert run([*arguments, "--games", "4"]) == 0
    assert "Not settled after 2 deals whether random wins 50.0% or 55.0%" in capsys.readouterr().out


def test_seats_are_told_whoever_sat_there() -> None:
    # The second of three entrants wins the first game from seat 1, then from seats 2 and 0.
    outcomes = [Outcome([0.0, 1.0, 0.0], [0, 9, 0], [2, 1, 2], number, [Times()] * 3) for number in range(6)]
    assert [share.mean for share in seat_shares(outcomes)] == pytest.approx([1 / 3] * 3)
    assert [share.mean for share in seat_shares(outcomes[:1])] == [0.0, 1.0, 0.0]
    assert [each.wins.mean for each in standings(["a", "b", "c"], outcomes)] == [0.0, 1.0, 0.0]


def test_times_are_told_within_five_percent() -> None:
    rng = Random(3)
    values = sorted(rng.lognormvariate(-7, 1.5) for _ in range(2000))
    halves = [Times(), Times()]
    for number, value in enumerate(values):
        halves[number % 2].add(value)
    times = Times.read(json.loads(json.dumps(halves[0].plain())))
    times.merge(halves[1])
    assert times.decisions == 2000
    assert times.mean == pytest.approx(sum(values) / 2000, rel=1e-3)
    assert times.longest == pytest.approx(values[-1], abs=1e-6)
    for part in (0.5, 0.9, 0.99):
        exact = values[int(part * 2000) - 1]
        assert exact * 0.9999 <= times.quantile(part) <= exact * 1.051
    assert times.quantile(1) == times.longest


# ---- Ray


class FakeRay(SimpleNamespace):
    """The calls that are used of Ray, done here and now, with the data as it would be sent."""

    calls: ClassVar[list[str]] = []

    def init(self, address: str, log_to_driver: bool, logging_level: str) -> None:
        del log_to_driver, logging_level
        if address == "nowhere":
            raise ConnectionError("nobody answers\nat all")
        self.calls.append(f"init {address}")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, function: Any) -> Any:
        return SimpleNamespace(remote=lambda job: json.dumps(function(json.loads(json.dumps(job)))))

    def wait(self, under_way: list[str]) -> tuple[list[str], list[str]]:
        return under_way[-1:], under_way[:-1]

    def get(self, finished: list[str]) -> Iterator[Any]:
        return map(json.loads, finished)

    def shutdown(self) -> None:
        self.calls.append("shutdown")


def test_a_cluster_plays_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    FakeRay.calls.clear()
    monkeypatch.setitem(sys.modules, "ray", FakeRay())
    alone = played(a_match(), 9, tmp_path / "here.jsonl")
    cluster = played(a_match(), 9, tmp_path / "there.jsonl", Crew(ray="ray://somewhere"))
    assert timeless(cluster.counted) == timeless(alone.counted)
    assert FakeRay.calls == ["init ray://somewhere", "shutdown"]
    assert run(["match", "terminus", "random", "random", "--ray", "nowhere"]) == 2
    assert capsys.readouterr().err == "omnibus: there is no Ray cluster at nowhere: nobody answers\n"
    assert run(["match", "terminus", "random", "random", "--ray", "127.0.0.1:9"]) == 2
    assert "there is no Ray cluster at 127.0.0.1:9: [Errno 111] Connection refused" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run(["match", "terminus", "random", "random", "--ray", "auto"]) == 2
    assert 'pip install "omnibus-games[ray]"' in capsys.readouterr().err


def test_the_arenas_texts_are_all_used() -> None:
    folder = Path(__file__).parent.parent / "src" / "omnibus"
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in [*folder.rglob("arena/**/*.py"), folder / "cli_arena.py"]
    )
    for key in TEXTS:
        word = re.sub("^(section|column|row)-", "", key)
        assert f'"{word}"' in source or f'"={word}"' in source, key


# ---- When things go wrong


def test_a_process_that_is_killed_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deadly.py"
    path.write_text(
        "import os, signal\ndef deadly(view, rng): os.kill(os.getpid(), signal.SIGKILL)\n", encoding="utf-8"
    )
    assert run(["match", "terminus", "deadly", "random", "--code", str(path), "--games", "4", "--processes", "2"]) == 2
    assert capsys.readouterr().err.startswith("omnibus: a process that played was killed")


def test_an_interrupted_match_leaves_no_program_behind(tmp_path: Path) -> None:
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(
        "import os, signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(tmp_path)!r} + f'/{{os.getpid()}}.pid', 'w').close()\n"
        "time.sleep(300)\n",
        encoding="utf-8",
    )
    program = f"stubborn={sys.executable} {stubborn}"
    flags = ["--seconds", "100", "--games", "4", "--processes", "2"]
    match = subprocess.Popen(
        [sys.executable, "-m", "omnibus", "match", "terminus", "stubborn", "random", "--program", program, *flags],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_all_signals,
    )
    pids = _waited_for(lambda: len(found := [int(path.stem) for path in tmp_path.glob("*.pid")]) == 2 and found)
    match.send_signal(signal.SIGINT)
    _, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130
    assert errors == "omnibus: interrupted before the first game was over\n"
    _waited_for(lambda: not any(_alive(pid) for pid in pids))


def _waited_for(what: Callable[[], Any]) -> Any:
    begun = time.monotonic()
    while not what():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.1)
    return what()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
