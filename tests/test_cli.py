"""The command line: what it does, and one clear line when it cannot."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from omnibus import GAMES, Record, read_record
from omnibus.bots import usual_bot
from omnibus.cli import run
from omnibus.rules.record import EarlyEnd
from omnibus.rules.rulebook import LANGUAGES, catalogue
from omnibus.rules.shelf import OURS
from omnibus.rules.terminus import Terminus
from omnibus.terminal.play import SoloSitting
from omnibus.terminal.voice import Voice
from tests.golden import FOLDER, GAMES_PER_SEAT_COUNT
from tests.scenes import scenes_of

GOLDEN = FOLDER / "terminus" / "3-03.omnibus"
COMMANDS = ("play", "match", "ladder", "stats", "bot", "replay", "verify", "rules")
SRC = Path(__file__).parent.parent / "src" / "omnibus"


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of its own, and a machine that speaks English."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let a person type these lines and then leave the terminal."""
    waiting = iter(lines)

    def read_line(prompt: str = "") -> str:
        del prompt
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read_line)


# ---- What cannot be done


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (["play", "chess"], "there is no game “chess”; the games are: ", "il n’y a pas de jeu « chess »"),
        (["rules", "chess"], "there is no game “chess”", "il n’y a pas de jeu « chess »"),
        (["match", "chess", "random", "random"], "there is no game “chess”", "il n’y a pas de jeu « chess »"),
        (["play", "terminus", "--seats", "7"], "from 2 to 6, not “7”", "de 2 à 6, pas « 7 »"),
        (["play", "terminus", "--seats", "x"], "--seats takes a whole number", "--seats demande un nombre entier"),
        (["play", "terminus", "--seats", "-3"], "--seats takes a whole number", "--seats demande un nombre entier"),
        (
            ["play", "terminus", "--bot", "hal"],
            "no bot “hal” plays terminus; these do: random ",
            "aucun bot « hal »",
        ),
        (["play", "terminus", "-o", "target=9"], "10 to 500, not “9”", "de 10 à 500, pas « 9 »"),
        (["play", "terminus", "-o", "target=x"], "10 to 500, not “x”", "de 10 à 500, pas « x »"),
        (["play", "terminus", "-o", "speed=9"], "no option “speed”; its options are: target", "pas d’option « speed »"),
        (["play", "terminus", "-o", "target"], "written name=value", "s’écrit nom=valeur"),
        (
            ["play", "--resume", "none.omnibus"],
            "no file or folder none.omnibus",
            "pas de fichier ou de dossier none.omnibus",
        ),
        (["play", "terminus", "--resume", "x"], "so it goes without GAME", "donc sans GAME"),
        (["play", "--resume", "x", "--bot", "y"], "so it goes without --bot", "donc sans --bot"),
        (["play", "--resume", "x", "--seed", "7"], "so it goes without --seed", "donc sans --seed"),
        (
            ["play", "terminus", "--save", "/dev/null/x"],
            "/dev/null/x cannot be written: ",
            "/dev/null/x ne peut pas être écrit : ",
        ),
        (["play", "terminus", "--seed", "a\nb"], "a seed is a text of 1 to 200", "une graine est un texte de 1 à 200"),
        (["play", "terminus", "--save", "no/x"], "no file or folder no/x", "pas de fichier ou de dossier no/x"),
        (["play", "terminus", "--save", "x" * 300], "cannot be written: File name too long", "ne peut pas être écrit"),
        (["play", "terminus", "--save", "~nobody-here/x"], "cannot be written: ", "ne peut pas être écrit : "),
        (["play", "terminus", "--seed", "\udcff"], "a seed is a text", "une graine est un texte"),
        (["match", "terminus", "random"], "2 to 6 seats, not 1", "de 2 à 6, pas à 1"),
        (["match", "terminus", "random", "hal"], "no bot “hal”", "aucun bot « hal »"),
        (["match", "terminus", "random", "random", "--games", "0"], "--games takes a whole number", "--games demande"),
        (["match", "terminus", "random", "random", "--seconds", "-1"], "--seconds takes a number", "--seconds demande"),
        (["match", "terminus", "random", "random", "--iterations", "x"], "--iterations takes", "--iterations demande"),
        (["match", "terminus", "random", "random", "--code", "no.py"], "no.py cannot be used as bots", "no.py ne peut"),
        (["play", "terminus", "--program", "mine"], "as NAME=COMMAND", "par NOM=COMMANDE"),
        (["match", "terminus", "random", "random", "--out", "/dev/null/x"], "/dev/null/x cannot be", "ne peut pas"),
        (["ladder", "terminus", "-n", "9"], "--seats takes a whole number from 2 to 6", "--seats demande"),
        (["ladder", "terminus", "-n", "3", "--games", "3"], "--games takes a whole number from 4", "--games demande"),
        (["stats", "terminus", "--bot", "hal"], "no bot “hal” plays terminus", "aucun bot « hal »"),
        (["replay", "none.omnibus"], "no file or folder none.omnibus", "pas de fichier ou de dossier none.omnibus"),
        (["replay", "."], ". cannot be read: ", ". ne peut pas être lu : "),
        (["replay", str(GOLDEN), "--at", "9999"], "--at takes a whole number from 0 to", "--at demande"),
        (["verify", "none.omnibus"], "no file or folder none.omnibus", "pas de fichier ou de dossier none.omnibus"),
        (["verify"], "FILE is missing", "il manque FILE"),
        (["match"], "GAME is missing", "il manque GAME"),
        (
            ["fly"],
            "there is no command “fly”; the commands are: play learn daily match",
            "il n’y a pas de commande « fly »",
        ),
        (["rules", "terminus", "T1", "T2"], "unexpected extra argument", "commande incomprise"),
        (["play", "--wings"], "there is no option --wings here", "il n’y a pas d’option --wings ici"),
        (["play", "--seed"], "--seed needs a value", "--seed demande une valeur"),
        (["rules", "terminus", "T99"], "there is no rule T99; the rules are T1 to T25", "il n’y a pas de règle T99"),
        (["rules", "--lang", "de"], "there is no language “de”", "there is no language “de”"),
    ],
)
def test_what_cannot_be_done_gets_one_clear_line(
    arguments: list[str], english: str, french: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, expected in (("en", english), ("fr", french)):
        given = arguments if "--lang" in arguments else [*arguments, "--lang", language]
        assert run(given) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err.startswith("omnibus: ")
        assert seen.err.count("\n") == 1
        assert expected in seen.err


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_broken_records_get_one_clear_line(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    true = GOLDEN.read_text(encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    broken = {
        "not-one": "hello",
        "cut": true[: len(true) // 2].rsplit("\n", 1)[0] + "\n0 secr",
        "illegal": true + "0 end\n",
        "header": true.replace("seats: 3", "seats: 33"),
        "binary": None,
    }
    for name, text in broken.items():
        path = tmp_path / name
        if text is not None:
            written(path, text)
        assert run([command, str(path)]) == 2
        seen = capsys.readouterr()
        assert seen.err.startswith("omnibus: ")
        assert seen.err.count("\n") == 1


def test_a_huge_file_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(5_000_000)
    assert run(["verify", str(path)]) == 2
    assert "too large" in capsys.readouterr().err


# ---- Verifying and replaying


def test_a_true_record_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(GOLDEN)]) == 0
    assert "by the rules" in capsys.readouterr().out
    assert run(["verify", str(GOLDEN), "--lang", "fr"]) == 0
    assert "selon les règles" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("player 0: Ann", "player 0: Zoe", "changed after it was written"),
        ("\n2 ", "\n1 ", "changed after it was written"),
    ],
)
def test_a_tampered_record_is_not(
    old: str, new: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    assert old in text
    assert run(["verify", written(tmp_path / "false", text.replace(old, new, 1))]) == 2
    assert reason in capsys.readouterr().err


def test_a_game_that_people_ended_is_verified_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_record(GOLDEN.read_text(encoding="utf-8"))
    record.plies, record.scores, record.ranks = record.plies[:9], None, None
    record.players = ["Ann", "Bo (bot random)", "Cy (bot random)"]
    record.ended, record.hints = EarlyEnd("alone", ((1,), (0,))), {0: 2}
    path = written(tmp_path / "ended", record.write())
    assert run(["verify", path]) == 0
    assert "9 moves by the rules, then ended early without a count" in capsys.readouterr().out
    assert run(["replay", path]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "The others resigned: Bo has won. Ann took 2 hints." in told
    assert run(["play", "--resume", path]) == 2
    assert "omnibus replay" in capsys.readouterr().err
    record.ended = EarlyEnd("deserted")
    path = written(tmp_path / "deserted", record.write())
    assert run(["replay", path, "--lang", "fr"]) == 0
    assert "sans vainqueur" in capsys.readouterr().out


def test_a_replay_without_a_terminal_is_a_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(GOLDEN)]) == 0
    transcript = capsys.readouterr().out
    assert "Terminus: Ann, Ben, Cleo" in transcript
    told = [line.strip() for line in GOLDEN.with_suffix(".txt").read_text(encoding="utf-8").splitlines()]
    for line in transcript.splitlines()[1:-6]:
        assert re.sub(r"^ *\d*  ", "", line).strip() in told
    assert re.search(r"(wins|victory is shared)", transcript)


