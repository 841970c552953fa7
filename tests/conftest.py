"""Choosing tests by the rule they cover: `pytest --rule T9`. And in which order several workers run them."""

import os

import pytest

# Where people play, the bots' room is loaded before NumPy and says so; here some tests load NumPy first. Beside other
# tests, masters that think on all cores are many times as slow.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", help="only the tests that cover this rule, such as T9")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rule")
    if wanted is not None:
        items[:] = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("rule"))]
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = in_shares(items, workers)


def in_shares(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """A share for each worker, as `--dist worksteal` deals them out: first modules that are slow, then those that are
    quick. Who has done it all takes from the end of another's share, so that in the end nobody waits for a slow one."""
    slow_modules = dict.fromkeys(item.path for item in items if item.get_closest_marker("slow"))
    quick = [item for item in items if item.path not in slow_modules]
    shares: list[pytest.Item] = []
    for number in range(workers):
        modules = set(list(slow_modules)[number::workers])
        slow = [item for item in items if item.path in modules]
        few = max(0, (len(items) - len(shares)) // (workers - number) - len(slow))
        shares += slow + quick[:few]
        quick = quick[few:]
    return shares
