"""The deal of the day by itself, and alone on one machine: `omnibus daily`."""

import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from omnibus.bots import USUAL
from omnibus.bots.bot import Budget, Kind
from omnibus.daily import (
    begins_at,
    bot_luck,
    bots_game,
    day_of,
    deal_of_day,
    ends_at,
    games_of_the_day,
    is_day,
    person_first,
    setup_of,
)
from omnibus.rules import GAMES, game_box
from omnibus.terminal import daily as terminal_daily
from omnibus.terminal.daily import DailyBook
from omnibus.terminal.voice import TerminalTrouble, Voice
from tests.starting import PATIENCE

KEY = b"k" * 32
TODAY = "2026-11-16"


# ---- Days


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Niue", "Europe/Paris"])
def test_the_day_is_the_day_in_utc_wherever_the_machine_is(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert begins_at(TODAY) == 1794787200000
        assert ends_at(TODAY) == begins_at("2026-11-17") == begins_at(TODAY) + 24 * 3600 * 1000
        assert day_of(begins_at(TODAY)) == day_of(ends_at(TODAY) - 1) == TODAY
        assert day_of(begins_at(TODAY) - 1) == "2026-11-15"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_is_a_day() -> None:
    assert is_day("2028-02-29")
    for text in ("2026-02-29", "2026-2-1", "20261116", "2026-W47-1", "", "2026-11-16T00:00"):
        assert not is_day(text), text


# ---- Deals


@pytest.mark.parametrize("game", games_of_the_day())
def test_whether_the_fewest_points_win_is_as_the_game_ranks(game: str) -> None:
    setup, luck = setup_of(game), Random(3)
    assert setup is not None
    state = game_box(game)(3).start("7")
    while state.turn:
        seat = state.turn[0]
        state.play(seat, luck.choice(state.legal(seat)))
    assert state.result is not None
    ranked = sorted(range(3), key=state.result.ranks.__getitem__)
    best, worst = (state.result.scores[seat] for seat in (ranked[0], ranked[-1]))
    assert best != worst
    assert setup.fewest_points_win == (best < worst)


def test_our_games_have_a_deal_of_the_day_and_others_need_not() -> None:
    assert games_of_the_day() == list(GAMES)
    assert setup_of("another") is None
    assert deal_of_day("another", TODAY, KEY) is None
    for game in games_of_the_day():
        deal = deal_of_day(game, TODAY, KEY)
        assert deal is not None
        assert deal.bots[deal.seat] is None
        assert set(deal.bots) <= {None, USUAL}
        assert len(deal.bots) == deal.game.seats


def test_every_day_every_game_and_every_key_has_a_deal_of_its_own() -> None:
    seeds = {
        deal.seed
        for game in games_of_the_day()
        for day in (TODAY, "2026-11-17")
        for key in (KEY, b"l" * 32)
        if (deal := deal_of_day(game, day, key)) is not None
    }
    assert len(seeds) == 4 * len(games_of_the_day())


def test_no_bot_of_the_day_thinks_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> str:
        return ""

    monkeypatch.setattr("omnibus.daily.deal.bot_named", lambda *_: Kind(lambda: slow, Budget(seconds=1)))
    with pytest.raises(AssertionError, match="thinks by the clock"):
        setup_of("terminus")


def test_a_bots_luck_is_of_the_deal_the_seat_and_the_number_of_the_decision() -> None:
    luck = [bot_luck(*what) for what in (("a", 0, 0), ("b", 0, 0), ("a", 1, 0), ("a", 0, 1), ("a", 0, 0))]
    assert luck[0] == luck[4]
    assert len(set(luck)) == 4
    assert "a" * 3 not in luck[0]


def test_bots_wait_for_the_person_and_move_in_their_order() -> None:
    assert person_first((0, 1, 2), {0}) is None
    assert person_first((2, 1), {0}) == 1
    assert person_first((), {0}) is None


def test_the_bots_play_the_same_game_in_every_process() -> None:
    program = (
        "import sys; from omnibus.daily import bots_game, deal_of_day; "
        "print([list(bots_game(deal_of_day(game, sys.argv[1], b'k' * 32))) for game in ('nextstation', 'terminus')])"
    )
    deals = [deal_of_day(game, TODAY, KEY) for game in ("nextstation", "terminus")]
    here = str([list(bots_game(deal)) for deal in deals if deal is not None])
    there = subprocess.run(
        [sys.executable, "-c", program, TODAY],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert there.stdout.strip() == here


def test_the_deals_of_a_day_stay_what_they_are() -> None:
    """A change here would give those who play on after an upgrade another game than those before."""
    deal = deal_of_day("terminus", TODAY, KEY)
    assert deal is not None
    assert deal.seed == "3ba6aee32e480147e0f987ba2a47134c"
    assert sha256(bot_luck(deal.seed, 1, 0).encode()).hexdigest()[:8] == "24d1e65c"


# ---- Alone on one machine


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
    moment = [begins_at(TODAY) + 12 * 3600 * 1000]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(terminal_daily, "_now", lambda: moment[0])
    return moment


def played(game: str = "nextstation", day: str | None = None) -> str:
    """Play the deal of a day with the bots' own moves; what is told at the end."""
    voice = Voice("en")
    with voice.console.capture() as told:
        book = DailyBook(voice)
        sitting = book.sit_down(game, day, "Ann")
        if sitting is not None:
            own = iter([move for seat, move in bots_game(sitting.deal) if seat == sitting.person])
            sitting.ask = lambda: sitting.state.game.move(next(own))  # type: ignore[method-assign]
            sitting.show_table = lambda: None  # type: ignore[method-assign]
            assert sitting.play()
            book.finish(sitting)
    return told.get()


def test_alone_there_is_one_try_a_day_and_the_bots_result(clock: list[int]) -> None:
    assert "You did as well as the bot." in played()
    again = played()
    assert "You have played the deal of 2026-11-16 already." in again
    assert "You did as well as the bot." in again
    assert "does not count" not in again
    clock[0] = ends_at(TODAY)
    assert "already" not in played()
    clock[0] = begins_at(TODAY)  # set back
    assert "already" in played()


@pytest.mark.usefixtures("clock")
def test_alone_a_past_day_does_not_count_and_the_calendar_tells_it() -> None:
    played("terminus")
    assert "this game does not count" in played("nextstation", "2026-11-10")
    voice = Voice("en")
    with voice.console.capture() as told:
        DailyBook(voice).show()
    lines = told.get()
    assert "the day ends in 12 h 0 min" in lines
    assert "points, place" in lines
    assert "not played yet" in lines
    assert "2026-11-10 Next Station: London" in lines
    assert "(does not count)" in lines
    for day in ("2026-11-17", "yesterday"):
        with pytest.raises(TerminalTrouble, match="no day that has been"):
            DailyBook(voice).sit_down("nextstation", day, "Ann")


def test_alone_a_game_that_is_left_goes_on_and_counts_if_finished_in_time(clock: list[int]) -> None:
    voice = Voice("en")
    sitting = DailyBook(voice).sit_down("nextstation", None, "Ann")
    assert sitting is not None
    names = {name for names, _ in sitting.commands() for name in names}
    assert not names & {"hint", "undo", "save"}
    move = sitting.state.legal(0)[0]
    sitting.make(0, move)
    back = DailyBook(voice).sit_down("nextstation", None, "Ann")
    assert back is not None
    assert back.record.plies == [(0, move.text)]
    assert back.resume_command == "omnibus daily nextstation --day 2026-11-16"
    clock[0] = ends_at(TODAY)
    back.ask = lambda: back.state.legal(0)[0]  # type: ignore[method-assign]
    back.show_table = lambda: None  # type: ignore[method-assign]
    with voice.console.capture() as told:
        assert back.play()
        DailyBook(voice).finish(back)
    assert "does not count" in told.get()


@pytest.mark.usefixtures("clock")
def test_a_damaged_key_is_told(tmp_path: Path) -> None:
    (tmp_path / "omnibus" / "daily").mkdir(parents=True)
    (tmp_path / "omnibus" / "daily" / "key").write_text("?")
    with pytest.raises(TerminalTrouble, match="not a key of ours"):
        DailyBook(Voice("en")).sit_down("nextstation", None, "Ann")


def test_the_command_plays_and_can_be_left(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    words = [sys.executable, "-m", "omnibus", "daily"]
    for more, typed, told in (
        (["nextstation", "--lang", "fr"], "quitter\n", "La donne du"),
        ([], "", "begun: "),
    ):
        done = subprocess.run(
            [*words, *more], env=environment, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        assert told in done.stdout
    key = tmp_path / "omnibus" / "daily" / "key"
    assert key.stat().st_mode & 0o777 == 0o600
