"""How tests are dealt out to workers."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.conftest import in_shares


def _tests(module: str, count: int, slow: bool) -> list[Any]:
    # One test of a slow module is marked: the others stay with it, and so do the servers that they share.
    return [
        SimpleNamespace(path=Path(module), get_closest_marker=lambda _mark, marked=slow and n == 0: marked)
        for n in range(count)
    ]


def test_every_worker_begins_with_slow_modules_and_ends_with_quick_ones() -> None:
    quick = _tests("quick", 8, False)
    slow = [*_tests("a slow one", 2, True), *_tests("browsers", 3, True), *_tests("crowds", 1, True)]
    dealt = in_shares([*quick[:4], *slow, *quick[4:]], 2)
    assert [test.path.name[0] for test in dealt] == [*"aac", *"qqqq", *"bbb", *"qqqq"]
    assert [test for test in dealt if test in quick] == quick


def test_where_most_are_slow_none_is_lost() -> None:
    tests = [*_tests("a", 6, True), *_tests("b", 1, True), *_tests("quick", 1, False)]
    assert [test.path.name for test in in_shares(tests, 3)] == ["a"] * 6 + ["b", "quick"]