def test_a_replay_can_show_one_moment(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(GOLDEN), "--at", "4"]) == 0
    shown = capsys.readouterr().out
    assert "after move 4 of" in shown
    assert "metro" in shown
    assert "▒▒" not in shown, "a finished game lies open"


def test_an_unfinished_game_keeps_its_secrets_in_a_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_record(GOLDEN.read_text(encoding="utf-8"))
    record.plies, record.scores, record.ranks = record.plies[:6], None, None
    path = written(tmp_path / "unfinished", record.write())
    assert run(["replay", path, "--at", "6"]) == 0
    assert "▒▒ × 5" in capsys.readouterr().out
    assert run(["replay", path]) == 0
    assert "puts down a secret." in capsys.readouterr().out


# ---- Playing


def test_a_whole_game_is_played_saved_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *["1"] * 2000)
    path = str(tmp_path / "mine.omnibus")
    assert run(["play", "terminus", "--seats", "3", "--seed", "7", "--name", "Ann", "--save", path]) == 0
    screen = capsys.readouterr().out
    assert "Terminus against Ada, Bo" in screen
    assert "Get rid of your cards" in screen
    assert "Ann (you)" in screen
    assert "The seed was 7" in screen
    assert f"Check it:   omnibus verify {path}\n" in screen
    assert run(["verify", path]) == 0
    record = read_record(Path(path).read_text(encoding="utf-8"))
    usual = usual_bot("terminus")
    assert record.players == ["Ann", f"Ada (bot {usual})", f"Bo (bot {usual})"]
    assert run(["play", "--resume", path]) == 2
    assert "is over; look at it with" in capsys.readouterr().err


