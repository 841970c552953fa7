"""What is counted in Next Station: London."""

import pytest

from tests.watched import found_in


def test_statistics_of_next_station_add_up() -> None:
    told = found_in("nextstation", 1, 4)
    lines = [float(row[1]) for row in told["lines"]]
    sources = {row[0]: float(row[1]) for row in told["sources"]}
    assert sum(lines) == pytest.approx(sources["lines"], abs=0.3)
    assert sum(sources.values()) == pytest.approx(float(told["seats"][0][4]), abs=0.3)
