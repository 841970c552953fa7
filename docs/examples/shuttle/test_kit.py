"""Shuttle passes the conformance kit, and every rule, broken on purpose, turns a test of that rule red."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from omnibus_shuttle import Shuttle

from omnibus.testing import check, check_coverage, survey

HERE = Path(__file__).parent
OURS = ("omnibus_shuttle", "positions", "test_rules")

# The rule, the file of the package, the text that carries it out, and what breaks it.
BREAKS = [
    ("S1", "__init__.py", "range(2, 5)", "range(2, 6)"),
    ("S1", "state.py", "starter = self.luck.pick(0, seats)", "starter = 0"),
    ("S1", "state.py", "(seat + 1) % self.game.seats", "(seat - 1) % self.game.seats"),
    ("S2", "view.py", "range(6)", "range(5)"),
    ("S2", "state.py", "FIRST_HAND = 3", "FIRST_HAND = 4"),
    ("S3", "__init__.py", 'Option("places", 9, 6, 12)', 'Option("places", 8, 6, 12)'),
    ("S4", "state.py", "        self.hands[seat].remove(people)\n", ""),
    ("S5", "state.py", "people in hand and people <= room", "people in hand"),
    ("S6", "state.py", "        if self.queue:  # S6", "        if len(self.queue) > 2:"),
    ("S7", "state.py", "        if not self.room:  # S7", "        if False:"),
    ("S7", "state.py", "points=sum(self.aboard)", "points=len(self.aboard)"),
    ("S8", "state.py", "points=len(self.aboard))  # S8", "points=sum(self.aboard))"),
    ("S8", "state.py", "return [*boarding, SEND] if self.aboard else boarding", "return [*boarding, SEND]"),
    ("S9", "view.py", "hand[:] if opened or other == seat else None", "hand[:]"),
    ("S9", "view.py", "opened = opened or state.result is not None", "pass"),
    ("S10", "state.py", "        if self.hands[seat]:", "        if any(self.hands):"),
    ("S11", "state.py", '"left": -len(hand)', '"left": -sum(hand)'),
    ("S12", "state.py", "ranked(scores)", "ranked([-score for score in scores])"),
]


@pytest.mark.parametrize("seats", Shuttle.seat_counts)
def test_the_game_passes_the_kit(seats: int) -> None:
    report = check(Shuttle, seats=[seats], games=12, weigh_guesses=2)
    assert report.guesses_weighed == 2


def test_random_players_reach_every_landmark() -> None:
    check_coverage(Shuttle, survey(Shuttle, seats=Shuttle.seat_counts, games=100))


def test_every_rule_is_broken_once() -> None:
    assert {entry[0] for entry in BREAKS} == set(Shuttle.rulebook.rules)


@contextmanager
def imported_from(folder: Path) -> Iterator[None]:
    """Whatever is imported of the game meanwhile comes from that folder; then all is as it was."""
    sound = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in OURS}
    for name in sound:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
            del sys.modules[name]
        sys.modules.update(sound)


def run_tests_of(rule: str) -> int:
    """Run the tests of a rule, as they are in the module that is imported now; how many there are."""
    module, prefix = import_module("test_rules"), f"test_{rule.lower()}_"
    tests = [test for name, test in vars(module).items() if name.startswith(prefix)]
    for test in tests:
        test()
    return len(tests)


@pytest.mark.parametrize(("rule", "file", "sound", "broken"), BREAKS)
def test_breaking_a_rule_turns_its_test_red(rule: str, file: str, sound: str, broken: str, tmp_path: Path) -> None:
    shutil.copytree(HERE, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    with imported_from(tmp_path / "copy"):
        assert run_tests_of(rule), "sound, they are green"
    source = tmp_path / "copy" / "omnibus_shuttle" / file
    text = source.read_text(encoding="utf-8")
    assert text.count(sound) == 1, f"{file} holds {text.count(sound)} times: {sound}"
    source.write_text(text.replace(sound, broken), encoding="utf-8")
    shutil.copytree(tmp_path / "copy", tmp_path / "broken", ignore=shutil.ignore_patterns("__pycache__"))
    with imported_from(tmp_path / "broken"), pytest.raises((AssertionError, pytest.fail.Exception)):
        run_tests_of(rule)