def test_what_a_person_can_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(
        monkeypatch,
        "",
        "99",
        "help",
        "?",
        "? secret M1",
        "? play m1",
        "?",
        "fly away",
        "rules T9",
        "rules T77",
        "save copy.omnibus",
        "save copy.omnibus",
        "save ~nobody-here/x",
        "save",
        "9" * 5000,
        "? 1",
        "rules 9",
        "play 3*",
        "table",
        "SECRET m1",
        "quit",
    )
    assert run(["play", "terminus", "--seed", "7", "--save", "game.omnibus"]) == 0
    screen = capsys.readouterr().out
    for expected in (
        "there is no move number 99; the list goes from 1 to 4",
        "why that move is not allowed",
        "a “?” and a move, such as “? secret M1”",
        "“secret M1” is allowed",
        "T4: the round begins with a secret",
        "T4  Starting a round",
        "T7: “fly away” is not a move",
        "T9  A line",
        "there is no rule T77; the rules are T1 to T25",
        "saved in copy.omnibus",
        "copy.omnibus is there already",
        "T11: this joker can go on several lines",
        "~nobody-here/x cannot be written: ",
        "swap M3      lay the metro 3 in place of the joker",
        "Traveller puts down M1 as a secret.",
        "Saved. Go on with: omnibus play --resume copy.omnibus",
    ):
        assert expected in screen, expected
    assert (tmp_path / "copy.omnibus").exists()


