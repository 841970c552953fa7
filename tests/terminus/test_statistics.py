"""What is counted in Terminus."""

from tests.watched import found_in


def test_statistics_of_terminus_add_up() -> None:
    told = found_in("terminus", 3, 3)
    rounds = {row[0]: float(row[1]) for row in told["rounds"]}
    assert rounds["rounds in a game"] >= 1
    assert rounds["lines set aside in a round"] <= rounds["lines completed in a round"]
