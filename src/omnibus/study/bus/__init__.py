"""Bus, looked into."""

from omnibus.study.bus.judge import JUDGE as JUDGE
from omnibus.study.bus.puzzles import question, solve
from omnibus.study.proof import PuzzleSource, SetUp

PUZZLES = PuzzleSource(
    set_ups=tuple(SetUp(seats) for seats in (3, 4, 5)),
    question=question,
    solve=solve,
)
