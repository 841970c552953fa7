"""The page for research: every snippet runs, is short, and the page of observations is up to date."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from docs.write_observations import PAGE, page

import omnibus
from tests.packages import with_packages

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


# ---- The example that learns


def learned(minutes: float) -> float:
    """The mean score of the example's player after so many minutes."""
    words = [sys.executable, "docs/examples/learn_nextstation.py", "--minutes", str(minutes), "--games", "300"]
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "PYTHONPATH": with_packages()}, capture_output=True, text=True, check=True
    )
    found = re.search(r"never seen: (\d+\.\d) ±", done.stdout)
    assert found is not None, done.stdout
    return float(found[1])


def at_random() -> float:
    """The mean score of random play on the same deals."""
    scores, rng = [], Random(1)
    for number in range(300):
        state = omnibus.new("nextstation", seed=f"eval/{number}")
        while state.turn:
            state.play(0, rng.choice(state.legal(0)))
        assert state.result is not None
        scores.append(state.result.scores[0])
    return mean(scores)


@pytest.mark.slow
def test_the_example_learns_something_in_twenty_seconds() -> None:
    assert learned(1 / 3) > at_random() + 5


@pytest.mark.soak
def test_the_example_learns_well_in_ten_minutes() -> None:
    assert learned(10) >= 120
