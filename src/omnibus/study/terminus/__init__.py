"""Terminus, looked into."""

from omnibus.study.proof import PuzzleSource, SetUp
from omnibus.study.terminus.judge import JUDGE as JUDGE
from omnibus.study.terminus.next_line import question, solve

PUZZLES = PuzzleSource(
    set_ups=tuple(SetUp(seats) for seats in (2, 3, 4)),
    question=question,
    solve=solve,
)
