"""The examples in the documentation work as they stand."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from omnibus import GAMES
from omnibus.bots import bot_named
from omnibus.bots.honesty import check_honesty
from omnibus.cli import run

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLE = re.compile(r"```(?:python|javascript)\n(?:#|//) (?P<name>\w+\.\w+):.*?\n(?P<code>.*?)```", re.S)


@pytest.fixture(autouse=True)
def _with_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)
    for example in EXAMPLE.finditer((DOCS / "bots.md").read_text(encoding="utf-8")):
        (tmp_path / example["name"]).write_text(example["code"], encoding="utf-8")


def test_the_examples_are_short() -> None:
    found = {each["name"]: each["code"].count("\n") for each in EXAMPLE.finditer((DOCS / "bots.md").read_text("utf-8"))}
    assert set(found) == {"mine.py", "remembering.py", "first.js"}
    assert all(found[name] <= 10 for name in ("mine.py", "first.js"))


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("london spender random --code mine.py", None),
        ("terminus fickle random --code remembering.py", None),
        ('bus first random random --program first="node first.js"', "node"),
        ('terminus last random --program last="jq --unbuffered -r .view.legal[-1].text"', "jq"),
    ],
)
def test_the_bots_of_the_examples_play(command: str, program: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    if program is not None and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    arguments = shlex.split(command)
    assert run(["match", *arguments, "--games", "3", "--processes", "1"]) == 0
    seen = capsys.readouterr()
    assert arguments[1] in seen.out
    assert seen.err == ""


def test_the_commands_of_the_examples_are_understood() -> None:
    """Every flag that the documentation names is one of its command."""
    commands = re.findall(r"^omnibus (match|ladder|stats|play) (.*)$", (DOCS / "arena.md").read_text("utf-8"), re.M)
    commands += re.findall(r"^omnibus (match|ladder|stats|play) (.*)$", (DOCS / "bots.md").read_text("utf-8"), re.M)
    assert len(commands) >= 8
    for command, words in commands:
        flags = [word for word in shlex.split(words) if word.startswith("-")]
        assert run([command, *[word for flag in flags for word in (flag, *_value(flag))], "--help"]) == 0


def _value(flag: str) -> list[str]:
    return [] if flag in ("--sprt", "--json") else ["1"]


def test_the_honesty_of_a_bot_is_checked_as_told() -> None:
    example = 'check_honesty(GAMES["london"](3), bot_named("random", "london"))'
    assert example in (DOCS / "bots.md").read_text(encoding="utf-8")
    assert check_honesty(GAMES["london"](3), bot_named("random", "london")) > 0
