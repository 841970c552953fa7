"""Studying Bus: its judge."""

from omnibus.study.bus.judge import JUDGE as JUDGE
