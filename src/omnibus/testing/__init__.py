"""The conformance kit that every game passes, for those who add a game; and what only tests know of each game."""

from omnibus.testing.insider import Habit, Insider, insider
from omnibus.testing.kit import Fault, Report, check, check_coverage, survey

__all__ = ["Fault", "Habit", "Insider", "Report", "check", "check_coverage", "insider", "survey"]
