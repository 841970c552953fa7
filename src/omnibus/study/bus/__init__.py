"""Bus, looked into."""

from omnibus.study.bus.judge import JUDGE as JUDGE
