"""Studying Terminus: its judge."""

from omnibus.study.terminus.judge import JUDGE as JUDGE
