"""The house is as the design draws it: rules on the standard library alone, and nothing that names a machine."""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "src" / "omnibus" / "rules").rglob("*.py"))
KIT = sorted((ROOT / "src" / "omnibus" / "testing").rglob("*.py"))


def imported(path: Path, for_types: bool = True) -> set[str]:
    """The modules that a file imports, or only those that it imports when it runs, by their first and second name."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for block in [node for node in ast.walk(tree) if isinstance(node, ast.If)]:
        if not for_types and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING":
            block.body.clear()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def imported_whole(path: Path) -> set[str]:
    """The modules that a file imports as a whole, so that all that is in them can be called."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}


def test_the_rules_stand_on_the_standard_library_alone() -> None:
    for path in RULES:
        for module in imported(path, for_types=False):
            assert module.split(".")[0] in sys.stdlib_module_names or module.startswith("omnibus.rules"), path


def test_the_kit_stands_on_the_rules_and_the_standard_library_alone() -> None:
    assert len(KIT) > 4
    for path in KIT:
        for module in imported(path, for_types=False):
            ours = module.startswith(("omnibus.rules", "omnibus.testing"))
            assert ours or module.split(".")[0] in sys.stdlib_module_names, f"{path} imports {module}"


def test_a_game_knows_no_other_game() -> None:
    games = {path.parent.name for path in RULES if path.parent.parent.name == "rules"}
    for path in RULES:
        own = path.parent.name
        if own in games:
            for module in imported(path):
                named = module.split(".")
                assert len(named) < 3 or named[2] not in games - {own}, f"{path} imports {module}"


def test_the_rules_have_no_clock_no_output_and_no_global_luck() -> None:
    for path in RULES:
        assert not {"time", "datetime", "os", "sys", "socket", "pickle", "threading", "random"} & imported_whole(path)
        called = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not {"print", "open", "input", "eval", "exec"} & called, path


def test_an_error_that_a_person_may_read_is_a_refusal() -> None:
    """Which is told in one line and in every language; the others are for programmers, or never leave the program."""
    for_programmers = {
        "BadBoard",
        "BadLesson",
        "BotFailed",
        "Dishonest",
        "Fault",
        "HoldLost",
        "NoLongerWanted",
        "NotAQuestion",
        "TooManyLeaves",
        "Undecided",
    }
    bases: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src" / "omnibus").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, []).extend(base.id for base in node.bases if isinstance(base, ast.Name))
    errors = {name for name, named in bases.items() for base in named if re.search("Exception$|Error$", base)}
    assert errors == {"Refusal"} | for_programmers
    refusals = {name for name, named in bases.items() if {"Refusal", "IllegalMove"} & set(named)}
    assert len(refusals) > 8
    assert all(len(bases[name]) == 1 for name in refusals), "two have the same name"


def test_no_file_names_a_machine_or_a_package_index() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    suspicious = re.compile(r"/(?:root|home)/\w|index-url")
    for name in listed:
        path = ROOT / name
        if path.suffix != ".omnibus" and path != Path(__file__) and path.is_file():
            text = path.read_text(encoding="utf-8", errors="ignore").replace("--no-emit-index-url", "")
            found = suspicious.search(text)
            assert found is None, f"{name}: {found}"
