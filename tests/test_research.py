"""The page for research: every snippet runs, is short, and the page of observations is up to date."""

import re
import runpy
from pathlib import Path

import pytest
from docs.write_observations import PAGE, page

ROOT = Path(__file__).parent.parent
RESEARCH = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
SNIPPETS = dict(re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```", RESEARCH, re.M | re.S))


def test_every_way_has_a_snippet_of_ten_lines() -> None:
    assert list(SNIPPETS) == ["What they share", "Thousands of tables", "PettingZoo", "Gymnasium", "OpenSpiel"]
    assert RESEARCH.count("```python") == len(SNIPPETS)
    for snippet in SNIPPETS.values():
        assert len([line for line in snippet.splitlines() if line]) <= 10


@pytest.mark.slow
@pytest.mark.parametrize("way", SNIPPETS)
def test_the_snippets_run(way: str, tmp_path: Path) -> None:
    path = tmp_path / "snippet.py"
    path.write_text(SNIPPETS[way], encoding="utf-8")
    runpy.run_path(str(path))


def test_the_page_of_observations_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"
