"""Choosing tests by the rule they cover: `pytest --rule T9`."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", help="only the tests that cover this rule, such as T9")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rule")
    if wanted is not None:
        items[:] = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("rule"))]
