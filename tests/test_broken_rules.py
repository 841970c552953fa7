"""Every rule, broken on purpose in a copy of the program, turns one of its own tests red."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from omnibus import GAMES
from tests.nextstation.breaks import BREAKS as NEXTSTATION
from tests.terminus.breaks import BREAKS as TERMINUS

ROOT = Path(__file__).parent.parent
# Without the plugins a run of pytest starts in a third of the time.
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}

BREAKS: dict[str, list[tuple[str, str, str, str]]] = {
    "terminus": TERMINUS,
    "nextstation": NEXTSTATION,
}
"""For each game: the rule, the file of the game's folder, the text that carries it out, and what breaks it."""

ALL = [(game, *broken) for game, breaks in BREAKS.items() for broken in breaks]


@pytest.mark.parametrize(
    ("game", "rule_id", "file", "sound", "broken"),
    ALL,
    ids=[f"{entry[1]}-{number}" for number, entry in enumerate(ALL)],
)
def test_breaking_a_rule_turns_its_test_red(
    game: str, rule_id: str, file: str, sound: str, broken: str, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "src" / "omnibus" / "rules" / game / file
    text = source.read_text(encoding="utf-8")
    assert text.count(sound) == 1, f"{file} holds {text.count(sound)} times: {sound}"
    source.write_text(text.replace(sound, broken), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", f"tests/{game}", "--rule", rule_id],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), **QUICK},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    failed = re.search(r"(\d+) failed", done.stdout)
    assert done.returncode == 1, f"with {rule_id} broken:\n{done.stdout}\n{done.stderr}"
    assert failed, done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_broken_once(game: str) -> None:
    assert {entry[0] for entry in BREAKS[game]} == set(GAMES[game].rulebook.rules)
