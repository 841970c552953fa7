"""London, looked into."""

from omnibus.study.london.judge import JUDGE as JUDGE
from omnibus.study.london.puzzles import question, solve
from omnibus.study.proof import PuzzleSource, SetUp

PUZZLES = PuzzleSource(
    set_ups=tuple(SetUp(seats) for seats in (2, 3, 4)),
    question=question,
    solve=solve,
)
