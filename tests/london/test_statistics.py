"""What is counted in Ticket to Ride: London."""

import re

import pytest

from tests.watched import found_in


def test_statistics_of_london_count_what_happened() -> None:
    told = found_in("london", 2, 4)
    tickets = told["tickets"]
    assert all(re.fullmatch(r"T\d\d .+ – .+", row[0]) for row in tickets)
    # Four games in which everyone keeps at least one ticket.
    assert sum(float(row[2].rstrip("%")) / 100 * 4 for row in tickets) >= 8
    for _, worth, _, complete, points, _ in tickets:
        share = float(complete.rstrip("%")) / 100
        assert float(points) == pytest.approx(float(worth) * (2 * share - 1), abs=0.06 + 0.002 * float(worth))
    routes = told["routes"]
    shares = [float(row[1].rstrip("%")) for row in routes]
    assert shares == sorted(shares, reverse=True)
    assert max(shares) <= 100
    wins = [float(row[1].rstrip("%")) for row in told["seats"]]
    assert sum(wins) == pytest.approx(100, abs=0.2)
