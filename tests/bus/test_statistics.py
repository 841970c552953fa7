"""What is counted in Bus."""

import pytest

from tests.watched import found_in


def test_statistics_of_bus_tell_how_games_end() -> None:
    endings = found_in("bus", 3, 3)["endings"]
    assert len(endings) == 3
    assert sum(float(row[1].rstrip("%")) for row in endings) == pytest.approx(100, abs=0.2)
