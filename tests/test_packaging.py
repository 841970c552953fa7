"""What `pip install omnibus-games` brings, what it says without the rest, and what is in the wheel."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from omnibus.rules.shelf import OURS
from tests.golden import FOLDER

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
GOLDEN = FOLDER / "terminus" / "2-00.omnibus"
CLIENT = "omnibus/server/static/index.html"

# ---- Packages


def names(requirements: list[str]) -> set[NormalizedName]:
    return {canonicalize_name(Requirement(each).name) for each in requirements} - {canonicalize_name(PROJECT["name"])}


def brought_by(requirements: list[str]) -> set[NormalizedName]:
    """The distributions that these requirements install, with those that they require in turn."""
    required = {canonicalize_name(each.metadata["Name"]): each.requires or [] for each in distributions()}
    found: set[NormalizedName] = set()
    waiting = names(requirements)
    while waiting:
        found |= waiting
        further = [Requirement(each) for name in waiting for each in required.get(name, [])]
        needed = {canonicalize_name(each.name) for each in further if each.marker is None or each.marker.evaluate()}
        waiting = needed - found
    return found


@cache
def not_brought() -> list[str]:
    """The modules that are installed here, but not by `pip install omnibus-games` alone."""
    brought = brought_by(PROJECT["dependencies"])
    return [
        module
        for module, owners in packages_distributions().items()
        if module != "omnibus" and brought.isdisjoint(canonicalize_name(owner) for owner in owners)
    ]


def run_with_base_packages(program: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a Python program where only the packages can be imported that the library itself asks for."""
    hidden = f"import sys; sys.modules.update(dict.fromkeys({not_brought()!r}))\n"
    return subprocess.run(
        [sys.executable, "-c", hidden + program, *words],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""},
    )


def omnibus(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return run_with_base_packages("from omnibus.cli import run; sys.exit(run(sys.argv[1:]))", *words, typed=typed)


def test_the_hidden_packages_are_those_of_the_extras() -> None:
    assert {"litestar", "sqlalchemy", "msgspec", "scipy", "numpy", "openskill", "matplotlib"} <= set(not_brought())
    assert {"jax", "gymnasium", "pettingzoo", "pyspiel"} <= set(not_brought())
    assert {"rich", "typer"}.isdisjoint(not_brought())


def test_library_terminal_bots_and_arena_load_without_the_extras() -> None:
    rooms = ("omnibus.__main__", "omnibus.server", "omnibus.batch", "omnibus.envs", "omnibus.training")
    masters = (f"omnibus.bots.{game}.master" for game in OURS)
    alone = ("omnibus.bots.nextstation.alone", "omnibus.bots.nextstation.courses")
    second_opinions = ("omnibus.study.bus.second_opinion", "omnibus.study.london.second_opinion")
    networks = ("omnibus.bots.network", "omnibus.bots.master", *masters, *alone, "omnibus.bots.bus.judge")
    done = run_with_base_packages(
        "from importlib import import_module\n"
        "from pkgutil import walk_packages\n"
        "import omnibus, omnibus.cli\n"
        "for module in walk_packages(omnibus.__path__, 'omnibus.'):\n"
        f"    if not module.name.startswith({rooms + networks + second_opinions}):\n"
        "        import_module(module.name)\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rules", "terminus", "T1"], "Players and aim"),
        (["verify", str(GOLDEN)], "is verified"),
        (["replay", str(GOLDEN), "--at", "3"], "Ann"),
    ],
)
def test_a_game_is_read_and_checked_without_the_extras(words: list[str], said: str) -> None:
    done = omnibus(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_a_game_is_played_against_a_bot_without_the_extras(tmp_path: Path) -> None:
    saved = str(tmp_path / "game.omnibus")
    done = omnibus("play", "terminus", "-n", "2", "--seed", "7", "--save", saved, typed="1\n" * 400)
    assert (done.returncode, done.stderr) == (0, "")
    assert omnibus("verify", saved).returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "terminus", "random", "random"], 'this needs more packages: pip install "omnibus-games[arena]"'),
        (["ladder", "terminus"], 'this needs more packages: pip install "omnibus-games[arena]"'),
        (["stats", "terminus"], 'this needs more packages: pip install "omnibus-games[arena]"'),
        (
            ["match", "terminus", "random", "random", "--lang", "fr"],
            'il y faut d’autres paquets : pip install "omnibus-games[arena]"',
        ),
        (["train", "terminus"], 'training needs more packages: pip install "omnibus-games[train]"'),
        (
            ["play", "nextstation", "-n", "2", "--bot", "master"],
            "bot “master” needs numpy, which is not installed: pip install numpy",
        ),
        (["serve"], 'the server needs more packages: pip install "omnibus-games[server]"'),
        (["think"], 'the server needs more packages: pip install "omnibus-games[server]"'),
        (["backup", "copy"], 'the server needs more packages: pip install "omnibus-games[server]"'),
        (["restore", "copy"], 'the server needs more packages: pip install "omnibus-games[server]"'),
        (["export", "records"], 'the server needs more packages: pip install "omnibus-games[server]"'),
        (["serve", "--lang", "fr"], 'le serveur demande d’autres paquets : pip install "omnibus-games[server]"'),
    ],
)
def test_what_needs_an_extra_says_so_in_one_line(words: list[str], said: str) -> None:
    done = omnibus(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"omnibus: {said}\n")


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("requirements.lock", ["server"]),
        ("requirements-dev.lock", ["server", "arena", "batch", "pettingzoo", "gymnasium", "openspiel", "dev"]),
    ],
)
def test_the_locks_hold_what_is_asked_for(lock: str, extras: list[str]) -> None:
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
    asked = PROJECT["dependencies"] + [each for extra in extras for each in EXTRAS[extra]]
    assert names(asked) <= {canonicalize_name(each) for each in locked}


