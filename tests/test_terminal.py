"""The terminal as a person has it: a real one, with keys that interrupt and windows that close."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnibus import read_record
from tests.golden import FOLDER
from tests.starting import PATIENCE, hear_all_signals


class Terminal:
    """`omnibus …` in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str):
        self.master, slave = pty.openpty()
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLUMNS": "100",
            "LINES": "40",
            "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": str(folder),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "omnibus", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: _take_terminal(slave),
        )
        os.close(slave)
        self.screen = ""

    def wait_for(self, text: str) -> str:
        """Read until the text appears after all that was read before; what came with it, without colours."""
        seen, start = "", time.monotonic()
        while text not in seen:
            if time.monotonic() - start > PATIENCE:
                raise AssertionError(f"{text!r} did not appear in: {seen}")
            readable, _, _ = select.select([self.master], [], [], 0.2)
            if readable:
                try:
                    seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self.master, 65536).decode(errors="replace"))
                except OSError:
                    break
        self.screen += seen
        assert text in seen, seen
        return seen

    def type(self, keys: str) -> None:
        # As a person would: not in the instant in which the prompt appears and the keyboard is being taken over, but
        # when the program waits.
        time.sleep(0.2)
        start = time.monotonic()
        while not self._waits() and time.monotonic() - start < PATIENCE:
            time.sleep(0.01)
        os.write(self.master, keys.encode())

    def _waits(self) -> bool:
        """Where the system does not tell, it is taken for granted."""
        told = Path(f"/proc/{self.process.pid}/stat")
        return not told.exists() or told.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"

    def ended(self) -> int:
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


def _take_terminal(slave: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    hear_all_signals()


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_control_c_loses_nothing(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "play", "terminus", "--seats", "4", "--save", "game.omnibus")
    terminals.append(terminal)
    terminal.wait_for("Your move:")
    terminal.type("1\n")
    terminal.wait_for("Your move:")
    terminal.type("\x03")
    assert "nothing is lost" in terminal.wait_for("--resume game.omnibus")
    assert terminal.ended() == 130
    assert "Traceback" not in terminal.screen
    plies = read_record((tmp_path / "game.omnibus").read_text(encoding="utf-8")).plies
    assert [move for seat, move in plies if seat == 0] != []


def test_control_d_is_no_accident_either(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "play", "terminus", "--save", "game.omnibus")
    terminals.append(terminal)
    terminal.wait_for("Your move:")
    terminal.type("\x04")
    terminal.wait_for("nothing is lost")
    assert terminal.ended() == 130


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_terminal_that_is_closed_or_killed_loses_no_move(
    ending: signal.Signals, tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal(tmp_path, "play", "terminus", "--seats", "3", "--save", "game.omnibus")
    terminals.append(terminal)
    for _ in range(3):
        terminal.wait_for("Your move:")
        terminal.type("1\n")
    terminal.wait_for("Your move:")
    os.kill(terminal.process.pid, ending)
    terminal.ended()
    record = read_record((tmp_path / "game.omnibus").read_text(encoding="utf-8"))
    assert len([move for seat, move in record.plies if seat == 0]) == 3
    resumed = Terminal(tmp_path, "play", "--resume", "game.omnibus")
    terminals.append(resumed)
    resumed.wait_for("Your move:")
    resumed.type("quit\n")
    assert resumed.ended() == 0


@pytest.mark.slow
def test_an_interrupted_match_shows_what_was_played(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "match", "terminus", "random", "random", "--games", "1000000")
    terminals.append(terminal)
    terminal.wait_for("%")
    terminal.type("\x03")
    shown = terminal.wait_for("they are kept, and the same command goes on")
    assert "random 1" in shown
    assert terminal.ended() == 130
    assert "Traceback" not in terminal.screen
    again = Terminal(tmp_path, "match", "terminus", "random", "random", "--games", "1000000")
    terminals.append(again)
    again.wait_for("of 1000000 games are played")
    again.type("\x03")
    again.wait_for("the same command goes on")
    assert again.ended() == 130
    assert "Traceback" not in again.screen, "also when the processes are only just starting"


@pytest.mark.slow
def test_stepping_through_a_replay(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "replay", str(FOLDER / "terminus" / "2-03.omnibus"))
    terminals.append(terminal)
    assert "after move 0 of" in terminal.wait_for("number):")
    terminal.type("\n")
    assert "after move 1 of" in terminal.wait_for("number):")
    terminal.type("b\n")
    assert "after move 0 of" in terminal.wait_for("number):")
    terminal.type("5\n")
    assert "after move 5 of" in terminal.wait_for("number):")
    terminal.type("what\n")
    assert "a number up to" in terminal.wait_for("number):")
    terminal.type("e\n")
    assert "wins" in terminal.wait_for("number):")
    terminal.type("q\n")
    assert terminal.ended() == 0


@pytest.mark.slow
def test_leaving_a_replay_by_control_c_is_no_error(tmp_path: Path, terminals: list[Terminal]) -> None:
    for keys in ("\x03", "\x04"):
        terminal = Terminal(tmp_path, "replay", str(FOLDER / "terminus" / "2-03.omnibus"))
        terminals.append(terminal)
        terminal.wait_for("number):")
        terminal.type(keys)
        assert terminal.ended() == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_our_characters_shows_what_it_can(encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "omnibus", "rules", "terminus", "--lang", "fr"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        cwd=tmp_path,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_full_disk_behind_the_output_is_said(tmp_path: Path) -> None:
    command = f"{sys.executable} -m omnibus rules terminus >/dev/full"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == "omnibus: the output cannot be written: No space left on device\n"


def test_output_can_be_cut_short(tmp_path: Path) -> None:
    command = f"{sys.executable} -m omnibus rules terminus | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False, timeout=60
    )
    assert done.stdout == "Terminus\n"
    assert done.stderr == ""
