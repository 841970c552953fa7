"""Marking tests with the rules they would catch being broken."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """The numbered rules that this test would catch being broken."""
    return pytest.mark.rule(*ids)
