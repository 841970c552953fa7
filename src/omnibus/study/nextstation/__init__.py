"""Studying Next Station: its judge."""

from omnibus.study.nextstation.judge import JUDGE as JUDGE
