"""Writes docs/rules.md: every rule, its text, where it is carried out and which tests cover it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from omnibus import GAMES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"


def page() -> str:
    """The page as it should be now."""
    lines = [
        "# The rules, and where they live",
        "",
        "Written by `make docs`. The tests fail if it is out of date, if a rule is not cited in the code or if no test",
        "covers it.",
        "The texts are our own; the implementations are unofficial.",
    ]
    for game, box in GAMES.items():
        code, tests = citations(game), covering_tests(game)
        lines += ["", f"## {box.rulebook.name.say()}"]
        for rule in box.rulebook.rules.values():
            lines += [
                "",
                f"### {rule.id} {rule.title.say()} · {rule.title.say('fr')}",
                "",
                rule.text.say(),
                "",
                f"> {rule.text.say('fr')}",
                "",
                f"Code: {', '.join(code.get(rule.id, [])) or 'none'}  ",
                f"Tests: {', '.join(tests.get(rule.id, [])) or 'none'}",
            ]
    return "\n".join(lines) + "\n"


def citations(game: str) -> dict[str, list[str]]:
    """For each rule the functions, classes and files of the game that cite it."""
    prefix = next(iter(GAMES[game].rulebook.rules))[0]
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src" / "omnibus" / "rules" / game).glob("*.py")):
        for rule_id, where in _cited(path, prefix):
            places = found.setdefault(rule_id, [])
            if where not in places:
                places.append(where)
    return found


def _cited(path: Path, prefix: str) -> Iterator[tuple[str, str]]:
    source = path.read_text(encoding="utf-8")
    owners = _owners(ast.parse(source))
    for number, line in enumerate(source.splitlines(), start=1):
        for first, last in re.findall(rf"\b{prefix}(\d+)(?: to {prefix}(\d+))?\b", line):
            for rule in range(int(first), int(last or first) + 1):
                owner = owners.get(number)
                yield f"{prefix}{rule}", f"`{path.name}`" + (f" `{owner}`" if owner else "")


def _owners(tree: ast.Module) -> dict[int, str]:
    """The innermost function or class around each line."""
    owners: dict[int, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                owners[line] = node.name
    return owners


def covering_tests(game: str) -> dict[str, list[str]]:
    """For each rule the tests that are marked with it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for rule_id in _marks(node):
                    found.setdefault(rule_id, []).append(f"`{node.name}`")
    return found


def _marks(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