# ---- The wheel


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The project as git knows it, where nothing was built."""
    listed = subprocess.run(
        ["git", "ls-files", "pyproject.toml", "README.md", "LICENSE", "hatch_build.py", ".gitignore", "src", "web"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in listed:
        target = tmp_path / "clone" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    return tmp_path / "clone"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The only folder where programs are found."""
    (tmp_path / "programs").mkdir()
    return tmp_path / "programs"


def install(programs: Path, name: str, *lines: str) -> None:
    path = programs / name
    path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n", encoding="utf-8")
    path.chmod(0o755)


def build(clone: Path, programs: Path, target: str = "wheel", language: str = "C.UTF-8") -> tuple[int, str]:
    """Build that target; the exit code, and what was said beside the name of the file."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", "dist"],
        cwd=clone,
        capture_output=True,
        text=True,
        env={"PATH": str(programs), "LC_ALL": language, "PYTHONIOENCODING": "utf-8"},
    )
    return done.returncode, done.stderr


def in_the_wheel(clone: Path) -> set[str]:
    (wheel,) = clone.glob("dist/*.whl")
    return set(ZipFile(wheel).namelist())


def test_the_wheel_holds_the_client_and_all_else(clone: Path, programs: Path) -> None:
    built = clone / "src/omnibus/server/static"
    (built / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/index-0.js"):
        (built / name).write_text("built before", encoding="utf-8")
    code, said = build(clone, programs)
    assert code == 0, said
    ours = {path.relative_to(clone / "src").as_posix() for path in clone.glob("src/**/*") if path.is_file()}
    assert CLIENT in ours
    held = in_the_wheel(clone)
    assert {name for name in held if ".dist-info/" not in name} == ours


def test_a_client_that_is_missing_is_built(clone: Path, programs: Path) -> None:
    install(programs, "node", "echo v20.1.0")
    install(
        programs,
        "npm",
        'echo "$PWD: $*" >>../calls',
        "/bin/mkdir -p node_modules ../src/omnibus/server/static",
        'case "$*" in run*) echo built >../src/omnibus/server/static/index.html ;; esac',
    )
    code, said = build(clone, programs)
    assert code == 0, said
    assert CLIENT in in_the_wheel(clone)
    calls = (clone / "calls").read_text(encoding="utf-8").splitlines()
    assert [call.split()[:2] for call in calls] == [[f"{clone}/web:", "ci"], [f"{clone}/web:", "run"]]


@pytest.mark.parametrize("node", [None, "echo v18.20.4", "exit 1"])
def test_without_node_one_line_says_what_is_missing(clone: Path, programs: Path, node: str | None) -> None:
    if node is not None:
        install(programs, "node", node)
        install(programs, "npm", "echo this must not be called; exit 1")
    code, said = build(clone, programs)
    assert code == 1
    assert said.count("\n") == 1
    assert "built with Node 20 or newer" in said
    assert not list(clone.glob("dist/*.whl"))


def test_without_node_it_is_said_in_french_too(clone: Path, programs: Path) -> None:
    code, said = build(clone, programs, language="fr_FR.UTF-8")
    assert (code, said.count("\n")) == (1, 1)
    assert "se construisent avec Node 20 ou plus récent" in said


def test_a_client_that_cannot_be_built_says_which_step_failed(clone: Path, programs: Path) -> None:
    install(programs, "node", "echo v22.0.0")
    install(programs, "npm", "echo no such package >&2; exit 1")
    code, said = build(clone, programs)
    assert code == 1
    first, second = said.splitlines()
    assert first == "no such package"
    assert "“npm ci" in second


def test_an_editable_install_needs_no_node(clone: Path, programs: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from hatchling.build import build_editable; build_editable('dist')"],
        cwd=clone,
        capture_output=True,
        text=True,
        env={"PATH": str(programs)},
    )
    assert done.returncode == 0, done.stderr
    assert not (clone / "src/omnibus/server/static").exists()


def test_the_source_archive_can_build_the_client(clone: Path, programs: Path) -> None:
    (clone / "web/node_modules").mkdir()
    (clone / "web/node_modules/somebody-elses.js").touch()
    code, said = build(clone, programs, target="sdist")
    assert code == 0, said
    (archive,) = clone.glob("dist/*.tar.gz")
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    assert {"hatch_build.py", "web/package-lock.json", "web/index.html", "web/src/main.ts"} <= held
    assert not any("node_modules" in name for name in held)
