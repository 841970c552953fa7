"""Every rule, broken on purpose, turns one of its own tests red.

All of it happens in this process: the program and the tests are imported afresh, the game from a copy of its folder
with the break in it; pytest runs inside pytest; then the sound modules are put back, and nothing of the break is left.
"""

import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import ClassVar

import pytest

from omnibus import GAMES

TESTS = Path(__file__).parent
RULES = TESTS.parent / "src" / "omnibus" / "rules"
PATIENCE = 600  # seconds, of a machine that has other things to do
# What a run that shall only fail can do without: half of its time.
WITHOUT = ("cacheprovider", "faulthandler", "unraisableexception", "threadexception", "junitxml")
QUICK = ["-x", "--capture=no", "--tb=line", *(word for plugin in WITHOUT for word in ("-p", f"no:{plugin}"))]

BREAKS: dict[str, list[tuple[str, str, str, str]]] = {
    game: import_module(f"tests.{game}.breaks").BREAKS for game in GAMES
}
"""For each game: the rule, the file of the game's folder, the text that carries it out, and what breaks it."""

ALL = [(game, *broken) for game, breaks in BREAKS.items() for broken in breaks]


class Afresh(MetaPathFinder):
    """Finds all that is ours in its place, but one game in a folder of its own."""

    def __init__(self, game: str, folder: Path):
        self.game = f"omnibus.rules.{game}"
        self.places = [str(folder)]

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not is_ours(name):
            return None
        spec = PathFinder.find_spec(name, self.places if name == self.game else path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = CompiledOnce(name, spec.loader.path)
        return spec


class CompiledOnce(SourceFileLoader):
    """Imports the same text again without compiling it again, which would be most of the work."""

    codes: ClassVar[dict[tuple[str, str], CodeType]] = {}

    def get_code(self, fullname: str) -> CodeType:
        text = Path(self.path).read_text(encoding="utf-8")
        if (fullname, text) not in self.codes:
            self.codes[fullname, text] = compile(text, self.path, "exec")
        return self.codes[fullname, text]


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in ("omnibus", "tests")


@contextmanager
def played_from(folder: Path, game: str) -> Iterator[None]:
    """Whatever is imported of ours meanwhile is new, and the game comes from that folder; then all is as it was."""
    afresh, path = Afresh(game, folder), sys.path[:]
    sound = {name: module for name, module in sys.modules.items() if is_ours(name)}
    for name in sound:
        del sys.modules[name]
    sys.meta_path.insert(0, afresh)
    try:
        yield
    finally:
        sys.meta_path.remove(afresh)
        sys.path[:] = path
        for name in [name for name in sys.modules if is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(sound)


@contextmanager
def not_for_ever() -> Iterator[None]:
    """A break that makes a game endless ends the run, which is another outcome than a red test."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.exit(f"no end within {PATIENCE} s"))
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Witness:
    """Sees which tests ran, and which of them were red."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.red: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.ran.append(report.nodeid)
            if report.failed:
                self.red.append(report.nodeid)


def run_tests(game: str, rule_id: str, folder: Path) -> tuple[int, Witness]:
    """Runs the game's tests of that rule, here, up to the first that is red."""
    files = [path for path in sorted((TESTS / game).glob("test_*.py")) if f'"{rule_id}"' in path.read_text("utf-8")]
    witness = Witness()
    with not_for_ever():
        return pytest.main(
            [*QUICK, *map(str, files), "--rule", rule_id, f"--basetemp={folder}"], plugins=[witness]
        ), witness


@pytest.fixture(autouse=True)
def _on_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked of the outer run, and its plugins, are no matter of the inner ones."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.delenv("PYTEST_PLUGINS", raising=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rule_id", "file", "sound", "broken"),
    ALL,
    ids=[f"{entry[1]}-{number}" for number, entry in enumerate(ALL)],
)
def test_breaking_a_rule_turns_its_test_red(
    game: str, rule_id: str, file: str, sound: str, broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(RULES / game, tmp_path / game, ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / game / file
    text = source.read_text(encoding="utf-8")
    assert text.count(sound) == 1, f"{file} holds {text.count(sound)} times: {sound}"
    source.write_text(text.replace(sound, broken), encoding="utf-8")
    with played_from(tmp_path, game):
        outcome, witness = run_tests(game, rule_id, tmp_path / "inner")
    assert outcome == pytest.ExitCode.TESTS_FAILED, f"with {rule_id} broken:\n{capsys.readouterr().out}"
    assert witness.red


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_broken_stays_green(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Or a break would prove nothing: a copy is no reason to fail, nor is what ran here before."""
    shutil.copytree(RULES / game, tmp_path / game, ignore=shutil.ignore_patterns("__pycache__"))
    modules, finders = dict(sys.modules), sys.meta_path[:]
    with played_from(tmp_path, game):
        outcome, witness = run_tests(game, next(iter(GAMES[game].rulebook.rules)), tmp_path / "inner")
        assert sys.modules[f"omnibus.rules.{game}"].__file__ == str(tmp_path / game / "__init__.py")
    assert outcome == pytest.ExitCode.OK, capsys.readouterr().out
    assert witness.ran
    assert {name: module for name, module in sys.modules.items() if is_ours(name)} == {
        name: module for name, module in modules.items() if is_ours(name)
    }
    assert sys.meta_path == finders


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_broken_once(game: str) -> None:
    assert {entry[0] for entry in BREAKS[game]} == set(GAMES[game].rulebook.rules)