def test_leaving_and_resuming_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1", "1", "1")
    assert run(["play", "terminus", "--seats", "4", "--seed", "7", "--save", "game.omnibus"]) == 130
    seen = capsys.readouterr()
    assert seen.err == "omnibus: interrupted; nothing is lost, go on with: omnibus play --resume game.omnibus\n"
    left = read_record(Path("game.omnibus").read_text(encoding="utf-8"))
    mine = [move for seat, move in left.plies if seat == 0]
    assert len(mine) == 3
    typed(monkeypatch, *["1"] * 2000)
    assert run(["play", "--resume", "game.omnibus"]) == 0
    whole = read_record(Path("game.omnibus").read_text(encoding="utf-8"))
    assert whole.plies[: len(left.plies)] == left.plies
    assert run(["verify", "game.omnibus"]) == 0


def test_a_hint_names_a_move_that_can_be_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "hint", "hint", "quit")
    assert run(["play", "terminus", "--seed", "7", "--save", "game.omnibus"]) == 0
    assert read_record(Path("game.omnibus").read_text(encoding="utf-8")).hints == {0: 1}, "for one decision"
    advised = re.search(r"a hint: (secret \S+) \(number (\d+)\)", capsys.readouterr().out)
    assert advised is not None
    for answer in advised.groups():
        typed(monkeypatch, answer, "quit")
        assert run(["play", "terminus", "--seed", "7", "--save", f"{answer}.omnibus"]) == 0
        assert read_record(Path(f"{answer}.omnibus").read_text(encoding="utf-8")).plies[0] == (0, advised[1])


def test_an_undo_takes_back_the_last_move_and_what_the_bots_did_since(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "undo", "1", "1", "undo", "annuler", "2", "quit")
    assert run(["play", "terminus", "--seats", "3", "--seed", "7", "--save", "game.omnibus"]) == 0
    screen = capsys.readouterr().out
    assert "there is no move of yours to take back" in screen
    assert screen.count("Taken back") == 2
    record = read_record(Path("game.omnibus").read_text(encoding="utf-8"))
    (mine,) = [move for seat, move in record.plies if seat == 0]
    assert mine == record.opening().legal(0)[1].text
    typed(monkeypatch, *["1"] * 2000)
    assert run(["play", "--resume", "game.omnibus"]) == 0
    assert run(["verify", "game.omnibus"]) == 0


def test_a_game_is_kept_even_if_nobody_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = set()
    for _ in range(2):
        typed(monkeypatch, "1", "quit")
        assert run(["play", "terminus"]) == 0
        told |= set(re.findall(r"--resume (\S+)\n", capsys.readouterr().out))
    assert {Path(path) for path in told} == set((tmp_path / "state" / "omnibus").glob("*.omnibus"))
    assert len(told) == 2


