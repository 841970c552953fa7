"""Studying London: its judge."""

from omnibus.study.london.judge import JUDGE as JUDGE
