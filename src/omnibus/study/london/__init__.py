"""London, looked into."""

from omnibus.study.london.judge import JUDGE as JUDGE