def test_the_game_is_asked_for_if_nobody_says_which(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for answer in (str(list(GAMES).index("terminus") + 1), "Terminus"):
        typed(monkeypatch, answer, "quit")
        assert run(["play"]) == 0
        assert "Terminus against Ada" in capsys.readouterr().out
    for answer in ("0", "99", "chess", ""):
        typed(monkeypatch, answer)
        assert run(["play"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_long_list_of_moves_is_told_by_what_they_have_in_common(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # With this seed the person is the first to build.
    typed(monkeypatch, "C1", "build C1.1", "build c1.1 pub", "quit")
    assert run(["play", "bus", "--seed", "4", "--bot", "random", "--save", "game.omnibus"]) == 0
    screen = capsys.readouterr().out
    assert "B7: “C1” is not a move" in screen  # as it was typed, though the map calls it Market
    assert re.search(r"\d+–\d+ build C1\.1 ", screen)
    assert re.search(r"\d build C1\.1 house +\d+ build C1\.1 office +\d+ build C1\.1 pub", screen)
    assert "0 build C1.1 pub" in Path("game.omnibus").read_text(encoding="utf-8")


# Where the board begins, in a terminal of eighty columns with what one needs beside it; elsewhere with the table.
BOARD = {"bus": ("E14 ",), "nextstation": ("Round", "Manche")}
ROWS = 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_the_moves_leave_the_board_in_sight(game: str, language: str) -> None:
    """Where many play with all there is, and where few play as it comes, in a game at random."""
    luck = Random(7)
    box = GAMES[game]
    for seats, options in ((box.seat_counts[-1], scenes_of(game).options), (2 if game != "bus" else 3, {})):
        paper = io.StringIO()
        voice = Voice(language, console=Console(file=paper, width=80, color_system=None, highlight=False))
        sitting = SoloSitting.new(box(seats, **options), "Ann", "random", "7", Path(f"{seats}.omnibus"), voice)
        state = sitting.state
        while state.turn:
            if sitting.person in state.turn and (len(sitting.legal) > 12 or state.n % 10 == 0):
                paper.truncate(paper.seek(0))
                sitting.show_table()
                sitting.show_moves()
                rows = paper.getvalue().splitlines()
                begins = next((n for n, row in enumerate(rows) if row.strip().startswith(BOARD.get(game, ("─",)))), 0)
                assert max(len(row) for row in rows) <= 80
                assert len(rows) - begins + 1 <= ROWS, paper.getvalue()  # with the row in which one types
            state.play(state.turn[0], luck.choice(state.legal(state.turn[0])))


def test_a_saved_game_is_not_written_over(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "1", "quit")
    assert run(["play", "terminus", "--save", "game.omnibus"]) == 0
    before = Path("game.omnibus").read_text(encoding="utf-8")
    assert run(["play", "terminus", "--save", "game.omnibus"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert Path("game.omnibus").read_text(encoding="utf-8") == before


def test_only_games_of_one_person_are_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = written(tmp_path / "two", Record(Terminus(2), ["Ann", "Ben"], "7").write())
    assert run(["play", "--resume", two]) == 2
    assert "has 2 people at the table" in capsys.readouterr().err
    unknown = written(tmp_path / "unknown", Record(Terminus(2), ["Ann", "Hal (bot hal)"], "7").write())
    assert run(["play", "--resume", unknown]) == 2
    assert "no bot “hal”" in capsys.readouterr().err


def test_playing_in_french(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    typed(monkeypatch, "aide", "règles T9", "play M1", "1", "quitter")
    assert run(["play", "terminus", "--seed", "7", "--save", "partie.omnibus"]) == 0
    screen = capsys.readouterr().out
    for expected in ("métro", "pioche", "La donne est scellée", "T4 : la manche commence par un secret", "Une ligne"):
        assert expected in screen
    assert "Enregistré. Reprenez avec : omnibus play --resume partie.omnibus" in screen


def test_a_game_that_cannot_be_saved_says_so_until_it_can(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    original = Path.write_text
    full = True

    def write_text(self: Path, text: str, encoding: str | None = None) -> int:
        if full and "\n\n0 " in text:
            raise OSError(28, "No space left on device")
        return original(self, text, encoding=encoding)

    monkeypatch.setattr(Path, "write_text", write_text)
    typed(monkeypatch, "1", "1", "quit")
    assert run(["play", "terminus", "--seed", "7", "--save", "game.omnibus"]) == 2
    screen = capsys.readouterr().out
    assert screen.count("game.omnibus cannot be written: No space left on device") == 3
    assert "NOT saved: of the" in screen
    assert "Saved." not in screen
    typed(monkeypatch, "1")
    assert run(["play", "terminus", "--seed", "7", "--save", "other.omnibus"]) == 130
    assert "nothing is lost" not in capsys.readouterr().err
    full = False
    typed(monkeypatch, "1", "1", "quit")
    assert run(["play", "--resume", "game.omnibus"]) == 0
    assert "Saved." in capsys.readouterr().out


def test_two_windows_do_not_write_over_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1", "quit")
    assert run(["play", "terminus", "--seed", "7", "--save", "game.omnibus"]) == 0
    one = SoloSitting.resumed(Path("game.omnibus"), Voice("en"))
    other = SoloSitting.resumed(Path("game.omnibus"), Voice("en"))
    one.make(0, one.state.legal(0)[0])
    assert one.unsaved is None
    before = Path("game.omnibus").read_text(encoding="utf-8")
    other.make(0, other.state.legal(0)[-1])
    assert other.unsaved is not None
    assert "was changed by somebody else" in other.unsaved.text()
    assert Path("game.omnibus").read_text(encoding="utf-8") == before
    other.save("mine.omnibus")
    assert other.unsaved is None
    capsys.readouterr()


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"], ["verify"]])
def test_a_record_that_was_changed_is_not_gone_on_with(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Record(Terminus(2), ["Ann", "Bo (bot random)"], "7").write()
    path = written(tmp_path / "changed", text.replace("Ann", "Anna"))
    assert run([*command, path]) == 2
    assert "was changed after it was written" in capsys.readouterr().err
    false = Record(Terminus(2), ["Ann", "Bo (bot random)"], "7")
    false.commitment = false.commitment[::-1]
    assert run([*command, written(tmp_path / "false", false.write())]) == 2
    assert "does not fit the commitment" in capsys.readouterr().err


def test_bots_of_others_sit_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = written(tmp_path / "mine.py", "def mine(view, rng): return view['legal'][-1]['text']\n")
    typed(monkeypatch, "1", "quit")
    arguments = ["play", "terminus", "--seed", "7", "--bot", "mine", "--code", code]
    assert run([*arguments, "--save", "game.omnibus"]) == 0
    assert f"omnibus play --resume game.omnibus --code {code}\n" in capsys.readouterr().out
    typed(monkeypatch, *["1"] * 2000)
    assert run(["play", "--resume", "game.omnibus"]) == 2
    assert "no bot “mine” plays terminus" in capsys.readouterr().err
    assert run(["play", "--resume", "game.omnibus", "--code", code]) == 0
    plies = read_record(Path("game.omnibus").read_text(encoding="utf-8")).plies
    assert len([move for seat, move in plies if seat == 1]) > 5


def test_a_bot_that_fails_at_the_table_is_named_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1", "1")
    arguments = ["play", "terminus", "--seed", "7", "--bot", "mine", "--program", "mine=true", "--save", "game.omnibus"]
    assert run(arguments) == 2
    seen = capsys.readouterr()
    assert "Saved. Go on with: omnibus play --resume game.omnibus --program mine=true\n" in seen.out
    assert seen.err.startswith("omnibus: the program “true” ended without an answer at move 1 of terminus")
    assert seen.err.count("\n") == 1


def test_our_bots_answer_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    view = Terminus(2).start("7").view(0)
    line = json.dumps({"protocol": 2, "bot": "nobody", "view": view, "budget": None, "seed": "7"})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\nfly\n"))
    assert run(["bot", "random"]) == 0
    move, refusal = capsys.readouterr().out.splitlines()
    assert move in [each["text"] for each in view["legal"]]
    assert refusal.startswith("!")


def test_names_are_not_taken_for_markup(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, *["1"] * 2000)
    assert run(["play", "terminus", "--name", "[/x] [red]", "--save", "game.omnibus", "-o", "target=10"]) == 0
    assert run(["replay", "game.omnibus"]) == 0
    assert capsys.readouterr().out.count("[/x] [red]") > 3


def test_resuming_tells_what_happened_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1", "quit")
    assert run(["play", "terminus", "--seed", "7", "--save", "game.omnibus"]) == 0
    first = capsys.readouterr().out
    typed(monkeypatch, "quit")
    assert run(["play", "--resume", "game.omnibus"]) == 0
    told = [line for line in first.splitlines() if line.startswith("  Ada ")]
    assert told
    assert told[-1] in capsys.readouterr().out


# ---- Matches and rules


def test_bare_omnibus_is_help_and_the_version_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    seen = capsys.readouterr()
    assert "Usage" in seen.out
    assert seen.err == ""
    assert run(["--version"]) == 0
    assert re.fullmatch(r"omnibus \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_a_match_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "terminus", "random", "random", "random", "--games", "6", "--seed", "s", "-o", "target=10"]
    assert run(arguments) == 0
    first = capsys.readouterr().out
    assert "6 games of Terminus, seed s" in first
    figures = re.findall(r"(\d+\.\d)% \(", first)
    shares = [float(figure) for figure in figures]
    assert len(shares) == 6, "by bot and by seat"
    assert sum(shares) == pytest.approx(200, abs=0.4)
    assert run(arguments) == 0
    again = capsys.readouterr().out
    assert re.findall(r"(\d+\.\d)% \(", again) == figures, "the same seed gives the same match"


def test_the_rules_can_be_read_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        assert run(["rules", "terminus", "--lang", language]) == 0
        page = " ".join(capsys.readouterr().out.split())
        for rule in Terminus.rulebook.rules.values():
            assert rule.text.say(language) in page
    assert run(["rules", "terminus", "t9"]) == 0
    assert "T10" not in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [[], *([word] for word in COMMANDS)])
def test_help_is_there_for_everything(language: str, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--help", "--lang", language]) == 0
    page = " ".join(capsys.readouterr().out.replace("│", " ").split())
    key = f"help-{command[0]}" if command else "help"
    texts = catalogue("omnibus.terminal", "texts.toml")
    assert texts["help-replay-command" if key == "help-replay" else key][language] in page


def test_the_terminals_texts_are_all_used_and_all_there() -> None:
    own = {SRC / "terminal" / f"{game}.py" for game in GAMES}
    sources = [path for path in [*SRC.glob("terminal/*.py"), *SRC.glob("cli*.py")] if path not in own]
    check_texts(
        sources, set(catalogue("omnibus.terminal", "texts.toml")), set(catalogue("omnibus.study", "texts.toml"))
    )


def test_the_studys_texts_are_all_used_and_all_there() -> None:
    sources = [*SRC.glob("study/*.py"), *SRC.glob("cli*.py")]
    check_texts(
        sources, set(catalogue("omnibus.study", "texts.toml")), set(catalogue("omnibus.terminal", "texts.toml"))
    )


@pytest.mark.parametrize("game", OURS)
def test_the_texts_of_a_games_table_are_all_used_and_all_there(game: str) -> None:
    parts = {f"part-{part}" for part in _parts_of_a_score(game)}
    texts = set(catalogue("omnibus.terminal", f"{game}.toml"))
    assert parts <= texts
    check_texts([SRC / "terminal" / f"{game}.py"], texts - parts, set(catalogue("omnibus.terminal", "texts.toml")))


def _parts_of_a_score(game: str) -> Iterator[str]:
    """What the scores of the golden games are made of, for one number of seats and all kinds of options."""
    for path in sorted((FOLDER / game).glob("*.omnibus"))[:GAMES_PER_SEAT_COUNT]:
        *_, last = read_record(path.read_text(encoding="utf-8")).replay()
        assert last.state.result is not None
        yield from last.state.result.parts[0]


def check_texts(sources: list[Path], texts: set[str], others: set[str]) -> None:
    """All of the texts are used in the sources, and what those say is there."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    named = set(re.findall(r"\"([a-z]+(?:-[a-z]+)*)\"", source))
    patterns = [
        re.sub(r"\{[^}]+\}", ".+", pattern)
        for pattern in re.findall(r"\.text\(f[\"']([a-z]+-(?:[a-z-]|\{[\w.]+\})+)[\"']", source)
    ]
    unused = {key for key in texts - named if not any(re.fullmatch(pattern, key) for pattern in patterns)}
    assert unused == set()
    said = set(re.findall(r"(?:\.text|\.say|TerminalTrouble)\(\s*\"([a-z-]+)\"", source))
    assert said <= texts | others
